import { tracingChannel } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { connect, connectReader, freshNamespace } from './harness.js';

/** Collects the messages of the operations that end. */
function ended(name: string): object[] {
  const messages: object[] = [];
  const { asyncEnd } = tracingChannel(`kube-informers:${name}`);
  const subscriber = (message: unknown): void => void messages.push({ ...(message as object) });
  asyncEnd.subscribe(subscriber);
  onTestFinished(() => {
    asyncEnd.unsubscribe(subscriber);
  });
  return messages;
}

test('a subscriber sees the requests, the list and the watch of an informer', async () => {
  await using program = await connectReader(coreV1.configMaps);
  const [requests, lists, watches] = [ended('request'), ended('list'), ended('watch')];
  const clientset = await connect();
  const namespace = await freshNamespace(clientset);
  const configMaps = clientset.coreV1().configMaps(namespace);
  const { metadata } = await configMaps.create({ metadata: { name: 'a' } });
  const factory = new SharedInformerFactory(program, { namespace });
  const informer = factory.core().v1().configMaps().informer();
  const added = new Promise<void>((resolve) => {
    informer.addEventHandler({ onAdd: ({ metadata: { name } = {} }) => name === 'b' && resolve() });
  });
  factory.start();
  await factory.waitForCacheSync();
  await configMaps.create({ metadata: { name: 'b' } });
  await added;
  await factory.stop();
  await configMaps.get('missing').catch(() => undefined);

  const of = { group: '', resource: 'configmaps', namespace, attempts: 1 };
  expect(requests).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...of, verb: 'create', statusCode: 201 }),
      expect.objectContaining({ ...of, verb: 'watch', statusCode: 200 }),
      expect.objectContaining({ ...of, verb: 'get', statusCode: 404 }),
    ]),
  );
  expect(lists).toMatchObject([{ name: informer.name, reason: 'initial' }]);
  expect(watches.at(-1)).toMatchObject({ name: informer.name, endReason: 'stopped' });
  expect(JSON.stringify([requests, lists, watches])).not.toContain(metadata?.uid);
  await clientset.coreV1().namespaces().delete(namespace);
  await clientset.close();
});
