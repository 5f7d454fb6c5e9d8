import { afterEach, expect, test } from 'vitest';
import { eventually } from './eventually.test-support.js';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { batchV1, coreV1 } from '../resources/index.js';
import type { Job } from '../resources/types/batch-v1.js';
import type { ConfigMap, Namespace, Pod } from '../resources/types/core-v1.js';
import { ADD, ERROR, ListWatch, makeInformer } from './index.js';
import type { Informer, ObjectCache } from './index.js';

/** Programs in the shape of those that use client-node's informers: how they restart, keep tables and tell of errors. */

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]();
});

async function setUp() {
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  const kc = {
    getCurrentCluster: () => ({ name: 'test', server: server.url }),
    applyToHTTPSOptions: () => Promise.resolve(),
  };
  open.push(server, clientset);
  /** Stops the informer after the test. */
  const keep = <I extends { stop(): Promise<void> }>(informer: I): I => {
    open.push({ [Symbol.asyncDispose]: () => informer.stop() });
    return informer;
  };
  return { server, clientset, kc, keep };
}

const pod = (name: string, namespace: string, labels = {}): Pod => ({
  metadata: { name, namespace, labels },
  spec: { containers: [{ name: 'c', image: 'i' }] },
});

test('a monitor starts an informer for each namespace in its callback, and starts again when the network fails', async () => {
  const { server, clientset, kc, keep } = await setUp();
  const seen: string[] = [];
  const namespaces = keep(
    makeInformer<Namespace>(kc, '/api/v1/namespaces', () => clientset.coreV1().namespaces().list()),
  );
  namespaces.on(ERROR, (error: { code?: unknown }) => {
    if (error.code !== 'ECONNREFUSED') void namespaces.start();
  });
  const watchPods = async ({ metadata: { name = '' } = {} }: Namespace): Promise<void> => {
    const pods = keep(
      makeInformer<Pod>(kc, `/api/v1/namespaces/${name}/pods`, () => clientset.coreV1().pods(name).list()),
    );
    pods.on(ADD, ({ metadata }) => void seen.push(`${name}/${metadata?.name}`));
    pods.on(ERROR, () => undefined);
    await pods.start();
  };
  namespaces.on(ADD, (namespace) => void watchPods(namespace));
  await namespaces.start();
  await server.create(coreV1.pods, pod('first', 'default'));
  await eventually(() => expect(seen).toEqual(['default/first']));
  server.dropWatches({ how: 'reset' });
  await server.create(coreV1.namespaces, { metadata: { name: 'shop' } });
  await server.create(coreV1.pods, pod('second', 'shop'));
  await eventually(() => expect(seen).toEqual(['default/first', 'shop/second']));
});

test('a supervisor of failed pods starts again after each error, and is told of each pod that fails', async () => {
  const { server, clientset, kc, keep } = await setUp();
  const labels = { app: 'task-run' };
  const fail = (name: string) => server.patch(coreV1.pods, name, { status: { phase: 'Failed' } });
  for (const name of ['first', 'second']) await server.create(coreV1.pods, pod(name, 'default', labels));
  await server.create(coreV1.pods, pod('other', 'default'));
  await fail('first');
  await fail('other');
  const labelSelector = 'app=task-run';
  const fieldSelector = 'status.phase=Failed';
  let failures = 1;
  const informer = keep(
    makeInformer<Pod>(
      kc,
      '/api/v1/namespaces/default/pods',
      () =>
        failures-- > 0
          ? Promise.reject(Object.assign(new Error('HTTP-Code: 403'), { code: 403 }))
          : clientset.coreV1().pods('default').list({ labelSelector, fieldSelector }),
      labelSelector,
      fieldSelector,
    ),
  );
  const failed: string[] = [];
  const codes: unknown[] = [];
  const seeded: number[] = [];
  const begin = (): void =>
    void informer.start().then(() => {
      // The start that met the error resolves too, as in client-node.
      if (informer.list().length > 0) seeded.push(informer.list().length);
    });
  informer.on('add', ({ metadata }) => void failed.push(metadata?.name ?? ''));
  informer.on('error', (error: { code?: unknown }) => {
    codes.push(error.code);
    begin();
  });
  begin();
  await eventually(() => expect(seeded).toEqual([1]));
  expect(codes).toEqual([403]);
  expect(informer.get('first', 'default')?.kind).toBe('Pod');
  await fail('second');
  await eventually(() => expect(failed).toEqual(['first', 'second']));
});

