import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { linesOf } from '../client/subresource-calls.js';
import { StatusError } from '../meta/errors.js';
import { newNotFound, newForbidden } from '../meta/status.js';
import type { corev1 } from '../resources/types.js';
import type { WatchStream } from '../meta/watch.js';
import { TransportError } from '../util/errors.js';
import { followAllLogs, followLog, outlookOf } from './follow-logs.js';
import type { LogQuery, LogSource, PodLogs } from './follow-logs.js';

/** What a kubelet does next with a log that is followed. */
type Step =
  | { readonly kind: 'lines'; readonly times: readonly number[] }
  /** The connection breaks, in the middle of a line or not. */
  | { readonly kind: 'cut'; readonly inLine: boolean }
  /** The server ends the response, as at its shutdown. */
  | { readonly kind: 'end'; readonly inLine: boolean }
  | { readonly kind: 'restart' }
  /** These lines are written while nobody reads, and then the container restarts. */
  | { readonly kind: 'unreadRestart'; readonly times: readonly number[] };

const secondMs = 1000;
const startMs = Date.UTC(2026, 0, 1);

/** A kubelet with one container: it keeps the current log and that of the container before. */
class Kubelet implements LogSource {
  readonly written: string[] = [];
  readonly queries: LogQuery[] = [];
  #logs: { readonly startedMs: number; lines: { readonly timeMs: number; readonly text: string }[] }[] = [
    { startedMs: startMs, lines: [] },
  ];
  #steps: Step[];
  #count = 0;
  #timeMs = startMs;
  isOver = false;

  constructor(steps: readonly Step[]) {
    this.#steps = [...steps];
  }

  lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
    return linesOf(chunks);
  }

  pod(): Promise<corev1.Pod> {
    const exited = { terminated: { exitCode: 1, reason: 'Error' } };
    const [current] = this.#logs.slice(-1);
    const state = this.isOver
      ? { terminated: { exitCode: 0, reason: 'Completed' } }
      : { running: { startedAt: new Date(current?.startedMs ?? 0).toISOString().replace('.000Z', 'Z') } };
    const restartCount = this.#logs.length - 1;
    return Promise.resolve({
      metadata: { name: 'web', creationTimestamp: '2025-12-31T23:59:59Z' },
      spec: { restartPolicy: 'OnFailure', containers: [{ name: 'app' }] },
      status: {
        phase: this.isOver ? 'Succeeded' : 'Running',
        containerStatuses: [
          {
            name: 'app',
            image: '',
            imageID: '',
            ready: true,
            restartCount,
            state,
            lastState: restartCount > 0 ? exited : {},
          },
        ],
      },
    });
  }

  async *open(query: LogQuery, _signal?: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
    this.queries.push(query);
    const sinceMs = query['sinceTime'] === undefined ? 0 : Date.parse(String(query['sinceTime']));
    const log = this.#logs.at(query['previous'] === true ? -2 : -1);
    for (const line of log?.lines.filter(({ timeMs }) => timeMs >= sinceMs) ?? [])
      yield Buffer.from(shown(line));
    if (query['follow'] !== true) return;
    for (;;) {
      const step = this.#steps.shift();
      if (step === undefined) {
        this.isOver = true;
        return;
      }
      if (step.kind === 'lines') {
        for (const line of this.#write(step.times))
          if (line.timeMs >= sinceMs) yield Buffer.from(shown(line));
        continue;
      }
      if (step.kind === 'cut' || step.kind === 'end') {
        if (step.inLine) {
          // Part of a line that is written whole.
          const [line] = this.#write([1]);
          if (line !== undefined) yield Buffer.from(shown(line)).subarray(0, 45);
        }
        if (step.kind === 'end') return;
        throw new TransportError('ERR_BODY_CUT', 'cut');
      }
      if (step.kind === 'unreadRestart') this.#write(step.times);
      this.#timeMs += 2 * secondMs;
      this.#logs.push({ startedMs: Math.ceil(this.#timeMs / secondMs) * secondMs, lines: [] });
      this.#timeMs = Math.ceil(this.#timeMs / secondMs) * secondMs;
      if (step.kind === 'restart') return;
      throw new TransportError('ERR_BODY_CUT', 'cut');
    }
  }

  #write(times: readonly number[]): { readonly timeMs: number; readonly text: string }[] {
    return times.map((afterMs) => {
      this.#timeMs = Math.max(startMs, this.#timeMs + afterMs);
      const line = { timeMs: this.#timeMs, text: `line ${++this.#count}` };
      this.#logs.at(-1)?.lines.push(line);
      this.written.push(line.text);
      return line;
    });
  }
}

function shown({ timeMs, text }: { readonly timeMs: number; readonly text: string }): string {
  return `${new Date(timeMs).toISOString().replace('Z', '000000Z')} ${text}\n`;
}

/** Follows to the end, with as much time as it needs. */
async function follow(source: LogSource, query: LogQuery = { follow: true }): Promise<string[]> {
  const clock = new FakeClock(startMs);
  const seen: string[] = [];
  let over = false;
  const reading = (async () => {
    try {
      for await (const line of followLog(source, query, {
        signal: new AbortController().signal,
        container: undefined,
        clock,
      }))
        seen.push(line);
    } finally {
      over = true;
    }
  })();
  reading.catch(() => undefined); // it is awaited below
  while (!over) {
    await settle();
    await clock.advance(15_000);
  }
  await reading;
  return seen;
}

// Outputs of a container may be a few milliseconds out of order.
const times = fc.array(fc.integer({ min: -2, max: 700 }), { maxLength: 12 });
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('lines' as const), times }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), inLine: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), inLine: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('unreadRestart' as const), times }) },
  ),
  { maxLength: 15 },
);

