import { expect } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { createResourceClient } from '../../packages/kube-informers/src/client/subresource-calls.js';
import { Controller } from '../../packages/kube-informers/src/controller/controller.js';
import { runFinalizers } from '../../packages/kube-informers/src/controller/objects/finalizers.js';
import type { OwnWrite } from '../../packages/kube-informers/src/controller/own-writes.js';
import { runRequester } from '../../packages/kube-informers/src/controller/run.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { isNotFound } from '../../packages/kube-informers/src/meta/errors.js';
import { HashRanges } from '../../packages/kube-informers/src/meta/hash-ranges.js';
import type { ResourceClient } from '../../packages/kube-informers/src/client/resource-client.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { appsV1, coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import type { appsv1, corev1 } from '../../packages/kube-informers/src/resources/types.js';
import { systemClock, systemRandom } from '../../packages/kube-informers/src/util/clock.js';
import { shardOf } from '../../packages/kube-informers/src/sharding/informer-shard.js';

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
      secrets.secrets({ shard: shardOf(HashRanges.none) }),
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

/** A run whose clean-up succeeded and whose finalizer was removed is followed by none that sees the object once more. */
export async function cleansUpOnce(clientset: Clientset, namespace: string): Promise<void> {
  const finalizer = 'example.com/clean-up';
  const names = Array.from({ length: 10 }, (_, index) => `cleaned-${index}`);
  const factory = new SharedInformerFactory(clientset, { namespace });
  const informer = factory.core().v1().configMaps({ labelSelector: 'cleaned' });
  const cleanUps: string[] = [];
  const errors: Error[] = [];
  const controller = new Controller('cleaner', {
    clientset,
    concurrency: 10,
    for: informer,
    onError: (error) => errors.push(error),
    reconcile: async ({ object, name, key, client }) => {
      if (object === undefined) return;
      await runFinalizers(client, object, {
        [finalizer]: () => {
          cleanUps.push(name);
          // As an event of an owned object does.
          controller.enqueue(key);
        },
      });
    },
  });
  const stop = new AbortController();
  factory.start({ signal: stop.signal });
  const running = controller.run({ signal: stop.signal });
  const objects = clientset.coreV1().configMaps(namespace);
  const until = async (holds: (objects: readonly KubernetesObject[]) => boolean): Promise<void> => {
    while (!holds(informer.lister().list() as readonly KubernetesObject[])) await systemClock.sleep(20);
  };
  for (const name of names) await objects.create({ metadata: { name, labels: { cleaned: '' } } });
  await until(
    (cached) =>
      cached.length === names.length &&
      cached.every(({ metadata }) => metadata?.finalizers?.includes(finalizer)),
  );
  for (const name of names) await objects.delete(name);
  await until((cached) => cached.length === 0);
  while (controller.stats().activeWorkers > 0 || controller.stats().waitingForOwnWrites > 0)
    await systemClock.sleep(20);
  stop.abort();
  await running;
  await controller.stop();
  await factory.stop();
  expect(errors).toEqual([]);
  expect(cleanUps.toSorted()).toEqual(names);
  expect(controller.stats().ownWriteTimeoutsTotal).toBe(0);
}

/** What the answer to a write has for a resourceVersion, and what the run that wrote then waits for. */
export type Answer = readonly [
  version: 'none' | 'of the write' | 'unchanged' | 'from before' | 'of the deletion',
  waitsFor: 'nothing' | 'the version' | 'gone or being deleted' | 'gone',
];

