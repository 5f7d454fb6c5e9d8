import { describe, expect, test } from 'vitest';
import { Clientset, loadConfig } from 'kube-informers';
import { RestClient } from 'kube-informers/rest';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import type { RestConfig, TlsConfig } from 'kube-informers';
import {
  kubeconfigText,
  memoryFiles,
} from '../../packages/kube-informers/src/kubeconfig/fixtures.test-support.js';
import {
  ca,
  elsewhere,
  expired,
  foreign,
  selfSigned,
  server as right,
} from '../../packages/kube-informers/src/rest/fixtures/certificates.test-support.js';
import type { Pair } from '../../packages/kube-informers/src/rest/fixtures/certificates.test-support.js';
import { json, network } from '../../packages/kube-informers/src/rest/fixtures/server.test-support.js';
import { tunnelProxy } from './wire.test-support.js';

const { serve, serveRaw } = network();
const trusted: TlsConfig = { ca: { data: ca } };
const token = 'Bearer never-to-be-seen';
const wrong: readonly (readonly [string, Pair])[] = [
  ['of another authority', foreign],
  ['for another name', elsewhere],
  ['that has expired', expired],
  ['signed by itself', selfSigned],
];

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  try {
    await attempt;
  } catch (error) {
    return error;
  }
  throw new Error('it was accepted');
}

/** Every connection of the client to a server. */
const paths: Readonly<Record<string, (client: Clientset) => Promise<unknown>>> = {
  list: (client) => client.coreV1().pods('default').list(),
  watch: (client) => client.coreV1().pods('default').watch(),
  get: (client) => client.coreV1().pods('default').get('a'),
  create: (client) =>
    client
      .coreV1()
      .pods('default')
      .create({ metadata: { name: 'a' } }),
  delete: (client) => client.coreV1().pods('default').delete('a'),
  discovery: (client) => client.discovery().serverResources(),
  'a list of the informers': (client) => client.list(coreV1.pods, undefined, {}),
  'a watch of the informers': (client) => client.watch(coreV1.pods, undefined, {}),
  raw: (client) => client.restClient.raw({ method: 'GET', path: '/readyz' }),
};

describe.each(wrong)('a server certificate %s', (_what, pair) => {
  test.each(Object.entries(paths))(
    '%s: is refused before anything is sent, also behind a proxy',
    async (_path, call) => {
      const server = await serve((_request, response) => response.end('{}'), { tls: pair });
      const proxy = await serveRaw(tunnelProxy([]));
      for (const proxyUrl of ['', proxy.url]) {
        await using client = new Clientset({
          host: server.url,
          tls: trusted,
          credentials: { authorization: token },
          proxyUrl,
        });
        const error = await failureOf(call(client));
        expect(error).toMatchObject({ code: 'ERR_TLS' });
        expect((error as Error).message).toContain(`127.0.0.1:${server.port}`);
      }
      expect(server.seen).toEqual([]);
    },
  );

  test('sends no refresh token to an identity provider with it', async () => {
    const server = await serve((_request, response) => json(response, {}), { tls: pair });
    const config = await oidcConfig(server.url);
    expect(await failureOf(config.provider?.credentials({}) ?? Promise.resolve())).toMatchObject({
      code: 'ERR_OIDC_DISCOVERY',
      cause: { code: 'ERR_TLS' },
    });
    expect(server.seen).toEqual([]);
  });

  test('an https proxy with it is not used', async () => {
    const server = await serve((_request, response) => response.end('{}'), { tls: right });
    const proxy = await serve((_request, response) => response.end(), { tls: pair });
    await using client = new RestClient({ host: server.url, tls: trusted, proxyUrl: proxy.url });
    expect(await failureOf(client.list({ path: '/api/v1/pods' }))).toMatchObject({ code: 'ERR_PROXY' });
    expect([server.seen, proxy.seen]).toEqual([[], []]);
  });
});

test('insecureSkipVerify depends only on the config: no environment variable turns it on', async () => {
  const server = await serve(
    (_request, response) => json(response, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] }),
    { tls: foreign },
  );
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  try {
    for (const insecureSkipVerify of [undefined, false]) {
      await using client = new RestClient({ host: server.url, tls: { ...trusted, insecureSkipVerify } });
      expect(await failureOf(client.list({ path: '/api/v1/pods' }))).toMatchObject({ code: 'ERR_TLS' });
    }
  } finally {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  }
  expect(server.seen).toEqual([]);
  await using client = new RestClient({ host: server.url, tls: { insecureSkipVerify: true } });
  expect((await client.list({ path: '/api/v1/pods' })).items).toEqual([]);
});

describe('a redirect', () => {
  const calls: Readonly<Record<string, (client: Clientset) => Promise<unknown>>> = {
    ...paths,
    patch: (client) => client.restClient.request({ method: 'PATCH', path: '/api/v1/nodes/a', body: {} }),
  };
  test.each([301, 307])(
    '%i is refused and not followed, and sends no credentials elsewhere',
    async (status) => {
      const other = await serve((_request, response) => response.end());
      const redirect = await serve(
        (_request, response) => {
          response.writeHead(status, { location: `http://localhost:${other.port}/api/v1/pods` });
          response.end();
        },
        { tls: right },
      );
      const heads: string[] = [];
      const proxy = await serveRaw(tunnelProxy(heads));
      for (const proxyUrl of ['', proxy.url]) {
        for (const call of Object.values(calls)) {
          await using client = new Clientset({
            host: redirect.url,
            tls: trusted,
            credentials: { authorization: token },
            proxyUrl,
          });
          expect(await failureOf(call(client))).toMatchObject({ code: 'ERR_REDIRECT' });
        }
      }
      // Only the server was asked, although the proxy would have connected anywhere.
      expect(redirect.seen.length).toBeGreaterThanOrEqual(2 * Object.keys(calls).length);
      expect(heads.every((head) => head.startsWith(`CONNECT 127.0.0.1:${redirect.port} `))).toBe(true);

      const config = await oidcConfig(redirect.url);
      expect(await failureOf(config.provider?.credentials({}) ?? Promise.resolve())).toMatchObject({
        code: 'ERR_OIDC_DISCOVERY',
      });
      expect(other.seen).toEqual([]);
    },
  );
});

/** Loads a kubeconfig with an OIDC provider that trusts the CA. */
function oidcConfig(issuer: string): Promise<RestConfig> {
  return loadConfig({
    kubeconfig: '/k',
    env: {},
    readFile: memoryFiles({
      '/k': kubeconfigText({
        user: {
          'auth-provider': {
            name: 'oidc',
            config: {
              'idp-issuer-url': issuer,
              'client-id': 'me',
              'refresh-token': 'secret',
              'idp-certificate-authority-data': Buffer.from(ca).toString('base64'),
            },
          },
        },
      }),
    }),
  });
}
