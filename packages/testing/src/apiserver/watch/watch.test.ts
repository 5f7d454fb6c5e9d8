import { expect, test } from 'vitest';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { Api, at, shown, text } from '../../../../../test/contract/http.js';
import { coreV1 } from '../../../../kube-informers/src/resources/index.js';
import { FakeClock } from '../../fake-clock.js';
import { ApiServer } from '../api-server.js';

const maps = '/api/v1/namespaces/default/configmaps';

function configMap(name: string, data: Readonly<Record<string, string>> = {}): object {
  return { metadata: { name, namespace: 'default' }, data };
}

test('a bookmark is sent every minute, with the version of the latest write of any resource', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock });
  const api = new Api({ baseUrl: server.url });
  const watch = await api.watch(
    `${maps}?watch=true&allowWatchBookmarks=true&timeoutSeconds=600&resourceVersion=${server.resourceVersion}`,
  );
  await clock.advance(60_000);
  await server.create(coreV1.nodes, { metadata: { name: 'n' } });
  await clock.advance(60_000);
  const bookmark = await watch.next();
  expect(bookmark).toEqual({
    type: 'BOOKMARK',
    object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion: server.resourceVersion } },
  });
  watch.close();
});

test('a watch from a future version is accepted, and receives no earlier events', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock });
  const api = new Api({ baseUrl: server.url });
  const ahead = String(Number(server.resourceVersion) + 2);
  const watch = await api.watch(
    `${maps}?watch=true&allowWatchBookmarks=true&timeoutSeconds=600&resourceVersion=${ahead}`,
  );
  await server.create(coreV1.configMaps, configMap('before'));
  await server.create(coreV1.configMaps, configMap('at'));
  await clock.advance(60_000);
  await server.create(coreV1.configMaps, configMap('after'));
  expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'after' } } });
  watch.close();
});

test('without allowWatchBookmarks there are no bookmarks', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock });
  const api = new Api({ baseUrl: server.url });
  const watch = await api.watch(
    `${maps}?watch=true&timeoutSeconds=100&resourceVersion=${server.resourceVersion}`,
  );
  await server.create(coreV1.nodes, { metadata: { name: 'n' } });
  await clock.advance(100_000);
  expect(await watch.rest()).toEqual([]);
});

test('a last bookmark is sent two seconds before the deadline, then the end', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock });
  const api = new Api({ baseUrl: server.url });
  const watch = await api.watch(
    `${maps}?watch=true&allowWatchBookmarks=true&timeoutSeconds=30&resourceVersion=${server.resourceVersion}`,
  );
  await server.create(coreV1.nodes, { metadata: { name: 'n' } });
  await clock.advance(27_999);
  expect(server.openWatches).toBe(1);
  await clock.advance(1);
  expect(shown(await watch.next())).toBe('BOOKMARK');
  await clock.advance(2000);
  expect(await watch.rest()).toEqual([]);
  expect(watch.response.complete).toBe(true);
  expect(server.openWatches).toBe(0);
});

test('a watch without timeoutSeconds lasts between 30 and 60 minutes', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock, random: () => 0.5 });
  const watch = await new Api({ baseUrl: server.url }).watch(
    `${maps}?watch=true&resourceVersion=${server.resourceVersion}`,
  );
  await clock.advance(2_699_999);
  expect(server.openWatches).toBe(1);
  await clock.advance(1);
  expect(await watch.rest()).toEqual([]);
});

test('a closed watch leaves no timer behind', async () => {
  const clock = new FakeClock();
  const server = await ApiServer.start({ clock });
  const watch = await new Api({ baseUrl: server.url }).watch(`${maps}?watch=true&allowWatchBookmarks=true`);
  expect(clock.pendingTimers).toBe(2);
  await server.stop();
  await watch.rest();
  expect(clock.pendingTimers).toBe(0);
});

test('after a compaction an older version gets an ERROR event with 410, the newest does not', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const old = server.resourceVersion;
  await server.create(coreV1.configMaps, configMap('a'));
  await server.compact();
  const watch = await api.watch(`${maps}?watch=true&resourceVersion=${old}`);
  expect(watch.response.statusCode).toBe(200);
  expect(await watch.rest()).toEqual([
    {
      type: 'ERROR',
      object: {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: `too old resource version: ${old} (${server.resourceVersion})`,
        reason: 'Expired',
        code: 410,
      },
    },
  ]);
  const fresh = await api.watch(`${maps}?watch=true&resourceVersion=${server.resourceVersion}`);
  await server.create(coreV1.configMaps, configMap('b'));
  expect(shown(await fresh.next())).toBe('ADDED b');
  fresh.close();
});

