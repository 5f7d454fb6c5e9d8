import { StatusReason } from '../../meta/errors.js';
import type { Status, StatusCause } from '../../meta/types.js';
import type { AnswerOptions, ErrorEventOptions } from './fault.js';

/** An answer that no server gave. */
export interface CannedAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

interface Words {
  readonly reason?: StatusReason | undefined;
  readonly message: string;
  readonly causes?: readonly StatusCause[] | undefined;
}

// What kube-apiserver 1.36 says in the case that informers meet most: made here and not by the client's functions, so
// that one side proves the other.
const words: Readonly<Record<number, Words>> = {
  400: { reason: StatusReason.BadRequest, message: 'the request was refused by a fault proxy' },
  401: { reason: StatusReason.Unauthorized, message: 'Unauthorized' },
  403: {
    reason: StatusReason.Forbidden,
    message: 'forbidden: User "system:anonymous" cannot do this: refused by a fault proxy',
  },
  404: { reason: StatusReason.NotFound, message: 'the server could not find the requested resource' },
  409: {
    reason: StatusReason.Conflict,
    message:
      'Operation cannot be fulfilled: the object has been modified; please apply your changes to the latest version and try again',
  },
  410: { reason: StatusReason.Expired, message: 'too old resource version: 1 (2)' },
  429: {
    reason: StatusReason.TooManyRequests,
    message: 'too many requests, please try again later',
  },
  500: {
    reason: StatusReason.InternalError,
    message: 'Internal error occurred: a fault proxy says so',
    causes: [{ message: 'a fault proxy says so' }],
  },
  503: {
    reason: StatusReason.ServiceUnavailable,
    message: 'the server is currently unable to handle the request',
  },
  504: {
    reason: StatusReason.Timeout,
    message: 'Timeout: request did not complete within the allotted timeout',
  },
};

const badGateway =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';

/** The answer of a load balancer or of the API server that this status stands for. */
export function cannedAnswer(status: number, options: AnswerOptions): CannedAnswer {
  const { retryAfterSeconds, body = defaultBody(status, options) } = options;
  const contentType = options.contentType ?? (body.startsWith('<') ? 'text/html' : 'application/json');
  // These have no body.
  const bytes = Buffer.from(status === 204 || status === 304 ? '' : body);
  const headers: (readonly [string, string])[] = [];
  if (bytes.length > 0) headers.push(['Content-Type', contentType]);
  if (retryAfterSeconds !== undefined) headers.push(['Retry-After', String(retryAfterSeconds)]);
  if (status !== 204 && status !== 304) headers.push(['Content-Length', String(bytes.length)]);
  return { status, headers, body: bytes };
}

/** The line of a watch that says it has failed. */
export function errorEventLine(code: number, options: ErrorEventOptions): Buffer {
  return Buffer.from(`${JSON.stringify({ type: 'ERROR', object: statusObject(code, options) })}\n`);
}

function defaultBody(status: number, options: AnswerOptions): string {
  if (status === 502 && options.reason === undefined && options.message === undefined) return badGateway;
  return `${JSON.stringify(statusObject(status, options))}\n`;
}

function statusObject(
  code: number,
  options: Pick<ErrorEventOptions, 'reason' | 'message' | 'retryAfterSeconds'>,
): Status {
  const known: Words = words[code] ?? { message: `a fault proxy answers ${code}` };
  const { reason = known.reason, message = known.message, retryAfterSeconds } = options;
  const details = {
    ...(known.causes === undefined ? {} : { causes: [...known.causes] }),
    // As Go leaves a zero out.
    ...(retryAfterSeconds === undefined || retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
  };
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
    code,
  };
}
