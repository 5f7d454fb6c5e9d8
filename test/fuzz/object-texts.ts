import fc from 'fast-check';
import type { Chance } from '../soak/chance.js';
import { deepText, hostileObject, hostileValue } from '../hostile-json.test-support.js';

/** JSON of an object: one with much in it that is unusual, or one that is much like others. */
export function objectText(
  chance: Chance,
  kinds: readonly string[] = ['ConfigMap', 'Pod', 'Secret'],
): string {
  return chance.happens(0.4) ? sample(chance, hostileObject) : similarObject(chance, kinds);
}

function sample(chance: Chance, texts: fc.Arbitrary<string>): string {
  return fc.sample(texts, { seed: chance.between(0, 2 ** 31), numRuns: 1 })[0] ?? '{}';
}

/** One of few labels, names and field sets: caches share what objects have in common. */
function similarObject(chance: Chance, kinds: readonly string[]): string {
  const metadata = members([
    ['name', `"${chance.pick(['a', 'b', 'web-1'])}"`],
    ['namespace', `"${chance.pick(['default', 'kube-system', ''])}"`],
    ['resourceVersion', `"${chance.between(1, 1e9)}"`],
    ['labels', `{"app":"${chance.pick(['web', 'db', '😀'])}","tier":"${chance.pick(['front', 'back'])}"}`],
    ['managedFields', `[${repeated(chance, 3, () => managedFields(chance)).join()}]`],
  ]);
  return members([
    ['kind', `"${chance.pick(kinds)}"`],
    ['apiVersion', chance.pick(['"v1"', '"apps/v1"'])],
    ['metadata', metadata],
    [chance.pick(['spec', 'data']), sample(chance, hostileValue)],
    ['status', `{"phase":"${chance.pick(['Running', 'Pending'])}"}`],
  ]);
}

function managedFields(chance: Chance): string {
  const fields = chance.happens(0.01)
    ? `{"f:deep":${deepText(chance.pick([60, 130, 600, 4500]), 'objects', '{}')}}`
    : fieldSet(chance, chance.between(1, 5));
  return `{"manager":"${chance.pick(['kubelet', 'helm'])}","operation":"Update","fieldsV1":${fields}}`;
}

function fieldSet(chance: Chance, depth: number): string {
  if (depth === 0) return '{}';
  const names = ['f:spec', 'f:status', 'f:conditions', 'k:{\\"type\\":\\"Ready\\"}', 'k:{\\"ip\\":\\"10.0.0.1\\"}', '.', 'f:labels']; // prettier-ignore
  return members(repeated(chance, 4, () => [chance.pick(names), fieldSet(chance, depth - 1)]));
}

function repeated<V>(chance: Chance, most: number, make: () => V): V[] {
  return Array.from({ length: chance.between(0, most + 1) }, make);
}

function members(of: readonly (readonly [string, string])[]): string {
  return `{${of.map(([name, value]) => `"${name}":${value}`).join()}}`;
}
