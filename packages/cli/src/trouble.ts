import { isExpired, KubeInformersError, TransportError } from 'kube-informers';
import { asError } from 'kube-informers/internal';
import type { TextSink } from './cli-io.js';
import { errorLine } from './printable.js';

/**
 * Prints one line on stderr when a resource's requests begin to fail, and one when they work again.
 *
 * All the errors that an unreachable server causes count as one problem. Errors from which informers recover
 * immediately without missing anything are not reported: a watch that was cut, an expired resourceVersion.
 */
export class TroubleReporter {
  readonly #sink: Pick<TextSink, 'write'>;
  readonly #kinds = new Map<string, string>();

  constructor(sink: Pick<TextSink, 'write'>) {
    this.#sink = sink;
  }

  report(label: string, thrown: unknown): void {
    const error = asError(thrown);
    if (isRecoveredImmediately(error)) return;
    const message = errorLine(error);
    const kind = isUnreachable(error) ? unreachable : message;
    if (this.#kinds.get(label) === kind) return;
    this.#kinds.set(label, kind);
    this.#sink.write(`warning: ${label}: ${message}; retrying\n`);
  }

  /** The server responded for this resource: the problem is over. */
  answered(label: string): void {
    if (this.#kinds.delete(label)) this.#sink.write(`${label}: the server responds again\n`);
  }
}

const unreachable = 'unreachable';

// Of TransportError's codes, these mean that the server is unreachable; the others name a different problem.
const unreachableCodes = new Set([
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_RESET',
  'ERR_TIMEOUT',
  'ERR_BODY_TIMEOUT',
  'ERR_BODY_CUT',
  'ERR_WATCH_IDLE',
  'ERR_SHORT_WATCH',
]);

function isUnreachable(error: Error): boolean {
  return error instanceof KubeInformersError && unreachableCodes.has(error.code);
}

function isRecoveredImmediately(error: Error): boolean {
  const cut = error instanceof TransportError && error.code === 'ERR_WATCH_CUT';
  return cut || isExpired(error);
}
