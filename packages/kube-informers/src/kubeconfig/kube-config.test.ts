import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { RestClient } from '../rest/rest-client.js';
import type { Transport, TransportRequest } from '../rest/transport.js';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { base64, kubeconfigText, memoryFiles, pemFixtures } from './fixtures.test-support.js';
import { KubeConfig } from './kube-config.js';

const abc = `
current-context: a
clusters:
- {name: c1, cluster: {server: "https://one", tls-server-name: one.internal}}
- {name: c2, cluster: {server: "https://two"}}
users:
- {name: u1, user: {token: secret-one}}
- {name: u2, user: {token: secret-two}}
contexts:
- {name: a, context: {cluster: c1, user: u1, namespace: ns-a}}
- {name: b, context: {cluster: c2, user: u2}}
- {name: anonymous, context: {cluster: c2}}
- {name: no-user, context: {cluster: c1, user: garbage}}
- {name: no-cluster, context: {cluster: garbage, user: u1}}
- {name: empty, context: {}}
`;

describe('contexts', () => {
  test('TestCreateClean: the current context, another one, and parts of others', async () => {
    const config = await KubeConfig.parse(abc);
    expect(await config.toRestConfig()).toMatchObject({
      host: 'https://one',
      credentials: { authorization: 'Bearer secret-one' },
      namespace: 'ns-a',
    });
    expect(await config.toRestConfig({ context: 'b' })).toMatchObject({
      host: 'https://two',
      credentials: { authorization: 'Bearer secret-two' },
      namespace: 'default',
    });
    expect(await config.toRestConfig({ cluster: 'c2', namespace: 'other' })).toMatchObject({
      host: 'https://two',
      credentials: { authorization: 'Bearer secret-one' },
      namespace: 'other',
    });
    expect(await config.toRestConfig({ user: 'u2' })).toMatchObject({
      host: 'https://one',
      credentials: { authorization: 'Bearer secret-two' },
    });
  });

  test('a context without a user is anonymous', async () => {
    const config = await KubeConfig.parse(abc);
    const rest = await config.toRestConfig({ context: 'anonymous' });
    expect([rest.credentials, rest.provider]).toEqual([undefined, undefined]);
  });

  test.each([
    [
      'TestCreateMissingContext',
      { context: 'prod' },
      'ERR_KUBECONFIG_CONTEXT',
      'context "prod" does not exist in the kubeconfig: expected one of "a", "anonymous", "b", "empty", "no-cluster", "no-user"',
    ],
    [
      'TestConfirmUsableMissingObjects: user',
      { context: 'no-user' },
      'ERR_KUBECONFIG_USER',
      'context "no-user" names the user "garbage", which does not exist in the kubeconfig: expected one of "u1", "u2"',
    ],
    [
      'TestConfirmUsableMissingObjects: cluster',
      { context: 'no-cluster' },
      'ERR_KUBECONFIG_CLUSTER',
      'context "no-cluster" names the cluster "garbage", which does not exist in the kubeconfig: expected one of "c1", "c2"',
    ],
    [
      'TestValidateEmptyContext',
      { context: 'empty' },
      'ERR_KUBECONFIG_CLUSTER',
      'context "empty" in the kubeconfig names no cluster: expected one of "c1", "c2"',
    ],
    [
      'a chosen cluster',
      { cluster: 'x' },
      'ERR_KUBECONFIG_CLUSTER',
      'the chosen cluster "x", which does not exist in the kubeconfig: expected one of "c1", "c2"',
    ],
    [
      'a chosen user',
      { user: 'x' },
      'ERR_KUBECONFIG_USER',
      'the chosen user "x", which does not exist in the kubeconfig: expected one of "u1", "u2"',
    ],
  ])('%s that does not exist', async (_name, options, code, message) => {
    const config = await KubeConfig.parse(abc);
    await expect(config.toRestConfig(options)).rejects.toMatchObject({ name: 'ConfigError', code, message });
  });

  test('TestValidateMissingCurrentContextConfig: an unknown current-context', async () => {
    const config = await KubeConfig.parse('current-context: anything', '/k');
    await expect(config.toRestConfig()).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_CONTEXT',
      message: 'context "anything" does not exist in /k: there are no contexts',
    });
  });

  test('TestTLSServerNameClearsWhenServerNameSet: a master URL replaces server and tls-server-name', async () => {
    const config = await KubeConfig.parse(abc);
    expect((await config.toRestConfig()).tls?.serverName).toBe('one.internal');
    const rest = await config.toRestConfig({ masterUrl: 'https://elsewhere:6443' });
    expect(rest).toMatchObject({ host: 'https://elsewhere:6443', credentials: {} });
    expect(rest.tls?.serverName).toBeUndefined();
  });
});

