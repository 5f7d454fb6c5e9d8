import { afterAll, beforeAll, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import {
  contendsWithClientGo,
  outlivesADeletedLease,
  takesOverAfterCrash,
  takesOverAfterStop,
} from './elections.js';
import { connect, freshNamespace } from './harness.js';

let clientset: Clientset;

beforeAll(async () => {
  clientset = await connect();
});

afterAll(async () => {
  await clientset.close();
});

test('a standby takes over after a stop', async () => {
  await takesOverAfterStop(clientset, await freshNamespace(clientset));
});

test('a standby takes over after a crash', async () => {
  await takesOverAfterCrash(clientset, await freshNamespace(clientset));
});

test("contends for a Lease in client-go's format", async () => {
  await contendsWithClientGo(clientset, await freshNamespace(clientset));
});

test('the leader creates a Lease again that was deleted', async () => {
  await outlivesADeletedLease(clientset, await freshNamespace(clientset));
});
