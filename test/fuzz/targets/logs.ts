import { newNotFound } from '../../../packages/kube-informers/src/meta/status.js';
import { StatusError } from '../../../packages/kube-informers/src/meta/errors.js';
import type { corev1 } from '../../../packages/kube-informers/src/resources/types.js';
import { LogFollower } from '../../../packages/kube-informers/src/streams/follow-log.js';
import type { LogQuery, LogSource } from '../../../packages/kube-informers/src/streams/follow-log.js';
import { TransportError } from '../../../packages/kube-informers/src/util/errors.js';
import type { Clock } from '../../../packages/kube-informers/src/util/clock.js';
import { ByteReader, expectThat, shown } from '../target.js';
import type { FuzzTarget } from '../target.js';

const startMs = Date.UTC(2026, 0, 1);
/** More requests than any input needs. */
const mostRequests = 200;

/** A clock whose sleeps end at once. */
class QuickClock implements Clock {
  #ms = startMs;

  now(): number {
    return this.#ms;
  }

  monotonic(): number {
    return this.#ms - startMs;
  }

  setTimer(): { cancel(): void } {
    return { cancel: () => undefined };
  }

  sleep(delayMs: number): Promise<void> {
    this.#ms += delayMs;
    return Promise.resolve();
  }
}

const missing = (): StatusError => newNotFound({ group: '', resource: 'pods' }, 'web');
const cut = (): TransportError => new TransportError('ERR_BODY_CUT', 'cut');

function podOf(isOver: boolean): corev1.Pod {
  const state = isOver ? { terminated: { exitCode: 0 } } : { running: {} };
  const app = { name: 'app', image: '', imageID: '', ready: true, restartCount: 0, containerID: 'x://0' };
  return {
    metadata: { name: 'web', uid: 'uid-1' },
    spec: { restartPolicy: 'Never', nodeName: 'node-1', containers: [{ name: 'app' }] },
    status: { phase: isOver ? 'Succeeded' : 'Running', containerStatuses: [{ ...app, state }] },
  };
}

abstract class Source implements LogSource {
  readonly clock = new QuickClock();
  requests = 0;

  open(query: LogQuery): AsyncGenerator<Uint8Array, void, void> {
    expectThat(++this.requests <= mostRequests, `more than ${mostRequests} requests`);
    return this.answer(query);
  }

  abstract answer(query: LogQuery): AsyncGenerator<Uint8Array, void, void>;
  abstract pod(): Promise<corev1.Pod>;

  troubleAgeMs(): undefined {
    return undefined;
  }

  /** Follows to the end. */
  async lines(): Promise<{ readonly lines: string[]; readonly error: unknown }> {
    const where = { namespace: 'shop', pod: 'web', container: 'app' };
    const { clock } = this;
    const options = { where, clock, container: 'app', onNotice: () => undefined };
    const lines: string[] = [];
    try {
      const follower = new LogFollower(this, { follow: true }, options);
      for await (const line of follower.lines(new AbortController().signal)) lines.push(line);
      return { lines, error: undefined };
    } catch (error) {
      return { lines, error };
    }
  }
}

/** A node that tells the truth about a container that writes anything, over connections that break anywhere. */
class HonestNode extends Source {
  readonly #file: { readonly timeMs: number; readonly bytes: Buffer }[] = [];
  readonly #cuts: number[];
  readonly #overAfter: number;
  readonly #aheadMs: number;

  constructor(reader: ByteReader) {
    super();
    this.#overAfter = reader.below(8);
    this.#cuts = Array.from({ length: reader.below(8) }, () => reader.below(1000));
    // Its clock differs from the client's, and grows: `follow-log.test.ts` sets it while lines are written.
    const aheadMs = (reader.byte() - 128) * 100;
    let timeMs = startMs + aheadMs - reader.byte() * 1000;
    let line: number[] = [];
    const end = (...newline: number[]): void => {
      const stamp = `${new Date(timeMs).toISOString().slice(0, -1)}000000Z `;
      this.#file.push({ timeMs, bytes: Buffer.from([...Buffer.from(stamp), ...line, ...newline]) });
      timeMs += 1 + line.length * 7;
      line = [];
    };
    while (!reader.isAtEnd) {
      const byte = reader.byte();
      if (byte === 10) end(byte);
      else line.push(byte);
    }
    if (line.length > 0) end();
    // Nothing is written in the future.
    this.#aheadMs = Math.max(aheadMs, timeMs - startMs);
  }

  get written(): string[] {
    const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const stampLength = 31;
    return this.#file.map(({ bytes }) => decode(bytes.subarray(stampLength)).replace(/\n$/, ''));
  }

