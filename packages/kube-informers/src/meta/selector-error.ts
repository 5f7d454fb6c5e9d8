import { printable, shownValue } from '../util/shown.js';
import { ConfigError } from '../util/errors.js';

/** A label or field selector is invalid. Code: `ERR_SELECTOR`. */
export class SelectorError extends ConfigError {
  /** The problem, in the API server's words. */
  readonly detail: string;
  /** Position in the text, counted from 0; undefined for a selector that was not a string. */
  readonly position: number | undefined;

  /** An error for a selector that cannot be parsed. */
  constructor(
    message: string,
    options: {
      /** What is wrong, without the selector. */
      readonly detail: string;
      /** Offset of the problem in the selector. */
      readonly position?: number | undefined;
    },
  ) {
    super('ERR_SELECTOR', shortened(printable(message)));
    this.detail = options.detail;
    this.position = options.position;
  }
}

/** Shortens a message that quotes a long selector to its beginning and its end. */
function shortened(message: string): string {
  return message.length <= 1000 ? message : `${message.slice(0, 600)} … ${message.slice(-300)}`;
}

/** Throws SelectorError if the value is not a string, as JavaScript callers may pass it. */
export function requireText(what: string, text: unknown): void {
  if (typeof text === 'string') return;
  const detail = `${what} must be a string, got ${shownValue(text)}`;
  throw new SelectorError(detail, { detail });
}
