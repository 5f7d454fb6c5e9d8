import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/nightly.test-support.js';
import { KubeInformersError } from '../util/errors.js';
import { base64, kubeconfigText, memoryFiles, pemFixtures } from './fixtures.test-support.js';
import { loadConfig } from './load-config.js';
import { parseKubeConfig } from './parse.js';
import { parseYaml } from './yaml-text.js';

// A fixed seed, so that every run has the same cases.

function parseError(text: string): Promise<unknown> {
  return parseKubeConfig(text, '/etc/kubeconfig').then(
    () => expect.unreachable('it was parsed'),
    (error: unknown) => error,
  );
}

// The parser runs out of stack at about 1,000 levels; at '['.repeat(8192) Node ended with a fatal error.
test.each([
  ['brackets', '['.repeat(8192)],
  ['braces', '{a: '.repeat(8192)],
  ['dashes', '- '.repeat(8192)],
  ['blocks', Array.from({ length: 1000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
])('deeply nested %s: ERR_KUBECONFIG_PARSE', async (_what, text) => {
  expect(await parseError(text)).toMatchObject({
    code: 'ERR_KUBECONFIG_PARSE',
    message: expect.stringContaining('nested more than 200 levels deep') as unknown,
  });
});

describe('parses', () => {
  test('every field of a kubeconfig', async () => {
    const config = await parseKubeConfig(
      `
apiVersion: v1
kind: Config
current-context: dev
preferences: {colors: true}
clusters:
- name: c
  cluster:
    server: https://example.com
    tls-server-name: other.example.com
    insecure-skip-tls-verify: false
    certificate-authority: ca.crt
    certificate-authority-data: ${base64('PEM')}
    proxy-url: socks5://proxy:1080
    disable-compression: true
    extensions:
    - name: something
      extension: {ignored: true}
    - name: client.authentication.k8s.io/exec
      extension: {audience: me}
users:
- name: u
  user:
    client-certificate: cert.pem
    client-certificate-data: ${base64('CERT')}
    client-key: key.pem
    client-key-data: ${base64('KEY')}
    token: t
    tokenFile: token
    username: me
    password: pw
    as: boss
    as-uid: '1'
    as-groups: [g1, g2]
    as-user-extra: {scopes: [a, b]}
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: bin/plugin
      args: [--x]
      env: [{name: A, value: b}]
      installHint: get it
      provideClusterInfo: true
      interactiveMode: Never
    auth-provider: {name: oidc, config: {client-id: id}}
    unknown-field: 1
contexts:
- name: dev
  context: {cluster: c, user: u, namespace: ns}
`,
      '/home/me/.kube/config',
    );
    const origin = '/home/me/.kube/config';
    expect(config.currentContext).toBe('dev');
    expect(config.clusters.get('c')).toEqual({
      origin,
      relativePaths: { 'certificate-authority': 'ca.crt' },
      server: 'https://example.com',
      tlsServerName: 'other.example.com',
      insecureSkipTlsVerify: false,
      certificateAuthority: '/home/me/.kube/ca.crt',
      certificateAuthorityData: 'PEM',
      proxyUrl: 'socks5://proxy:1080',
      disableCompression: true,
      execConfig: { audience: 'me' },
    });
    expect(config.users.get('u')).toEqual({
      origin,
      relativePaths: {
        'client-certificate': 'cert.pem',
        'client-key': 'key.pem',
        tokenFile: 'token',
        'exec.command': 'bin/plugin',
      },
      clientCertificate: '/home/me/.kube/cert.pem',
      clientCertificateData: 'CERT',
      clientKey: '/home/me/.kube/key.pem',
      clientKeyData: 'KEY',
      token: 't',
      tokenFile: '/home/me/.kube/token',
      username: 'me',
      password: 'pw',
      impersonate: 'boss',
      impersonateUid: '1',
      impersonateGroups: ['g1', 'g2'],
      impersonateUserExtra: { scopes: ['a', 'b'] },
      exec: {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: '/home/me/.kube/bin/plugin',
        args: ['--x'],
        env: [{ name: 'A', value: 'b' }],
        installHint: 'get it',
        provideClusterInfo: true,
        interactiveMode: 'Never',
      },
      authProvider: { name: 'oidc', config: { 'client-id': 'id' } },
    });
    expect(config.contexts.get('dev')).toEqual({ origin, cluster: 'c', user: 'u', namespace: 'ns' });
  });

  test('TestLoadingEmptyMaps: an empty string as an empty config', async () => {
    for (const text of ['', '{}', '# nothing\n', 'clusters: null\nusers: []\n']) {
      const config = await parseKubeConfig(text);
      expect([config.currentContext, config.clusters.size, config.users.size, config.contexts.size]).toEqual([
        '',
        0,
        0,
        0,
      ]);
    }
  });

  test('TestResolveRelativePaths: a bare command is left to PATH, absolute paths stay', async () => {
    const config = await parseKubeConfig(
      kubeconfigText({
        cluster: { 'certificate-authority': '/abs/ca.crt' },
        user: { 'client-key': '../key.pem', exec: { command: 'plugin', apiVersion: 'x' } },
      }),
      '/a/b/config',
    );
    expect(config.clusters.get('it')?.certificateAuthority).toBe('/abs/ca.crt');
    expect(config.users.get('it')?.clientKey).toBe('/a/key.pem');
    expect(config.users.get('it')?.exec?.command).toBe('plugin');
  });

  test('TestSetDefaults_Config: v1beta1 defaults interactiveMode to IfAvailable, v1 has no default', async () => {
    const mode = async (apiVersion: string): Promise<string | undefined> =>
      (await parseKubeConfig(kubeconfigText({ user: { exec: { command: 'x', apiVersion } } }))).users.get(
        'it',
      )?.exec?.interactiveMode;
    expect(await mode('client.authentication.k8s.io/v1beta1')).toBe('IfAvailable');
    expect(await mode('client.authentication.k8s.io/v1alpha1')).toBe('IfAvailable');
    expect(await mode('client.authentication.k8s.io/v1')).toBe('');
  });

  test('like kubectl: the last of repeated keys, the first of several documents, merge keys, YAML 1.1 booleans, a byte order mark', async () => {
    const text = `\uFEFFcurrent-context: a
current-context: b
clusters:
- name: one
  cluster: &base {server: https://one, insecure-skip-tls-verify: yes}
- name: two
  cluster: {<<: *base, server: https://two}
- name: three
  cluster: {server: https://three, <<: *base}
---
current-context: c
`;
    const config = await parseKubeConfig(text);
    expect(config.currentContext).toBe('b');
    expect(config.clusters.get('two')).toMatchObject({ server: 'https://two', insecureSkipTlsVerify: true });
    expect(config.clusters.get('three')).toMatchObject({ server: 'https://one' });
  });

  test.each<[string, unknown]>([
    ['on', true],
    ['Off', false],
    ['y', true],
    ['0644', 420],
    ['0b11', 3],
    ['1_000', 1000],
    ['18446744073709551615', 18446744073709551615n],
    ['"yes"', 'yes'],
    ['!!str 12', '12'],
    ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
  ])('%s as client-go reads it', async (written, value) => {
    expect(await parseYaml(`a: ${written}`)).toEqual({ value: { a: value } });
  });

  test('names of Object.prototype members as ordinary names', async () => {
    const config = await parseKubeConfig(
      'clusters: [{name: __proto__, cluster: {server: https://x}}, {name: constructor}]\n__proto__: {kind: Pod}',
    );
    expect([...config.clusters.keys()]).toEqual(['__proto__', 'constructor']);
    expect(config.clusters.get('constructor')?.server).toBe('');
  });
});

describe('rejects with ERR_KUBECONFIG_PARSE', () => {
  test.each([
    [
      'invalid YAML',
      'a: [\n',
      '/etc/kubeconfig is not valid YAML: line 2, column 1: a line is indented differently from its neighbours, or a bracket or brace is not closed',
    ],
    ['a list', '- 1', '/etc/kubeconfig: expected a mapping with clusters, contexts and users, got a list'],
    [
      'a string',
      'hello',
      '/etc/kubeconfig: expected a mapping with clusters, contexts and users, got a string',
    ],
    ['another kind', 'kind: Pod', '/etc/kubeconfig is not a kubeconfig: kind is "Pod", expected "Config"'],
    [
      'a kind that a missing quote filled with other text',
      'kind: Conf}<<}],"contexts"hunter2',
      '/etc/kubeconfig is not a kubeconfig: kind is (something else), expected "Config"',
    ],
    [
      'another version',
      'apiVersion: v2',
      '/etc/kubeconfig is not a kubeconfig: apiVersion is "v2", expected "v1"',
    ],
    ['a map of clusters', 'clusters: {a: b}', '/etc/kubeconfig: clusters: expected a list, got a mapping'],
    [
      'a number for a token',
      'users: [{name: u, user: {token: 12345}}]',
      '/etc/kubeconfig: users[0].user.token: expected a string, got a number',
    ],
    [
      'a string for a boolean',
      'clusters: [{cluster: {insecure-skip-tls-verify: maybe}}]',
      '/etc/kubeconfig: clusters[0].cluster.insecure-skip-tls-verify: expected true or false, got a string',
    ],
    [
      'no base64',
      'users: [{user: {}}, {name: b, user: {client-key-data: hunter2!}}]',
      '/etc/kubeconfig: users[1].user.client-key-data is not valid base64, expected base64 of PEM',
    ],
    [
      'TestDuplicateClusterName',
      'clusters: [{name: a}, {name: a}]',
      '/etc/kubeconfig: clusters[1].name: "a" is repeated in clusters, expected unique names',
    ],
    [
      'TestDuplicateContextName',
      'contexts: [{name: a}, {name: a}]',
      '/etc/kubeconfig: contexts[1].name: "a" is repeated in contexts, expected unique names',
    ],
    [
      'TestDuplicateUserName',
      'users: [{name: a}, {name: a}]',
      '/etc/kubeconfig: users[1].name: "a" is repeated in users, expected unique names',
    ],
  ])('%s', async (_name, text, message) => {
    expect(await parseError(text)).toMatchObject({
      name: 'ConfigError',
      code: 'ERR_KUBECONFIG_PARSE',
      message,
    });
  });

  test('alias bombs, by reference or by merge', async () => {
    const level = (write: (i: number) => string): string =>
      Array.from({ length: 40 }, (_, i) => write(i + 1)).join('\n');
    const lists = `a0: &a0 [x, y]\n${level((i) => `a${i}: &a${i} [*a${i - 1}, *a${i - 1}]`)}`;
    const merges = `a0: &a0 {x: 1}\n${level((i) => `a${i}: &a${i} {p: {<<: *a${i - 1}}, q: {<<: *a${i - 1}}}`)}`;
    for (const bomb of [lists, merges])
      expect(await parseError(bomb)).toMatchObject({
        code: 'ERR_KUBECONFIG_PARSE',
        message: expect.stringContaining('aliases that stand for more than 16777216 characters') as string,
      });
  });

  test('excessive nesting', async () => {
    for (const text of ['['.repeat(100_000), '- '.repeat(20_000)])
      expect(await parseError(text)).toMatchObject({ name: 'ConfigError', code: 'ERR_KUBECONFIG_PARSE' });
  });

  test("without quoting the file's content", async () => {
    const secret = 'sup3rs3cret';
    const broken = [
      `token: "${secret}`,
      `- a\n${secret}: c`,
      `a: ${secret}\n b: ${secret}: y`,
      `*${secret}`,
      `users: [{user: {token: [${secret}]}}]`,
      `users: [{user: {password: {${secret}: 1}}}]`,
      `users: [{user: {client-key-data: "${secret}"}}]`,
      `users: ${secret}`,
    ];
    for (const text of broken) {
      const error = await parseError(text);
      expect(JSON.stringify([error, String(error), (error as Error).cause])).not.toContain(secret);
    }
  });
});

describe('garbage', () => {
  const names = fc.constantFrom(
    'apiVersion', 'kind', 'clusters', 'users', 'contexts', 'current-context', 'name', 'cluster', 'user',
    'context', 'server', 'token', 'tokenFile', 'exec', 'auth-provider', 'env', 'args', 'config', 'extensions',
    'client-key-data', 'client-certificate-data', 'certificate-authority-data', 'as-user-extra', 'as-groups',
    'proxy-url', 'command', 'namespace', 'certificate-authority', '__proto__',
  ); // prettier-ignore
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.oneof(
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.constantFrom('it', 'https://x', 'v1', 'Config'),
      ),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(names, tie('tree'), { maxKeys: 6 }),
    ),
  }));

  async function load(text: string): Promise<void> {
    try {
      await loadConfig({ kubeconfig: '/k', env: {}, readFile: memoryFiles({ '/k': text }) });
    } catch (error) {
      expect(error).toBeInstanceOf(KubeInformersError);
    }
  }

  test("arbitrary text only ever fails with this library's errors", async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), load), {
      numRuns: runs(300),
    });
  });

  test("valid words in the wrong places only ever fail with this library's errors", async () => {
    await fc.assert(
      fc.asyncProperty(tree, (value) => load(JSON.stringify(value))),
      { numRuns: runs(500) },
    );
  });

  test("a valid kubeconfig with one value replaced only ever fails with this library's errors", async () => {
    const { cert, key } = await pemFixtures();
    const user = {
      'client-certificate-data': base64(cert),
      'client-key-data': base64(key),
      as: 'x',
      exec: {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: 'x',
        interactiveMode: 'Never',
        env: [],
      },
    };
    const good = kubeconfigText({ user, cluster: { 'proxy-url': 'http://p', 'tls-server-name': 'n' } });
    const values = [...good.matchAll(/(?<=[:[,])("[^"]*"|\[\]|\{\})/g)].map((match) => match.index);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...values), fc.json(), (at, json) =>
        load(good.slice(0, at) + good.slice(at).replace(/^("[^"]*"|\[\]|\{\})/, () => json)),
      ),
      { numRuns: runs(500) },
    );
  });
});
