import { test } from 'vitest';
import { givesUpNoKeyInAnOutage } from '../../../../test/integration/outages.js';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { FaultProxy } from '@kube-informers/testing';

test('an outage gives up no key', { timeout: 60_000 }, async () => {
  const server = await ApiServer.start();
  await using proxy = await FaultProxy.start({ target: { host: server.url } });
  await using clientset = new Clientset(proxy.config);
  await givesUpNoKeyInAnOutage(clientset, proxy, 'default');
  await server.stop();
});
