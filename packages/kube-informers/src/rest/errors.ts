import { printable, shortened, shownKey, shownValue } from '../util/shown.js';
import { StatusError } from '../meta/errors.js';
import { newGenericServerResponse, notFoundMessage, subjectOf } from '../meta/status.js';
import { statusOf } from '../meta/status-shape.js';
import type { Status } from '../meta/types.js';
import type { Clock } from '../util/clock.js';
import { TransportError, asError } from '../util/errors.js';
import { applyContentType, firstOf, mediaType, retryAfterSeconds } from './request.js';
import type { Redactor } from './redactor.js';
import type { TransportResponse } from './transport.js';
import type { RequestTarget, RestRequest } from './request.js';
import { isAggregateError } from '../util/type-checks.js';
import { withoutBrackets } from './config.js';
import type { RestConfig } from './config.js';

/** Most bytes read of an error's body; a longer body closes its connection. A Status is far smaller. */
export const maxErrorBodyBytes = 1024 * 1024;

/** Most bytes of a non-Status body that go into the error (client-go's maxUnstructuredResponseTextBytes). */
export const maxErrorTextBytes = 2048;

/**
 * Longest wait for an error response's body, ms; what has arrived by then is used.
 *
 * A watch has no transport timeout, so without this limit a refusal with an endless body would block the caller.
 */
export const maxErrorBodyMs = 30_000;

/** How messages name a request. */
export interface RequestName {
  readonly method: string;
  /** Kubernetes' verb, such as `deletecollection`; without a target, the method in lower case. */
  readonly verb: string;
  /** Path below the host, without query. */
  readonly path: string;
  /** Origin and path, for messages. */
  readonly url: string;
  readonly target: RequestTarget | undefined;
}

/** The client that received a response. */
export interface ResponseErrorOptions {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly config: RestConfig;
}

/** True for a 2xx response. */
export function isSuccess(response: Pick<TransportResponse, 'status'>): boolean {
  return response.status >= 200 && response.status <= 206;
}

/**
 * Reads the body of an unsuccessful response and returns its error.
 *
 * A Status becomes a StatusError; a redirect becomes TransportError `ERR_REDIRECT`, since credentials are not sent
 * elsewhere; anything else becomes a StatusError worded as in apimachinery, with the start of the text as its cause.
 * The message of a 401 also names the credentials that were not accepted.
 */
export async function responseError(
  response: TransportResponse,
  request: RequestName,
  { clock, redactor, config }: ResponseErrorOptions,
): Promise<Error> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    response.destroy();
    return new TransportError(
      'ERR_REDIRECT',
      `${request.method} ${request.url} was answered with a redirect (${status}) to ${redirectTarget(headers, request.url, redactor)}; the server URL must name the API server itself`,
    );
  }
  const body = await readBeginning(response, clock, maxErrorBodyBytes);
  const parsed = await parseStatus(body, headers);
  if (parsed?.status === 'Failure') {
    const known = parsed.code === undefined ? { ...parsed, code: status } : parsed;
    const error = new StatusError(known);
    return status === 401 ? unauthorized(error, request, config) : error;
  }
  // Redact before truncating: a truncated token would not be recognised.
  const whole = Buffer.from(redactor.text(body.toString('utf8')));
  const text = whole.subarray(0, maxErrorTextBytes).toString('utf8').trim();
  if (status === 400 && request.url.startsWith('http://') && /HTTP request to an HTTPS server/i.test(text)) {
    return new TransportError(
      'ERR_TLS',
      `${new URL(request.url).host} speaks TLS: the server URL must begin with https://, got ${new URL(request.url).origin}`,
    );
  }
  const type = mediaType(headers['content-type']);
  const error = genericError(
    response,
    request,
    messageOf(status, type, text),
    isText(type) ? text : undefined,
  );
  return status === 401 ? unauthorized(error, request, config) : error;
}

/** The server's message is only `Unauthorized`: adds whose credentials it did not accept, and what to do. */
function unauthorized(
  { status, problem }: StatusError,
  { url }: RequestName,
  config: RestConfig,
): StatusError {
  return new StatusError(status, { problem: `${problem}: ${refusedCredentials(new URL(url), config)}` });
}

