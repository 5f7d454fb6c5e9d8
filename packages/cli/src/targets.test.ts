import { expect, test } from 'vitest';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import { appsV1 } from '../../kube-informers/src/resources/apps-v1.js';
import { authenticationV1 } from '../../kube-informers/src/resources/authentication-v1.js';
import { ConfigError } from '../../kube-informers/src/util/errors.js';
import { defineResource } from '../../kube-informers/src/meta/resource.js';
import type { Resource } from '../../kube-informers/src/meta/resource.js';
import { UsageError } from './cli-io.js';
import { resolveTargets } from './targets.js';

const known: Record<string, Resource> = {
  po: coreV1.pods,
  pods: coreV1.pods,
  deploy: appsV1.deployments,
  // As a server that was asked describes it: without its verbs in the type.
  tokenreviews: defineResource({ ...authenticationV1.tokenReviews }),
};
const resolver = {
  serverResources: () =>
    Promise.resolve({ resources: [coreV1.pods, appsV1.deployments, coreV1.services, coreV1.pods] }),
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

test('words after the resources are names, as in kubectl', async () => {
  const targets = await resolveTargets(['po,deploy', 'web', 'db'], resolver, {});
  expect(targets.map(({ resource, name }) => [resource.resource, name])).toEqual([
    ['pods', 'web'],
    ['pods', 'db'],
    ['deployments', 'web'],
    ['deployments', 'db'],
  ]);
  await expect(resolveTargets(['pods', 'a,b'], resolver, {})).rejects.toThrow(
    /expected the name of an object after pods, got "a,b".*pods,services/,
  );
});

test('names that are resources too come with what to write for several resources', async () => {
  const [target] = await resolveTargets(['po', 'services'], resolver, {});
  expect(target).toMatchObject({ name: 'services', instead: 'po,services' });
  const [other] = await resolveTargets(['po', 'web'], resolver, {});
  expect(other?.instead).toBeUndefined();
});

test('a category stands for its resources and takes no name', async () => {
  const targets = await resolveTargets(['all'], resolver, {});
  expect(targets.map(({ resource }) => resource.resource)).toEqual(['pods', 'deployments', 'services']);
  await expect(resolveTargets(['all', 'web'], resolver, {})).rejects.toThrow(
    /all stands for 3 resources and takes no name/,
  );
});
