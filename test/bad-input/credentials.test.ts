import { chmod } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Clientset, SharedInformerFactory, loadConfig, noopLogger } from 'kube-informers';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import type { RestConfig } from 'kube-informers';
import { ApiServer } from '@kube-informers/testing';
import { FakeClock } from '@kube-informers/testing';
import {
  ca,
  server as pair,
} from '../../packages/kube-informers/src/rest/fixtures/certificates.test-support.js';
import { TemporaryFolder, finish } from '../../packages/cli/src/cli.test-support.js';
import { expectError, expectOneLine, failureOf } from './expect-error.test-support.js';

const plugin = fileURLToPath(
  new URL('../../packages/kube-informers/src/kubeconfig/testdata/exec-plugin.mjs', import.meta.url),
);
const apiVersion = 'client.authentication.k8s.io/v1';

/** A kubeconfig for a server whose user is an exec plugin. */
function withPlugin(server: ApiServer, exec: object): string {
  return JSON.stringify({
    'current-context': 'main',
    contexts: [{ name: 'main', context: { cluster: 'home', user: 'me' } }],
    clusters: [
      {
        name: 'home',
        cluster: { server: server.url, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
      },
    ],
    users: [{ name: 'me', user: { exec: { apiVersion, interactiveMode: 'Never', ...exec } } }],
  });
}

/** The test plugin, with environment variables for its output and exit code. */
function behaving(env: Readonly<Record<string, string>>): object {
  return {
    command: process.execPath,
    args: [plugin],
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
  };
}

interface Case {
  readonly what: string;
  readonly exec: object;
  readonly code: string;
  readonly words: readonly (string | RegExp)[];
}

const cases: readonly Case[] = [
  {
    what: 'is not installed',
    exec: { command: 'no-such-plugin', installHint: 'Get it\nat example.com' },
    code: 'ERR_EXEC_NOT_FOUND',
    words: ['"no-such-plugin"', /not installed or not in PATH/, /Get it.*at example\.com/],
  },
  {
    what: 'fails',
    exec: behaving({ TEST_STDERR: 'you are\nlogged out', TEST_EXIT_CODE: '3' }),
    code: 'ERR_EXEC_FAILED',
    words: [/exit code 3/, /you are.*logged out/],
  },
  {
    what: 'prints rubbish',
    exec: behaving({ TEST_OUTPUT: 'secret-token for you' }),
    code: 'ERR_EXEC_OUTPUT',
    words: [/expected (an|one) ExecCredential/],
  },
  {
    what: 'prints nothing',
    exec: behaving({}),
    code: 'ERR_EXEC_OUTPUT',
    words: [/expected (an|one) ExecCredential/],
  },
  {
    what: 'prints a credential of another version',
    exec: behaving({
      TEST_OUTPUT: JSON.stringify({
        kind: 'ExecCredential',
        apiVersion: 'v9',
        status: { token: 'secret-token' },
      }),
    }),
    code: 'ERR_EXEC_API_VERSION',
    words: ['"v9"', apiVersion],
  },
  {
    what: 'gives no credential',
    exec: behaving({ TEST_OUTPUT: JSON.stringify({ kind: 'ExecCredential', apiVersion, status: {} }) }),
    code: 'ERR_EXEC_OUTPUT',
    words: [/token|certificate/],
  },
];

describe.each(cases)('an exec plugin that $what', ({ exec, code, words }) => {
  test('fails each request with an error that names it and contains no secret', async () => {
    await using server = await secureServer();
    await using folder = await TemporaryFolder.create();
    const kubeconfig = await folder.write('config', withPlugin(server, exec));
    await using clientset = new Clientset(await loadConfig({ kubeconfig, env: {} }));
    const error = await failureOf(clientset.coreV1().pods('default').list());
    expectError(error, code, ...words);
    expect(error.message).not.toContain('secret-token');
    expect(server.requests).toEqual([]);
  });

  test('makes the command print one line and exit with code 1', async () => {
    await using server = await secureServer();
    await using folder = await TemporaryFolder.create();
    const kubeconfig = await folder.write('config', withPlugin(server, exec));
    const { err, out, exitCode } = await finish(['watch', 'pods', '--kubeconfig', kubeconfig]);
    // After what the plugin wrote to stderr, as in kubectl.
    expectOneLine(err.replace('you are\nlogged out\n', ''), ...words);
    expect(err).not.toContain('secret-token');
    expect([out, exitCode]).toEqual(['', 1]);
  });
});

test('a plugin that cannot be executed causes one error with its name', async () => {
  await using server = await secureServer();
  await using folder = await TemporaryFolder.create();
  const command = await folder.write('plugin', 'not a program');
  await chmod(command, 0o600);
  const kubeconfig = await folder.write('config', withPlugin(server, { command }));
  await using clientset = new Clientset(await loadConfig({ kubeconfig, env: {} }));
  expectError(
    await failureOf(clientset.coreV1().pods().list()),
    'ERR_EXEC_START',
    command,
    /expected an executable file/,
  );
});

test('a running informer reports a failing plugin, keeps its cache, and continues when the plugin works again', async () => {
  await using server = await secureServer({ token: 'right' });
  await server.create(coreV1.pods, { metadata: { name: 'before', namespace: 'default' } });
  // The plugins run before the clock is stopped: a child process must not start in virtual time.
  const output = JSON.stringify({ kind: 'ExecCredential', apiVersion, status: { token: 'right' } });
  const config = await configWith(server, behaving({ TEST_OUTPUT: output }));
  const credentials = (await config.provider?.credentials({})) ?? {};
  const failing = await configWith(server, behaving({ TEST_EXIT_CODE: '1' }));
  const failure = await failureOf(failing.provider?.credentials({}) ?? Promise.resolve());
  let broken = false;
  const provider: RestConfig['provider'] = {
    credentials: () => (broken ? Promise.reject(failure) : Promise.resolve(credentials)),
    invalidate: () => false,
  };
  const clock = new FakeClock();
  await using clientset = new Clientset({ ...config, provider }, { clock });
  const faults: Error[] = [];
  await using factory = new SharedInformerFactory(clientset, {
    clock,
    onWatchError: (error) => void faults.push(error),
  });
  const informer = factory.core().v1().pods().informer();
  factory.start();
  await factory.waitForCacheSync();

  broken = true;
  server.dropWatches({ how: 'reset' });
  const failed = (): Error | undefined =>
    faults.find((error) => (error as { code?: string }).code === 'ERR_EXEC_FAILED');
  while (failed() === undefined) await clock.advance(200);
  expectError(failed(), 'ERR_EXEC_FAILED', /exit code 1/);
  expect(informer.indexer.listKeys()).toEqual(['default/before']);

  broken = false;
  await server.create(coreV1.pods, { metadata: { name: 'after', namespace: 'default' } });
  while (informer.indexer.size < 2) await clock.advance(200);
  expect(informer.indexer.listKeys().sort()).toEqual(['default/after', 'default/before']);
});

test('a wrong token causes a clear error, not a silent loop', async () => {
  await using server = await secureServer({ token: 'right' });
  const config: RestConfig = {
    host: server.url,
    tls: { ca: { data: ca } },
    credentials: { authorization: 'Bearer wrong' },
  };
  const clock = new FakeClock();
  await using clientset = new Clientset(config, { clock });
  const faults: Error[] = [];
  const warnings: unknown[] = [];
  await using factory = new SharedInformerFactory(clientset, {
    clock,
    logger: { ...noopLogger, warn: ({ err }) => void warnings.push(err) },
    onWatchError: (error) => void faults.push(error),
  });
  const informer = factory.core().v1().pods().informer();
  factory.start();
  const stop = new AbortController();
  const waiting = failureOf(factory.waitForCacheSync({ signal: stop.signal }));
  while (faults.length === 0) await clock.advance(100);
  for (const error of [faults[0], warnings[0], informer.health.lastError?.error])
    expectError(error, 'ERR_STATUS', 'Unauthorized', new URL(server.url).host, 'did not accept the token');
  stop.abort(new Error('no longer'));
  expectError(await waiting, 'ERR_CACHE_SYNC', 'pods.v1', 'Unauthorized', 'no longer');
  // With backoff, a minute of attempts is a handful of requests.
  const requests = server.requests.length;
  for (let step = 0; step < 60; step++) await clock.advance(1000);
  expect(server.requests.length - requests).toBeLessThan(20);
});

async function configWith(server: ApiServer, exec: object): Promise<RestConfig> {
  await using folder = await TemporaryFolder.create();
  const kubeconfig = await folder.write('config', withPlugin(server, exec));
  return loadConfig({ kubeconfig, env: {} });
}

async function secureServer(options: { readonly token?: string } = {}): Promise<ApiServer> {
  return ApiServer.start({ ...options, tls: { ...pair, ca } });
}
