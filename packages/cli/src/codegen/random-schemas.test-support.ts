import fc from 'fast-check';
import { type JsonObject, asObject, isJsonObject, objectsOf } from '@kube-informers/schema/internal';

/**
 * What is wrong with a value, if only one thing is:
 *
 * - `type`: a value of another type.
 * - `required`: a required field is missing.
 * - `unknown`: a field that the schema does not have.
 * - `exclusive`: none or several of fields of which exactly one must be set.
 * - `alternative`: other alternatives do not hold; the type may be wider.
 * - `enum`: a value that the enum does not list.
 * - `null`: null for an optional field, which the server drops.
 */
export type Fault = 'type' | 'required' | 'unknown' | 'exclusive' | 'alternative' | 'enum' | 'null';

/** A value with one fault. */
export interface FaultyValue {
  readonly fault: Fault;
  readonly value: unknown;
}

/**
 * Names that are no identifiers, or that JavaScript or Kubernetes gives a meaning. Without `toString` and the like, which the
 * compiler finds in every object.
 */
const names = "a b items ports x-y class 1st é it's a.b $ref / __proto__ apiVersion kind metadata status"
  .split(' ')
  .concat('with space');

const toleration = {
  type: 'object',
  properties: {
    effect: { type: 'string' },
    key: { type: 'string' },
    operator: { type: 'string' },
    tolerationSeconds: { type: 'integer', format: 'int64' },
    value: { type: 'string' },
  },
};

/** Random structural schemas, and values that they accept or not; the same for the same seed. */
export class RandomSchemas {
  readonly #draw: fc.GeneratorValue;

  constructor(seed: number) {
    const [draw] = fc.sample(fc.gen(), { seed, numRuns: 1 });
    if (draw === undefined) throw new Error('no generator');
    this.#draw = draw;
  }

