import { expect, test } from 'vitest';
import type { Requester } from '../client/requests.js';
import { ResourceClient } from '../client/resource-client.js';
import type { DeleteOptions } from '../meta/meta-v1.js';
import { newAlreadyExists } from '../meta/status.js';
import type { KubernetesObject } from '../meta/types.js';
import { coreV1 } from '../resources/core-v1.js';
import type { OwnWrite } from './own-writes.js';
import { runRequester } from './run.js';

const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' };

/** The Pods of a run's client, and an eviction; `writes` is what the run records. */
function newRun(answer: (request: Parameters<Requester['request']>[0]) => unknown = () => success) {
  const writes: OwnWrite[] = [];
  let chance = 0;
  const request = async (given: Parameters<Requester['request']>[0]): Promise<unknown> => answer(given);
  const requester = runRequester({
    rest: { request } as unknown as Requester,
    signal: new AbortController().signal,
    fence: undefined,
    name: 'run web-1 of default/a',
    random: () => (chance = (chance + 1 / 27) % 1),
    isOver: () => false,
    onSend: () => () => undefined,
    onFailed: () => undefined,
    onWrite: (write) => void writes.push(write),
    onRefused: () => undefined,
  });
  const pods = new ResourceClient(requester, coreV1.pods, { namespace: 'shop' });
  const evict = (deleteOptions?: DeleteOptions): Promise<unknown> => {
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'web' }, deleteOptions };
    return pods.subresource('eviction').create('web', eviction);
  };
  return { writes, evict, pods };
}

test('an eviction is recorded as a delete', async () => {
  const { writes, evict } = newRun();
  await evict();
  await evict({ preconditions: { uid: 'u' } });
  const write = {
    resourceId: 'pods',
    namespace: 'shop',
    name: 'web',
    description: 'pods shop/web (eviction)',
    outcome: 'deleted',
  };
  expect(writes).toEqual([
    { ...write, uid: undefined },
    { ...write, uid: 'u' },
  ]);
});

test('a delete is recorded with the resourceVersion of its response, if it has one', async () => {
  const details = { name: 'web', kind: 'pods', uid: 'u' };
  for (const [metadata, expected] of [
    [{}, undefined],
    [{ resourceVersion: '' }, undefined],
    [{ resourceVersion: '12' }, '12'],
  ] as const) {
    const { writes, pods, evict } = newRun(() => ({ ...success, metadata, details }));
    await pods.delete('web');
    await evict();
    expect(writes.map(({ outcome, resourceVersion }) => [outcome, resourceVersion])).toEqual([
      ['deleted', expected],
      ['deleted', expected],
    ]);
  }
});

test('an eviction that is a dry run is not recorded', async () => {
  const { writes, evict } = newRun();
  await evict({ dryRun: ['All'] });
  expect(writes).toEqual([]);
});

test('a create with generateName is sent with a name, so that it is known if its response is lost', async () => {
  const sent: unknown[] = [];
  const { pods, writes } = newRun(({ body }) => {
    sent.push(body);
    throw new Error('the connection was reset');
  });
  const pod = Object.freeze({ metadata: Object.freeze({ generateName: 'web-', labels: { app: 'web' } }) });
  await expect(pods.create(pod)).rejects.toThrow('the connection was reset');
  expect(sent).toMatchObject([
    { metadata: { name: 'web-cdfgh', generateName: 'web-', labels: { app: 'web' } } },
  ]);
  expect(writes).toMatchObject([{ namespace: 'shop', name: 'web-cdfgh', outcome: 'unknown' }]);
  expect(pod).toEqual({ metadata: { generateName: 'web-', labels: { app: 'web' } } });
});

test('a generated name that is in use is replaced, eight names at most; a given one is not', async () => {
  const names: unknown[] = [];
  let free = 3;
  const { pods, writes } = newRun(({ body }) => {
    const { metadata } = body as KubernetesObject;
    names.push(metadata?.name);
    if (names.length < free) throw newAlreadyExists({ group: '', resource: 'pods' }, metadata?.name ?? '');
    return { ...(body as KubernetesObject), metadata: { ...metadata, uid: 'u', resourceVersion: '7' } };
  });
  await pods.create({ metadata: { generateName: 'web-' } });
  expect(new Set(names).size).toBe(3);
  expect(writes).toMatchObject([{ name: names[2], outcome: 'written', base: '' }]);

  names.length = 0;
  free = 100;
  await expect(pods.create({ metadata: { generateName: 'web-' } })).rejects.toThrow(/already exists/);
  expect(new Set(names).size).toBe(8);

  names.length = 0;
  await expect(pods.create({ metadata: { generateName: 'web-', name: 'given' } })).rejects.toThrow(
    'pods "given" already exists',
  );
  expect(names).toEqual(['given']);
  expect(writes).toHaveLength(1);
});

test('a create without a name and with an invalid generateName is left to the server', async () => {
  const sent: unknown[] = [];
  const { pods } = newRun(({ body }) => {
    sent.push(body);
    return success;
  });
  const odd = [{}, { metadata: null }, { metadata: { generateName: '' } }, { metadata: { generateName: 7 } }];
  for (const body of odd) await pods.create(body as never);
  expect(sent.map((body) => (body as KubernetesObject).metadata?.name)).toEqual(odd.map(() => undefined));
});
