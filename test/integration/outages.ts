import { expect } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { Controller } from '../../packages/kube-informers/src/controller/controller.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { faults } from '@kube-informers/testing';
import type { FaultProxy } from '@kube-informers/testing';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';

/** A server that is away for some retries, behind a proxy: no key is given up, but one that the server refuses is. */
export async function givesUpNoKeyInAnOutage(
  clientset: Clientset,
  proxy: FaultProxy,
  namespace: string,
  admin = clientset,
): Promise<void> {
  const factory = new SharedInformerFactory(clientset, { namespace, onWatchError: () => undefined });
  const done = new Set<string>();
  const controller = new Controller('copies', {
    clientset,
    for: factory.core().v1().configMaps({ labelSelector: 'copy' }),
    giveUp: { attempts: 3 },
    onError: () => undefined,
    reconcile: async ({ object, name, client }) => {
      if (object === undefined) return;
      const metadata = { name: name === 'bad' ? 'Not A Name' : `${name}-copy`, namespace };
      await client.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: object.data });
      done.add(`${name} ${object.data?.['text']}`);
    },
  });
  const stop = new AbortController();
  factory.start({ signal: stop.signal });
  const running = controller.run({ signal: stop.signal });
  const configMaps = admin.coreV1().configMaps(namespace);
  for (const name of ['a', 'b', 'bad'])
    await configMaps.create({ metadata: { name, labels: { copy: '' } }, data: { text: '1' } });
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await systemClock.sleep(20);
  };
  await until(() => done.has('a 1') && done.has('b 1') && controller.givenUp().length === 1);
  expect(controller.givenUp()).toMatchObject([{ key: `${namespace}/bad`, attempts: 3 }]);
  const outage = proxy.inject(faults.reset(), { times: Infinity });
  for (const name of ['a', 'b']) controller.enqueue(`${namespace}/${name}`);
  await until(() => controller.stats().reconcileErrorsTotal > 15);
  outage.remove();
  done.clear();
  await until(() => done.has('a 1') && done.has('b 1'));
  expect(controller.givenUp().map(({ key }) => key)).toEqual([`${namespace}/bad`]);
  stop.abort();
  await running;
  await controller.stop();
  await factory.stop();
}
