import type { Chance } from '../soak/chance.js';
import type { Schema } from './resources.js';

/** Makes a condition about variables with these schemas. Most are right for them, and some fail when they are evaluated. */
export function expressionOf(chance: Chance, variables: Readonly<Record<string, Schema>>, depth = 2): string {
  const again = (): string => expressionOf(chance, variables, depth - 1);
  if (depth > 0 && chance.happens(0.6)) {
    const kind = chance.between(0, 5);
    if (kind === 0) return `(${again()} && ${again()})`;
    if (kind === 1) return `(${again()} || ${again()})`;
    if (kind === 2) return `(${again()} ? ${again()} : ${again()})`;
    if (kind === 3) return `!(${again()})`;
  }
  const name = chance.pick(Object.keys(variables));
  return conditionOf(chance, variables[name] ?? {}, name, 0);
}

const words = ["'a'", "'b'", "'c'", "''", "'x y'", "'1'"] as const;
const comparisons = ['==', '!=', '<', '<=', '>', '>='] as const;

/** A condition about a value of a schema, which `path` reads. */
function conditionOf(chance: Chance, schema: Schema, path: string, loops: number): string {
  const { type, items, additionalProperties: values, properties = {} } = schema;
  // Now and then of another type: messages must be the same too.
  if (chance.happens(0.03)) return `${path} == ${chance.pick(['1', ...words, 'null', '[]', 'true'])}`;
  if (schema['x-kubernetes-int-or-string'] === true)
    return chance.pick([
      `type(${path}) == int`,
      `${path} == 1`,
      `(type(${path}) == string ? ${path} == 'a' : ${path} > 0)`,
    ]);
  switch (type) {
    case 'string':
      return chance.pick([
        `${path} ${chance.pick(comparisons)} ${chance.pick(words)}`,
        `${path}.size() ${chance.pick(comparisons)} ${chance.between(0, 4)}`,
        `${path}.${chance.pick(['startsWith', 'endsWith', 'contains'])}(${chance.pick(words)})`,
        `${path}.matches(${chance.pick(["'^[a-c]*$'", "'.+'", String.raw`'\\d'`])})`,
        `${path} in [${chance.pick(words)}, ${chance.pick(words)}]`,
        `!format.dns1123Label().validate(${path}).hasValue()`,
        `${path}.lowerAscii().split('')[0] == 'a'`,
        `isQuantity(${path}) && quantity(${path}).isGreaterThan(quantity('0'))`,
        `${path}.replace('a', 'bb').charAt(1) == 'b'`,
      ]);
    case 'integer':
      return chance.pick([
        `${path} ${chance.pick(comparisons)} ${chance.between(0, 4)}`,
        `${path} % 2 == 0`,
        `${chance.between(1, 5)} / ${path} > 1`,
        `${path} in [0, 2, 4]`,
        `string(${path}) == '1'`,
      ]);
    case 'number':
      return chance.pick([
        `${path} ${chance.pick(comparisons)} 1`,
        `${path} * 2.0 < 3.5`,
        `int(${path}) == ${chance.between(0, 3)}`,
        `math.abs(${path}) > 1.0`,
      ]);
    case 'boolean':
      return chance.pick([path, `!${path}`]);
    case 'array': {
      const loop = `v${loops}`;
      const inner = conditionOf(chance, items ?? {}, loop, loops + 1);
      return chance.pick([
        `${path}.size() ${chance.pick(comparisons)} ${chance.between(0, 4)}`,
        `${path}.${chance.pick(['all', 'exists', 'exists_one'])}(${loop}, ${inner})`,
        `${path}.filter(${loop}, ${inner}).size() ${chance.pick(comparisons)} 1`,
        `${path}.all(i${loops}, ${loop}, i${loops} < 3 && ${inner})`,
        conditionOf(chance, items ?? {}, `${path}[0]`, loops),
      ]);
    }
    case 'object': {
      if (values !== undefined) {
        const loop = `k${loops}`;
        return chance.pick([
          `${chance.pick(words)} in ${path}`,
          `${path}.all(${loop}, ${conditionOf(chance, values, `${path}[${loop}]`, loops + 1)})`,
          `${path}.exists(${loop}, v${loops}, ${loop} == 'a' && ${conditionOf(chance, values, `v${loops}`, loops + 1)})`,
          `${path}.size() < ${chance.between(0, 4)}`,
          `${path}[?'a'].orValue('') == 'a'`,
        ]);
      }
      const names = Object.keys(properties);
      if (names.length === 0) return `${path} == ${path}`;
      const name = chance.pick(names);
      const field = `${path}.${name}`;
      const inner = conditionOf(chance, properties[name] ?? {}, field, loops);
      if (chance.happens(0.1)) return `has(${field})`;
      // Without a guard, an absent field is an error.
      return chance.happens(0.75) ? `(!has(${field}) || ${inner})` : inner;
    }
    default:
      return chance.pick([`${path} == ${path}`, `type(${path}) != string`, `${path} != null`]);
  }
}
