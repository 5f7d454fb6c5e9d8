import { firstEventVersion } from '../server/pods.mjs';

/** Now, in ms of the machine's monotonic clock: the same in every process of it. */
export function monotonicMs() {
  return Number(process.hrtime.bigint()) / 1e6;
}

/**
 * The handlers of every participant call this. Counts calls, and records when the last handler received the last change.
 * It does as little as possible, and costs the same in each row of the table.
 */
export class Recorder {
  #adds;
  #updates;
  #addTarget = Infinity;
  #updateTarget = Infinity;
  #open = 0;
  #resolve = () => {};
  #arrivals;
  #arrivalsFrom = 0;
  #lastHandler;

  constructor(handlers) {
    this.#adds = new Uint32Array(handlers);
    this.#updates = new Uint32Array(handlers);
    this.#lastHandler = handlers - 1;
  }

  /** Handler number `handler` was given an object that is new to it. */
  added(handler) {
    if (++this.#adds[handler] === this.#addTarget) this.#handlerDone();
  }

  /** Handler number `handler` received a change of an object. */
  updated(handler, object) {
    if (this.#arrivals !== undefined && handler === this.#lastHandler) {
      const sequence = Number(object.metadata.resourceVersion) - firstEventVersion;
      this.#arrivals[sequence - this.#arrivalsFrom] = monotonicMs();
    }
    if (++this.#updates[handler] === this.#updateTarget) this.#handlerDone();
  }

  /** Resolves with the time when every handler had so many objects. */
  adds(count) {
    return this.#wait(() => (this.#addTarget = count));
  }

  /** Resolves with the time when every handler has received so many more changes. */
  updates(count) {
    return this.#wait(() => (this.#updateTarget = this.#updates[0] + count));
  }

  /** Like `updates`, and with the time of each: `arrivals[0]` is that of the event number `from`. */
  async timedUpdates(from, count) {
    this.#arrivals = Array.from({ length: count }, () => NaN);
    this.#arrivalsFrom = from;
    await this.updates(count);
    const arrivals = this.#arrivals;
    this.#arrivals = undefined;
    return arrivals;
  }

  #wait(setTarget) {
    this.#open = this.#adds.length;
    setTarget();
    return new Promise((resolve) => (this.#resolve = resolve));
  }

  #handlerDone() {
    if (--this.#open === 0) this.#resolve(monotonicMs());
  }
}
