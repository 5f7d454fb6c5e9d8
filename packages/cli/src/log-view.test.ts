import type { LogLine } from '@kube-informers/testing';
import { describe, expect, test } from 'vitest';
import { newForbidden } from '../../kube-informers/src/meta/status.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { appsV1 } from '../../kube-informers/src/resources/apps-v1.js';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { FakeTerminal, TestCluster, pump, refuse } from './cli.test-support.js';
import type { RunningCommand } from './cli.test-support.js';
import { LogView, maxLogLines, podsOf } from './log-view.js';
import { keysOf } from './screen-keys.js';

function pod(name: string, containers: readonly string[] = ['main']): object {
  return {
    metadata: { name, namespace: 'default', labels: { app: 'web' } },
    spec: { nodeName: 'node-1', containers: containers.map((container) => ({ name: container })) },
  };
}

const container = { name: 'main', image: 'web', imageID: '', ready: false, restartCount: 0 };
/** A pod whose container runs, so that its log goes on after a broken connection. */
const running = { phase: 'Running', containerStatuses: [{ ...container, state: { running: {} } }] };

/** `watch` in a terminal, with a clock that advances only while the test waits for output. */
class Watch implements AsyncDisposable {
  readonly terminal: FakeTerminal = new FakeTerminal();
  readonly clock: FakeClock = new FakeClock();
  readonly command: RunningCommand;

  constructor(cluster: TestCluster, resource: string) {
    const { clock, terminal } = this;
    this.command = cluster.command(['watch', resource], { clock, terminal, isTTY: true });
  }