/** Names the kind of credentials and their owner, never their value. */
function refusedCredentials({ host, protocol }: URL, config: RestConfig): string {
  const { provider, credentials, tls, kubeconfig } = config;
  const owner = kubeconfig === undefined ? undefined : ownerOf(kubeconfig);
  const of = owner === undefined ? '' : ` of ${owner}`;
  const refused = `${host} did not accept`;
  if (provider !== undefined) {
    // A program's own provider may have anything there.
    const source = typeof provider.source === 'string' ? ` from ${printable(provider.source)}` : '';
    return `${refused} the credentials${of}${source}: they may have expired or be for another server; log in again, or renew them`;
  }
  const { authorization, clientCertificate = tls?.cert } = credentials ?? {};
  if (authorization !== undefined) {
    return /^basic /i.test(authorization)
      ? `${refused} the user name and password${of}: check them`
      : `${refused} the token${of}: it may have expired or be for another server; set a new one`;
  }
  if (clientCertificate !== undefined)
    return `${refused} the client certificate${of}: it may have expired, or be signed by an authority that this server does not trust`;
  if (kubeconfig !== undefined && protocol === 'http:')
    return `${host} requires credentials, and those of ${owner} are not sent to an http:// URL; use https://`;
  return `${host} requires credentials, and ${owner ?? 'the RestConfig'} has none; set a token, a client certificate or an exec plugin`;
}

function ownerOf({ user, context }: NonNullable<RestConfig['kubeconfig']>): string {
  if (user === '') return context === '' ? 'the kubeconfig' : `context ${shownKey(context)}`;
  return `user ${shownKey(user)}${context === '' ? '' : ` (context ${shownKey(context)})`}`;
}

/**
 * Returns the error of a response that was to change to WebSocket (101) and did not.
 *
 * A Status becomes a StatusError; what a proxy or another server answers becomes TransportError `ERR_UPGRADE`.
 */
export async function upgradeError(
  response: TransportResponse,
  request: RequestName,
  options: ResponseErrorOptions,
): Promise<Error> {
  const { status } = response;
  const error = await responseError(response, request, options);
  const isOther =
    error instanceof StatusError &&
    status !== 401 &&
    status !== 429 &&
    error.status.details?.causes?.some(({ reason }) => reason === 'UnexpectedServerResponse') === true;
  if (!isOther) return error;
  return new TransportError(
    'ERR_UPGRADE',
    `${request.method} ${request.url} was answered with ${status} instead of a WebSocket; check that the proxies and load balancers before the API server pass WebSockets on, and that it is one`,
    { cause: error },
  );
}

/** Returns the error of an unsuccessful response by its status code, whatever its body says. */
export function genericError(
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
  { method, target }: RequestName,
  serverMessage = 'unknown',
  bodyText?: string,
): StatusError {
  const resource = target && { group: target.group, resource: target.resource };
  const error = newGenericServerResponse({
    code: status,
    verb: method,
    resource,
    name: target?.name,
    serverMessage,
    bodyText,
    retryAfterSeconds: retryAfterSeconds(headers),
    unexpected: true,
  });
  if (resource === undefined) return error;
  // The call, which the error of a request begins with, says more.
  const subject = subjectOf(method, resource, target?.name);
  return new StatusError(error.status, { problem: error.problem.replace(subject, () => '') });
}

/** Returns the message of a non-Status body; for an HTML page, its title. */
function messageOf(status: number, type: string, text: string): string {
  if (type === 'text/html') {
    const title =
      /<title[^<>]*>([^<]*)/i.exec(text)?.[1]?.replace(/\s+/g, ' ').trim().slice(0, maxTitle) ?? '';
    return `HTTP ${status} with an HTML page${title === '' ? '' : `: ${title}`}`;
  }
  return isText(type) ? text : 'unknown';
}

function isText(type: string): boolean {
  return type === '' || type.startsWith('text/');
}

const maxTitle = 100;

/** Returns only the host of a redirect: the rest of its URL may contain a token. */
function redirectTarget(headers: TransportResponse['headers'], from: string, redactor: Redactor): string {
  const text = firstOf(headers['location']);
  if (text === undefined) return 'a missing address';
  const host = URL.canParse(text, from) ? new URL(text, from).host : '';
  // A URL's host is decoded, so a secret that is encoded in the text may appear in the host.
  const hidden = host === '' || redactor.text(text) !== text || redactor.text(host) !== host;
  return hidden ? 'a hidden address' : host;
}

/**
 * Throws TransportError `ERR_NOT_KUBERNETES` if a successful response's content type is not JSON.
 *
 * A login page or a proxy's page with status 200 must not pass for a response of the API. A missing content type is
 * accepted.
 */
export function requireJson(response: TransportResponse, request: RequestName, redactor: Redactor): void {
  const header = firstOf(response.headers['content-type']) ?? '';
  const type = mediaType(header);
  if (type === '' || type === 'application/json' || type.endsWith('+json')) return;
  response.destroy();
  const shown = mediaType(redactor.text(header));
  throw notKubernetes(
    request,
    `answered ${response.status} with content type ${shownValue(shown)}, expected application/json`,
  );
}

