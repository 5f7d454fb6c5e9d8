import { asError, setTurn } from 'kube-informers/internal';
import type { Timer } from 'kube-informers';
import { metadataOf } from '../objects/object-meta.js';
import { readStored } from '../registry/context.js';
import type { ServerContext } from '../registry/context.js';
import type { Change } from '../storage/resource-table.js';
import { deleteObject, plainDelete, removeObject } from '../write/delete.js';

/**
 * When a deleted pod is removed that has a node and has not ended. Its deletion first marks it (`deletionTimestamp`, the
 * grace period as requested), as on a real server; then a kubelet would stop its containers and remove it.
 *
 * - `prompt`: in a later turn of the event loop, without waiting for the grace period.
 * - `gracePeriod`: when the grace period is over on the server's clock.
 * - `manual`: when someone deletes it with `gracePeriodSeconds: 0`, as a kubelet does.
 *
 * All other pods are removed by their deletion. A pod with finalizers waits for these, too.
 */
export type PodTermination = 'prompt' | 'gracePeriod' | 'manual';

/** Removes the pods that a deletion has marked, as their kubelets would. */
export class PodRemoval {
  readonly #context: ServerContext;
  readonly #mode: PodTermination;
  #running = false;
  #scheduled = false;
  #timer: Timer | undefined;
  /** When the timer fires, ms; Infinity without one. */
  #timerMs = Infinity;

  constructor(context: ServerContext, mode: PodTermination) {
    this.#context = context;
    this.#mode = mode;
  }

  /** Begins to remove pods, also those that were marked before. */
  start(): void {
    this.#running = true;
    this.#schedule();
  }

  /** Stops removing pods until `start`. */
  stop(): void {
    this.#running = false;
    this.#timer?.cancel();
    this.#timerMs = Infinity;
  }

  podChanged({ type, current }: Change): void {
    const { terminatingPods } = this.#context;
    if (type === 'DELETED') terminatingPods.delete(current.key);
    else if (terminatingPods.has(current.key)) this.#schedule(terminatingPods.get(current.key));
  }

  #schedule(endMs = 0): void {
    if (!this.#running || this.#context.terminatingPods.size === 0) return;
    if (this.#mode === 'gracePeriod') this.#wake(endMs);
    else if (this.#mode === 'prompt' && !this.#scheduled) {
      this.#scheduled = true;
      setTurn(() => {
        this.#scheduled = false;
        if (this.#running) this.#run(Infinity);
      });
    }
  }

  #wake(atMs: number): void {
    if (atMs >= this.#timerMs) return;
    const { clock } = this.#context;
    this.#timer?.cancel();
    this.#timerMs = atMs;
    this.#timer = clock.setTimer(
      () => {
        this.#timerMs = Infinity;
        this.#run(clock.now());
        let next = Infinity;
        for (const endMs of this.#context.terminatingPods.values()) next = Math.min(next, endMs);
        if (this.#running) this.#wake(next);
      },
      atMs - clock.now(),
      { unref: true },
    );
  }

  /** Removes the pods whose grace period is over at a time. */
  #run(nowMs: number): void {
    const { terminatingPods, logger } = this.#context;
    for (const [key, endMs] of terminatingPods) {
      if (endMs > nowMs) continue;
      terminatingPods.delete(key);
      try {
        this.#remove(key);
      } catch (thrown) {
        // One pod must not affect the others, nor end the program.
        logger.error({ key, err: asError(thrown) }, 'removing a pod failed');
      }
    }
  }

  #remove(key: string): void {
    const pods = this.#context.registry.find('', 'v1', 'pods');
    const stored = pods?.table.get(key);
    if (pods === undefined || stored === undefined) return;
    const { finalizers = [] } = metadataOf(readStored(pods, stored));
    if (finalizers.length === 0) {
      removeObject(this.#context, pods, stored);
      return;
    }
    // The last finalizer then removes it.
    const ended = { ...plainDelete, gracePeriodSeconds: 0 };
    deleteObject(this.#context, pods, stored.namespace, stored.name, ended);
  }
}
