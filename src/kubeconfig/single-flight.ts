import { linkSignal, raceSignal, throwIfAborted } from '../util/signal.js';

interface Flight<T> {
  readonly result: Promise<T>;
  readonly abort: (reason: unknown) => void;
  waiting: number;
}

/**
 * One run for many waiting callers: who asks while a run is under way shares its result, or its failure.
 *
 * A caller whose signal aborts stops waiting at once; when the last one gave up, the run's own signal aborts and the
 * next caller starts a new run. With `finish`, a run goes on to its end although nobody waits any more.
 */
export class SingleFlight<T> {
  #flight: Flight<T> | undefined;
  readonly #finish: boolean;
  readonly #run: (signal: AbortSignal) => Promise<T>;

  constructor(run: (signal: AbortSignal) => Promise<T>, options: { readonly finish?: boolean } = {}) {
    this.#run = run;
    this.#finish = options.finish ?? false;
  }

  async get(signal: AbortSignal | undefined): Promise<T> {
    throwIfAborted(signal);
    const flight = (this.#flight ??= this.#start());
    flight.waiting++;
    try {
      return await raceSignal(flight.result, signal);
    } finally {
      flight.waiting--;
      if (flight.waiting === 0 && this.#flight === flight && !this.#finish) {
        // Either it is over, or nobody waits for it any more.
        this.#flight = undefined;
        flight.abort(signal?.reason);
      }
    }
  }

  #start(): Flight<T> {
    const link = linkSignal();
    const result = this.#run(link.signal);
    const flight: Flight<T> = { result, abort: (reason) => link.abort(reason), waiting: 0 };
    const over = (): void => {
      if (this.#flight === flight) this.#flight = undefined;
    };
    // The callers own the result; this branch only ends the sharing.
    result.then(over, over);
    return flight;
  }
}
