import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { Clientset, SharedInformerFactory } from 'kube-informers';
import type { InformerFactoryOptions, KubernetesObject, ResourceInformer } from 'kube-informers';
import { line, markLine, MisbehavingServer } from './misbehaving-server.test-support.js';
import type { Pod } from './misbehaving-server.test-support.js';

const count = 131_000;
const mebibyte = 1024 * 1024;

interface ManyPods extends AsyncDisposable {
  readonly server: MisbehavingServer;
  readonly pods: ResourceInformer<Pod>;
  readonly faults: Error[];
  /** Bytes of the response so far. */
  readonly sent: number;
}

/** Syncs, on the real clock, from a server that returns all pods in one response, each of about that many bytes. */
async function manyPods(bytesEach: number, options: InformerFactoryOptions): Promise<ManyPods> {
  const server = await MisbehavingServer.start();
  const clientset = new Clientset({ host: server.host, proxyUrl: '' });
  const faults: Error[] = [];
  const factory = new SharedInformerFactory(clientset, {
    onWatchError: (error) => void faults.push(error),
    ...options,
  });
  const pods = factory.core().v1().pods();
  pods.informer();
  let sent = 0;
  const many = {
    server,
    pods,
    faults,
    get sent() {
      return sent;
    },
    async [Symbol.asyncDispose]() {
      await factory.stop();
      await clientset.close();
      await server[Symbol.asyncDispose]();
    },
  };
  const stream = (response: ServerResponse, parts: Iterable<string>): void => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const send = async (): Promise<void> => {
      for (const part of parts) {
        sent += Buffer.byteLength(part);
        if (!response.write(part)) await once(response, 'drain');
      }
    };
    // The test's own expectations find missing objects.
    send().then(
      () => void (server.count('list') > 0 && response.end()),
      () => void response.destroy(),
    );
  };
  server.next('list', (response) => stream(response, listParts(bytesEach)));
  server.next('watchList', (response) => {
    stream(response, watchParts(bytesEach));
    server.follow(response);
  });
  factory.start();
  try {
    await factory.waitForCacheSync();
  } catch (error) {
    await many[Symbol.asyncDispose]();
    throw error;
  }
  return many;
}

function* podTexts(bytesEach: number): Generator<string[]> {
  const note = 'x'.repeat(Math.max(0, bytesEach - 150));
  for (let index = 0; index < count; index += 250) {
    yield Array.from(
      { length: Math.min(250, count - index) },
      (_, offset) =>
        `{"metadata":{"name":"pod-${index + offset}","namespace":"default","resourceVersion":"11","annotations":{"note":"${note}"}}}`,
    );
  }
}

function* listParts(bytesEach: number): Generator<string> {
  let before = '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"11"},"items":[';
  for (const texts of podTexts(bytesEach)) {
    yield before + texts.join(',');
    before = ',';
  }
  yield ']}';
}

function* watchParts(bytesEach: number): Generator<string> {
  const [head, tail] = line('ADDED', 'POD').split('"POD"');
  for (const texts of podTexts(bytesEach)) {
    yield texts
      .map((text) => `${head}${text.replace('{', '{"apiVersion":"v1","kind":"Pod",')}${tail}`)
      .join('');
  }
  yield markLine('11');
}

/** Drops what the test does not read: it is about the size of the response, not of the cache. */
function withoutAnnotations(object: KubernetesObject): KubernetesObject {
  const { annotations: _annotations, ...metadata } = object.metadata ?? {};
  return { ...object, metadata };
}

test.each([
  ['a list', { useWatchList: false }],
  ['a watch-list', { useWatchList: true }],
] as const)(
  'peer failure 1: caches %s of more than 512 MiB in one response completely',
  async (_how, { useWatchList }) => {
    await using many = await manyPods(4300, { useWatchList, transform: withoutAnnotations });
    const { server, pods, faults, sent } = many;
    expect(sent).toBeGreaterThan(512 * mebibyte);
    expect(pods.informer().indexer.size).toBe(count);
    expect(
      pods
        .lister()
        .namespace('default')
        .get(`pod-${count - 1}`),
    ).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `pod-${count - 1}`, namespace: 'default', resourceVersion: '11' },
    });
    expect(faults).toEqual([]);
    expect(server.count(useWatchList ? 'watchList' : 'list')).toBe(1);
  },
  60_000,
);

test('peer failure 29: list() of 131,000 objects in one namespace', async () => {
  await using many = await manyPods(0, { useWatchList: false });
  const lister = many.pods.lister();
  expect(lister.namespace('default').list()).toHaveLength(count);
  expect(lister.list()).toHaveLength(count);
  expect(many.pods.informer().indexer.byIndex('namespace', 'default')).toHaveLength(count);
  expect(many.pods.informer().indexer.listKeys()).toHaveLength(count);
  expect(many.faults).toEqual([]);
}, 60_000);
