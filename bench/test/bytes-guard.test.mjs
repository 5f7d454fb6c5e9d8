// The regression guard over the whole way from a socket to the handlers: how much of what a server sends is parsed. These are
// counts of characters and calls, never times.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Kernel } from '../../packages/kube-informers/src/compact/kernel/kernel.ts';
import * as library from 'kube-informers';
import { compact } from 'kube-informers/compact';
import { firstEventVersion } from '../server/pods.mjs';
import { PodServer } from '../server/pod-server.mjs';

const podCount = 500;
const eventCount = 1000;
const appLabel = 'app.kubernetes.io/name';

const server = new PodServer();
let host;

beforeAll(async () => {
  host = `http://127.0.0.1:${await server.listen()}`;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

/**
 * An informer with three indexes on metadata and two handlers that take keys, one of which coalesces: it syncs, then each
 * pod changes twice, then `read` reads it. Of each: the share of the server's bytes that JSON.parse was given, and how many objects
 * were decompressed.
 */
async function work(options, read = () => undefined) {
  server.reset(podCount);
  const counted = counters();
  const faults = [];
  const clientset = new library.Clientset({ host, proxyUrl: '' });
  const factory = new library.SharedInformerFactory(clientset, {
    onWatchError: (error) => void faults.push(error),
    ...options,
  });
  try {
    const pods = factory.core().v1().pods();
    const informer = pods.informer();
    informer.addIndexers({
      app: (pod) => [pod.metadata.labels[appLabel]],
      uid: (pod) => [pod.metadata.uid],
    });
    const handlers = [false, true].map((coalesce) => keyHandler(informer, coalesce));
    factory.start();
    await Promise.all(handlers.map(({ registration }) => registration.synced));
    const sync = counted(podCount);
    await server.flood(eventCount);
    await Promise.all(handlers.map(({ flooded }) => flooded));
    const flood = counted(eventCount);
    expect(faults).toEqual([]);
    for (const { keys } of handlers) expect(keys.size).toBe(podCount);
    read(pods, informer);
    return { sync, flood, read: counted(podCount) };
  } finally {
    await factory.stop();
    await clientset.close();
  }
}

/** A handler like a reconciler's, and a promise of its last event. */
function keyHandler(informer, coalesce) {
  const keys = new Set();
  const last = String(firstEventVersion + eventCount);
  let registration;
  const flooded = new Promise((resolve) => {
    const onAdd = (pod) => void keys.add(library.metaNamespaceKey(pod));
    const onUpdate = (_old, pod) => {
      keys.add(library.metaNamespaceKey(pod));
      if (pod.metadata.resourceVersion === last) resolve();
    };
    registration = informer.addEventHandler({ onAdd, onUpdate }, { coalesce });
  });
  return { registration, flooded, keys };
}

/** What was done since it was asked last, for so many pods of the server's. */
function counters() {
  const parse = vi.spyOn(JSON, 'parse');
  const decompress = vi.spyOn(Kernel.prototype, 'decompress');
  return (pods) => {
    const characters = parse.mock.calls.reduce((total, [text]) => total + text.length, 0);
    const decompressed = decompress.mock.calls.length;
    parse.mockClear();
    decompress.mockClear();
    return { parsed: characters / (pods * server.bytesPerPod), decompressed };
  };
}

const ways = [{ useWatchList: false }, { useWatchList: true }];

describe.each(ways)('watch-list: $useWatchList', (way) => {
  test('a compact cache decodes nothing for keys, metadata, indexes and labels, and of each object the members that are read', async () => {
    const selector = library.parseSelector(`${appLabel},nothing!=x`);
    const untouched = await work({ ...way, cacheFormat: compact() }, (pods, { indexer }) => {
      expect(pods.lister().list(selector)).toHaveLength(podCount);
      expect(indexer.indexFuncValues('app').flatMap((app) => indexer.byIndex('app', app))).toHaveLength(
        podCount,
      );
      for (const { kind, metadata } of pods.lister().list())
        expect([kind, metadata.ownerReferences.length]).toEqual(['Pod', 1]);
      for (const { metadata } of pods.lister().list())
        expect([metadata.uid.length, metadata.generation, metadata.deletionTimestamp]).toEqual([
          36,
          1,
          undefined,
        ]);
    });
    // The envelope, and each kind of labels and owners once.
    expect(untouched.sync.parsed).toBeLessThan(0.01);
    expect(untouched.flood.parsed).toBeLessThan(0.001);
    expect(untouched.read.parsed).toBeLessThan(0.01);
    for (const { decompressed } of Object.values(untouched)) expect(decompressed).toBe(0);

    const looked = await work({ ...way, cacheFormat: compact() }, (pods) => {
      for (const { spec, status } of pods.lister().list())
        expect([spec.containers.length, status.phase]).toEqual([1, 'Running']);
    });
    // Spec and status are 54 % of a pod.
    expect(looked.read.parsed).toBeGreaterThan(0.5);
    expect(looked.read.parsed).toBeLessThan(0.6);
    // Once for each of the two members.
    expect(looked.read.decompressed).toBe(2 * podCount);
  });

  test('an ordinary cache parses no field sets that it knows, and no managedFields that are excluded', async () => {
    const whole = await work(way);
    const dropped = await work({ ...way, exclude: { metadata: { managedFields: true } } });
    for (const part of ['sync', 'flood']) {
      // Measured: 0.71 to 0.78, and 0.64 to 0.66.
      expect(whole[part].parsed).toBeLessThan(0.85);
      expect(dropped[part].parsed).toBeLessThan(0.7);
    }
    expect(whole.read.parsed).toBe(0);
  });
});