  shows(pattern: string | RegExp): Promise<void> {
    return pump(this.clock, this.terminal.output.until(pattern));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.command.interrupt();
    await this.command.exitCode;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Serves a log of these lines that stays open; `left` resolves when a client leaves it. */
function serveLog(
  cluster: TestCluster,
  lines: (container: string) => readonly LogLine[],
): { readonly left: Promise<void> } {
  const gone = new AbortController();
  cluster.server.onLog(async function* ({ container, signal }) {
    yield* lines(container);
    await aborted(signal);
    gone.abort();
  });
  return { left: aborted(gone.signal) };
}

describe('l in the live table', () => {
  test('follows the log of a pod; l goes back and closes the connection, and the table has gone on', async () => {
    await using cluster = await TestCluster.start();
    await cluster.server.create(coreV1.pods, pod('web'));
    const { left } = serveLog(cluster, () => ['one', 'red \u001b[31mtwo\u001b[0m \u001b]0;title\u0007']);
    await using watch = new Watch(cluster, 'pods');
    await watch.shows(/l: logs/);
    watch.terminal.press('l');
    await watch.shows(/following · logs of pods default\/web/);
    await watch.shows('one');
    await watch.shows('red two \\u001b]0;title');
    await cluster.server.create(coreV1.pods, pod('db'));
    await watch.shows(/ pods 2 /);
    await cluster.server.delete(coreV1.pods, 'web', { namespace: 'default' });
    await watch.shows(/gone · logs of pods default\/web/);
    watch.terminal.press('l');
    await pump(watch.clock, left);
    await watch.shows(/[+ ] db /);
  });

  test('q in the table, after q in the log, ends the command with exit code 0', async () => {
    await using cluster = await TestCluster.start();
    await cluster.server.create(coreV1.pods, pod('web'));
    serveLog(cluster, () => ['one']);
    await using watch = new Watch(cluster, 'pods');
    await watch.shows(/l: logs/);
    watch.terminal.press('l');
    await watch.shows('one');
    watch.terminal.press('qq');
    expect(await watch.command.exitCode).toBe(0);
  });

  test('goes on after the server has restarted, with no line twice', async () => {
    await using cluster = await TestCluster.start();
    await cluster.server.create(coreV1.pods, { ...pod('web'), status: running });
    let requests = 0;
    cluster.server.onLog(async function* ({ signal }) {
      requests++;
      yield { time: '2100-01-01T00:00:00Z', text: 'before' };
      if (requests > 1) yield { time: '2100-01-01T00:00:01Z', text: 'after' };
      await aborted(signal);
    });
    await using watch = new Watch(cluster, 'pods');
    await watch.shows(/l: logs/);
    watch.terminal.press('l');
    await watch.shows('before');
    await cluster.server.stop();
    await cluster.server.stop();
    await cluster.server.start();
    await watch.shows('after');
    expect(watch.terminal.output.text.split('before')).toHaveLength(2);
  });

  test('names containers if there are several, and the pods of a deployment', async () => {
    await using cluster = await TestCluster.start();
    for (const name of ['web-1', 'web-2'])
      await cluster.server.create(coreV1.pods, pod(name, ['app', 'proxy']));
    const selector = { matchLabels: { app: 'web' } };
    await cluster.server.create(appsV1.deployments, {
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector, template: { metadata: { labels: { app: 'web' } }, spec: { containers: [] } } },
    });
    serveLog(cluster, (container) => [`from ${container}`]);
    await using watch = new Watch(cluster, 'deployments');
    await watch.shows(/l: logs/);
    watch.terminal.press('l');
    for (const name of ['web-1/app: from app', 'web-1/proxy: from proxy', 'web-2/app: from app'])
      await watch.shows(name);
  });

  test('a refusal is shown in the view with the missing permission', async () => {
    await using cluster = await TestCluster.start();
    await cluster.server.create(coreV1.pods, pod('web'));
    await using watch = new Watch(cluster, 'pods');
    await watch.shows(/l: logs/);
    const refusal = 'forbidden: User "j" cannot list resource "pods"';
    refuse(cluster, ['pods'], 403, refusal);
    watch.terminal.press('l');
    await watch.shows(/error: forbidden: User "j" cannot list resource "pods"; the user/);
    watch.terminal.press('\u001b');
    await watch.shows(/l: logs[^]*l: logs/);
  });

  test('says what a container waits for', async () => {
    await using cluster = await TestCluster.start();
    const waiting = { reason: 'ImagePullBackOff', message: 'no such image' };
    const status = { containerStatuses: [{ ...container, state: { waiting } }] };
    await cluster.server.create(coreV1.pods, { ...pod('web'), status });
    await using watch = new Watch(cluster, 'pods');
    await watch.shows(/l: logs/);
    watch.terminal.press('l');
    await watch.shows('No line yet: container main waits: ImagePullBackOff, no such image');
  });

  test('of another resource is a line that l needs pods', async () => {
    await using cluster = await TestCluster.start();
    await using watch = new Watch(cluster, 'namespaces');
    await watch.shows(/ {2}default /);
    expect(watch.terminal.output.text).not.toContain('l: logs');
    watch.terminal.press('l');
    await watch.shows('namespaces have no logs: l needs pods, or a workload with a selector');
  });
});

describe('a view of logs', () => {
  async function viewOf(count: number): Promise<LogView> {
    const view = new LogView({
      title: 'web',
      source: async function* () {
        for (let index = 0; index < count; index++)
          yield { namespace: 'default', pod: 'web', container: 'main', line: `line ${index}` };
      },
      waiting: () => 'No line yet.',
      isGone: () => false,
      onChange: () => undefined,
    });
    await view.ended;
    view.frame(40, 5);
    return view;
  }

  function press(view: LogView, keys: string): string[] {
    for (const key of keysOf(keys)) view.press(key);
    return view.frame(40, 5);
  }

  test('shows the newest lines, scrolls back and pauses, and continues at the end', async () => {
    const view = await viewOf(10);
    const end = ['ended · web', 'line 7', 'line 8', 'line 9', 'The log has ended.'];
    expect(view.frame(40, 5)).toEqual(end);
    expect(press(view, 'k').slice(0, 2)).toEqual(['paused, 1 lines below · web', 'line 6']);
    expect(press(view, 'g')[1]).toBe('line 0');
    expect(press(view, ' ')[1]).toBe('line 2');
    expect(press(view, 'G')).toEqual(end);
    expect(press(view, 'kj')).toEqual(end);
  });

  test('keeps a bounded number of lines', async () => {
    const count = maxLogLines + 5_500;
    const view = await viewOf(count);
    const [, oldest = ''] = press(view, 'g');
    const kept = count - Number(oldest.replace('line ', ''));
    expect(kept).toBeGreaterThanOrEqual(maxLogLines);
    expect(kept).toBeLessThan(maxLogLines + 1_000);
  });

  test('is never wider or higher than the screen', async () => {
    const view = await viewOf(10);
    expect(view.frame(5, 3)).toEqual(['ende…', 'line…', 'The …']);
    view.press({ name: 'character', text: 'w' });
    for (let width = 2; width < 20; width++) {
      const frame = view.frame(width, 6);
      expect(frame.length).toBeLessThanOrEqual(6);
      expect(frame.every((line) => line.length <= width)).toBe(true);
    }
  });

  test('w wraps lines: the end of the newest, and the beginning of the one that was scrolled to, is in sight', async () => {
    const view = await viewOf(10);
    view.press({ name: 'character', text: 'w' });
    expect(view.frame(4, 10).slice(1, 5)).toEqual(['line', ' 8', 'line', ' 9']);
    view.press({ name: 'home' });
    expect(view.frame(4, 10).slice(1, 5)).toEqual(['line', ' 0', 'line', ' 1']);
  });
});

test('an error is shown as a whole, however narrow the terminal is', async () => {
  const view = new LogView({
    title: 'logs of pods default/web',
    async *source() {
      yield { namespace: 'default', pod: 'web', container: 'main', line: 'before' };
      throw newForbidden({ group: '', resource: 'pods' }, 'web', 'not allowed');
    },
    waiting: () => '',
    isGone: () => false,
    onChange: () => undefined,
  });
  await view.ended;
  const [, line, ...error] = view.frame(30, 8);
  expect(line).toBe('before');
  expect(error.join('')).toBe('error: pods "web" is forbidden: not allowed');
  expect(error.every((part) => part.length <= 30)).toBe(true);
});

test('counts the containers that wait, and says where lines are missing', async () => {
  const where = { namespace: 'default', pod: 'web', container: 'main' };
  const waiting = [3, 0];
  const frames: string[][] = [];
  const view = new LogView({
    title: 'web',
    async *source(_signal, onNotice) {
      yield { ...where, line: 'before' };
      onNotice({ ...where, kind: 'lost', reason: 'rotated' });
      for (const count of waiting) onNotice({ ...where, kind: 'waiting', waiting: count });
    },
    waiting: () => '',
    isGone: () => false,
    onChange: () => void frames.push(view.frame(90, 5)),
  });
  await view.ended;
  const lost = '(lines of the log of default/web/main are missing: the node no longer has them)';
  expect(frames.slice(2, 4)).toEqual([
    ['following · web', 'before', lost, '3 more containers wait until a log has ended'],
    ['following · web', 'before', lost],
  ]);
});

test('the selector of a workload selects its pods; an invalid one is an error for the caller', () => {
  const apps = { group: 'apps', resource: 'deployments' };
  const workload = (selector: object): KubernetesObject =>
    ({ metadata: {}, spec: { selector } }) as KubernetesObject;
  expect(podsOf(apps, workload({ matchLabels: { app: 'web' } }))).toEqual({ labelSelector: 'app=web' });
  expect(podsOf(apps, workload({}))).toBeUndefined();
  expect(() => podsOf(apps, workload({ matchExpressions: [{ key: 'a', operator: 'Near' }] }))).toThrow(
    'Near',
  );
});
