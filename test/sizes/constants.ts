import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A number that a module of `src/` gives a name: `const pieceLength = 64;`. */
export interface Constant {
  readonly file: string;
  readonly name: string;
  readonly value: number;
}

const declaration = /^(?:export )?const (\w+)(?:: \w+)? =\s*([^;]+);/gm;
/** Digits and operators, nothing that has a name. */
const numeric = /^(?:0x[\da-f_]+|\d[\d_]*(?:\.\d+)?(?:e\d+)?|\*\*|<<|[-+*/() \n])+$/;

/** The module-level numbers of a source text. */
export function constantsIn(file: string, text: string): Constant[] {
  return [...text.matchAll(declaration)]
    .filter(([, , expression = '']) => numeric.test(expression))
    .map(([, name = '', expression = '']) => ({ file, name, value: Number(runInNewContext(expression)) }));
}

/** The module-level numbers of `src/`, TypeScript and AssemblyScript, without tests. */
export function constantsOfSource(): Constant[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|as)$/.test(path) && !/\.(test|test-support|d)\.ts$/.test(path))
    .map((path) => `src/${path}`)
    .toSorted()
    .flatMap((file) => constantsIn(file, readFileSync(join(root, file), 'utf8')));
}
