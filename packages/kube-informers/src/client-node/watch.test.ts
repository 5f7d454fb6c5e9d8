import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from './eventually.test-support.js';
import { ApiServer } from '@kube-informers/testing';
import { coreV1 } from '../resources/index.js';
import type { ConfigMap } from '../resources/types/core-v1.js';
import { Watch } from './index.js';

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]();
});

const path = '/api/v1/namespaces/default/configmaps';

/** A server, and a watch of its ConfigMaps with what it has called back. */
async function setUp() {
  const server = await ApiServer.start();
  open.push(server);
  const kc = {
    getCurrentCluster: () => ({ name: 'test', server: server.url }),
    applyToHTTPSOptions: () => Promise.resolve(),
  };
  const events: string[] = [];
  const ends: unknown[] = [];
  const begin = async (query: Record<string, string | number | boolean | undefined> = {}, from = path) => {
    const controller = await new Watch(kc).watch(
      from,
      query,
      (phase, object: ConfigMap, event: { type: string; object: ConfigMap }) => {
        expect(event).toEqual({ type: phase, object });
        events.push(`${phase} ${object.metadata?.name ?? ''}`);
      },
      (error) => void ends.push(error),
    );
    open.push({
      [Symbol.asyncDispose]: async () => {
        controller.abort();
        await eventually(() => expect(ends).toHaveLength(1));
      },
    });
    return controller;
  };
  const create = (name: string) =>
    server.create(coreV1.configMaps, { metadata: { name, namespace: 'default' } });
  return { server, events, ends, begin, create };
}

const versionOf = async (server: ApiServer, name: string): Promise<string> =>
  (await server.get(coreV1.configMaps, name))?.metadata?.resourceVersion ?? '';

test('the state at the start comes as ADDED, then each change, until the watch is aborted', async () => {
  const { server, events, ends, begin, create } = await setUp();
  await create('b');
  await create('a');
  const controller = await begin();
  await eventually(() => expect(events).toEqual(['ADDED a', 'ADDED b']));
  await server.patch(coreV1.configMaps, 'a', { data: { k: 'v' } });
  await server.delete(coreV1.configMaps, 'b');
  await eventually(() => expect(events.slice(2)).toEqual(['MODIFIED a', 'DELETED b']));
  controller.abort();
  await eventually(() => expect(ends).toEqual([expect.objectContaining({ name: 'AbortError' })]));
  await eventually(() => expect(server.openWatches).toBe(0));
});

test.each(['end', 'reset'] as const)(
  'a connection that the server ends by %s is followed by another one, without a repeated event',
  async (how) => {
    const { server, events, ends, begin, create } = await setUp();
    // The older one comes last: its version is not where the next watch begins.
    await create('b');
    await create('a');
    await server.patch(coreV1.configMaps, 'a', { data: { k: 'v' } });
    await begin();
    await eventually(() => expect(events).toHaveLength(2));
    server.dropWatches({ how });
    await create('c');
    await eventually(() => expect(events).toEqual(['ADDED a', 'ADDED b', 'ADDED c']));
    server.dropWatches({ how });
    await server.delete(coreV1.configMaps, 'c');
    await eventually(() => expect(events.slice(3)).toEqual(['DELETED c']));
    expect(ends).toEqual([]);
  },
);

test.each([{ timeoutSeconds: 300 }, { allowWatchBookmarks: true }])(
  'a watch with %o ends with null when the server ends it',
  async (query) => {
    const { server, events, ends, begin, create } = await setUp();
    await create('a');
    await begin(query);
    // A bookmark may follow.
    await eventually(() => expect(events[0]).toBe('ADDED a'));
    server.dropWatches({ how: 'end' });
    await eventually(() => expect(ends).toEqual([null]));
  },
);

test('a selector and a version are sent with each connection', async () => {
  const { server, events, begin, create } = await setUp();
  await create('a');
  await begin({ resourceVersion: await versionOf(server, 'a'), labelSelector: 'app', unknown: undefined });
  server.dropWatches({ how: 'end' });
  await server.create(coreV1.configMaps, { metadata: { name: 'b', namespace: 'default' } });
  await server.create(coreV1.configMaps, {
    metadata: { name: 'c', namespace: 'default', labels: { app: 'c' } },
  });
  await eventually(() => expect(events).toEqual(['ADDED c']));
  const queries = server.requests.filter(({ verb }) => verb === 'watch').map(({ query }) => query);
  expect(queries.length).toBeGreaterThan(1);
  for (const query of queries) expect(query).toContain('labelSelector=app');
});

test('a version that the server no longer has is an ERROR event, and an end with its statusCode', async () => {
  const { server, events, ends, begin, create } = await setUp();
  await create('a');
  const resourceVersion = await versionOf(server, 'a');
  await create('b');
  await server.compact();
  await begin({ resourceVersion });
  await eventually(() => expect(ends).toEqual([expect.objectContaining({ statusCode: 410 })]));
  expect(events).toEqual(['ERROR ']);
});

test('a refusal and a server that is away end the watch before it has begun', async () => {
  const { server, events, ends, begin } = await setUp();
  server.failNext(403, { verb: 'watch' });
  await begin();
  expect(ends.splice(0)).toEqual([expect.objectContaining({ statusCode: 403 })]);
  await server.stop();
  await begin();
  expect(ends).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })]);
  expect(events).toEqual([]);
});

test('a callback that throws or rejects ends nothing, and is named by a process warning', async () => {
  const { server, create } = await setUp();
  const warnings: string[] = [];
  const listener = vi
    .spyOn(process, 'emitWarning')
    .mockImplementation((text) => void warnings.push(String(text)));
  let count = 0;
  const kc = {
    getCurrentCluster: () => ({ server: server.url }),
    applyToHTTPSOptions: () => Promise.resolve(),
  };
  const controller = await new Watch(kc).watch(
    path,
    {},
    () => {
      count++;
      throw new Error('broken');
    },
    (() => Promise.reject(new Error('also broken'))) as () => unknown,
  );
  await create('a');
  await create('b');
  await eventually(() => expect(count).toBe(2));
  controller.abort();
  await eventually(() =>
    // Tests of other files run in this process, and what they left may warn meanwhile.
    expect(warnings.filter((text) => text.includes(path))).toEqual([
      expect.stringContaining(
        "the 'callback' callback of the watch of /api/v1/namespaces/default/configmaps failed: broken",
      ),
      expect.stringContaining("the 'done' callback"),
    ]),
  );
  listener.mockRestore();
});

test('bad arguments are refused before a request', async () => {
  const { server } = await setUp();
  const kc = {
    getCurrentCluster: () => ({ server: server.url }),
    applyToHTTPSOptions: () => Promise.resolve(),
  };
  const none = (): void => undefined;
  const watch = (...args: unknown[]): Promise<unknown> =>
    (new Watch(kc).watch as (...args: unknown[]) => Promise<unknown>).call(new Watch(kc), ...args);
  // @ts-expect-error: no KubeConfig.
  expect(() => new Watch({})).toThrow(/config of a Watch/);
  await expect(watch('api/v1/pods', {}, none, none)).rejects.toThrow(
    /path of a watch must be an absolute path/,
  );
  await expect(watch(path, 'a=b', none, none)).rejects.toThrow(/queryParams of a watch/);
  await expect(watch(path, {}, undefined, none)).rejects.toThrow(/callback of a watch/);
  await expect(watch(path, {}, none)).rejects.toThrow(/done of a watch/);
  expect(server.requests).toEqual([]);
});
