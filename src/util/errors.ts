import { isError } from './realm.js';

/** Options of every error of this library: the error that caused it, kept whole. */
export interface ErrorCause {
  readonly cause?: unknown;
}

/**
 * The base of every error this library throws on purpose.
 *
 * `code` is stable across releases and meant for programs; `message` names the thing, the value and what was
 * expected, and is meant for people.
 */
export class KubeInformersError extends Error {
  override readonly name: string = 'KubeInformersError';
  readonly code: string;

  constructor(code: string, message: string, options: ErrorCause = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
  }
}

/** An option, a kubeconfig or an argument is wrong: the caller has to change it; trying again does not help. */
export class ConfigError extends KubeInformersError {
  override readonly name = 'ConfigError';
}

/**
 * A request got no answer that the API gave: refused, reset, timed out, a TLS failure, or a body that is no API object.
 *
 * Codes: `ERR_CONNECTION_REFUSED`, `ERR_CONNECTION_RESET`, `ERR_DNS`, `ERR_TLS`, `ERR_TIMEOUT`, `ERR_BODY_TIMEOUT`,
 * `ERR_BODY_CUT`, `ERR_BODY_SIZE`, `ERR_NOT_KUBERNETES`, `ERR_REDIRECT`, `ERR_PROXY`, `ERR_WATCH_DECODE`, `ERR_WATCH_CUT`,
 * `ERR_WATCH_IDLE`, `ERR_CLOSED`, `ERR_TRANSPORT`.
 */
export class TransportError extends KubeInformersError {
  override readonly name = 'TransportError';
}

/** Whatever was thrown, as an Error: JavaScript lets anything be thrown. */
export function asError(thrown: unknown): Error {
  return isError(thrown) ? thrown : new Error(textOf(thrown), { cause: thrown });
}

/** `String(value)`; an object without a usable `toString` gives its type. */
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
