import { isThenable } from '../../util/type-checks.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireCall, requireKnownOptions } from '../../util/known-options.js';
import { onAbort } from '../../util/signal.js';
import type { KubernetesObject } from '../../meta/types.js';
import { systemClock } from '../../util/clock.js';
import type { Clock } from '../../util/clock.js';
import { asError } from '../../util/errors.js';
import { Histogram } from '../../util/histogram.js';
import { containLogger } from '../../util/logger.js';
import { finishSteps } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import type { Syncable } from './cache-sync.js';
import { InformerError } from '../informer-error.js';
import { Latch } from '../latch.js';
import { DeltaFIFO } from '../queues/delta-fifo.js';
import { Reflector } from '../reflector/reflector.js';
import { reflectorOptionNames } from '../reflector/reflector-options.js';
import type { ReflectorOptions } from '../reflector/reflector-options.js';
import type { ReflectorStatus } from '../reflector/reflector-status.js';
import { requireRunner, SliceRunner } from '../slice-runner.js';
import type { SlicedTask } from '../slice-runner.js';
import type { CallOptions } from '../../meta/calls.js';
import type {
  BatchProcessFunc,
  DeltaKeys,
  Deltas,
  ListerWatcher,
  PopProcessFunc,
  Queue,
  ReplacedAll,
} from '../types.js';
import { refuse, requireFunction, requireMethods } from '../../util/require.js';

/**
 * Processes a popped item, as PopProcessFunc does.
 *
 * May return steps that only notify of what the store already shows: the loop runs them, in time slices, before it pops the
 * next item, and counts as synced only after the last one.
 */
export type ProcessFunc<T> = (
  deltas: Deltas<T>,
  isInInitialList: boolean,
  keys?: DeltaKeys,
) => Iterator<unknown, void> | undefined | void;

/** Prepares, in steps, what `process` needs for a list at the head of the queue. Must not change what can be read. */
export type PrepareFunc<T> = {
  prepare(list: ReplacedAll<T>, keys: readonly string[]): Iterator<unknown, void>;
}['prepare'];

/** Options of an InformerController, including those of its Reflector (client-go's Config). */
export interface InformerControllerOptions<T extends KubernetesObject> extends ReflectorOptions {
  /** Filled by the Reflector and emptied by the process loop. Closed when the controller stops. */
  readonly queue: Queue<T>;
  /** What the Reflector lists and watches. */
  readonly listerWatcher: ListerWatcher<T>;
  /** Called synchronously with each popped item. An exception is reported, and the loop continues. */
  readonly process: ProcessFunc<T>;
  /** Called with each list of a queue with atomic events before it is popped, so that `process` is short. Default: none. */
  readonly prepare?: PrepareFunc<T> | undefined;
  /** Called with many deltas at once if the queue supports batches, as a DeltaFIFO does. Default: `process`, one by one. */
  readonly processBatch?: BatchProcessFunc<T> | undefined;
  /** Called with what `process` threw. Default: logs it at level error. */
  readonly onProcessError?: ((error: Error) => void) | undefined;
  /** Called once, when the whole first list has been processed, before `synced` resolves. Must not throw. */
  readonly onSynced?: (() => void) | undefined;
  /**
   * Runs the process loop in time slices; may be shared. Default: a new one.
   * @internal
   */
  readonly runner?: SliceRunner | undefined;
}

const controllerOptionNames: OptionNames<InformerControllerOptions<KubernetesObject>> = {
  ...reflectorOptionNames,
  queue: true,
  listerWatcher: true,
  process: true,
  prepare: requireFunction,
  processBatch: requireFunction,
  onProcessError: requireFunction,
  onSynced: requireFunction,
  runner: requireRunner,
};

/**
 * Runs a Reflector that fills a queue, and a loop that passes its items to `process` (client-go's Controller).
 *
 * The loop is synchronous and works in time slices of 10 ms, so that the event loop stays responsive under load.
 */
export class InformerController<T extends KubernetesObject> implements Syncable {
  readonly #queue: Queue<T>;
  readonly #loop: ProcessLoop<T>;
  readonly #reflector: Reflector<T>;
  readonly #runner: SliceRunner;
  readonly #synced = new Latch();
  #started = false;

