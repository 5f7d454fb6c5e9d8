import { expect, test } from 'vitest';
import { isUnauthorized } from '../meta/errors.js';
import { ExecPlugin } from '../kubeconfig/exec-plugin.js';
import { OidcProvider } from '../kubeconfig/oidc.js';
import { TokenFile } from '../kubeconfig/token-file.js';
import { noopLogger } from '../util/logger.js';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import type { CredentialsProvider, RestConfig } from './config.js';
import { json, network } from './fixtures/server.test-support.js';
import type { Handler } from './fixtures/server.test-support.js';

const { serve, client } = network();
const clock = new FakeClock();
const path = '/api/v1/pods';
const kubeconfig = { user: 'dev', context: 'prod' };

const refusing: Handler = (_request, response) =>
  json(
    response,
    {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      message: 'Unauthorized',
      reason: 'Unauthorized',
      code: 401,
    },
    401,
  );

/** The message of the error, with `HOST` in place of the server's host and port. */
async function messageFor(config: Omit<RestConfig, 'host'>): Promise<string> {
  const server = await serve(refusing);
  const error: unknown = await client({ host: server.url, ...config })
    .request({ method: 'GET', path })
    .catch((thrown: unknown) => thrown);
  expect(isUnauthorized(error)).toBe(true);
  return (error as Error).message.replace(new URL(server.url).host, 'HOST');
}

const given = (authorization: string): RestConfig['credentials'] => ({ authorization });

test.each<[string, Omit<RestConfig, 'host'>, string]>([
  [
    'a token of a kubeconfig',
    { kubeconfig, credentials: given('Bearer s3cret') },
    'Unauthorized: HOST did not accept the token of user "dev" (context "prod"): it may have expired or be for another server; set a new one',
  ],
  [
    'a token of a program',
    { credentials: given('Bearer s3cret') },
    'Unauthorized: HOST did not accept the token: it may have expired or be for another server; set a new one',
  ],
  [
    'a password',
    { kubeconfig: { user: 'dev', context: '' }, credentials: given('Basic ZGV2OnMzY3JldA==') },
    'Unauthorized: HOST did not accept the user name and password of user "dev": check them',
  ],
  [
    'a client certificate',
    { kubeconfig, tls: { cert: { data: 'PEM' }, key: { data: 'PEM' } } },
    'Unauthorized: HOST did not accept the client certificate of user "dev" (context "prod"): it may have expired, or be signed by an authority that this server does not trust',
  ],
  [
    'no credentials',
    {},
    'Unauthorized: HOST requires credentials, and the RestConfig has none; set a token, a client certificate or an exec plugin',
  ],
  [
    'no user in the context',
    { kubeconfig: { user: '', context: 'prod' } },
    'Unauthorized: HOST requires credentials, and those of context "prod" are not sent to an http:// URL; use https://',
  ],
])('the error of a 401 names %s and says what to do', async (_case, config, message) => {
  expect(await messageFor(config)).toBe(`GET /api/v1/pods: ${message}`);
});

const options = { clock, logger: noopLogger };
const provided = (source: string | undefined): CredentialsProvider => ({
  credentials: () => Promise.resolve({ authorization: 'Bearer s3cret' }),
  invalidate: () => false,
  source,
});

test.each<[CredentialsProvider, string]>([
  [
    new TokenFile('/run/token', { ...options, readFile: () => Promise.resolve('s3cret') }),
    'from token file /run/token',
  ],
  [
    provided(new ExecPlugin({ command: 'aws' } as never, { ...options, env: {} } as never).source),
    'from exec plugin "aws"',
  ],
  [
    provided(
      new OidcProvider(
        { 'idp-issuer-url': 'https://issuer.example', 'client-id': 'x' },
        { user: 'dev', clock, fetch: () => Promise.reject(new Error('unused')), ca: undefined },
      ).source,
    ),
    'from OIDC issuer "https://issuer.example"',
  ],
  [
    provided('a vault with\u001b[31m colours and s3cret'),
    'from a vault with\\u001b[31m colours and [redacted]',
  ],
])('the error of a 401 names where credentials come from, case %#', async (provider, source) => {
  expect(await messageFor({ kubeconfig, provider })).toBe(
    `GET /api/v1/pods: Unauthorized: HOST did not accept the credentials of user "dev" (context "prod") ${source}: they may have expired or be for another server; log in again, or renew them`,
  );
});

test('a program with a provider without a source gets an error without one', async () => {
  expect(await messageFor({ provider: provided(undefined) })).toMatch(/did not accept the credentials: they/);
});

test('a 401 that is not a Status names the credentials too, and a watch does', async () => {
  const server = await serve((_request, response) => {
    response.writeHead(401);
    response.end();
  });
  const rest = client({ host: server.url });
  for (const call of [
    () => rest.list({ path, apiVersion: 'v1', kind: 'PodList' }),
    () => rest.watch({ path }),
  ])
    await expect(call()).rejects.toThrow(
      /^GET \/api\/v1\/pods: the server has asked for the client to provide credentials.*: 127\.0\.0\.1:\d+ requires credentials, and the RestConfig has none/,
    );
});
