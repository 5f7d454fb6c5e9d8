import type { CutPoint, Fault, AnswerOptions, ErrorEventOptions } from './fault.js';
import { encodeEvent, encodeStatus } from '../apiserver/types/encode-protobuf.js';
import { type Random, type Status, type StatusCause } from 'kube-informers';
import { StatusReason } from 'kube-informers/internal';

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

/** Where the lines of a body end: those of a text, or the events of a watch in protobuf, which have their length in front. */
export interface LineEnds {
  /** True if no partial line has been read. */
  readonly atStart: boolean;
  /** Bytes before the content of a line, and after it. */
  readonly headBytes: number;
  readonly tailBytes: number;
  /** Reads up to the end of a line. Returns its index in the chunk; undefined if the whole chunk was read before that. */
  next(chunk: Buffer, from: number): number | undefined;
  /** The same for another reader of what follows. */
  copy(): LineEnds;
}

class TextLines implements LineEnds {
  readonly headBytes = 0;
  readonly tailBytes = 1;
  atStart: boolean;

  constructor(atStart = true) {
    this.atStart = atStart;
  }

  next(chunk: Buffer, from: number): number | undefined {
    const at = chunk.indexOf(newline, from);
    if (from < chunk.length) this.atStart = at !== -1;
    return at === -1 ? undefined : at + 1;
  }

  copy(): LineEnds {
    return new TextLines(this.atStart);
  }
}

class Frames implements LineEnds {
  readonly headBytes = 4;
  readonly tailBytes = 0;
  /** The bytes of the length that were read. */
  #head: readonly number[];
  /** Bytes of the content that are left, once the length is known. */
  #left: number;

  constructor(head: readonly number[] = [], left = 0) {
    this.#head = head;
    this.#left = left;
  }

  get atStart(): boolean {
    return this.#head.length === 0;
  }

  next(chunk: Buffer, from: number): number | undefined {
    let at = from;
    while (this.#head.length < this.headBytes) {
      const byte = chunk[at];
      if (byte === undefined) return undefined;
      at++;
      this.#head = [...this.#head, byte];
      this.#left = this.#left * 256 + byte;
    }
    const taken = Math.min(this.#left, chunk.length - at);
    this.#left -= taken;
    if (this.#left > 0) return undefined;
    this.#head = [];
    return at + taken;
  }

  copy(): LineEnds {
    return new Frames(this.#head, this.#left);
  }
}

/** A body that is one line: a list in protobuf. */
class OneLine implements LineEnds {
  readonly headBytes = 0;
  readonly tailBytes = 0;
  atStart: boolean;

  constructor(atStart = true) {
    this.atStart = atStart;
  }

  next(chunk: Buffer, from: number): undefined {
    if (from < chunk.length) this.atStart = false;
  }

  copy(): LineEnds {
    return new OneLine(this.atStart);
  }
}

/** Returns where the lines of a body of this content type end. */
export function lineEndsOf(contentType: string): LineEnds {
  if (!isProtobuf(contentType)) return new TextLines();
  return /;\s*stream=watch/i.test(contentType) ? new Frames() : new OneLine();
}

function isProtobuf(contentType: string): boolean {
  return /protobuf/i.test(contentType);
}

/**
 * Returns the shape of a fault that depends on a body's bytes, else undefined. `sent` is what was read of the body so far.
 */
export function shapeOf(
  fault: Fault,
  sent: LineEnds,
  contentType: string,
  random: Random,
): BodyShape | undefined {
  switch (fault.kind) {
    case 'reset':
      return fault.afterBytes === undefined ? undefined : afterBytes(fault.afterBytes, 'reset');
    case 'stall':
      return fault.afterBytes === undefined || fault.direction === 'toServer'
        ? undefined
        : afterBytes(fault.afterBytes, 'stall');
    case 'cut':
      return cutShape(fault.at, sent);
    case 'end':
      return afterLines(fault.afterLines, sent, () => ({ pass: [], ending: 'end' }));
    case 'errorEvent':
      return afterLines(fault.options.afterLines ?? 0, sent, () => ({
        pass: [errorEvent(fault.status, fault.options, isProtobuf(contentType))],
        ending: 'end',
      }));
    case 'corrupt':
      return corruptShape(fault.afterLines, sent, random);
    default:
      return undefined;
  }
}

/** True for faults that count lines or write into the body, which has to be uncompressed and JSON or protobuf. */
export function readsLines(fault: Fault): boolean {
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

function cutShape(at: CutPoint, sent: LineEnds): BodyShape {
  if ('inCharacter' in at) return inCharacter();
  if ('afterBytes' in at) return afterBytes(at.afterBytes, 'cut');
  if (at.inLine === true) return inLine(at.afterLines, sent);
  return afterLines(at.afterLines, sent, () => ({ pass: [], ending: 'cut' }));
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
  readonly #ends: LineEnds;
  #left: number;

  constructor(lines: number, sent: LineEnds) {
    this.#ends = sent.copy();
    // The rest of a partially sent line passes in addition to the counted lines.
    this.#left = lines + (sent.atStart ? 0 : 1);
  }

  boundary(chunk: Buffer): number | undefined {
    let from = 0;
    while (this.#left > 0) {
      const end = this.#ends.next(chunk, from);
      if (end === undefined) return undefined;
      this.#left--;
      from = end;
    }
    return from;
  }

  /** Where lines end after the boundary. */
  get ends(): LineEnds {
    return this.#ends;
  }
}

function afterLines(lines: number, sent: LineEnds, act: () => Shaped): BodyShape {
  const counter = new LineCounter(lines, sent);
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

function inLine(lines: number, sent: LineEnds): BodyShape {
  const counter = new LineCounter(lines, sent);
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
      const end = counter.ends.copy().next(line, 0);
      if (end === undefined && line.length < maxHeldBytes) return { pass };
      const length = end === undefined ? line.length : end - sent.tailBytes;
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

function corruptShape(lines: number, sent: LineEnds, random: Random): BodyShape {
  const counter = new LineCounter(lines, sent);
  const { ends } = counter;
  let kept = sent.headBytes;
  let left = garbageBytes;
  let begun = false;
  return {
    take(chunk) {
      const boundary = begun ? 0 : counter.boundary(chunk);
      if (boundary === undefined || boundary === chunk.length) return { pass: [chunk] };
      begun = true;
      const changed = Buffer.from(chunk);
      const end = ends.next(chunk, boundary);
      // Lengths and line ends stay.
      const last = end === undefined ? chunk.length : end - sent.tailBytes;
      const skipped = Math.min(kept, last - boundary);
      kept -= skipped;
      let at = boundary + skipped;
      const happened = at < last && left === garbageBytes;
      while (at < last && left > 0) {
        changed[at] = controlCharacter(random);
        at++;
        left--;
      }
      return { pass: [changed], happened, done: left === 0 || end !== undefined };
    },
    held: () => undefined,
  };
}

/** Returns a byte that is invalid anywhere in JSON, and as the tag of a protobuf field: 0x01 to 0x07. */
function controlCharacter(random: Random): number {
  return 1 + Math.floor(random() * 7);
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

// kube-apiserver 1.37's messages for the most common case. Written here instead of using the client's functions, so
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

/** Returns an ERROR event of a watch. */
function errorEvent(code: number, options: ErrorEventOptions, asProtobuf: boolean): Buffer {
  const object = statusObject(code, options);
  if (asProtobuf) return encodeEvent('ERROR', encodeStatus(object));
  return Buffer.from(`${JSON.stringify({ type: 'ERROR', object })}\n`);
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
