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
import { PendingSteps } from '../../util/pending-steps.js';
import type { Steps } from '../../util/steps.js';
import type { Syncable } from './cache-sync.js';
import { InformerError } from '../informer-error.js';
import { Latch } from '../latch.js';
import { partiallyNotified, resyncInSteps } from '../sliced-replace.js';
import { Reflector } from '../reflector/reflector.js';
import { reflectorOptionNames } from '../reflector/reflector-options.js';
import type { ReflectorOptions } from '../reflector/reflector-options.js';
import type { ReflectorStatus } from '../reflector/reflector-status.js';
import { SliceRunner } from '../slice-runner.js';
import type { SlicedTask } from '../slice-runner.js';
import type { BatchProcessFunc, DeltaKeys, Deltas, ListerWatcher, PopProcessFunc, Queue } from '../types.js';
import type { CallOptions } from '../../meta/calls.js';
import { refuse, requireFunction, requireFunctions, requireMethods } from '../../util/require.js';

/**
 * Processes a popped item, as PopProcessFunc does.
 *
 * May return an iterator over the remaining work: the loop runs its steps, in time slices, before it pops the next item, and
 * counts as synced only after the last step.
 */
export type ProcessFunc<T> = (
  deltas: Deltas<T>,
  isInInitialList: boolean,
  keys?: DeltaKeys,
) => Iterator<unknown, void> | undefined | void;

/** Options of a Controller, including those of its Reflector (client-go's Config). */
export interface ControllerOptions<T extends KubernetesObject> extends ReflectorOptions {
  /** Filled by the Reflector and emptied by the process loop. Closed when the controller stops. */
  readonly queue: Queue<T>;
  /** What the Reflector lists and watches. */
  readonly listerWatcher: ListerWatcher<T>;
  /** Called synchronously with each popped item. An exception is reported, and the loop continues. */
  readonly process: ProcessFunc<T>;
  /** Called with many deltas at once if the queue supports batches, as DeltaFIFO and RealFIFO do. Default: `process`, one by one. */
  readonly processBatch?: BatchProcessFunc<T> | undefined;
  /** Called with what `process` threw. Default: logs it at level error. */
  readonly onProcessError?: ((error: Error) => void) | undefined;
  /** Called once, when the whole first list has been processed, before `synced` resolves. Must not throw. */
  readonly onSynced?: (() => void) | undefined;
  /** Runs the process loop in time slices; may be shared. Default: a new one. */
  readonly runner?: SliceRunner | undefined;
}

const controllerOptionNames: OptionNames<ControllerOptions<KubernetesObject>> = {
  ...reflectorOptionNames,
  queue: true,
  listerWatcher: true,
  process: true,
  processBatch: true,
  onProcessError: true,
  onSynced: true,
  runner: true,
};

/**
 * Runs a Reflector that fills a queue, and a loop that passes its items to `process` (client-go's Controller).
 *
 * The loop is synchronous and works in time slices of 10 ms, so that the event loop stays responsive under load.
 */
export class Controller<T extends KubernetesObject> implements Syncable {
  readonly #queue: Queue<T>;
  readonly #loop: ProcessLoop<T>;
  readonly #reflector: Reflector<T>;
  readonly #runner: SliceRunner;
  readonly #synced = new Latch();
  #started = false;

