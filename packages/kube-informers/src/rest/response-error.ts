import { shownValue } from '../util/shown.js';
import { StatusError } from '../meta/errors.js';
import { newGenericServerResponse } from '../meta/status.js';
import { statusOf } from '../meta/status-shape.js';
import type { Status } from '../meta/types.js';
import type { Clock } from '../util/clock.js';
import { TransportError } from '../util/errors.js';
import { firstOf, mediaType } from './headers.js';
import type { Redactor } from './redactor.js';
import { retryAfterSeconds } from './retry.js';
import type { TransportResponse } from './transport.js';
import type { RequestTarget } from './rest-request.js';

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

/** True for a 2xx response. */
export function isSuccess(response: Pick<TransportResponse, 'status'>): boolean {
  return response.status >= 200 && response.status <= 206;
}

/**
 * Reads the body of an unsuccessful response and returns its error.
 *
 * A Status becomes a StatusError; a redirect becomes TransportError `ERR_REDIRECT`, since credentials are not sent
 * elsewhere; anything else becomes a StatusError worded as in apimachinery, with the start of the text as its cause.
 */
export async function responseError(
  response: TransportResponse,
  request: RequestName,
  clock: Clock,
  redactor: Redactor,
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
  const parsed = parseStatus(body);
  if (parsed?.status === 'Failure')
    return new StatusError(parsed.code === undefined ? { ...parsed, code: status } : parsed);
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
  return genericError(response, request, messageOf(status, type, text), isText(type) ? text : undefined);
}

/** Returns the error of an unsuccessful response by its status code, whatever its body says. */
export function genericError(
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
  { method, target }: RequestName,
  serverMessage = 'unknown',
  bodyText?: string,
): StatusError {
  return newGenericServerResponse({
    code: status,
    verb: method,
    resource: target && { group: target.group, resource: target.resource },
    name: target?.name,
    serverMessage,
    bodyText,
    retryAfterSeconds: retryAfterSeconds(headers),
    unexpected: true,
  });
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

function parseStatus(body: Buffer): Status | undefined {
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
