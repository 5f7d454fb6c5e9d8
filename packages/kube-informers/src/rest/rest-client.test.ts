import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { defaultSliceMs } from '../util/steps.js';
import type { Credentials, CredentialsProvider } from './config.js';
import { json, network } from './fixtures/server.test-support.js';
import type { Handler } from './fixtures/server.test-support.js';
import { RestClient } from './rest-client.js';
import type { Transport } from './transport.js';
import { version } from './version.js';

const { serve, client } = network();
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } };
const path = '/api/v1/namespaces/default/pods/web';

test('stats count attempts, retries, throttling and open watches', async () => {
  const server = await serve((request, response) => {
    if (server.seen.length === 1) response.writeHead(429, { 'retry-after': '0' }).end();
    else if (request.url?.includes('watch=true') === true)
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    else json(response, pod);
  });
  const provider: CredentialsProvider = {
    credentials: () => Promise.resolve({}),
    invalidate: () => false,
    expiresAtMs: 5,
  };
  const rest = client({ host: server.url, qps: 100, provider });
  expect(await rest.request({ method: 'GET', path })).toEqual(pod);
  const watch = await rest.watch({ path: '/api/v1/pods' });
  const stats = rest.stats();
  expect(stats).toMatchObject({
    host: new URL(server.url).host,
    requests: [
      { method: 'GET', code: '429', count: 1 },
      { method: 'GET', code: '200', count: 2 },
    ],
    retries: [{ method: 'GET', code: '200', count: 1 }],
    durationSeconds: { GET: { count: 1 } },
    rateLimiterSeconds: { GET: { count: 2 } },
    throttled: 0,
    openWatches: 1,
    credentialsExpireAtMs: 5,
  });
  expect(Object.isFrozen(stats)).toBe(true);
  watch.stop();
  expect(rest.stats().openWatches).toBe(0);
});

test('stats count the bytes of bodies as they are on the wire, those of retries, streams and watches too', async () => {
  const zipped = gzipSync(JSON.stringify({ ...pod, data: 'x'.repeat(10_000) }));
  const server = await serve((request, response) => {
    if (server.seen.length === 1) response.writeHead(503, { 'retry-after': '0' }).end('busy');
    else if (request.url?.includes('watch=true') === true)
      response.writeHead(200, { 'content-type': 'application/json' }).end('\n\n');
    else if (request.url === '/log') response.end('line');
    else
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(zipped);
  });
  const rest = client({ host: server.url });
  expect(rest.stats()).toMatchObject({ receivedBytes: 0, sentBytes: 0, execCalls: [] });
  await rest.request({ method: 'PUT', path, body: '"ä"' });
  expect(rest.stats()).toMatchObject({ receivedBytes: 4 + zipped.length, sentBytes: 2 * 4 });
  await rest.request({ method: 'PUT', path, body: new Uint8Array(5) });
  expect(rest.stats()).toMatchObject({ receivedBytes: 4 + 2 * zipped.length, sentBytes: 2 * 4 + 5 });
  for await (const chunk of rest.stream({ path: '/log' })) expect(chunk).toHaveLength(4);
  const watch = await rest.watch({ path: '/api/v1/pods' });
  expect(await watch.nextBatch()).toBeUndefined();
  expect(rest.stats()).toMatchObject({ receivedBytes: 4 + 2 * zipped.length + 4 + 2, sentBytes: 13 });
});

test('stats have the calls of a credential plugin, also of a copy of the config', async () => {
  const execCalls = [{ exitCode: 0, status: 'no_error', count: 2 }] as const;
  const provider: CredentialsProvider = {
    credentials: () => Promise.resolve({}),
    invalidate: () => false,
    execCalls,
  };
  const rest = client({ host: 'http://localhost', provider });
  expect(rest.stats().execCalls).toBe(execCalls);
  expect(client({ ...rest.config }).stats().execCalls).toBe(execCalls);
});

test('stats have the buckets of client-go', async () => {
  const server = await serve((_request, response) => json(response, pod));
  const rest = client({ host: server.url, qps: 100 });
  await rest.request({ method: 'GET', path });
  const { durationSeconds, rateLimiterSeconds } = rest.stats();
  // component-base/metrics/prometheus/restclient/metrics.go
  const bounds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
  for (const histogram of [durationSeconds['GET'], rateLimiterSeconds['GET']])
    expect(histogram?.buckets.map(({ le }) => le)).toEqual(bounds);
});

