import type * as Yaml from 'yaml';

/*
 * kubectl and client-go read YAML with Go's yaml.v2, whose values are a mixture of YAML 1.1 and 1.2, and make JSON of them. Its rules
 * for scalars are these, so the parser is asked for texts only.
 */

/** YAML with a structure that no kubeconfig and no manifest has. */
export class UnusableYaml extends Error {
  /** Offset in the text; undefined if it has no single place. */
  readonly offset: number | undefined;

  constructor(reason: string, offset?: number) {
    super(reason);
    this.offset = offset;
  }
}

/** Options of the parser with which it leaves scalars as texts, merges mappings, and quotes no text, which may be secret. */
export const parserOptions = {
  schema: 'failsafe',
  resolveKnownTags: false,
  version: '1.1',
  merge: true,
  prettyErrors: false,
  logLevel: 'silent',
  // The parser's own check takes a time that grows with the square of the keys.
  uniqueKeys: false,
} as const;

/** Gives the scalars of a document that was parsed with `parserOptions` the values that kubectl gives them. Throws UnusableYaml. */
export function resolveScalars(document: Yaml.Document.Parsed, yaml: typeof Yaml): void {
  yaml.visit(document, {
    Scalar: (key, node) => {
      // The key of a merge is a symbol.
      if (typeof node.value !== 'string') return;
      const offset = node.range?.[0];
      const value = scalarValue(node.value, node.type === 'PLAIN', tagOf(node), offset);
      node.value = key === 'key' ? keyText(value, offset) : value;
    },
  });
}

/** A key that its mapping has already. */
export interface RepeatedKey {
  /** `spec.containers[0].name`. */
  readonly path: string;
  /** Offset in the text. */
  readonly offset: number | undefined;
}

/** Returns the keys that occur again in their mappings, at most `most`. */
export function repeatedKeys(
  document: Yaml.Document.Parsed,
  { visit, isScalar, isPair, isSeq }: typeof Yaml,
  most: number,
): RepeatedKey[] {
  const found: RepeatedKey[] = [];
  const pathTo = (nodes: readonly unknown[]): string[] =>
    nodes.map((node, index) => {
      const parent = nodes[index - 1];
      if (isSeq(parent)) return `[${parent.items.indexOf(node)}]`;
      return isPair(node) && isScalar(node.key) ? `.${String(node.key.value)}` : '';
    });
  visit(document, {
    Map: (_key, node, ancestors) => {
      const seen = new Set<unknown>();
      for (const { key } of node.items) {
        if (!isScalar(key) || typeof key.value !== 'string') continue;
        if (seen.has(key.value)) {
          const path = [...pathTo([...ancestors, node]), `.${key.value}`].join('').replace(/^\./, '');
          if (found.push({ path, offset: key.range?.[0] }) === most) return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return found;
}

const standardTag = 'tag:yaml.org,2002:';

/** The tag of YAML itself that a value has, "" for none; `str` for any other. */
function tagOf({ tag }: Yaml.Scalar): string {
  if (tag === undefined) return '';
  return tag.startsWith(standardTag) ? tag.slice(standardTag.length) : 'str';
}

/** Tags whose values are read; those with another tag are texts. */
const readTags: ReadonlySet<string> = new Set(['', 'bool', 'int', 'float', 'null', 'timestamp']);

type ScalarValue = string | number | bigint | boolean | null;

function scalarValue(text: string, isPlain: boolean, tag: string, offset: number | undefined): ScalarValue {
  if (tag === 'binary') return binaryText(text, offset);
  if ((tag === '' && !isPlain) || !readTags.has(tag)) return text;
  const value = plainScalar(text);
  const isRight =
    tag === '' ||
    (tag === 'timestamp' && /^\d{4}-/.test(text)) ||
    (tag === 'null' && value === null) ||
    (tag === 'bool' && typeof value === 'boolean') ||
    (tag === 'float' && isNumber(value)) ||
    (tag === 'int' && isNumber(value) && intOf(text.replaceAll('_', '')) !== undefined);
  if (!isRight) throw new UnusableYaml(`the tag !!${tag} before another value`, offset);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new UnusableYaml('an infinite number, or one that is none: JSON has no such value', offset);
  return value;
}

function isNumber(value: ScalarValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

const words: ReadonlyMap<string, ScalarValue> = new Map<string, ScalarValue>([
  ...spellings(true, 'y', 'yes', 'true', 'on'),
  ...spellings(false, 'n', 'no', 'false', 'off'),
  ...spellings(null, 'null'),
  ['', null],
  ['~', null],
  ...['.nan', '.NaN', '.NAN'].map((word): [string, number] => [word, NaN]),
  ...['.inf', '.Inf', '.INF'].flatMap((word): [string, number][] => [
    [word, Infinity],
    [`+${word}`, Infinity],
    [`-${word}`, -Infinity],
  ]),
]);

/** A word in lower case, in upper case, and with its first letter in upper case. */
function spellings(value: ScalarValue, ...all: readonly string[]): [string, ScalarValue][] {
  return all.flatMap((word) => {
    const first = word.charAt(0).toUpperCase() + word.slice(1);
    return [word, first, word.toUpperCase()].map((spelling): [string, ScalarValue] => [spelling, value]);
  });
}

function plainScalar(text: string): ScalarValue {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (/^\.\d/.test(text)) return floatOf(text) ?? text;
  if (!/^[-+\d]/.test(text)) return text;
  const plain = text.replaceAll('_', '');
  return intOf(plain) ?? floatOf(plain) ?? text;
}

const [leastInt, mostInt, mostUint] = [-(2n ** 63n), 2n ** 63n - 1n, 2n ** 64n - 1n];

/** Reads an integer as Go does, with the base that its prefix says; undefined for another text and one of more than 64 bits. */
function intOf(text: string): number | bigint | undefined {
  const [, sign = '', digits = ''] =
    /^([-+]?)(0[xX][\da-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9]\d*)$/.exec(text) ?? [];
  if (digits === '') return undefined;
  const amount = BigInt(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const value = sign === '-' ? -amount : amount;
  if (value < leastInt || value > (sign === '' ? mostUint : mostInt)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function floatOf(text: string): number | undefined {
  if (!/^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  // Go refuses what is out of range, and takes it for a text.
  return Number.isFinite(value) ? value : undefined;
}

function binaryText(text: string, offset: number | undefined): string {
  const digits = text.replace(/[\r\n]/g, '');
  if (!/^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(digits) || digits.includes('_'))
    throw new UnusableYaml('a value with the tag !!binary that is not base64', offset);
  return Buffer.from(digits, 'base64').toString('utf8');
}

/** Most digits of a number with a fraction as a key: Go rounds it to a float of 32 bits. */
const mostKeyDigits = 6;

function keyText(value: ScalarValue, offset: number | undefined): string {
  if (value === null) throw new UnusableYaml('null as a key; quote it', offset);
  const text = String(value);
  if (typeof value === 'number' && !Number.isInteger(value)) {
    const digits = text.replace(/\D/g, '').replace(/^0+/, '');
    if (text.includes('e') || Math.abs(value) < 1e-4 || digits.length > mostKeyDigits)
      throw new UnusableYaml('a number with a fraction as a key; quote it', offset);
  }
  return text;
}
