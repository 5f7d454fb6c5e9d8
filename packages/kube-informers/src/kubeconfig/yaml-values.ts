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

/** Advice for a mapping where none can be. */
export const template = 'a template such as {{ .Values.name }} must be rendered first';

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

/** A key that its mapping has already. */
export interface RepeatedKey {
  /** `spec.containers[0].name`. */
  readonly path: string;
  /** Offset in the text. */
  readonly offset: number | undefined;
}

/** The value of a document. */
export interface DocumentValue {
  readonly value: unknown;
  /** Keys that occur again in their mappings, of which the last counts: the first 1,000. */
  readonly repeated: readonly RepeatedKey[];
}

/** Levels of mappings and lists, also those that aliases stand for. Schemas of custom resources have about 50. */
export const maxDepth = 200;

/** The values that aliases stand for may be written out, for example as JSON. */
const maxAliasedCharacters = 16 * 1024 * 1024;

const mostRepeatedKeys = 1000;

/** Reads the value of a document that was parsed with `parserOptions`, with the values that kubectl gives it. Throws UnusableYaml. */
export function readValue({ contents }: Yaml.Document.Parsed, library: typeof Yaml): DocumentValue {
  const reader = new ValueReader(library);
  return { value: reader.read(contents, 0), repeated: reader.repeated };
}

/** What an alias stands for. */
interface Anchored {
  readonly value: unknown;
  /** Characters, with those of its own aliases, and levels. */
  readonly size: number;
  readonly height: number;
}

/** Reads nodes in the order of the text, so that each anchor is read before its aliases. */
class ValueReader {
  readonly repeated: RepeatedKey[] = [];
  readonly #yaml: typeof Yaml;
  /** Undefined for one whose value is not complete. */
  readonly #anchors = new Map<string, Anchored | undefined>();
  /** Leads to the node that is being read. */
  readonly #path: (string | number)[] = [];
  /** Characters that were read, with those that aliases stand for. */
  #size = 0;
  #aliasedSize = 0;
  /** The deepest level since the latest anchor. */
  #deepest = 0;

  constructor(yaml: typeof Yaml) {
    this.#yaml = yaml;
  }

  read(node: unknown, depth: number): unknown {
    const { isAlias, isNode } = this.#yaml;
    // `{a}` has a key without a node for its value.
    if (!isNode(node)) return null;
    if (isAlias(node)) return this.#readAlias(node, depth);
    if (node.anchor === undefined) return this.#readNode(node, depth);
    const [size, deepest] = [this.#size, this.#deepest];
    this.#anchors.set(node.anchor, undefined);
    this.#deepest = depth;
    const value = this.#readNode(node, depth);
    this.#anchors.set(node.anchor, { value, size: this.#size - size, height: this.#deepest - depth });
    this.#deepest = Math.max(this.#deepest, deepest);
    return value;
  }

  #readNode(node: Yaml.Node, depth: number): unknown {
    const { isMap, isScalar, isSeq } = this.#yaml;
    this.#requireDepth(depth, node);
    this.#size++;
    if (isMap(node)) return this.#readMapping(node, depth);
    if (isSeq(node)) return node.items.map((item, index) => this.#readMember(index, item, depth));
    if (!isScalar(node) || typeof node.value !== 'string') return null;
    this.#size += node.value.length;
    return scalarValue(node.value, node.type === 'PLAIN', tagOf(node), node.range?.[0]);
  }

  #readMember(name: string | number, node: unknown, depth: number): unknown {
    this.#path.push(name);
    const value = this.read(node, depth + 1);
    this.#path.pop();
    return value;
  }

  #readKey(key: unknown, depth: number): ScalarValue {
    const value = this.read(key, depth);
    if (typeof value === 'object' && value !== null)
      throw new UnusableYaml(`a mapping or list as a key; ${template}`, offsetOf(key));
    // No other value is read.
    return value as ScalarValue;
  }

  #readMapping({ items }: Yaml.YAMLMap, depth: number): object {
    const { isScalar } = this.#yaml;
    const object = {};
    const own = new Set<string>();
    for (const { key, value } of items) {
      // The parser makes a symbol of `<<`.
      if (isScalar(key) && typeof key.value === 'symbol') {
        this.#merge(object, value, key.range?.[0], depth);
        continue;
      }
      const offset = offsetOf(key);
      const name = keyText(this.#readKey(key, depth + 1), offset);
      if (own.has(name) && this.repeated.length < mostRepeatedKeys)
        this.repeated.push({ path: pathOf([...this.#path, name]), offset });
      own.add(name);
      setMember(object, name, this.#readMember(name, value, depth));
    }
    return object;
  }

  /** Like Go's yaml.v2, where a mapping is merged counts: it replaces keys before it. Of several in a list, the first counts. */
  #merge(object: object, source: unknown, offset: number | undefined, depth: number): void {
    for (const each of this.#yaml.isSeq(source) ? source.items.toReversed() : [source]) {
      const merged = this.read(each, depth);
      if (typeof merged !== 'object' || merged === null || Array.isArray(merged))
        throw new UnusableYaml('the key << merges mappings, and has another value; quote it', offset);
      for (const [name, value] of Object.entries(merged)) setMember(object, name, value);
    }
  }

  #readAlias(alias: Yaml.Alias, depth: number): unknown {
    const offset = offsetOf(alias);
    const found = this.#anchors.get(alias.source);
    if (found === undefined)
      throw new UnusableYaml(
        this.#anchors.has(alias.source)
          ? 'an alias within what it stands for'
          : 'an alias without an anchor before it; quote a value that begins with *',
        offset,
      );
    this.#requireDepth(depth + found.height, alias);
    this.#size += found.size;
    this.#aliasedSize += found.size;
    if (this.#aliasedSize > maxAliasedCharacters)
      throw new UnusableYaml(
        `aliases that stand for more than ${maxAliasedCharacters} characters in all`,
        offset,
      );
    return found.value;
  }

  #requireDepth(depth: number, node: Yaml.Node): void {
    if (depth > maxDepth) throw new UnusableYaml(`nested more than ${maxDepth} levels deep`, offsetOf(node));
    this.#deepest = Math.max(this.#deepest, depth);
  }
}

function offsetOf(node: unknown): number | undefined {
  return (node as { readonly range?: readonly number[] | null } | null | undefined)?.range?.[0];
}

function pathOf(parts: readonly (string | number)[]): string {
  return parts
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

function setMember(object: object, name: string, value: unknown): void {
  // An assignment to `__proto__` is none.
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
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
