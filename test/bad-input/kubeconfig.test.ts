import { describe, expect, test } from 'vitest';
import { buildConfigFromFlags, loadConfig } from 'kube-informers';
import { ca } from '../../packages/kube-informers/src/rest/fixtures/certificates.test-support.js';
import { TemporaryFolder, finish } from '../../packages/cli/src/cli.test-support.js';
import { expectError, expectOneLine, failureOf } from './expect-error.test-support.js';

interface Parts {
  readonly current?: string;
  readonly context?: object;
  readonly cluster?: object;
  readonly user?: object;
}

/** A valid kubeconfig except for the given parts. */
function kubeconfig({ current = 'main', context, cluster, user }: Parts): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': current,
    contexts: [{ name: 'main', context: { cluster: 'home', user: 'me', ...context } }],
    clusters: [{ name: 'home', cluster: { server: 'https://127.0.0.1:1', ...cluster } }],
    users: [{ name: 'me', user: { token: 'secret-token', ...user } }],
  });
}

/** What is wrong, the file's text, the code, and the parts of the message: the field, the value, what was expected. */
const cases: readonly (readonly [what: string, text: string, code: string, ...words: (string | RegExp)[]])[] =
  [
    ['is not valid YAML', 'clusters: [', 'ERR_KUBECONFIG_PARSE', 'YAML'],
    ['is YAML of something else', '- a\n- b\n', 'ERR_KUBECONFIG_PARSE', /expected a mapping/],
    ['is an HTML page', '<html><body>login</body></html>', 'ERR_KUBECONFIG_PARSE', /expected a mapping/],
    ['is binary', '\u0000\u0001\u0002\ufffd', 'ERR_KUBECONFIG_PARSE'],
    ['is empty', '', 'ERR_KUBECONFIG_EMPTY', /expected a cluster, a context and a current-context/],
    [
      'has a field of the wrong type',
      kubeconfig({}).replace('[{"name":"me"', '[{"name":7'),
      'ERR_KUBECONFIG_PARSE',
      'users',
      /expected a (string|text)/,
    ],
    [
      'names a missing context',
      kubeconfig({ current: 'other' }),
      'ERR_KUBECONFIG_CONTEXT',
      '"other"',
      /expected.*"main"/,
    ],
    [
      'has no current context',
      kubeconfig({ current: '' }),
      'ERR_KUBECONFIG_EMPTY',
      'current-context',
      /expected.*"main"/,
    ],
    [
      'names a missing cluster',
      kubeconfig({ context: { cluster: 'away' } }),
      'ERR_KUBECONFIG_CLUSTER',
      '"main"',
      '"away"',
      /expected.*"home"/,
    ],
    [
      'names a missing user',
      kubeconfig({ context: { user: 'you' } }),
      'ERR_KUBECONFIG_USER',
      '"main"',
      '"you"',
      /expected.*"me"/,
    ],
    [
      'names a missing certificate authority',
      kubeconfig({ cluster: { 'certificate-authority': 'no-ca.crt' } }),
      'ERR_KUBECONFIG_FILE',
      '"home"',
      'certificate-authority',
      'no-ca.crt',
      'does not exist',
    ],
    [
      'names a missing client certificate',
      kubeconfig({ user: { 'client-certificate': 'no.crt', 'client-key-data': 'a2V5' } }),
      'ERR_KUBECONFIG_FILE',
      '"me"',
      'client-certificate',
      'no.crt',
    ],
    [
      'names a missing token file',
      kubeconfig({ user: { token: undefined, tokenFile: 'no-token' } }),
      'ERR_TOKEN_FILE',
      'no-token',
    ],
    [
      'has a server that is not a URL',
      kubeconfig({ cluster: { server: 'ftp://x' } }),
      'ERR_KUBECONFIG_SERVER',
      '"home"',
      'ftp://x',
      /expected/,
    ],
    [
      'has no server',
      kubeconfig({ cluster: { server: undefined } }),
      'ERR_KUBECONFIG_CLUSTER',
      '"home"',
      'server',
    ],
    [
      'has an invalid proxy-url',
      kubeconfig({ cluster: { 'proxy-url': 'gopher://x' } }),
      'ERR_KUBECONFIG_CLUSTER',
      'proxy-url',
      'gopher://x',
      /expected/,
    ],
    [
      'has certificate data that is not PEM',
      kubeconfig({ cluster: { 'certificate-authority-data': 'bm8gcGVt' } }),
      'ERR_KUBECONFIG_CERTIFICATE',
      '"home"',
      'certificate-authority-data',
      /expected/,
    ],
    [
      'has certificate data that is not base64',
      kubeconfig({ cluster: { 'certificate-authority-data': '%%%' } }),
      'ERR_KUBECONFIG_PARSE',
      'certificate-authority-data',
      /expected base64/,
    ],
    [
      'has both a certificate authority and insecure-skip-tls-verify',
      kubeconfig({
        cluster: {
          'certificate-authority-data': Buffer.from(ca).toString('base64'),
          'insecure-skip-tls-verify': true,
        },
      }),
      'ERR_KUBECONFIG_INSECURE',
      'insecure-skip-tls-verify',
    ],
    [
      'has an exec plugin without a command',
      kubeconfig({
        user: {
          token: undefined,
          exec: { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' },
        },
      }),
      'ERR_EXEC_CONFIG',
      '"me"',
      'exec.command',
      /expected/,
    ],
    [
      'has an exec plugin of an unknown version',
      kubeconfig({
        user: { token: undefined, exec: { apiVersion: 'v9', command: 'x', interactiveMode: 'Never' } },
      }),
      'ERR_EXEC_CONFIG',
      '"v9"',
      /expected.*v1beta1/,
    ],
    [
      'has an unknown auth-provider',
      kubeconfig({ user: { token: undefined, 'auth-provider': { name: 'gcp', config: {} } } }),
      'ERR_AUTH_PROVIDER',
      '"gcp"',
      /expected|oidc/,
    ],
  ];

describe.each(cases.map(([what, text, code, ...words]) => ({ what, text, code, words })))(
  'a kubeconfig that $what',
  ({ text, code, words }) => {
    test('causes one error that names it, before any request', async () => {
      await using folder = await TemporaryFolder.create();
      const file = await folder.write('config', text);
      const error = await failureOf(loadConfig({ kubeconfig: file, env: {} }));
      expectError(error, code, ...words);
      expect(error.message).not.toContain('secret-token');
    });

    test('makes the command print one line and exit with code 1', async () => {
      await using folder = await TemporaryFolder.create();
      const file = await folder.write('config', text);
      const { err, out, exitCode } = await finish(['watch', 'pods', '--kubeconfig', file]);
      expectOneLine(err, ...words);
      expect(err).not.toContain('secret-token');
      expect([out, exitCode]).toEqual(['', 1]);
    });
  },
);

test('a missing kubeconfig causes an error with its path', async () => {
  const file = '/nonexistent/kubeconfig';
  expectError(await failureOf(loadConfig({ kubeconfig: file, env: {} })), 'ERR_KUBECONFIG_MISSING', file);
  expectError(await failureOf(buildConfigFromFlags('', file, { env: {} })), 'ERR_KUBECONFIG_MISSING', file);
  const { err, exitCode } = await finish(['watch', 'pods', '--kubeconfig', file]);
  expectOneLine(err, file, 'does not exist');
  expect(exitCode).toBe(1);
});

test('a kubeconfig that is a folder causes an error with its path', async () => {
  await using folder = await TemporaryFolder.create();
  expectError(
    await failureOf(loadConfig({ kubeconfig: folder.path, env: {} })),
    'ERR_KUBECONFIG_READ',
    folder.path,
  );
});

test('an unknown --context makes the command print one line with the contexts that exist', async () => {
  await using folder = await TemporaryFolder.create();
  const file = await folder.write('config', kubeconfig({}));
  const { err, exitCode } = await finish(['watch', 'pods', '--kubeconfig', file, '--context', 'mian']);
  expectOneLine(err, '"mian"', /expected.*"main"/);
  expect(exitCode).toBe(1);
});

test('without a file, KUBECONFIG and pod', async () => {
  expectError(
    await failureOf(loadConfig({ env: {}, homeDir: '/nonexistent' })),
    'ERR_KUBECONFIG_MISSING',
    '/nonexistent/.kube/config',
    'KUBECONFIG is not set',
  );
});