test('a watch manager keeps a table per session, and tells states by connect and statusCode', async () => {
  const { server, clientset, kc, keep } = await setUp();
  interface Session {
    informer: Informer<ConfigMap> & ObjectCache<ConfigMap>;
    rows: Map<string, string | undefined>;
    status: string[];
  }
  const start = (): Session => {
    const informer = keep(
      makeInformer(kc, '/api/v1/namespaces/default/configmaps', () =>
        clientset.coreV1().configMaps('default').list(),
      ),
    );
    const session: Session = { informer, rows: new Map(), status: [] };
    const upsert = ({ metadata, data }: ConfigMap): void =>
      void session.rows.set(metadata?.name ?? '', data?.['colour']);
    informer.on('add', upsert);
    informer.on('update', upsert);
    informer.on('delete', ({ metadata }) => void session.rows.delete(metadata?.name ?? ''));
    informer.on('connect', () => void session.status.push('live'));
    informer.on('error', (error: { statusCode?: number; code?: number | string }) => {
      session.status.push(String(error.statusCode ?? error.code));
      informer.start().catch((failure: unknown) => session.status.push(String(failure)));
    });
    void informer.start();
    return session;
  };
  await server.create(coreV1.configMaps, {
    metadata: { name: 'a', namespace: 'default' },
    data: { colour: 'red' },
  });
  const [one, two] = [start(), start()];
  await eventually(() => expect([one.rows.size, two.rows.size, server.openWatches]).toEqual([1, 1, 2]));
  await one.informer.stop();
  server.failNext(403, { verb: 'watch' });
  server.dropWatches();
  await server.patch(coreV1.configMaps, 'a', { data: { colour: 'blue' } });
  // The watch was too short to be resumed: a list brings the change, and the watch after it is refused.
  await eventually(() => {
    expect(two.rows.get('a')).toBe('blue');
    expect(two.status).toContain('403');
  });
  expect(one.rows.get('a')).toBe('red');
  expect(one.status).toEqual(['live']);
});

test('a ListWatch that starts by itself keeps a table of plain values', async () => {
  const { server, clientset, kc } = await setUp();
  const table: Record<string, string | undefined> = {};
  const listWatch = new ListWatch<Pod>('/api/v1/namespaces/default/pods', { config: kc }, () =>
    clientset.coreV1().pods('default').list(),
  );
  open.push({ [Symbol.asyncDispose]: () => listWatch.stop() });
  const update = ({ metadata, status }: Pod): void => {
    table[metadata?.name ?? ''] = status?.phase;
  };
  listWatch.on('delete', ({ metadata }) => void Reflect.deleteProperty(table, metadata?.name ?? ''));
  listWatch.on('add', update);
  listWatch.on('update', update);
  await server.create(coreV1.pods, pod('a', 'default'));
  await server.create(coreV1.pods, pod('b', 'default'));
  await eventually(() => expect(table).toEqual({ a: 'Pending', b: 'Pending' }));
  await server.delete(coreV1.pods, 'a');
  await eventually(() => expect(table).toEqual({ b: 'Pending' }));
  // Removing a callback that was never added does nothing.
  listWatch.off('add', () => undefined);
});

test('a job runner creates a job after start(), and stops the informer in the callback that sees it succeed', async () => {
  const { server, clientset, kc } = await setUp();
  const labelSelector = 'plan=a';
  const jobs = clientset.batchV1().jobs('default');
  let beats = 0;
  const finished = new Promise<void>((resolve, reject) => {
    const informer = makeInformer<Job>(
      kc,
      '/apis/batch/v1/namespaces/default/jobs',
      () => jobs.list({ labelSelector }),
      labelSelector,
    );
    informer.on('change', ({ status }) => {
      beats++;
      if (status?.succeeded) informer.stop().then(resolve, reject);
    });
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
    informer
      .start()
      .then(() => jobs.create({ metadata: { name: 'a', labels: { plan: 'a' } }, spec: { template } }))
      .catch(reject);
  });
  await eventually(() => expect(beats).toBe(1));
  await server.patch(batchV1.jobs, 'a', { status: { succeeded: 1 } });
  await finished;
  expect(beats).toBe(2);
  await eventually(() => expect(server.openWatches).toBe(0));
});
