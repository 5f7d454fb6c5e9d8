import { type Clock, ConfigError, type Logger, type RestConfig } from 'kube-informers';
import { systemClock } from 'kube-informers/internal';
import {
  asError,
  containLogger,
  type OptionNames,
  requireClock,
  requireBoolean,
  requireKnownOptions,
  requireLogger,
  requirePort,
  requireRecord,
  requireString,
  requireStrings,
  wholeFrom,
} from 'kube-informers/internal';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { requireOneOf, wrong, faults, requireValidFault } from './fault.js';
import type { ClientConnection, ProxyTls } from './connections.js';
import { Exchange } from './exchange.js';
import type { Fault } from './fault.js';
import { Front, Upstream } from './connections.js';
import {
  proxyVerbs,
  verbOf,
  concerns,
  matches,
  requestFilterNames,
  RuleBook,
  seededRandom,
} from './rules.js';
import type {
  ProxiedRequest,
  ProxyVerb,
  RequestRecord,
  FaultRule,
  Plan,
  RequestFilter,
  RuleOptions,
} from './rules.js';

/** Options of a FaultProxy. */
export interface FaultProxyOptions {
  /** The API server behind the proxy. The proxy uses its TLS settings and credentials; clients need none. */
  readonly target: RestConfig;
  /** Seed of the random numbers; the same seed and requests give the same faults. Default: 1. */
  readonly seed?: number | undefined;
  /** For delays, bandwidth and timed ends. Default: the system's. */
  readonly clock?: Clock | undefined;
  /** Serves HTTPS with this certificate. Default: plain HTTP. */
  readonly tls?: ProxyTls | undefined;
  /** Port to listen on. Default: 0, any free port. */
  readonly port?: number | undefined;
  /** Number of requests kept in `requests`; the oldest are dropped. Default: 100,000. */
  readonly requestLogLimit?: number | undefined;
  /** Receives errors behind the proxy. Default: none. */
  readonly logger?: Logger | undefined;
}

const faultProxyOptionNames: OptionNames<FaultProxyOptions> = {
  target: true,
  seed: wholeFrom(0),
  clock: requireClock,
  tls: (what, value) => {
    // Shows no value, which may be a key.
    requireRecord(what, value);
    requireKnownOptions(what, value, proxyTlsNames);
    requireStrings(what, value, ['cert', 'key']);
  },
  port: requirePort,
  requestLogLimit: wholeFrom(0),
  logger: requireLogger,
};

const proxyTlsNames: OptionNames<ProxyTls> = { cert: requireString, key: requireString };

/** A closed port, which is opened again on disposal. */
export interface Refusal extends Disposable {
  /** Opens the port again; rejects with the system's error if it is in use by then. */
  remove(): Promise<void>;
}

/**
 * A proxy between a client and an API server that injects faults.
 *
 * ```ts
 * await using proxy = await FaultProxy.start({ target: await loadConfig(), seed: 7 });
 * const clientset = new Clientset(proxy.config);
 * proxy.inject(faults.cut({ afterLines: 3, inLine: true }), { verbs: ['watch'] });
 * ```
 *
 * Without rules it passes everything through: status, headers, the body's bytes and chunks, trailers, and how a
 * connection ends; it replaces only hop-by-hop headers, and asks for uncompressed watches, so that `applyNow` can count their
 * lines. Upgrades pass too, and the bytes after them. HTTP/1.1, on loopback, without authentication: anyone who can
 * connect to the port has the target's credentials.
 */
