import type { KubeInformersErrorCode } from './error-code.js';
import { shortened } from './shown.js';
import { isError } from './type-checks.js';

/**
 * Longest message of an error, characters: a screen of text. Servers, plugins and objects contribute to messages; the whole
 * message of a server is in the `status` of a StatusError.
 */
export const mostMessageCharacters = 8192;

/** Options of every error in this library: the original cause. */
export interface ErrorCause {
  /** Error that led to this one. */
  readonly cause?: unknown;
}

/**
 * The base class of all errors that this library creates.
 *
 * `code` is stable across releases and meant for programs; `message` contains the subject, the value and what was
 * expected, and is meant for people.
 */
export class KubeInformersError extends Error {
  /** Name of the class. */
  override readonly name: string = 'KubeInformersError';
  /** Stable code, such as `ERR_OPTION`. */
  readonly code: KubeInformersErrorCode;

  /** The base class of all errors of this library. */
  constructor(code: KubeInformersErrorCode, message: string, options: ErrorCause = {}) {
    super(
      shortened(message, mostMessageCharacters),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
  }

  /** Where the code is explained: a page in this package, and its row there. */
  get help(): string {
    return `kube-informers/docs/error-codes.md#${this.code}`;
  }
}

/** An option, a kubeconfig or an argument is invalid: the caller has to change it; retrying does not help. */
export class ConfigError extends KubeInformersError {
  override readonly name = 'ConfigError';
}

/**
 * A request got no response from the API: refused, reset, timed out, a TLS failure, or a body without an API object.
 *
 * docs/error-codes.md explains its codes.
 */
export class TransportError extends KubeInformersError {
  override readonly name = 'TransportError';
  /** True if the request was certainly never sent, so that it cannot have been carried out. Default: false, unknown. */
  readonly notSent: boolean;

  /** An error of the network or of TLS: the request got no complete response. */
  constructor(
    code: string,
    message: string,
    options: ErrorCause & {
      /** True if the request was certainly not sent, so that any request can be repeated. */
      readonly notSent?: boolean | undefined;
    } = {},
  ) {
    super(code, message, options);
    this.notSent = options.notSent ?? false;
  }
}

/** Returns a thrown value as an Error: JavaScript can throw any value. */
export function asError(thrown: unknown): Error {
  return isError(thrown) ? thrown : new Error(textOf(thrown), { cause: thrown });
}

/** Returns `String(value)`, or the type of a value without a usable `toString`; never throws. */
export function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return `[${typeof value}]`;
  }
}
