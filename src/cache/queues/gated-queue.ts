import { defaultKeyFunc } from '../key-of.js';
import { QueueGate } from './queue-gate.js';
import { errorSink, keyOfQueued, requireQueueOptions } from './queue-options.js';
import type { KnownObjects, QueueOptions } from './queue-options.js';
import type { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { CallOptions, DeltaKeys, Deltas, KeyFunc, PopProcessFunc, TransformFunc } from '../types.js';

/** What DeltaFIFO and RealFIFO are alike in: their options, and everything about waiting, being synced and being closed. */
export abstract class GatedQueue<T> {
  readonly transformer: TransformFunc<T> | undefined;
  /** @internal */
  protected readonly keyFunc: KeyFunc<T>;
  /** @internal */
  protected readonly known: KnownObjects<T> | undefined;
  /** @internal */
  protected readonly report: (error: Error) => void;
  /** @internal */
  protected readonly gate = new QueueGate();

  /** @internal */
  protected constructor(name: string, options: QueueOptions<T>) {
    requireQueueOptions(`a ${name}`, options);
    this.keyFunc = options.keyFunc ?? defaultKeyFunc;
    this.known = options.knownObjects;
    this.transformer = options.transformer;
    this.report = errorSink(options, name);
  }

  abstract tryPop(process: PopProcessFunc<T>): boolean;

  async pop(process: PopProcessFunc<T>, call: CallOptions = {}): Promise<void> {
    call.signal?.throwIfAborted();
    while (!this.tryPop(process)) await this.gate.wait(call.signal);
  }

  get hasSynced(): boolean {
    return this.gate.hasSynced;
  }

  get synced(): Promise<void> {
    return this.gate.synced;
  }

  close(): void {
    this.gate.close();
  }

  get closed(): boolean {
    return this.gate.closed;
  }

  setListener(onWork: (() => void) | undefined): void {
    this.gate.setListener(onWork);
  }

  /** cache.DeltaFIFO.KeyOf: the key of an object, a tombstone or Deltas. Throws KeyError. */
  keyOf(item: T | DeletedFinalStateUnknown<T> | Deltas<T>): string {
    return keyOfQueued(this.keyFunc, item);
  }

  /**
   * Gives what was taken out of the queue, `count` items, to a function that may throw; they count as popped then, too.
   * @internal
   */
  protected handOut<D>(
    process: (deltas: D, isInInitialList: boolean, keys?: DeltaKeys) => void,
    deltas: D,
    keys: DeltaKeys,
    count: number,
  ): void {
    try {
      process(deltas, !this.gate.hasSynced, this.transformer === undefined ? keys : undefined);
    } finally {
      this.popped(count);
    }
  }

  /**
   * After so many items were handed out.
   * @internal
   */
  protected popped(count: number): void {
    this.gate.popped(count);
  }
}
