import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { isInvalid } from '../../packages/kube-informers/src/meta/errors.js';
import { metaNamespaceKey } from '../../packages/kube-informers/src/meta/names.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { newInformerWatcher } from '../../packages/kube-informers/src/watch/informer-watcher.js';
import { RetryWatcher } from '../../packages/kube-informers/src/watch/retry-watcher.js';
import { until, untilWithSync } from '../../packages/kube-informers/src/watch/until.js';
import { prepareWatchListOptions } from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import { configMap, freshConfigMaps } from './config-maps.js';
import type { ConfigMap } from './config-maps.js';
import { connect, connectReader, served } from './harness.js';
import { canStartServers, OwnServer } from './own-server.js';

describe('watch tools on a real API server', () => {
  let clientset: Clientset;
  let program: Clientset;

  beforeAll(async () => {
    clientset = await connect();
    program = await connectReader(coreV1.configMaps);
  });

  afterAll(async () => {
    await program.close();
    await clientset.close();
  });

  const limit = { timeoutMs: 60_000 };

  test('until gets every change since a list, in order, and ends its watch', async () => {
    const { source, client } = await freshConfigMaps(clientset, program);
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
    const { source, client } = await freshConfigMaps(clientset, program);
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

  test('an informer read as a watch begins with the existing objects', async () => {
    const { source, client } = await freshConfigMaps(clientset, program);
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
    const { source, client } = await freshConfigMaps(clientset, program);
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
describe.skipIf(!canStartServers)('a RetryWatcher of a server that is stopped and compacted', () => {
  /** Reads a watcher event by event: `ADDED a`, or `ERROR 410`. */
  function reader(watcher: RetryWatcher<ConfigMap>): () => Promise<string> {
    const events = watcher[Symbol.asyncIterator]();
    return async () => {
      const { value: event, done } = await events.next();
      if (done === true) return 'the end';
      return `${event.type} ${event.type === 'ERROR' ? event.object.code : event.object.metadata?.name}`;
    };
  }

  test('goes on over restarts without a gap, as long as the server has its resourceVersion', async () => {
    // Without its watch cache the server reads the history of etcd.
    await using api = await OwnServer.start('--watch-cache=false');
    await using clientset = await connect(api.kubeconfig);
    const { source, client } = await freshConfigMaps(clientset);
    const from = (await source.list({})).metadata.resourceVersion ?? '';
    const faults: string[] = [];
    const onWatchError = ({ message }: Error): void => void faults.push(message);
    const watcher = new RetryWatcher(from, source, { onWatchError });
    const next = reader(watcher);
    await client.create(configMap('a'));
    expect(await next()).toBe('ADDED a');
    for (const [how, name] of [
      ['cleanly', 'b'],
      ['by SIGKILL', 'c'],
    ] as const) {
      const waiting = next();
      await api.stop(how);
      await api.up();
      await client.create(configMap(name));
      expect(await waiting).toBe(`ADDED ${name}`);
    }
    expect(faults.length).toBeGreaterThan(0);
    watcher.stop();

    // From a version that was compacted.
    for (let i = 0; i < 3; i++) await client.patch('a', { data: { value: String(i) } }, { type: 'merge' });
    await api.compact();
    const late = reader(new RetryWatcher(from, source));
    expect([await late(), await late()]).toEqual(['ERROR 410', 'the end']);
  });

  test('ends with 410 after a restart, since others have written; a list and a new watcher go on', async () => {
    await using api = await OwnServer.start();
    await using clientset = await connect(api.kubeconfig);
    const { source, client } = await freshConfigMaps(clientset);
    const followed = async (): Promise<{ names: unknown[]; watcher: RetryWatcher<ConfigMap> }> => {
      const { items, metadata } = await client.list();
      const names = items.map((item) => item.metadata?.name);
      return { names, watcher: new RetryWatcher(metadata.resourceVersion ?? '', source) };
    };
    let { watcher } = await followed();
    await client.create(configMap('a'));
    expect(await reader(watcher)()).toBe('ADDED a');
    const names = ['a'];
    for (const how of ['cleanly', 'by SIGKILL'] as const) {
      // The watch cache of a server begins with its start, at the newest resourceVersion of the whole cluster.
      await freshConfigMaps(clientset);
      const next = reader(watcher);
      const waiting = next();
      await api.stop(how);
      await api.up();
      await client.create(configMap(how === 'cleanly' ? 'b' : 'c'));
      expect([await waiting, await next()]).toEqual(['ERROR 410', 'the end']);
      const again = await followed();
      names.push(how === 'cleanly' ? 'b' : 'c');
      expect(again.names).toEqual(names);
      watcher = again.watcher;
    }
    await client.create(configMap('d'));
    expect(await reader(watcher)()).toBe('ADDED d');
    watcher.stop();
  });
});
