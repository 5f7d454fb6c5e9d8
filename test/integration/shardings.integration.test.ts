import { afterAll, beforeAll, test } from 'vitest';
import type { Clientset } from '../../src/client/clientset.js';
import { connect, freshNamespace } from './harness.js';
import { dividesConfigMaps } from './shardings.js';

let clientset: Clientset;

beforeAll(async () => {
  clientset = await connect();
});

afterAll(async () => {
  await clientset.close();
});

test.each([false, true])('three replicas divide keys, shard: %s', { timeout: 120_000 }, async (shard) => {
  const clients = [await connect(), await connect(), await connect()];
  const next = (): Clientset => {
    const client = clients.pop();
    if (client === undefined) throw new Error('there are three replicas');
    return client;
  };
  await dividesConfigMaps(clientset, await freshNamespace(clientset), next, { shard });
});
