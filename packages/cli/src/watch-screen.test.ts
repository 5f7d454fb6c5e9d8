import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { FakeTerminal, TestCluster, pump, refuse } from './cli.test-support.js';
import type { RunningCommand } from './cli.test-support.js';
import { withInspectPort } from './inspect-server.js';

function pod(name: string): object {
  return { metadata: { name, namespace: 'default' }, spec: { containers: [{ name: 'main' }] } };
}

async function withPods(): Promise<TestCluster> {
  const cluster = await TestCluster.start();
  await cluster.server.create(coreV1.pods, pod('web'));
  await cluster.server.create(coreV1.pods, pod('db'));
  return cluster;
}

/** `watch` in a terminal, with a clock that advances only while the test waits for output. */
class Watch {
  readonly terminal: FakeTerminal = new FakeTerminal();
  readonly clock: FakeClock = new FakeClock();
  readonly command: RunningCommand;

  constructor(cluster: TestCluster, ...args: readonly string[]) {
    const { clock, terminal } = this;
    this.command = cluster.command(['watch', ...args], { clock, terminal, isTTY: true });
  }

  /** Resolves once the screen has shown the text. */
  shows(pattern: string | RegExp): Promise<void> {
    return pump(this.clock, this.terminal.output.until(pattern));
  }
}

