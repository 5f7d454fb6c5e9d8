import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { StatusError } from 'kube-informers';
import type { Clock } from 'kube-informers';
import { asError, goQuote, hostName, linkSignal, newGenericServerResponse } from 'kube-informers/internal';
import { depthProblem } from '../json/json-depth.js';
import {
  type JsonObject,
  asObject,
  at,
  jsonTypeOf,
  parseJson,
  textAt,
} from '@kube-informers/schema/internal';
import { jsonSyntaxProblem } from '../json/json-syntax.js';
import { yamlToJson } from '../json/yaml-body.js';

/** The service that a webhook configuration names. */
export interface WebhookService {
  /** Namespace of the service. */
  readonly namespace: string;
  /** Name of the service. */
  readonly name: string;
  /** Default in a configuration: 443. */
  readonly port: number;
}

/** Returns the address of a service, `host:port`; undefined for one that does not exist. */
export type ServiceResolver = (service: WebhookService) => string | undefined;

/** A webhook could not be called, or its answer is not a review. */
export class WebhookCallError extends Error {
  override readonly name = 'WebhookCallError';
}

/** Options of a WebhookClient. */
export interface WebhookClientOptions {
  readonly clock: Clock;
  readonly resolveService: ServiceResolver;
}

/** How long a call may take. */
export interface CallLimits {
  readonly timeoutMs: number;
  /** Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** A review is at most an object and its patch, and an object has at most 3 MiB. */
const maxAnswerBytes = 16 * 1024 * 1024;
// client-go's maxUnstructuredResponseTextBytes.
const maxErrorCharacters = 2048;

const tooLate = new Error('the webhook timed out');

/** Where a webhook is, and how it is called. */
interface Endpoint {
  /** As messages show it. */
  readonly url: string;
  readonly plain: boolean;
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** What the certificate must be for. */
  readonly serverName: string;
  readonly hostHeader: string;
}

/**
 * Calls webhooks over HTTPS with the messages of Go's client.
 *
 * Redirects are not followed, and an answer has at most 16 MiB.
 */
export class WebhookClient {
  readonly #options: WebhookClientOptions;
  readonly #http = new HttpAgent({ keepAlive: true, timeout: 90_000 });
  readonly #https = new HttpsAgent({ keepAlive: true, timeout: 90_000 });
  #closed = new AbortController();

  constructor(options: WebhookClientOptions) {
    this.#options = options;
  }

  /** Makes calls possible again after `close`. */
  open(): void {
    this.#closed = new AbortController();
  }

  /** Ends all calls and closes the connections that are kept. Later calls fail. */
  close(): void {
    this.#closed.abort();
    this.#http.destroy();
    this.#https.destroy();
  }

  /**
   * Posts a review to the webhook of a `clientConfig` and returns the answer. Throws WebhookCallError, or StatusError for an
   * answer that is an error.
   */
  async post(config: JsonObject, review: string, limits: CallLimits): Promise<JsonObject> {
    const endpoint = this.#endpoint(config, limits.timeoutMs);
    const link = linkSignal(limits.signal, this.#closed.signal);
    const { clock } = this.#options;
    const timer = clock.setTimer(() => link.abort(tooLate), limits.timeoutMs, { unref: true });
    try {
      const response = await this.#send(endpoint, config, review, link.signal);
      const bytes = await readAnswer(response);
      return await readReview(response, bytes);
    } catch (error) {
      if (error instanceof StatusError || error instanceof WebhookCallError) throw error;
      const problem = link.signal.aborted
        ? link.signal.reason === tooLate
          ? 'context deadline exceeded'
          : 'context canceled'
        : networkProblem(asError(error), endpoint);
      throw new WebhookCallError(`Post ${goQuote(endpoint.url)}: ${problem}`);
    } finally {
      timer.cancel();
      link.dispose();
    }
  }

  #endpoint(config: JsonObject, timeoutMs: number): Endpoint {
    const query = `?timeout=${Math.max(1, Math.ceil(timeoutMs / 1000))}s`;
    const service = asObject(config['service']);
    if (service === undefined) return urlEndpoint(textAt(config, 'url'), query);
    const namespace = textAt(service, 'namespace');
    const name = textAt(service, 'name');
    const port = typeof service['port'] === 'number' ? service['port'] : 443;
    const given = textAt(service, 'path');
    const path = (given.startsWith('/') ? given : `/${given}`) + query;
    const serverName = `${name}.${namespace}.svc`;
    const hostHeader = `${serverName}:${port}`;
    const url = `https://${hostHeader}${path}`;
    const address = this.#options.resolveService({ namespace, name, port });
    if (address === undefined)
      throw new WebhookCallError(`Post ${goQuote(url)}: service ${goQuote(name)} not found`);
    const host = hostName(address);
    const to = Number(/:(\d+)$/.exec(address)?.[1] ?? port);
    return { url, plain: false, host, port: to, path, serverName, hostHeader };
  }

  async #send(
    endpoint: Endpoint,
    config: JsonObject,
    review: string,
    signal: AbortSignal,
    isRetry = false,
  ): Promise<IncomingMessage> {
    const request = this.#request(endpoint, config, review, signal);
    try {
      return await answered(request);
    } catch (error) {
      // The webhook may close a kept connection at the moment when it is used again.
      const isStale = request.reusedSocket && codeOf(asError(error)) === 'ECONNRESET';
      if (isStale && !isRetry && !signal.aborted) return this.#send(endpoint, config, review, signal, true);
      throw error;
    }
  }

