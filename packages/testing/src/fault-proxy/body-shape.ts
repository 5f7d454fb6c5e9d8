import type { CutPoint, Fault, AnswerOptions, ErrorEventOptions } from './fault.js';
import { type Random, type Status, type StatusCause, StatusReason } from 'kube-informers';

/** How a fault ends a body. */
type Ending = 'reset' | 'cut' | 'end' | 'stall';

/** The result of shaping some bytes. */
export interface Shaped {
  readonly pass: readonly Buffer[];
  /** What happens after them; later bytes are not shaped. */
  readonly ending?: Ending | undefined;
  /** True once the fault has happened; always set with `ending`. */
  readonly happened?: boolean | undefined;
  /** After `stall`: the bytes that were held back, in case the stall is lifted. */
  readonly rest?: Buffer | undefined;
  /** True once the fault is over: later bytes pass unchanged. */
  readonly done?: boolean | undefined;
}

/** A fault within a body, as a pure function of its bytes. */
export interface BodyShape {
  /** Shapes the next bytes of the body. */
  take(chunk: Buffer): Shaped;
  /** Returns the bytes held back, when the body is over or the fault is removed. */
  held(): Buffer | undefined;
}

const newline = 0x0a;
// Longer lines are not buffered completely before they are cut in the middle.
const maxHeldBytes = 65_536;
const garbageBytes = 8;

/**
 * Returns the shape of a fault that depends on a body's bytes, else undefined. `atLineStart`: no partial line was
 * sent.
 */
export function shapeOf(fault: Fault, atLineStart: boolean, random: Random): BodyShape | undefined {
  switch (fault.kind) {
    case 'reset':
      return fault.afterBytes === undefined ? undefined : afterBytes(fault.afterBytes, 'reset');
    case 'stall':
      return fault.afterBytes === undefined || fault.direction === 'toServer'
        ? undefined
        : afterBytes(fault.afterBytes, 'stall');
    case 'cut':
      return cutShape(fault.at, atLineStart);
    case 'end':
      return afterLines(fault.afterLines, atLineStart, () => ({ pass: [], ending: 'end' }));
    case 'errorEvent':
      return afterLines(fault.options.afterLines ?? 0, atLineStart, () => ({
        pass: [errorEventLine(fault.status, fault.options)],
        ending: 'end',
      }));
    case 'corrupt':
      return corruptShape(fault.afterLines, atLineStart, random);
    default:
      return undefined;
  }
}

/** True for faults that count lines or write text, which need an uncompressed body. */
export function readsText(fault: Fault): boolean {
  switch (fault.kind) {
    case 'end':
    case 'errorEvent':
    case 'corrupt':
      return true;
    case 'cut':
      return !('afterBytes' in fault.at);
    default:
      return false;
  }
}

/** True for faults that end a body early, which then cannot have an announced length. */
export function endsEarly(fault: Fault): boolean {
  return fault.kind === 'end' || fault.kind === 'endAfter' || fault.kind === 'errorEvent';
}

function cutShape(at: CutPoint, atLineStart: boolean): BodyShape {
  if ('inCharacter' in at) return inCharacter();
  if ('afterBytes' in at) return afterBytes(at.afterBytes, 'cut');
  if (at.inLine === true) return inLine(at.afterLines, atLineStart);
  return afterLines(at.afterLines, atLineStart, () => ({ pass: [], ending: 'cut' }));
}

function afterBytes(limit: number, ending: Ending): BodyShape {
  let left = limit;
  return {
    take(chunk) {
      if (chunk.length < left) {
        left -= chunk.length;
        return { pass: [chunk] };
      }
      return { pass: nonEmpty(chunk.subarray(0, left)), ending, rest: chunk.subarray(left) };
    },
    held: () => undefined,
  };
}

/** Counts how many bytes of a chunk belong to the lines that may pass; undefined: all of them. */
class LineCounter {
  #left: number;

  constructor(lines: number, atLineStart: boolean) {
    // The rest of a partially sent line passes in addition to the counted lines.
    this.#left = lines + (atLineStart ? 0 : 1);
  }

  boundary(chunk: Buffer): number | undefined {
    let from = 0;
    while (this.#left > 0) {
      const at = chunk.indexOf(newline, from);
      if (at === -1) return undefined;
      this.#left--;
      from = at + 1;
    }
    return from;
  }
}

function afterLines(lines: number, atLineStart: boolean, act: () => Shaped): BodyShape {
  const counter = new LineCounter(lines, atLineStart);
  return {
    take(chunk) {
      const boundary = counter.boundary(chunk);
      if (boundary === undefined) return { pass: [chunk] };
      const shaped = act();
      return { ...shaped, pass: [...nonEmpty(chunk.subarray(0, boundary)), ...shaped.pass] };
    },
    held: () => undefined,
  };
}