export class FaultProxy implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #seed: number;
  readonly #front: Front;
  readonly #rules: RuleBook;
  readonly #tls: ProxyTls | undefined;
  readonly #requestLogLimit: number;
  readonly #exchanges = new Set<Exchange>();
  #requests: RequestRecord[] = [];
  #upstream: Upstream;
  #count = 0;
  #refusals = 0;
  #reopening: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  private constructor(options: FaultProxyOptions) {
    const { clock = systemClock, seed = 1, port = 0, requestLogLimit = 100_000 } = options;
    const logger = containLogger(options.logger);
    this.#clock = clock;
    this.#logger = logger;
    this.#seed = seed;
    this.#rules = new RuleBook(seededRandom(seed));
    this.#tls = options.tls;
    this.#requestLogLimit = requestLogLimit;
    this.#upstream = this.#upstreamOf(options.target);
    this.#front = new Front({
      port,
      tls: options.tls,
      handle: (...request) => this.#handle(...request),
    });
  }

  /**
   * Starts a proxy on 127.0.0.1.
   *
   * Rejects with ConfigError for an invalid option or TLS setting, and with the system's error if the port is in use.
   * The target need not be running yet.
   */
  static async start(options: FaultProxyOptions): Promise<FaultProxy> {
    requireKnownOptions('a FaultProxy', options, faultProxyOptionNames);
    const proxy = new FaultProxy(options);
    await proxy.#upstream.prepare();
    await proxy.#front.listen();
    return proxy;
  }

  /** The proxy's URL, `http://127.0.0.1:PORT`. */
  get url(): string {
    return this.#front.url;
  }

  /** Config for the client under test: the proxy's address, no credentials, and the rest of the target's config. */
  get config(): RestConfig {
    const { credentials: _credentials, provider: _provider, tls: _tls, ...rest } = this.#upstream.config;
    return {
      ...rest,
      host: this.url,
      proxyUrl: '',
      ...(this.#tls === undefined ? {} : { tls: { ca: { data: this.#tls.cert } } }),
    };
  }

  /** The requests received, in order. */
  get requests(): readonly ProxiedRequest[] {
    return this.#requests;
  }

  /** Clears `requests`; the numbers continue. */
  clearRequests(): void {
    this.#requests = [];
  }

  /** Requests that are open, with or without a response. */
  get open(): readonly ProxiedRequest[] {
    return Array.from(this.#exchanges, ({ record }) => record).filter(({ open }) => open);
  }

  /** Number of responses whose head was sent and whose body is open; of watches, unless other verbs are given. */
  openStreams(...verbs: readonly ProxyVerb[]): number {
    for (const verb of verbs) requireOneOf('verb of openStreams', verb, proxyVerbs);
    const wanted: readonly ProxyVerb[] = verbs.length === 0 ? ['watch', 'watchList'] : verbs;
    let count = 0;
    for (const { isStreaming, record } of this.#exchanges)
      if (isStreaming && wanted.includes(record.verb)) count++;
    return count;
  }

  /**
   * Injects a fault into later requests.
   *
   * Rules are tried in the order of injection, and only the first matching one applies. Throws ConfigError
   * `ERR_OPTION` for an invalid fault or option.
   */
  inject(fault: Fault, options: RuleOptions = {}): FaultRule {
    this.#requireRunning('inject');
    return this.#rules.add(fault, options);
  }

  /**
   * Applies a fault to the open requests and returns their number.
   *
   * Bytes, lines and times count from now. Requests to which the fault is not applicable are left out: lines of a
   * compressed list, an early end of a body with an announced length. Throws ConfigError `ERR_OPTION` for `answer` and
   * `delay`, which apply to later requests, and for invalid values.
   */
  applyNow(fault: Fault, filter: RequestFilter = {}): number {
    requireValidFault(fault);
    requireKnownOptions('applyNow', filter, requestFilterNames);
    if (fault.kind === 'answer' || fault.kind === 'delay')
      throw wrong('fault of applyNow', 'one for a request under way', fault.name);
    let count = 0;
    for (const exchange of this.#exchanges) {
      const { record } = exchange;
      if (!record.open || !concerns(fault, record) || !matches(filter, record)) continue;
      if (exchange.apply({ fault, happened: () => undefined })) count++;
    }
    return count;
  }

  /**
   * Closes the port: connections are refused until the result is disposed.
   *
   * Open connections remain until their request is over. Throws ConfigError `ERR_CLOSED` on a stopped proxy.
   */
  refuse(): Refusal {
    this.#requireRunning('refuse');
    this.#refusals++;
    this.#front.unlisten();
    for (const connection of this.#front.connections) connection.endWhenIdle();
    let ended: Promise<void> | undefined;
    const remove = (): Promise<void> => (ended ??= this.#endRefusal());
    return {
      remove,
      [Symbol.dispose]: () => {
        // stop() reports the failure, since no caller waits here.
        remove().catch((error: unknown) => this.#logger.error({ err: asError(error) }, 'the port is taken'));
      },
    };
  }

  /**
   * Replaces the server behind the proxy for later requests.
   *
   * Connections to the old server are cut, as if it were gone; with `keepOpen`, open requests continue with it.
   * Throws ConfigError for an invalid config.
   */
  switchTo(
    target: RestConfig,
    options: {
      /** True keeps the open connections to the previous target. Default: false. */
      readonly keepOpen?: boolean | undefined;
    } = {},
  ): void {
    requireKnownOptions('switchTo', options, { keepOpen: requireBoolean });
    this.#requireRunning('switchTo');
    this.#upstream = this.#upstreamOf(target);
    if (options.keepOpen === true) return;
    for (const exchange of this.#exchanges) exchange.destroy();
    for (const connection of this.#front.connections) connection.destroy();
  }

  /** Removes every rule and resumes stalled data. Dropped data stays lost. */
  heal(): void {
    this.#rules.clear();
    for (const exchange of this.#exchanges) exchange.unstall();
  }

  /** Closes the port and every connection, including stalled ones; resolves when all are closed. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #stop(): Promise<void> {
    this.#rules.clear();
    for (const exchange of this.#exchanges) exchange.destroy();
    try {
      await this.#reopening;
    } finally {
      await this.#front.close();
    }
  }

  async #endRefusal(): Promise<void> {
    this.#refusals--;
    if (this.#refusals > 0 || this.#stopped !== undefined) return;
    this.#reopening = this.#front.listen();
    await this.#reopening;
  }

  #upstreamOf(target: RestConfig): Upstream {
    return Upstream.of(target, this.#clock, this.#logger);
  }

  #requireRunning(what: string): void {
    if (this.#stopped !== undefined)
      throw new ConfigError('ERR_CLOSED', `${what} on a FaultProxy that was stopped`);
  }

  #handle(
    connection: ClientConnection,
    request: IncomingMessage,
    response: ServerResponse,
    takeOver?: () => Duplex,
  ): void {
    const record = this.#record(request);
    const plan = this.#planFor(record);
    const exchange = new Exchange({
      clock: this.#clock,
      // A separate generator per request, so that the timing of bodies does not affect the random numbers.
      random: seededRandom(this.#seed + record.number),
      upstream: this.#upstream,
      connection,
      request,
      response,
      takeOver,
      record,
      plan,
      onDone: () => this.#exchanges.delete(exchange),
    });
    this.#exchanges.add(exchange);
    exchange.start();
  }

  #planFor(record: RequestRecord): Plan | undefined {
    try {
      const plan = this.#rules.take(record);
      record.fault = plan?.fault.name;
      return plan;
    } catch (error) {
      // A rule's `where` function threw.
      const message = `where of a rule threw: ${asError(error).message}`;
      this.#logger.error({ err: asError(error), path: record.path }, 'where of a rule threw');
      record.failure = message;
      return { fault: faults.answer(500, { message }), happened: () => undefined };
    }
  }

  #record(request: IncomingMessage): RequestRecord {
    const { method = 'GET', url = '/' } = request;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const query = new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1));
    const record: RequestRecord = {
      number: ++this.#count,
      at: this.#clock.now(),
      verb: verbOf(method, path, query),
      method,
      path,
      query,
      fault: undefined,
      status: undefined,
      failure: undefined,
      open: true,
    };
    this.#requests.push(record);
    // Trimmed in batches: removing one entry at a time would move all the others.
    if (this.#requests.length >= 2 * this.#requestLogLimit + 1)
      this.#requests = this.#requests.slice(-this.#requestLogLimit);
    return record;
  }
}
