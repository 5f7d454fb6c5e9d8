import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { isInvalid } from '../../packages/kube-informers/src/meta/errors.js';
import { metaNamespaceKey } from '../../packages/kube-informers/src/meta/names.js';
import { newInformerWatcher } from '../../packages/kube-informers/src/watch/informer-watcher.js';
import { RetryWatcher } from '../../packages/kube-informers/src/watch/retry-watcher.js';
import { until, untilObject, untilWithSync } from '../../packages/kube-informers/src/watch/until.js';
import { prepareWatchListOptions } from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import { configMap, freshConfigMaps } from './config-maps.js';
import { connect, served } from './harness.js';
import { canStartServers, OwnServer } from './own-server.js';

describe('watch tools on a real API server', () => {
  let clientset: Clientset;

  beforeAll(async () => {
    clientset = await connect();
  });

  afterAll(async () => {
    await clientset.close();
  });

  const limit = { timeoutMs: 60_000 };

  test('until gets every change since a list, in order, and ends its watch', async () => {
    const { source, client } = await freshConfigMaps(clientset);
    const list = await source.list({});
    const seen: string[] = [];
    const waiting = until(
      list.metadata.resourceVersion ?? '',
      source,
      [
        ({ type, object }) => {
          seen.push(`${type} ${'data' in object ? object.data?.['value'] : undefined}`);
          return type === 'DELETED';
        },
      ],
      limit,
    );
    await client.create(configMap('a', '1'));
    for (const value of ['2', '3', '4']) await client.patch('a', { data: { value } }, { type: 'merge' });
    await client.delete('a');
    expect((await waiting).type).toBe('DELETED');
    expect(seen).toEqual(['ADDED 1', 'MODIFIED 2', 'MODIFIED 3', 'MODIFIED 4', 'DELETED 4']);
  });

  test('untilWithSync: existing and later objects meet the condition', async () => {
    const { source, client } = await freshConfigMaps(clientset);
    await served(client, await client.create(configMap('ready', 'no')));
    const precondition = (store: { listKeys(): readonly string[] }): boolean =>
      store.listKeys().some((key) => key.endsWith('/ready'));
    expect(await untilWithSync(source, () => false, { ...limit, precondition })).toBeUndefined();
    const waiting = untilWithSync(
      source,
      (event) => event.type !== 'ERROR' && event.object.data?.['value'] === 'yes',
      limit,
    );
    await client.patch('ready', { data: { value: 'yes' } }, { type: 'merge' });
    expect((await waiting)?.object).toMatchObject({ metadata: { name: 'ready' }, data: { value: 'yes' } });
  });

  test('untilObject: an object is created, changed and deleted', async () => {
    const { client } = await freshConfigMaps(clientset);
    const seen: (string | undefined)[] = [];
    const last = await untilObject(
      client,
      'a',
      async (object) => {
        const value = object?.data?.['value'];
        seen.push(value);
        if (object === undefined && seen.length > 1) return true;
        if (object === undefined) await client.create(configMap('a', '1'));
        else if (value === '1') await client.patch('a', { data: { value: '2' } }, { type: 'merge' });
        else await client.delete('a');
        return false;
      },
      limit,
    );
    expect(last).toBeUndefined();
    expect(seen).toEqual([undefined, '1', '2', undefined]);
  });

  test('an informer read as a watch begins with the existing objects', async () => {
    const { source, client } = await freshConfigMaps(clientset);
    await client.create(configMap('a'));
    const watcher = newInformerWatcher(source);
    const seen: string[] = [];
    for await (const event of watcher) {
      if (event.type === 'ERROR') throw new Error(JSON.stringify(event.object));
      seen.push(`${event.type} ${event.object.metadata?.name}`);
      if (event.type === 'ADDED' && event.object.metadata?.name === 'a') await client.create(configMap('b'));
      if (event.type === 'ADDED' && event.object.metadata?.name === 'b') await client.delete('a');
      if (event.type === 'DELETED') break;
    }
    await watcher.done;
    expect(seen).toEqual(['ADDED a', 'ADDED b', 'DELETED a']);
    expect(watcher.indexer.listKeys().map((key) => key.split('/')[1])).toEqual(['b']);
  });

  test('a prepared watch-list returns the same as the list, or is refused if the server does not support it', async () => {
    const { source, client } = await freshConfigMaps(clientset);
    await client.create(configMap('a'));
    await served(client, await client.create(configMap('b')));
    const options = { resourceVersion: '0', limit: 1 };
    const watchList = prepareWatchListOptions(options);
    if (watchList === undefined) throw new Error('no watch-list for these options');
    const streamed: string[] = [];
    try {
      for await (const event of await source.watch(watchList)) {
        if (event.type !== 'ADDED') break;
        streamed.push(metaNamespaceKey(event.object));
      }
    } catch (error) {
      // It is off in 1.33: the error shows the informer that it has to list.
      if (!isInvalid(error)) throw error;
      expect(String(error)).toContain('forbidden for watch unless the WatchList feature gate is enabled');
      return;
    }
    const listed = (await source.list(options)).items.map(metaNamespaceKey);
    expect(streamed.toSorted()).toEqual(listed.toSorted());
    expect(streamed).toHaveLength(2);
  });
});

// Skipped if there is only a running cluster: it stops the server (see own-server.ts).
describe.skipIf(!canStartServers)('watch tools on a server that is stopped and compacted', () => {
  test('a RetryWatcher continues over restarts without a gap, and ends with a 410 after a compaction', async () => {
    await using api = await OwnServer.start();
    const clientset = await connect(api.kubeconfig);
    const { source, client } = await freshConfigMaps(clientset);
    const from = (await source.list({})).metadata.resourceVersion ?? '';
    const faults: string[] = [];
    const stop = new AbortController();
    const watcher = new RetryWatcher(from, source, {
      signal: stop.signal,
      onWatchError: ({ message }) => void faults.push(message),
    });
    const seen: string[] = [];
    const next = async (): Promise<void> => {
      const batch = await watcher.nextBatch();
      for (const event of batch ?? [])
        seen.push(
          `${event.type} ${event.object.metadata && 'name' in event.object.metadata ? event.object.metadata.name : ''}`,
        );
    };
    await client.create(configMap('a'));
    await next();
    for (const how of ['cleanly', 'by SIGKILL'] as const) {
      const name = how === 'cleanly' ? 'b' : 'c';
      const waiting = next();
      await api.stop(how);
      await api.up();
      await client.create(configMap(name));
      await waiting;
    }
    expect(seen).toEqual(['ADDED a', 'ADDED b', 'ADDED c']);
    expect(faults.length).toBeGreaterThan(0);
    stop.abort();
    // From a version that was compacted.
    for (let i = 0; i < 3; i++) await client.patch('a', { data: { value: String(i) } }, { type: 'merge' });
    await api.stop('cleanly');
    await api.compact();
    await api.up();
    const late = new RetryWatcher(from, source);
    const last: unknown[] = [];
    for await (const event of late) last.push(event.type === 'ERROR' ? event.object.code : event.type);
    expect(last).toEqual([410]);
    await clientset.close();
  });
});
