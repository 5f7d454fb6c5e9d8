import { expect } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import type { Logger } from '../../util/logger.js';
import { SharedIndexInformer } from './shared-index-informer.js';
import type { SharedIndexInformerOptions } from './shared-index-informer.js';
import type { CacheFormat } from '../cache-format.js';
import type { ListerWatcher, ResourceEventHandler } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** A pod in no namespace, so that its key is its name. */
export function pod(name: string, labels?: Readonly<Record<string, string>>): KubernetesObject {
  return { metadata: { name, ...(labels === undefined ? {} : { labels: { ...labels } }) } };
}

/** Records events as lines: `+a` add, `*a` initial add, `~a` update, `-a` delete, `-a?` delete found by a relist. */
export class EventLog implements ResourceEventHandler<KubernetesObject> {
  lines: string[] = [];

  onAdd(object: DeepReadonly<KubernetesObject>, info: { readonly isInInitialList: boolean }): void {
    this.lines.push(`${info.isInInitialList ? '*' : '+'}${object.metadata?.name}`);
  }

  onUpdate(_old: DeepReadonly<KubernetesObject>, object: DeepReadonly<KubernetesObject>): void {
    this.lines.push(`~${object.metadata?.name}`);
  }

  onDelete({ key, finalStateUnknown }: { readonly key: string; readonly finalStateUnknown: boolean }): void {
    this.lines.push(`-${key}${finalStateUnknown ? '?' : ''}`);
  }

  /** Returns the lines since the last call, in order. */
  take(): string[] {
    return this.lines.splice(0);
  }

  /** As `take`, but sorted: the order between objects is not guaranteed. */
  takeSorted(): string[] {
    return this.take().toSorted();
  }
}

/** Returns a generator of whole numbers from 0 up to, not including, `below`; the same seed gives the same numbers. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    // Marsaglia's xorshift32.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A promise that the test settles. */
export function gate(): { readonly passed: Promise<void>; open(): void; fail(error: Error): void } {
  let open = (): void => undefined;
  let fail: (error: Error) => void = () => undefined;
  const passed = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { passed, open, fail };
}

/** A clock that user code moves without running timers. */
export class BusyClock extends FakeClock {
  #spentMs = 0;

  override monotonic(): number {
    return super.monotonic() + this.#spentMs;
  }

  override now(): number {
    return super.now() + this.#spentMs;
  }

  spend(ms: number): void {
    this.#spentMs += ms;
  }
}

/** A logger that records its lines. */
export function recordingLogger(): Logger & {
  lines: { level: string; message: string; [field: string]: unknown }[];
} {
  const lines: { level: string; message: string; [field: string]: unknown }[] = [];
  const at =
    (level: string): Logger['info'] =>
    (fields, message) =>
      void lines.push({ ...fields, level, message });
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Default options of every InformerFixture, for suites that run with another cache format. */
export const informerDefaults: { cacheFormat?: CacheFormat } = {};

/** An informer with its own source and a fake clock. */
export class InformerFixture {
  readonly clock = new FakeClock();
  readonly source: FakeSource<KubernetesObject>;
  readonly informer: SharedIndexInformer<KubernetesObject>;
  readonly #stop = new AbortController();
  #run: Promise<void> | undefined;

  constructor(
    options: SharedIndexInformerOptions<KubernetesObject> & {
      readonly objects?: readonly KubernetesObject[];
      readonly listerWatcher?: ListerWatcher<KubernetesObject>;
    } = {},
  ) {
    const { objects, listerWatcher, ...informerOptions } = options;
    // An empty source would start at resourceVersion 0, which no API server ever has.
    this.source = new FakeSource({ objects, firstResourceVersion: 10 });
    // Without jitter the first backoff lasts 800 ms.
    this.informer = new SharedIndexInformer(listerWatcher ?? this.source, {
      clock: this.clock,
      random: () => 0,
      ...informerDefaults,
      ...informerOptions,
    });
  }

  /** Starts the informer and waits for everything that needs no timer. */
  async start(): Promise<this> {
    this.run();
    await settle();
    return this;
  }

  run(): void {
    this.#run = this.informer.run({ signal: this.#stop.signal });
  }

  /** Aborts, without waiting. */
  abort(): void {
    this.#stop.abort(new Error('test is over'));
  }

  /** Stops the informer and checks that it leaves no timer and no watch. */
  async stop(): Promise<void> {
    this.abort();
    await this.#run;
    expect(this.clock.pendingTimers).toBe(0);
    expect(this.source.openWatches).toBe(0);
  }
}
