import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RestConfig } from '../../rest/config.js';
import { systemClock } from '../../util/clock.js';
import type { Clock } from '../../util/clock.js';
import { asError, ConfigError } from '../../util/errors.js';
import { noopLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { requireMethods } from '../../util/require.js';
import { requireCount, requireOneOf, wrong } from './checks.js';
import type { ClientConnection } from './client-connection.js';
import { Exchange } from './exchange.js';
import { faults, requireValidFault } from './fault.js';
import type { Fault } from './fault.js';
import { Front } from './front.js';
import type { ProxyTls } from './front.js';
import { proxyVerbs, verbOf } from './proxied-request.js';
import type { ProxiedRequest, ProxyVerb, RequestRecord } from './proxied-request.js';
import { concerns, matches, requestFilterNames, requireFilter, RuleBook } from './rules.js';
import type { FaultRule, Plan, RequestFilter, RuleOptions } from './rules.js';
import { seededRandom } from './seeded-random.js';
import { Upstream } from './upstream.js';

/** How to start a FaultProxy. */
export interface FaultProxyOptions {
  /** The API server behind it: its address, TLS settings and credentials are the proxy's, its client needs none. */
  readonly target: RestConfig;
  /** Where chance begins; the same seed and the same requests give the same faults. Default: 1. */
  readonly seed?: number | undefined;
  /** For delays, bandwidth and ends after a time. Default: the system's. */
  readonly clock?: Clock | undefined;
  /** Serves HTTPS with this. Default: plain HTTP. */
  readonly tls?: ProxyTls | undefined;
  /** Default: 0, any free one. */
  readonly port?: number | undefined;
  /** How many requests `requests` remembers; the oldest are forgotten. Default: 100,000. */
  readonly requestLogLimit?: number | undefined;
  /** Hears what goes wrong behind the proxy. Default: nobody. */
  readonly logger?: Logger | undefined;
}

const faultProxyOptionNames: OptionNames<FaultProxyOptions> = {
  target: true,
  seed: true,
  clock: true,
  tls: true,
  port: true,
  requestLogLimit: true,
  logger: true,
};

/** A port that is closed until this is disposed of. */
export interface Refusal extends Disposable {
  /** Opens the port again; rejects with the system's error when somebody else has taken it meanwhile. */
  end(): Promise<void>;
}

/**
 * Stands between any client and any API server, and lets go wrong what can.
 *
 *     await using proxy = await FaultProxy.start({ target: await loadConfig(), seed: 7 });
 *     const clientset = new Clientset(proxy.config);
 *     proxy.inject(faults.cut({ afterLines: 3, inLine: true }), { verbs: ['watch'] });
 *
 * Without rules it passes on what comes as it comes: status, headers, the body's bytes and chunks, trailers, and how a
 * connection ends; only headers that concern one connection are its own. HTTP/1.1, on loopback, without authentication:
 * whoever reaches the port has the target's credentials.
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
    const {
      clock = systemClock,
      logger = noopLogger,
      seed = 1,
      port = 0,
      requestLogLimit = 100_000,
    } = options;
    requireMethods('clock of a FaultProxy', clock, ['now', 'monotonic', 'setTimer', 'sleep']);
    requireCount('seed of a FaultProxy', seed, 0);
    requireCount('port of a FaultProxy', port, 0);
    requireCount('requestLogLimit of a FaultProxy', requestLogLimit, 0);
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
      handle: (connection, request, response) => this.#handle(connection, request, response),
    });
  }

  /**
   * Listens on 127.0.0.1. Rejects with ConfigError for an option or TLS setting that cannot be used, and with the system's
   * error for a port that is taken. The target need not be there yet.
   */
  static async start(options: FaultProxyOptions): Promise<FaultProxy> {
    requireKnownOptions('FaultProxy.start', options, faultProxyOptionNames);
    if (options.tls !== undefined)
      requireKnownOptions('tls of a FaultProxy', options.tls, { cert: true, key: true });
    const proxy = new FaultProxy(options);
    await proxy.#upstream.prepare();
    await proxy.#front.listen();
    return proxy;
  }

  /** `http://127.0.0.1:PORT` */
  get url(): string {
    return this.#front.url;
  }

  /** For the client that is tested: the proxy's address, no credentials, and the rest of the target's config. */
  get config(): RestConfig {
    const { credentials: _credentials, provider: _provider, tls: _tls, ...rest } = this.#upstream.config;
    return {
      ...rest,
      host: this.url,
      proxyUrl: '',
      ...(this.#tls === undefined ? {} : { tls: { ca: { data: this.#tls.cert } } }),
    };
  }

  /** What came, in order. */
  get requests(): readonly ProxiedRequest[] {
    return this.#requests;
  }

  /** Forgets `requests`; numbers go on. */
  clearRequests(): void {
    this.#requests = [];
  }

  /** Requests that are open now, answered or not. */
  get open(): readonly ProxiedRequest[] {
    return Array.from(this.#exchanges, ({ record }) => record).filter(({ open }) => open);
  }

  /** How many answers are under way whose head the client has: of watches, unless another verb is named. */
  openStreams(...verbs: readonly ProxyVerb[]): number {
    for (const verb of verbs) requireOneOf('verb of openStreams', verb, proxyVerbs);
    const wanted: readonly ProxyVerb[] = verbs.length === 0 ? ['watch', 'watchList'] : verbs;
    let count = 0;
    for (const { isStreaming, record } of this.#exchanges)
      if (isStreaming && wanted.includes(record.verb)) count++;
    return count;
  }

  /**
   * Lets this happen to requests that come. Rules are asked in the order of injection, and the first that takes a request
   * has it alone. Throws ConfigError `ERR_OPTION` for a fault or an option out of range.
   */
  inject(fault: Fault, options: RuleOptions = {}): FaultRule {
    this.#requireRunning('inject');
    return this.#rules.add(fault, options);
  }

  /**
   * Lets this happen to requests that are open now, and gives their number. Bytes, lines and times count from now. Left
   * out are those to which it cannot be done: a text in a zipped body, an early end of one with an announced length.
   * Throws ConfigError `ERR_OPTION` for `answer` and `delay`, which are for requests that come, and for values out of range.
   */
  applyNow(fault: Fault, filter: RequestFilter = {}): number {
    requireValidFault(fault);
    requireKnownOptions('applyNow', filter, requestFilterNames);
    requireFilter('applyNow', filter);
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
   * Closes the port: connections are refused until the result is disposed of. Connections that are open stay, until their
   * request is over. Throws ConfigError `ERR_CLOSED` on a proxy that was stopped.
   */
  refuse(): Refusal {
    this.#requireRunning('refuse');
    this.#refusals++;
    this.#front.unlisten();
    for (const connection of this.#front.connections) connection.endWhenIdle();
    let ended: Promise<void> | undefined;
    const end = (): Promise<void> => (ended ??= this.#endRefusal());
    return {
      end,
      [Symbol.dispose]: () => {
        // A failure is told by stop(), since nobody waits here.
        end().catch((error: unknown) => this.#logger.error({ err: asError(error) }, 'the port is taken'));
      },
    };
  }

  /**
   * Puts another server behind the proxy; requests that come from now on go there. Connections are cut, since the server
   * they belonged to is gone; with `keepOpen`, requests under way go on with the old one. Throws ConfigError for a config
   * that cannot be used.
   */
  switchTo(target: RestConfig, options: { readonly keepOpen?: boolean | undefined } = {}): void {
    requireKnownOptions('switchTo', options, { keepOpen: true });
    this.#requireRunning('switchTo');
    this.#upstream = this.#upstreamOf(target);
    if (options.keepOpen === true) return;
    for (const exchange of this.#exchanges) exchange.destroy();
    for (const connection of this.#front.connections) connection.destroy();
  }

  /** Removes every rule, and lets go on what is stalled. What was dropped is lost, and stays so. */
  heal(): void {
    this.#rules.clear();
    for (const exchange of this.#exchanges) exchange.unstall();
  }

  /** Closes the port and every connection, stalled ones too; resolves when all are gone. */
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

  #handle(connection: ClientConnection, request: IncomingMessage, response: ServerResponse): void {
    const record = this.#record(request);
    const plan = this.#planFor(record);
    const exchange = new Exchange({
      clock: this.#clock,
      // Of its own, so that it does not matter to chance when its body comes.
      random: seededRandom(this.#seed + record.number),
      upstream: this.#upstream,
      connection,
      request,
      response,
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
      // A rule's own function threw.
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
    // In one go now and then: cutting one off each time would move all the others.
    if (this.#requests.length >= 2 * this.#requestLogLimit + 1)
      this.#requests = this.#requests.slice(-this.#requestLogLimit);
    return record;
  }
}
