import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { builtInResources } from '../../../../kube-informers/src/resources/index.js';
import type { Resource } from '../../../../kube-informers/src/meta/resource.js';
import { type JsonObject, decodeTyped } from '@kube-informers/schema/internal';
import { typeOfKind } from '../types/type-table.js';
import type { KindRules } from '../objects/kind-rules.js';
import { builtInRules } from './built-in-kinds.js';
import { ServiceAddresses } from './service-addresses.js';

function find(id: string): Resource {
  const [name = '', version] = id.split('/');
  const found = builtInResources.find(
    ({ resource, group, version: own }) =>
      `${resource}.${group}` === name && (version === undefined || own === version),
  );
  if (found === undefined) throw new Error(`no resource ${id}`);
  return found;
}

function rulesOf(id: string): KindRules {
  const priorityClasses = { find: () => undefined, all: () => [] };
  return builtInRules(find(id), {
    enforcesRoles: false,
    httpWebhooks: false,
    addresses: new ServiceAddresses(),
    priorityClasses,
  });
}

/** Returns a body after decoding by its type and defaulting. */
function defaulted(id: string, given: JsonObject): JsonObject {
  const { group, version, kind } = find(id);
  const type = typeOfKind(group, version, kind);
  if (type === undefined) throw new Error(`no type for ${id}`);
  const { value, problem } = decodeTyped(type, given);
  expect(problem).toBeUndefined();
  rulesOf(id).applyDefaults(value);
  return value;
}

const limited = { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '1' } } }] };
const strategy = (spec: JsonObject): JsonObject => ({ spec: { updateStrategy: spec } });

/**
 * Each kind's defaults, from kube-apiserver's sources (pkg/apis, the files defaults.go).
 *
 * The integration tests' real server has only a few of these kinds and defaults. A line of the file has the id, an object,
 * and the expected fields.
 */
const cases = JSON.parse(
  readFileSync(new URL('./built-in-defaults-cases.json', import.meta.url), 'utf8'),
) as readonly (readonly [id: string, given: JsonObject, wanted: JsonObject])[];

describe('defaults', () => {
  test.each(cases)('of %s', (id, given, wanted) => {
    expect(defaulted(id, given)).toMatchObject(wanted);
  });

  test('templates do not get the defaults of pods', () => {
    const spec = defaulted('deployments.apps', {
      spec: { template: { spec: { ...limited, hostNetwork: true } } },
    });
    expect(JSON.stringify(spec)).not.toMatch(/requests|hostPort|enableServiceLinks/);
  });

  test('a strategy of a different type gets no parameters', () => {
    for (const id of ['statefulsets.apps', 'daemonsets.apps'])
      expect(defaulted(id, strategy({ type: 'OnDelete' }))['spec']).toMatchObject({
        updateStrategy: { type: 'OnDelete' },
      });
    const recreate = defaulted('deployments.apps', { spec: { strategy: { type: 'Recreate' } } });
    expect(recreate['spec']).toMatchObject({ strategy: { type: 'Recreate' } });
    expect(JSON.stringify(recreate)).not.toContain('rollingUpdate');
  });

  test('defaulting is idempotent', () => {
    for (const [id, given] of cases) {
      const once = defaulted(id, given);
      const again = structuredClone(once);
      rulesOf(id).applyDefaults(again);
      expect(again).toEqual(once);
    }
  });
});
