import { isExpired, isGone } from '../meta/errors.js';
import { KubeInformersError, TransportError, asError } from '../util/errors.js';
import type { TextSink } from './cli-io.js';
import { oneLine } from './printable.js';

/**
 * One line on stderr for each new trouble of a resource, and one when it is over.
 *
 * However many faces a server shows while it goes down and comes back, being out of reach is one trouble. What informers
 * mend at once, and miss nothing by, is no trouble: a watch that was cut, a history that the server has forgotten.
 */
export class TroubleReporter {
  readonly #sink: Pick<TextSink, 'write'>;
  readonly #kinds = new Map<string, string>();

  constructor(sink: Pick<TextSink, 'write'>) {
    this.#sink = sink;
  }

  report(label: string, thrown: unknown): void {
    const error = asError(thrown);
    if (isMendedAtOnce(error)) return;
    const message = oneLine(error.message);
    const kind = isOutOfReach(error) ? outOfReach : message;
    if (this.#kinds.get(label) === kind) return;
    this.#kinds.set(label, kind);
    this.#sink.write(`warning: ${label}: ${message}; trying again\n`);
  }

  /** Something came for this resource: whatever it was is over. */
  answered(label: string): void {
    if (this.#kinds.delete(label)) this.#sink.write(`${label}: the server answers again\n`);
  }

  /** The server accepted a request, of any resource: it is in reach. */
  reached(): void {
    for (const [label, kind] of this.#kinds) if (kind === outOfReach) this.answered(label);
  }
}

const outOfReach = 'out of reach';

// The rest of a TransportError's codes say what is wrong with the server or the way to it; these, that nobody is there.
const outOfReachCodes = new Set([
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_RESET',
  'ERR_TIMEOUT',
  'ERR_BODY_TIMEOUT',
  'ERR_BODY_CUT',
  'ERR_WATCH_IDLE',
  'ERR_SHORT_WATCH',
]);

function isOutOfReach(error: Error): boolean {
  return error instanceof KubeInformersError && outOfReachCodes.has(error.code);
}

function isMendedAtOnce(error: Error): boolean {
  const cut = error instanceof TransportError && error.code === 'ERR_WATCH_CUT';
  return cut || isExpired(error) || isGone(error);
}
