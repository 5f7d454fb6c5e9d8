import { describe, expect, test } from 'vitest';
import { version } from '../../kube-informers/src/rest/version.js';
import { TestCluster, finish } from './cli.test-support.js';

describe('help', () => {
  test('lists the commands with their descriptions', async () => {
    const { out, err, exitCode } = await finish(['--help']);
    expect(out).toMatch(/^Usage: kube-informers/);
    for (const command of ['watch', 'serve', 'demo'])
      expect(out).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    expect([err, exitCode]).toEqual(['', 0]);
  });

  test('of watch lists every flag', async () => {
    const { out, exitCode } = await finish(['watch', '--help']);
    const flags =
      '-n -A -l --field-selector -o --context --kubeconfig --events --plain --inspect -w --once --debug'.split(
        ' ',
      );
    for (const flag of flags) expect(out).toContain(` ${flag}`);
    expect(out).toContain('pod web-1, pod/web-1');
    expect(out).toMatch(/Examples:\n {2}kube-informers watch /);
    expect(exitCode).toBe(0);
  });

  test.each(['serve', 'demo'])('of %s goes to stdout', async (command) => {
    const { out, err, exitCode } = await finish([command, '--help']);
    expect(out).toMatch(new RegExp(`^Usage: kube-informers ${command}`));
    expect([err, exitCode]).toEqual(['', 0]);
  });

  // Commander takes the next word as an optional value, whatever it is: see withInspectPort.
  test('of all commands has one flag whose value is optional, --inspect', async () => {
    const pages = await Promise.all(
      ['watch', 'serve', 'types', 'demo'].map(async (command) => (await finish([command, '--help'])).out),
    );
    expect(pages.join('').match(/--\S+ \[/g)).toEqual(['--inspect [']);
  });

  test('is printed on stderr, with exit code 2, if no command is given', async () => {
    const { out, err, exitCode } = await finish([]);
    expect(err).toMatch(/^Usage: kube-informers/);
    expect([out, exitCode]).toEqual(['', 2]);
  });
});

test('--version', async () => {
  expect(await finish(['--version'])).toEqual({ out: `${version}\n`, err: '', exitCode: 0 });
});

describe('an error', () => {
  test('is one line, without a stack', async () => {
    const { err } = await finish(['watch', 'pods', '--kubeconfig', '/nonexistent/file']);
    expect(err.split('\n')).toHaveLength(2);
    expect(err).not.toMatch(/^ +at /m);
  });

  test('is printed with stack and causes with --debug, before or after the command', async () => {
    const args = ['watch', 'pods', '-l', 'app in'];
    for (const debug of [
      ['--debug', ...args],
      [...args, '--debug'],
    ]) {
      await using cluster = await TestCluster.start();
      const { err, exitCode } = await cluster.finish(debug);
      expect(err).toMatch(/^error: -l: .*\n.*UsageError.*\n +at /);
      expect(err).toMatch(/^caused by: .*\n +at /m);
      expect(exitCode).toBe(2);
    }
  });
});

test('--debug also logs to stderr', async () => {
  await using cluster = await TestCluster.start();
  const { out, err } = await cluster.finish(['watch', 'ns', '--once', '--debug', '-o', 'name']);
  expect(err).toContain('debug cache populated name="namespaces" items=4');
  expect(out.split('\n')).toHaveLength(5);
});

test('rejected credentials come with advice', async () => {
  await using cluster = await TestCluster.start({ token: 'right' });
  const config = (await cluster.server.kubeconfig()).replace('right', 'wrong');
  await cluster.folder.write('kubeconfig', config);
  const { err, exitCode } = await cluster.finish(['watch', 'pods']);
  expect(err).toBe(
    `error: Unauthorized: ${new URL(cluster.server.url).host} requires credentials, and those of user "embedded" (context "embedded") are not sent to an http:// URL; use https://\n`,
  );
  expect(exitCode).toBe(1);
});

test.each([
  [
    ['get', 'pods'],
    "error: unknown command 'get': use kube-informers watch --once (see kube-informers --help)\n",
  ],
  [['watch'], "error: missing required argument 'resource' (see kube-informers watch --help)\n"],
])('%j points to what works', async (args, message) => {
  const { err, exitCode } = await finish(args);
  expect([err, exitCode]).toEqual([message, 2]);
});
