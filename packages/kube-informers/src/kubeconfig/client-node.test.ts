import { describe, expect, test } from 'vitest';
import { fromClientNode } from './client-node.js';
import type { ClientNodeCluster, ClientNodeHttpsOptions, ClientNodeKubeConfig } from './client-node.js';
import { base64, pemFixtures } from './fixtures.test-support.js';

/** The relevant part of client-node's KubeConfig; test/package tests the real one. */
function fake(
  cluster: Partial<ClientNodeCluster> = {},
  apply: (options: ClientNodeHttpsOptions) => void = () => undefined,
  more: Partial<ClientNodeKubeConfig> = {},
): ClientNodeKubeConfig & { calls: number } {
  return {
    calls: 0,
    getCurrentCluster: () => ({ name: 'c', server: 'https://example.com:6443', ...cluster }),
    getCurrentContext: () => 'ctx',
    applyToHTTPSOptions(options) {
      this.calls++;
      return Promise.resolve(options).then(apply);
    },
    ...more,
  };
}

test('cluster, namespace and impersonated user become the RestConfig', async () => {
  const { cert } = await pemFixtures();
  const config = fromClientNode(
    fake({ caData: base64(cert), tlsServerName: 'name', proxyUrl: 'http://proxy:3128' }, undefined, {
      getCurrentUser: () => ({ impersonateUser: 'alice' }),
      getContextObject: (name) => (name === 'ctx' ? { namespace: 'team-a' } : null),
    }),
  );
  expect(config).toMatchObject({
    host: 'https://example.com:6443',
    tls: { ca: { data: cert }, serverName: 'name', insecureSkipVerify: false },
    impersonate: { userName: 'alice' },
    proxyUrl: 'http://proxy:3128',
    namespace: 'team-a',
  });
});

test('the user "" is not impersonated', () => {
  const config = fromClientNode(fake({}, undefined, { getCurrentUser: () => ({ impersonateUser: '' }) }));
  expect(config.impersonate).toBeUndefined();
});

test('client-node before 0.20 spells applytoHTTPSOptions', async () => {
  const config = fromClientNode({
    getCurrentCluster: () => ({ name: 'c', server: 'https://example.com:6443' }),
    applytoHTTPSOptions(options) {
      options.headers = { Authorization: `Bearer ${this.getCurrentCluster()?.name}` };
      return Promise.resolve();
    },
  });
  expect((await config.provider?.credentials({}))?.authorization).toBe('Bearer c');
});

test('a CA file stays a file; skipTLSVerify takes precedence over a CA, as in client-node', () => {
  expect(fromClientNode(fake({ caFile: '/ca.crt', caData: 'ignored' })).tls?.ca).toEqual({ file: '/ca.crt' });
  expect(fromClientNode(fake({ caFile: '/ca.crt', skipTLSVerify: true })).tls).toMatchObject({
    ca: undefined,
    insecureSkipVerify: true,
  });
});

test('credentials are requested each time, and once for concurrent callers', async () => {
  const tokens = ['one', 'two'];
  const kubeConfig = fake({}, (options) => {
    options.headers = { Authorization: `Bearer ${tokens.shift() ?? ''}` };
  });
  const { provider } = fromClientNode(kubeConfig);
  const together = await Promise.all([provider?.credentials({}), provider?.credentials({})]);
  expect(together.map((one) => one?.authorization)).toEqual(['Bearer one', 'Bearer one']);
  expect((await provider?.credentials({}))?.authorization).toBe('Bearer two');
  expect(kubeConfig.calls).toBe(2);
});

test('a certificate and basic auth', async () => {
  const { provider } = fromClientNode(
    fake({}, (options) => {
      options.cert = Buffer.from('CERT');
      options.key = 'KEY';
      options.auth = 'me:pw';
    }),
  );
  expect(await provider?.credentials({})).toEqual({
    authorization: `Basic ${base64('me:pw')}`,
    clientCertificate: { cert: 'CERT', key: 'KEY' },
  });
});

test('credentials are not sent to an http server', () => {
  const config = fromClientNode(fake({ server: 'http://localhost:8080' }));
  expect([config.host, config.provider, config.tls]).toEqual(['http://localhost:8080', undefined, undefined]);
});

describe('rejects', () => {
  test.each([
    ['nothing', undefined],
    ['an old client', { getCurrentCluster: () => null, applyToRequest: () => undefined }],
  ])('%s', (_name, given) => {
    // JavaScript callers are not type-checked.
    expect(() => fromClientNode(given as unknown as ClientNodeKubeConfig)).toThrow(
      expect.objectContaining({ name: 'ConfigError', code: 'ERR_CLIENT_NODE' }) as Error,
    );
  });

  test('a context without a cluster', () => {
    expect(() => fromClientNode(fake({}, undefined, { getCurrentCluster: () => null }))).toThrow(
      'fromClientNode: the current context "ctx" has no cluster with a server; load a kubeconfig first, or set another context',
    );
  });

  test.each<[string, (options: ClientNodeHttpsOptions) => void, string]>([
    [
      'a failure, with secrets redacted',
      () => {
        throw new Error('aws: Bearer abcdefghijkl expired');
      },
      '@kubernetes/client-node could not give credentials: aws: Bearer [redacted] expired',
    ],
    [
      'plugin output that is not JSON',
      () => {
        JSON.parse('s3cr3t');
      },
      '@kubernetes/client-node could not give credentials: the output is not valid JSON',
    ],
    [
      'PKCS#12',
      (options) => {
        options.pfx = Buffer.from('x');
      },
      '@kubernetes/client-node gave a PKCS#12 certificate (pfx), expected cert and key',
    ],
    [
      'another header',
      (options) => {
        options.headers = { 'X-Api-Key': 's3cr3t' };
      },
      '@kubernetes/client-node set the header "X-Api-Key", expected only Authorization',
    ],
    [
      'a header of two lines',
      (options) => {
        options.headers = { Authorization: 'Bearer a\nb' };
      },
      '@kubernetes/client-node gave an Authorization header with control characters, expected one line',
    ],
  ])('%s', async (_name, apply, message) => {
    const { provider } = fromClientNode(fake({}, apply));
    const error = (await provider?.credentials({}).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({ name: 'CredentialsError', code: 'ERR_CLIENT_NODE', message });
    expect(error.cause).toBeUndefined();
  });
});