  /** Lists and watches one resource, and hands its changes to `process` through a queue, once it runs. */
  constructor(options: InformerControllerOptions<T>) {
    requireKnownOptions('an InformerController', options, controllerOptionNames);
    const {
      queue,
      listerWatcher,
      process,
      prepare,
      processBatch,
      onProcessError,
      onSynced,
      runner,
      ...reflectorOptions
    } = options;
    requireMethods('queue of an InformerController', queue, [
      'add',
      'update',
      'delete',
      'replace',
      'resync',
      'tryPop',
      'setListener',
      'close',
    ]);
    if (!isThenable(queue.synced))
      refuse('synced of the queue of an InformerController', 'a promise', queue.synced);
    requireFunction('process of an InformerController', process);
    const clock = reflectorOptions.clock ?? systemClock;
    const logger = containLogger(reflectorOptions.logger);
    this.#queue = queue;
    this.#runner = runner ?? new SliceRunner({ clock });
    this.#reflector = new Reflector<T>(listerWatcher, queue, reflectorOptions);
    this.#loop = new ProcessLoop<T>(queue, process, processBatch, {
      clock,
      prepare,
      onSynced: () => {
        onSynced?.();
        this.#synced.release();
      },
      onSlice: (isBehind) => this.#reflector.status.backlog(isBehind),
      onError:
        onProcessError ??
        ((error) => {
          logger.error({ name: reflectorOptions.name, err: error }, 'processing a change failed');
        }),
    });
  }

  /**
   * Runs until the signal aborts. Resolves when nothing of this controller is running any more; items still in the queue are
   * dropped. Rejects with InformerError `ERR_INFORMER_STARTED` if called a second time.
   */
  async run(call: CallOptions = {}): Promise<void> {
    requireCall('run of an InformerController', call);
    if (this.#started) {
      throw new InformerError(
        'ERR_INFORMER_STARTED',
        'a controller can be run only once, and this one was run already',
      );
    }
    this.#started = true;
    const stopLoop = (): void => {
      this.#loop.stop();
      this.#runner.drop(this.#loop);
    };
    if (call.signal?.aborted === true) stopLoop();
    // At once: no item may be processed while the Reflector is still stopping.
    const undo = call.signal && onAbort(call.signal, stopLoop);
    const wake = (): void => this.#runner.wake(this.#loop);
    this.#queue.setListener(wake);
    // A first list without objects queues nothing, so nothing else would wake the loop. `synced` never rejects.
    void this.#queue.synced.then(wake);
    wake();
    try {
      await this.#reflector.run({ signal: call.signal });
    } finally {
      undo?.();
      this.#queue.setListener(undefined);
      this.#queue.close();
      stopLoop();
      this.#synced.fail(
        new InformerError('ERR_INFORMER_STOPPED', `controller ${this.name} stopped before it had synced`),
      );
    }
  }

  /**
   * Delivers the remaining events of a state that the store already shows. Otherwise a handler that is added now would get
   * these objects twice.
   * @internal
   */
  finishNotifying(): void {
    this.#loop.finishNotifying();
  }

  /**
   * Resyncs the queue, for an informer that resyncs several controllers together.
   * @internal
   */
  resync(): void {
    this.#queue.resync();
  }

  /**
   * The status of its Reflector.
   * @internal
   */
  get status(): ReflectorStatus {
    return this.#reflector.status;
  }

  /**
   * See `Reflector.retryNow`.
   * @internal
   */
  retryNow(): boolean {
    return this.#reflector.retryNow();
  }

  /**
   * Seconds per popped item or batch.
   * @internal
   */
  get processingSeconds(): Histogram {
    return this.#loop.processingSeconds;
  }

  /**
   * Number of items in the queue.
   * @internal
   */
  get queuedItems(): number {
    return this.#queue.length;
  }

  /** The name of its Reflector. */
  get name(): string {
    return this.#reflector.name;
  }

  /** True while the server does not have the resource; see `Reflector.isAbsent`. */
  get isAbsent(): boolean {
    return this.#reflector.isAbsent;
  }

  /** True once all objects of the first list have been processed. */
  get hasSynced(): boolean {
    return this.#synced.done;
  }

  /** Resolves when `hasSynced` becomes true. Rejects with InformerError if the controller stops before. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  /** The resourceVersion that the Reflector has reached; "" before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#reflector.lastSyncResourceVersion;
  }
}

// client-go's buckets of informer_processing_latency_seconds.
const processingBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Of the seconds per popped item or batch. */
export function newProcessingHistogram(): Histogram {
  return new Histogram(processingBounds);
}

interface ProcessLoopOptions<T> {
  readonly clock: Clock;
  readonly prepare: PrepareFunc<T> | undefined;
  readonly onSynced: () => void;
  /** Called after each slice; `isBehind` if it did not empty the queue. */
  readonly onSlice: (isBehind: boolean) => void;
  readonly onError: (error: Error) => void;
}

/** A queue that supports batches, as a DeltaFIFO does. */
interface BatchQueue<T> extends Queue<T> {
  tryPopBatch(processBatch: BatchProcessFunc<T>, process: PopProcessFunc<T>): boolean;
}

