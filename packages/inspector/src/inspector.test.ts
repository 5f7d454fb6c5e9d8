import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../../kube-informers/src/client/clientset.js';
import { SharedInformerFactory } from '../../kube-informers/src/factories/shared-informer-factory.js';
import { HashRanges } from '../../kube-informers/src/meta/hash-ranges.js';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import { SharedIndexInformer } from '../../kube-informers/src/cache/informer/shared-index-informer.js';
import type { ObjectOf } from '../../kube-informers/src/meta/resource.js';
import { parseMetrics } from '../../kube-informers/src/metrics/parse.test-support.js';
import { FakeSource } from '../../testing/src/fake-source.js';
import { Controller } from '../../kube-informers/src/controller/controller.js';
import { Manager } from '../../kube-informers/src/controller/manager/manager.js';
import { inspector } from './index.js';
import type { Inspector, InspectorOptions } from './index.js';
import type { ComparisonModel, EventsModel, ObjectModel, StateModel } from './model.js';
import { shardOf } from '../../kube-informers/src/sharding/informer-shard.js';

const local = { remoteAddress: '127.0.0.1' };
const maxPageBytes = 70_000;

let server: ApiServer;
let clientset: Clientset;
beforeAll(async () => {
  server = await ApiServer.start();
  await server.create(coreV1.configMaps, {
    metadata: { name: 'a', namespace: 'default' },
    data: { text: '<b>hi</b>' },
  });
  await server.create(coreV1.secrets, {
    metadata: { name: 'login', namespace: 'default' },
    stringData: { password: 'correct horse' },
  });
});
afterAll(() => server.stop());

let factory: SharedInformerFactory;
let handler: Inspector;
beforeEach(async () => {
  clientset = new Clientset({ host: server.url });
  factory = new SharedInformerFactory(clientset);
  factory.core().v1().configMaps().lister();
  factory.core().v1().secrets().lister();
  factory.start();
  await factory.waitForCacheSync();
  handler = inspector({ factories: factory });
});
afterEach(async () => {
  handler.close();
  await factory.stop();
  await clientset.close();
});

function make(options: Omit<InspectorOptions, 'factories'>): Inspector {
  handler.close();
  handler = inspector({ ...options, factories: factory });
  return handler;
}

const get = (path: string, init: RequestInit = {}, info: unknown = local): Promise<Response> =>
  handler.fetch(new Request(`http://localhost:8082${path}`, init), info);

/** The body, as a type of model.ts: the handler's own answer. */
const json = async <T>(path: string): Promise<T> => (await (await get(path)).json()) as T;

