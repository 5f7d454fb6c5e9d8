import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { newBadRequest, newForbidden, newNotFound, newStatus } from '../meta/status.js';
import type { corev1 } from '../resources/types.js';
import { TransportError } from '../util/errors.js';
import type { ContainerRun } from './container-run.js';
import { LogFollower, nextStep } from './follow-log.js';
import type { FollowOptions, FollowState, LogQuery, LogSource } from './follow-log.js';
import type { LogNotice } from './log-notices.js';

/** What a kubelet does next with a log that is followed. */
type Step =
  | { readonly kind: 'lines'; readonly times: readonly number[] }
  /** The connection breaks, in the middle of a line or not. */
  | { readonly kind: 'cut'; readonly inLine: boolean }
  /** The server ends the response, as at its shutdown. */
  | { readonly kind: 'end'; readonly inLine: boolean }
  | { readonly kind: 'restart' }
  /** These lines are written while nobody reads, and then the container restarts. */
  | { readonly kind: 'unreadRestart'; readonly times: readonly number[] }
  /** The clock of the node is set. */
  | { readonly kind: 'setClock'; readonly byMs: number };

const startMs = Date.UTC(2026, 0, 1);
const cut = (): TransportError => new TransportError('ERR_BODY_CUT', 'cut');

interface Line {
  readonly timeMs: number;
  readonly text: string;
}

/** A kubelet with a clock of its own and one container: it keeps the current log and that of the run before. */
class Kubelet implements LogSource {
  readonly clock = new FakeClock(startMs);
  readonly written: string[] = [];
  readonly queries: LogQuery[] = [];
  /** Called before each response; a throw is the response. */
  onOpen: (query: LogQuery) => void = () => undefined;
  uid = 'uid-1';
  isOver = false;
  isGone = false;
  /** Without a node, the log is empty. */
  isScheduled = true;
  writesTimes = true;
  #logs: { lines: Line[] }[] = [{ lines: [] }];
  readonly #steps: Step[];
  #count = 0;
  #aheadMs = 0;

  constructor(steps: readonly Step[] = []) {
    this.#steps = [...steps];
  }

  get current(): { lines: Line[] } {
    return this.#logs.at(-1) ?? { lines: [] };
  }

  restart(): void {
    this.#logs.push({ lines: [] });
  }

  pod(): Promise<corev1.Pod> {
    if (this.isGone) return Promise.reject(newNotFound({ group: '', resource: 'pods' }, 'web'));
    const restartCount = this.#logs.length - 1;
    const state = this.isOver ? { terminated: { exitCode: 0, reason: 'Completed' } } : { running: {} };
    const lastState =
      restartCount > 0 ? { terminated: { exitCode: 1, containerID: `x://${restartCount - 1}` } } : {};
    const app = { name: 'app', image: '', imageID: '', ready: true, restartCount, state, lastState };
    return Promise.resolve({
      metadata: { name: 'web', uid: this.uid },
      spec: {
        restartPolicy: 'OnFailure',
        containers: [{ name: 'app' }],
        ...(this.isScheduled ? { nodeName: 'node-1' } : {}),
      },
      status: {
        phase: this.isOver ? 'Succeeded' : 'Running',
        ...(this.isScheduled ? { containerStatuses: [{ ...app, containerID: `x://${restartCount}` }] } : {}),
      },
    });
  }

