import { describe, expect, test } from 'vitest';
import { waitForCacheSync } from '../../packages/kube-informers/src/cache/informer/cache-sync.js';
import {
  ListWatch,
  listWatchFromClient,
} from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import { SharedIndexInformer } from '../../packages/kube-informers/src/cache/informer/shared-index-informer.js';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import { isExpired, isUnauthorized } from '../../packages/kube-informers/src/meta/errors.js';
import type { ResourceClient } from '../../packages/kube-informers/src/client/resource-client.js';
import type { ObjectOf } from '../../packages/kube-informers/src/meta/resource.js';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { nightly } from '../nightly.test-support.js';
import { connect, contents, freshNamespace, Recorder, running } from './harness.js';
import { canStartServers, OwnServer } from './own-server.js';

/** By day the server is stopped in one way for each kind of list. */
function waysToStop({ useWatchList }: { useWatchList: boolean }): readonly ('cleanly' | 'by SIGKILL')[] {
  if (nightly) return ['cleanly', 'by SIGKILL'];
  return [useWatchList ? 'by SIGKILL' : 'cleanly'];
}

/** The writers change half of them. */
const pods = nightly ? 2_000 : 400;

describe.each([{ useWatchList: true }, { useWatchList: false }] as const)(
  'informer with watch-list $useWatchList',
  (options) => {
    // Skipped if there is only a running cluster: it stops the server (see own-server.ts).
    test.skipIf(!canStartServers).for(waysToStop(options))(
      'a server that was stopped %s and restarted: no event is lost or invented',
      async (how) => {
        await using server = await OwnServer.start();
        await using clientset = await connect(server.kubeconfig);
        const namespace = await freshNamespace(clientset);
        const client = clientset.resource(coreV1.configMaps, namespace);
        for (let index = 0; index < 20; index++)
          await client.create({ metadata: { name: `before-${index}` } });
        const errors: unknown[] = [];
        const informer = new SharedIndexInformer(
          listWatchFromClient(clientset, coreV1.configMaps, namespace),
          {
            ...options,
            onWatchError: (error) => void errors.push(error),
          },
        );
        const recorder = new Recorder();
        informer.addEventHandler(recorder);
        await running(informer, async (signal) => {
          await waitForCacheSync({ signal }, informer);
          await client.create({ metadata: { name: 'early' } });
          await recorder.until(() => recorder.story.includes('add early'));
          const eventsBefore = recorder.events.length;

          await server.stop(how);
          await server.up();
          // Another client writes at once, perhaps before the informer is back.
          await client.create({ metadata: { name: 'late' } });
          await client.patch('before-0', { data: { changed: 'yes' } }, { type: 'merge' });
          await client.delete('before-1');
          await recorder.until(() =>
            ['add late', 'update before-0', 'delete before-1'].every((line) => recorder.story.includes(line)),
          );
          expect(recorder.illegal()).toEqual([]);
          expect(recorder.story.slice(eventsBefore).sort()).toEqual([
            'add late',
            'delete before-1',
            'update before-0',
          ]);
          expect(contents(informer.indexer.list())).toEqual(contents((await client.list()).items));
        });
      },
    );

    // Skipped if there is only a running cluster: it stops the server (see own-server.ts).
    test.skipIf(!canStartServers)(
      'history compacted without an open watch (410): relists and delivers the difference',
      async () => {
        // Without its watch cache the server answers from etcd, which is compacted at once.
        await using server = await OwnServer.start('--watch-cache=false');
        await using clientset = await connect(server.kubeconfig);
        const namespace = await freshNamespace(clientset);
        const client = clientset.resource(coreV1.configMaps, namespace);
        await client.create({ metadata: { name: 'kept' } });
        await client.create({ metadata: { name: 'gone' } });
        const source = listWatchFromClient(clientset, coreV1.configMaps, namespace);
        // Delays the informer's next watch until the history it would ask for is gone.
        let gate = Promise.resolve();
        const informer = new SharedIndexInformer(
          new ListWatch<ConfigMap>({
            list: (list) => source.list(list),
            watch: async (list) => {
              await gate;
              return source.watch(list);
            },
          }),
          { ...options, onWatchError: (error) => void errors.push(error) },
        );
        const errors: unknown[] = [];
        const recorder = new Recorder();
        informer.addEventHandler(recorder);
        await running(informer, async (signal) => {
          await waitForCacheSync({ signal }, informer);
          // An event shows that the watch is open; a watch that ends in its first second without an event would cause a relist.
          await client.create({ metadata: { name: 'early' } });
          await recorder.until(() => recorder.story.includes('add early'));
          let open: (() => void) | undefined;
          gate = new Promise((resolve) => {
            open = resolve;
          });
          await server.stop('cleanly');
          await server.up();
          await client.delete('gone');
          await client.create({ metadata: { name: 'new' } });
          await server.compact();
          open?.();
          await recorder.until(() =>
            ['delete gone', 'add new'].every((line) => recorder.story.includes(line)),
          );
          expect(errors.filter((error) => isExpired(error))).toHaveLength(1);
          expect(recorder.illegal()).toEqual([]);
          expect(recorder.events.slice(3).every((event) => event.initial !== true)).toBe(true);
          expect(contents(informer.indexer.list())).toEqual(contents((await client.list()).items));
        });
      },
    );

    // Skipped if there is only a running cluster: it compacts the server's history (see own-server.ts).
    test.skipIf(!canStartServers || options.useWatchList).for([
      { cache: 'with', flags: [] },
      { cache: 'without', flags: ['--watch-cache=false'] },
    ])(
      'history compacted between any two pages, $cache a watch cache: it syncs all the same',
      async ({ cache, flags }) => {
        await using server = await OwnServer.start(...flags);
        await using clientset = await connect(server.kubeconfig);
        const namespace = await freshNamespace(clientset);
        const client = clientset.resource(coreV1.configMaps, namespace);
        for (let index = 0; index < 30; index++)
          await client.create({ metadata: { name: `object-${index}` } });
        const source = listWatchFromClient(clientset, coreV1.configMaps, namespace);
        let pages = 0;
        const errors: unknown[] = [];
        const informer = new SharedIndexInformer(
          new ListWatch<ConfigMap>({
            async list(list) {
              if (list.continue !== undefined) {
                pages++;
                const data = { page: String(pages) };
                await client.patch('object-0', { data }, { type: 'merge' });
                await server.compact();
              }
              return source.list(list);
            },
            watch: (list) => source.watch(list),
            pagesFromCache: (call) => source.pagesFromCache(call),
          }),
          { ...options, pageSize: 5, onWatchError: (error) => void errors.push(error) },
        );
        const recorder = new Recorder();
        informer.addEventHandler(recorder);
        await running(informer, async (signal) => {
          await waitForCacheSync({ signal }, informer);
          // A watch cache serves everything at once, or pages from snapshots, which may outlive the history.
          if (cache === 'without')
            expect(errors.filter((error) => isExpired(error)).length).toBeGreaterThan(0);
          if (cache === 'without' || (await source.pagesFromCache())) expect(pages).toBeGreaterThan(0);
          await client.create({ metadata: { name: 'last' } });
          await recorder.until(() => recorder.story.includes('add last'));
          expect(contents(informer.indexer.list())).toEqual(contents((await client.list()).items));
          expect(recorder.illegal()).toEqual([]);
        });
      },
    );

    test('a wrong token: a clear error through the hook and from the sync', async () => {
      const file = process.env['KUBECONFIG'];
      const config = await loadConfig({ kubeconfig: file });
      await using clientset = new Clientset({
        ...config,
        credentials: { authorization: 'Bearer wrong' },
        provider: undefined,
        tls: withoutClientCertificate(config.tls),
      });
      const errors: unknown[] = [];
      let reported: (() => void) | undefined;
      const first = new Promise<void>((resolve) => {
        reported = resolve;
      });
      const informer = new SharedIndexInformer(listWatchFromClient(clientset, coreV1.pods, ''), {
        ...options,
        onWatchError: (error) => {
          errors.push(error);
          reported?.();
        },
      });
      await running(informer, async () => {
        await first;
        expect(isUnauthorized(errors[0])).toBe(true);
        const enough = new AbortController();
        const waiting = waitForCacheSync({ signal: enough.signal }, informer);
        enough.abort(new Error('waited long enough'));
        await expect(waiting).rejects.toThrow(/Unauthorized/);
        expect(informer.hasSynced).toBe(false);
      });
    });

    test(`${pods} pods sync during 200 changes a second; then the cache equals a new list`, async () => {
      await using clientset = await connect();
      const namespace = await freshNamespace(clientset);
      const client = clientset.resource(coreV1.pods, namespace);
      await inParallel(pods, 40, async (index) => {
        await client.create(podOfSize(`pod-${index}`));
      });
      const informer = new SharedIndexInformer(
        listWatchFromClient(clientset, coreV1.pods, namespace),
        options,
      );
      const recorder = new Recorder();
      const registration = informer.addEventHandler(recorder);
      await running(informer, async (signal) => {
        const writing = writeFor(client, { perSecond: 200, seconds: pods / 400 });
        await waitForCacheSync({ signal }, informer);
        await registration.synced;
        const last = await writing;
        await recorder.until(() => informer.indexer.getByKey(`${namespace}/${last}`) !== undefined);
        const fresh = await client.list();
        await recorder.until(() => informer.indexer.size === fresh.items.length);
        expect(recorder.illegal()).toEqual([]);
        expect(contents(informer.indexer.list())).toEqual(contents(fresh.items));
        expect(informer.indexer.list().find((pod) => pod.metadata?.name === last)).toEqual(
          await client.get(last),
        );
      });
      await client.deleteCollection();
    });
  },
);

