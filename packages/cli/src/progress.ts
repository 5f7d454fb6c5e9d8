import type {
  CallOptions,
  Clock,
  KubernetesList,
  KubernetesObject,
  ListerWatcher,
  ListOptions,
  Timer,
  WatchStream,
} from 'kube-informers';
import { MappedStream, printable } from 'kube-informers/internal';
import type { TextSink } from './cli-io.js';

/** Delegates to a ListerWatcher and reports how many objects arrived. */
export class CountingListerWatcher<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly #inner: ListerWatcher<T>;
  #received = 0;

  constructor(inner: ListerWatcher<T>) {
    this.#inner = inner;
  }

  /** Number of objects received so far, by list and by watch. */
  get received(): number {
    return this.#received;
  }

  get watchListUnsupported(): boolean {
    return this.#inner.watchListUnsupported ?? false;
  }

  async pagesFromCache(call?: CallOptions): Promise<boolean> {
    return (await this.#inner.pagesFromCache?.(call)) ?? false;
  }

  async list(options: ListOptions & CallOptions): Promise<KubernetesList<T>> {
    const list = await this.#inner.list(options);
    this.#received += list.items.length;
    return list;
  }

  async watch(options: ListOptions & CallOptions): Promise<WatchStream<T>> {
    return new MappedStream<T>(await this.#inner.watch(options), (event) => {
      this.#received++;
      return event;
    });
  }
}

/** The state of one resource in a progress line. */
export interface ProgressSource {
  readonly label: string;
  readonly received: () => number;
  readonly done: () => boolean;
}

// A sync that ends sooner needs no progress line.
const firstLineMs = 1000;

/** Shows the progress of a long sync on stderr: one rewritten line on a terminal, else a line every 5 s. */
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

  /** Removes the line and stops. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.clear();
  }

  /** Clears the line so that another one can be printed; the next tick draws it again. */
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