  /** Returns the schema of an object with fields, nested up to `depth`. */
  object(depth: number): JsonObject {
    const chosen = this.#draw(fc.subarray, names, { minLength: 1, maxLength: 4 });
    // Fields that are required or have a default take part in no union.
    const isUnion = this.#isChance(60);
    const fields = chosen.map((name) => [
      name,
      isUnion ? this.#anySchema(depth - 1) : this.#property(depth - 1),
    ]);
    const schema = {
      type: 'object',
      properties: Object.fromEntries(fields) as JsonObject,
      required: chosen.filter(() => this.#isChance(isUnion ? 10 : 40)),
      ...(this.#isChance(20) && { 'x-kubernetes-preserve-unknown-fields': true }),
    };
    const withAlternatives = { ...schema, ...this.#alternatives(chosen) };
    const isUsed = isUnion || this.#isChance(20);
    return isUsed && presencesOf(withAlternatives).length > 0 ? withAlternatives : schema;
  }

  /** Returns a value that a schema accepts. */
  value(schema: JsonObject): unknown {
    // The server accepts null for no enum.
    if (Array.isArray(schema['enum'])) return this.#pick(schema['enum'] as unknown[]);
    if (schema['nullable'] === true && this.#isChance(25)) return null;
    if (schema['x-kubernetes-int-or-string'] === true) return this.#pick([5, 0, '50%', '']);
    switch (schema['type']) {
      case 'string':
        return this.#pick(['', 'a', 'é "x"']);
      case 'integer':
        return this.#pick([0, 7, -3]);
      case 'number':
        return this.#pick([0, 2, 1.5]);
      case 'boolean':
        return this.#isChance(50);
      case 'array':
        return this.#times(2).map(() => this.value(asObject(schema['items']) ?? {}));
      case 'object':
        return this.#objectValue(schema);
      default:
        return this.#pick([1, 'a', true, { a: [1, { b: 'c' }] }, []]);
    }
  }

  /** Returns every way in which one thing is wrong with a value that the schema accepts. */
  faults(schema: JsonObject, value: unknown): FaultyValue[] {
    if (value === null) return [];
    const found: FaultyValue[] = wrongValues(schema).map((wrong) => ({ fault: 'type', value: wrong }));
    if (Array.isArray(schema['enum']))
      found.push({ fault: 'enum', value: schema['type'] === 'string' ? 'none' : 99 });
    if (Array.isArray(value)) {
      value.forEach((item: unknown, index) => {
        const inside = this.faults(asObject(schema['items']) ?? {}, item);
        found.push(...inside.map((faulty) => ({ ...faulty, value: value.with(index, faulty.value) })));
      });
    } else if (isJsonObject(value)) {
      const values = asObject(schema['additionalProperties']);
      for (const [name, field] of Object.entries(value)) {
        const own = propertyOf(schema, name) ?? values;
        const inside = own === undefined ? [] : this.faults(own, field);
        found.push(...inside.map((faulty) => ({ ...faulty, value: { ...value, [name]: faulty.value } })));
      }
      if (isJsonObject(schema['properties'])) found.push(...this.#fieldFaults(schema, value));
    }
    return found;
  }

  /** Returns some of the values, in their order; of each fault as many as of the others where there are enough. */
  some(faulty: readonly FaultyValue[], most: number): FaultyValue[] {
    const kinds = [...new Set(faulty.map(({ fault }) => fault))];
    return Array.from({ length: Math.min(most, faulty.length) }, (_, index) => {
      const kind = kinds[index % kinds.length];
      return this.#pick(faulty.filter(({ fault }) => fault === kind));
    });
  }

  #fieldFaults(schema: JsonObject, value: JsonObject): FaultyValue[] {
    const found: FaultyValue[] = [];
    const hasAlternatives = 'oneOf' in schema || 'anyOf' in schema;
    for (const [name, property] of Object.entries(asObject(schema['properties']) ?? {})) {
      const field = asObject(property) ?? {};
      const { [name]: _left, ...others } = value;
      const isRequired = requiredOf(schema).includes(name) && !('default' in field);
      if (isRequired) found.push({ fault: 'required', value: others });
      const mayBeNull = field['nullable'] === true || field['type'] === undefined;
      if (!mayBeNull && !hasAlternatives)
        found.push({ fault: isRequired ? 'type' : 'null', value: { ...value, [name]: null } });
    }
    if (schema['x-kubernetes-preserve-unknown-fields'] !== true)
      found.push({ fault: 'unknown', value: { ...value, 'not there': 1 } });
    if (!hasAlternatives) return found;
    const others = subsetsOf(Object.keys(asObject(schema['properties']) ?? {})).filter(
      (fields) => requiredOf(schema).every((name) => fields.includes(name)) && !holds(schema, fields),
    );
    const fault = isExclusive(schema) ? 'exclusive' : 'alternative';
    return [...found, ...others.map((fields) => ({ fault, value: this.#fields(schema, fields) }) as const)];
  }

  #property(depth: number): JsonObject {
    const schema = this.#anySchema(depth);
    const isNullable = schema['type'] !== undefined && this.#isChance(15);
    const whole = isNullable ? { ...schema, nullable: true } : schema;
    // A default must hold without those inside it.
    if (!this.#isChance(15) || JSON.stringify(whole).includes('"default":')) return whole;
    const fallback = this.value(whole);
    return fallback === null ? whole : { ...whole, default: fallback };
  }

  #anySchema(depth: number): JsonObject {
    const leaves: readonly JsonObject[] = [
      { type: 'string' },
      { type: 'string', enum: ['Full', "it's", ''] },
      { type: 'integer' },
      { type: 'integer', format: 'int64', enum: [1, -2] },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'object' },
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      { 'x-kubernetes-int-or-string': true },
      { type: 'array', items: { 'x-kubernetes-int-or-string': true } },
      { 'x-kubernetes-preserve-unknown-fields': true },
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
      },
      // Equal to a built-in type, and with a rule more.
      toleration,
      exclusive(toleration, ['key', 'value']),
      { ...toleration, oneOf: [{ required: ['effect'] }, { required: ['key', 'operator'] }] },
    ];
    if (depth === 0 || this.#isChance(40)) return this.#pick(leaves);
    switch (this.#pick(['array', 'map', 'object'])) {
      case 'array':
        return { type: 'array', items: this.#anySchema(depth - 1) };
      case 'map':
        return { type: 'object', additionalProperties: this.#anySchema(depth - 1) };
      default:
        return this.object(depth);
    }
  }

  #alternatives(fields: readonly string[]): JsonObject {
    const branch = (): JsonObject => {
      const [first, second] = [this.#pick(fields), this.#pick(fields)];
      const required = this.#isChance(60) && first !== second ? [first, second] : [first];
      return this.#isChance(15) ? { not: { required: [first] } } : { required };
    };
    const branches = this.#isChance(20)
      ? fields.map((name) => ({ required: [name] }))
      : [branch(), branch(), ...this.#times(1).map(branch)];
    return { [this.#pick(['oneOf', 'anyOf'])]: branches };
  }

  #objectValue(schema: JsonObject): JsonObject {
    const more =
      schema['x-kubernetes-preserve-unknown-fields'] === true && this.#isChance(50) ? { more: [1] } : {};
    if (schema['x-kubernetes-embedded-resource'] === true)
      return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', labels: { b: 'c' } }, ...more };
    const values = asObject(schema['additionalProperties']);
    if (values !== undefined)
      return Object.fromEntries(this.#times(2).map(() => [this.#pick(names), this.value(values)]));
    if (!isJsonObject(schema['properties'])) return more;
    return { ...this.#fields(schema, this.#pick(presencesOf(schema))), ...more };
  }

  /** Returns a value with these fields; some with a default are left out. */
  #fields(schema: JsonObject, fields: readonly string[]): JsonObject {
    const own = fields.map((name) => [name, propertyOf(schema, name) ?? {}] as const);
    const written = own.filter(([, property]) => !('default' in property) || this.#isChance(50));
    return Object.fromEntries(written.map(([name, property]) => [name, this.value(property)]));
  }

  #times(most: number): number[] {
    return Array.from({ length: this.#draw(fc.nat, most) }, (_, index) => index);
  }

  #isChance(percent: number): boolean {
    return this.#draw(fc.nat, 99) < percent;
  }

  #pick<T>(values: readonly T[]): T {
    // The index is that of one of the values.
    return values[this.#draw(fc.nat, values.length - 1)] as T;
  }
}

/** Returns a schema of which exactly one of some fields must be set. */
function exclusive(schema: JsonObject, fields: readonly string[]): JsonObject {
  return { ...schema, oneOf: fields.map((name) => ({ required: [name] })) };
}

function propertyOf(schema: JsonObject, name: string): JsonObject | undefined {
  const properties = asObject(schema['properties']) ?? {};
  return Object.hasOwn(properties, name) ? asObject(properties[name]) : undefined;
}

function requiredOf(schema: JsonObject): string[] {
  return (schema['required'] ?? []) as string[];
}

/** Returns the sets of fields that an object may have: with those that are required, or have a default. */
function presencesOf(schema: JsonObject): string[][] {
  return subsetsOf(Object.keys(asObject(schema['properties']) ?? {})).filter(
    (fields) => requiredOf(schema).every((name) => fields.includes(name)) && holds(schema, fields),
  );
}

/** Returns all sets of fields, but for those without a field that has a default: the server fills it in. */
function subsetsOf(fields: readonly string[]): string[][] {
  return fields.reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]]);
}

/** True if the alternatives of a schema allow these fields. */
function holds(schema: JsonObject, fields: readonly string[]): boolean {
  const defaulted = Object.entries(asObject(schema['properties']) ?? {})
    .filter(([, property]) => isJsonObject(property) && 'default' in property)
    .map(([name]) => name);
  const present = new Set([...fields, ...defaulted]);
  const isTrue = (part: JsonObject): boolean =>
    isJsonObject(part['not']) ? !isTrue(part['not']) : requiredOf(part).every((name) => present.has(name));
  const one = objectsOf(schema['oneOf']);
  const any = objectsOf(schema['anyOf']);
  return (one.length === 0 || one.filter(isTrue).length === 1) && (any.length === 0 || any.some(isTrue));
}

/** True if exactly one of some fields must be set, and each may be left out otherwise: the type refuses none and two. */
function isExclusive(schema: JsonObject): boolean {
  const fields = objectsOf(schema['oneOf']).map(({ required }) =>
    Array.isArray(required) ? (required as string[]) : [],
  );
  return (
    fields.length > 1 &&
    fields.every(([name = '', ...others]) => {
      const property = propertyOf(schema, name) ?? {};
      return others.length === 0 && !requiredOf(schema).includes(name) && !('default' in property);
    }) &&
    new Set(fields.flat()).size === fields.length
  );
}

/** Returns a value of each other type. */
function wrongValues(schema: JsonObject): unknown[] {
  if (schema['x-kubernetes-int-or-string'] === true) return [true, {}, []];
  switch (schema['type']) {
    case 'string':
      return [5, true, {}, []];
    case 'integer':
    case 'number':
      return ['5', true, {}, []];
    case 'boolean':
      return ['true', 0, {}, []];
    case 'array':
      return ['a', 5, {}];
    case 'object':
      return ['a', 5, true, []];
    default:
      return [];
  }
}