function inLine(lines: number, atLineStart: boolean): BodyShape {
  const counter = new LineCounter(lines, atLineStart);
  let line: Buffer | undefined;
  return {
    take(chunk) {
      let pass: Buffer[] = [];
      if (line === undefined) {
        const boundary = counter.boundary(chunk);
        if (boundary === undefined) return { pass: [chunk] };
        pass = nonEmpty(chunk.subarray(0, boundary));
        line = chunk.subarray(boundary);
      } else line = Buffer.concat([line, chunk]);
      // The middle is known only at the end; a line of one byte has none.
      const end = line.indexOf(newline);
      if (end === -1 && line.length < maxHeldBytes) return { pass };
      const length = end === -1 ? line.length : end;
      const half = line.subarray(0, Math.ceil(length / 2));
      line = undefined;
      return { pass: [...pass, ...nonEmpty(half)], ending: 'cut' };
    },
    held() {
      const rest = line;
      line = undefined;
      return rest === undefined || rest.length === 0 ? undefined : rest;
    },
  };
}

function inCharacter(): BodyShape {
  return {
    take(chunk) {
      // In UTF-8 a byte from 0xC2 to 0xF4 starts a character of two to four bytes.
      const at = chunk.findIndex((byte) => byte >= 0xc2 && byte <= 0xf4);
      if (at === -1) return { pass: [chunk] };
      return { pass: [chunk.subarray(0, at + 1)], ending: 'cut' };
    },
    held: () => undefined,
  };
}

function corruptShape(lines: number, atLineStart: boolean, random: Random): BodyShape {
  const counter = new LineCounter(lines, atLineStart);
  let left = garbageBytes;
  let begun = false;
  return {
    take(chunk) {
      const boundary = begun ? 0 : counter.boundary(chunk);
      if (boundary === undefined || boundary === chunk.length) return { pass: [chunk] };
      const happened = !begun;
      begun = true;
      const changed = Buffer.from(chunk);
      let at = boundary;
      // The line end is kept.
      while (at < changed.length && left > 0 && changed[at] !== newline) {
        changed[at] = controlCharacter(random);
        at++;
        left--;
      }
      return { pass: [changed], happened, done: left === 0 || changed[at] === newline };
    },
    held: () => undefined,
  };
}

/** Returns a byte that is invalid anywhere in JSON: 0x01 to 0x08. */
function controlCharacter(random: Random): number {
  return 1 + Math.floor(random() * 8);
}

function nonEmpty(bytes: Buffer): Buffer[] {
  return bytes.length === 0 ? [] : [bytes];
}

/** A response generated by the proxy. */
interface CannedAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

interface Words {
  readonly reason?: StatusReason | undefined;
  readonly message: string;
  readonly causes?: readonly StatusCause[] | undefined;
}

// kube-apiserver 1.36's messages for the most common case. Written here instead of using the client's functions, so
// that tests are independent of them.
const words: Readonly<Record<number, Words>> = {
  400: { reason: StatusReason.BadRequest, message: 'the request was rejected by a fault proxy' },
  401: { reason: StatusReason.Unauthorized, message: 'Unauthorized' },
  403: {
    reason: StatusReason.Forbidden,
    message: 'forbidden: User "system:anonymous" cannot do this: rejected by a fault proxy',
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
    message: 'Internal error occurred: injected by a fault proxy',
    causes: [{ message: 'injected by a fault proxy' }],
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

/** Returns the response of a load balancer or API server for this status. */
export function cannedAnswer(status: number, options: AnswerOptions): CannedAnswer {
  const { retryAfterSeconds, body = defaultBody(status, options) } = options;
  const contentType = options.contentType ?? (body.startsWith('<') ? 'text/html' : 'application/json');
  // These statuses have no body.
  const bytes = Buffer.from(status === 204 || status === 304 ? '' : body);
  const headers: (readonly [string, string])[] = [];
  if (bytes.length > 0) headers.push(['Content-Type', contentType]);
  if (retryAfterSeconds !== undefined) headers.push(['Retry-After', String(retryAfterSeconds)]);
  if (status !== 204 && status !== 304) headers.push(['Content-Length', String(bytes.length)]);
  return { status, headers, body: bytes };
}

/** Returns the line of a watch with an ERROR event. */
function errorEventLine(code: number, options: ErrorEventOptions): Buffer {
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
    // Go omits a zero.
    ...(retryAfterSeconds === undefined || retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
  };
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: code < 400 ? 'Success' : 'Failure',
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
    code,
  };
}
