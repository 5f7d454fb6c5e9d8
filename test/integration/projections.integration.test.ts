// Informers that keep only some fields, against a real API server: a built-in kind as protobuf, and as JSON with exclude.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { connect, connectReader, freshNamespace } from './harness.js';

let clientset: Clientset;
/** Of the program under test. */
let program: Clientset;
let namespace: string;

beforeAll(async () => {
  clientset = await connect();
  program = await connectReader(coreV1.pods);
  namespace = await freshNamespace(clientset);
});

afterAll(async () => {
  await program.close();
  await clientset.close();
});

test.each([
  ['a watch-list', true],
  ['a list', false],
])('%s and a watch of pods bring what is named, and the identity', async (name, useWatchList) => {
  const app = name.replaceAll(/\W/g, '');
  const pods = clientset.coreV1().pods(namespace);
  await pods.create({
    metadata: { name: app, labels: { app }, annotations: { a: 'b' } },
    spec: {
      // Nobody runs it, so nobody else writes it.
      schedulerName: 'nobody',
      containers: [{ name: 'main', image: 'nginx:1', env: [{ name: 'A', value: 'b' }] }],
    },
  });
  const factory = new SharedInformerFactory(program, { namespace, useWatchList });
  const scope = { labelSelector: `app=${app}` };
  const v1 = factory.core().v1();
  const some = v1.pods({
    ...scope,
    fields: { metadata: { labels: true }, spec: { containers: { image: true } } },
  });
  const most = v1.pods({ ...scope, exclude: { metadata: { managedFields: true, annotations: true } } });
  some.informer();
  most.informer();
  factory.start();
  await factory.waitForCacheSync();
  const images = (): unknown =>
    some
      .lister()
      .list()
      .map(({ spec }) => spec);
  expect(images()).toEqual([{ containers: [{ image: 'nginx:1' }] }]);
  const whole = await pods.get(app);
  const [pod] = some.lister().list();
  expect(pod?.metadata).toEqual({
    name: app,
    namespace,
    uid: whole.metadata?.uid,
    resourceVersion: whole.metadata?.resourceVersion,
    creationTimestamp: whole.metadata?.creationTimestamp,
    labels: { app },
    ...(whole.metadata?.generation === undefined ? {} : { generation: whole.metadata.generation }),
  });
  const [other] = most.lister().list();
  const { managedFields: _managed, annotations: _annotations, ...metadata } = whole.metadata ?? {};
  expect({ ...other }).toMatchObject({ ...whole, metadata });
  expect(other?.metadata).not.toHaveProperty('annotations');

  await pods.patch(
    app,
    { spec: { containers: [{ name: 'main', image: 'nginx:2' }] } },
    { type: 'strategic' },
  );
  await expect.poll(images).toEqual([{ containers: [{ image: 'nginx:2' }] }]);
  await factory.stop();
});

test('get, list, pages and watch of a client bring what is named, and patch takes the rest of the way', async () => {
  const maps = clientset.coreV1().configMaps(namespace);
  for (const name of ['x', 'y', 'z'])
    await maps.create({
      metadata: { name, labels: { read: 'fields' } },
      data: { color: 'blue', size: 'big' },
    });
  const options = { labelSelector: 'read=fields', fields: { data: { color: true } } } as const;
  const data = (objects: readonly { readonly data?: unknown }[]) => objects.map((object) => object.data);
  const blue = { color: 'blue' };
  expect(data([await maps.get('x', { fields: options.fields })])).toEqual([blue]);
  expect(data((await maps.list(options)).items)).toEqual([blue, blue, blue]);
  expect(data((await maps.listAll({ ...options, limit: 2 })).items)).toEqual([blue, blue, blue]);
  const watch = await maps.watch({
    ...options,
    sendInitialEvents: true,
    resourceVersionMatch: 'NotOlderThan',
  });
  const seen = [];
  for await (const { type, object } of watch) {
    if (type === 'ADDED') seen.push(object);
    if (seen.length === 3) break;
  }
  expect(data(seen)).toEqual([blue, blue, blue]);
  const [first] = seen;
  await expect(maps.update(first as never)).rejects.toMatchObject({ code: 'ERR_PROJECTED' });
});

test('a copy of an object with a part of its fields is refused until it was read whole', async () => {
  const maps = clientset.coreV1().configMaps(namespace);
  await maps.create({ metadata: { name: 'copied' }, data: { color: 'blue' } });
  const factory = new SharedInformerFactory(clientset, { namespace });
  const some = factory
    .core()
    .v1()
    .configMaps({ fields: { metadata: { labels: true } } });
  some.informer();
  factory.start();
  await factory.waitForCacheSync();
  const copy = structuredClone({ ...some.lister().namespace(namespace).get('copied') });
  const changed = { ...copy, metadata: { ...copy.metadata, labels: { read: 'copied' } } };
  await expect(maps.update(changed as never)).rejects.toMatchObject({ code: 'ERR_PROJECTED' });
  const whole = await maps.get('copied');
  const updated = await maps.update({
    ...whole,
    metadata: { ...whole.metadata, labels: { read: 'copied' } },
  });
  expect(updated.data).toEqual({ color: 'blue' });
  await expect(maps.update({ ...updated, data: { color: 'red' } })).resolves.toMatchObject({
    data: { color: 'red' },
  });
  await factory.stop();
});
