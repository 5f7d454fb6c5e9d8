import { decodeText } from '../util/text-file.js';
import { isBytes, isDate } from '../util/type-checks.js';
import { ConfigError } from '../util/errors.js';

/**
 * Reads the fields of a parsed mapping and checks their types.
 *
 * As in Go's decoder, an absent field and `null` are the zero value, and a wrong type is an error. Errors contain the
 * field and the actual type, never the value, which may be secret.
 */
export class Fields {
  /** File and position, for messages: `/home/me/.kube/config: users[0].user`. */
  readonly path: string;
  readonly #fields: Readonly<Record<string, unknown>>;

  private constructor(path: string, fields: Readonly<Record<string, unknown>>) {
    this.path = path;
    this.#fields = fields;
  }

  /** Wraps a mapping; throws ConfigError `ERR_KUBECONFIG_PARSE` for anything else. */
  static of(path: string, value: unknown, expected = 'a mapping'): Fields {
    if (!isMapping(value)) throw wrongType(path, value, expected);
    return new Fields(path, value);
  }

  has(key: string): boolean {
    return this.raw(key) !== undefined;
  }

  raw(key: string): unknown {
    return Object.hasOwn(this.#fields, key) ? (this.#fields[key] ?? undefined) : undefined;
  }

  string(key: string): string {
    return asString(this.raw(key) ?? '', this.#at(key));
  }

  /** Returns a string; "" counts as absent, as everywhere in client-go. */
  optionalString(key: string): string | undefined {
    const value = this.string(key);
    return value === '' ? undefined : value;
  }

  boolean(key: string): boolean {
    const value = this.raw(key) ?? false;
    if (typeof value === 'boolean') return value;
    throw wrongType(this.#at(key), value, 'true or false');
  }

  strings(key: string): readonly string[] {
    return asList(this.raw(key), this.#at(key)).map((item, index) =>
      asString(item, `${this.#at(key)}[${index}]`),
    );
  }

  /** Returns a decoded base64 string. */
  base64(key: string): string | undefined {
    const text = this.string(key).replaceAll(/[\r\n]/g, '');
    if (text === '') return undefined;
    if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
      throw new ConfigError(
        'ERR_KUBECONFIG_PARSE',
        `${this.#at(key)} is not valid base64, expected base64 of PEM`,
      );
    return decodeText(Buffer.from(text, 'base64'));
  }

  /** Returns a mapping of strings to strings. */
  stringMap(key: string): Readonly<Record<string, string>> {
    const child = this.child(key);
    return Object.fromEntries(Object.keys(child.#fields).map((name) => [name, child.string(name)]));
  }

  /** Returns a mapping of strings to lists of strings. */
  stringLists(key: string): Readonly<Record<string, readonly string[]>> {
    const child = this.child(key);
    return Object.fromEntries(Object.keys(child.#fields).map((name) => [name, child.strings(name)]));
  }

  /** Returns the mapping under `key`; empty if absent. */
  child(key: string): Fields {
    return Fields.of(this.#at(key), this.raw(key) ?? {});
  }

  /** Returns the list of mappings under `key`; empty if absent. */
  list(key: string): readonly Fields[] {
    return asList(this.raw(key), this.#at(key)).map((item, index) =>
      Fields.of(`${this.#at(key)}[${index}]`, item ?? {}),
    );
  }

  #at(key: string): string {
    return this.path.includes(': ') ? `${this.path}.${key}` : `${this.path}: ${key}`;
  }
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDate(value);
}

function asString(value: unknown, path: string): string {
  if (typeof value !== 'string') throw wrongType(path, value, 'a string');
  return value;
}

function asList(value: unknown, path: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrongType(path, value, 'a list');
  return value;
}

function wrongType(path: string, value: unknown, expected: string): ConfigError {
  return new ConfigError('ERR_KUBECONFIG_PARSE', `${path}: expected ${expected}, got ${typeName(value)}`);
}

function typeName(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (isBytes(value)) return 'binary data';
  return typeof value === 'object' ? 'a mapping' : `a ${typeof value}`;
}
