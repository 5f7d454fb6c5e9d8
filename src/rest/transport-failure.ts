import { isAggregateError } from '../util/realm.js';
import { asError, TransportError } from '../util/errors.js';
import { withoutBrackets } from './proxy.js';

/** What is known of a request when it fails. */
export interface FailureContext {
  readonly url: string;
  /** True once the headers of the answer were there. */
  readonly inBody: boolean;
  /** How many ms of silence the transport allowed. */
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  /** What the server's certificate was checked against: `certificate authority /etc/ca.crt`. */
  readonly trust: string;
  /** The name that the server's certificate was checked for, when it is not the host's. */
  readonly serverName?: string | undefined;
}

/**
 * What went wrong on the way, as one TransportError: it names the host and, where there is something to do, says what.
 * The original error is kept as `cause`. Never holds a header or a query.
 */
export function transportFailure(thrown: unknown, context: FailureContext): TransportError {
  if (thrown instanceof TransportError) return thrown;
  const error = firstError(thrown);
  const [code, message] = classify(codeOf(error), error, context);
  // undici's parser error carries the bytes that it did not understand: an answer, so perhaps a secret.
  const cause = isParserError(error) ? new Error(error.message) : thrown;
  return new TransportError(code, message, { cause });
}

/** True for an error of a connection that had been made: it was closed, reset, or found dead by TCP. */
export function isConnectionLost(thrown: unknown): boolean {
  return lostConnectionCodes.has(codeOf(firstError(thrown)));
}

const lostConnectionCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'UND_ERR_SOCKET']);

/** Happy eyeballs give an AggregateError with one error for each address. */
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
      return ['ERR_DNS', `cannot find the address of ${url.hostname}: ${code} from the name service`];
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return context.inBody
        ? ['ERR_BODY_CUT', `${host} closed the connection in the middle of its answer (${error.message})`]
        : ['ERR_CONNECTION_RESET', `${host} closed the connection without an answer (${error.message})`];
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return context.inBody
        ? ['ERR_BODY_CUT', `the connection to ${host} died in the middle of its answer (${error.message})`]
        : ['ERR_TIMEOUT', `no connection to ${host} within the time allowed (${error.message})`];
    case 'UND_ERR_HEADERS_TIMEOUT':
      return ['ERR_TIMEOUT', `${host} gave no answer within ${context.headersTimeoutMs} ms`];
    case 'UND_ERR_BODY_TIMEOUT':
      return [
        'ERR_BODY_TIMEOUT',
        `${host} fell silent for ${context.bodyTimeoutMs} ms in the middle of its answer`,
      ];
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_DESTROYED':
      return ['ERR_CLOSED', `the connection to ${host} has been closed by this program`];
    default:
      break;
  }
  const tls = tlsProblem(code, error, url, context);
  if (tls !== undefined) return ['ERR_TLS', tls];
  if (isParserError(error)) {
    return context.inBody
      ? ['ERR_BODY_CUT', `the answer of ${host} broke off in what is no HTTP (${error.message})`]
      : [
          'ERR_NOT_KUBERNETES',
          `what listens at ${host} does not speak HTTP (${error.message})${url.protocol === 'http:' ? '; if it speaks TLS, the server URL must begin with https://' : ''}`,
        ];
  }
  return ['ERR_TRANSPORT', `request to ${host} failed: ${error.message === '' ? code : error.message}`];
}

/** The address that a name led to; nothing when the URL says it already. */
function addressOf(error: Error, url: URL): string {
  const address: unknown = 'address' in error ? error.address : undefined;
  return typeof address === 'string' && address !== withoutBrackets(url.hostname) ? ` (${address})` : '';
}

/** OpenSSL's and Node's names for what can be wrong with a certificate or a handshake, in words. */
function tlsProblem(code: string, error: Error, url: URL, context: FailureContext): string | undefined {
  const host = url.host;
  const name = context.serverName ?? url.hostname;
  const certificate = `certificate of ${host}`;
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${certificate} is not for ${name}, but for ${namesOf(error)}; connect by a name that it holds, or set tls-server-name`;
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_SIGNATURE_FAILURE':
    case 'CERT_UNTRUSTED':
    case 'INVALID_CA':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return `${certificate} is signed by an authority that is not trusted: checked against ${context.trust} (${code}); set certificate-authority to the one that signed it`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `${certificate} is self-signed and not trusted: checked against ${context.trust}; set certificate-authority to this certificate`;
    case 'CERT_HAS_EXPIRED':
      return `${certificate}, or one that it depends on, has expired; renew it on the server, or check this machine's clock`;
    case 'CERT_NOT_YET_VALID':
      return `${certificate} is not yet valid; check this machine's clock`;
    case 'CERT_REVOKED':
      return `${certificate} has been revoked`;
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'ERR_SSL_HTTP_REQUEST':
      return `what listens at ${host} does not speak TLS (${code}); if it is plain HTTP, the server URL must begin with http://`;
    default:
      break;
  }
  if (/^ERR_(SSL|TLS)_|^(CERT|UNABLE)_|^EPROTO$/.test(code)) {
    const alert = /alert (?:number )?\d+|ALERT_[A-Z_]+/.test(`${code} ${error.message}`);
    return `TLS with ${host} failed: ${code}${alert ? ': the server refused the handshake, for want of a client certificate that it accepts perhaps' : ''}`;
  }
  return undefined;
}

/** The names in the certificate that Node found fault with. */
function namesOf(error: Error): string {
  const certificate: unknown = 'cert' in error ? error.cert : undefined;
  if (typeof certificate !== 'object' || certificate === null || !('subjectaltname' in certificate))
    return 'no name at all';
  return String(certificate.subjectaltname);
}
