import { conceal } from '../rest/redactor.js';
import type { Credentials, CredentialsProvider } from '../rest/config.js';
import type { Clock } from '../util/clock.js';
import type { Logger } from '../util/logger.js';
import { CredentialsError, fileProblem, isHeaderValue } from './errors.js';
import type { ReadFile } from '../util/text-file.js';
import { SingleFlight } from '../util/signal.js';

/**
 * How long a token is used after reading it, ms: client-go rereads every minute, 10 s early
 * (transport/token_source.go).
 *
 * The kubelet renews a projected token at 80 % of its lifetime, which is at least ten minutes.
 */
const freshMs = 60_000 - 10_000;

/** How long the previous token is used before an unreadable file is read again, ms. */
const retryMs = 10_000;

/** Options of `TokenFile`. */
export interface TokenFileOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly readFile: ReadFile;
  /** Used while the file cannot be read: a user's `token` beside its `tokenFile`. */
  readonly fallback?: string | undefined;
}

/**
 * Provides a bearer token from a file that is renewed externally, such as a service account's.
 *
 * Reads it again after 50 s and after a 401. While the file cannot be read, the previous token stays in use and a
 * warning is logged; without one, `credentials` rejects with CredentialsError `ERR_TOKEN_FILE`.
 */
export class TokenFile implements CredentialsProvider {
  readonly #path: string;
  readonly #options: TokenFileOptions;
  readonly #read = new SingleFlight(() => this.#refresh());
  #current: Credentials | undefined;
  #freshUntil = -Infinity;

  constructor(path: string, options: TokenFileOptions) {
    this.#path = path;
    this.#options = options;
    if (options.fallback !== undefined) this.#current = bearer(options.fallback);
  }

  get source(): string {
    return `token file ${this.#path}`;
  }

  async credentials(call: { readonly signal?: AbortSignal | undefined }): Promise<Credentials> {
    if (this.#current !== undefined && this.#options.clock.monotonic() < this.#freshUntil)
      return this.#current;
    return this.#read.get(call.signal);
  }

  /** Makes the next request read the file again; returns true, since it may contain a newer token. */
  invalidate(rejected: Credentials): boolean {
    if (rejected === this.#current) this.#freshUntil = -Infinity;
    return true;
  }

  async #refresh(): Promise<Credentials> {
    const { clock, logger } = this.#options;
    let token: string;
    try {
      token = await this.#token();
    } catch (error) {
      if (this.#current === undefined) throw error;
      logger.warn({ path: this.#path, err: error }, 'token file is unreadable, keeping the last token');
      this.#freshUntil = clock.monotonic() + retryMs;
      return this.#current;
    }
    this.#freshUntil = clock.monotonic() + freshMs;
    const next = bearer(token);
    if (this.#current?.authorization !== next.authorization) this.#current = next;
    return this.#current ?? next;
  }

  async #token(): Promise<string> {
    let text: string;
    try {
      text = await this.#options.readFile(this.#path);
    } catch (error) {
      throw new CredentialsError('ERR_TOKEN_FILE', `token file ${this.#path} ${fileProblem(error)}`, {
        cause: error,
      });
    }
    const token = text.trim();
    if (token === '')
      throw new CredentialsError('ERR_TOKEN_FILE', `token file ${this.#path} is empty, expected a token`);
    if (!isHeaderValue(token))
      throw new CredentialsError(
        'ERR_TOKEN_FILE',
        `token file ${this.#path} contains a control character or several lines, expected one token`,
      );
    return token;
  }
}

/** Returns a bearer token as credentials. */
export function bearer(token: string): Credentials {
  return conceal({ authorization: `Bearer ${token}` });
}