/** The Accept header of a request that can read protobuf. */
export const protobufOrJson = 'application/vnd.kubernetes.protobuf, application/json';

/** The same of a watch. */
export const protobufOrJsonStream =
  'application/vnd.kubernetes.protobuf;stream=watch, application/json;stream=watch, application/json';

/** True if a response is protobuf. */
export function isProtobuf({ headers }: Pick<TransportResponse, 'headers'>): boolean {
  return mediaType(headers['content-type']) === 'application/vnd.kubernetes.protobuf';
}

/** Creates the error for a server that is not a Kubernetes API server. */
export function notKubernetes(request: RequestName, problem: string, cause?: unknown): TransportError {
  return new TransportError(
    'ERR_NOT_KUBERNETES',
    `${request.method} ${request.url} ${problem}; check that the server URL is that of a Kubernetes API server, not a proxy or login page`,
    { cause },
  );
}

/** Returns the value if it is a Status, whatever its `status` field; else undefined. */
export function asStatus(value: unknown): Status | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, apiVersion } = value as { kind?: unknown; apiVersion?: unknown };
  if (
    kind !== 'Status' ||
    (apiVersion !== undefined && apiVersion !== 'v1' && apiVersion !== 'meta.k8s.io/v1')
  )
    return undefined;
  return statusOf(value);
}

async function parseStatus(body: Buffer, headers: TransportResponse['headers']): Promise<Status | undefined> {
  if (isProtobuf({ headers })) {
    const { statusOfProtobuf } = await import('../wire/protobuf/protobuf-format.js');
    return statusOfProtobuf(body);
  }
  try {
    return asStatus(JSON.parse(body.toString('utf8')));
  } catch {
    // Not JSON, so not a Status: the caller uses the status code.
    return undefined;
  }
}

/**
 * Reads up to `maxBytes` of a body, for at most `maxErrorBodyMs`, and destroys the rest with its connection.
 *
 * Only a connection whose body was short can be reused.
 */
async function readBeginning(response: TransportResponse, clock: Clock, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const timer = clock.setTimer(() => response.destroy(), maxErrorBodyMs);
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) break;
    }
  } catch (thrown) {
    // The status code matters more than a truncated body; an abort is passed on.
    if (!(thrown instanceof TransportError)) throw thrown;
  } finally {
    timer.cancel();
  }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Reads the rest of a body if it is short, so that its connection can be reused; else destroys it. */
export async function drain(response: TransportResponse, clock: Clock): Promise<void> {
  await readBeginning(response, clock, maxErrorTextBytes);
}

/** The context of a failed request. */
export interface FailureContext {
  readonly url: string;
  /** True once the response's headers have arrived. */
  readonly inBody: boolean;
  /** Timeout for the response's headers, ms. */
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  readonly maxHeaderBytes: number;
  /** True if the request was never written to a connection. */
  readonly notSent: boolean;
  /** True if the server sent HTTP/2 where a response was expected. */
  readonly speaksHttp2: boolean;
  /** What the server's certificate was verified against: `certificate authority /etc/ca.crt`. */
  readonly trust: string;
  /** The name that the certificate was verified for, if it differs from the host. */
  readonly serverName?: string | undefined;
}

/**
 * Converts a failure into a TransportError that names the host and, where possible, advises what to do.
 *
 * The original error is kept as `cause`. Headers and queries are never included.
 */
export function transportFailure(thrown: unknown, context: FailureContext): TransportError {
  if (thrown instanceof TransportError) return thrown;
  const error = firstError(thrown);
  const [code, message] = classify(codeOf(error), error, context);
  // undici's parser error contains the bytes it could not parse, which may be secret.
  const cause = isParserError(error) ? new Error(error.message) : thrown;
  return new TransportError(code, message, { cause, notSent: context.notSent });
}

/** Longest call in a message, characters: a namespace and a name of the greatest lengths fit. */
const mostCallCharacters = 500;

/** Returns an error with the call in its message, if it is a StatusError: `apply configmaps default/a: …`. */
export function withCall(error: unknown, name: RequestName, request: Partial<RestRequest>): unknown {
  if (!(error instanceof StatusError) || error.call !== undefined) return error;
  const { status, problem, cause } = error;
  const advice = isUnknownResource(error, name) ? absentAdvice : '';
  return new StatusError(status, { problem: problem + advice, cause, call: callOf(name, request) });
}

const absentAdvice =
  '; check its group, version and plural, and that its CustomResourceDefinition is installed';

