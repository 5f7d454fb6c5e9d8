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
}

/** The latest requests, oldest first, and counts of all. */
export class RequestLog {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  #entries: LoggedRequest[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  add(entry: LoggedRequest): void {
    this.#entries.push(entry);
    if (this.#entries.length > this.#limit * 1.25) this.#entries = this.#entries.slice(-this.#limit);
    for (const key of [entry.verb, `${entry.verb} ${entry.resource}`]) {
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  count(verb: string, resource?: string): number {
    return this.#counts.get(resource === undefined ? verb : `${verb} ${resource}`) ?? 0;
  }

  clear(): void {
    this.#entries = [];
    this.#counts.clear();
  }
}
