import type { CallOptions, ListerWatcher } from '../cache/types.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import type { Clock, Timer } from '../util/clock.js';
import type { TextSink } from './cli-io.js';

/** Passes everything through and tells how many objects have come: what a progress line needs. */
export class CountingListerWatcher<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly #inner: ListerWatcher<T>;
  #received = 0;

  constructor(inner: ListerWatcher<T>) {
    this.#inner = inner;
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
    return list;
  }

  async watch(options: ListOptions, call?: CallOptions): Promise<WatchStream<T>> {
    const stream = await this.#inner.watch(options, call);
    const nextBatch = async (): Promise<readonly WatchEvent<T>[] | undefined> => {
      const batch = await stream.nextBatch();
      this.#received += batch?.length ?? 0;
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
  readonly #sources: readonly ProgressSource[];
  readonly #sink: TextSink;
  readonly #clock: Clock;
  #timer: Timer | undefined;
  #shown = false;

  constructor(sources: readonly ProgressSource[], sink: TextSink, clock: Clock) {
    this.#sources = sources;
    this.#sink = sink;
    this.#clock = clock;
  }

  start(): void {
    this.#timer = this.#clock.setTimer(() => this.#tick(), firstLineMs);
  }

  /** Takes the line away. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (this.#shown && this.#sink.isTTY) this.#sink.write('\r\x1b[K');
  }

  #tick(): void {
    const parts = this.#sources.map(
      (source) => `${source.label} ${source.done() ? 'done' : source.received()}`,
    );
    const line = `syncing: ${parts.join(', ')}`;
    this.#sink.write(this.#sink.isTTY ? `\r${line}\x1b[K` : `${line}\n`);
    this.#shown = true;
    this.#timer = this.#clock.setTimer(() => this.#tick(), this.#sink.isTTY ? 250 : 5000);
  }
}
