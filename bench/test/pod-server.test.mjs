// The server that everything is measured against does what a real one does: its chunks, versions and marks.
import { connect } from 'node:net';
import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstEventVersion, makePod, podOfEvent } from '../server/pods.mjs';
import { PodServer } from '../server/pod-server.mjs';
import { loadProtobuf } from '../server/protobuf-pods.mjs';
import { Clientset, SharedInformerFactory } from 'kube-informers';
import * as encoder from '@kube-informers/testing/internal';

let server;
let port;
let clockMs;

beforeEach(async () => {
  clockMs = 0;
  // Every look at the clock takes a while.
  server = new PodServer({ now: () => (clockMs += 0.25) });
  server.reset(60);
  port = await server.listen();
});

afterEach(() => server.close());

/** The answer's whole text, once it has ended. */
function get(path) {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    request.on('error', reject);
    request.end();
  });
}

/** Sizes of the chunks that an answer is made of. */
function chunksOf(path, enough) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: server\r\n\r\n`),
    );
    let bytes = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      const sizes = [];
      let at = bytes.indexOf('\r\n\r\n') + 4;
      for (let end = bytes.indexOf('\r\n', at); end !== -1; end = bytes.indexOf('\r\n', at)) {
        const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
        sizes.push(size);
        at = end + 2 + size + 2;
        if (size === 0 || at > bytes.length) break;
      }
      if (!enough(sizes)) return;
      socket.destroy();
      resolve(sizes);
    });
  });
}

/** Follows a watch until `count` lines have come. */
function lines(path, count, whenOpen) {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
        const complete = text.split('\n').slice(0, -1);
        if (complete.length < count) return;
        request.destroy();
        resolve(complete.map((line) => JSON.parse(line)));
      });
      void whenOpen?.();
    });
    request.on('error', reject);
    request.end();
  });
}

test('a list is whole, and every pod of it two chunks, the first of 2048 bytes', async () => {
  const { text } = await get('/api/v1/pods?limit=10&resourceVersion=0');
  const list = JSON.parse(text);
  expect(list).toMatchObject({
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '10000060' },
  });
  expect(list.items).toHaveLength(60);
  expect(list.items[7]).toEqual(JSON.parse(makePod(7).bytes));
  const sizes = await chunksOf('/api/v1/pods', (read) => read.at(-1) === 0);
  expect(sizes).toHaveLength(60 * 2 + 2);
  expect(sizes.slice(0, -2).filter((_, index) => index % 2 === 0)).toEqual(Array(60).fill(2048));
  expect(sizes.slice(-2)).toEqual([3, 0]);
});

test('a list in pages is the same list', async () => {
  const names = [];
  let token = '';
  const remaining = [];
  do {
    const { text } = await get(`/api/v1/pods?limit=25${token && `&continue=${token}`}`);
    const page = JSON.parse(text);
    names.push(...page.items.map((pod) => pod.metadata.uid));
    token = page.metadata.continue ?? '';
    remaining.push(page.metadata.remainingItemCount);
  } while (token !== '');
  expect(new Set(names).size).toBe(60);
  expect(remaining).toEqual([35, 10, undefined]);
});

test('a watch-list begins with every pod and the mark, and each line is a chunk', async () => {
  const path = '/api/v1/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
  const events = await lines(path, 61);
  expect(events.slice(0, 60).every(({ type, object }) => type === 'ADDED' && object.kind === 'Pod')).toBe(
    true,
  );
  expect(events[60]).toMatchObject({
    type: 'BOOKMARK',
    object: {
      metadata: { resourceVersion: '10000060', annotations: { 'k8s.io/initial-events-end': 'true' } },
    },
  });
  const sizes = await chunksOf(path, (read) => read.length === 61);
  expect(Math.min(...sizes.slice(0, 60))).toBeGreaterThan(5000);
});

test('a flood changes each pod once a round, in the order of versions, and lists show it', async () => {
  const events = await lines('/api/v1/pods?watch=true&resourceVersion=10000060', 150, () =>
    server.flood(150),
  );
  expect(events.map(({ object }) => Number(object.metadata.resourceVersion))).toEqual(
    Array.from({ length: 150 }, (_, index) => firstEventVersion + index + 1),
  );
  expect(new Set(events.slice(0, 60).map(({ object }) => object.metadata.uid)).size).toBe(60);
  expect(events[0]).toMatchObject({ type: 'MODIFIED', object: { kind: 'Pod', apiVersion: 'v1' } });
  // An event of the second round changes its pod's status again.
  const [first, again] = events.filter(({ object }) => object.metadata.uid === events[0].object.metadata.uid);
  expect(again.object.status).not.toEqual(first.object.status);
  const { items, metadata } = JSON.parse((await get('/api/v1/pods')).text);
  expect(metadata.resourceVersion).toBe(String(firstEventVersion + 150));
  const { kind, apiVersion, ...last } = events[149].object;
  expect({ kind, apiVersion }).toEqual({ kind: 'Pod', apiVersion: 'v1' });
  expect(items[podOfEvent(150, 60)]).toEqual(last);
  // A watch from the middle goes on from there.
  const rest = await lines(`/api/v1/pods?watch=true&resourceVersion=${firstEventVersion + 100}`, 50);
  expect(rest[0].object.metadata.resourceVersion).toBe(String(firstEventVersion + 101));
});

test('changes at a rate come one by one, each with the time at which it was written', async () => {
  let paced;
  await lines('/api/v1/pods?watch=true&resourceVersion=10000060', 20, () => (paced = server.pace(1000, 20)));
  const { sentMs } = await paced;
  expect(sentMs).toHaveLength(20);
  // The first is due at once, the last 19 ms later; the clock's step is a quarter.
  const gaps = sentMs.slice(1).map((sent, index) => sent - sentMs[index]);
  expect(sentMs[19] - sentMs[0]).toBeGreaterThanOrEqual(18.5);
  expect(sentMs[19] - sentMs[0]).toBeLessThanOrEqual(20);
  expect(Math.min(...gaps)).toBeGreaterThan(0.5);
});

test('a server that holds fewer pods than it has writes copies of them, with other names, uids and versions', async () => {
  const small = new PodServer({ held: 25 });
  small.reset(60);
  const own = port;
  port = await small.listen();
  try {
    const { items } = JSON.parse((await get('/api/v1/pods')).text);
    const namesOf = (pods) => new Set(pods.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
    expect(namesOf(items).size).toBe(60);
    expect(new Set(items.map(({ metadata }) => metadata.uid)).size).toBe(60);
    expect(items.map(({ metadata }) => metadata.resourceVersion)).toEqual(
      Array.from({ length: 60 }, (_, number) => String(10_000_000 + number)),
    );
    // The first ones are what they are on a server that holds them all.
    expect(items[7]).toEqual(JSON.parse(makePod(7).bytes));
    const path = '/api/v1/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
    const events = await lines(path, 121, () => void small.flood(60));
    expect(namesOf(events.slice(0, 60).map(({ object }) => object))).toEqual(namesOf(items));
    expect(namesOf(events.slice(61).map(({ object }) => object))).toEqual(namesOf(items));
    const changed = JSON.parse((await get('/api/v1/pods')).text).items;
    const uidsOf = (pods) => pods.map(({ metadata }) => metadata.uid);
    expect(uidsOf(changed)).toEqual(uidsOf(items));
    const byUid = new Map(events.slice(61).map(({ object }) => [object.metadata.uid, object]));
    for (const pod of changed) expect(byUid.get(pod.metadata.uid)).toMatchObject(pod);
    small.reset(60);
    expect(JSON.parse((await get('/api/v1/pods')).text).items).toEqual(items);
    expect(() => small.reset(25 * 16 + 1)).toThrow('400 copies');
  } finally {
    small.close();
    port = own;
  }
});

test('a flood that waits for a watch is over when there is a reset, and does not begin with the next watch', async () => {
  const waiting = server.flood(30);
  server.reset(60);
  expect(await waiting).toEqual({});
  const path = '/api/v1/pods?watch=true&resourceVersion=10000060';
  const [event] = await lines(path, 1, () => server.flood(1));
  expect(event.object.metadata.resourceVersion).toBe(String(firstEventVersion + 1));
  let paced;
  await lines(path, 1, () => (paced = server.pace(0.001, 30)));
  server.reset(60);
  expect((await paced).sentMs).toHaveLength(1);
});

test('a list from the cache is whole, whatever its limit', async () => {
  server.reset(60);
  const path = '/api/v1/pods?limit=25';
  expect(JSON.parse((await get(path)).text).items).toHaveLength(25);
  expect(JSON.parse((await get(`${path}&resourceVersion=0`)).text).items).toHaveLength(60);
});

test.each([false, true])(
  'protobuf says what JSON says before and after events; watch-list: %s',
  async (useWatchList) => {
    const clientset = new Clientset({ host: `http://127.0.0.1:${port}` });
    const last = String(firstEventVersion + 90);
    const held = [];
    for (const protobuf of [undefined, await loadProtobuf(encoder)]) {
      server.reset(60, { protobuf });
      const seen = [];
      for (const events of [90, 0]) {
        const factory = new SharedInformerFactory(clientset, { useWatchList });
        const pods = factory
          .core()
          .v1()
          .pods({ fields: { metadata: { managedFields: { time: true } }, spec: true, status: true } });
        const allChanged = new Promise((resolve) => {
          pods.informer().addEventHandler({
            onUpdate: (_old, pod) => pod.metadata.resourceVersion === last && resolve(),
          });
        });
        factory.start();
        await factory.waitForCacheSync();
        seen.push(structuredClone(pods.lister().list()));
        if (events > 0) {
          await server.flood(events);
          await allChanged;
          seen.push(structuredClone(pods.lister().list()));
        }
        await factory.stop();
      }
      held.push(seen.map((list) => list.toSorted((a, b) => (a.metadata.uid < b.metadata.uid ? -1 : 1))));
    }
    await clientset.close();
    expect(held[0].map((list) => list.length)).toEqual([60, 60, 60]);
    expect(held[1]).toEqual(held[0]);
    expect(held[0][2]).toEqual(held[0][1]);
    expect(held[0][1]).not.toEqual(held[0][0]);
  },
);

test('rejects other requests, and lists what was requested', async () => {
  expect((await get('/api/v1/nodes')).status).toBe(404);
  expect((await get('/api/v1/pods?labelSelector=a')).status).toBe(400);
  expect(JSON.parse((await get('/version')).text)).toHaveProperty('gitVersion');
  expect(server.requests).toEqual(['GET /api/v1/nodes', 'GET /api/v1/pods?labelSelector=a']);
});
