import { expect, test } from 'vitest';
import type { Requester } from '../client/requester.js';
import { ResourceClient } from '../client/resource-client.js';
import type { DeleteOptions } from '../meta/meta-v1.js';
import { coreV1 } from '../resources/core-v1.js';
import type { OwnWrite } from './own-writes.js';
import { runRequester } from './run-requester.js';

/** Evicts a Pod by the client of a run; `writes` is what the run records. */
function newRun() {
  const writes: OwnWrite[] = [];
  const request = (): Promise<unknown> =>
    Promise.resolve({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' });
  const requester = runRequester({
    rest: { request } as unknown as Requester,
    signal: new AbortController().signal,
    fence: undefined,
    name: 'run web-1 of default/a',
    isOver: () => false,
    onSend: () => () => undefined,
    onWrite: (write) => void writes.push(write),
    onRefused: () => undefined,
  });
  const pods = new ResourceClient(requester, coreV1.pods, { namespace: 'shop' });
  const evict = (deleteOptions?: DeleteOptions): Promise<unknown> => {
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'web' }, deleteOptions };
    return pods.subresource('eviction').create('web', eviction);
  };
  return { writes, evict };
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

test('an eviction that is a dry run is not recorded', async () => {
  const { writes, evict } = newRun();
  await evict({ dryRun: ['All'] });
  expect(writes).toEqual([]);
});