function isBatchQueue<T>(queue: Queue<T>): queue is BatchQueue<T> {
  return 'tryPopBatch' in queue && typeof queue.tryPopBatch === 'function';
}

/**
 * Pops and processes items in time slices (client-go's processLoop).
 *
 * A list takes longer than a slice: first its steps of `prepare` run while it waits in the queue, then it is popped and
 * processed at once, then the steps that `process` returned notify of it. Nothing else is popped meanwhile.
 */
class ProcessLoop<T> implements SlicedTask {
  readonly #queue: Queue<T>;
  readonly #pop: () => boolean;
  readonly #options: ProcessLoopOptions<T>;
  /** The queue, if its lists are prepared. */
  readonly #lists: DeltaFIFO<T> | undefined;
  /** The remaining steps of `prepare`. */
  #preparing: Steps | undefined;
  /** The list that was prepared last. */
  #prepared: ReplacedAll<T> | undefined;
  /** The remaining steps that `process` returned. */
  #notifying: Steps | undefined;
  /** Seconds per popped item or batch. */
  readonly processingSeconds = newProcessingHistogram();
  /** Time and number of pops that are not in it yet, because the last item is not done. */
  #spentMs = 0;
  #pops = 0;
  #synced = false;
  #stopped = false;

  constructor(
    queue: Queue<T>,
    process: ProcessFunc<T>,
    processBatch: BatchProcessFunc<T> | undefined,
    options: ProcessLoopOptions<T>,
  ) {
    this.#queue = queue;
    this.#options = options;
    if (options.prepare !== undefined && queue instanceof DeltaFIFO) this.#lists = queue as DeltaFIFO<T>;
    const processOne: PopProcessFunc<T> = (deltas, isInInitialList, keys) => {
      this.#notifying = (process(deltas, isInInitialList, keys) ?? undefined) as Steps | undefined;
    };
    this.#pop =
      processBatch !== undefined && isBatchQueue(queue)
        ? () => queue.tryPopBatch(processBatch, processOne)
        : () => queue.tryPop(processOne);
  }

  stop(): void {
    this.#stopped = true;
    this.#preparing = undefined;
    this.#notifying = undefined;
  }

  finishNotifying(): void {
    const steps = this.#notifying;
    this.#notifying = undefined;
    if (steps !== undefined) this.#report(() => finishSteps(steps));
  }

  runWhile(hasTime: () => boolean): boolean {
    const { clock } = this.#options;
    const startMs = clock.monotonic();
    let isLeft = false;
    while (!this.#stopped) {
      const worked = this.#report(this.#step);
      if (this.#isBetweenItems && !this.#synced && this.#queue.hasSynced) {
        this.#synced = true;
        this.#options.onSynced();
      }
      if (!worked) break;
      if (hasTime()) continue;
      isLeft = !this.#isBetweenItems || this.#queue.length > 0;
      break;
    }
    this.#measure(clock.monotonic() - startMs);
    this.#options.onSlice(isLeft);
    return isLeft;
  }

  get #isBetweenItems(): boolean {
    return this.#preparing === undefined && this.#notifying === undefined;
  }

  /** Per slice, so that an item costs nothing: the items of a slice count as equally long. */
  #measure(spentMs: number): void {
    this.#spentMs += spentMs;
    if (!this.#isBetweenItems || this.#pops === 0) return;
    this.processingSeconds.observe(this.#spentMs / this.#pops / 1000, this.#pops);
    this.#spentMs = 0;
    this.#pops = 0;
  }

  /** True if it throws, which is reported: there was something to do. */
  #report(work: () => boolean | void): boolean {
    try {
      return work() === true;
    } catch (error) {
      this.#options.onError(asError(error));
      return true;
    }
  }

  /** Does the next step; false if there was nothing to do. */
  readonly #step = (): boolean => {
    if (this.#notifying !== undefined) {
      const steps = this.#notifying;
      // Undefined while it runs, and if it throws.
      this.#notifying = undefined;
      if (steps.next().done !== true) this.#notifying = steps;
      return true;
    }
    if (this.#preparing !== undefined || this.#isUnprepared()) {
      const steps = this.#preparing as Steps;
      this.#preparing = undefined;
      if (steps.next().done !== true) this.#preparing = steps;
      return true;
    }
    const worked = this.#pop();
    if (worked) this.#pops++;
    return worked;
  };

  /** True if a list at the head of the queue has to be prepared; the steps are ready then. */
  #isUnprepared(): boolean {
    const head = this.#lists?.head();
    if (head === undefined || head.list === this.#prepared) return false;
    this.#prepared = head.list;
    this.#preparing = this.#options.prepare?.(head.list, head.keys) as Steps | undefined;
    return true;
  }
}
