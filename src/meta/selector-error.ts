import { ConfigError } from '../util/errors.js';

/** A label or field selector is wrong. Code: `ERR_SELECTOR`. */
export class SelectorError extends ConfigError {
  /** What is wrong, in the words that the API server answers with. */
  readonly detail: string;
  /** Where in the text, counted from 0; undefined for a selector that was no text. */
  readonly position: number | undefined;

  constructor(message: string, options: { readonly detail: string; readonly position?: number | undefined }) {
    super('ERR_SELECTOR', shortened(message));
    this.detail = options.detail;
    this.position = options.position;
  }
}

/** A selector is quoted in its message: one of many kilobytes by its beginning, and by what is said of it at the end. */
function shortened(message: string): string {
  return message.length <= 1000 ? message : `${message.slice(0, 600)} … ${message.slice(-300)}`;
}

/** Throws SelectorError for what is no text, as JavaScript may pass it. */
export function requireText(what: string, text: unknown): void {
  if (typeof text === 'string') return;
  const detail = `${what} must be a string, got ${JSON.stringify(text) ?? typeof text}`;
  throw new SelectorError(detail, { detail });
}
