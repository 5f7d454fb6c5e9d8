import { getEventListeners } from 'node:events';
import { abortCallbacks } from '../../src/util/signal.js';

/** All who count now. */
const counting = new Set<Set<AbortSignal>>();

function listen(this: AbortSignal, ...args: Parameters<EventTarget['addEventListener']>): void {
  for (const signals of counting) signals.add(this);
  EventTarget.prototype.addEventListener.apply(this, args);
}

/**
 * Counts the listeners for `abort`, and the callbacks behind the library's own listener, on all signals, also those that are linked inside the library, where a listener that
 * is left behind with each request or round would grow for as long as the program runs. Counting on the stop signal
 * after the stop would show nothing: an abort takes its listeners off.
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

  /** On signals that have not aborted. */
  get count(): number {
    let count = 0;
    for (const signal of this.#signals)
      if (!signal.aborted) count += getEventListeners(signal, 'abort').length + abortCallbacks(signal);
    return count;
  }

  /** Counts no more. */
  [Symbol.dispose](): void {
    counting.delete(this.#signals);
    if (counting.size === 0) Reflect.deleteProperty(AbortSignal.prototype, 'addEventListener');
    this.#signals.clear();
  }
}