  constructor(options: ControllerOptions<T>) {
    requireKnownOptions('a Controller', options, controllerOptionNames);
    const {
      queue,
      listerWatcher,
      process,
      processBatch,
      onProcessError,
      onSynced,
      runner,
      ...reflectorOptions
    } = options;
    requireMethods('queue of a Controller', queue, [
      'add',
      'update',
      'delete',
      'replace',
      'resync',
      'tryPop',
      'setListener',
      'close',
    ]);
    if (!isThenable(queue.synced)) refuse('synced of the queue of a Controller', 'a promise', queue.synced);
    requireFunctions('a Controller', options, ['processBatch', 'onProcessError', 'onSynced']);
    if (runner !== undefined) requireMethods('runner of a Controller', runner, ['wake', 'drop']);
    requireFunction('process of a Controller', process);
    const clock = reflectorOptions.clock ?? systemClock;
    const logger = containLogger(reflectorOptions.logger);
    this.#queue = queue;
    this.#runner = runner ?? new SliceRunner({ clock });
    this.#reflector = new Reflector<T>(listerWatcher, queue, reflectorOptions);
    this.#loop = new ProcessLoop<T>(queue, process, processBatch, {
      clock,
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
    requireCall('run of a Controller', call);
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
   * Resyncs the queue in steps, for an informer that resyncs several controllers together.
   * @internal
   */
  resyncInSteps(): Steps {
    return resyncInSteps(this.#queue);
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

interface ProcessLoopOptions {
  readonly clock: Clock;
  readonly onSynced: () => void;
  /** Called after each slice; `isBehind` if it did not empty the queue. */
  readonly onSlice: (isBehind: boolean) => void;
  readonly onError: (error: Error) => void;
}

/** A queue that supports batches, as DeltaFIFO and RealFIFO do. */
interface BatchQueue<T> extends Queue<T> {
  tryPopBatch(processBatch: BatchProcessFunc<T>, process: PopProcessFunc<T>): boolean;
}

function isBatchQueue<T>(queue: Queue<T>): queue is BatchQueue<T> {
  return 'tryPopBatch' in queue && typeof queue.tryPopBatch === 'function';
}

/** Pops and processes items in time slices (client-go's processLoop). */
class ProcessLoop<T> implements SlicedTask {
  readonly #queue: Queue<T>;
  readonly #pop: () => boolean;
  readonly #options: ProcessLoopOptions;
  /** The remaining steps of the item popped last. */
  readonly #rest = new PendingSteps();
  /** Seconds per popped item or batch. */
  readonly processingSeconds = newProcessingHistogram();
  /** Time and number of pops that are not in it yet, because the last item is not done. */
  #spentMs = 0;
  #pops = 0;
  #synced = false;
  #isPlain = false;
  #stopped = false;

  constructor(
    queue: Queue<T>,
    process: ProcessFunc<T>,
    processBatch: BatchProcessFunc<T> | undefined,
    options: ProcessLoopOptions,
  ) {
    this.#queue = queue;
    this.#options = options;
    const processOne: PopProcessFunc<T> = (deltas, isInInitialList, keys) => {
      const rest = process(deltas, isInInitialList, keys);
      if (rest !== undefined) this.#rest.begin(rest as Steps);
    };
    this.#pop =
      processBatch !== undefined && isBatchQueue(queue)
        ? () => queue.tryPopBatch(processBatch, processOne)
        : () => queue.tryPop(processOne);
  }

  stop(): void {
    this.#stopped = true;
    this.#rest.drop();
  }

  finishNotifying(): void {
    while (this.#rest.isPending && this.#rest.last === partiallyNotified) this.#step();
  }

  runWhile(hasTime: () => boolean): boolean {
    const { clock } = this.#options;
    const startMs = clock.monotonic();
    let pops = 0;
    let isLeft = false;
    while (!this.#stopped) {
      if (!this.#rest.isPending) pops++;
      if (!(this.#isPlain && !this.#rest.isPending ? this.#popOne() : this.#step())) {
        pops--;
        break;
      }
      if (hasTime()) continue;
      isLeft = this.#rest.isPending || this.#queue.length > 0;
      break;
    }
    this.#measure(clock.monotonic() - startMs, pops);
    this.#options.onSlice(isLeft);
    return isLeft;
  }

  /** Per slice, so that an item costs nothing: the items of a slice count as equally long. */
  #measure(spentMs: number, pops: number): void {
    this.#spentMs += spentMs;
    this.#pops += pops;
    if (this.#rest.isPending || this.#pops === 0) return;
    this.processingSeconds.observe(this.#spentMs / this.#pops / 1000, this.#pops);
    this.#spentMs = 0;
    this.#pops = 0;
  }

  /** A faster `#step` for the common case: synced, no steps pending. */
  #popOne(): boolean {
    try {
      return this.#pop();
    } catch (error) {
      this.#options.onError(asError(error));
      return true;
    }
  }

  /** False if there was nothing to do. */
  #step(): boolean {
    const worked = this.#work();
    if (!this.#rest.isPending && !this.#synced && this.#queue.hasSynced) {
      this.#synced = true;
      this.#isPlain = true;
      this.#options.onSynced();
    }
    return worked;
  }

  #work(): boolean {
    try {
      if (!this.#rest.isPending) return this.#pop();
      this.#rest.step();
    } catch (error) {
      this.#options.onError(asError(error));
    }
    return true;
  }
}
