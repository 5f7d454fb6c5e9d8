import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A number that a module of `src/` gives a name: `const pieceLength = 64;`, or `batchSize = 1000` as a default. */
export interface Constant {
  readonly file: string;
  readonly name: string;
  readonly value: number;
}

const declaration = /^(?:export )?const (\w+)(?:: \w+)? =\s*([^;]+);/gm;
/** Digits and operators, nothing that has a name. */
const numeric = /^(?:0x[\da-f_]+|\d[\d_]*(?:\.\d+)?(?:e\d+)?|\*\*|<<|[-+*/() \n])+$/;

const comment = /\/\*[^]*?\*\/|^\s*\/\/.*/gm;
const number = String.raw`\d[\d_]*(?:\.\d+)?(?:(?: \*\*? | << )\d[\d_]*)*`;

/** How TypeScript writes the default of an option or a parameter, and a size that is passed on. */
const defaults = [
  // `{ batchSize = 1000 }`, `(remembered: number = 1000)`
  String.raw`[{(,]\s*(\w+)(?:: number)? = (${number})(?=\s*[,)}])`,
  // `options.maxConnections ?? 64`
  String.raw`\b(\w+) \?\? (${number})(?![\w.])`,
  // `positive('historyLimit', options.historyLimit, 100_000)`
  String.raw`options\.(\w+), (${number})\)`,
  // `request({ maxBodyBytes: 64 * 1024 })`
  String.raw`[{,]\s*((?:max|min|most|least)[A-Z]\w*|\w+(?:Bytes|Size|Limit)): (${number})(?=\s*[,}])`,
].map((pattern) => new RegExp(pattern, 'g'));

/** The module-level numbers of a source text, and those of its defaults but 0 and 1. */
export function constantsIn(file: string, text: string): Constant[] {
  const valued = ([, name = '', expression = '']: RegExpMatchArray): Constant => ({
    file,
    name,
    value: Number(runInNewContext(expression)),
  });
  const declared = [...text.matchAll(declaration)].filter(([, , expression = '']) =>
    numeric.test(expression),
  );
  if (file.endsWith('.as')) return declared.map(valued);
  const code = text.replaceAll(comment, '');
  const limits = defaults.flatMap((pattern) => [...code.matchAll(pattern)]).map(valued);
  const each = new Map(limits.map((limit) => [`${limit.name} ${limit.value}`, limit]));
  return [...declared.map(valued), ...[...each.values()].filter(({ value }) => value > 1)];
}

/** The numbers that `constantsIn` finds in `src/`, TypeScript and AssemblyScript, without tests. */
export function constantsOfSource(): Constant[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|as)$/.test(path) && !/\.(test|test-support|d)\.ts$/.test(path))
    .map((path) => `src/${path}`)
    .toSorted()
    .flatMap((file) => constantsIn(file, readFileSync(join(root, file), 'utf8')));
}
