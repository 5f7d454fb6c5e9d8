// The tools that read an informer as a watch, over a compact cache and a server: their objects read as plain objects
// do.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { filteredListWatchFromClient } from '../cache/reflector/listwatch.js';
import type { ListWatch } from '../cache/reflector/listwatch.js';
import { Clientset } from '../client/clientset.js';
import { compact } from '../compact/compact-cache.js';
import { isCompact } from '../compact/compact-objects.js';
import { copyOf } from '../meta/copy-of.js';
import type { ObjectOf } from '../meta/resource.js';
import type { WatchEvent } from '../meta/watch.js';
import { coreV1 } from '../resources/core-v1.js';
import { newInformerWatcher } from './informer-watcher.js';
import type { InformerWatcher } from './informer-watcher.js';
import { untilWithSync } from './until.js';
import { WaitError } from '../meta/wait-error.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

type ConfigMap = ObjectOf<typeof coreV1.configMaps>;

let server: ApiServer;
let clientset: Clientset;
let source: ListWatch<ConfigMap>;

beforeEach(async () => {
  server = await ApiServer.start();
  clientset = new Clientset({ host: server.url });
  source = filteredListWatchFromClient(clientset, coreV1.configMaps, 'default');
});

afterEach(async () => {
  await clientset.close();
  await server.stop();
});

const maps = () => clientset.coreV1().configMaps('default');

/** Writes `name` with this value; recreates it with the next value. */
async function write(name: string, value: string): Promise<void> {
  const object = { metadata: { name, labels: { app: name } }, data: { value } };
  if ((await server.get(coreV1.configMaps, name)) === undefined) await maps().create(object);
  else await maps().update(object);
}

/** Returns an event's object, which must be from a compact cache. */
function compactObject(event: WatchEvent<DeepReadonly<ConfigMap>> | undefined): DeepReadonly<ConfigMap> {
  if (event === undefined || event.type === 'ERROR') throw new Error(`no object: ${event?.type}`);
  expect(isCompact(event.object)).toBe(true);
  return event.object;
}

/** Reads the next `count` events: their types, values and objects. */
async function read(
  watch: InformerWatcher<ConfigMap>,
  count: number,
): Promise<WatchEvent<DeepReadonly<ConfigMap>>[]> {
  const events: WatchEvent<DeepReadonly<ConfigMap>>[] = [];
  while (events.length < count) events.push(...((await watch.nextBatch()) ?? []));
  return events;
}

describe.each([{ useWatchList: true }, { useWatchList: false }])('with %o', ({ useWatchList }) => {
  const options = { cacheFormat: compact(), useWatchList };
  const waitOptions = { ...options, timeoutMs: 60_000 };

  test('untilWithSync resolves with the object that met the condition, which stays readable after its informer has ended', async () => {
    await write('a', 'no');
    const asked: string[] = [];
    const waiting = untilWithSync(
      source,
      (event) => {
        const { metadata, data } = compactObject(event);
        asked.push(`${event.type} ${metadata?.name} ${data?.['value']}`);
        if (data?.['value'] === 'no') void write('a', 'yes');
        return data?.['value'] === 'yes';
      },
      waitOptions,
    );
    const event = await waiting;
    expect(asked).toEqual(['ADDED a no', 'MODIFIED a yes']);
    expect(event?.type).toBe('MODIFIED');
    const plain = await maps().get('a');
    expect(compactObject(event)).toEqual(plain);
    expect(JSON.stringify(event?.object)).toBe(JSON.stringify(plain));
    expect(isCompact(copyOf(compactObject(event)))).toBe(false);
  });

  test('untilWithSync passes the compact cache to its precondition', async () => {
    await write('a', '1');
    await write('b', '2');
    const seen: unknown[] = [];
    const event = await untilWithSync(source, () => false, {
      ...waitOptions,
      indexers: { app: (map) => [map.metadata?.labels?.['app'] ?? ''] },
      precondition(store) {
        seen.push(store.list().map(isCompact), store.byIndex('app', 'b')[0]?.data?.['value']);
        return store.getByKey('default/a')?.data?.['value'] === '1';
      },
    });
    expect(event).toBeUndefined();
    expect(seen).toEqual([[true, true], '2']);
  });

  test('an WaitError keeps the last event readable', async () => {
    await write('a', '1');
    const stop = new AbortController();
    const error = await untilWithSync(
      source,
      () => {
        stop.abort(new Error('enough'));
        return false;
      },
      { ...options, signal: stop.signal },
    ).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WaitError);
    expect(error).toMatchObject({ code: 'ERR_WAIT_ABORTED' });
    const { lastEvent } = error as WaitError;
    expect(compactObject(lastEvent as WatchEvent<ConfigMap>)).toEqual(await maps().get('a'));
  });

  test('a watch that is read late delivers each state, as a plain one does, and the states stay readable', async () => {
    const compact = newInformerWatcher(source, options);
    const plain = newInformerWatcher(source, { useWatchList });
    await Promise.all([compact.synced, plain.synced]);
    // Both receive each state before the next is written.
    const both = async (until: (watcher: typeof compact) => boolean): Promise<void> => {
      while (!until(compact) || !until(plain)) await new Promise(setImmediate);
    };
    const valueOf = (watcher: typeof compact) => watcher.indexer.getByKey('default/a')?.data?.['value'];
    for (const value of ['1', '2', '3']) {
      await write('a', value);
      await both((watcher) => valueOf(watcher) === value);
    }
    await maps().delete('a');
    await both(({ indexer }) => indexer.size === 0);
    const events = await read(compact, 4);
    compact.stop();
    await compact.done;
    const received = events.map((event) => [event.type, compactObject(event).data?.['value']]);
    expect(received).toEqual([
      ['ADDED', '1'],
      ['MODIFIED', '2'],
      ['MODIFIED', '3'],
      ['DELETED', '3'],
    ]);
    expect(events.map(compactObject)).toEqual((await read(plain, 4)).map(({ object }) => object));
    plain.stop();
    await plain.done;
  });
});
