import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { kubeconfigText, memoryFiles, pemFixtures } from './fixtures.test-support.js';
import type { HttpFetch, HttpFetchRequest, HttpFetchResponse } from './http-fetch.js';
import { transportFetch } from './http-fetch.js';
import { loadConfig } from './load-config.js';
import { expiryOf, OidcProvider } from './oidc.js';
import type { OidcOptions } from './oidc.js';

const start = Date.UTC(2026, 0, 1);

function jwt(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.c2ln`;
}

/** An id token that expires this many seconds after the clock's start. */
function idToken(seconds: number): string {
  return jwt({ exp: start / 1000 + seconds });
}

interface Setup {
  config?: Record<string, string>;
  /** The token endpoint's responses, request by request. */
  answers?: (HttpFetchResponse | Error)[];
  discovery?: HttpFetchResponse | Error;
  options?: Partial<OidcOptions>;
}

function setUp(setup: Setup) {
  const clock = new FakeClock(start);
  const requests: HttpFetchRequest[] = [];
  const answers = [...(setup.answers ?? [])];
  const fetch: HttpFetch = (request) => {
    requests.push(request);
    const answer =
      request.method === 'GET'
        ? (setup.discovery ?? json(200, { token_endpoint: 'https://idp/token' }))
        : (answers.shift() ?? json(500, {}));
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const config = { 'idp-issuer-url': 'https://idp/', 'client-id': 'me', ...setup.config };
  const provider = new OidcProvider(config, { user: 'u', clock, fetch, ca: undefined, ...setup.options });
  return { provider, clock, requests };
}

function json(status: number, body: object): HttpFetchResponse {
  return { status, body: JSON.stringify(body) };
}

const expired = { 'id-token': idToken(5), 'refresh-token': 'r1' };

test('a completed refresh is kept even if every caller has given up', async () => {
  let answer: (response: HttpFetchResponse) => void = () => undefined;
  const sent: string[] = [];
  const fetch: HttpFetch = ({ method, body = '' }) => {
    if (method === 'GET') return Promise.resolve(json(200, { token_endpoint: 'https://idp/token' }));
    sent.push(new URLSearchParams(body).get('refresh_token') ?? '');
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  const { provider } = setUp({ config: expired, options: { fetch } });
  const caller = new AbortController();
  const waiting = provider.credentials({ signal: caller.signal });
  await settle();
  expect(sent).toEqual(['r1']);
  caller.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  // The provider has invalidated r1; this is the only copy of r2.
  answer(json(200, { id_token: idToken(60), refresh_token: 'r2' }));
  await settle();
  expect(await provider.credentials({})).toEqual({ authorization: `Bearer ${idToken(60)}` });
  expect(sent).toEqual(['r1']);
});

describe('an id token', () => {
  test('TestExpired: is used until 10 s before it expires', async () => {
    const token = idToken(60);
    const { provider, clock, requests } = setUp({
      config: { 'id-token': token, 'refresh-token': 'r1' },
      answers: [json(200, { id_token: 'new.id.token' })],
    });
    expect(await provider.credentials({})).toEqual({ authorization: `Bearer ${token}` });
    await clock.advance(49_999);
    expect(await provider.credentials({})).toEqual({ authorization: `Bearer ${token}` });
    expect(requests).toEqual([]);
    await clock.advance(1);
    expect(await provider.credentials({})).toEqual({ authorization: 'Bearer new.id.token' });
  });

  test.each([
    ['an integer', { exp: 1_700_000_000 }, 1_700_000_000_000],
    ['a float', { exp: 1.7e9 + 0.9 }, 1_700_000_000_000],
    ['a string', { exp: '1700000000' }, undefined],
    ['nothing', {}, undefined],
  ])('TestJSONTime: exp is %s', (_name, claims, expiry) => {
    expect(expiryOf(jwt(claims))).toBe(expiry);
  });

  test.each(['', 'a.b', 'a.b.c.d', 'a.!.c', 'a.bm8.c', `${idToken(1)}\nX: y`])('%j is invalid', (text) => {
    expect(expiryOf(text)).toBeUndefined();
  });

  test('that is not a JSON web token', async () => {
    const { provider } = setUp({ config: { 'id-token': 's3cr3t' } });
    await expect(provider.credentials({})).rejects.toMatchObject({
      name: 'CredentialsError',
      code: 'ERR_OIDC_TOKEN',
      message: 'OIDC of user "u": id-token is not a JSON web token with exp, expected one',
    });
  });

  test('that expired, without a refresh token', async () => {
    const { provider } = setUp({ config: { 'id-token': idToken(-1) } });
    await expect(provider.credentials({})).rejects.toMatchObject({
      code: 'ERR_OIDC_TOKEN',
      message: 'OIDC of user "u": no valid id-token and no refresh-token, expected one of them; log in again',
    });
  });
});

describe('a refresh', () => {
  test('discovers the token endpoint, then requests tokens; concurrent requests share it', async () => {
    const fresh = idToken(3600);
    const { provider, requests } = setUp({
      config: { ...expired, 'client-id': 'm e', 'client-secret': 's&s' },
      answers: [json(200, { id_token: fresh })],
      options: { ca: 'PEM' },
    });
    const many = await Promise.all(Array.from({ length: 10 }, () => provider.credentials({})));
    expect(new Set(many.map((one) => one.authorization))).toEqual(new Set([`Bearer ${fresh}`]));
    expect(requests).toMatchObject([
      { method: 'GET', url: 'https://idp/.well-known/openid-configuration', ca: 'PEM' },
      {
        method: 'POST',
        url: 'https://idp/token',
        ca: 'PEM',
        body: 'grant_type=refresh_token&refresh_token=r1',
        headers: {
          authorization: `Basic ${Buffer.from('m+e:s%26s').toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
      },
    ]);
  });

  test('sends id and secret in the body to a provider that rejects the header', async () => {
    const { provider, requests } = setUp({
      config: { ...expired, 'client-secret': 'shh' },
      answers: [json(401, { error: 'invalid_client' }), json(200, { id_token: idToken(3600) })],
    });
    await provider.credentials({});
    expect(requests[2]?.body).toBe(
      'grant_type=refresh_token&refresh_token=r1&client_id=me&client_secret=shh',
    );
    expect(requests[2]?.headers?.['authorization']).toBeUndefined();
  });

  test('keeps the new refresh token, and passes both tokens to persist first', async () => {
    const persisted: unknown[] = [];
    const { provider, clock, requests } = setUp({
      config: expired,
      answers: [
        json(200, { id_token: idToken(60), refresh_token: 'r2' }),
        json(200, { id_token: idToken(3600) }),
      ],
      options: {
        store: {
          save: (tokens) => {
            persisted.push(tokens);
            return Promise.resolve();
          },
        },
      },
    });
    await provider.credentials({});
    await clock.advance(60_000);
    await provider.credentials({});
    expect(requests[3]?.body).toContain('refresh_token=r2');
    expect(persisted).toEqual([
      { idToken: idToken(60), refreshToken: 'r2' },
      { idToken: idToken(3600), refreshToken: 'r2' },
    ]);
  });

  test('fails if persist fails, and discards the new tokens', async () => {
    const { provider, requests } = setUp({
      config: expired,
      answers: [json(200, { id_token: idToken(3600) }), json(200, { id_token: idToken(3600) })],
      options: { store: { save: () => Promise.reject(new Error('disk full')) } },
    });
    for (let i = 0; i < 2; i++)
      await expect(provider.credentials({})).rejects.toMatchObject({
        code: 'ERR_OIDC_REFRESH',
        message: 'OIDC of user "u": persisting the new tokens failed',
      });
    expect(requests).toHaveLength(4);
  });

  test('happens after a 401, once for concurrent requests', async () => {
    const token = idToken(3600);
    const { provider, requests } = setUp({
      config: { 'id-token': token, 'refresh-token': 'r1' },
      answers: [json(200, { id_token: idToken(7200) })],
    });
    const rejected = await provider.credentials({});
    expect(provider.invalidate(rejected)).toBe(true);
    const next = await provider.credentials({});
    expect(next).toEqual({ authorization: `Bearer ${idToken(7200)}` });
    expect(provider.invalidate(rejected)).toBe(true);
    expect(await provider.credentials({})).toBe(next);
    expect(requests).toHaveLength(2);
  });

  test('is impossible without a refresh token', async () => {
    const { provider } = setUp({ config: { 'id-token': idToken(3600) } });
    expect(provider.invalidate(await provider.credentials({}))).toBe(false);
  });
});