describe('a log that is followed', () => {
  test('has every line once and in order, whatever breaks', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const first: Step = { kind: 'lines', times: [0] };
        const kubelet = new Kubelet([first, ...chosen]);
        const seen = await follow(kubelet);
        expect(seen).toEqual(kubelet.written);
      }),
      { numRuns: 300 },
    );
  });

  test('asks for the second before the latest line, and keeps timestamps if they were asked for', async () => {
    const kubelet = new Kubelet([
      { kind: 'lines', times: [0, 5_500] },
      { kind: 'cut', inLine: false },
      { kind: 'lines', times: [10] },
    ]);
    const seen = await follow(kubelet, { follow: true, timestamps: true, tailLines: 7, sinceSeconds: 3 });
    expect(seen.map((line) => line.slice(11, 23))).toEqual(['00:00:00.000', '00:00:05.500', '00:00:05.510']);
    expect(kubelet.queries.slice(0, 2)).toEqual([
      { follow: true, timestamps: true, tailLines: 7, sinceSeconds: 3 },
      { follow: true, timestamps: true, sinceTime: '2026-01-01T00:00:04Z' },
    ]);
  });

  test('is asked for again after silence, less and less often, without a line repeated', async () => {
    const kubelet = new Kubelet([]);
    const written = ['2026-01-01T00:00:00Z one\n'];
    const openedMs: number[] = [];
    const clock = new FakeClock(startMs);
    // A connection that a balancer has dropped: nothing tells the client.
    kubelet.open = async function* (query: LogQuery, signal?: AbortSignal) {
      openedMs.push(clock.now() - startMs);
      const since = String(query['sinceTime'] ?? '');
      yield Buffer.from(written.filter((line) => line >= since).join(''));
      await new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    };
    const ended = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const line of followLog(
        kubelet,
        { follow: true },
        { signal: ended.signal, container: undefined, clock },
      ))
        seen.push(line);
    })();
    for (let minute = 0; minute < 8; minute++) await clock.advance(60_500);
    expect([openedMs, seen]).toEqual([[0, 60_500, 181_000, 421_500], ['one']]);
    written.push('2026-01-01T00:07:30Z two\n');
    for (let minute = 0; minute < 10; minute++) await clock.advance(60_500);
    expect(seen).toEqual(['one', 'two']);
    expect(openedMs.slice(4)).toEqual([902_000, 962_500, 1_083_000]);
    ended.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  test('fails at once if the server refuses, and ends when the pod is deleted', async () => {
    const refusing = new Kubelet([]);
    refusing.open = async function* () {
      yield await Promise.reject<Uint8Array>(newForbidden({ group: '', resource: 'pods/log' }, 'web', 'no'));
    };
    await expect(follow(refusing)).rejects.toBeInstanceOf(StatusError);
    const deleted = new Kubelet([
      { kind: 'lines', times: [0] },
      { kind: 'end', inLine: false },
    ]);
    deleted.pod = () => Promise.reject(newNotFound({ group: '', resource: 'pods' }, 'web'));
    expect(await follow(deleted)).toEqual(['line 1']);
  });
});

test.each([
  ['Always', 0, 'waits'],
  ['Always', 1, 'waits'],
  ['OnFailure', 0, 'ended'],
  ['OnFailure', 1, 'waits'],
  ['Never', 1, 'ended'],
] as const)('with restartPolicy %s, a container with exit code %i %s', (restartPolicy, exitCode, outlook) => {
  const status = (more: object): corev1.Pod => ({
    metadata: { name: 'web', ...more },
    spec: { restartPolicy, containers: [{ name: 'app' }] },
    status: {
      phase: 'Running',
      containerStatuses: [
        {
          name: 'app',
          image: '',
          imageID: '',
          ready: false,
          restartCount: 0,
          state: { terminated: { exitCode } },
        },
      ],
    },
  });
  expect(outlookOf(status({}), 'app')).toBe(outlook);
  expect(outlookOf(status({ deletionTimestamp: '2026-01-01T00:00:00Z' }), 'app')).toBe('ended');
});

test('the logs of a selector go on when the watch of its pods is cut, the first one too', async () => {
  const podNamed = (name: string): corev1.Pod => ({
    metadata: { name, namespace: 'shop', uid: name },
    spec: { nodeName: 'node-1', containers: [{ name: 'app' }] },
  });
  const found = [podNamed('web-1')];
  const cut = async function* (): AsyncGenerator<never, void, void> {
    found.push(podNamed(`web-${found.length + 1}`));
    yield await Promise.reject<never>(new TransportError('ERR_WATCH_CUT', 'the watch was cut'));
  };
  const pods: PodLogs = {
    list: () => Promise.resolve({ metadata: { resourceVersion: '1' }, items: [...found] }),
    watch: () => Promise.resolve(cut() as Partial<WatchStream<corev1.Pod>> as WatchStream<corev1.Pod>),
    async *logs(_namespace, name) {
      yield `${name} started`;
    },
  };
  const clock = new FakeClock();
  const ended = new AbortController();
  const seen: string[] = [];
  const reading = (async () => {
    for await (const { line } of followAllLogs(pods, {}, { signal: ended.signal, clock })) {
      seen.push(line);
      if (seen.length === 3) break;
    }
  })();
  for (let second = 0; second < 20 && seen.length < 3; second++) await clock.advance(1000);
  ended.abort(new Error('the test is over'));
  await reading;
  expect(seen).toEqual(['web-1 started', 'web-2 started', 'web-3 started']);
});
