import type { CallOptions, ListerWatcher } from '../cache/types.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import type { Clock, Timer } from '../util/clock.js';
import { printable } from '../util/printable.js';
import type { TextSink } from './cli-io.js';

/** Passes everything through, and tells how many objects have come and that something came at all. */
export class CountingListerWatcher<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly #inner: ListerWatcher<T>;
  readonly #onAnswer: () => void;
  #received = 0;

  constructor(inner: ListerWatcher<T>, onAnswer: () => void = () => undefined) {
    this.#inner = inner;
    this.#onAnswer = onAnswer;
  }

  /** Objects received so far, by list and by watch. */
  get received(): number {
    return this.#received;
  }

  get watchListUnsupported(): boolean {
    return this.#inner.watchListUnsupported ?? false;
  }

  async list(options: ListOptions, call?: CallOptions): Promise<KubernetesList<T>> {
    const list = await this.#inner.list(options, call);
    this.#received += list.items.length;
    this.#onAnswer();
    return list;
  }

  async watch(options: ListOptions, call?: CallOptions): Promise<WatchStream<T>> {
    const stream = await this.#inner.watch(options, call);
    const nextBatch = async (): Promise<readonly WatchEvent<T>[] | undefined> => {
      const batch = await stream.nextBatch();
      this.#received += batch?.length ?? 0;
      // A watch's last word may be an error: only what it brings is an answer.
      if (batch?.some((event) => event.type !== 'ERROR') === true) this.#onAnswer();
      return batch;
    };
    return {
      nextBatch,
      stop: () => stream.stop(),
      async *[Symbol.asyncIterator]() {
        for (let batch = await nextBatch(); batch !== undefined; batch = await nextBatch()) yield* batch;
      },
    };
  }
}

/** What a progress line shows of one resource. */
export interface ProgressSource {
  readonly label: string;
  readonly received: () => number;
  readonly done: () => boolean;
}

// A sync that is over sooner needs no progress line.
const firstLineMs = 1000;

/** Tells on stderr how far a long sync is: one line that is rewritten on a terminal, a line every 5 s elsewhere. */
export class ProgressLine {
  readonly #sink: TextSink;
  readonly #clock: Clock;
  #timer: Timer | undefined;
  #sources: readonly ProgressSource[] = [];
  #shown = false;

  constructor(sink: TextSink, clock: Clock) {
    this.#sink = sink;
    this.#clock = clock;
  }

  start(sources: readonly ProgressSource[]): void {
    this.#sources = sources;
    this.#timer = this.#clock.setTimer(() => this.#tick(), firstLineMs);
  }

  /** Takes the line away for good. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.clear();
  }

  /** Makes room for another line on the same terminal; the next tick draws this one again. */
  clear(): void {
    if (this.#shown && this.#sink.isTTY) this.#sink.control('\r\x1b[K');
    this.#shown = false;
  }

  #tick(): void {
    const parts = this.#sources.map(
      (source) => `${source.label} ${source.done() ? 'done' : source.received()}`,
    );
    const line = printable(`syncing: ${parts.join(', ')}`);
    if (this.#sink.isTTY) {
      this.#sink.control('\r');
      this.#sink.write(line);
      this.#sink.control('\x1b[K');
    } else this.#sink.write(`${line}\n`);
    this.#shown = true;
    this.#timer = this.#clock.setTimer(() => this.#tick(), this.#sink.isTTY ? 250 : 5000);
  }
}
