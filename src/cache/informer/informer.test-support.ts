import { expect } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../testing/fake-clock.js';
import { FakeSource } from '../../testing/fake-source.js';
import type { Logger } from '../../util/logger.js';
import { SharedIndexInformer } from './shared-index-informer.js';
import type { SharedIndexInformerOptions } from './shared-index-informer.js';
import type { CacheFormat } from '../cache-format.js';
import type { ListerWatcher, ResourceEventHandler } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Every informer test runs on both. */
export const queues = ['DeltaFIFO', 'RealFIFO'] as const;

/** A pod in no namespace, so that its key is its name. */
export function pod(name: string, labels?: Readonly<Record<string, string>>): KubernetesObject {
  return { metadata: { name, ...(labels === undefined ? {} : { labels: { ...labels } }) } };
}

/** Writes each event down in a line: `+a` an add, `*a` one of the initial list, `~a` an update, `-a` a delete, `-a?` a missed one. */
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

  /** What was written since the last take, in the order of writing. */
  take(): string[] {
    return this.lines.splice(0);
  }

  /** The same, sorted: the order between objects is no promise. */
  takeSorted(): string[] {
    return this.take().toSorted();
  }
}

/** Whole numbers from 0 to below `below`, the same for the same seed: a run that fails can be repeated. */
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

/** A logger that keeps what it is told. */
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

/** What every fixture of this file is made with, unless its test says otherwise: for suites that run on another cache. */
export const informerDefaults: { cacheFormat?: CacheFormat } = {};

/** An informer on a source of its own, under a clock that stands still. */
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
    // No API server is ever at resourceVersion 0, where an empty source would begin.
    this.source = new FakeSource({ objects, firstResourceVersion: 10 });
    // Without jitter the first backoff lasts 800 ms.
    this.informer = new SharedIndexInformer(listerWatcher ?? this.source, {
      clock: this.clock,
      random: () => 0,
      ...informerDefaults,
      ...informerOptions,
    });
  }

  /** Runs the informer and lets everything happen that can without time passing. */
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

  /** Ends the informer and checks that nothing of it is left. */
  async stop(): Promise<void> {
    this.abort();
    await this.#run;
    expect(this.clock.pendingTimers).toBe(0);
    expect(this.source.openWatches).toBe(0);
  }
}