describe('an identity provider that fails', () => {
  const well = '"https://idp/…"';
  test.each<[string, Setup, string, string]>([
    [
      'no response to discovery',
      { discovery: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) },
      'ERR_OIDC_DISCOVERY',
      `${well} did not respond: ECONNREFUSED`,
    ],
    [
      'discovery with a redirect',
      { discovery: { status: 302, body: '' } },
      'ERR_OIDC_DISCOVERY',
      `${well} answered 302, expected 200`,
    ],
    [
      'discovery in HTML',
      { discovery: { status: 200, body: '<html>' } },
      'ERR_OIDC_DISCOVERY',
      `${well} answered without a valid token_endpoint, expected a JSON object with its URL`,
    ],
    [
      'a token endpoint without TLS',
      { discovery: json(200, { token_endpoint: 'http://idp/token' }) },
      'ERR_OIDC_DISCOVERY',
      `${well} names the token_endpoint "http://idp/…", expected https, as the issuer is`,
    ],
    [
      'an invalid refresh token',
      { answers: [json(400, { error: 'invalid_grant', error_description: 'r1 s3cr3t' })] },
      'ERR_OIDC_REFRESH',
      '"https://idp/…" answered 500, expected new tokens',
    ],
    [
      'an invalid refresh token, reported twice',
      { answers: [json(400, { error: 'invalid_grant' }), json(400, { error: 'invalid_grant' })] },
      'ERR_OIDC_REFRESH',
      '"https://idp/…" answered 400 (invalid_grant), expected new tokens',
    ],
    [
      'tokens in HTML',
      { answers: [{ status: 200, body: '<html>' }] },
      'ERR_OIDC_REFRESH',
      '"https://idp/…" did not answer with a JSON object, expected new tokens',
    ],
    [
      'no id token',
      { answers: [json(200, { access_token: 's3cr3t' })] },
      'ERR_OIDC_REFRESH',
      'the response has no id_token, expected one: was the scope openid requested at login, and does the identity provider return id tokens on refresh?',
    ],
  ])('%s', async (_name, setup, code, message) => {
    const { provider } = setUp({ config: expired, ...setup });
    await expect(provider.credentials({})).rejects.toMatchObject({
      code,
      message: `OIDC of user "u": ${message}`,
    });
  });
});

