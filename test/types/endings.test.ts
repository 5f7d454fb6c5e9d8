import { expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { DeltaFIFO } from 'kube-informers/cache';
import { Clientset, isForbidden, SharedIndexInformer } from 'kube-informers';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { UndiciTransport } from 'kube-informers/rest';
import { FakeListerWatcher, FakeWatchStream } from '@kube-informers/testing';

test.each([
  ['DeltaFIFO', new DeltaFIFO()],
  ['a watch', new FakeWatchStream()],
])('the end of a `using` block closes %s', (_name, opened) => {
  {
    using closing = opened;
    expect(closing.closed).toBe(false);
  }
  expect(opened.closed).toBe(true);
});

test('the end of a `using` block removes a handler, whether it waits for its callback or not', async () => {
  await using informer = new SharedIndexInformer(new FakeListerWatcher());
  {
    using _removed = informer.addEventHandler({ onAdd() {} });
    await using _removedAndEnded = informer.addEventHandler({ onAdd() {} });
    expect(informer.handlerCount).toBe(2);
  }
  expect(informer.handlerCount).toBe(0);
});

test('the end of an `await using` block closes a transport', async () => {
  await using server = await ApiServer.start();
  const request = { method: 'GET', url: `${server.url}/version`, headers: {} };
  const transport = new UndiciTransport();
  {
    await using closing = transport;
    const response = await closing.send(request);
    response.destroy();
  }
  await expect(transport.send(request)).rejects.toMatchObject({ code: 'ERR_CLOSED' });
});

test('the end of a `using` block removes an interceptor', async () => {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url });
  const pods = clientset.resource(coreV1.pods, 'default');
  {
    using _interception = server.intercept(() => ({ status: 403 }));
    await expect(pods.list()).rejects.toSatisfy(isForbidden);
  }
  expect((await pods.list()).items).toEqual([]);
});
