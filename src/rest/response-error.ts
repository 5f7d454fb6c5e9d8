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
import { resourceOfPath } from './url.js';

/** Of an error's body this much is read; the rest goes with its connection. A Status is far smaller. */
export const maxErrorBodyBytes = 1024 * 1024;

/** Of a body that is no Status this much goes into the error (client-go's maxUnstructuredResponseTextBytes). */
export const maxErrorTextBytes = 2048;

/**
 * Longest wait for the body of an answer that is no success, ms: what came by then has to do. A watch's answer has no
 * timeout of the transport, so without this one a refusal whose body never ends would hold the watch's opener for good.
 */
export const maxErrorBodyMs = 30_000;

/** What an error says of the request it belongs to. */
export interface RequestName {
  readonly method: string;
  /** Path below the host, without query. */
  readonly path: string;
  /** Origin and path, for messages. */
  readonly url: string;
}

/** True for an answer that carries what was asked for. */
export function isSuccess(response: Pick<TransportResponse, 'status'>): boolean {
  return response.status >= 200 && response.status <= 206;
}

/**
 * The error for an answer that is no success; reads its body.
 *
 * A Status in the body becomes a StatusError; a redirect becomes TransportError `ERR_REDIRECT`, since credentials are not
 * sent elsewhere; anything else becomes a StatusError in apimachinery's words, with the beginning of the text as its cause.
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
  // Redacted before it is cut: half a token at the end would not be recognised.
  const whole = Buffer.from(redactor.text(body.toString('utf8')));
  const text = whole.subarray(0, maxErrorTextBytes).toString('utf8').trim();
  if (status === 400 && request.url.startsWith('http://') && /HTTP request to an HTTPS server/i.test(text)) {
    return new TransportError(
      'ERR_TLS',
      `${new URL(request.url).host} speaks TLS: the server URL must begin with https://, got ${new URL(request.url).origin}`,
    );
  }
  const type = mediaType(headers['content-type']);
  const about = resourceOfPath(request.path);
  return newGenericServerResponse({
    code: status,
    verb: request.method,
    resource: about === undefined ? undefined : { group: about.group, resource: about.resource },
    name: about?.name,
    serverMessage: messageOf(status, type, text),
    bodyText: isText(type) ? text : undefined,
    retryAfterSeconds: retryAfterSeconds(headers),
    unexpected: true,
  });
}

/** What an answer that is no Status says; of a proxy's HTML page its title, which is what a person reads in it. */
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

/** The host that a redirect names, and no more: the rest may hold a token. */
function redirectTarget(headers: TransportResponse['headers'], from: string, redactor: Redactor): string {
  const text = firstOf(headers['location']);
  if (text === undefined) return 'an address that is missing';
  const host = URL.canParse(text, from) ? new URL(text, from).host : '';
  // A URL's host is decoded, so what the text hides can stand in the host.
  const hidden = host === '' || redactor.text(text) !== text || redactor.text(host) !== host;
  return hidden ? 'an address that is not shown' : host;
}

/**
 * Throws TransportError `ERR_NOT_KUBERNETES` when a success is not JSON by its content type: a login page or a proxy's
 * page with status 200 must not be taken for an answer of the API. A missing content type is let pass.
 */
export function requireJson(response: TransportResponse, request: RequestName, redactor: Redactor): void {
  const header = firstOf(response.headers['content-type']) ?? '';
  const type = mediaType(header);
  if (type === '' || type === 'application/json' || type.endsWith('+json')) return;
  response.destroy();
  const shown = mediaType(redactor.text(header));
  throw notKubernetes(
    request,
    `answered ${response.status} with content type ${JSON.stringify(shown)}, expected application/json`,
  );
}

/** What answered is not the Kubernetes API. */
export function notKubernetes(request: RequestName, problem: string, cause?: unknown): TransportError {
  return new TransportError(
    'ERR_NOT_KUBERNETES',
    `${request.method} ${request.url} ${problem}: is the server URL that of a Kubernetes API server, and no proxy or login page between?`,
    { cause },
  );
}

/** A Status when the text is one, whatever its `status` says; undefined when it is something else. */
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
    // No JSON, so no Status: the caller goes by the status code.
    return undefined;
  }
}

/**
 * The body up to `maxBytes`, or as far as it came in `maxErrorBodyMs`; what is left is destroyed with its connection, so
 * that only the connection of a short body can be used again.
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
    // The status code is known, and says more than that the text was cut. An abort is the caller's and goes on.
    if (!(thrown instanceof TransportError)) throw thrown;
  } finally {
    timer.cancel();
  }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Reads what is left of a body when it is short, so that its connection can be used again; else destroys it. */
export async function drain(response: TransportResponse, clock: Clock): Promise<void> {
  await readBeginning(response, clock, maxErrorTextBytes);
}
