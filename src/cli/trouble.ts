import type { TextSink } from './cli-io.js';
import { asError } from '../util/errors.js';

/** One line on stderr for each new trouble of a resource; the same one again is counted, not printed again. */
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

  /** The resource is fine again: its next trouble is news. */
  clear(label: string): void {
    this.#last.delete(label);
  }
}

/** An error's message without line breaks: the command promises one line an error. */
export function oneLine(message: string): string {
  return message.replace(/\s*[\r\n]+\s*/g, ' ').trim();
}
