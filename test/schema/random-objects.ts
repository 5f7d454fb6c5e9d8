import { isJsonObject, objectsOf, type JsonObject } from '../../packages/schema/src/values/json-fields.js';

/** Whole numbers from 0 to below `below`. */
export type Chance = (below: number) => number;

const scalars: readonly unknown[] = [
  '',
  'a',
  'example.com',
  '10.0.0.1',
  '1h',
  'x'.repeat(70),
  0,
  1,
  -1,
  80,
  1.5,
  true,
  false,
];

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  duration: '1h30m',
  byte: 'AAEC',
  ipv4: '10.0.0.1',
  uri: 'https://example.com/a',
};

/** Makes objects of a definition's schema by chance: mostly valid ones, with words that its rules compare with. */
export class RandomObjects {
  readonly #chance: Chance;
  readonly #words: readonly string[];

  constructor(schema: JsonObject, chance: Chance) {
    this.#chance = chance;
    this.#words = [...new Set(['a', 'b', ...wordsOf(schema)])];
  }

  #pick<T>(list: readonly T[]): T {
    // The lists of this file are not empty.
    return list[this.#chance(list.length)] as T;
  }

  value(schema: JsonObject, depth = 0): unknown {
    if (schema['nullable'] === true && this.#chance(20) === 0) return null;
    if (Array.isArray(schema['enum'])) return this.#pick(schema['enum'] as readonly unknown[]);
    if (schema['x-kubernetes-int-or-string'] === true) return this.#pick<unknown>([1, 80, '50%', 'http']);
    switch (schema['type']) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return this.#list(schema, depth);
      case 'string':
        return this.#text(schema);
      case 'integer':
      case 'number':
        return this.#number(schema);
      case 'boolean':
        return this.#chance(2) === 0;
      default:
        return this.#pick<unknown>([{ any: 1 }, 'any', [1]]);
    }
  }

  #object(schema: JsonObject, depth: number): JsonObject {
    const result: JsonObject = {};
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    for (const [name, property] of Object.entries(propertiesOf(schema))) {
      const likely = depth < 2 ? 3 : depth < 4 ? 2 : depth < 8 ? 1 : 0;
      if (required.includes(name) || this.#chance(6) < likely) result[name] = this.value(property, depth + 1);
    }
    const { additionalProperties: values } = schema;
    if (isJsonObject(values))
      for (let count = this.#chance(3); count > 0; count--)
        result[this.#pick(this.#words)] = this.value(values, depth + 1);
    return result;
  }

  #list(schema: JsonObject, depth: number): unknown[] {
    const { items, minItems = 0, maxItems = 3 } = schema;
    const size = Math.max(Number(minItems), Math.min(Number(maxItems), this.#chance(depth < 6 ? 4 : 2)));
    if (!isJsonObject(items)) return [];
    return Array.from({ length: size }, () => this.value(items, depth + 1));
  }

  #text(schema: JsonObject): string {
    const format = formats[String(schema['format'])];
    if (format !== undefined) return format;
    const text = this.#pick(this.#words);
    const { minLength = 0, maxLength = text.length } = schema;
    return text.padEnd(Number(minLength), 'x').slice(0, Number(maxLength));
  }

  #number(schema: JsonObject): number {
    const least = Number(schema['minimum'] ?? 0);
    const most = Number(schema['maximum'] ?? least + 100);
    return this.#pick([least, most, least + this.#chance(Math.min(1000, Math.max(1, most - least + 1)))]);
  }

  /** Returns a copy in which some values are others, of another type, or absent. */
  mutated(value: JsonObject, schema: JsonObject): JsonObject {
    const copy = structuredClone(value);
    for (let count = 1 + this.#chance(2); count > 0; count--) this.#mutate(copy, schema);
    return copy;
  }

  #mutate(value: unknown, schema: JsonObject): void {
    if (Array.isArray(value)) {
      const index = this.#chance(value.length + 1);
      const { items } = schema;
      if (!isJsonObject(items)) return;
      if (index === value.length) value.push(this.value(items, 4));
      else if (this.#chance(4) === 0) value.splice(index, 1);
      else if (this.#chance(2) === 0) value[index] = this.value(items, 4);
      else this.#mutate(value[index], items);
      return;
    }
    if (!isJsonObject(value)) return;
    const properties = propertiesOf(schema);
    const { additionalProperties: values } = schema;
    const names = [...new Set([...Object.keys(value), ...Object.keys(properties)])].filter(
      (name) => name !== 'metadata' && name !== 'apiVersion' && name !== 'kind',
    );
    if (names.length === 0) return;
    const name = this.#pick(names);
    const own = properties[name] ?? (isJsonObject(values) ? values : undefined);
    const inside = value[name];
    if (own !== undefined && typeof inside === 'object' && inside !== null && this.#chance(4) > 0)
      this.#mutate(inside, own);
    else if (this.#chance(4) === 0) delete value[name];
    else if (own === undefined || this.#chance(8) === 0) value[name] = this.#pick(scalars);
    else value[name] = this.value(own, 3);
  }
}

function propertiesOf(schema: JsonObject): Record<string, JsonObject> {
  const { properties } = schema;
  if (!isJsonObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).filter((each): each is [string, JsonObject] => isJsonObject(each[1])),
  );
}

/** The texts in quotes of the rules in a schema. */
function wordsOf(schema: JsonObject): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isJsonObject(value)) return;
    for (const { rule } of objectsOf(value['x-kubernetes-validations']))
      for (const [, single, double] of String(rule).matchAll(/'([^']{1,40})'|"([^"]{1,40})"/g))
        found.push(single ?? double ?? '');
    for (const member of Object.values(value)) visit(member);
  };
  visit(schema);
  return found;
}

/** Changes one rule of a definition by chance: its text, or one of its other fields. Returns false if it has no rules. */
export function mutateRule(definition: JsonObject, chance: Chance): boolean {
  const rules: JsonObject[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isJsonObject(value)) return;
    rules.push(...objectsOf(value['x-kubernetes-validations']));
    for (const member of Object.values(value)) visit(member);
  };
  visit(definition);
  const rule = rules[chance(rules.length)];
  if (rule === undefined) return false;
  const text = String(rule['rule']);
  const at = chance(text.length);
  const changes: readonly (() => void)[] = [
    () => (rule['rule'] = text.slice(0, at) + text.slice(at + 1)),
    () =>
      (rule['rule'] =
        `${text.slice(0, at)}${['x', '(', ')', '.', '!', '&&', '0', "'", '['][chance(9)]}${text.slice(at)}`),
    () => (rule['rule'] = text.replace(/\bself\b/, 'slef')),
    () => (rule['rule'] = text.replace(/\.(\w+)/, '.$1x')),
    () => (rule['rule'] = `size(${text}) > 0`),
    () => (rule['rule'] = `(${text}) == 1`),
    () => (rule['rule'] = `oldSelf == self && (${text})`),
    () => (rule['rule'] = 'self'),
    () => (rule['messageExpression'] = ['self', "'a' + 1", 'string(', "'a'"][chance(4)]),
    () => (rule['reason'] = ['FieldValueInvalid', 'Wrong'][chance(2)]),
    () => (rule['fieldPath'] = ['.spec', '.x', 'x', "['a']", '.metadata.name'][chance(5)]),
    () => (rule['optionalOldSelf'] = true),
  ];
  changes[chance(changes.length)]?.();
  return true;
}