test('after a restart on the same port earlier watches are expired, lists and tokens are not', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  for (const name of ['a', 'b', 'c']) await server.create(coreV1.configMaps, configMap(name));
  const { json } = await api.get(`${maps}?limit=1`);
  const old = text(json, 'metadata.resourceVersion');
  await server.create(coreV1.configMaps, configMap('d'));
  const { port } = server;
  await server.stop();
  await server.start();
  expect(server.port).toBe(port);
  expect(
    (await (await api.watch(`${maps}?watch=true&resourceVersion=${old}`)).rest()).map((event) =>
      at(event, 'object.code'),
    ),
  ).toEqual([410]);
  const rest = await api.get(`${maps}?continue=${text(json, 'metadata.continue')}`);
  expect([rest.status, at(rest.json, 'items.1.metadata.name')]).toEqual([200, 'c']);
  expect((await api.get(`${maps}?resourceVersion=${old}&resourceVersionMatch=Exact`)).status).toBe(200);
});

test('a restart that keeps the watch history resumes watches', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const old = server.resourceVersion;
  await server.create(coreV1.configMaps, configMap('a'));
  await server.kill();
  await server.start({ keepWatchHistory: true });
  const watch = await api.watch(`${maps}?watch=true&resourceVersion=${old}`);
  expect(shown(await watch.next())).toBe('ADDED a');
  watch.close();
});

test('dropWatches ends every watch, or breaks it', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const clean = await api.watch(`${maps}?watch=true&resourceVersion=${server.resourceVersion}`);
  await server.create(coreV1.configMaps, configMap('a'));
  server.dropWatches();
  expect((await clean.rest()).map(shown)).toEqual(['ADDED a']);
  const broken = await api.watch(`${maps}?watch=true&resourceVersion=${server.resourceVersion}`);
  server.dropWatches({ how: 'reset' });
  await expect(broken.rest()).rejects.toThrow(/aborted|ECONNRESET/);
  expect(server.openWatches).toBe(0);
});

test('a stopped server sends a watch all events, then ends it', async () => {
  const server = await ApiServer.start();
  const watch = await new Api({ baseUrl: server.url }).watch(
    `${maps}?watch=true&resourceVersion=${server.resourceVersion}`,
  );
  for (let index = 0; index < 50; index++) {
    await server.create(coreV1.configMaps, configMap(`m${index}`, { large: 'x'.repeat(10_000) }));
  }
  await Promise.all([server.stop(), expect(watch.rest()).resolves.toHaveLength(50)]);
});

test('a reader that falls too far behind gets the buffered events, then the end', async () => {
  await using server = await ApiServer.start({ watchBufferBytes: 100_000 });
  const socket = await silentWatch(server);
  // The kernel's buffers take some MiB before the server buffers anything.
  const written = 1000;
  for (let index = 0; index < written; index++) {
    await server.create(coreV1.configMaps, configMap(`m${index}`, { large: 'x'.repeat(20_000) }));
  }
  let received = '';
  socket.setEncoding('latin1');
  for await (const part of socket as AsyncIterable<string>) received += part;
  const events = received.match(/"type":"ADDED"/g)?.length ?? 0;
  expect(events).toBeGreaterThan(0);
  expect(events).toBeLessThan(written);
  expect(server.openWatches).toBe(0);
});

async function silentWatch(server: ApiServer): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `GET ${maps}?watch=true&resourceVersion=${server.resourceVersion} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  // The header has arrived, so the watch is open; from here on nothing is read.
  await once(socket, 'readable');
  return socket;
}

test('a list waits for a future version', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const next = String(Number(server.resourceVersion) + 1);
  const arrived = new Promise<void>((resolve) => {
    server.intercept(() => {
      resolve();
      return undefined;
    });
  });
  const listed = api.get(`${maps}?resourceVersion=${next}`);
  await arrived;
  await server.create(coreV1.configMaps, configMap('a'));
  const { status, json } = await listed;
  expect([status, at(json, 'metadata.resourceVersion'), at(json, 'items.0.metadata.name')]).toEqual([
    200,
    next,
    'a',
  ]);
});

test('a server without watch-lists rejects them, and starts watches with the current state', async () => {
  await using server = await ApiServer.start({ watchList: false });
  const api = new Api({ baseUrl: server.url });
  await server.create(coreV1.configMaps, configMap('a'));
  const refused = await api.get(
    `${maps}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`,
  );
  expect(refused.status).toBe(422);
  expect(refused.json['message']).toBe(
    'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
  );
  const watch = await api.watch(`${maps}?watch=true&allowWatchBookmarks=true`);
  expect(shown(await watch.next())).toBe('ADDED a');
  watch.close();
});
