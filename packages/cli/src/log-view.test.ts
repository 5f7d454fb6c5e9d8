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
import type { LogSource } from './log-view.js';
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

/** A view of a log that has ended. */
async function endedView(
  source: LogSource,
  { title = 'web', onChange = (): void => undefined } = {},
): Promise<LogView> {
  const readings: Promise<void>[] = [];
  const view = new LogView({
    title,
    source,
    onRead: (reading) => void readings.push(reading),
    waiting: () => 'No line yet.',
    isGone: () => false,
    onChange,
  });
  await Promise.all(readings);
  view.frame(40, 5);
  return view;
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

  test('p shows the log before the last restart, of the containers that have restarted', async () => {
    await using cluster = await TestCluster.start();
    const terminated = { exitCode: 1, reason: 'Error' };
    const containerStatuses = [
      { ...container, lastState: { terminated } },
      { ...container, name: 'other', lastState: {} },
    ];
    await cluster.server.create(coreV1.pods, {
      ...pod('web', ['main', 'other']),
      status: { ...running, containerStatuses },
    });
    cluster.server.onLog(async function* ({ container: name, previous, signal }) {
      yield `${previous ? 'before' : 'now'} in ${name}`;
      if (!previous) await aborted(signal);
    });
    await using watch = new Watch(cluster, 'pods');
    await watch.shows(/l: logs/);
    watch.terminal.press('l');
    await watch.shows('now in other');
    watch.terminal.press('p');
    await watch.shows(/ended · before the last restart · logs of pods default\/web/);
    await watch.shows('before in main');
    expect(watch.terminal.output.text).not.toContain('before in other');
    watch.terminal.press('p');
    await watch.shows(/before in main[^]*now in other/);
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
    return endedView(async function* () {
      for (let index = 0; index < count; index++)
        yield { namespace: 'default', pod: 'web', container: 'main', line: `line ${index}` };
    });
  }

  function press(view: LogView, keys: string): string[] {
    for (const key of keysOf(keys)) view.press(key);
    return view.frame(70, 5);
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

  test('/ finds the newest line with a text in any case, n the ones above, N those below', async () => {
    const view = await viewOf(20);
    expect(press(view, '/LINE 1').at(1)).toBe('line 17');
    expect(view.isTyping).toBe(true);
    const found = press(view, '\r');
    expect([view.isTyping, found[0]]).toEqual([false, 'ended · /LINE 1 · web']);
    expect(found[1]).toBe('\u001b[7mline 1\u001b[27m7');
    // From 19 to 1: ten matches above.
    expect(press(view, 'nnnnnnnnnn').join()).toContain('\u001b[7mline 1\u001b[27m,');
    expect(view.frame(60, 5)[0]).toMatch(/^paused, 1[67] lines below/);
    expect(press(view, 'N').join()).toContain('\u001b[7mline 1\u001b[27m0');
    expect(press(view, '/nowhere.*\r')[0]).toContain('no match for /nowhere.*');
    expect(press(view, '/x\u001b')[0]).toContain('/nowhere.*');
  });

  test('t shows when each line was written, which is left out otherwise', async () => {
    const view = await endedView(async function* () {
      const where = { namespace: 'default', pod: 'web', container: 'main' };
      yield { ...where, line: '2026-01-01T12:00:00.25Z one' };
      yield { ...where, line: 'without a time' };
    });
    expect(view.frame(40, 5).slice(1, 3)).toEqual(['one', 'without a time']);
    const [, one, other] = press(view, 't');
    expect(one).toMatch(/^20\d\d-\d\d-\d\d \d\d:00:00\.250 one$/);
    expect(other).toBe('without a time');
  });

  test('c shows one container after another, then all', async () => {
    const view = await endedView(async function* () {
      for (const container of ['proxy', 'app', 'proxy'])
        yield { namespace: 'default', pod: 'web', container, line: `from ${container}` };
    });
    expect(view.frame(40, 5).slice(1, 4)).toEqual([
      'proxy: from proxy',
      'app: from app',
      'proxy: from proxy',
    ]);
    expect(press(view, 'c').slice(0, 2)).toEqual(['ended · container app · web', 'from app']);
    expect(press(view, 'c').slice(1, 3)).toEqual(['from proxy', 'from proxy']);
    expect(press(view, 'c')[2]).toBe('app: from app');
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
  const view = await endedView(async function* () {
    yield { namespace: 'default', pod: 'web', container: 'main', line: 'before' };
    throw newForbidden({ group: '', resource: 'pods' }, 'web', 'not allowed');
  });
  const [, line, ...error] = view.frame(30, 8);
  expect(line).toBe('before');
  expect(error.join('')).toBe('error: pods "web" is forbidden: not allowed');
  expect(error.every((part) => part.length <= 30)).toBe(true);
});

test('counts the containers that wait, and says where lines are missing', async () => {
  const where = { namespace: 'default', pod: 'web', container: 'main' };
  const waiting = [3, 0];
  const frames: string[][] = [];
  const readings: Promise<void>[] = [];
  const view = new LogView({
    title: 'web',
    async *source(_signal, onNotice) {
      yield { ...where, line: 'before' };
      onNotice({ ...where, kind: 'lost', reason: 'rotated' });
      for (const count of waiting) onNotice({ ...where, kind: 'waiting', waiting: count });
    },
    onRead: (reading) => void readings.push(reading),
    waiting: () => '',
    isGone: () => false,
    onChange: () => void frames.push(view.frame(90, 5)),
  });
  await Promise.all(readings);
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
