import { getEventListeners } from 'node:events';
import { abortCallbacks } from '../../packages/kube-informers/src/util/signal.js';

/** All counters that are active. */
const counting = new Set<Set<AbortSignal>>();

function listen(this: AbortSignal, ...args: Parameters<EventTarget['addEventListener']>): void {
  for (const signals of counting) signals.add(this);
  EventTarget.prototype.addEventListener.apply(this, args);
}

/**
 * Counts the abort listeners of all signals, and the callbacks behind the library's own listener. Signals that are linked
 * inside the library are included: a listener left behind with each request would leak for the life of the process.
 * Count before the stop: an abort removes all listeners.
 */
export class AbortListeners implements Disposable {
  readonly #signals = new Set<AbortSignal>();

  constructor() {
    counting.add(this.#signals);
    Object.defineProperty(AbortSignal.prototype, 'addEventListener', {
      configurable: true,
      writable: true,
      value: listen,
    });
  }

  /** Listeners on signals that have not aborted. */
  get count(): number {
    let count = 0;
    for (const signal of this.#signals)
      if (!signal.aborted) count += getEventListeners(signal, 'abort').length + abortCallbacks(signal);
    return count;
  }

  /** Stops counting. */
  [Symbol.dispose](): void {
    counting.delete(this.#signals);
    if (counting.size === 0) Reflect.deleteProperty(AbortSignal.prototype, 'addEventListener');
    this.#signals.clear();
  }
}
