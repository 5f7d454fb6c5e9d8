import { linkSignal, raceSignal, throwIfAborted } from './signal.js';

interface Flight<T> {
  readonly result: Promise<T>;
  readonly abort: (reason: unknown) => void;
  waiting: number;
}

/**
 * Shares one run of an operation among concurrent callers, including its failure.
 *
 * A caller whose signal aborts stops waiting immediately. When the last caller has given up, the run's own signal
 * aborts, and the next caller starts a new run. With `finish`, a run continues to its end without callers.
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
        // Either the run is over, or no caller waits for it.
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
