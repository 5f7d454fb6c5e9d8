import { afterEach, beforeEach, test } from 'vitest';
import { dividesConfigMaps, freshWithoutSlots } from '../../../../test/integration/shardings.js';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';

let server: ApiServer;
let clientset: Clientset;

beforeEach(async () => {
  server = await ApiServer.start({ shardedListAndWatch: true });
  clientset = new Clientset({ host: server.url });
});

afterEach(async () => {
  await clientset.close();
  await server.stop();
});

test.each([false, true])('three replicas divide keys, shard: %s', { timeout: 120_000 }, (shard) =>
  dividesConfigMaps(clientset, 'default', () => new Clientset({ host: server.url }), { shard }),
);

test('the cache of a replica without slots is fresh', { timeout: 120_000 }, () =>
  freshWithoutSlots('default', () => new Clientset({ host: server.url })),
);
