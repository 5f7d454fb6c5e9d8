import { createHash } from 'node:crypto';
import { isUnauthorized } from 'kube-informers';
import type { AccessUser } from 'kube-informers';
import { HttpError } from './http.js';

/** How long a refusal is remembered, ms. */
const refusalMs = 10_000;
/** Tokens and senders that are remembered; the oldest are forgotten first. */
const maxRemembered = 10_000;

interface Refusal {
  readonly error: unknown;
  readonly untilMs: number;
}

interface Sender {
  /** Tokens that are asked about or were refused. */
  attempts: number;
  readonly untilMs: number;
}

export interface TokenOwnersOptions {
  /** Tokens of one sender that are refused within 10 s, before its other tokens are not asked about. */
  readonly maxRefused: number;
  /** Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * Asks whose a token is, so that whoever invents tokens costs the API server little: requests with the same token share a question,
 * a refused token is not asked about again for 10 s, and a sender has a limit of refused tokens. Tokens that were accepted before
 * are not limited, so that the others behind the same address can work on.
 */
export class TokenOwners {
  readonly #maxRefused: number;
  readonly #now: () => number;
  // By hash, since tokens should not lie about in memory.
  readonly #asked = new Map<string, Promise<AccessUser>>();
  readonly #refused = new Map<string, Refusal>();
  readonly #accepted = new Map<string, true>();
  readonly #senders = new Map<string, Sender>();

  constructor({ maxRefused, now = () => performance.now() }: TokenOwnersOptions) {
    this.#maxRefused = maxRefused;
    this.#now = now;
  }

  /** Returns the owner. `sender` is undefined for one without a limit. Rejects with the API server's 401, and with 429. */
  async ownerOf(
    token: string,
    sender: string | undefined,
    ask: () => Promise<AccessUser>,
  ): Promise<AccessUser> {
    const hash = createHash('sha256').update(token).digest('base64');
    const refusal = this.#refused.get(hash);
    if (refusal !== undefined && this.#now() < refusal.untilMs) throw refusal.error;
    let asked = this.#asked.get(hash);
    if (asked === undefined) {
      asked = this.#ask(hash, sender, ask).finally(() => this.#asked.delete(hash));
      this.#asked.set(hash, asked);
    }
    return asked;
  }

  async #ask(hash: string, sender: string | undefined, ask: () => Promise<AccessUser>): Promise<AccessUser> {
    const counted = sender === undefined || this.#accepted.has(hash) ? undefined : this.#countedOf(sender);
    if (counted !== undefined && ++counted.attempts > this.#maxRefused)
      throw new HttpError(429, 'too many of your tokens were refused: wait 10 s');
    let isRefused = false;
    try {
      const owner = await ask();
      remember(this.#accepted, hash, true);
      return owner;
    } catch (error) {
      isRefused = isUnauthorized(error);
      if (isRefused) {
        this.#accepted.delete(hash);
        remember(this.#refused, hash, { error, untilMs: this.#now() + refusalMs });
      }
      throw error;
    } finally {
      if (counted !== undefined && !isRefused) counted.attempts--;
    }
  }

  #countedOf(sender: string): Sender {
    const known = this.#senders.get(sender);
    if (known !== undefined && this.#now() < known.untilMs) return known;
    const counted = { attempts: 0, untilMs: this.#now() + refusalMs };
    remember(this.#senders, sender, counted);
    return counted;
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  // The newest is last.
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= maxRemembered) break;
    map.delete(oldest);
  }
}