/** True for a 404 that names no object. The core group has no definitions, and its names are those of built-in clients. */
function isUnknownResource({ problem }: StatusError, { target }: RequestName): boolean {
  return problem === notFoundMessage && target !== undefined && target.group !== '';
}

/** The call in the words of the clients; without a target as a request: `GET /version`. */
function callOf({ method, path, verb, target }: RequestName, request: Partial<RestRequest>): string {
  let call = `${method} ${path}`;
  if (target !== undefined) {
    const { group, resource, subresource, namespace } = target;
    const said =
      request.contentType === applyContentType
        ? 'apply'
        : verb === 'deletecollection'
          ? 'deleteCollection'
          : verb;
    const what = [group === '' ? resource : `${resource}.${group}`, subresource].filter(Boolean).join('/');
    const name = target.name || createdName(request.body);
    const inNamespace = namespace === '' ? '' : ` in ${namespace}`;
    const where = name === '' ? inNamespace : ` ${namespace === '' ? '' : `${namespace}/`}${name}`;
    call = `${said} ${what}${where}`;
  }
  return printable(shortened(call, mostCallCharacters));
}

/** The path of a create has no name. */
function createdName(body: unknown): string {
  const { metadata } = Object(body) as { readonly metadata?: unknown };
  const { name } = Object(metadata) as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
}

/**
 * Returns the error of a request without a response, with the request in its message.
 *
 * The transport's own error names only the host, and its stack has no frame of the caller.
 */
export function withRequest(error: unknown, { method, path }: RequestName): unknown {
  if (!(error instanceof TransportError)) return error;
  return new TransportError(error.code, `${error.message} (${method} ${path})`, {
    cause: error.cause,
    notSent: error.notSent,
  });
}

/** True if an established connection was closed, reset, or found dead by TCP keep-alive. */
export function isConnectionLost(thrown: unknown): boolean {
  return lostConnectionCodes.has(codeOf(firstError(thrown)));
}

const lostConnectionCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'UND_ERR_SOCKET']);

/** Returns the first error of an AggregateError; happy eyeballs collect one error per address in it. */
function firstError(thrown: unknown): Error {
  const error = asError(thrown);
  if (isAggregateError(error) && error.errors.length > 0) return asError(error.errors[0]);
  return error;
}