  async *answer({ sinceSeconds }: LogQuery): AsyncGenerator<Uint8Array, void, void> {
    const nowMs = this.clock.now() + this.#aheadMs;
    const fromMs = typeof sinceSeconds === 'number' ? nowMs - sinceSeconds * 1000 : -Infinity;
    const body = Buffer.concat(this.#file.filter(({ timeMs }) => timeMs >= fromMs).map(({ bytes }) => bytes));
    const most = this.#cuts.shift() ?? Infinity;
    const end = Math.min(most, body.length);
    yield body.subarray(0, end >> 1);
    yield body.subarray(end >> 1, end);
    if (most < body.length) throw cut();
  }

  pod(): Promise<corev1.Pod> {
    return Promise.resolve(podOf(this.requests >= this.#overAfter));
  }
}

// What no API server sends.
const damaged = [
  {},
  { metadata: null, spec: null, status: null },
  { ...podOf(false), status: { containerStatuses: null, initContainerStatuses: [null, 5] } },
  { ...podOf(false), spec: { containers: [null], nodeName: 'a' }, status: { containerStatuses: [{ name: 'app', state: null }] } },
  { ...podOf(true), spec: { containers: {} }, status: { containerStatuses: { app: {} } } },
  { ...podOf(false), metadata: { uid: 5 } },
  { ...podOf(false), status: { phase: {}, containerStatuses: [{ name: 'app', restartCount: 'many', lastState: null }] } },
  { ...podOf(false), status: { containerStatuses: [{ name: 'app', restartCount: -1e308, containerID: {} }] } },
] as readonly unknown[] as readonly corev1.Pod[]; // prettier-ignore

/** A server that answers anything, and says of the pod what it likes. */
class HostileNode extends Source {
  readonly #reader: ByteReader;
  sentBytes = 0;

  constructor(reader: ByteReader) {
    super();
    this.#reader = reader;
  }

  async *answer(): AsyncGenerator<Uint8Array, void, void> {
    const reader = this.#reader;
    if (reader.isAtEnd) throw missing();
    for (let left = reader.below(5); left > 0; left--) {
      const bytes = Buffer.from(Array.from({ length: reader.byte() }, () => reader.byte()));
      this.sentBytes += bytes.length;
      yield bytes;
    }
    const ending = reader.below(4);
    if (ending === 0) throw cut();
    if (ending === 1) throw missing();
  }

  pod(): Promise<corev1.Pod> {
    const reader = this.#reader;
    if (reader.isAtEnd) return Promise.reject(missing());
    const choice = reader.byte();
    const pod = damaged[choice];
    if (pod !== undefined) return Promise.resolve(pod);
    const sound = podOf(choice % 8 === 0);
    const uid = choice % 5 === 0 ? 'uid-2' : 'uid-1';
    return Promise.resolve({ ...sound, metadata: { ...sound.metadata, uid } });
  }
}

/**
 * Followed logs: a container that writes anything hides, repeats and forges no line, wherever connections break; and whatever a server
 * answers, a log ends with lines that were sent or with a documented error.
 */
export function logsTarget(): FuzzTarget {
  const honest = (text: string, ...head: number[]): Buffer =>
    Buffer.concat([Buffer.of(0, ...head), Buffer.from(text)]);
  return {
    seeds: [
      honest('one\ntwo\ntwo\nthree', 6, 3, 0, 40, 0, 50, 0, 70, 128, 9),
      honest('2999-01-01T00:00:00Z hidden\nnext\n\n\nlast\n', 5, 2, 0, 64, 0, 99, 200, 1),
      honest('\ufeffbom\r\n\u0000\u001b[2J\n{"kind":"Status","status":"Failure"}\n', 3, 1, 0, 33, 100, 0),
      Buffer.from([1, 9, 2, 3, 65, 10, 66, 2, 67, 10, 0, 9, 1, 2, 68, 10, 3, 2, 1, 0, 3, 4, 5, 6, 7]),
      Buffer.from([1, ...damaged.keys(), 1, 5, ...Buffer.from('2026-')]),
    ],
    words: [
      '2999-01-01T00:00:00Z ',
      '2026-01-01T00:00:00.000000000Z ',
      '2026-01-01T00:00:00+23:59 ',
      '\r\n',
      '\n\n',
      'part 1 ',
    ],
    async run(input) {
      const reader = new ByteReader(input);
      if (reader.byte() % 2 === 0) {
        const node = new HonestNode(reader);
        const { lines, error } = await node.lines();
        expectThat(error === undefined, `failed: ${String(error)}`);
        const { written } = node;
        const first = written.findIndex((line, index) => line !== lines[index]);
        expectThat(
          first === -1 && lines.length === written.length,
          `${lines.length} of ${written.length} lines; line ${first} is ${shown(lines[first])}, not ${shown(written[first])}`,
        );
        return;
      }
      const node = new HostileNode(reader);
      const { lines, error } = await node.lines();
      const isExpected = error instanceof TransportError || error instanceof StatusError;
      if (error instanceof Error && !isExpected) throw error;
      const characters = lines.reduce((sum, line) => sum + line.length, 0);
      expectThat(characters <= node.sentBytes, `${characters} characters of ${node.sentBytes} bytes`);
    },
  };
}