describe('watch in a terminal', () => {
  test('is a live table: changes appear, Enter shows what changed, q ends it with exit code 0', async () => {
    await using cluster = await withPods();
    const watch = new Watch(cluster, 'pods');
    const { command, terminal } = watch;
    await watch.shows(/● fresh/);
    await watch.shows(/ {2}web +0\/1 +Pending/);
    await cluster.server.patch(coreV1.pods, 'web', { status: { phase: 'Running' } });
    await watch.shows(/~ web +0\/1 +Running/);
    terminal.press('G\r');
    await watch.shows(/status: Pending → Running/);
    await watch.shows('kind: Pod');
    terminal.press('q');
    expect(await command.exitCode).toBe(0);
    expect(terminal.isOpen).toBe(false);
    expect([command.out.text, command.err.text]).toEqual(['', '']);
  });

  test('d shows the containers and conditions of an object and the Events about it, also those to come', async () => {
    await using cluster = await TestCluster.start();
    const message = 'containers with unready status: [main]';
    const ready = { type: 'Ready', status: 'False', reason: 'ContainersNotReady', message };
    const lastTransitionTime = '2025-12-30T00:00:00Z';
    const main = {
      name: 'main',
      image: 'nginx',
      imageID: '',
      ready: false,
      restartCount: 27,
      state: { waiting: { reason: 'CrashLoopBackOff' } },
      lastState: { terminated: { exitCode: 3, reason: 'Error', finishedAt: lastTransitionTime } },
    };
    const status = { containerStatuses: [main], conditions: [{ ...ready, lastTransitionTime }] };
    const { metadata } = await cluster.server.create(coreV1.pods, { ...pod('web'), status });
    const event = async (name: string, uid: string | undefined, count: number): Promise<void> => {
      const involvedObject = { kind: 'Pod', name: 'web', namespace: 'default', uid };
      const times = { lastTimestamp: lastTransitionTime, count };
      const said = { type: 'Warning', reason: 'BackOff', message: `restarting ${name}`, ...times };
      await cluster.server.create(coreV1.events, {
        metadata: { name, namespace: 'default' },
        involvedObject,
        ...said,
      });
    };
    await event('main', metadata?.uid, 3);
    await event('another', 'another', 1);
    const watch = new Watch(cluster, 'pods');
    await watch.shows(/! web +0\/1/);
    watch.terminal.press('d');
    await watch.shows(/Containers[^]* {2}main: waiting \(CrashLoopBackOff\), restarted 27 times/);
    await watch.shows(/ {4}last run: ended 20\d\d-\d\d-\d\d [\d:]{8} \(\w+ ago\) with exit code 3 {2}Error/);
    await watch.shows(
      /Conditions[^]*Ready: False since 20\d\d-\d\d-\d\d [\d:]{8} \(\w+ ago\) {2}ContainersNotReady/,
    );
    await watch.shows(`    ${message}`);
    await watch.shows(/Warning BackOff, 3 times[^]* {4}restarting main/);
    await event('later', metadata?.uid, 1);
    await watch.shows('    restarting later');
    watch.terminal.press('q');
    expect(await watch.command.exitCode).toBe(0);
    expect(watch.terminal.output.text).not.toContain('another');
  });

  test('d says that Events may not be read', async () => {
    await using cluster = await withPods();
    refuse(cluster, ['events'], 403, 'events is forbidden');
    const watch = new Watch(cluster, 'pods');
    await watch.shows(/ {2}web +0\/1/);
    watch.terminal.press('d');
    await watch.shows(/Events \(refused · .*events is f/);
    watch.terminal.press('q');
    await watch.command.exitCode;
  });

  test('shows an outage, and that the cache is fresh again', async () => {
    await using cluster = await withPods();
    const watch = new Watch(cluster, 'pods');
    const { command, terminal } = watch;
    await watch.shows(/● fresh/);
    await cluster.server.stop();
    await watch.shows(/○ stale for \d+s/);
    await cluster.server.stop();
    await cluster.server.start();
    await watch.shows(/○ stale[^]*● fresh/);
    terminal.press('\u0003');
    expect(await command.exitCode).toBe(130);
  });

  test('of two resources without a comma says what to write', async () => {
    await using cluster = await withPods();
    const watch = new Watch(cluster, 'pods', 'services');
    await watch.shows('No pods/services found in namespace default. Or did you mean pods,services?');
    watch.terminal.press('q');
    await watch.command.exitCode;
    const { err, exitCode } = await cluster.finish(['watch', 'pods', 'services', '--once']);
    expect(err).toBe('error: pods "services" not found (or did you mean pods,services?)\n');
    expect(exitCode).toBe(1);
  });

  test("hides a Secret's values", async () => {
    await using cluster = await TestCluster.start();
    const secret = { metadata: { name: 's', namespace: 'default' }, data: { key: 'aHVudGVyMg==' } };
    await cluster.server.create(coreV1.secrets, secret);
    const watch = new Watch(cluster, 'secrets');
    const { command, terminal } = watch;
    await watch.shows(/ {2}s +Opaque/);
    terminal.press('\r');
    await watch.shows('(not shown)');
    terminal.press('q');
    await command.exitCode;
    expect(terminal.output.text).not.toContain('aHVudGVyMg');
  });

  test('a refusal restores the terminal, then prints the error', async () => {
    await using cluster = await withPods();
    refuse(cluster, ['pods'], 403, 'pods is forbidden');
    const watch = new Watch(cluster, 'pods');
    const { command, terminal } = watch;
    expect(await command.exitCode).toBe(1);
    expect(terminal.isOpen).toBe(false);
    expect(command.err.text).toMatch(/^error: pods is forbidden/);
  });

  test('a refused resource is a tab with its error, and the others go on', async () => {
    await using cluster = await withPods();
    refuse(cluster, ['secrets'], 403, 'secrets is forbidden');
    const watch = new Watch(cluster, 'secrets,pods');
    await watch.shows(/ secrets refused .* pods 2 /);
    await watch.shows(/○ refused.* · secrets is f/);
    watch.terminal.press('\t');
    await watch.shows(/● fresh/);
    await watch.shows(/ {2}web +0\/1 +Pending/);
    watch.terminal.press('q');
    expect(await watch.command.exitCode).toBe(0);
  });

  test.each([['--plain'], ['--events'], ['--once'], ['-o', 'name']])(
    'prints lines with %s',
    async (...flags) => {
      await using cluster = await withPods();
      const terminal = new FakeTerminal();
      const command = cluster.command(['watch', 'pods', ...flags], { terminal });
      await command.out.until('web');
      command.interrupt();
      await command.exitCode;
      expect(terminal.output.text).toBe('');
    },
  );
});

describe('--inspect', () => {
  test('serves an inspector of the watched resources, and prints its address', async () => {
    await using cluster = await withPods();
    const command = cluster.command(['watch', 'pods', '--inspect']);
    await command.err.until(/inspector: .*\n/);
    await command.out.until(/^web /m);
    const [, url = ''] = /inspector: (\S+)/.exec(command.err.text) ?? [];
    expect(await get(`${url}statusz`)).toContain('pods');
    command.interrupt();
    expect(await command.exitCode).toBe(130);
    await expect(get(url)).rejects.toThrow(/ECONNREFUSED/);
  });

  test.each([[['--inspect', 'pods', '-A']], [['-A', '--inspect', 'pods']], [['--inspect=0', 'pods', '-A']]])(
    'takes no resource for its port: %j',
    async (words) => {
      await using cluster = await withPods();
      const { out, err, exitCode } = await cluster.finish(['watch', ...words, '--once', '-o', 'name']);
      expect(err).toMatch(/^inspector: http:\/\/127\.0\.0\.1:\d+\/\n$/);
      expect(out).toContain('pod/web\n');
      expect(exitCode).toBe(0);
    },
  );

  test.each(['70000', '000080'])(
    'takes the number %s for its port, although it is not valid',
    async (port) => {
      await using cluster = await TestCluster.start();
      const { err, exitCode } = await cluster.finish(['watch', '--inspect', port, 'pods']);
      expect(err).toBe(`error: --inspect must be a port from 0 to 65535, got "${port}"\n`);
      expect(exitCode).toBe(2);
    },
  );

  test.each([
    { args: ['types', '--inspect'], left: ['types', '--inspect'] },
    { args: ['--debug', 'watch', '--inspect'], left: ['--debug', 'watch', '--inspect=0'] },
    { args: ['watch', '--', '--inspect'], left: ['watch', '--', '--inspect'] },
  ])('of $args is read as $left', ({ args, left }) => {
    expect(withInspectPort(args)).toEqual(left);
  });

  test.each(['pods', '70000', '-1', '80.5', ''])('%j is not a port', async (port) => {
    await using cluster = await TestCluster.start();
    const { err, exitCode } = await cluster.finish(['watch', 'pods', `--inspect=${port}`]);
    expect(err).toMatch(/^error: --inspect must be a port from 0 to 65535, got "/);
    expect([err.split('\n').length, exitCode]).toEqual([2, 2]);
  });

  test('a port in use is one line', async () => {
    await using cluster = await TestCluster.start();
    const { port } = new URL(cluster.server.url);
    const { err, exitCode } = await cluster.finish(['watch', 'pods', '--inspect', port]);
    expect(err).toMatch(
      /^error: --inspect cannot listen on 127\.0\.0\.1, port \d+: EADDRINUSE, another program/,
    );
    expect(exitCode).toBe(1);
  });
});

/** A request whose connection is not kept. */
function get(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (more: string) => (text += more));
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end();
  });
}