  async *open(query: LogQuery, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
    this.queries.push(query);
    this.onOpen(query);
    if (!this.isScheduled) return;
    const since = query['sinceSeconds'];
    const sinceMs = typeof since === 'number' ? this.#nowMs() - since * 1000 : -Infinity;
    const log = this.#logs.at(query['previous'] === true ? -2 : -1);
    const old = log?.lines ?? [];
    const tail = typeof query['tailLines'] === 'number' ? query['tailLines'] : old.length;
    for (const line of old.slice(old.length - tail).filter(({ timeMs }) => timeMs >= sinceMs))
      yield Buffer.from(this.#shown(line));
    if (query['follow'] !== true) return;
    for (;;) {
      const step = this.#steps.shift();
      if (step === undefined) {
        this.isOver = true;
        return;
      }
      if (step.kind === 'setClock') this.#aheadMs += step.byMs;
      if (step.kind === 'lines')
        for (const line of this.write(step.times)) yield Buffer.from(this.#shown(line));
      if (step.kind === 'cut' || step.kind === 'end') {
        if (step.inLine) {
          // Part of a line that is written whole.
          const [line] = this.write([1]);
          if (line !== undefined) yield Buffer.from(this.#shown(line)).subarray(0, 35);
        }
        if (step.kind === 'end') return;
        throw cut();
      }
      if (step.kind === 'restart' || step.kind === 'unreadRestart') {
        if (step.kind === 'unreadRestart') this.write(step.times);
        this.restart();
        if (step.kind === 'restart') return;
        throw cut();
      }
      signal.throwIfAborted();
    }
  }

  write(times: readonly number[]): Line[] {
    return times.map((afterMs) => {
      this.#aheadMs += afterMs;
      const line = { timeMs: this.#nowMs(), text: `line ${++this.#count}` };
      this.current.lines.push(line);
      this.written.push(line.text);
      return line;
    });
  }

  #nowMs(): number {
    return this.clock.now() + this.#aheadMs;
  }

  #shown({ timeMs, text }: Line): string {
    return this.writesTimes
      ? `${new Date(timeMs).toISOString().replace('Z', '000000Z')} ${text}\n`
      : `${text}\n`;
  }
}

/** Follows with as much time as it needs, to the end or to this number of lines. */
async function follow(
  kubelet: Kubelet,
  query: LogQuery = { follow: true },
  options: Partial<FollowOptions> = {},
  most = Infinity,
): Promise<{ readonly lines: string[]; readonly notices: string[]; readonly error: unknown }> {
  const { clock } = kubelet;
  const lines: string[] = [];
  const notices: string[] = [];
  let error: unknown;
  let isOver = false;
  const onNotice = (notice: LogNotice): void =>
    void notices.push(notice.kind === 'lost' ? notice.reason : notice.kind);
  const where = { namespace: 'shop', pod: 'web', container: 'app' };
  const follower = new LogFollower(kubelet, query, { where, onNotice, clock, ...options });
  const reading = (async () => {
    for await (const line of follower.lines(new AbortController().signal))
      if (lines.push(line) >= most) break;
  })()
    .catch((thrown: unknown) => {
      error = thrown;
    })
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    await settle();
    await clock.advance(500);
  }
  await reading;
  return { lines, notices, error };
}

// Outputs of a container may be a few milliseconds out of order.
const times = fc.array(fc.integer({ min: -2, max: 150 }), { maxLength: 12 });
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('lines' as const), times }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), inLine: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), inLine: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('unreadRestart' as const), times }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('setClock' as const),
        byMs: fc.integer({ min: -700_000, max: 700_000 }),
      }),
    },
  ),
  { maxLength: 15 },
);