test('stats count further methods together', async () => {
  const server = await serve((_request, response) => json(response, pod));
  const rest = client({ host: server.url });
  for (let index = 0; index < 22; index++) await rest.request({ method: `M${index}`, path }).catch(() => 0);
  const { requests, durationSeconds } = rest.stats();
  expect(requests).toHaveLength(21);
  expect(requests.at(-1)).toMatchObject({ method: 'other', count: 2 });
  expect(Object.keys(durationSeconds)).toHaveLength(21);
});

describe('request', () => {
  test("sends an object as JSON and resolves with the response's object", async () => {
    const server = await serve((_request, response) => json(response, pod, 201));
    const rest = client({ host: `${server.url}/prefix/` });
    const created = await rest.request({
      method: 'POST',
      path: '/api/v1/namespaces/default/pods',
      query: { dryRun: 'All', fieldManager: undefined },
      body: { metadata: { name: 'wéb' } },
    });
    expect(created).toEqual(pod);
    expect(server.seen).toMatchObject([
      {
        method: 'POST',
        url: '/prefix/api/v1/namespaces/default/pods?dryRun=All',
        body: '{"metadata":{"name":"wéb"}}',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'user-agent': `kube-informers/${version} (${process.platform}/${process.arch})`,
        },
      },
    ]);
  });

  test('sends a string unchanged, with its content type; a GET has neither body nor type', async () => {
    const server = await serve((_request, response) => json(response, pod));
    const rest = client({ host: server.url, userAgent: 'mine' });
    await rest.request({ method: 'PATCH', path, body: 'a: 1', contentType: 'application/apply-patch+yaml' });
    await rest.request({ method: 'GET', path, accept: 'application/json;as=x', headers: { 'x-a': 'b' } });
    expect(server.seen[0]).toMatchObject({
      body: 'a: 1',
      headers: { 'content-type': 'application/apply-patch+yaml', 'user-agent': 'mine' },
    });
    expect(server.seen[1]).toMatchObject({
      body: '',
      headers: { accept: 'application/json;as=x', 'x-a': 'b' },
    });
    expect(server.seen[1]?.headers['content-type']).toBeUndefined();
  });

  test('a delete may resolve with a success Status', async () => {
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Success' };
    const server = await serve((_request, response) => json(response, status));
    expect(await client({ host: server.url }).request({ method: 'DELETE', path })).toEqual(status);
  });

  test('raw resolves with the bytes of any response', async () => {
    const server = await serve((_request, response) => response.end('ok'));
    const body = await client({ host: server.url }).raw({ method: 'GET', path: '/readyz' });
    expect(Buffer.from(body).toString()).toBe('ok');
  });

  test("a list sets its items' type; see ListDecoder", async () => {
    const server = await serve((_request, response) =>
      json(response, {
        kind: 'PodList',
        apiVersion: 'v1',
        metadata: { resourceVersion: '5' },
        items: [{ metadata: { name: 'web' } }],
      }),
    );
    const rest = client({ host: server.url });
    expect(await rest.list({ path: '/api/v1/pods', query: { limit: 500, resourceVersion: '0' } })).toEqual({
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '5' },
      items: [pod],
    });
    expect(server.seen[0]?.url).toBe('/api/v1/pods?limit=500&resourceVersion=0');
  });
});

