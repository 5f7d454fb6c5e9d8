import { expect, test } from 'vitest';
import { coreV1 } from '../resources/core-v1.js';
import { appsV1 } from '../resources/apps-v1.js';
import { authenticationV1 } from '../resources/authentication-v1.js';
import { ConfigError } from '../util/errors.js';
import type { Resource } from '../meta/resource.js';
import { UsageError } from './cli-io.js';
import { resolveTargets } from './targets.js';

const known: Record<string, Resource> = {
  po: coreV1.pods,
  pods: coreV1.pods,
  deploy: appsV1.deployments,
  tokenreviews: authenticationV1.tokenReviews,
};
const resolver = {
  resolve(name: string): Promise<Resource> {
    const found = known[name];
    return found === undefined
      ? Promise.reject(new ConfigError('ERR_UNKNOWN_RESOURCE', `the server has no resource "${name}"`))
      : Promise.resolve(found);
  },
};

test('accepts single resources, comma-separated lists and names', async () => {
  const targets = await resolveTargets(['po,deploy', 'pods/web'], resolver, {});
  expect(targets.map(({ resource, name }) => [resource.resource, name])).toEqual([
    ['pods', undefined],
    ['deployments', undefined],
    ['pods', 'web'],
  ]);
});

test.each(['', 'pods/', '/web', 'pods/a/b', 'po,,deploy'])(
  '%j is rejected with the expected form',
  async (word) => {
    await expect(resolveTargets([word], resolver, {})).rejects.toThrow(/expected RESOURCE or RESOURCE\/NAME/);
  },
);

test('an unknown resource is a usage error that contains the name', async () => {
  const refused = resolveTargets(['podz'], resolver, {});
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(/podz/);
});

test('a resource that cannot be watched is rejected', async () => {
  await expect(resolveTargets(['tokenreviews'], resolver, {})).rejects.toThrow(/cannot be watched/);
});

test('a repeated target counts once; one object and all objects are two targets', async () => {
  const targets = await resolveTargets(['po,pods', 'pods/web', 'po/web'], resolver, {});
  expect(targets.map(({ resource, name }) => [resource.resource, name])).toEqual([
    ['pods', undefined],
    ['pods', 'web'],
  ]);
});

test('the error for a second word that is not a resource explains RESOURCE/NAME', async () => {
  await expect(resolveTargets(['pods', 'web'], resolver, {})).rejects.toThrow(
    /"web".*RESOURCE\/NAME, as in pod\/web-1/,
  );
  await expect(resolveTargets(['podz'], resolver, {})).rejects.not.toThrow(/RESOURCE\/NAME/);
});