describe('a log that is followed', () => {
  test('has every line once and in order, whatever breaks, and whatever the clock of the node shows', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const kubelet = new Kubelet([{ kind: 'lines', times: [0] }, ...chosen]);
        const { lines, notices, error } = await follow(kubelet);
        expect([error, notices, lines]).toEqual([undefined, [], kubelet.written]);
      }),
      { numRuns: 300 },
    );
  });

  test('asks for elapsed time after a break, and keeps timestamps if they were asked for', async () => {
    const kubelet = new Kubelet([
      { kind: 'lines', times: [0, 5_500] },
      { kind: 'cut', inLine: false },
      { kind: 'lines', times: [10] },
    ]);
    const { lines } = await follow(kubelet, {
      follow: true,
      timestamps: true,
      tailLines: 7,
      sinceSeconds: 3,
    });
    expect(lines.map((line) => line.slice(11, 23))).toEqual(['00:00:00.000', '00:00:05.500', '00:00:06.010']);
    expect(kubelet.queries.slice(0, 3)).toEqual([
      { follow: true, timestamps: true, tailLines: 7, sinceSeconds: 3 },
      { timestamps: true, sinceSeconds: 3 },
      { follow: true, timestamps: true, sinceSeconds: 3 },
    ]);
  });

  test('is asked for again after silence, less and less often, without a line repeated', async () => {
    const kubelet = new Kubelet();
    const { clock } = kubelet;
    const openedMs: number[] = [];
    kubelet.write([0]);
    const open = kubelet.open.bind(kubelet);
    // A connection that a balancer has dropped: nothing tells the client.
    kubelet.open = async function* (query, signal) {
      yield* open({ ...query, follow: undefined }, signal);
      if (query['follow'] !== true) return;
      openedMs.push(clock.now() - startMs);
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    };
    const ended = new AbortController();
    const seen: string[] = [];
    const where = { namespace: '', pod: 'web', container: '' };
    const follower = new LogFollower(kubelet, { follow: true }, { where, onNotice: () => undefined, clock });
    const reading = (async () => {
      for await (const line of follower.lines(ended.signal)) seen.push(line);
    })();
    for (let minute = 0; minute < 8; minute++) await clock.advance(60_500);
    expect([openedMs, seen]).toEqual([[0, 60_500, 181_000, 421_500], ['line 1']]);
    kubelet.write([0]);
    for (let minute = 0; minute < 10; minute++) await clock.advance(60_500);
    expect(seen).toEqual(['line 1', 'line 2']);
    expect(openedMs.slice(4)).toEqual([902_000, 962_500, 1_083_000]);
    ended.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  test('fails at once if the server refuses or the node does not answer', async () => {
    for (const error of [
      newForbidden({ group: '', resource: 'pods/log' }, 'web', 'no'),
      newStatus({ code: 500, reason: 'InternalError', message: 'dial tcp: i/o timeout' }),
      newNotFound({ group: '', resource: 'pods' }, 'web'),
    ]) {
      const kubelet = new Kubelet();
      kubelet.isGone = true;
      kubelet.onOpen = () => {
        throw error;
      };
      expect((await follow(kubelet)).error).toBe(error);
    }
  });

  test('of one of several nodes that does not answer is asked for again, and reported once', async () => {
    const kubelet = new Kubelet([{ kind: 'lines', times: [0] }]);
    const error = newStatus({ code: 500, reason: 'InternalError', message: 'dial tcp: i/o timeout' });
    kubelet.onOpen = () => {
      if (kubelet.queries.length < 5) throw error;
    };
    expect(await follow(kubelet, { follow: true, tailLines: 7 }, { isPatient: true })).toEqual({
      lines: ['line 1'],
      notices: ['failing'],
      error: undefined,
    });
    // What was asked for at the start is still wanted.
    expect(kubelet.queries[4]).toMatchObject({ follow: true, tailLines: 7 });
  });

  test('ends, and does not throw, when its pod is deleted, whether the pod can be read or not', async () => {
    const notFound = newNotFound({ group: '', resource: 'pods' }, 'web');
    for (const mayRead of [true, false]) {
      const kubelet = new Kubelet([
        { kind: 'lines', times: [0] },
        { kind: 'end', inLine: false },
      ]);
      if (!mayRead)
        kubelet.pod = () => Promise.reject(newForbidden({ group: '', resource: 'pods' }, 'web', 'no'));
      kubelet.onOpen = () => {
        if (kubelet.queries.length === 1) return;
        kubelet.isGone = true;
        throw notFound;
      };
      expect(await follow(kubelet)).toEqual({ lines: ['line 1'], notices: [], error: undefined });
    }
  });

  test('has the last line of a deleted pod, also one without an end; what was cut off is reported', async () => {
    for (const [kind, lines, notices] of [
      ['end', ['line 1', 'line'], []],
      ['cut', ['line 1'], ['deleted']],
    ] as const) {
      const kubelet = new Kubelet([
        { kind: 'lines', times: [0] },
        { kind, inLine: true },
      ]);
      kubelet.onOpen = () => void kubelet.clock.setTimer(() => (kubelet.isGone = true), 100);
      expect(await follow(kubelet)).toMatchObject({ lines, notices });
    }
  });

  test('ends when another pod has its name, and has no line of that pod', async () => {
    const kubelet = new Kubelet([
      { kind: 'lines', times: [0] },
      { kind: 'end', inLine: false },
      { kind: 'lines', times: [0] },
    ]);
    // The pod is replaced after it was read, before the log is opened.
    kubelet.onOpen = () => {
      if (kubelet.queries.length < 2) return;
      kubelet.uid = 'uid-2';
      kubelet.restart();
      kubelet.write([0]);
    };
    expect((await follow(kubelet)).lines).toEqual(['line 1']);
  });

  test('does not take an empty answer of another pod for the whole log', async () => {
    const kubelet = new Kubelet();
    kubelet.write([0]);
    kubelet.isOver = true;
    kubelet.onOpen = () => {
      kubelet.uid = 'uid-2';
      kubelet.current.lines.length = 0;
    };
    expect(await follow(kubelet)).toMatchObject({ lines: [], notices: ['deleted'] });
  });

  test('discards an answer of the next run of its container, and reads the rest of the run before first', async () => {
    const kubelet = new Kubelet([
      { kind: 'lines', times: [0] },
      { kind: 'cut', inLine: false },
    ]);
    kubelet.onOpen = () => {
      if (kubelet.queries.length !== 2) return;
      kubelet.write([10]);
      kubelet.restart();
      kubelet.write([10]);
    };
    expect(await follow(kubelet)).toMatchObject({ lines: ['line 1', 'line 2', 'line 3'], notices: [] });
    expect(kubelet.queries.map(({ previous }) => previous === true)).toContain(true);
  });

  test('reports runs that the node no longer has, and has the lines of the last two', async () => {
    const kubelet = new Kubelet([
      { kind: 'lines', times: [0] },
      { kind: 'cut', inLine: false },
    ]);
    kubelet.onOpen = () => {
      if (kubelet.queries.length !== 2) return;
      for (let run = 0; run < 2; run++) {
        kubelet.restart();
        kubelet.write([10]);
      }
    };
    expect(await follow(kubelet)).toMatchObject({
      lines: ['line 1', 'line 2', 'line 3'],
      notices: ['restarted'],
    });
  });

  test('reports lines that the node has rotated away, and has those after them', async () => {
    const kubelet = new Kubelet([
      { kind: 'lines', times: [0] },
      { kind: 'cut', inLine: false },
    ]);
    kubelet.onOpen = () => {
      if (kubelet.queries.length !== 2) return;
      kubelet.current.lines = [];
      kubelet.write([10, 10]);
    };
    expect(await follow(kubelet)).toMatchObject({
      lines: ['line 1', 'line 2', 'line 3'],
      notices: ['rotated'],
    });
  });

  test('of a node that writes no times is not repeated: it ends, or fails with what broke the connection', async () => {
    for (const kind of ['end', 'cut'] as const) {
      const kubelet = new Kubelet([
        { kind: 'lines', times: [0, 10] },
        { kind, inLine: false },
        { kind: 'lines', times: [10] },
      ]);
      kubelet.writesTimes = false;
      const { lines, notices, error } = await follow(kubelet);
      expect([lines, notices]).toEqual([['line 1', 'line 2'], ['untimed']]);
      expect(error instanceof TransportError).toBe(kind === 'cut');
    }
  });

  test('waits for a pod that has no node, and for a container that is not known to its node yet', async () => {
    const kubelet = new Kubelet([{ kind: 'lines', times: [0] }]);
    kubelet.isScheduled = false;
    void kubelet.clock.setTimer(() => (kubelet.isScheduled = true), 60_000);
    kubelet.onOpen = () => {
      if (kubelet.queries.length === 1) throw newBadRequest('waiting to start');
    };
    expect(await follow(kubelet)).toEqual({ lines: ['line 1'], notices: [], error: undefined });
    expect(kubelet.clock.now() - startMs).toBeGreaterThan(60_000);
  });

  test('goes on after refusals of a server that starts, for at most 10 s', async () => {
    const reason = 'User "jane" cannot get resource "pods/log" in API group "" in the namespace "shop"';
    const refusal = newForbidden({ group: '', resource: 'pods' }, 'web', reason);
    for (const [wasAllowed, refusedMs, isRefused] of [
      [true, 5_000, false],
      [true, 60_000, true],
      [false, 5_000, true],
    ] as const) {
      const kubelet = new Kubelet([
        { kind: 'lines', times: [0] },
        { kind: 'cut', inLine: false },
        { kind: 'lines', times: [0] },
      ]);
      kubelet.onOpen = () => {
        if (wasAllowed && kubelet.queries.length === 1) return;
        if (kubelet.clock.now() - startMs < refusedMs) throw refusal;
      };
      const { lines, error } = await follow(kubelet);
      expect(error).toBe(isRefused ? refusal : undefined);
      expect(lines.length).toBe(isRefused ? Number(wasAllowed) : 2);
      expect(kubelet.clock.now() - startMs).toBeLessThan(20_000);
    }
  });
});

