import { describe, expect, test } from 'vitest';
import { isNotFound, isServiceUnavailable, isUnexpectedServerError } from '../meta/errors.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import type { Credentials, RestConfig } from './config.js';
import { json, network } from './fixtures/server.test-support.js';
import type { Handler } from './fixtures/server.test-support.js';
import { maxErrorBodyMs } from './errors.js';
import { RestClient } from './rest-client.js';

const { serve, client } = network();

/** Resolves with the error of a call that fails. */
async function failureOf(call: () => Promise<unknown>): Promise<Error> {
  return call().then(
    () => new Error('did not fail'),
    (thrown: Error) => thrown,
  );
}

const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } };
const path = '/api/v1/namespaces/default/pods/web';
const target = {
  group: '',
  version: 'v1',
  resource: 'pods',
  namespace: 'default',
  name: 'web',
  subresource: '',
};

describe('errors', () => {
  const answer = (status: number, headers: Record<string, string>, body: string): Handler => {
    return (_request, response) => {
      response.writeHead(status, headers);
      response.end(body);
    };
  };
  const failing = async (handler: Handler, method = 'GET', of = target): Promise<Error> => {
    const server = await serve(handler);
    const error: unknown = await client({ host: server.url })
      .request({ method, path, target: of })
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof Error)) throw new Error('expected an error');
    return error;
  };
  const notFound = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    message: 'pods "web" not found',
    reason: 'NotFound',
    details: { name: 'web', kind: 'pods' },
    code: 404,
  };

  test('an error without a response names the request, and its stack the caller', async () => {
    const error = await failing((_request, response) => void response.destroy(), 'POST');
    expect(error.message).toMatch(/closed the connection without a response \(.*\) \(POST \/api.*\/web\)$/);
    expect(error).toMatchObject({ code: 'ERR_CONNECTION_RESET', cause: { code: 'UND_ERR_SOCKET' } });
    expect(error.stack).toMatch(/at (async )?failing/);
  });

  test('a Status becomes a StatusError unchanged', async () => {
    const error = await failing(
      answer(404, { 'content-type': 'application/json' }, JSON.stringify(notFound)),
    );
    expect(error).toMatchObject({
      code: 'ERR_STATUS',
      status: notFound,
      message: 'get pods default/web: pods "web" not found',
    });
    expect(isNotFound(error)).toBe(true);
  });

  test("a Status without a code gets the response's; one with HTTP status 200 counts too", async () => {
    expect(
      await failing(answer(409, {}, '{"kind":"Status","apiVersion":"v1","status":"Failure"}')),
    ).toMatchObject({
      statusCode: 409,
    });
    expect(
      await failing(answer(200, { 'content-type': 'application/json' }, JSON.stringify(notFound))),
    ).toMatchObject({ statusCode: 404 });
  });

  test('TestTransformUnstructuredError: a non-Status body is worded as in apimachinery, with its text as the cause', async () => {
    const error = await failing(
      answer(
        502,
        { 'content-type': 'text/plain', 'retry-after': 'x' },
        `<html>${'bad gateway '.repeat(1000)}`,
      ),
    );
    expect(error).toMatchObject({ code: 'ERR_STATUS', statusCode: 502, reason: 'InternalError' });
    expect(isUnexpectedServerError(error)).toBe(true);
    expect(error.message).toContain('get pods default/web: an error on the server ("<html>bad gateway');
    expect(error).toMatchObject({
      status: { message: expect.stringMatching(/ \(get pods web\)$/) as unknown },
    });
    expect(error.message.length).toBeLessThan(3000);
  });

  test("a proxy's HTML page appears by its title in the message and in full in the cause", async () => {
    const page = '<html>\n<head><TITLE class="a">502\n Bad Gateway </TITLE></head>\n</html>';
    const error = await failing(answer(502, { 'content-type': 'text/html; charset=utf-8' }, page));
    expect(error.message).toBe(
      'get pods default/web: an error on the server ("HTTP 502 with an HTML page: 502 Bad Gateway") has prevented the request from succeeding',
    );
    expect(error).toMatchObject({ status: { details: { causes: [{ message: page }] } } });
    const bare = await failing(answer(503, { 'content-type': 'text/html' }, '<h1>sorry</h1>'));
    expect(bare).toMatchObject({
      reason: 'ServiceUnavailable',
      status: { details: { causes: [{ message: '<h1>sorry</h1>' }] } },
    });
    expect((await failing(answer(403, { 'content-type': 'text/html' }, '<h1>no</h1>'))).message).toBe(
      'get pods default/web: HTTP 403 with an HTML page',
    );
  });

  test('a resource of a group that the server does not have comes with what to check', async () => {
    const sites = { ...target, group: 'example.com', resource: 'sites', name: '' };
    expect((await failing(answer(404, {}, '404 page not found'), 'GET', sites)).message).toBe(
      'get sites.example.com in default: the server could not find the requested resource; check its group, version and plural, and that its CustomResourceDefinition is installed',
    );
    const json = { 'content-type': 'application/json' };
    expect((await failing(answer(404, json, JSON.stringify(notFound)), 'GET', sites)).message).toBe(
      'get sites.example.com in default: pods "web" not found',
    );
  });

  test('TestTransformUnstructuredError: a binary body is "unknown"; 404 and conflicts have their reasons', async () => {
    expect(
      (await failing(answer(500, { 'content-type': 'application/octet-stream' }, 'xx'))).message,
    ).toContain('unknown');
    expect(await failing(answer(404, {}, '404 page not found'))).toMatchObject({
      message: 'get pods default/web: the server could not find the requested resource',
      reason: 'NotFound',
    });
    expect(await failing(answer(409, {}, ''), 'POST')).toMatchObject({ reason: 'AlreadyExists' });
    expect(await failing(answer(409, {}, ''), 'PUT')).toMatchObject({ reason: 'Conflict' });
    expect(await failing(answer(403, {}, 'no entry'))).toMatchObject({
      message: 'get pods default/web: no entry',
    });
    expect(await failing(answer(401, {}, ''))).toMatchObject({ reason: 'Unauthorized' });
  });

  test('an endless body is read up to 1 MiB and its connection closed', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      const write = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', write);
      };
      write();
    });
    await expect(client({ host: server.url }).request({ method: 'POST', path })).rejects.toMatchObject({
      statusCode: 500,
    });
    await server.drained();
  });

  test('a truncated error body still gives the status code', async () => {
    const error = await failing((_request, response) => {
      response.writeHead(503, { 'content-length': '100', 'content-type': 'text/plain' });
      response.write('going down', () => response.destroy());
    });
    expect(error).toMatchObject({ statusCode: 503, reason: 'ServiceUnavailable' });
  });

  test('a page with status 200: ERR_NOT_KUBERNETES with URL and type (peer-failures 19)', async () => {
    const server = await serve(
      answer(200, { 'content-type': 'text/html; charset=utf-8' }, '<html>login</html>'),
    );
    const rest = client({ host: server.url });
    for (const call of [
      () => rest.request({ method: 'GET', path }),
      () => rest.list({ path: '/api/v1/pods', query: { continue: 'secret' } }),
      () => rest.watch({ path: '/api/v1/pods' }),
    ]) {
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'ERR_NOT_KUBERNETES' });
      expect((error as Error).message).toContain(`${server.url}/api/v1/`);
      expect((error as Error).message).toContain('text/html');
      expect((error as Error).message).not.toContain('secret');
    }
    await server.drained();
  });

  test.each([
    ['no JSON', '<html>'],
    ['half of it', '{"kind":"Pod"'],
    ['nothing', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['an object without a kind', '{"hello":"world"}'],
  ])(
    'a JSON content type, but %s: ERR_NOT_KUBERNETES, without its content in the message',
    async (_what, body) => {
      const error = await failing(answer(200, { 'content-type': 'application/json' }, body));
      expect(error).toMatchObject({ code: 'ERR_NOT_KUBERNETES' });
      expect(error.cause).toBeUndefined();
      expect(error.message).not.toContain('hello');
    },
  );

  test('a redirect: ERR_REDIRECT with the host only; credentials are not sent there', async () => {
    const other = await serve((_request, response) => json(response, pod));
    const server = await serve(answer(302, { location: `${other.url}/login?token=hunter2` }, ''));
    const rest = client({ host: server.url, credentials: { authorization: 'Bearer x' } });
    const error: unknown = await rest.request({ method: 'GET', path }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ERR_REDIRECT' });
    expect((error as Error).message).toContain(`127.0.0.1:${other.port}`);
    expect((error as Error).message).not.toContain('hunter2');
    expect(other.connections).toBe(0);
    expect((await failing(answer(304, {}, ''))).message).toContain('a missing address');
  });

  test('plain http to a Go server with TLS: the error suggests https', async () => {
    const error = await failing(answer(400, {}, 'Client sent an HTTP request to an HTTPS server.\n'));
    expect(error).toMatchObject({ code: 'ERR_TLS', message: expect.stringContaining('https://') as unknown });
  });

  test('a truncated body: ERR_BODY_CUT (peer-failures 18)', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"kind":"PodList","apiVersion":"v1","items":[{}', () => response.destroy());
    });
    await expect(client({ host: server.url }).list({ path: '/api/v1/pods' })).rejects.toMatchObject({
      code: 'ERR_BODY_CUT',
    });
  });

  test.each(['10.0.0.1:6443', 'ftp://x'])('a host that is not a URL (%s): ERR_OPTION', (host) => {
    expect(() => new RestClient({ host })).toThrow(expect.objectContaining({ code: 'ERR_OPTION' }));
  });

  test.each([
    [{ authorization: 31_337 }, 'authorization', 'a string, got number'],
    [{ authorization: () => 'Bearer 31337' }, 'authorization', 'a string, got function'],
    [{ clientCertificate: '31337' }, 'clientCertificate', 'got string without cert, key'],
  ])('credentials with a field of another type: ERR_OPTION without the value', async (wrong, field, got) => {
    // The cast is the point: an untyped program may pass this.
    const credentials = wrong as unknown as Credentials;
    const fixed = (): unknown => client({ host: 'http://127.0.0.1:1', credentials });
    const provider = { credentials: () => Promise.resolve(credentials), invalidate: () => false };
    const provided = client({ host: 'http://127.0.0.1:1', provider });
    const errors = [
      await failureOf(async () => fixed()),
      await failureOf(() => provided.request({ method: 'GET', path })),
    ];
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'ERR_OPTION' });
      expect(error.message).toContain(got);
      expect(error.message).toContain(`${field} of `);
      expect(error.message).not.toContain('31337');
    }
  });

  test.each([undefined, {}, Promise.resolve({ host: 'http://x' })])(
    'an invalid config (%j): ERR_OPTION',
    (config) => {
      // The cast is the point: an untyped program may pass this.
      expect(() => new RestClient(config as unknown as RestConfig)).toThrow(
        expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining('RestConfig') }),
      );
    },
  );

  test.each([
    [{ requestTimeoutMs: -1 }, {}],
    [{ qps: 0 }, {}],
    [{ qps: 1, burst: 0 }, {}],
    [{}, { maxRetries: -1 }],
    [{}, { maxRetries: 1.5 }],
  ])('options out of range (%j, %j): ERR_OPTION', (config, options) => {
    expect(() => new RestClient({ host: 'http://x', ...config }, options)).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION' }),
    );
  });

  test('a path that leads to another object: ERR_OPTION, nothing sent', async () => {
    const server = await serve((_request, response) => json(response, pod));
    const rest = client({ host: server.url });
    for (const call of [
      () => rest.request({ method: 'GET', path: '/api/v1/../secrets' }),
      () => rest.watch({ path: 'api' }),
      () => rest.request({ method: 'GET', path, requestTimeoutMs: NaN }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'ERR_OPTION' });
    expect(server.connections).toBe(0);
  });
});

