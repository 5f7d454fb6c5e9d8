import type { Logger } from '../util/logger.js';

/** Requests that have been failing. */
export interface ElectionFailure {
  /** The last error. */
  readonly error: Error;
  /** Time of the first failure, ms since the epoch. */
  readonly sinceMs: number;
  /** Number of failed requests since then. */
  readonly requests: number;
}

/** Remembers the failure that lasts, and logs it once for each kind of error in a row. */
export class FailureLog {
  readonly #logger: Logger;
  readonly #subject: string;
  readonly #what: string;
  #current: ElectionFailure | undefined;

  constructor(logger: Logger, subject: string, what: 'leader election' | 'sharding' = 'leader election') {
    this.#logger = logger;
    this.#subject = subject;
    this.#what = what;
  }

  /** Undefined if the last request succeeded. */
  get current(): ElectionFailure | undefined {
    return this.#current;
  }

  failed(error: Error, nowMs: number): void {
    const before = this.#current;
    this.#current = {
      error,
      sinceMs: before?.sinceMs ?? nowMs,
      requests: (before?.requests ?? 0) + 1,
    };
    if (before !== undefined && kindOf(before.error) === kindOf(error)) return;
    this.#logger.warn({ lease: this.#subject, err: error }, `${this.#what} request failed, retrying`);
  }

  succeeded(): void {
    if (this.#current === undefined) return;
    this.#current = undefined;
    this.#logger.info({ lease: this.#subject }, `${this.#what} requests succeed again`);
  }
}

/** A server's answers differ by their message, everything else by its code. */
function kindOf(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  return `${error.name} ${String(code)} ${code === 'ERR_STATUS' ? error.message : ''}`;
}
