import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import {
  requireByteCount,
  requireCount,
  requireFault,
  requireMs,
  requireOneOf,
  requireStatus,
} from './checks.js';

/** Which way bytes go: what the server says, or what the client says. */
export type Direction = 'toClient' | 'toServer' | 'both';

/** Where a body is broken. Lines end with `\n`, as a watch's events do. */
export type CutPoint =
  | { readonly afterBytes: number }
  /** After so many whole lines; `inLine`: in the middle of the one that follows. */
  | { readonly afterLines: number; readonly inLine?: boolean | undefined }
  /** Behind the first byte of the first character that has more than one in UTF-8. */
  | { readonly inCharacter: true };

const cutPointNames: OptionNames<CutPoint> = {
  afterBytes: true,
  afterLines: true,
  inLine: true,
  inCharacter: true,
};

/** What to answer in place of the server. */
export interface AnswerOptions {
  /** Sends `Retry-After`, and the same in the Status' details. */
  readonly retryAfterSeconds?: number | undefined;
  /** Default: the reason that belongs to the status code. */
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  /** Sent as it is, in place of a Status. */
  readonly body?: string | undefined;
  /** Default: `application/json`; `text/html` for 502 and for a body that begins with `<`. */
  readonly contentType?: string | undefined;
}

const answerOptionNames: OptionNames<AnswerOptions> = {
  retryAfterSeconds: true,
  reason: true,
  message: true,
  body: true,
  contentType: true,
};

/** What the Status of an ERROR event says, and when it comes. */
export interface ErrorEventOptions {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Lines that pass before it. Default: 0. */
  readonly afterLines?: number | undefined;
}

const errorEventOptionNames: OptionNames<ErrorEventOptions> = {
  reason: true,
  message: true,
  retryAfterSeconds: true,
  afterLines: true,
};

/** What can go wrong with one request; a plain value, see `faults` for what each does. */
export type Fault = { readonly name: string } & (
  | { readonly kind: 'reset'; readonly afterBytes: number | undefined }
  | { readonly kind: 'stall'; readonly direction: Direction; readonly afterBytes: number | undefined }
  | { readonly kind: 'drop'; readonly direction: Direction }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'bandwidth'; readonly bytesPerSecond: number }
  | { readonly kind: 'cut'; readonly at: CutPoint }
  | { readonly kind: 'endAfter'; readonly ms: number }
  | { readonly kind: 'end'; readonly afterLines: number }
  | { readonly kind: 'answer'; readonly status: number; readonly options: AnswerOptions }
  | { readonly kind: 'errorEvent'; readonly status: number; readonly options: ErrorEventOptions }
  | { readonly kind: 'corrupt'; readonly afterLines: number }
);

/** One of the kinds of fault, with its own fields. */
export type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { readonly kind: Kind }>;

/**
 * Makes the faults that a FaultProxy injects. Each throws ConfigError `ERR_OPTION` for a value out of range.
 *
 * Bytes are those of the body as the server sends it (zipped, when it is), lines those of its text: a fault that counts
 * lines or writes into the body asks the server for an answer that is not zipped. A body that is over before the place
 * is reached passes whole.
 */
