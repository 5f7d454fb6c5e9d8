import type { TextSink } from './cli-io.js';
import { asError } from '../util/errors.js';
import { oneLine } from './printable.js';

/** One line on stderr for each new trouble of a resource, and one when it is over; the same trouble again says nothing. */
export class TroubleReporter {
  readonly #sink: TextSink;
  readonly #last = new Map<string, string>();

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  report(label: string, thrown: unknown): void {
    const message = oneLine(asError(thrown).message);
    if (this.#last.get(label) === message) return;
    this.#last.set(label, message);
    this.#sink.write(`warning: ${label}: ${message}; trying again\n`);
  }

  /** The server has answered for the resource: its next trouble is news. */
  answered(label: string): void {
    if (this.#last.delete(label)) this.#sink.write(`${label}: the server answers again\n`);
  }
}
