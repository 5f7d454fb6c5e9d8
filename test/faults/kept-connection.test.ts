import { expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from 'kube-informers';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { FakeClock, FaultProxy, faults, settle } from '@kube-informers/testing';

const configMap = (name: string) => ({ metadata: { name, namespace: 'default' } });

test('repeats a list at once when its kept connection is reset', async () => {
  await using server = await ApiServer.start();
  await using proxy = await FaultProxy.start({ target: { host: server.url, proxyUrl: '' } });
  await using clientset = new Clientset(proxy.config, { clock: new FakeClock() });
  const configMaps = clientset.resource(coreV1.configMaps, 'default');
  for (let count = 0; count < 3; count++) {
    await configMaps.list();
    await settle();
  }
  const before = proxy.requests.length;
  const rule = proxy.inject(faults.reset(), { verbs: ['list'], times: 1 });
  await configMaps.list();
  expect(rule.hits).toBe(1);
  expect(proxy.requests.length - before).toBe(2);
});

test('fails a create whose kept connection is reset, and does not repeat it', async () => {
  await using server = await ApiServer.start();
  await using proxy = await FaultProxy.start({ target: { host: server.url, proxyUrl: '' } });
  await using clientset = new Clientset(proxy.config, { clock: new FakeClock() });
  const configMaps = clientset.resource(coreV1.configMaps, 'default');
  await configMaps.list();
  await settle();
  const rule = proxy.inject(faults.reset(), { verbs: ['create'] });
  await expect(configMaps.create(configMap('a'))).rejects.toMatchObject({ code: 'ERR_CONNECTION_RESET' });
  expect(rule.hits).toBe(1);
});

test('no request fails because of kept connections after a restart of the server', async () => {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url, proxyUrl: '' }, { clock: new FakeClock() });
  const configMaps = clientset.resource(coreV1.configMaps, 'default');
  await Promise.all(Array.from({ length: 12 }, () => configMaps.list()));
  await server.stop();
  await server.stop();
  await server.start();
  // The client has noticed the end of its connections; a write in flight before that fails, as in Go.
  await settle();
  await configMaps.create(configMap('a'));
  expect((await configMaps.list()).items.map(({ metadata }) => metadata?.name)).toEqual(['a']);
});