test('a long list does not block the event loop: decoding is sliced', async () => {
  const items = `${'{"metadata":{"name":"x"}},'.repeat(99_999)}{"metadata":{"name":"x"}}`;
  const chunk = Buffer.from(`{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[${items}]}`);
  const transport: Transport = {
    send: () =>
      Promise.resolve({
        status: 200,
        headers: { 'content-type': 'application/json' },
        // One large chunk, which must be decoded in pieces.
        body: {
          async *[Symbol.asyncIterator]() {
            yield chunk;
          },
        },
        destroy() {},
      }),
    close: () => Promise.resolve(),
  };
  const clock = new FakeClock();
  let nowMs = 0;
  // Each reading of the clock exceeds a time slice.
  clock.monotonic = () => (nowMs += 2 * defaultSliceMs);
  let turns = 0;
  let over = false;
  const beat = (): void => {
    turns++;
    if (!over) setImmediate(beat);
  };
  setImmediate(beat);
  const list = await client({ host: 'http://api' }, { transport, clock }).list({ path: '/api/v1/pods' });
  over = true;
  expect(list.items).toHaveLength(100_000);
  // One turn per 64 KiB.
  expect(turns).toBeGreaterThan(chunk.length / 65_536 / 4);
});

describe('credentials', () => {
  const handler: Handler = (request, response) => {
    if (request.headers.authorization === 'Bearer good') json(response, pod);
    else
      json(
        response,
        { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Unauthorized', code: 401 },
        401,
      );
  };

  /** Provides `tokens` in order, the next one after each rejection. */
  function tokens(...values: string[]): CredentialsProvider & { readonly rejected: Credentials[] } {
    const rejected: Credentials[] = [];
    return {
      rejected,
      credentials: () => Promise.resolve({ authorization: `Bearer ${values[0]}` }),
      invalidate(credentials) {
        rejected.push(credentials);
        values.shift();
        return values.length > 0;
      },
    };
  }

  test('fixed credentials are sent unchanged; a provider takes precedence', async () => {
    const server = await serve(handler);
    await client({ host: server.url, credentials: { authorization: 'Bearer good' } }).request({
      method: 'GET',
      path,
    });
    await client({
      host: server.url,
      credentials: { authorization: 'Bearer bad' },
      provider: tokens('good'),
    }).request({ method: 'GET', path });
  });

  test('after a 401 the provider is asked once more, for writes too', async () => {
    const server = await serve(handler);
    const provider = tokens('old', 'good');
    const rest = client({ host: server.url, provider });
    expect(await rest.request({ method: 'POST', path, body: {} })).toEqual(pod);
    expect(provider.rejected).toEqual([{ authorization: 'Bearer old' }]);
    expect(server.seen.map((seen) => seen.body)).toEqual(['{}', '{}']);
  });

  test('a second 401 is returned, and so is a 401 that the provider cannot resolve', async () => {
    const server = await serve(handler);
    await expect(
      client({ host: server.url, provider: tokens('old', 'older', 'good') }).list({ path: '/api/v1/pods' }),
    ).rejects.toMatchObject({ statusCode: 401 });
    expect(server.seen).toHaveLength(2);
    await expect(
      client({ host: server.url, provider: tokens('old') }).watch({ path: '/api/v1/pods' }),
    ).rejects.toMatchObject({ statusCode: 401 });
    expect(server.seen).toHaveLength(3);
  });

  test("a failing provider's error is thrown, and nothing is sent", async () => {
    const server = await serve(handler);
    const problem = new Error('plugin failed');
    const provider: CredentialsProvider = {
      credentials: () => Promise.reject(problem),
      invalidate: () => false,
    };
    await expect(client({ host: server.url, provider }).request({ method: 'GET', path })).rejects.toBe(
      problem,
    );
    expect(server.connections).toBe(0);
  });

  test('impersonation is sent with every request', async () => {
    const server = await serve((_request, response) => json(response, pod));
    const impersonate = { userName: 'bob', groups: ['a', 'b'], extra: { 'x/y': ['1'] } };
    await client({ host: server.url, impersonate }).request({ method: 'GET', path });
    expect(server.seen[0]?.headers).toMatchObject({
      'impersonate-user': 'bob',
      'impersonate-group': 'a, b',
      'impersonate-extra-x%2fy': '1',
    });
  });
});

describe('warnings', () => {
  const warnings = ['299 - "first", 299 k8s "second \\"one\\""', '199 - "not this"', 'broken'];

  test('are passed to onWarning, also with an error response', async () => {
    const server = await serve((request, response) => {
      response.setHeader('warning', warnings);
      json(response, pod, request.method === 'GET' ? 200 : 500);
    });
    const texts: string[] = [];
    const rest = client({ host: server.url, onWarning: ({ text }) => void texts.push(text) });
    await rest.request({ method: 'GET', path });
    await expect(rest.request({ method: 'PUT', path, body: {} })).rejects.toMatchObject({ statusCode: 500 });
    expect(texts).toEqual(['first', 'second "one"', 'first', 'second "one"']);
  });

  test('are logged without a handler; a throwing handler does not fail the request', async () => {
    const server = await serve((_request, response) => {
      response.setHeader('warning', '299 - "old"');
      json(response, pod);
    });
    const lines: unknown[] = [];
    const log = (fields: unknown): void => void lines.push(fields);
    const logger = { debug() {}, info() {}, warn: log, error: log };
    await client({ host: server.url }, { logger }).request({ method: 'GET', path });
    const problem = new Error('mine');
    await client(
      {
        host: server.url,
        onWarning: () => {
          throw problem;
        },
      },
      { logger },
    ).request({ method: 'GET', path });
    expect(lines).toEqual([{ warning: 'old' }, { err: problem }]);
  });
});

describe('time and stopping', () => {
  test('requestTimeoutMs ends a call, in any phase: ERR_TIMEOUT, and it counts as an attempt', async () => {
    const clock = new FakeClock();
    const server = await serve((request, response) => {
      if (request.method === 'PUT') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{');
      }
    });
    const rest = client({ host: server.url, requestTimeoutMs: 5000 }, { clock });
    for (const [method, requestTimeoutMs] of [
      ['GET', undefined],
      ['PUT', 100],
    ] as const) {
      const before = server.seen.length;
      const call = rest.request({ method, path, requestTimeoutMs });
      const result = expect(call).rejects.toMatchObject({
        code: 'ERR_TIMEOUT',
        message: expect.stringContaining(`${requestTimeoutMs ?? 5000} ms`) as unknown,
      });
      while (server.seen.length === before) await settle();
      await clock.advance(requestTimeoutMs ?? 5000);
      await result;
    }
    expect(rest.stats().requests).toEqual([
      { method: 'GET', code: '<error>', count: 1 },
      { method: 'PUT', code: expect.stringMatching(/^(?:200|<error>)$/) as unknown, count: 1 },
    ]);
    expect(clock.pendingTimers).toBe(0);
    await server.drained();
  });

  test('an aborted signal: rejects with its reason and leaves no listener', async () => {
    const server = await serve(() => undefined);
    const controller = new AbortController();
    const reason = new Error('enough');
    const rest = client({ host: server.url });
    const calls = [
      rest.request({ method: 'GET', path, signal: controller.signal }),
      rest.list({ path, signal: controller.signal }),
      rest.watch({ path, signal: controller.signal }),
    ].map((call) => expect(call).rejects.toBe(reason));
    while (server.seen.length < 3) await settle();
    controller.abort(reason);
    await Promise.all(calls);
    await expect(rest.request({ method: 'GET', path, signal: controller.signal })).rejects.toBe(reason);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    await server.drained();
  });

  test('close ends watches, fails requests under way and later ones with ERR_CLOSED, and leaves no socket', async () => {
    const server = await serve((request, response) => {
      if (!request.url.includes('watch')) return;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
    });
    const rest = client({ host: server.url });
    const watch = await rest.watch({ path: '/api/v1/pods' });
    const batch = watch.nextBatch();
    const waiting = expect(rest.request({ method: 'GET', path })).rejects.toMatchObject({
      code: 'ERR_CLOSED',
    });
    while (server.seen.length < 2) await settle();
    await rest.close();
    await waiting;
    expect(await batch).toBeUndefined();
    await server.drained();
    await expect(rest.request({ method: 'GET', path })).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    await rest.close();
  });

  test('closes only a transport that it created', async () => {
    let closed = 0;
    const transport: Transport = {
      send: () => Promise.reject(new Error('not used')),
      close: () => Promise.resolve(void closed++),
    };
    await new RestClient({ host: 'http://x' }, { transport })[Symbol.asyncDispose]();
    expect(closed).toBe(0);
  });

  test('a new client has loaded nothing and opened nothing', async () => {
    await new RestClient({ host: 'https://127.0.0.1:1', tls: { ca: { file: '/no/such/file' } } }).close();
  });
});
