import { numbersOf } from '../../../../../test/chance.test-support.js';
import { schemaType } from '../../../../testing/src/apiserver/types/type-table.js';
import type { ApiType, SpecialForm, StructType } from '../../../../schema/src/values/api-type.js';

type Json = Record<string, unknown>;

const texts = [
  '',
  'a',
  'Running',
  '__proto__',
  'ä',
  '𝕏',
  'x'.repeat(41),
  'constructor',
  'ü'.repeat(30),
  '"\\n',
];
const keys = ['a', 'b', 'app', '__proto__', 'x/y', 'ü'];
const integers = [
  0n,
  1n,
  -1n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  -(2n ** 63n),
  2n ** 63n - 1n,
  2n ** 49n,
];

/** Makes random values of the built-in types; the same for the same seed. */
export class Maker {
  readonly below: (count: number) => number;
  /** Fields that an object may still get. */
  #left = 60;

  constructor(seed: number) {
    this.below = numbersOf(seed);
  }

  one<V>(values: readonly V[]): V {
    return values[this.below(values.length)] as V;
  }

  /** A value of a type as JSON has it. */
  value(type: ApiType): unknown {
    switch (type.is) {
      case 'pointer':
        return this.value(type.to);
      case 'scalar':
        return this.#scalar(type.base);
      case 'list':
        return Array.from({ length: this.below(3) }, () => this.value(type.items));
      case 'map':
        return Object.fromEntries(
          Array.from({ length: this.below(3) }, () => [this.one(keys), this.value(type.values)]),
        );
      case 'struct':
        return this.object(type);
      case 'special':
        return this.#special(type.form);
    }
  }

  object(type: StructType): Json {
    const found: Json = {};
    for (const { json, type: own } of type.fields.values()) {
      if (isTypeMeta(type, json) || this.#left <= 0 || this.below(3) === 0) continue;
      this.#left--;
      const value = this.value(own);
      // The embedded server stores a schema as it is given, empty values included.
      if (type !== schemaType() || !isEmpty(value)) found[json] = value;
    }
    return found;
  }

  #scalar(base: string): unknown {
    switch (base) {
      case 'string':
        return this.one(texts);
      case 'bool':
        return this.below(2) === 0;
      case 'float64':
        return this.one([0, 1.5, -0.1, 1e21, 1e-7, 2 ** 60, 0.1 + 0.2]);
      case 'int64': {
        const value = this.one(integers);
        return Number.isSafeInteger(Number(value)) ? Number(value) : value;
      }
      default:
        return this.one([0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 300]);
    }
  }

  #special(form: SpecialForm): unknown {
    switch (form) {
      case 'bytes':
        return this.one(['', 'AA==', '//79', 'aGVsbG8=']);
      case 'time':
        return this.one(['1969-12-31T23:59:59Z', '2026-01-02T03:04:05Z', '9999-12-31T23:59:59Z']);
      case 'microtime':
        return this.one(['2026-01-02T03:04:05.678900Z', '1969-12-31T23:59:59.000001Z']);
      case 'quantity':
        return this.one(['0', '1', '1500m', '1Gi', '100M']);
      case 'intorstring':
        return this.one([0, -1, 8080, '', 'http', '25%']);
      case 'raw':
        return this.one([{ a: 1, b: [{ a: 2n ** 62n }] }, [1, 'x'], 'text', 7]);
      case 'fieldsv1':
        return { 'f:metadata': { 'f:labels': { '.': {} } } };
      case 'schemaorarray':
        return this.below(2) === 0 ? this.object(schemaType()) : [this.object(schemaType())];
      case 'schemaorbool':
        return this.below(2) === 0 ? this.object(schemaType()) : this.below(2) === 0;
      case 'schemaorstrings':
        return this.below(2) === 0 ? this.object(schemaType()) : ['a', 'b'];
      default:
        return this.object(schemaType());
    }
  }

  /** Fields of a type for a mask. */
  mask(type: ApiType, depth = 0): Json | true {
    if (type.is === 'pointer') return this.mask(type.to, depth);
    if (type.is === 'list') return this.mask(type.items, depth);
    if (depth > 6 || (depth > 0 && this.below(4) === 0)) return true;
    const names: Json = {};
    if (type.is === 'map')
      for (const key of keys) if (this.below(2) === 0) setOwn(names, key, this.mask(type.values, depth + 1));
    if (type.is === 'struct')
      for (const { json, type: own } of type.fields.values())
        if (!isTypeMeta(type, json) && this.below(3) === 0) setOwn(names, json, this.mask(own, depth + 1));
    if (type.is === 'special' && type.form === 'raw') names['a'] = true;
    if (Object.keys(names).length > 0) return names;
    return depth === 0 ? { metadata: true } : true;
  }
}

function isEmpty(value: unknown): boolean {
  return (
    value === '' || value === false || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
  );
}

/** kind and apiVersion of a whole object are in its envelope. */
function isTypeMeta(type: StructType, name: string): boolean {
  return type.fields.has('metadata') && (name === 'kind' || name === 'apiVersion');
}

function setOwn(target: Json, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true });
}