  #request(endpoint: Endpoint, config: JsonObject, review: string, signal: AbortSignal): ClientRequest {
    const { plain, host, port, path, serverName, hostHeader } = endpoint;
    const bytes = Buffer.from(review);
    const options = {
      method: 'POST',
      host,
      port,
      path,
      signal,
      headers: {
        Host: hostHeader,
        Accept: 'application/json, */*',
        'Content-Type': 'application/json',
        'Content-Length': bytes.length,
        'User-Agent': 'kube-apiserver-admission',
      },
    };
    const ca = Buffer.from(textAt(config, 'caBundle'), 'base64').toString('utf8');
    const request = plain
      ? httpRequest({ ...options, agent: this.#http })
      : httpsRequest({
          ...options,
          agent: this.#https,
          ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
          // Without a bundle, the authorities of the system.
          ...(ca.trim() === '' ? {} : { ca }),
        });
    request.end(bytes);
    return request;
  }
}

function urlEndpoint(text: string, query: string): Endpoint {
  if (!URL.canParse(text)) throw new WebhookCallError(`Unparsable URL: ${text}`);
  const { protocol, host, hostname, port, pathname } = new URL(text);
  const plain = protocol === 'http:';
  const serverName = hostname.replace(/^\[|\]$/g, '');
  const path = pathname + query;
  return {
    url: `${protocol}//${host}${path}`,
    plain,
    host: serverName,
    port: Number(port || (plain ? 80 : 443)),
    path,
    serverName,
    hostHeader: host,
  };
}

async function answered(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
    // Without a listener, the request would end with neither of them, and its signal would not end it either.
    request.once('upgrade', (response: IncomingMessage, socket: Duplex) => {
      socket.destroy();
      reject(noContent(response));
    });
  });
}

async function readAnswer(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxAnswerBytes) {
      response.destroy();
      throw new WebhookCallError(`the answer is larger than ${maxAnswerBytes} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

/** client-go's Result.Into. */
async function readReview(response: IncomingMessage, bytes: Buffer): Promise<JsonObject> {
  const code = response.statusCode ?? 0;
  const type = response.headers['content-type'] ?? '';
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (code < 200 || code > 206) throw refusal(code, type, text);
  if (text === '') throw noContent(response);
  const value = await parseReview(text);
  const review = asObject(value);
  if (review === undefined) {
    const into =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    throw new WebhookCallError(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${into}`,
    );
  }
  const tooDeep = depthProblem(review);
  if (tooDeep !== undefined) throw new WebhookCallError(tooDeep);
  return review;
}

function noContent({ statusCode = 0, headers }: IncomingMessage): WebhookCallError {
  const type = headers['content-type'] ?? '';
  return new WebhookCallError(`0-length response with status code: ${statusCode} and content type: ${type}`);
}

/** As the server's decoder: what is not JSON may be YAML. */
async function parseReview(text: string): Promise<unknown> {
  try {
    return parseJson(text);
  } catch {
    const read = text.trimStart().startsWith('{') ? undefined : await yamlToJson(text);
    if (read !== undefined && 'json' in read) return parseJson(read.json);
    // The message is that of the server's own parser.
    throw new WebhookCallError(`couldn't get version/kind; json parse error: ${jsonSyntaxProblem(text)}`);
  }
}

/** An answer with another code than 200 to 206: the Status in it, or one that is made of the code. */
function refusal(code: number, type: string, text: string): StatusError {
  const isText = type === '' || type.startsWith('text/');
  const serverMessage = isText ? text.slice(0, maxErrorCharacters).trim() : 'unknown';
  const error = newGenericServerResponse({ code, verb: 'POST', serverMessage, unexpected: true });
  const status = statusOf(text);
  if (textAt(status, 'status') !== 'Failure') return error;
  return new StatusError({ ...error.status, message: textAt(status, 'message') });
}

function statusOf(text: string): unknown {
  try {
    const value = parseJson(text);
    return ['', 'Status'].includes(textAt(value, 'kind')) && at(value, 'status') !== undefined
      ? value
      : undefined;
  } catch {
    // Not JSON: not a Status.
    return undefined;
  }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Describes a failure as Go's client does. */
function networkProblem(error: Error, { host, port, serverName }: Endpoint): string {
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const code = codeOf(error);
  const untrusted = 'tls: failed to verify certificate: x509:';
  switch (code) {
    case 'ECONNREFUSED':
      return `dial tcp ${address}: connect: connection refused`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `dial tcp: lookup ${host}: no such host`;
    case 'ECONNRESET':
    case 'HPE_INVALID_EOF_STATE':
      return 'EOF';
    case 'EPROTO':
      return 'http: server gave HTTP response to HTTPS client';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `${untrusted} certificate signed by unknown authority`;
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return `${untrusted} certificate has expired or is not yet valid`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${untrusted} ${nameProblem(error, serverName)}`;
    default:
      return code.startsWith('HPE_') ? `malformed HTTP response: ${error.message}` : error.message;
  }
}

function nameProblem(error: Error, serverName: string): string {
  const names = textAt(at(error, 'cert'), 'subjectaltname')
    .split(', ')
    .map((name) => name.replace(/^(?:DNS|IP Address):/, ''))
    .filter((name) => name !== '');
  if (isIP(serverName) !== 0 && !names.some((name) => isIP(name) !== 0))
    return `cannot validate certificate for ${serverName} because it doesn't contain any IP SANs`;
  if (names.length === 0) return `certificate is not valid for any names, but wanted to match ${serverName}`;
  return `certificate is valid for ${names.join(', ')}, not ${serverName}`;
}