describe('the RestConfig', () => {
  async function rest(parts: Parameters<typeof kubeconfigText>[0], files: Record<string, string> = {}) {
    const config = await KubeConfig.parse(kubeconfigText(parts), '/k');
    return config.toRestConfig({ readFile: memoryFiles(files), clock: new FakeClock(), env: {} });
  }

  test('TestCertificateData: inline certificates', async () => {
    const { cert, key } = await pemFixtures();
    const config = await rest({
      cluster: { 'certificate-authority-data': base64(cert) },
      user: { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) },
    });
    expect(config.tls).toMatchObject({ ca: { data: cert }, cert: { data: cert }, key: { data: key } });
  });

  test('files stay files, so that they can be read again', async () => {
    const { cert, key } = await pemFixtures();
    const config = await rest(
      {
        cluster: { 'certificate-authority': 'ca' },
        user: { 'client-certificate': 'cert', 'client-key': 'key' },
      },
      { '/ca': cert, '/cert': cert, '/key': key },
    );
    expect(config.tls).toMatchObject({ ca: { file: '/ca' }, cert: { file: '/cert' }, key: { file: '/key' } });
  });

  test('TestBasicAuthData', async () => {
    const config = await rest({ user: { username: 'mé', password: 'p:w' } });
    expect(config.credentials).toEqual({ authorization: `Basic ${base64('mé:p:w')}` });
  });

  test('TestBasicTokenFile: a token file, trimmed', async () => {
    const config = await rest({ user: { tokenFile: 'token' } }, { '/token': 'exampletoken\n' });
    expect(config.credentials).toBeUndefined();
    expect(await config.provider?.credentials({})).toEqual({ authorization: 'Bearer exampletoken' });
  });

  test('TestPrecedenceTokenFile: the file takes precedence over the token, which is used while the file is missing', async () => {
    const files: Record<string, string> = { '/token': 'from-file' };
    const both = { user: { tokenFile: 'token', token: 'inline' } };
    expect(await (await rest(both, files)).provider?.credentials({})).toEqual({
      authorization: 'Bearer from-file',
    });
    expect(await (await rest(both)).provider?.credentials({})).toEqual({ authorization: 'Bearer inline' });
  });

  test('a missing token file is reported immediately', async () => {
    await expect(rest({ user: { tokenFile: 'nowhere' } })).rejects.toMatchObject({
      name: 'CredentialsError',
      code: 'ERR_TOKEN_FILE',
      message: 'token file /nowhere does not exist',
    });
  });

  test('TestFullImpersonateConfig', async () => {
    const config = await rest({
      user: { as: 'alice', 'as-uid': 'abc123', 'as-groups': ['g1'], 'as-user-extra': { scopes: ['a'] } },
    });
    expect(config.impersonate).toEqual({
      userName: 'alice',
      uid: 'abc123',
      groups: ['g1'],
      extra: { scopes: ['a'] },
    });
  });

  test('TestProxyURL, TestTLSServerName, insecure-skip-tls-verify', async () => {
    const config = await rest({
      cluster: {
        'proxy-url': 'http://me:pw@proxy:3128',
        'tls-server-name': 'name',
        'insecure-skip-tls-verify': true,
      },
    });
    expect(config.proxyUrl).toEqual({ url: 'http://me:pw@proxy:3128' });
    expect(inspect(config) + JSON.stringify(config)).not.toContain('me:pw');
    expect(config.tls).toMatchObject({ serverName: 'name', insecureSkipVerify: true });
  });

  test('TestDisableCompression: as the header of a request', async () => {
    const accepted = async (cluster: object): Promise<unknown> => {
      const sent: TransportRequest[] = [];
      const transport: Transport = {
        send(request) {
          sent.push(request);
          return Promise.reject(new Error('no server here'));
        },
        close: () => Promise.resolve(),
      };
      const client = new RestClient(await rest({ cluster }), { transport });
      await expect(client.request({ method: 'GET', path: '/version' })).rejects.toThrow();
      await client.close();
      return sent[0]?.headers['accept-encoding'];
    };
    expect(await accepted({ 'disable-compression': true })).toBe('identity');
    expect(await accepted({})).toBeUndefined();
  });

  test('credentials are never sent to an http server', async () => {
    const config = await rest({ cluster: { server: 'http://example.com' }, user: { token: 't', as: 'x' } });
    expect(config).toMatchObject({ host: 'http://example.com', impersonate: { userName: 'x' } });
    expect([config.credentials, config.provider, config.tls]).toEqual([undefined, undefined, undefined]);
  });

  test('TestAuthorizationHeaderPresentCancelsExecAction: a token, basic auth or a certificate disables exec', async () => {
    const { cert, key } = await pemFixtures();
    const exec = {
      command: '/does/not/exist',
      apiVersion: 'client.authentication.k8s.io/v1',
      interactiveMode: 'Never',
    };
    expect((await rest({ user: { exec, token: 't' } })).provider).toBeUndefined();
    expect((await rest({ user: { exec, username: 'u' } })).provider).toBeUndefined();
    const pair = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) };
    expect((await rest({ user: { exec, ...pair } })).provider).toBeUndefined();
    expect((await rest({ user: { exec } })).provider).toBeDefined();
  });
});

