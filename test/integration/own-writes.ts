import { expect } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { Controller } from '../../packages/kube-informers/src/controller/controller.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { HashRanges } from '../../packages/kube-informers/src/meta/hash-ranges.js';
import { appsV1 } from '../../packages/kube-informers/src/resources/index.js';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';

/** Own writes on a server, in real time: what a test of each server calls. */

const labels = { app: 'web' };
const deployment = {
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } },
  },
};

/** Runs write what the controller's other informers select or do not select; none waits until its time is up. `program` is the controller's. */
export async function waitsForNoWriteOutOfScope(
  clientset: Clientset,
  namespace: string,
  { hasScale }: { readonly hasScale: boolean },
  program = clientset,
): Promise<void> {
  await clientset.appsV1().deployments(namespace).create(deployment);
  const factory = new SharedInformerFactory(program, { namespace });
  const secrets = factory.core().v1();
  const deployments = factory.apps().v1();
  const runs: string[] = [];
  const errors: Error[] = [];
  const controller = new Controller('copies', {
    clientset: program,
    for: factory.core().v1().configMaps({ fieldSelector: 'metadata.name=source' }),
    watches: [
      secrets.secrets(),
      secrets.secrets({ fieldSelector: 'type=x/other' }),
      secrets.secrets({ fieldSelector: 'type!=x/copy,metadata.name!=other' }),
      secrets.secrets({ labelSelector: 'team=other' }),
      secrets.secrets({ where: ({ type }) => type === 'x/other' }),
      secrets.secrets({
        fields: { type: true },
        where: ({ type }) => type === 'x/copy',
        skipUnchanged: true,
      }),
      secrets.secrets({ shard: HashRanges.none }),
      deployments.deployments({ fieldSelector: 'metadata.name=other' }),
      deployments.deployments({ labelSelector: 'team=other' }),
      deployments.deployments({ where: ({ metadata }) => metadata?.name === 'other' }),
    ].map((informer) => ({ informer, map: () => [] })),
    onError: (error) => errors.push(error),
    reconcile: async ({ object, client }) => {
      const text = object?.data?.['text'] ?? '';
      const secret = {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'copy', namespace },
        type: 'x/copy',
      };
      await client.apply({ ...secret, stringData: { text } });
      // Its answer shows neither the type nor the labels.
      if (hasScale) await client.resource(appsV1.deployments, namespace).scale('web', runs.length);
      const short = { ...secret, metadata: { name: `short-${text}`, namespace } };
      await client.delete(await client.create(short));
      runs.push(text);
    },
  });
  const stop = new AbortController();
  factory.start({ signal: stop.signal });
  const running = controller.run({ signal: stop.signal });
  const configMaps = clientset.coreV1().configMaps(namespace);
  await configMaps.create({ metadata: { name: 'source' }, data: { text: '1' } });
  for (let next = 2; next <= 4; next++) {
    while (!runs.includes(String(next - 1))) await systemClock.sleep(20);
    await configMaps.patch('source', { data: { text: String(next) } }, { type: 'merge' });
  }
  while (!runs.includes('4')) await systemClock.sleep(20);
  stop.abort();
  await running;
  await controller.stop();
  await factory.stop();
  expect(errors).toEqual([]);
  expect(controller.stats()).toMatchObject({ ownWriteTimeoutsTotal: 0, reconcileErrorsTotal: 0 });
}
