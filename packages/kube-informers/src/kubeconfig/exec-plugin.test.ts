import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Credentials } from '../rest/config.js';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { systemClock } from '../util/clock.js';
import { ExecPlugin } from './exec-plugin.js';
import type { ExecPluginOptions } from './exec-plugin.js';
import { ExecStderr } from './exec-stderr.js';
import { pemFixtures, rememberingLogger, tempDir, testFile } from './fixtures.test-support.js';
import type { KubeConfigExec } from './types.js';

const v1 = 'client.authentication.k8s.io/v1';
const v1beta1 = 'client.authentication.k8s.io/v1beta1';

interface Setup {
  apiVersion?: string;
  mode?: string;
  command?: string;
  args?: string[];
  installHint?: string;
  provideClusterInfo?: boolean;
  /** Environment of the plugin: see testdata/exec-plugin.mjs. */
  plugin?: Record<string, string>;
  options?: Partial<ExecPluginOptions>;
}

async function setUp(setup: Setup) {
  const dir = await tempDir();
  const infoFile = join(dir, 'info');
  const clock = new FakeClock();
  const logger = rememberingLogger();
  const env = { TEST_INFO_FILE: infoFile, ...setup.plugin };
  const exec: KubeConfigExec = {
    apiVersion: setup.apiVersion ?? v1,
    command: setup.command ?? process.execPath,
    args: setup.args ?? [testFile('exec-plugin.mjs')],
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
    installHint: setup.installHint ?? '',
    provideClusterInfo: setup.provideClusterInfo ?? false,
    interactiveMode: setup.mode ?? 'IfAvailable',
  };
  const provider = new ExecPlugin(exec, {
    clock,
    logger,
    env: { PATH: process.env['PATH'] },
    cluster: undefined,
    stdinIsTerminal: false,
    ...setup.options,
  });
  /** The KUBERNETES_EXEC_INFO of each run. */
  const infos = async (): Promise<unknown[]> =>
    (await readFile(infoFile, 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  return { provider, clock, logger, infos };
}

function output(status: object | undefined, apiVersion = v1): Record<string, string> {
  return { TEST_OUTPUT: JSON.stringify({ kind: 'ExecCredential', apiVersion, status }) };
}

/** A plugin that counts its runs: the token is the number of lines in the info file. */
const counting = `
const fs = require('node:fs');
fs.appendFileSync(process.env.TEST_INFO_FILE, process.env.KUBERNETES_EXEC_INFO + '\\n');
const run = fs.readFileSync(process.env.TEST_INFO_FILE, 'utf8').split('\\n').length - 1;
const expirationTimestamp = process.env.TEST_EXPIRES;
console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: '${v1}', status: { token: 'run-' + run, expirationTimestamp } }));
`;

/** A plugin that prints until it is stopped. */
const endless = "const s = 'x'.repeat(65536); const w = () => process.stdout.write(s, w); w();";

describe('TestRefreshCreds', () => {
  const execInfoOf = (interactive: boolean, apiVersion = v1, spec = {}) => ({
    kind: 'ExecCredential',
    apiVersion,
    spec: { ...spec, interactive },
  });

  test.each([
    ['beta-basic-request', v1beta1, 'IfAvailable', {}, false],
    ['beta-basic-request-with-never-interactive-mode', v1beta1, 'Never', {}, false],
    [
      'beta-basic-request-with-never-interactive-mode-and-stdin-unavailable',
      v1beta1,
      'Never',
      { stdinUnavailable: 'x' },
      false,
    ],
    [
      'beta-basic-request-with-if-available-interactive-mode-and-stdin-unavailable',
      v1beta1,
      'IfAvailable',
      { stdinUnavailable: 'x' },
      false,
    ],
    [
      'beta-basic-request-with-if-available-interactive-mode-and-terminal',
      v1beta1,
      'IfAvailable',
      { stdinIsTerminal: true },
      true,
    ],
    [
      'beta-basic-request-with-if-available-interactive-mode-and-terminal-and-stdin-unavailable',
      v1beta1,
      'IfAvailable',
      { stdinIsTerminal: true, stdinUnavailable: 'x' },
      false,
    ],
    [
      'beta-basic-request-with-always-interactive-mode-and-terminal',
      v1beta1,
      'Always',
      { stdinIsTerminal: true },
      true,
    ],
    ['v1-basic-request', v1, 'IfAvailable', {}, false],
  ])('%s', async (_name, apiVersion, mode, options, interactive) => {
    const plugin = output({ token: 'foo-bar' }, apiVersion);
    const { provider, infos } = await setUp({ apiVersion, mode, options, plugin });
    expect(await provider.credentials({})).toEqual({ authorization: 'Bearer foo-bar' });
    expect(await infos()).toEqual([execInfoOf(interactive, apiVersion)]);
  });

  test.each([
    ['beta-basic-request-with-always-interactive-mode', {}, 'not a terminal'],
    [
      'beta-basic-request-with-always-interactive-mode-and-terminal-and-stdin-unavailable-with-message',
      { stdinIsTerminal: true, stdinUnavailable: 'some message' },
      'unavailable: some message',
    ],
  ])('%s', async (_name, options, reason) => {
    const { provider, infos } = await setUp({ mode: 'Always', options, plugin: output({ token: 't' }) });
    await expect(provider.credentials({})).rejects.toMatchObject({
      code: 'ERR_EXEC_INTERACTIVE',
      message: `exec plugin ${JSON.stringify(process.execPath)} has interactiveMode "Always" but standard input is ${reason}`,
    });
    expect(await infos()).toEqual([]);
  });

  test('v1-with-missing-interactive-mode', async () => {
    const { provider } = await setUp({ mode: '' });
    await expect(provider.credentials({})).rejects.toMatchObject({
      name: 'ConfigError',
      code: 'ERR_EXEC_CONFIG',
      message: expect.stringContaining('interactiveMode is ""') as string,
    });
  });

  test('beta-with-TLS-credentials', async () => {
    const { cert, key } = await pemFixtures();
    const status = { clientCertificateData: cert, clientKeyData: key };
    const { provider } = await setUp({ apiVersion: v1beta1, plugin: output(status, v1beta1) });
    expect(await provider.credentials({})).toEqual({ clientCertificate: { cert, key } });
  });

  test('a token and a certificate together', async () => {
    const { cert, key } = await pemFixtures();
    const { provider } = await setUp({
      plugin: output({ token: 't', clientCertificateData: cert, clientKeyData: key }),
    });
    expect(await provider.credentials({})).toEqual({
      authorization: 'Bearer t',
      clientCertificate: { cert, key },
    });
  });

  test('beta-with-cluster-and-provide-cluster-info-is-serialized, and not without it', async () => {
    const cluster = {
      server: 'foo',
      'tls-server-name': 'bar',
      'certificate-authority-data': 'YmF6',
      config: { apiVersion: 'group/v1', kind: 'PluginConfig', spec: { audience: 'snorlax' } },
    };
    const plugin = output({ token: 't' });
    const informed = await setUp({ plugin, provideClusterInfo: true, options: { cluster } });
    await informed.provider.credentials({});
    expect(await informed.infos()).toEqual([execInfoOf(false, v1, { cluster })]);
    const uninformed = await setUp({ plugin, options: { cluster } });
    await uninformed.provider.credentials({});
    expect(await uninformed.infos()).toEqual([execInfoOf(false)]);
  });
});

describe('invalid plugin output', () => {
  const named = `exec plugin ${JSON.stringify(process.execPath)}`;
  const { TEST_OUTPUT: noStatus = '' } = output(undefined);

  test.each([
    [
      'rubbish',
      's3cr3t-rubbish',
      'ERR_EXEC_OUTPUT',
      `printed 14 bytes that are neither a JSON object nor a YAML mapping, expected an ExecCredential of ${v1}`,
    ],
    [
      'nothing',
      '',
      'ERR_EXEC_OUTPUT',
      `printed 0 bytes that are neither a JSON object nor a YAML mapping, expected an ExecCredential of ${v1}`,
    ],
    [
      'another kind',
      '{"kind":"Secret","data":"s3cr3t"}',
      'ERR_EXEC_OUTPUT',
      'printed kind "Secret", expected "ExecCredential"',
    ],
    [
      'beta-no-group-version',
      '{"kind":"ExecCredential","status":{"token":"s3cr3t"}}',
      'ERR_EXEC_API_VERSION',
      `returned apiVersion (missing), expected "${v1}", which the kubeconfig asks for`,
    ],
    [
      'another version',
      output({ token: 's3cr3t' }, v1beta1)['TEST_OUTPUT'] ?? '',
      'ERR_EXEC_API_VERSION',
      `returned apiVersion "${v1beta1}", expected "${v1}", which the kubeconfig asks for`,
    ],
    [
      'beta-no-status',
      noStatus,
      'ERR_EXEC_OUTPUT',
      'returned no status, expected one with a token or a certificate',
    ],
    [
      'beta-no-token',
      output({})['TEST_OUTPUT'] ?? '',
      'ERR_EXEC_OUTPUT',
      'returned neither a token nor a certificate, expected status.token or a certificate and key',
    ],
    [
      'a token of the wrong type',
      output({ token: { s3cr3t: 1 } })['TEST_OUTPUT'] ?? '',
      'ERR_EXEC_OUTPUT',
      'returned a status.token of type object, expected a string',
    ],
    [
      'a token with two lines',
      output({ token: 's3cr3t\nX: y' })['TEST_OUTPUT'] ?? '',
      'ERR_EXEC_OUTPUT',
      'returned a token with a line break or another control character, expected one line',
    ],
    [
      'an invalid date',
      output({ token: 's3cr3t', expirationTimestamp: 'tomorrow' })['TEST_OUTPUT'] ?? '',
      'ERR_EXEC_OUTPUT',
      'returned an invalid expirationTimestamp, expected RFC 3339 (2026-01-02T03:04:05Z)',
    ],
    [
      'beta-cert-but-no-key',
      output({ clientCertificateData: 'foo' })['TEST_OUTPUT'] ?? '',
      'ERR_EXEC_CERTIFICATE',
      'returned only clientCertificateData, expected certificate and key',
    ],
    [
      'beta-with-bad-TLS-credentials',
      output({ clientCertificateData: 's3cr3t', clientKeyData: 's3cr3t' })['TEST_OUTPUT'] ?? '',
      'ERR_EXEC_CERTIFICATE',
      'returned a client certificate: the certificate is not valid PEM, expected a certificate',
    ],
  ])('%s', async (_name, TEST_OUTPUT, code, message) => {
    const { provider } = await setUp({ plugin: { TEST_OUTPUT } });
    const error: unknown = await provider.credentials({}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'CredentialsError', code, message: `${named} ${message}` });
    expect((error as Error).cause).toBeUndefined();
  });

  test('endless output', async () => {
    const { provider } = await setUp({ args: ['-e', endless] });
    await expect(provider.credentials({})).rejects.toMatchObject({
      code: 'ERR_EXEC_OUTPUT',
      message: `${named} printed more than 1048576 bytes, expected one ExecCredential`,
    });
  });
});

describe('a plugin that fails', () => {
  test('unknown-binary: not found, with the install hint, cleaned', async () => {
    const { provider } = await setUp({
      command: 'does not exist',
      installHint: 'brew install it\n  some \u001b[1minstall hint',
    });
    await expect(provider.credentials({})).rejects.toMatchObject({
      name: 'CredentialsError',
      code: 'ERR_EXEC_NOT_FOUND',
      message:
        'exec plugin "does not exist" not found: it is not installed or not in PATH; install hint: brew install it | some U+001B[1minstall hint',
    });
  });

  test('a file that is not executable code', async () => {
    const { provider } = await setUp({ command: testFile('client.crt'), args: ['s3cr3t'] });
    await expect(provider.credentials({})).rejects.toMatchObject({
      code: 'ERR_EXEC_START',
      message: `exec plugin ${JSON.stringify(testFile('client.crt'))} could not be started (EACCES), expected an executable file`,
    });
  });

  test('binary-fails: the exit code and the end of its stderr, without secrets', async () => {
    const { provider, logger } = await setUp({
      plugin: {
        TEST_EXIT_CODE: '73',
        TEST_STDERR: `${'x'.repeat(5000)} no session for hunter2hunter2, Bearer abcdefghijkl\r\nbye\n`,
        PASSWORD: 'hunter2hunter2',
      },
    });
    const error = (await provider.credentials({}).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({ code: 'ERR_EXEC_FAILED' });
    expect(error.message).toContain('failed with exit code 73: xxx');
    expect(error.message).toContain('no session for [redacted], Bearer [redacted] | bye');
    expect(error.message.length).toBeLessThan(2500);
    expect(JSON.stringify(logger.lines)).not.toContain('hunter2');
  });

  test('killed, without output', async () => {
    const { provider } = await setUp({ args: ['-e', "process.kill(process.pid, 'SIGKILL')"] });
    await expect(provider.credentials({})).rejects.toMatchObject({
      code: 'ERR_EXEC_FAILED',
      message: `exec plugin ${JSON.stringify(process.execPath)} was ended by SIGKILL and wrote nothing to stderr`,
    });
  });

  test("logs the plugin's stderr", async () => {
    const { provider, logger } = await setUp({
      plugin: { ...output({ token: 't' }), TEST_STDERR: 'open https://login in your browser\n' },
    });
    await provider.credentials({});
    expect(logger.lines).toEqual([
      {
        level: 'info',
        fields: { command: process.execPath, stderr: 'open https://login in your browser' },
        message: 'exec plugin wrote to stderr',
      },
    ]);
  });

  test('redacts a secret that is written in pieces and known only at the end', async () => {
    const script = `const fs = require('node:fs');
      const token = 'opaque/' + 'word'.repeat(3);
      for (const piece of ['it is ', ...token, ' or ', Buffer.from(token).toString('base64'), '\\n'])
        fs.writeSync(2, piece);
      fs.writeSync(1, JSON.stringify({ ...JSON.parse(process.env.TEST_OUTPUT), status: { token } }));`;
    const { provider, logger } = await setUp({ args: ['-e', script], plugin: output({ token: 'x' }) });
    expect(await provider.credentials({})).toEqual({ authorization: 'Bearer opaque/wordwordword' });
    expect(logger.lines.map(({ fields }) => fields['stderr'])).toEqual(['it is [redacted] or [redacted]']);
  });

  test("logs a running plugin's output after a second, in whole lines without apparent secrets", async () => {
    const clock = new FakeClock();
    const logger = rememberingLogger();
    const logged = (): unknown[] => logger.lines.map(({ fields }) => fields['stderr']);
    const stderr = new ExecStderr({ command: 'plugin', secrets: ['old-token'], clock, logger });
    const key = '-----BEGIN PRIVATE KEY-----\nMHcCAQ\n-----END PRIVATE KEY-----\n';
    stderr.push(Buffer.from('open https://login and enter ABC-DEF\nnot old-to'));
    await clock.advance(999);
    expect(logged()).toEqual([]);
    await clock.advance(1);
    expect(logged()).toEqual(['open https://login and enter ABC-DEF']);
    stderr.push(Buffer.from(`ken\n${key.slice(0, 40)}`));
    await clock.advance(1000);
    expect(logged().slice(1)).toEqual(['not [redacted]']);
    stderr.push(Buffer.from(key.slice(40)));
    await clock.advance(1000);
    expect(logged().slice(2)).toEqual(['[redacted key]']);
    for (let megabyte = 0; megabyte < 3; megabyte++) stderr.push(Buffer.alloc(1024 * 1024, 'y'));
    stderr.push(Buffer.from('y\nlast'));
    expect(stderr.end('')).toMatch(/a line of more than 65536 characters is left out\] \| last$/);
    expect(logged().slice(3)).toEqual(['[a line of more than 65536 characters is left out]', 'last']);
    expect(clock.pendingTimers).toBe(0);
  });

  test('a failure is not cached', async () => {
    const script = `const fs = require('node:fs'); const f = process.env.TEST_INFO_FILE;
      if (!fs.existsSync(f)) { fs.writeFileSync(f, ''); process.exit(1); }
      process.stdout.write(process.env.TEST_OUTPUT);`;
    const { provider } = await setUp({ args: ['-e', script], plugin: output({ token: 'second' }) });
    await expect(provider.credentials({})).rejects.toMatchObject({ code: 'ERR_EXEC_FAILED' });
    expect(await provider.credentials({})).toEqual({ authorization: 'Bearer second' });
  });
});

describe('when the plugin runs', () => {
  test('TestRoundTripper: once for concurrent callers, not again while valid, again after a 401', async () => {
    const { provider, infos } = await setUp({ args: ['-e', counting] });
    const many = await Promise.all(Array.from({ length: 20 }, () => provider.credentials({})));
    expect(new Set(many.map((credentials) => credentials.authorization))).toEqual(new Set(['Bearer run-1']));
    const first = await provider.credentials({});
    expect(await infos()).toHaveLength(1);

    expect(provider.invalidate(first)).toBe(true);
    const second = await provider.credentials({});
    expect(second).toEqual({ authorization: 'Bearer run-2' });
    // The 401 of another request that was sent with the old token.
    expect(provider.invalidate(first)).toBe(true);
    expect(await provider.credentials({})).toBe(second);
  });

  test('beta-expiry: again after the expirationTimestamp, by the clock', async () => {
    const clock = new FakeClock(Date.UTC(2026, 0, 1));
    const { provider, infos } = await setUp({
      args: ['-e', counting],
      plugin: { TEST_EXPIRES: '2026-01-01T01:00:00+00:00' },
      options: { clock },
    });
    await provider.credentials({});
    await clock.advance(3_600_000);
    expect(await provider.credentials({})).toEqual({ authorization: 'Bearer run-1' });
    await clock.advance(1);
    expect(await provider.credentials({})).toEqual({ authorization: 'Bearer run-2' });
    expect(await infos()).toHaveLength(2);
  });

  test("the environment is this process's plus the kubeconfig's; no shell expands the arguments", async () => {
    const script = `process.stdout.write(JSON.stringify({ kind: 'ExecCredential', apiVersion: '${v1}',
      status: { token: [process.env.A, process.env.B, process.argv[1]].join(' ') } }))`;
    const { provider } = await setUp({
      args: ['-e', script, '--', '$HOME;`id`'],
      plugin: { B: 'kubeconfig' },
      options: { env: { PATH: process.env['PATH'], A: 'inherited', B: 'hidden' } },
    });
    expect(await provider.credentials({})).toEqual({
      authorization: 'Bearer inherited kubeconfig $HOME;`id`',
    });
  });
});

describe("counts the runs as client-go's rest_client_exec_plugin_call_total", () => {
  const token = output({ token: 'a' });
  test.each<[string, Setup, object]>([
    ['success', { plugin: token }, { exitCode: 0, status: 'no_error' }],
    // As in client-go: the command itself succeeded.
    ['output that is not valid', { plugin: { TEST_OUTPUT: '{' } }, { exitCode: 0, status: 'no_error' }],
    ['an exit code', { plugin: { TEST_EXIT_CODE: '3' } }, { exitCode: 3, status: 'plugin_execution_error' }],
    [
      'a signal',
      { args: ['-e', 'process.kill(process.pid, "SIGKILL")'] },
      { exitCode: -1, status: 'plugin_execution_error' },
    ],
    ['a missing command', { command: 'not-there' }, { exitCode: 1, status: 'plugin_not_found_error' }],
    ['endless output', { args: ['-e', endless] }, { exitCode: 1, status: 'client_internal_error' }],
  ])('%s', async (_what, setup, expected) => {
    const { provider } = await setUp(setup);
    expect(provider.execCalls).toEqual([]);
    await provider.credentials({}).catch(() => undefined);
    const calls = provider.execCalls;
    expect(calls).toEqual([{ ...expected, count: 1 }]);
    expect(provider.execCalls).toBe(calls);
    expect(Object.isFrozen(calls)).toBe(true);
  });

  test('caches each result separately, and no credentials that are still valid', async () => {
    const { provider } = await setUp({ plugin: token });
    for (let index = 0; index < 2; index++) {
      const credentials = await provider.credentials({});
      await provider.credentials({});
      provider.invalidate(credentials);
    }
    expect(provider.execCalls).toEqual([{ exitCode: 0, status: 'no_error', count: 2 }]);
  });

  test('neither a plugin that is not allowed to run nor a run that is stopped', async () => {
    const denied = await setUp({ options: { credentialPluginPolicy: 'DenyAll' } });
    await denied.provider.credentials({}).catch(() => undefined);
    expect(denied.provider.execCalls).toEqual([]);
    const { provider, infos } = await setUp({ plugin: { TEST_HANG: '1' } });
    const controller = new AbortController();
    const pending = provider.credentials({ signal: controller.signal });
    await vi.waitFor(async () => expect(await infos()).toHaveLength(1), { timeout: 60_000 });
    controller.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    expect(provider.execCalls).toEqual([]);
  });
});

describe('a signal', () => {
  /** Waits until the plugin has started and hangs. */
  async function hung(infos: () => Promise<unknown[]>): Promise<void> {
    while ((await infos()).length === 0)
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
  }

  test('ends the wait immediately, and stops the child', async () => {
    const { provider, infos } = await setUp({ plugin: { TEST_HANG: 'yes' } });
    const controller = new AbortController();
    const waiting = provider.credentials({ signal: controller.signal });
    const outcome = expect(waiting).rejects.toThrow('enough');
    await hung(infos);
    controller.abort(new Error('enough'));
    await outcome;
    // The leak check after each test verifies that the child is gone.
  });

  test('of one caller does not affect the others', async () => {
    const { provider } = await setUp({ args: ['-e', counting] });
    const controller = new AbortController();
    const given = expect(provider.credentials({ signal: controller.signal })).rejects.toThrow('enough');
    const other = provider.credentials({});
    controller.abort(new Error('enough'));
    await given;
    expect(await other).toEqual<Credentials>({ authorization: 'Bearer run-1' });
  });

  test('a child that ignores SIGTERM is killed 2 s later', async () => {
    const clock = new FakeClock();
    const { provider, infos } = await setUp({ plugin: { TEST_HANG: 'stubborn' }, options: { clock } });
    const controller = new AbortController();
    const outcome = expect(provider.credentials({ signal: controller.signal })).rejects.toThrow('enough');
    await hung(infos);
    controller.abort(new Error('enough'));
    await outcome;
    expect(clock.nextTimerMs).toBe(2000);
    await clock.advance(2000);
    expect(clock.pendingTimers).toBe(0);
  });

  test('a plugin that does not end is stopped after five minutes, without a signal', async () => {
    const clock = new FakeClock();
    const { provider, infos } = await setUp({ plugin: { TEST_HANG: 'yes' }, options: { clock } });
    const outcome = expect(provider.credentials({})).rejects.toMatchObject({
      code: 'ERR_EXEC_FAILED',
      message: expect.stringMatching(/has not ended within 300 s and wrote nothing to stderr$/),
    });
    await hung(infos);
    await clock.advance(300_000);
    await outcome;
  });

  test('that aborted before the call runs nothing', async () => {
    const { provider, infos } = await setUp({ options: { clock: systemClock } });
    await expect(provider.credentials({ signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow(
      'early',
    );
    expect(await infos()).toEqual([]);
  });
});
