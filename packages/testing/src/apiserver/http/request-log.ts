import type { IncomingHttpHeaders } from 'node:http';
import { setField } from '@kube-informers/schema/internal';

/** A request that the server received. */
export interface LoggedRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Query without the question mark. */
  readonly query: string;
  /** `get`, `list`, `watch`, `create`, … for resources; the method in lower case for other paths. */
  readonly verb: string;
  /** Plural name; "" for other paths. */
  readonly resource: string;
  /** The User-Agent header. */
  readonly userAgent: string;
  /** When the request arrived, ms since the epoch. */
  readonly atMs: number;
  /** The headers, with names in lower case; credentials are `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The user who asks, after impersonation: `admin`. "" until it is known. */
  readonly user: string;
  /**
   * The first 64 KiB of the body, as text. Undefined for a request without one, and before the server has read it.
   *
   * The log keeps 16 MiB of bodies; the oldest are dropped first.
   */
  readonly body: string | undefined;
}

/** The server's own view of a LoggedRequest. */
export interface RequestRecord extends LoggedRequest {
  user: string;
  body: string | undefined;
}

const maxBodyChars = 64 * 1024;
const maxAllBodyChars = 16 * 1024 * 1024;

const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Returns the headers as the log shows them. */
export function loggedHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(', ') : value;
    // A browser's WebSocket sends its token as a subprotocol.
    const safe =
      name === 'sec-websocket-protocol' ? text.replace(/(bearer\.[^,]*\.)[^,.]+/g, '$1[redacted]') : text;
    setField(shown, name, secretHeaders.has(name) ? '[redacted]' : safe);
  }
  return shown;
}

/** The latest requests, oldest first, and counts of all. */
export class RequestLog {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  #entries: RequestRecord[] = [];
  /** Records with a body, in the order in which their bodies were read, and the length of all bodies. */
  readonly #withBody = new Set<RequestRecord>();
  #bodyChars = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  add(entry: RequestRecord): void {
    this.#entries.push(entry);
    if (this.#entries.length > this.#limit * 1.25) this.#entries = this.#entries.slice(-this.#limit);
    for (const key of [entry.verb, `${entry.verb} ${entry.resource}`]) {
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  /** Adds a request's body. */
  addBody(entry: RequestRecord, bytes: Buffer): void {
    if (bytes.length === 0) return;
    entry.body = bytes.subarray(0, maxBodyChars).toString('utf8');
    this.#withBody.add(entry);
    this.#bodyChars += entry.body.length;
    for (const oldest of this.#withBody) {
      if (this.#bodyChars <= maxAllBodyChars) break;
      this.#withBody.delete(oldest);
      this.#bodyChars -= oldest.body?.length ?? 0;
      oldest.body = undefined;
    }
  }

  count(verb: string, resource?: string): number {
    return this.#counts.get(resource === undefined ? verb : `${verb} ${resource}`) ?? 0;
  }

  clear(): void {
    this.#entries = [];
    this.#withBody.clear();
    this.#bodyChars = 0;
    this.#counts.clear();
  }
}
