import type {
  CallOptions,
  KubernetesList,
  KubernetesObject,
  ListerWatcher,
  ListOptions,
  WatchStream,
} from 'kube-informers';
import {
  hasMethods,
  type OptionNames,
  raceSignal,
  requireBoolean,
  requireCallOptions,
  requireFunction,
  requireKnownOptions,
  splitCall,
} from 'kube-informers/internal';
import { FakeWatchStream } from './fake-watch-stream.js';

/** A request that a fake source received. */
export interface FakeRequest {
  /** `list` or `watch`. */
  readonly verb: 'list' | 'watch';
  /** Options of the request. */
  readonly options: Readonly<ListOptions>;
  /** Time of the request on the source's clock (`Clock.monotonic`); 0 without a clock. */
  readonly atMs: number;
}

/** The responses of a `FakeListerWatcher`. A thrown error or rejection fails the call. */
export interface FakeListerWatcherOptions<T extends KubernetesObject> {
  /** Answers a list; `count` is 1 for the first. Default: an empty list at resourceVersion "1". */
  readonly list?:
    | ((options: ListOptions, count: number) => KubernetesList<T> | Promise<KubernetesList<T>>)
    | undefined;
  /** Answers a watch; `count` is 1 for the first. Default: a new, silent `FakeWatchStream`. */
  readonly watch?:
    | ((options: ListOptions, count: number) => WatchStream<T> | Promise<WatchStream<T>>)
    | undefined;
  /** True if watch-lists are unsupported: a Reflector then never requests one. Default: false. */
  readonly watchListUnsupported?: boolean | undefined;
  /** What `pagesFromCache` resolves with: true makes a Reflector list in pages, as a server from 1.34 on. Default: false. */
  readonly pagesFromCache?: boolean | undefined;
  /** Provides the times in the request log. Default: every request is at 0. */
  readonly clock?:
    | {
        /** Returns milliseconds on a monotonic clock. */
        monotonic(): number;
      }
    | undefined;
}

const fakeListerWatcherOptionNames: OptionNames<FakeListerWatcherOptions<KubernetesObject>> = {
  list: requireFunction,
  watch: requireFunction,
  watchListUnsupported: requireBoolean,
  pagesFromCache: requireBoolean,
  clock: hasMethods('monotonic'),
};

/**
 * A ListerWatcher whose responses are given by the test, for tables of requests.
 *
 * ```ts
 * const source = new FakeListerWatcher<Pod>({ watchListUnsupported: true, list: () => podList('10') });
 * …
 * const stream = await source.nextStream();   // the watch that the reflector opened
 * stream.add(pod);
 * expect(source.watches).toEqual([expect.objectContaining({ resourceVersion: '10' })]);
 * ```
 */
export class FakeListerWatcher<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly watchListUnsupported: boolean;
  /** Every request, oldest first. */
  readonly requests: FakeRequest[] = [];
  /** Every FakeWatchStream that was returned, oldest first. */
  readonly streams: FakeWatchStream<T>[] = [];
  readonly #options: FakeListerWatcherOptions<T>;
  #taken = 0;
  #waiting: (() => void)[] = [];

  /** A source without a server, whose lists and watches a test answers one by one. */
  constructor(options: FakeListerWatcherOptions<T> = {}) {
    requireKnownOptions('a FakeListerWatcher', options, fakeListerWatcherOptionNames);
    this.#options = options;
    this.watchListUnsupported = options.watchListUnsupported ?? false;
  }

  /** Options of every list, oldest first. */
  get lists(): readonly ListOptions[] {
    return this.requests.filter((request) => request.verb === 'list').map((request) => request.options);
  }

  /** Options of every watch, oldest first. */
  get watches(): readonly ListOptions[] {
    return this.requests.filter((request) => request.verb === 'watch').map((request) => request.options);
  }

  /** Returns the next stream that was not returned yet; waits for its watch to be opened. */
  async nextStream(): Promise<FakeWatchStream<T>> {
    for (;;) {
      const stream = this.streams[this.#taken];
      if (stream !== undefined) {
        this.#taken++;
        return stream;
      }
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  pagesFromCache(): Promise<boolean> {
    return Promise.resolve(this.#options.pagesFromCache ?? false);
  }

  async list(options: ListOptions & CallOptions): Promise<KubernetesList<T>> {
    requireCallOptions('list of a FakeListerWatcher', options);
    const { request, call } = splitCall(options);
    const count = this.#log('list', request);
    const answer = this.#options.list ?? (() => ({ metadata: { resourceVersion: '1' }, items: [] }));
    return raceSignal(
      Promise.resolve().then(() => answer(request, count)),
      call.signal,
    );
  }

  /** Opens a watch, which the test answers. */
  async watch(options: ListOptions & CallOptions): Promise<WatchStream<T>> {
    requireCallOptions('watch of a FakeListerWatcher', options);
    const { request, call } = splitCall(options);
    const count = this.#log('watch', request);
    const answer = this.#options.watch ?? (() => new FakeWatchStream<T>());
    const stream = await raceSignal(
      Promise.resolve().then(() => answer(request, count)),
      call.signal,
    );
    if (stream instanceof FakeWatchStream) {
      this.streams.push(stream as FakeWatchStream<T>);
      for (const wake of this.#waiting.splice(0)) wake();
    }
    return stream;
  }

  #log(verb: 'list' | 'watch', options: ListOptions): number {
    this.requests.push({ verb, options: { ...options }, atMs: this.#options.clock?.monotonic() ?? 0 });
    return this.requests.filter((request) => request.verb === verb).length;
  }
}
