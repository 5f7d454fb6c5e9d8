import { expect, test } from 'vitest';
import {
  answersToWrites,
  cleansUpOnce,
  expectedAnswers,
  waitsForNoWriteOutOfScope,
} from '../../../../test/integration/own-writes.js';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';

test.each([{}, { shardedListAndWatch: true }, { deleteResourceVersion: true }])(
  'a run waits for no own write that an informer does not select, on a server with %j',
  { timeout: 60_000 },
  async (options) => {
    const server = await ApiServer.start(options);
    const clientset = new Clientset({ host: server.url });
    await waitsForNoWriteOutOfScope(clientset, 'default', { hasScale: true });
    await clientset.close();
    await server.stop();
  },
);

test('answers to writes have the versions of the table, and a clean-up runs once', async () => {
  const server = await ApiServer.start({ podTermination: 'manual' });
  const clientset = new Clientset({ host: server.url });
  expect(await answersToWrites(clientset, 'default')).toEqual(expectedAnswers);
  await cleansUpOnce(clientset, 'default');
  await clientset.close();
  await server.stop();
});