function codeOf(error: Error): string {
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

function isParserError(error: Error): boolean {
  return error.name === 'HTTPParserError';
}

function classify(code: string, error: Error, context: FailureContext): readonly [string, string] {
  const url = new URL(context.url);
  const host = url.host;
  switch (code) {
    case 'ECONNREFUSED':
      return [
        'ERR_CONNECTION_REFUSED',
        `connection to ${host} refused: no server listens at this address${addressOf(error, url)}`,
      ];
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return ['ERR_DNS', `cannot find the address of ${url.hostname}: ${code} from the name server`];
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
    case 'UND_ERR_SOCKET':
      if (context.inBody)
        return [
          'ERR_BODY_CUT',
          `${host} closed the connection in the middle of its response (${error.message})`,
        ];
      if (error.message === 'bad upgrade')
        return invalidHttp(host, 'it changes to another protocol (101) unasked', context);
      return [
        'ERR_CONNECTION_RESET',
        `${host} closed the connection ${context.notSent ? 'before the request was sent' : 'without a response'} (${error.message})`,
      ];
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return context.inBody
        ? ['ERR_BODY_CUT', `${host} closed the connection in the middle of its response (${error.message})`]
        : invalidHttp(host, 'its Content-Length is repeated with another value, or not a number', context);
    case 'UND_ERR_HEADERS_OVERFLOW':
      return [
        'ERR_HTTP',
        `the response of ${host} has headers of more than ${context.maxHeaderBytes} bytes; raise maxHeaderBytes, or find out which proxy adds them`,
      ];
    case 'ETIMEDOUT':
      return context.inBody
        ? [
            'ERR_BODY_CUT',
            `the connection to ${host} was lost in the middle of the response (${error.message})`,
          ]
        : [
            'ERR_TIMEOUT',
            `${context.notSent ? 'connecting to' : 'the connection to'} ${host} timed out (${error.message})`,
          ];
    case 'UND_ERR_HEADERS_TIMEOUT':
      return ['ERR_TIMEOUT', `${host} did not respond within ${context.headersTimeoutMs} ms`];
    case 'UND_ERR_BODY_TIMEOUT':
      return [
        'ERR_BODY_TIMEOUT',
        `${host} sent nothing for ${context.bodyTimeoutMs} ms in the middle of its response`,
      ];
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_DESTROYED':
      return ['ERR_CLOSED', `the connection to ${host} was closed by this program`];
    default:
      break;
  }
  const tls = tlsProblem(code, error, url, context);
  if (tls !== undefined) return ['ERR_TLS', tls];
  if (isParserError(error)) {
    return context.inBody
      ? ['ERR_BODY_CUT', `${host} sent invalid HTTP in the middle of its response (${error.message})`]
      : invalidHttp(host, error.message, context);
  }
  return ['ERR_TRANSPORT', `request to ${host} failed: ${error.message === '' ? code : error.message}`];
}

/** The server responded, so the request may have been carried out, but the response cannot be read. */
function invalidHttp(host: string, problem: string, context: FailureContext): readonly [string, string] {
  if (context.speaksHttp2)
    return [
      'ERR_HTTP',
      `the server at ${host} speaks only HTTP/2, and this client HTTP/1.1: enable HTTP/1.1 on the server or its proxy`,
    ];
  const hint = context.url.startsWith('http:')
    ? '; if it speaks TLS, the server URL must begin with https://'
    : '; check the server URL, and proxies in between';
  return ['ERR_HTTP', `the response of ${host} is not valid HTTP/1.1: ${problem}${hint}`];
}

/** Returns the resolved address; empty if the URL contains it. */
function addressOf(error: Error, url: URL): string {
  const address: unknown = 'address' in error ? error.address : undefined;
  return typeof address === 'string' && address !== withoutBrackets(url.hostname) ? ` (${address})` : '';
}

/** Describes a certificate or handshake problem from OpenSSL's and Node's codes. */
function tlsProblem(code: string, error: Error, url: URL, context: FailureContext): string | undefined {
  const host = url.host;
  const name = context.serverName ?? url.hostname;
  const certificate = `certificate of ${host}`;
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${certificate} is not for ${name}, but for ${namesOf(error)}; connect by a name in the certificate, or set tls-server-name`;
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_SIGNATURE_FAILURE':
    case 'CERT_UNTRUSTED':
    case 'INVALID_CA':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return `${certificate} is signed by an untrusted authority: checked against ${context.trust} (${code}); set certificate-authority to the authority that signed it${ignoredVariable()}`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `${certificate} is self-signed and not trusted: checked against ${context.trust}; set certificate-authority to this certificate${ignoredVariable()}`;
    case 'CERT_HAS_EXPIRED':
      return `${certificate}, or one in its chain, has expired; renew it on the server, or check this machine's clock`;
    case 'CERT_NOT_YET_VALID':
      return `${certificate} is not yet valid; check this machine's clock`;
    case 'CERT_REVOKED':
      return `${certificate} has been revoked`;
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'ERR_SSL_HTTP_REQUEST':
      return `the server at ${host} does not speak TLS (${code}); if it is plain HTTP, the server URL must begin with http://`;
    default:
      break;
  }
  if (/^ERR_(SSL|TLS)_|^(CERT|UNABLE)_|^EPROTO$/.test(code)) {
    return `TLS with ${host} failed: ${code}${alertHint(`${code} ${error.message}`, name)}`;
  }
  return undefined;
}

/** Node's switch for its own clients, which would also turn off the checks of a kubeconfig. */
function ignoredVariable(): string {
  return process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
    ? '; NODE_TLS_REJECT_UNAUTHORIZED has no effect here: insecure-skip-tls-verify turns the check off'
    : '';
}

/** Says what the server's TLS alert means; empty without an alert (RFC 8446, section 6.2). */
function alertHint(text: string, name: string): string {
  if (!/alert/i.test(text)) return '';
  if (/NO_APPLICATION_PROTOCOL/i.test(text))
    return ': the server does not accept HTTP/1.1 and may speak only HTTP/2; this client speaks HTTP/1.1, so enable that on the server or its proxy';
  if (/UNRECOGNIZED_NAME/i.test(text))
    return `: the server does not know the name ${name}; set tls-server-name`;
  if (/PROTOCOL_VERSION/i.test(text)) return ': the server accepts no TLS version of this client';
  if (/CERT|UNKNOWN_CA|ACCESS_DENIED/i.test(text))
    return ": the server requires a client certificate, or rejects this client's";
  if (/HANDSHAKE_FAILURE/i.test(text))
    return ': the server rejected the handshake; it may require a client certificate, or other ciphers';
  return ': the server rejected the handshake';
}

/** Returns the names in the certificate that Node rejected. */
function namesOf(error: Error): string {
  const certificate: unknown = 'cert' in error ? error.cert : undefined;
  if (typeof certificate !== 'object' || certificate === null || !('subjectaltname' in certificate))
    return 'no name';
  return String(certificate.subjectaltname);
}