/** The table of docs/controllers.md, as a server answers. */
export const expectedAnswers: Readonly<Record<string, Answer>> = {
  create: ['of the write', 'the version'],
  update: ['of the write', 'the version'],
  apply: ['of the write', 'the version'],
  'patch of the status': ['of the write', 'the version'],
  scale: ['of the write', 'the version'],
  'change that changes nothing': ['unchanged', 'the version'],
  'scale that changes nothing': ['unchanged', 'the version'],
  'dry run of a create': ['none', 'nothing'],
  'dry run of a patch': ['unchanged', 'nothing'],
  'dry run of a delete': ['unchanged', 'nothing'],
  bind: ['none', 'nothing'],
  'delete of an object with finalizers': ['of the write', 'gone or being deleted'],
  'second delete of it': ['unchanged', 'gone or being deleted'],
  'removal of a finalizer': ['of the write', 'the version'],
  'removal of the last finalizer': ['from before', 'gone'],
  'update without the last finalizer': ['from before', 'gone'],
  'apply without the last finalizer': ['from before', 'gone'],
  'delete of a ConfigMap': ['none', 'gone'],
  'delete of a ServiceAccount': ['of the deletion', 'gone'],
  'delete of a Pod on a node': ['of the write', 'gone or being deleted'],
  'second delete of it, with a longer period': ['unchanged', 'gone or being deleted'],
  'delete of it without a period': ['of the deletion', 'gone'],
  'delete of a Pod without a node': ['of the deletion', 'gone'],
  evict: ['none', 'gone or being deleted'],
  'delete of a collection': ['from before', 'gone or being deleted'],
};

type Readable = Pick<ResourceClient<KubernetesObject>, 'get' | 'list' | 'watch'>;