describe('the page', () => {
  test('is one HTML document of at most 70 kB that loads nothing and may run nothing else', async () => {
    const response = await get('/');
    const html = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
    expect(html.match(/ (?:src|href|action)="(?!data:,)/g) ?? []).toEqual([]);
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, script = ''] = /<script type="module">([^]*)<\/script>/.exec(html) ?? [];
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(html).toContain('MIT licence');
  });

  test('every other response forbids scripts, caching and framing', async () => {
    for (const path of [
      '/statusz',
      '/metrics',
      '/api/state',
      '/healthz',
      '/nothing',
      '/api/object?informer=secrets.v1&key=x',
    ]) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'.*frame-ancestors 'none'; sandbox$/,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('requests', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
    const response = await get('/', { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('HEAD has the headers without the body', async () => {
    const response = await get('/statusz', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    const stream = await get('/api/live?informer=configmaps.v1&changes=1', { method: 'HEAD' });
    expect([stream.status, stream.body]).toEqual([200, null]);
    expect(factory.core().v1().configMaps().informer().stats().handlers).toHaveLength(0);
  });

  test.each([
    ['/nothing', 404],
    ['/api/informer', 404],
    ['/api/objects?informer=pods.v1', 404],
    ['/api/objects?informer=configmaps.v1&limit=9999', 400],
    ['/metrics/', 404],
  ])('%s answers %i', async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  test.each([
    [{ remoteAddr: { hostname: '127.0.0.1' } }, 200],
    [{ incoming: { socket: { remoteAddress: '::1' } } }, 200],
    [{ requestIP: () => ({ address: '127.0.0.1' }) }, 200],
    [{ requestIP: () => null }, 403],
    [{ remoteAddress: '10.1.2.3' }, 403],
    [undefined, 403],
  ])('the address of the caller is read from what a server passes: %j', async (info, status) => {
    expect((await handler.fetch(new Request('http://localhost/statusz'), info)).status).toBe(status);
  });

  test('with a token, the page is sent to all, and the data only with the token', async () => {
    const token = 'a-token-of-24-characters';
    make({ access: { token } });
    const elsewhere = { remoteAddress: '10.1.2.3' };
    expect((await get('/', {}, elsewhere)).status).toBe(200);
    expect((await get('/readyz', {}, elsewhere)).status).toBe(200);
    for (const path of [
      '/statusz',
      '/metrics',
      '/api/state',
      '/api/live',
      '/api/object?informer=secrets.v1&key=default/login',
    ]) {
      const response = await get(path, {}, elsewhere);
      expect([path, response.status, response.headers.get('www-authenticate')]).toEqual([
        path,
        401,
        'Bearer',
      ]);
    }
    const response = await get('/statusz', { headers: { authorization: `Bearer ${token}` } }, elsewhere);
    expect(response.status).toBe(200);
  });

  test('is mounted below a path, whether or not the framework removes it', async () => {
    make({ path: '/debug/inspector' });
    for (const path of ['/debug/inspector', '/debug/inspector/', '/', '/debug/inspector/statusz', '/statusz'])
      expect((await get(path)).status).toBe(200);
    expect((await get('/debug/inspectorstatusz')).status).toBe(404);
  });
});

describe('actions', () => {
  const token = 'a-token-of-24-characters';
  const own = { origin: 'http://localhost:8082', authorization: `Bearer ${token}` };
  const post = (path: string, headers: Readonly<Record<string, string>> = own): Promise<Response> =>
    get(`/api/actions/${path}`, { method: 'POST', headers });
  const stateNow = async (): Promise<StateModel> => {
    const response = await get('/api/state', { headers: own });
    return (await response.json()) as StateModel;
  };

  /** A program that allows actions, with a controller that gives up its only key. */
  async function withController(use: (controller: Controller) => Promise<void>): Promise<void> {
    let fails = true;
    let gaveUp = (): void => {};
    const failed = new Promise<void>((resolve) => (gaveUp = resolve));
    const tidy = new Controller('tidy', {
      for: factory.core().v1().configMaps(),
      giveUp: { attempts: 1 },
      reconcile: () => {
        if (fails) throw new Error('no volume');
      },
      onError: (error) => {
        if (error.message.includes('gave up')) gaveUp();
      },
    });
    const manager = new Manager(clientset, { factory, controllers: [tidy] });
    handler.close();
    handler = inspector({ managers: manager, access: { token }, actions: true });
    const stop = new AbortController();
    const running = manager.run({ signal: stop.signal });
    await failed;
    fails = false;
    try {
      await use(tidy as unknown as Controller);
    } finally {
      stop.abort();
      await running;
    }
  }

  test('a key that was given up is a problem, with its stack, until it is resumed', async () => {
    await withController(async (tidy) => {
      const before = await stateNow();
      expect(before.verdict).toMatchObject({
        level: 'bad',
        problems: [
          { what: 'Controller tidy gave up default/a', detail: 'no volume', view: { key: 'default/a' } },
        ],
      });
      const stream = await get('/api/live?controller=tidy&run=default/a', { headers: own });
      const reader = stream.body?.getReader();
      const first = new TextDecoder().decode((await reader?.read())?.value);
      expect(first).toMatch(/event: controller\ndata: .*"stack":"Error: no volume.*inspector\.test\.ts/);
      await reader?.cancel();

      expect((await post('resume?controller=tidy&key=default/a')).status).toBe(200);
      expect(tidy.givenUp()).toEqual([]);
      const { log } = await stateNow();
      expect(log).toMatchObject([{ what: 'tidy: resume default/a', id: 'tidy' }]);
      const again = await post('resume?controller=tidy&key=default/a');
      expect([again.status, await again.text()]).toEqual([409, '"default/a" was not given up\n']);
    });
  });

  test('a controller is paused for a time, and a key that it knows is reconciled', async () => {
    await withController(async (tidy) => {
      expect((await post('pause?controller=tidy&minutes=5')).status).toBe(200);
      expect(tidy.pausedUntil).toBeLessThanOrEqual(Date.now() + 300_000);
      expect((await stateNow()).verdict.problems).toMatchObject([
        { bad: true },
        { bad: false, what: 'Controller tidy is paused' },
      ]);
      expect((await post('unpause?controller=tidy')).status).toBe(200);
      expect(tidy.pausedUntil).toBeUndefined();
      expect((await post('unpause?controller=tidy')).status).toBe(409);
      expect((await post('reconcile?controller=tidy&key=default/a')).status).toBe(200);
      expect(tidy.givenUp()).toEqual([]);
      tidy.pause();
      expect((await post('pause?controller=tidy&minutes=5')).status).toBe(409);
      expect((await post('unpause?controller=tidy')).status).toBe(409);
      tidy.resume();
    });
  });

  test.each([
    ['retry?informer=configmaps.v1', 409],
    ['retry?informer=none', 404],
    ['pause?controller=none&minutes=5', 404],
    ['nothing', 404],
  ])('refuses %s: %i', async (path, status) => {
    make({ access: { token }, actions: true });
    expect((await post(path)).status).toBe(status);
  });

  test.each([
    ['reconcile?controller=tidy&key=default/unknown', 404],
    ['pause?controller=tidy&minutes=0', 400],
    ['pause?controller=tidy&minutes=61', 400],
    ['pause?controller=tidy&minutes=1e1000', 400],
    ['pause?controller=tidy', 400],
    ['stop?controller=tidy', 404],
  ])('refuses %s of a controller: %i', async (path, status) => {
    await withController(async (tidy) => {
      expect((await post(path)).status).toBe(status);
      expect(tidy.pausedUntil).toBeUndefined();
    });
  });

  test('needs the token, the origin of the page, a POST, and the leave of the program', async () => {
    const path = 'retry?informer=configmaps.v1';
    make({ access: { token }, actions: true });
    const { authorization, origin } = own;
    expect((await post(path, { origin })).status).toBe(401);
    expect((await post(path, { origin, authorization: 'Bearer another-token-24' })).status).toBe(401);
    expect((await post(path, { authorization })).status).toBe(403);
    expect((await post(path, { authorization, origin: 'http://evil.example' })).status).toBe(403);
    expect((await get(`/api/actions/${path}`, { headers: own })).status).toBe(405);
    make({ access: { token } });
    expect(await (await post(path)).text()).toBe(
      'actions are not allowed: the program did not set actions\n',
    );
    for (const access of [undefined, 'loopback', 'any'] as const)
      expect(() => inspector({ access, actions: true })).toThrow(
        `actions of an inspector needs access: { token }, got "${access ?? 'loopback'}"`,
      );
  });
});

describe('health', () => {
  test('/readyz fails until every cache has synced; /livez and /healthz do not', async () => {
    expect(await (await get('/readyz?verbose')).text()).toBe('[+]caches ok\npassed\n');
    factory.core().v1().pods().informer();
    expect((await get('/readyz')).status).toBe(500);
    expect((await get('/readyz/caches')).status).toBe(500);
    expect((await get('/readyz?exclude=caches')).status).toBe(200);
    for (const path of ['/livez', '/healthz', '/livez/ping']) expect((await get(path)).status).toBe(200);
  });

  test('answers probes of other machines, with the checks of the program', async () => {
    make({
      liveness: { disk: () => undefined },
      readiness: { login: () => Promise.reject(new Error('secret')) },
    });
    const kubelet = { remoteAddress: '10.1.2.3' };
    expect(await (await get('/livez?verbose', {}, kubelet)).text()).toBe('[+]disk ok\npassed\n');
    expect(await (await get('/readyz', {}, kubelet)).text()).toBe(
      '[+]caches ok\n[-]login failed: reason withheld\nfailed\n',
    );
  });
});

describe('/statusz', () => {
  test.each([
    ['', 'text/plain'],
    ['*/*', 'text/plain'],
    ['text/plain', 'text/plain'],
    ['application/json', 'application/json'],
    ['text/html, application/json;q=0.9, text/plain;q=0.5', 'application/json'],
    ['application/json;q=0.1, text/plain', 'text/plain'],
  ])('with Accept %j it is %s', async (accept, type) => {
    const { headers } = await get('/statusz', { headers: { accept } });
    expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  });

  test('shows freshness first', async () => {
    const text = await (await get('/statusz')).text();
    expect(text).toMatch(/^kube-informers statusz\n/);
    expect(text).toMatch(/^Program: \S.*, host \S+, cluster 127\.0\.0\.1:\d+$/m);
    expect(text).toMatch(/^Verdict: All is well: all 2 caches are fresh$/m);
    expect(text).toMatch(/^Incidents since \d{4}-\S+, at most of one day: none$/m);
    expect(text).toMatch(
      / {2}configmaps\.v1 \(all namespaces\): \w+, (?:connecting|watching), 1 object, last byte \d+s ago\n/,
    );
    const state = await json<StateModel>('/api/state');
    expect(state.informers.map(({ id, objects, freshness }) => [id, objects, freshness])).toEqual([
      ['configmaps.v1', 1, 'fresh'],
      ['secrets.v1', 1, 'fresh'],
    ]);
  });

  test('an informer that was not started is not fresh', async () => {
    factory.core().v1().pods().informer();
    const { informers, verdict } = await json<StateModel>('/api/state');
    expect(informers.at(-1)).toMatchObject({
      id: 'pods.v1',
      freshness: 'syncing',
      why: 'It was not started: call start() of its factory.',
    });
    expect(verdict).toMatchObject({
      level: 'warn',
      text: 'pods.v1 is not complete yet',
      problems: [{ todo: 'Call start() of the factory.' }],
    });
  });
});

describe('/metrics', () => {
  const prometheus = 'text/plain; version=0.0.4; charset=utf-8';
  const openmetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
  const scraped = 'application/openmetrics-text;version=1.0.0;q=0.5';

  test.each([
    ['', prometheus],
    ['*/*', prometheus],
    ['text/plain', prometheus],
    [
      `${scraped},application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3`,
      openmetrics,
    ],
    ['Application/OpenMetrics-Text; Version="1.0.0", */*', openmetrics],
    ['application/openmetrics-text', openmetrics],
    ['application/openmetrics-text;version=0.0.1,text/plain;q=0.1', prometheus],
    [`${scraped},text/plain;q=0.6`, prometheus],
    ['application/openmetrics-text;q=nonsense', prometheus],
  ])('with Accept %j it is %s', async (accept, type) => {
    const { headers } = await get('/metrics', { headers: { accept } });
    expect([headers.get('content-type'), headers.get('vary')]).toEqual([type, 'accept']);
  });

  test('has the metrics of the factories', async () => {
    const text = await (await get('/metrics')).text();
    expect(parseMetrics(text, 'prometheus').get('kube_informers_store_objects')?.samples).toMatchObject([
      { labels: { resource: 'configmaps' }, value: 1 },
      { labels: { resource: 'secrets' }, value: 1 },
    ]);
    const open = await (await get('/metrics', { headers: { accept: scraped } })).text();
    expect(parseMetrics(open, 'openmetrics').get('rest_client_requests')?.samples).not.toEqual([]);
    const head = await get('/metrics', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, prometheus, '']);
  });

  test('has the metrics of the managers', async () => {
    handler.close();
    const tidy = new Controller('tidy', { for: factory.core().v1().configMaps(), reconcile: () => {} });
    const manager = new Manager(clientset, { factory, controllers: [tidy] });
    handler = inspector({ managers: manager });
    const text = await (await get('/metrics')).text();
    const active = parseMetrics(text, 'prometheus').get('controller_runtime_active_workers');
    expect(active?.samples).toMatchObject([{ labels: { controller: 'tidy' }, value: 0 }]);
  });

  test.each([
    [{ remoteAddress: '10.1.2.3' }, 'http://localhost/metrics'],
    [local, 'http://attacker.example/metrics'],
  ])('is refused to %j at %s', async (info, url) => {
    expect((await handler.fetch(new Request(url), info)).status).toBe(403);
  });
});

describe('objects', () => {
  test('an object is returned as it is cached', async () => {
    const model = await json<ObjectModel>('/api/object?informer=configmaps.v1&key=default/a');
    expect(model).toMatchObject({
      key: 'default/a',
      concealed: false,
      object: { data: { text: '<b>hi</b>' } },
    });
    expect(await json('/api/object?informer=configmaps.v1&key=default/none')).toEqual({
      key: 'default/none',
      concealed: false,
    });
  });

  test('no response has a value of a Secret, unless the program and the request ask for it', async () => {
    const path = '/api/object?informer=secrets.v1&key=default/login';
    const value = Buffer.from('correct horse').toString('base64');
    for (const each of [
      path,
      '/api/state',
      '/api/informer?informer=secrets.v1',
      '/api/objects?informer=secrets.v1',
      '/api/indexes?informer=secrets.v1',
      '/api/compare?informer=secrets.v1',
    ])
      expect(await (await get(each)).text()).not.toContain(value);
    const refused = await get(`${path}&reveal=1`);
    expect([refused.status, await refused.text()]).toEqual([
      403,
      'values of Secrets are not shown: the program did not set secretValues\n',
    ]);
    make({ secretValues: true });
    expect(await (await get(path)).text()).not.toContain(value);
    expect(await (await get(`${path}&reveal=1`)).text()).toContain(value);
  });

  test('an index of Secrets is not searched', async () => {
    factory
      .core()
      .v1()
      .secrets()
      .informer()
      .addIndexers({ password: () => ['correct horse'] });
    expect((await get('/api/objects?informer=secrets.v1&index=password&value=x')).status).toBe(403);
    expect(await (await get('/api/indexes?informer=secrets.v1')).text()).not.toContain('correct horse');
  });

  test('the Events about an object are listed from the server, the newest first', async () => {
    const events = clientset.coreV1().events('default');
    const object = factory.core().v1().configMaps().lister().namespace('default').get('a');
    const involvedObject = {
      kind: 'ConfigMap',
      namespace: 'default',
      name: 'a',
      uid: object?.metadata?.uid ?? '',
    };
    const about = (name: string, lastTimestamp: string, of = involvedObject) => ({
      metadata: { name },
      involvedObject: of,
      type: 'Warning',
      reason: name,
      message: '<b>not ready</b>',
      count: 3,
      source: { component: 'kubelet' },
      lastTimestamp,
    });
    await events.create(about('old', '2026-01-01T00:00:00Z'));
    await events.create(about('new', '2026-01-02T00:00:00Z'));
    await events.create(about('other', '2026-01-03T00:00:00Z', { ...involvedObject, uid: 'another' }));
    const model = await json<EventsModel>('/api/events?informer=configmaps.v1&key=default/a');
    expect(
      model.events.map(({ reason, count, source, message }) => [reason, count, source, message]),
    ).toEqual([
      ['new', 3, 'kubelet', '<b>not ready</b>'],
      ['old', 3, 'kubelet', '<b>not ready</b>'],
    ]);
    const odd = await get('/api/events?informer=configmaps.v1&key=default/x,involvedObject.name!=x');
    expect(odd.status).toBe(400);
  });

  test('the cache is compared with the server by one list of metadata', async () => {
    server.clearRequests();
    const model = await json<ComparisonModel>('/api/compare?informer=configmaps.v1');
    expect(model).toMatchObject({
      metadataOnly: true,
      missing: 0,
      extra: 0,
      older: 0,
      serverObjects: 1,
      cachedObjects: 1,
    });
    expect(server.requestCount('list', 'configmaps')).toBe(1);
  });

  test('of a shard, its own objects are compared', async () => {
    const names = Array.from({ length: 16 }, (_, index) => `shard-${index}`);
    const pods = clientset.coreV1().pods('default');
    for (const name of names)
      await pods.create({ metadata: { name }, spec: { containers: [{ name: 'a', image: 'a' }] } });
    const shard = shardOf(HashRanges.ofSlots([0], 2));
    factory.core().v1().pods({ shard }).lister();
    factory.start();
    await factory.waitForCacheSync();
    const { informers } = await json<StateModel>('/api/state');
    const id = informers.find(({ resource }) => resource === 'pods')?.id ?? '';
    const model = await json<ComparisonModel>(`/api/compare?informer=${encodeURIComponent(id)}`);
    expect(model).toMatchObject({ missing: 0, extra: 0, older: 0 });
    expect(model.serverObjects).toBe(model.cachedObjects);
    expect(model.serverObjects).toBeLessThan(names.length);
    for (const name of names) await pods.delete(name);
  });

  test('an informer with a custom key function cannot be compared', async () => {
    factory.informerFor(
      coreV1.pods,
      (_client, options) =>
        new SharedIndexInformer(new FakeSource<ObjectOf<typeof coreV1.pods>>(), {
          ...options,
          keyFunc: ({ metadata }) => metadata?.uid ?? '',
        }),
    );
    const response = await get('/api/compare?informer=pods.v1');
    expect([response.status, await response.text()]).toEqual([
      409,
      'this informer has a custom key function, which metadata alone cannot satisfy\n',
    ]);
  });

  test('an informer with a custom source cannot be compared', async () => {
    factory.informerFor(
      coreV1.pods,
      (_client, options) =>
        new SharedIndexInformer(new FakeSource<ObjectOf<typeof coreV1.pods>>(), {
          ...options,
          target: undefined,
        }),
    );
    const response = await get('/api/compare?informer=pods.v1');
    expect([response.status, await response.text()]).toEqual([
      409,
      'this informer has a custom source, which the inspector cannot list\n',
    ]);
  });
});

describe('the event stream', () => {
  test('sends the state, the informer and the changes that are asked for', async () => {
    const response = await get('/api/live?informer=configmaps.v1&changes=1&key=default/a');
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    const text = new TextDecoder().decode(value);
    expect(text.match(/^event: \w+$/gm)).toEqual([
      'event: state',
      'event: incidents',
      'event: informer',
      'event: changes',
    ]);
    expect(factory.core().v1().configMaps().informer().stats().handlers).toHaveLength(1);
    await reader?.cancel();
    expect(factory.core().v1().configMaps().informer().stats().handlers).toHaveLength(0);
  });

  test('begins with what is true now, also between two ticks of another page', async () => {
    const first = async (): Promise<StateModel> => {
      const reader = (await get('/api/live')).body?.getReader();
      const text = new TextDecoder().decode((await reader?.read())?.value);
      await reader?.cancel();
      return JSON.parse(/^event: state\ndata: (.*)$/m.exec(text)?.[1] ?? '') as StateModel;
    };
    const other = (await get('/api/live')).body?.getReader();
    await other?.read();
    expect((await first()).verdict.level).toBe('good');
    await factory.core().v1().configMaps().informer().stop();
    expect((await first()).verdict).toMatchObject({ level: 'bad', text: 'configmaps.v1 is stopped' });
    await other?.cancel();
  });

  test('a request that is aborted leaves nothing behind', async () => {
    const stop = new AbortController();
    await get('/api/live?informer=configmaps.v1&changes=1', { signal: stop.signal });
    expect(factory.core().v1().configMaps().informer().stats().handlers).toHaveLength(1);
    stop.abort();
    expect(factory.core().v1().configMaps().informer().stats().handlers).toHaveLength(0);
  });

  test('over HTTP, closing the inspector ends the streams, so that the server can close', async () => {
    const http = createServer(handler);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    // Listening on a port, so not a pipe's name.
    const { port } = http.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/live`, { headers: { connection: 'close' } });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    handler.close();
    for (let done = false; !done;) ({ done } = (await reader?.read()) ?? { done: true });
    const refused = await fetch(`http://127.0.0.1:${port}/api/live`, { headers: { connection: 'close' } });
    expect([refused.status, await refused.text()]).toEqual([503, 'the inspector is closed\n']);
    await new Promise((closed) => http.close(closed));
  });
});