test('a refused watch with an endless body is reported by its status', async () => {
  const server = await serve((_request, response) => {
    response.writeHead(503, { 'content-type': 'text/plain' });
    response.write('over');
  });
  const clock = new FakeClock();
  const caught = client({ host: server.url }, { clock })
    .watch({ path: '/api/v1/pods' })
    .then(
      () => 'opened',
      (error: unknown) => error,
    );
  while (clock.pendingTimers === 0) await settle();
  await clock.advance(maxErrorBodyMs);
  expect(isServiceUnavailable(await caught)).toBe(true);
  expect(clock.pendingTimers).toBe(0);
  await server.drained();
});

test('a retryable refusal is retried even if its body is endless', async () => {
  let asked = 0;
  const server = await serve((_request, response) => {
    if (asked++ === 0) {
      response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': '0' });
      response.write('busy');
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
  });
  const clock = new FakeClock();
  const opening = client({ host: server.url }, { clock }).watch({ path: '/api/v1/pods' });
  while (clock.pendingTimers === 0) await settle();
  await clock.advance(maxErrorBodyMs);
  await clock.advance(0);
  const watch = await opening;
  watch.stop();
  expect(asked).toBe(2);
  await server.drained();
});

test('after a 401 the request is repeated on the same connection', async () => {
  const server = await serve(({ headers }, response) =>
    headers.authorization === 'Bearer new'
      ? json(response, { kind: 'Pod', apiVersion: 'v1' })
      : json(response, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 401 }, 401),
  );
  let token = 'old';
  const provider = {
    credentials: () => Promise.resolve({ authorization: `Bearer ${token}` }),
    invalidate: () => {
      token = 'new';
      return true;
    },
  };
  const rest = client({ host: server.url, provider });
  await rest.request({ method: 'GET', path });
  expect(server.seen.map(({ connection }) => connection)).toEqual([1, 1]);
  // A watch has its own connection.
  token = 'old';
  const watch = await rest.watch({ path: '/api/v1/pods' });
  watch.stop();
  expect(server.seen.map(({ connection }) => connection)).toEqual([1, 1, 2, 2]);
});
