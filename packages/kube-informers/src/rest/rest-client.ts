import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { isBytes } from '../util/type-checks.js';
import { mayBeStarting, noteTrouble } from '../meta/refusals.js';
import { StatusError, isForbidden, isNotFound, isUnexpectedServerError } from '../meta/errors.js';
import { withoutSentSecret } from './sent-secrets.js';
import { hasSnapshots, minorVersionOf } from './server-version.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import type {
  ObjectFormat,
  ProtobufDecoders,
  UnreadableMessage,
  WatchBytesDecoder,
} from '../meta/wire-format.js';
import { inspectCustom } from '../util/builtin.js';
import { systemClock, systemRandom } from '../util/clock.js';
import type { Clock, Timer, TestOptions } from '../util/clock.js';
import { interruptible, linkSignal } from '../util/signal.js';
import { asError, ConfigError, TransportError } from '../util/errors.js';
import { containLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import {
  hasMethods,
  requireClock,
  requireFunction,
  requireLogger,
  requireString,
  wholeFrom,
} from '../util/require.js';
import { bodyText } from '../util/json.js';
import { yieldToEventLoop } from '../util/steps.js';
import { jsonFormat } from '../wire/json-format.js';
import { concealConfig, Redactor } from './redactor.js';
import type { RestConfig } from './config.js';
import type {
  Headers,
  RestCall,
  RestListRequest,
  RestRequest,
  RestStreamRequest,
  RestWatchRequest,
  RestWebSocketRequest,
} from './request.js';
import { PartialReads } from './partial-reads.js';
import type { WebSocketConnection } from './web-socket.js';
import { ListDecoder, chunksOf, feedDecoder, parseObject, readAll } from './response-body.js';
import { requireRestConfig } from './config.js';
import { RestCounters, RequestSender, defaultMaxRetries, isRetryableRead } from './request-sender.js';
import type { RestClientStats, OutgoingRequest } from './request-sender.js';
import {
  isSuccess,
  requireJson,
  responseError,
  upgradeError,
  withCall,
  withRequest,
  isProtobuf,
  protobufOrJson,
  protobufOrJsonStream,
} from './errors.js';
import type { RequestName } from './errors.js';
import {
  restListRequestNames,
  restRequestNames,
  restStreamRequestNames,
  restWatchRequestNames,
  restWebSocketRequestNames,
  baseUrl,
  requestUrl,
} from './request.js';
import { EmptyWatchStream, RestWatchStream } from './rest-watch-stream.js';
import type { Transport, TransportResponse } from './transport.js';
import { UndiciTransport, defaultRequestTimeoutMs } from './undici-transport.js';

/** Options of a RestClient. */
export interface RestClientOptions extends TestOptions {
  /** Default: an UndiciTransport, which `close` closes. A transport passed here is closed by the caller. */
  readonly transport?: Transport | undefined;
  /** The default of the factories, controllers and managers that use this client, too. Default: none. */
  readonly logger?: Logger | undefined;
  /** Retries after the first attempt. Default: 10, as in client-go. */
  readonly maxRetries?: number | undefined;
}

export const restClientOptionNames: OptionNames<RestClientOptions> = {
  transport: hasMethods('send', 'close'),
  clock: requireClock,
  random: requireFunction,
  logger: requireLogger,
  maxRetries: wholeFrom(0),
};

/**
 * Client for one API server (client-go's rest.RESTClient).
 *
 * Rejects with StatusError if the server refuses, TransportError if there was no response from an API server,
 * `signal.reason` if aborted, and ConfigError for a request that cannot be sent.
 *
 * Retries up to `maxRetries` times: a response of 429 or 5xx with Retry-After, and a GET whose connection broke
 * before the response. Writes are not retried after a connection error, since they may have been carried out.
 */
export class RestClient implements AsyncDisposable {
  /** A copy of the config; printing it does not show credentials. */
  readonly config: RestConfig;
  /** The `logger` of the options. */
  readonly logger: Logger | undefined;
  /** Aborts when the client is closed. */
  readonly closing: AbortSignal;
  readonly #base: string;
  readonly #clock: Clock;
  /** The server's minor version, once it has been asked for. */
  #minor: Promise<number | undefined> | undefined;
  readonly #counters = new RestCounters();
  readonly #transport: Transport;
  readonly #ownsTransport: boolean;
  readonly #sender: RequestSender;
  readonly #redactor: Redactor;
  readonly #partial = new PartialReads();
  readonly #closing = new AbortController();

  /** Sends requests to one API server; opens no connection before the first. Throws ConfigError `ERR_OPTION` for an invalid host or number. */
  constructor(config: RestConfig, options: RestClientOptions = {}) {
    requireKnownOptions('a RestClient', options, restClientOptionNames);
    const { clock = systemClock, random = systemRandom, maxRetries = defaultMaxRetries } = options;
    const logger = containLogger(options.logger);
    // Optional, since a JavaScript caller may have forgotten to await the config.
    this.#base = baseUrl((config as RestConfig | undefined)?.host);
    requireRestConfig('a RestConfig', config);
    this.config = concealConfig(config);
    this.#clock = clock;
    this.logger = options.logger;
    this.closing = this.#closing.signal;
    this.#ownsTransport = options.transport === undefined;
    this.#transport =
      options.transport ??
      new UndiciTransport({
        tls: config.tls,
        proxyUrl: config.proxyUrl,
        maxHeaderBytes: config.maxHeaderBytes,
        clock,
        logger,
      });
    this.#redactor = new Redactor(config);
    this.#sender = new RequestSender({
      config,
      transport: this.#transport,
      clock,
      random,
      logger,
      counters: this.#counters,
      maxRetries,
      redactor: this.#redactor,
    });
  }

  /** Sends one request and resolves with the object in the response. */
  async request<T>(request: RestRequest): Promise<T> {
    requireKnownOptions('a request', request, restRequestNames);
    this.#partial.refuseCopy(request);
    const object = await this.#call(request, request.method, verbOf(request), async (response, name) => {
      requireJson(response, name, this.#redactor);
      // The type is the caller's choice; checked is only that it is an API object.
      return parseObject(await readAll(response, name, request.maxBodyBytes), name) as T;
    });
    this.#partial.answered(request, object);
    return request.mask === undefined ? object : request.mask.apply(object);
  }

  /** Sends one request and resolves with the response's bytes, for `/readyz`, logs and the like. */
  async raw(request: RestRequest): Promise<Uint8Array> {
    requireKnownOptions('a request', request, restRequestNames);
    return this.#call(request, request.method, verbOf(request), (response, name) =>
      readAll(response, name, request.maxBodyBytes),
    );
  }

  /**
   * Sends one GET request and iterates over the response's bytes, for logs and the like (client-go's Request.Stream).
   *
   * No more is read than the caller takes. Leaving the loop closes the connection. Rejects with `signal.reason` if
   * aborted at any time, and with TransportError `ERR_BODY_CUT` if the connection breaks before the end.
   */
  stream(request: RestStreamRequest): AsyncGenerator<Uint8Array, void, void> {
    return interruptible((left) => this.#stream(request, left));
  }

  async *#stream(request: RestStreamRequest, left: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
    requireKnownOptions('a request', request, restStreamRequestNames);
    const { longRunning = false } = request;
    const name = this.#name('GET', 'get', request);
    const link = linkSignal(request.signal, this.#closing.signal, left);
    let response: TransportResponse | undefined;
    try {
      const retry = this.#sender.newRetry(request.maxRetries);
      const outgoing = this.#outgoing({ ...request, method: 'GET' }, name, link.signal, longRunning);
      await this.#sender.throttle(name, link.signal);
      const result = await this.#sender.send(outgoing, retry);
      if (result.response === undefined) throw withRequest(retry.wrapPreviousError(result.error), name);
      response = result.response;
      if (!isSuccess(response)) throw await this.#refusal(response, name);
      yield* chunksOf(response, name, link.signal);
    } catch (thrown) {
      if (left.aborted) return;
      // An abort rejects with its reason, wherever it happened.
      throw link.signal.aborted ? link.signal.reason : this.#failure(thrown, name, request);
    } finally {
      response?.destroy();
      link.dispose();
    }
  }

  /** Gets one list, decoded item by item as it streams in: its size is bounded only by memory. */
  async list<T extends KubernetesObject>(request: RestListRequest): Promise<KubernetesList<T>> {
    requireKnownOptions('a request', request, restListRequestNames);
    const note = this.#partial.begin('list', request);
    const list = await this.#list<T>(request);
    if (note !== undefined) list.items.forEach(note);
    return list;
  }

  async #list<T extends KubernetesObject>(request: RestListRequest): Promise<KubernetesList<T>> {
    const { apiVersion, kind, format, onContinue } = request;
    let made: ListDecoder<T> | undefined;
    const decoderOf = ({ method, url }: RequestName): ListDecoder<T> =>
      (made ??= new ListDecoder<T>({ name: `${method} ${url}`, apiVersion, kind, format, onContinue }));
    const read = async (response: TransportResponse, name: RequestName): Promise<KubernetesList<T>> => {
      requireJson(response, name, this.#redactor);
      const decoder = decoderOf(name);
      await feedDecoder(response, decoder, this.#clock);
      return decoder.end();
    };
    // The type is the caller's choice; the server's content is not checked against it.
    const protobuf = await protobufOf({
      accept: request.accept,
      format: format as ObjectFormat<T> | undefined,
    });
    if (protobuf !== undefined) {
      const readEither = async (
        response: TransportResponse,
        name: RequestName,
      ): Promise<KubernetesList<T>> => {
        if (!isProtobuf(response)) return read(response, name);
        const decoder = protobuf.listDecoder({ name: `${name.method} ${name.url}`, onContinue });
        await feedDecoder(response, decoder, this.#clock);
        return decoder.end();
      };
      try {
        return await this.#call({ ...request, accept: protobufOrJson }, 'GET', 'list', readEither);
      } catch (error) {
        if (this.#unreadable(protobuf, request, error)?.asJson !== true) throw error;
      }
    }
    return this.#call(request, 'GET', 'list', read, decoderOf);
  }

  /** Returns what could not be read as protobuf, or that it was refused, and logs it once. */
  #unreadable<T extends KubernetesObject>(
    protobuf: ProtobufDecoders<T>,
    { path }: RestCall,
    error?: unknown,
  ): UnreadableMessage | undefined {
    let found = protobuf.takeProblem();
    const refusal = found === undefined ? refusalOfProtobuf(error) : undefined;
    if (refusal !== undefined) {
      protobuf.refused(refusal);
      found = protobuf.takeProblem();
    }
    if (found !== undefined)
      this.logger?.warn({ path, problem: found.problem }, 'cannot read protobuf, reading JSON from now on');
    return found;
  }

  /**
   * Opens a watch. Aborting the signal ends it at any time.
   *
   * If the connection breaks or times out before the response, retries included, resolves with a watch that ends
   * immediately, as in client-go: the next watch from the same resourceVersion misses nothing.
   */
  async watch<T extends KubernetesObject>(request: RestWatchRequest): Promise<WatchStream<T>> {
    requireKnownOptions('a request', request, restWatchRequestNames);
    const query: ListOptions = { ...request.query, watch: true };
    const retry = this.#sender.newRetry(request.maxRetries);
    const name = this.#name('GET', 'watch', request);
    const link = linkSignal(request.signal, this.#closing.signal);
    let stream: RestWatchStream<T> | undefined;
    try {
      let made: WatchBytesDecoder<T> | undefined;
      // The type is the caller's choice; the server's content is not checked against it.
      const format = (request.format ?? jsonFormat) as ObjectFormat<T>;
      const protobuf = await protobufOf({ ...request, format });
      const accept = protobuf === undefined ? request.accept : protobufOrJsonStream;
      const outgoing = this.#outgoing({ ...request, accept, query, method: 'GET' }, name, link.signal, true);
      const decoder = (): WatchBytesDecoder<T> => (made ??= format.watchDecoder({}));
      const sending = this.#sender.send(outgoing, retry);
      if (protobuf === undefined) void whileServerWorks(decoder);
      const { response, error } = await sending;
      if (response === undefined) {
        if (!isRetryableOpening(error)) throw withRequest(retry.wrapPreviousError(error), name);
        this.logger?.warn({ url: name.url, err: error }, 'watch could not be opened, treated as ended');
        const { message } = asError(error);
        return new EmptyWatchStream<T>(
          new TransportError('ERR_WATCH_UNOPENED', `watch of ${name.url} could not be opened: ${message}`, {
            cause: error,
          }),
        );
      }
      if (response.status !== 200) {
        const refusal = await this.#refusal(response, name);
        if (protobuf !== undefined) this.#unreadable(protobuf, request, refusal);
        throw retry.wrapPreviousError(refusal);
      }
      const binary = isProtobuf(response) ? protobuf : undefined;
      if (binary === undefined) {
        try {
          requireJson(response, name, this.#redactor);
        } catch (error) {
          if (protobuf !== undefined) this.#unreadable(protobuf, request, error);
          throw error;
        }
      }
      this.#counters.openWatches++;
      stream = new RestWatchStream<T>(response, {
        name: `watch of ${name.url}`,
        clock: this.#clock,
        signal: link.signal,
        decoder: binary?.watchDecoder({}) ?? decoder(),
        redactor: this.#redactor,
        note: this.#partial.begin('watch', request),
        onClose: () => {
          if (binary !== undefined) this.#unreadable(binary, request);
          this.#counters.openWatches--;
          link.dispose();
        },
      });
      return stream;
    } catch (thrown) {
      throw this.#failure(thrown, name, request);
    } finally {
      if (stream === undefined) link.dispose();
    }
  }

  /**
   * Opens a WebSocket, with the credentials, TLS and proxies of every request: for exec and the like, and for what other API
   * servers offer.
   *
   * Aborting the signal ends it at any time. A refusal with Retry-After is tried again; a connection that breaks is not, since the
   * server may have begun. Rejects with TransportError `ERR_UPGRADE` if something else than the API server answers.
   */
  async webSocket(request: RestWebSocketRequest): Promise<WebSocketConnection> {
    requireKnownOptions('a request', request, restWebSocketRequestNames);
    const connect = this.#transport.connect?.bind(this.#transport);
    if (connect === undefined)
      throw new ConfigError('ERR_OPTION', 'a WebSocket needs a transport with the method connect');
    const name = this.#name('GET', 'get', request);
    const link = linkSignal(request.signal, this.#closing.signal);
    let opened: WebSocketConnection | undefined;
    try {
      const { handshake } = await import('./web-socket.js');
      const retry = this.#sender.newRetry(request.maxRetries);
      const outgoing = this.#outgoing({ ...request, method: 'GET' }, name, link.signal, true);
      await this.#sender.throttle(name, link.signal);
      const { response, error } = await this.#sender.send(
        {
          ...outgoing,
          isRetryable: (failure) =>
            failure instanceof TransportError && failure.notSent && isRetryableRead(failure),
          exchange: async (sent) => {
            const { url, signal, clientCertificate } = sent;
            const socket = await connect({ url, signal, clientCertificate });
            const result = await handshake(sent, {
              socket,
              protocols: request.protocols,
              clock: this.#clock,
              requestTimeoutMs: defaultRequestTimeoutMs,
              pingIntervalMs: request.pingIntervalMs ?? defaultPingIntervalMs,
              maxHeaderBytes: this.config.maxHeaderBytes,
              name: `${name.method} ${name.url}`,
              signal: link.signal,
              onClose: () => link.dispose(),
              redact: (text) => this.#redactor.text(text),
            });
            opened = result.connection;
            return result;
          },
        },
        retry,
      );
      if (response === undefined) throw withRequest(retry.wrapPreviousError(error), name);
      if (opened === undefined)
        throw retry.wrapPreviousError(await this.#refusal(response, name, upgradeError));
      return opened;
    } catch (thrown) {
      opened?.close();
      throw link.signal.aborted ? link.signal.reason : this.#failure(thrown, name, request);
    } finally {
      if (opened === undefined) link.dispose();
    }
  }

  /**
   * Resolves with true if the server answers a consistent list in pages from its watch cache, as Kubernetes does from 1.34 on:
   * by `/version`, which is requested once. False if the server does not say; asked again only if it did not answer.
   */
  async pagesFromCache(): Promise<boolean> {
    return hasSnapshots(await (this.#minor ??= this.#askMinor()));
  }

  /** Never rejects: an informer lists without it, and its list shows what is wrong with the server. */
  async #askMinor(): Promise<number | undefined> {
    try {
      return minorVersionOf(await this.request({ method: 'GET', path: '/version', maxRetries: 0 }));
    } catch (thrown) {
      const error = asError(thrown);
      if (!isAnswer(error) || mayBeStarting(error)) this.#minor = undefined;
      this.logger?.debug({ err: error }, 'the version of the server is unknown');
      return undefined;
    }
  }

  /** Returns a snapshot of the client's counters. Costs nothing until it is called. */
  stats(): RestClientStats {
    return this.#counters.stats(new URL(this.#base).host, this.config.provider);
  }

  /** Milliseconds since this client met a connection error or a response of 5xx; undefined if it never did. */
  get troubleAgeMs(): number | undefined {
    return this.#sender.trouble.ageMs(this.#clock);
  }

  /** Ends watches, fails pending requests with TransportError `ERR_CLOSED`, and closes every connection. */
  async close(): Promise<void> {
    const host = new URL(this.#base).host;
    this.#closing.abort(new TransportError('ERR_CLOSED', `the client of ${host} is closed`));
    if (this.#ownsTransport) await this.#transport.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Serialises the host only, to keep credentials out of logs. */
  toJSON(): unknown {
    return { host: this.#base };
  }

  [inspectCustom](): string {
    return `RestClient ${JSON.stringify(this.toJSON())}`;
  }

  /**
   * Sends everything except watches: rate limit, timeout, attempts, then `read` on success; `prepare` runs while the
   * server works.
   */
  async #call<R>(
    request: RestCall & Partial<Pick<RestRequest, 'body' | 'contentType' | 'beforeSend' | 'onResponse'>>,
    method: string,
    verb: string,
    read: (response: TransportResponse, name: RequestName) => Promise<R>,
    prepare?: (name: RequestName) => unknown,
  ): Promise<R> {
    requireString('method of a request', method);
    const requestTimeoutMs = request.requestTimeoutMs ?? this.config.requestTimeoutMs;
    const name = this.#name(method, verb, request);
    const retry = this.#sender.newRetry(request.maxRetries);
    const link = linkSignal(request.signal, this.#closing.signal);
    const timeout = new TransportError(
      'ERR_TIMEOUT',
      `${method} ${name.url} took longer than ${requestTimeoutMs} ms`,
    );
    let timer: Timer | undefined;
    let startMs: number | undefined;
    try {
      const outgoing = this.#outgoing({ ...request, method }, name, link.signal, false);
      // As in client-go, waiting for the rate limit does not count towards the timeout.
      await this.#sender.throttle(name, link.signal);
      startMs = this.#clock.monotonic();
      if (requestTimeoutMs !== undefined && requestTimeoutMs > 0)
        timer = this.#clock.setTimer(() => link.abort(timeout), requestTimeoutMs);
      const sending = this.#sender.send(outgoing, retry);
      if (prepare !== undefined) void whileServerWorks(() => prepare(name));
      const { response, error } = await sending;
      if (response === undefined) throw withRequest(retry.wrapPreviousError(error), name);
      if (!isSuccess(response)) throw await this.#refusal(response, name);
      return await read(response, name);
    } catch (thrown) {
      // An abort rejects with its reason, wherever it happened.
      if (!link.signal.aborted) throw this.#failure(thrown, name, request);
      throw link.signal.reason === timeout ? retry.interrupted(timeout) : link.signal.reason;
    } finally {
      timer?.cancel();
      link.dispose();
      if (startMs !== undefined) this.#counters.took(method, (this.#clock.monotonic() - startMs) / 1000);
    }
  }

  #outgoing(
    request: RestRequest & Pick<RestStreamRequest, 'longRunning'>,
    name: RequestName,
    signal: AbortSignal,
    streaming: boolean,
  ): OutgoingRequest {
    const { body } = request;
    const headers: Headers = { accept: request.accept ?? 'application/json', ...request.headers };
    if (body !== undefined) headers['content-type'] = request.contentType ?? 'application/json';
    return {
      name,
      url: requestUrl(this.#base, request.path, request.query),
      headers,
      body:
        typeof body === 'string' || isBytes(body) || body === undefined
          ? body
          : bodyText(body, `${name.method} ${name.url}`),
      streaming,
      // Neither client-go nor the server bounds the wait for the first line of a log.
      headersTimeoutMs: request.longRunning === true ? 0 : undefined,
      signal,
      beforeSend: request.beforeSend,
      onResponse: request.onResponse,
      waitToRetry: request.waitToRetry,
      isRetryable: request.method === 'GET' ? isRetryableRead : never,
    };
  }

  #refusal(response: TransportResponse, name: RequestName, errorOf = responseError): Promise<Error> {
    return errorOf(response, name, { clock: this.#clock, redactor: this.#redactor, config: this.config });
  }

  /** Returns the error that a call rejects with: with the call in its message, and without credentials. */
  #failure(thrown: unknown, name: RequestName, request: RestCall & Partial<RestRequest>): unknown {
    const error = withoutSentSecret(request, this.#redactor.error(withCall(thrown, name, request)));
    if (error instanceof StatusError && error.statusCode === 403) noteTrouble(error, this.troubleAgeMs);
    return error;
  }

  #name(method: string, verb: string, { path, target }: RestCall): RequestName {
    return { method, verb, path, url: requestUrl(this.#base, path, undefined), target };
  }
}

/**
 * Says what may have refused protobuf, or changed it on its way; undefined for an answer of the API server to the request itself, and
 * for what passes.
 */
function refusalOfProtobuf(error: unknown): string | undefined {
  if (error instanceof TransportError && error.code === 'ERR_NOT_KUBERNETES') return error.message;
  if (!(error instanceof StatusError)) return undefined;
  const { statusCode } = error;
  // API servers choose one of the accepted types; a proxy in front of them may refuse what it does not know.
  const isRefusal = statusCode === 406 || statusCode === 415;
  const isProxys = isUnexpectedServerError(error) && (statusCode === 400 || statusCode === 403);
  return isRefusal || isProxys ? `the server answered ${statusCode}` : undefined;
}

/** True for an error that a repeated request for the version would meet as well: a refusal, or what is not the Kubernetes API. */
function isAnswer(error: Error): boolean {
  if (error instanceof StatusError) return isForbidden(error) || isNotFound(error);
  return error instanceof TransportError && error.code === 'ERR_NOT_KUBERNETES';
}

const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch' };

/** Time between the pings of a WebSocket, ms: proxies close idle connections after a minute or less. */
const defaultPingIntervalMs = 15_000;

/** Returns Kubernetes' verb of a request that is neither a list nor a watch. */
function verbOf({ method, target }: RestRequest): string {
  if (target === undefined) return String(method).toLowerCase();
  if (method === 'DELETE') return target.name === '' ? 'deletecollection' : 'delete';
  return verbs[method] ?? method.toLowerCase();
}

/** Returns the decoders of protobuf if the request's format prefers it, and the request asks for nothing else. */
async function protobufOf<T extends KubernetesObject>(request: {
  readonly accept?: string | undefined;
  readonly format?: ObjectFormat<T> | undefined;
}): Promise<ProtobufDecoders<T> | undefined> {
  return request.accept === undefined ? request.format?.protobuf?.() : undefined;
}

function never(): boolean {
  return false;
}

/**
 * Runs `prepare` while the server works on its response.
 *
 * The request has usually been written two turns of the event loop later. Loading a decoder's kernel takes about 3
 * ms, once per process.
 */
async function whileServerWorks(prepare: () => unknown): Promise<void> {
  await yieldToEventLoop();
  await yieldToEventLoop();
  try {
    prepare();
  } catch {
    // Reading the response prepares again and reports the same error.
  }
}

/** True for errors that client-go treats as a watch that ended. */
function isRetryableOpening(error: unknown): boolean {
  return isRetryableRead(error) || (error instanceof TransportError && error.code === 'ERR_TIMEOUT');
}
