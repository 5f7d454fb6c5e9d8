import { getEventListeners } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import type { ListOptions } from '../meta/types.js';
import { untilObject } from './until.js';

const configMap = (name: string, size: string) => ({ metadata: { name }, data: { size } });

const limit = { timeoutMs: 60_000 };

let seen: (string | undefined)[];
beforeEach(() => {
  seen = [];
});

/** A condition that notes each state. */
const sizeIs =
  (wanted: string | undefined) =>
  (object: { readonly data?: Readonly<Record<string, string>> | undefined } | undefined): boolean => {
    const size = object?.data?.['size'];
    seen.push(size);
    return size === wanted;
  };

async function start() {
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  const configMaps = clientset.coreV1().configMaps('default');
  return {
    server,
    clientset,
    configMaps,
    async [Symbol.asyncDispose]() {
      await clientset.close();
      await server.stop();
    },
  };
}

test('resolves with an object that already meets the condition', async () => {
  await using cluster = await start();
  await cluster.configMaps.create(configMap('a', 'S'));
  const object = await untilObject(cluster.configMaps, 'a', sizeIs('S'), limit);
  expect(object?.metadata?.name).toBe('a');
  expect(seen).toEqual(['S']);
});

test('waits for an object that does not exist yet, and passes over other objects', async () => {
  await using cluster = await start();
  await cluster.configMaps.create(configMap('other', 'L'));
  const waiting = untilObject(
    cluster.configMaps,
    'a',
    async (object) => {
      // The next state follows once the wait has seen this one.
      if (sizeIs('L')(object)) return true;
      if (object === undefined) await cluster.configMaps.create(configMap('a', 'S'));
      else await cluster.configMaps.patch('a', { data: { size: 'L' } }, { type: 'merge' });
      return false;
    },
    limit,
  );
  expect((await waiting)?.data).toEqual({ size: 'L' });
  expect(seen).toEqual([undefined, 'S', 'L']);
});

test('waits for a deletion, and resolves at once if the object is gone', async () => {
  await using cluster = await start();
  await cluster.configMaps.create(configMap('a', 'S'));
  const waiting = untilObject(
    cluster.configMaps,
    'a',
    async (object) => {
      if (object === undefined) return true;
      await cluster.configMaps.delete('a');
      return false;
    },
    limit,
  );
  expect(await waiting).toBeUndefined();
  expect(await untilObject(cluster.configMaps, 'a', (object) => object === undefined, limit)).toBeUndefined();
});

test('survives an interrupted watch', async () => {
  await using cluster = await start();
  await cluster.configMaps.create(configMap('a', 'S'));
  let isFirst = true;
  const waiting = untilObject(
    cluster.configMaps,
    'a',
    async (object) => {
      if (sizeIs('L')(object)) return true;
      if (!isFirst) return false;
      isFirst = false;
      cluster.server.dropWatches({ how: 'reset' });
      await cluster.server.compact();
      await cluster.configMaps.patch('a', { data: { size: 'L' } }, { type: 'merge' });
      return false;
    },
    { ...limit, backoff: { baseMs: 1 }, onWatchError: () => undefined },
  );
  expect((await waiting)?.data).toEqual({ size: 'L' });
});

test('selects the object by its name in lists and watches', async () => {
  await using cluster = await start();
  const { configMaps } = cluster;
  await configMaps.create(configMap('a', 'S'));
  const selectors: (string | undefined)[] = [];
  const source = {
    list: (options: ListOptions) => (selectors.push(options.fieldSelector), configMaps.list(options)),
    watch: (options: ListOptions) => (selectors.push(options.fieldSelector), configMaps.watch(options)),
  };
  await untilObject(source, 'a', sizeIs('S'), { ...limit, useWatchList: false });
  await untilObject(source, 'a', sizeIs('S'), limit);
  expect(new Set(selectors)).toEqual(new Set(['metadata.name=a']));
});

test('ends with the signal, and leaves no listener', async () => {
  await using cluster = await start();
  const stop = new AbortController();
  const waiting = untilObject(
    cluster.configMaps,
    'a',
    () => {
      stop.abort(new Error('enough'));
      return false;
    },
    { signal: stop.signal },
  );
  await expect(waiting).rejects.toThrow('enough');
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

test('rejects with the error of the condition', async () => {
  await using cluster = await start();
  const waiting = untilObject(
    cluster.configMaps,
    'a',
    () => {
      throw new Error('the condition is broken');
    },
    limit,
  );
  await expect(waiting).rejects.toThrow('the condition is broken');
});

test('refuses a client of several namespaces that have the object', async () => {
  await using cluster = await start();
  await cluster.configMaps.create(configMap('a', 'S'));
  await cluster.clientset.coreV1().configMaps('kube-system').create(configMap('a', 'S'));
  await expect(
    untilObject(cluster.clientset.coreV1().configMaps(), 'a', sizeIs('S'), limit),
  ).rejects.toMatchObject({
    code: 'ERR_NAMESPACE',
    message: 'untilObject needs a client of one namespace: ["default/a","kube-system/a"] have the name',
  });
});

test.each([
  [undefined, 'got undefined'],
  ['', 'got ""'],
  [5, 'got 5'],
])('refuses the name %j', async (name, got) => {
  await using cluster = await start();
  await expect(untilObject(cluster.configMaps, name as string, () => true, limit)).rejects.toMatchObject({
    code: 'ERR_OPTION',
    message: expect.stringContaining(got),
  });
});

test('refuses an unknown option', async () => {
  await using cluster = await start();
  const options = { ...limit, precondition: () => true };
  await expect(untilObject(cluster.configMaps, 'a', () => true, options)).rejects.toMatchObject({
    code: 'ERR_OPTION',
  });
});