function withoutClientCertificate(tls: RestTls): RestTls {
  return tls === undefined ? undefined : { ...tls, cert: undefined, key: undefined };
}
type RestTls = Awaited<ReturnType<typeof loadConfig>>['tls'];

/** A pod of about 1 KB. */
function podOfSize(name: string): Pod {
  return {
    metadata: {
      name,
      labels: { app: `app-${name.length}`, part: name },
      annotations: { note: 'x'.repeat(500) },
    },
    spec: {
      containers: [{ name: 'main', image: 'registry.example/app:v1', env: [{ name: 'A', value: 'a' }] }],
    },
  };
}
type Pod = ObjectOf<typeof coreV1.pods>;
type ConfigMap = ObjectOf<typeof coreV1.configMaps>;

/** Runs `work` for 0 … count-1, at most `width` at a time. */
async function inParallel(
  count: number,
  width: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** Changes pods at a rate: updates, deletes and creates; resolves with the name of the pod created at the very end. */
async function writeFor(
  client: ResourceClient<Pod>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<string> {
  const started = performance.now();
  const total = perSecond * seconds;
  await inParallel(total, 20, async (index) => {
    // The rate is part of the test; no code waits here for an event.
    const due = started + (index * 1000) / perSecond;
    await systemClock.sleep(Math.max(0, due - performance.now()));
    if (index % 10 === 0) await client.delete(`pod-${index}`);
    else if (index % 10 === 1) await client.create(podOfSize(`new-${index}`));
    else
      await client.patch(
        `pod-${index}`,
        { metadata: { labels: { round: String(index) } } },
        { type: 'merge' },
      );
  });
  await client.create(podOfSize('the-last'));
  return 'the-last';
}
