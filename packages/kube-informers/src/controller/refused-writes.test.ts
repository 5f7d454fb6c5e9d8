import { expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import { coreV1 } from '../resources/core-v1.js';
import { fenced } from '../leaderelection/fence.js';
import { Controller } from './controller.js';

test('writes that the fence refuses are counted, each once; those that are sent are not', async () => {
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  const factory = new SharedInformerFactory(clientset);
  await clientset
    .coreV1()
    .secrets('default')
    .create({ metadata: { name: 'a' } });
  let valid = true;
  const lost = new Error('no longer the leader');
  let finish: (results: unknown[]) => void = () => undefined;
  const done = new Promise<unknown[]>((resolve) => (finish = resolve));
  const controller = new Controller('web', {
    for: factory.core().v1().secrets(),
    reconcile: async ({ client }) => {
      const maps = client.resource(coreV1.configMaps, 'default');
      const create = (name: string): Promise<unknown> =>
        maps.create({ metadata: { name } }).then(
          () => name,
          (error: unknown) => error,
        );
      const first = await create('first');
      valid = false;
      await maps.get('first');
      finish([first, await create('second'), await create('third')]);
    },
  });
  factory.start();
  const stop = new AbortController();
  const running = controller.run({
    clientset,
    signal: stop.signal,
    fence: {
      signal: new AbortController().signal,
      assertValid: () => {
        if (!valid) throw lost;
      },
    },
  });
  expect(await done).toEqual(['first', lost, lost]);
  expect(controller.stats().refusedWritesTotal).toBe(2);
  stop.abort();
  await running;
  await controller.stop();
  await factory.stop();
  await clientset.close();
  await server.stop();
});

test('writes of a clientset that is fenced, as that of a term, are refused without the option fence, too', async () => {
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  const factory = new SharedInformerFactory(clientset);
  await clientset
    .coreV1()
    .secrets('default')
    .create({ metadata: { name: 'a' } });
  let valid = true;
  const lost = new Error('no longer the leader');
  const stop = new AbortController();
  const assertValid = (): void => {
    if (!valid) throw lost;
  };
  const done = new Promise<unknown[]>((resolve) => {
    const controller = new Controller('web', {
      for: factory.core().v1().secrets(),
      reconcile: async ({ client }) => {
        const maps = client.resource(coreV1.configMaps, 'default');
        const create = (name: string): Promise<unknown> =>
          maps.create({ metadata: { name } }).then(
            () => name,
            (error: unknown) => error,
          );
        const first = await create('first');
        valid = false;
        resolve([first, await create('second')]);
      },
    });
    void controller.run({
      clientset: new Clientset(clientset.restClient, {}, (rest) =>
        fenced(rest, { assertValid, signal: stop.signal }),
      ),
      signal: stop.signal,
    });
  });
  factory.start();
  expect(await done).toEqual(['first', lost]);
  const { items } = await server.list(coreV1.configMaps);
  expect(items.map(({ metadata }) => metadata?.name)).not.toContain('second');
  stop.abort();
  await factory.stop();
  await clientset.close();
  await server.stop();
});
