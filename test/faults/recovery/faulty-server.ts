import { StatusError, TransportError } from 'kube-informers';
import type {
  KubernetesList,
  KubernetesObject,
  ListOptions,
  ListerWatcher,
  WatchStream,
} from 'kube-informers';
import { FakeWatchStream } from '@kube-informers/testing';
import type { FakeClock } from '@kube-informers/testing';

export type FaultKind = 'refused' | '410' | '500' | 'cut' | 'cut list';

/** When faults happen, and how long they last. */
export interface FaultPlan {
  readonly kind: FaultKind;
  /** Time from the opening of a healthy watch to the next fault, ms. */
  readonly untilFaultMs: () => number;
  readonly lastsMs: number;
}

/** During a fault, a watch that is opened is cut this long after its first event, ms. */
const cutAfterMs = 100;

/**
 * A server on virtual time, for one client, whose answers take no time. It measures how long it was healthy while the
 * client had no open watch, that is, how long the cache was behind for lack of a request.
 */
export class FaultyServer implements ListerWatcher<KubernetesObject> {
  readonly watchListUnsupported = true;
  /** When each request came, ms. */
  readonly requests: number[] = [];
  readonly #clock: FakeClock;
  readonly #plan: FaultPlan;
  #version = 1;
  #faulty = false;
  #planned = false;
  #stream: FakeWatchStream<KubernetesObject> | undefined;
  #behindMs = 0;
  #behindSinceMs: number | undefined;

  constructor(clock: FakeClock, plan: FaultPlan) {
    this.#clock = clock;
    this.#plan = plan;
  }

  /** How long the cache was behind while the server was healthy, ms, without the time before the first watch. */
  get behindMs(): number {
    const sinceMs = this.#behindSinceMs;
    return this.#behindMs + (sinceMs === undefined ? 0 : this.#clock.monotonic() - sinceMs);
  }

  get isWatched(): boolean {
    return this.#stream !== undefined && !this.#faulty;
  }

  /** Starts a fault. It lasts as the plan defines; with 0 it affects the open watch alone. */
  strike(): void {
    const { kind, lastsMs } = this.#plan;
    this.#faulty = lastsMs > 0;
    const stream = this.#stream;
    if (kind === '410' || kind === 'cut list') stream?.error(expired.status);
    else if (kind === '500') stream?.error(internal.status);
    else stream?.fail(new TransportError('ERR_WATCH_CUT', 'cut'));
    if (lastsMs > 0) {
      this.#clock.setTimer(() => {
        this.#faulty = false;
        this.#look();
        this.#planNext();
      }, lastsMs);
    }
    this.#look();
  }

  async list(): Promise<KubernetesList<KubernetesObject>> {
    this.#ask('list');
    return {
      kind: 'List',
      apiVersion: 'v1',
      metadata: { resourceVersion: String(this.#version) },
      items: [],
    };
  }

  async watch(options: ListOptions): Promise<WatchStream<KubernetesObject>> {
    this.#ask('watch');
    const stream: FakeWatchStream<KubernetesObject> = new FakeWatchStream(() => {
      timer.cancel();
      if (this.#stream !== stream) return;
      this.#stream = undefined;
      this.#look();
    });
    const timer = this.#faulty
      ? this.#clock.setTimer(() => stream.fail(new TransportError('ERR_WATCH_CUT', 'cut')), cutAfterMs)
      : this.#clock.setTimer(() => stream.end(), (options.timeoutSeconds ?? 300) * 1000);
    this.#stream = stream;
    stream.bookmark(String(++this.#version));
    this.#look();
    this.#planNext();
    return stream;
  }

  #ask(verb: 'list' | 'watch'): void {
    this.requests.push(this.#clock.monotonic());
    if (!this.#faulty) return;
    const { kind } = this.#plan;
    if (kind === 'refused') throw new TransportError('ERR_CONNECTION_REFUSED', 'refused');
    if (kind === '500') throw internal;
    if (kind === '410' && verb === 'watch') throw expired;
    if (kind === 'cut list' && verb === 'list') throw new TransportError('ERR_BODY_CUT', 'cut');
  }

  #planNext(): void {
    if (this.#planned || this.#faulty || this.#stream === undefined) return;
    this.#planned = true;
    this.#clock.setTimer(() => {
      this.#planned = false;
      this.strike();
    }, this.#plan.untilFaultMs());
  }

  /** Updates the time behind; called whenever it may begin or end. */
  #look(): void {
    const nowMs = this.#clock.monotonic();
    const behind = !this.#faulty && this.#stream === undefined;
    if (!behind && this.#behindSinceMs !== undefined) {
      this.#behindMs += nowMs - this.#behindSinceMs;
      this.#behindSinceMs = undefined;
    } else if (behind) this.#behindSinceMs ??= nowMs;
  }
}

const expired = new StatusError({ code: 410, reason: 'Expired', message: 'too old resource version' });
const internal = new StatusError({ code: 500, reason: 'InternalError', message: 'etcd is not there' });