describe('merging', () => {
  test('TestConflictingCurrentContext and maps: the first file that has a name wins, entry by entry', async () => {
    const first = await KubeConfig.parse(
      'current-context: any\nclusters: [{name: cow, cluster: {server: "https://cow"}}]\nusers: [{name: red, user: {username: r}}]',
      '/1/config',
    );
    const second = await KubeConfig.parse(
      'current-context: other\nclusters: [{name: cow, cluster: {server: "https://other", proxy-url: "http://p"}}, {name: pig}]\nusers: [{name: red, user: {password: x, client-key: k}}, {name: blue, user: {client-key: k}}]',
      '/2/config',
    );
    const merged = KubeConfig.merge([first, second]);
    expect(merged.currentContext).toBe('any');
    expect([...merged.clusters.keys()]).toEqual(['cow', 'pig']);
    expect(merged.clusters.get('cow')).toMatchObject({ server: 'https://cow', proxyUrl: undefined });
    expect(merged.users.get('red')).toMatchObject({ username: 'r', password: undefined });
    expect(merged.users.get('blue')).toMatchObject({ origin: '/2/config', clientKey: '/2/k' });
    expect(merged.files).toEqual(['/1/config', '/2/config']);
  });

  test("a later file's current-context is used if the first has none", async () => {
    const merged = KubeConfig.merge([await KubeConfig.parse(''), await KubeConfig.parse(abc)]);
    expect(merged.currentContext).toBe('a');
  });
});

test('printing a KubeConfig shows no credentials', async () => {
  const config = await KubeConfig.parse(abc, '/k');
  const printed = `${inspect(config, { depth: 10, showHidden: true })} ${JSON.stringify(config)}`;
  expect(printed).not.toContain('secret');
  expect(printed).toContain('"currentContext":"a"');
});

test('printing a RestConfig, or a client of it, shows no credentials and no key', async () => {
  const { cert, key } = await pemFixtures();
  const user = `{token: secret-one, client-certificate-data: ${base64(cert)}, client-key-data: ${base64(key)}}`;
  const text = abc.replace('{token: secret-one}', user);
  const withToken = await (await KubeConfig.parse(text)).toRestConfig();
  const withPassword = await (
    await KubeConfig.parse(abc.replace('{token: secret-one}', '{username: me, password: secret-one}'))
  ).toRestConfig();
  const basic = Buffer.from('me:secret-one').toString('base64');
  const byHand = { host: 'https://one', credentials: { authorization: 'Bearer secret-one' } };
  await using client = new RestClient(byHand);
  for (const value of [withToken, { ...withToken, qps: 5 }, withPassword, client, { client }]) {
    const printed = `${inspect(value, { depth: 10 })} ${JSON.stringify(value)}`;
    expect(printed).toContain('https://one');
    expect(printed).not.toContain('secret-one');
    expect(printed).not.toContain(basic);
    expect(printed).not.toContain('PRIVATE KEY');
  }
  expect(withToken.credentials?.authorization).toBe('Bearer secret-one');
  expect(withToken.tls?.key).toEqual({ data: key });
});