describe('from a kubeconfig', () => {
  const load = (config: object, files: Record<string, string> = {}) =>
    loadConfig({
      kubeconfig: '/k',
      readFile: memoryFiles({
        '/k': kubeconfigText({ user: { 'auth-provider': { name: 'oidc', config } } }),
        ...files,
      }),
      env: {},
    });
  const good = { 'idp-issuer-url': 'https://idp', 'client-id': 'me' };

  test('with its own CA, inline or as a file', async () => {
    const { cert } = await pemFixtures();
    const data = { 'idp-certificate-authority-data': Buffer.from(cert).toString('base64') };
    expect((await load({ ...good, ...data })).provider).toBeInstanceOf(OidcProvider);
    const file = { 'idp-certificate-authority': '/ca' };
    expect((await load({ ...good, ...file }, { '/ca': cert })).provider).toBeInstanceOf(OidcProvider);
  });

  test.each([
    [
      { 'client-id': 'me' },
      'ERR_KUBECONFIG_USER',
      'user "it": auth-provider.config.idp-issuer-url is missing, expected it for oidc',
    ],
    [
      { 'idp-issuer-url': 'https://idp' },
      'ERR_KUBECONFIG_USER',
      'user "it": auth-provider.config.client-id is missing, expected it for oidc',
    ],
    [
      { ...good, 'idp-issuer-url': 'idp' },
      'ERR_KUBECONFIG_USER',
      'user "it": auth-provider.config.idp-issuer-url is (3 characters, not shown), expected a URL',
    ],
    [
      { ...good, 'idp-certificate-authority': '/gone' },
      'ERR_KUBECONFIG_FILE',
      'user "it": auth-provider.config.idp-certificate-authority /gone: does not exist',
    ],
    [
      { ...good, 'idp-certificate-authority-data': 'AAAA' },
      'ERR_KUBECONFIG_CERTIFICATE',
      'user "it": auth-provider.config.idp-certificate-authority-data: expected PEM with at least one certificate',
    ],
  ])('%j is refused', async (config, code, message) => {
    await expect(load(config)).rejects.toMatchObject({ name: 'ConfigError', code, message });
  });
});

describe('transportFetch', () => {
  async function serve(
    handler: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<AsyncDisposable & { url: string }> {
    const server = createServer(handler);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return {
      // A server on a port has an AddressInfo.
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      [Symbol.asyncDispose]: () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  }

  test('a whole refresh over HTTP', async () => {
    await using server = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        response.end(
          request.method === 'GET'
            ? JSON.stringify({ token_endpoint: `http://${String(request.headers.host)}/token` })
            : JSON.stringify({ id_token: `${body.length}.${idToken(60).split('.')[1] ?? ''}.x` }),
        );
      });
    });
    const { provider } = setUp({
      config: { ...expired, 'idp-issuer-url': server.url },
      options: { fetch: transportFetch({}) },
    });
    expect((await provider.credentials({})).authorization).toMatch(/^Bearer 41\./);
  });

  test('rejects an endless response', async () => {
    await using server = await serve((_request, response) => {
      response.on('error', () => undefined);
      const chunk = Buffer.alloc(65_536);
      const write = (): void => void response.write(chunk, (error) => (error ? undefined : write()));
      write();
    });
    await expect(transportFetch({})({ method: 'GET', url: server.url })).rejects.toMatchObject({
      code: 'ERR_BODY_SIZE',
      message: `the response of "${server.url}" is longer than 1048576 bytes`,
    });
  });

  test('a response that trickles fails after 30 s', async () => {
    const clock = new FakeClock();
    let trickling: ServerResponse | undefined;
    await using server = await serve((_request, response) => {
      response.write('{');
      trickling = response;
    });
    const failed = expect(
      transportFetch({}, clock)({ method: 'GET', url: server.url }),
    ).rejects.toMatchObject({ code: 'ERR_TIMEOUT', message: expect.stringContaining('within 30000 ms') });
    while (trickling === undefined) await settle();
    for (let second = 0; second < 30; second++) {
      trickling.write(' ');
      await clock.advance(1000);
    }
    await failed;
  });

  test('a signal aborts it with its reason', async () => {
    const controller = new AbortController();
    await using server = await serve(() => controller.abort(new Error('enough')));
    const { provider } = setUp({
      config: { ...expired, 'idp-issuer-url': server.url },
      options: { fetch: transportFetch({}) },
    });
    await expect(provider.credentials({ signal: controller.signal })).rejects.toThrow('enough');
  });
});
