import { afterEach, beforeEach, test } from 'vitest';
import {
  contendsWithClientGo,
  outlivesADeletedLease,
  takesOverAfterCrash,
  takesOverAfterStop,
} from '../../../../test/integration/elections.js';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';

let server: ApiServer;
let clientset: Clientset;

beforeEach(async () => {
  server = await ApiServer.start();
  clientset = new Clientset({ host: server.url });
});

afterEach(async () => {
  await clientset.close();
  await server.stop();
});

test('a standby takes over after a stop', () => takesOverAfterStop(clientset, 'default'));
test('a standby takes over after a crash', () => takesOverAfterCrash(clientset, 'default'));
test("contends for a Lease in client-go's format", () => contendsWithClientGo(clientset, 'default'));
test('the leader creates a Lease again that was deleted', () => outlivesADeletedLease(clientset, 'default'));