describe('the next step', () => {
  const run: ContainerRun = {
    pod: 'a',
    id: 'x://1',
    restarts: 1,
    previousId: 'x://0',
    outlook: 'runs',
    isDeclared: true,
  };
  const state: FollowState = { uid: 'a', run, asked: 'part', isCut: false };

  test.each([
    ['a pod that is gone', state, 'gone', 'end'],
    ['a pod that was never there', { ...state, uid: undefined, asked: 'nothing' }, 'gone', 'follow'],
    ['a pod that cannot be read', state, undefined, 'follow'],
    ['another pod of the name', state, { ...run, pod: 'b' }, 'end'],
    ['a pod without a node', { ...state, run: undefined }, { ...run, outlook: 'pending' }, 'wait'],
    ['another container ID', state, { ...run, id: 'x://2' }, 'changeRun'],
    ['another restart count', state, { ...run, restarts: 2 }, 'changeRun'],
    ['a container that goes on', state, run, 'follow'],
    ['a container that has ended', state, { ...run, outlook: 'ended' }, 'readToEnd'],
    ['one that was read to its end', { ...state, asked: 'all' }, { ...run, outlook: 'ended' }, 'end'],
    ['a container between two runs', state, { ...run, outlook: 'waits' }, 'readToEnd'],
    ['one whose run was read', { ...state, asked: 'all' }, { ...run, outlook: 'waits' }, 'wait'],
    ['one without a status', state, { ...run, outlook: 'unknown' }, 'end'],
    [
      'one without a status after a break',
      { ...state, isCut: true },
      { ...run, outlook: 'unknown' },
      'follow',
    ],
  ] as const)('of %s', (_what, now, seen, step) => {
    expect(nextStep(now as FollowState, seen)).toBe(step);
  });
});