/** Sends each kind of write as the client of a run does, and compares its answer with what the server then has. */
export async function answersToWrites(
  clientset: Clientset,
  namespace: string,
): Promise<Record<string, Answer>> {
  const recorded: OwnWrite[] = [];
  const requester = runRequester({
    rest: clientset.restClient,
    signal: new AbortController().signal,
    fence: undefined,
    name: 'run of a test',
    random: systemRandom,
    isOver: () => false,
    onSend: () => () => undefined,
    onWrite: (write) => void recorded.push(write),
    onFailed: () => undefined,
    onRefused: () => undefined,
  });
  const answers: Record<string, Answer> = {};
  const versionOf = (answer: unknown): string | undefined => {
    const { items = [answer] } = answer as { readonly items?: readonly unknown[] };
    return (items[0] as KubernetesObject).metadata?.resourceVersion || undefined;
  };
  /** Sends a write to an object, and compares the answer with the object before and after. */
  const row = async (
    title: string,
    objects: Readable,
    name: string,
    send: (before: KubernetesObject) => Promise<unknown>,
  ): Promise<void> => {
    const state = async (): Promise<KubernetesObject | undefined> => {
      try {
        return await objects.get(name);
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    };
    const before = await state();
    const { metadata } = await objects.list();
    const events = await objects.watch({
      resourceVersion: metadata.resourceVersion,
      fieldSelector: `metadata.name=${name}`,
    });
    recorded.length = 0;
    const version = versionOf(await send(before ?? {}));
    const after = await state();
    let deleted: string | undefined;
    if (before !== undefined && after === undefined)
      for await (const { type, object } of events)
        if (type === 'DELETED') {
          deleted = object.metadata?.resourceVersion;
          break;
        }
    events.stop();
    const [old, now] = [before, after].map((object) => object?.metadata?.resourceVersion);
    const isOf = (): Answer[0] => {
      if (version === undefined) return 'none';
      if (version === deleted) return 'of the deletion';
      if (version !== old) {
        expect(version, title).toBe(now);
        return 'of the write';
      }
      return old === now ? 'unchanged' : 'from before';
    };
    expect(recorded.length, title).toBeLessThan(2);
    const [write] = recorded;
    const waitsFor: Answer[1] =
      write === undefined
        ? 'nothing'
        : write.outcome === 'written'
          ? 'the version'
          : write.isGone === true
            ? 'gone'
            : 'gone or being deleted';
    if (write?.outcome === 'written') expect(write.resourceVersion, title).toBe(now);
    expect(after === undefined || write?.isGone !== true, title).toBe(true);
    if (write !== undefined)
      expect([undefined, (before ?? after)?.metadata?.uid], title).toContain(write.uid);
    answers[title] = [isOf(), waitsFor];
  };

  const maps = createResourceClient<corev1.ConfigMap, never>(requester, coreV1.configMaps, { namespace });
  const applied = (data?: Record<string, string>, finalizers?: string[]): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', ...(finalizers && { finalizers }) },
    ...(data && { data }),
  });
  const own = { fieldManager: 'test' };
  const ofMap = (title: string, send: (before: KubernetesObject) => Promise<unknown>, name = 'a') =>
    row(title, maps, name, send);
  await ofMap('dry run of a create', () => maps.create({ metadata: { name: 'a' } }, { dryRun: true }));
  await ofMap('create', () => maps.create({ metadata: { name: 'a' } }));
  await ofMap('update', (before) => maps.update({ ...(before as corev1.ConfigMap), data: { text: '1' } }));
  await ofMap('apply', () => maps.apply(applied({ text: '2' }) as never, { ...own, force: true }));
  const text = (value: string, dryRun?: true) => () =>
    maps.patch('a', { data: { text: value } }, { type: 'merge', dryRun });
  await ofMap('change that changes nothing', text('2'));
  await ofMap('dry run of a patch', text('3', true));
  const finalizers = ['example.com/a', 'example.com/b'];
  await maps.patch('a', { metadata: { finalizers } }, { type: 'merge' });
  await ofMap('dry run of a delete', () => maps.delete('a', { dryRun: true }));
  await ofMap('delete of an object with finalizers', () => maps.delete('a'));
  await ofMap('second delete of it', () => maps.delete('a'));
  const remove = () => maps.patch('a', [{ op: 'remove', path: '/metadata/finalizers/0' }], { type: 'json' });
  await ofMap('removal of a finalizer', remove);
  await ofMap('removal of the last finalizer', remove);
  for (const [title, send] of [
    [
      'update without the last finalizer',
      (before) => maps.update({ metadata: { ...before.metadata, finalizers: [] } }),
    ],
    ['apply without the last finalizer', () => maps.apply(applied() as never, own)],
  ] as readonly (readonly [string, (before: KubernetesObject) => Promise<unknown>])[]) {
    await maps.apply(applied(undefined, ['example.com/a']) as never, own);
    await maps.delete('a');
    await ofMap(title, send);
  }
  await maps.create({ metadata: { name: 'b' } });
  await ofMap('delete of a ConfigMap', () => maps.delete('b'), 'b');
  await maps.create({ metadata: { name: 'c', labels: { of: 'collection' } } });
  await ofMap(
    'delete of a collection',
    () => maps.deleteCollection({}, { labelSelector: 'of=collection' }),
    'c',
  );
  const accounts = createResourceClient<corev1.ServiceAccount, never>(requester, coreV1.serviceAccounts, {
    namespace,
  });
  await accounts.create({ metadata: { name: 'a' } });
  await row('delete of a ServiceAccount', accounts, 'a', () => accounts.delete('a'));

  const deployments = createResourceClient<appsv1.Deployment, 'scale'>(requester, appsV1.deployments, {
    namespace,
  });
  await deployments.create(deployment);
  const scale = () => deployments.scale('web', 3);
  await row('scale', deployments, 'web', scale);
  await row('scale that changes nothing', deployments, 'web', scale);

  const pods = createResourceClient<corev1.Pod, 'binding' | 'eviction' | 'status'>(requester, coreV1.pods, {
    namespace,
  });
  const pod = (name: string, nodeName?: string) => ({
    metadata: { name },
    spec: { nodeName, containers: [{ name: 'web', image: 'web' }] },
  });
  const ofPod = (title: string, name: string, send: () => Promise<unknown>) => row(title, pods, name, send);
  await pods.create(pod('a'));
  await ofPod('patch of the status', 'a', () =>
    pods.patch('a', { status: { message: 'new' } }, { type: 'merge', subresource: 'status' }),
  );
  await ofPod('delete of a Pod without a node', 'a', () => pods.delete('a'));
  await pods.create(pod('b'));
  // No kubelet changes the pods of a node that does not exist.
  await ofPod('bind', 'b', () => pods.bind('b', 'no-such-node'));
  await ofPod('delete of a Pod on a node', 'b', () => pods.delete('b'));
  await ofPod('second delete of it, with a longer period', 'b', () =>
    pods.delete('b', { gracePeriodSeconds: 60 }),
  );
  await ofPod('delete of it without a period', 'b', () => pods.delete('b', { gracePeriodSeconds: 0 }));
  await pods.create(pod('c', 'no-such-node'));
  await ofPod('evict', 'c', () => pods.evict('c'));
  await pods.delete('c', { gracePeriodSeconds: 0 });
  return answers;
}
