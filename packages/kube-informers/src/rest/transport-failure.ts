import { isAggregateError } from '../util/type-checks.js';
import { asError, TransportError } from '../util/errors.js';
import { withoutBrackets } from './proxy.js';
import type { RequestName } from './response-error.js';

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
      return `${certificate} is signed by an untrusted authority: checked against ${context.trust} (${code}); set certificate-authority to the authority that signed it`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `${certificate} is self-signed and not trusted: checked against ${context.trust}; set certificate-authority to this certificate`;
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