export const faults = {
  /** The connection is reset (RST): at once, before the server hears of the request, or after so many bytes of the body. */
  reset(options: { readonly afterBytes?: number | undefined } = {}): FaultOf<'reset'> {
    requireKnownOptions('faults.reset', options, { afterBytes: true });
    const { afterBytes } = options;
    return checked({ kind: 'reset', afterBytes, name: named('reset', { afterBytes }) });
  },

  /**
   * Nothing passes any more and nothing is closed. `toClient` (the default): the server is heard by nobody; `toServer`: it
   * hears neither the request nor, later, that the client has gone. With `afterBytes`, the head and so many bytes of the
   * body (towards the server alone: of the request's) pass first. `heal()` lets it go on.
   */
  stall(
    options: { readonly direction?: Direction | undefined; readonly afterBytes?: number | undefined } = {},
  ): FaultOf<'stall'> {
    requireKnownOptions('faults.stall', options, { direction: true, afterBytes: true });
    const { direction = 'toClient', afterBytes } = options;
    return checked({
      kind: 'stall',
      direction,
      afterBytes,
      name: named(`stall ${direction}`, { afterBytes }),
    });
  },

  /** The bytes of one direction are lost; the connection stays. Unlike a stall nobody notices a full buffer. */
  drop(options: { readonly direction: Direction }): FaultOf<'drop'> {
    requireKnownOptions('faults.drop', options, { direction: true });
    return checked({ kind: 'drop', direction: options.direction, name: `drop ${options.direction}` });
  },

  /** The answer is held back for so long, head and body, and then goes on as it comes. */
  delay(ms: number): FaultOf<'delay'> {
    return checked({ kind: 'delay', ms, name: `delay ${ms} ms` });
  },

  /** The answer's body passes at this pace. */
  bandwidth(bytesPerSecond: number): FaultOf<'bandwidth'> {
    return checked({ kind: 'bandwidth', bytesPerSecond, name: `bandwidth ${bytesPerSecond} B/s` });
  },

  /** The body breaks off: the connection is closed (FIN) where more was due. Default: after the head. */
  cut(at: CutPoint = { afterBytes: 0 }): FaultOf<'cut'> {
    requireKnownOptions('faults.cut', at, cutPointNames);
    return checked({ kind: 'cut', at, name: named('cut', at) });
  },

  /** The body ends properly so long after its head, complete or not. */
  endAfter(ms: number): FaultOf<'endAfter'> {
    return checked({ kind: 'endAfter', ms, name: `end after ${ms} ms` });
  },

  /** The body ends properly after so many lines. Default: 0, an empty body. */
  end(options: { readonly afterLines?: number | undefined } = {}): FaultOf<'end'> {
    requireKnownOptions('faults.end', options, { afterLines: true });
    const { afterLines = 0 } = options;
    return checked({ kind: 'end', afterLines, name: named('end', { afterLines }) });
  },

  /** An answer in place of the server's, which never hears of the request. */
  answer(status: number, options: AnswerOptions = {}): FaultOf<'answer'> {
    requireKnownOptions('faults.answer', options, answerOptionNames);
    const { retryAfterSeconds, reason } = options;
    return checked({
      kind: 'answer',
      status,
      options,
      name: named(`answer ${status}`, { reason, retryAfterSeconds }),
    });
  },

  /** An ERROR event in a watch that the server answers with 200, then a proper end. Requests that are no watch pass. */
  errorEvent(status: number, options: ErrorEventOptions = {}): FaultOf<'errorEvent'> {
    requireKnownOptions('faults.errorEvent', options, errorEventOptionNames);
    const { afterLines, reason, retryAfterSeconds } = options;
    return checked({
      kind: 'errorEvent',
      status,
      options,
      name: named(`error event ${status}`, { reason, retryAfterSeconds, afterLines }),
    });
  },

  /** The first bytes of one line become control characters, which no JSON holds; it stays one line of its length. */
  corrupt(options: { readonly afterLines?: number | undefined } = {}): FaultOf<'corrupt'> {
    requireKnownOptions('faults.corrupt', options, { afterLines: true });
    const { afterLines = 0 } = options;
    return checked({ kind: 'corrupt', afterLines, name: named('corrupt', { afterLines }) });
  },
} as const;

/** Throws ConfigError `ERR_OPTION` for what is no fault, or has a field out of range. */
export function requireValidFault(fault: Fault): void {
  requireFault(fault);
  switch (fault.kind) {
    case 'reset':
      return requireByteCount('reset', fault.afterBytes);
    case 'stall':
      requireOneOf('direction of stall', fault.direction, directions);
      return requireByteCount('stall', fault.afterBytes);
    case 'drop':
      return requireOneOf('direction of drop', fault.direction, directions);
    case 'delay':
    case 'endAfter':
      return requireMs(fault.kind, fault.ms);
    case 'bandwidth':
      return requireCount('bytesPerSecond of bandwidth', fault.bytesPerSecond, 1);
    case 'cut':
      return requireCutPoint(fault.at);
    case 'end':
    case 'corrupt':
      return requireCount(`afterLines of ${fault.kind}`, fault.afterLines, 0);
    case 'answer':
      // 1xx is no answer: the client would wait for one that follows.
      requireStatus('answer', fault.status, 200);
      return requireRetryAfter('answer', fault.options);
    case 'errorEvent':
      requireStatus('errorEvent', fault.status, 100);
      if (fault.options.afterLines !== undefined)
        requireCount('afterLines of errorEvent', fault.options.afterLines, 0);
      return requireRetryAfter('errorEvent', fault.options);
  }
}

const directions = ['toClient', 'toServer', 'both'] as const;

function requireCutPoint(at: CutPoint): void {
  if ('inCharacter' in at) return requireOneOf('inCharacter of cut', at.inCharacter, [true]);
  if ('afterLines' in at) return requireCount('afterLines of cut', at.afterLines, 0);
  requireCount('afterBytes of cut', at.afterBytes, 0);
}

function requireRetryAfter(what: string, options: { readonly retryAfterSeconds?: number | undefined }): void {
  if (options.retryAfterSeconds !== undefined)
    requireCount(`retryAfterSeconds of ${what}`, options.retryAfterSeconds, 0);
}

function checked<F extends Fault>(fault: F): F {
  requireValidFault(fault);
  return fault;
}

/** `reset after 10 bytes` would need a sentence for each; `reset afterBytes=10` says the same. */
function named(name: string, fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && !(field === 'afterLines' && value === 0),
  );
  return [name, ...given.map(([field, value]) => `${field}=${String(value)}`)].join(' ');
}
