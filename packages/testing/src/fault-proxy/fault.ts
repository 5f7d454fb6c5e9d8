import {
  oneOf,
  type OptionNames,
  requireBoolean,
  requireKnownOptions,
  requireString,
  shownValue,
  wholeFrom,
} from 'kube-informers/internal';
import { ConfigError } from 'kube-informers';

/** Direction of bytes. */
export type Direction = 'toClient' | 'toServer' | 'both';

const directions = ['toClient', 'toServer', 'both'] as const satisfies readonly Direction[];

/** Where a body is broken. Lines are the events of a watch: in JSON they end with `\n`, in protobuf their length is in front. */
export type CutPoint =
  | {
      /** Cuts after this many bytes of the body. */
      readonly afterBytes: number;
    }
  /** After this many whole lines; `inLine`: in the middle of the next one. */
  | {
      /** Cuts after this many lines of the body. */
      readonly afterLines: number;
      /** True cuts in the middle of the next line. Default: false, at its beginning. */
      readonly inLine?: boolean | undefined;
    }
  /** After the first byte of the first multi-byte UTF-8 character. */
  | {
      /** Cuts after the first byte of the first multi-byte character. */
      readonly inCharacter: true;
    };

const cutPointNames: OptionNames<CutPoint> = {
  afterBytes: wholeFrom(0),
  afterLines: true,
  inLine: requireBoolean,
  inCharacter: true,
};

/** A response to send instead of the server's. */
export interface AnswerOptions {
  /** Sends `Retry-After`, and the same in the Status' details. */
  readonly retryAfterSeconds?: number | undefined;
  /** Reason of the Status. Default: the one for the status code. */
  readonly reason?: string | undefined;
  /** Message of the Status. */
  readonly message?: string | undefined;
  /** Sent unchanged instead of a Status. */
  readonly body?: string | undefined;
  /** Default: `application/json`; `text/html` for 502 and for a body that starts with `<`. */
  readonly contentType?: string | undefined;
}

const answerOptionNames: OptionNames<AnswerOptions> = {
  retryAfterSeconds: true,
  reason: requireString,
  message: requireString,
  body: requireString,
  contentType: requireString,
};

/** The Status of an ERROR event, and when it is sent. */
export interface ErrorEventOptions {
  /** Reason of the Status: `Expired`. */
  readonly reason?: string | undefined;
  /** Message of the Status. */
  readonly message?: string | undefined;
  /** The Status's `details.retryAfterSeconds`. */
  readonly retryAfterSeconds?: number | undefined;
  /** Lines that pass before it. Default: 0. */
  readonly afterLines?: number | undefined;
}

const errorEventOptionNames: OptionNames<ErrorEventOptions> = {
  reason: requireString,
  message: requireString,
  retryAfterSeconds: true,
  afterLines: true,
};

/** A fault of one request, as a plain value; `faults` describes each kind. */
export type Fault = {
  /** How tables and logs show the fault. */
  readonly name: string;
} & (
  | {
      /** Which fault it is. */
      readonly kind: 'reset';
      /** Bytes of the body that pass first; undefined: nothing passes. */
      readonly afterBytes: number | undefined;
    }
  | {
      /** Which fault it is. */
      readonly kind: 'stall';
      /** The affected direction. */
      readonly direction: Direction;
      /** Bytes of the body that pass first; undefined: nothing passes. */
      readonly afterBytes: number | undefined;
    }
  | {
      /** Which fault it is. */
      readonly kind: 'drop';
      /** The affected direction. */
      readonly direction: Direction;
    }
  | {
      /** Which fault it is. */
      readonly kind: 'delay';
      /** Time in milliseconds. */
      readonly ms: number;
    }
  | {
      /** Which fault it is. */
      readonly kind: 'bandwidth';
      /** Speed of the response. */
      readonly bytesPerSecond: number;
    }
  | {
      /** Which fault it is. */
      readonly kind: 'cut';
      /** Where the body is cut. */
      readonly at: CutPoint;
    }
  | {
      /** Which fault it is. */
      readonly kind: 'endAfter';
      /** Time in milliseconds. */
      readonly ms: number;
    }
  | {
      /** Which fault it is. */
      readonly kind: 'end';
      /** Lines of the body that pass first. */
      readonly afterLines: number;
    }
  | {
      /** Which fault it is. */
      readonly kind: 'answer';
      /** HTTP status code. */
      readonly status: number;
      /** Further fields of the Status, and headers. */
      readonly options: AnswerOptions;
    }
  | {
      /** Which fault it is. */
      readonly kind: 'errorEvent';
      /** HTTP status code. */
      readonly status: number;
      /** Further fields of the Status, and headers. */
      readonly options: ErrorEventOptions;
    }
  | {
      /** Which fault it is. */
      readonly kind: 'corrupt';
      /** Lines of the body that pass first. */
      readonly afterLines: number;
    }
);

/** One kind of fault, with its fields. */
export type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { readonly kind: Kind }>;

/**
 * Creates the faults that a FaultProxy injects. Each function throws ConfigError `ERR_OPTION` for an invalid value.
 *
 * Bytes are those of the body as the server sends it (compressed, if it is), lines the events of a watch in JSON or protobuf:
 * a fault that counts lines or writes into the body requests an uncompressed response. A body that ends before the given position
 * passes completely.
 */
export const faults = {
  /**
   * Resets the connection (RST): immediately, before the server receives the request, or after this many bytes of the
   * body.
   */
  reset(
    options: {
      /** Resets after this many bytes of the body. Default: before the server receives the request. */
      readonly afterBytes?: number | undefined;
    } = {},
  ): FaultOf<'reset'> {
    requireKnownOptions('faults.reset', options, { afterBytes: true });
    const { afterBytes } = options;
    return checked({ kind: 'reset', afterBytes, name: named('reset', { afterBytes }) });
  },

  /**
   * Stops all data without closing anything; `heal()` resumes it.
   *
   * `toClient` (the default): the server's data is held back; `toServer`: the server receives neither the request
   * nor, later, the client's end. With `afterBytes`, the head and this many bytes of the body (for `toServer` of the
   * request's body) pass first.
   */
  stall(
    options: {
      /** Which direction stops. Default: `toClient`. */
      readonly direction?: Direction | undefined;
      /** Lets the head and this many bytes of the body pass first. Default: nothing passes. */
      readonly afterBytes?: number | undefined;
    } = {},
  ): FaultOf<'stall'> {
    requireKnownOptions('faults.stall', options, { direction: oneOf(...directions), afterBytes: true });
    const { direction = 'toClient', afterBytes } = options;
    return checked({
      kind: 'stall',
      direction,
      afterBytes,
      name: named(`stall ${direction}`, { afterBytes }),
    });
  },

  /** Drops the bytes of one direction; the connection stays. Unlike with a stall, no buffer fills up. */
  drop(options: {
    /** Which direction loses its bytes. */
    readonly direction: Direction;
  }): FaultOf<'drop'> {
    requireKnownOptions('faults.drop', options, { direction: oneOf(...directions) });
    return checked({ kind: 'drop', direction: options.direction, name: `drop ${options.direction}` });
  },

  /** Delays the response, head and body, then passes it through. */
  delay(ms: number): FaultOf<'delay'> {
    return checked({ kind: 'delay', ms, name: `delay ${ms} ms` });
  },

  /** Limits the response body to this rate. */
  bandwidth(bytesPerSecond: number): FaultOf<'bandwidth'> {
    return checked({ kind: 'bandwidth', bytesPerSecond, name: `bandwidth ${bytesPerSecond} B/s` });
  },

  /** Closes the connection (FIN) in the middle of the body. Default: after the head. */
  cut(at: CutPoint = { afterBytes: 0 }): FaultOf<'cut'> {
    requireKnownOptions('faults.cut', at, cutPointNames);
    return checked({ kind: 'cut', at, name: named('cut', at) });
  },

  /** Ends the body properly this long after its head, complete or not. */
  endAfter(ms: number): FaultOf<'endAfter'> {
    return checked({ kind: 'endAfter', ms, name: `end after ${ms} ms` });
  },

  /** Ends the body properly after this many lines. Default: 0, an empty body. */
  end(
    options: {
      /** Ends the body after this many lines. Default: 0. */
      readonly afterLines?: number | undefined;
    } = {},
  ): FaultOf<'end'> {
    requireKnownOptions('faults.end', options, { afterLines: true });
    const { afterLines = 0 } = options;
    return checked({ kind: 'end', afterLines, name: named('end', { afterLines }) });
  },

  /**
   * Sends a response instead of the server's, which never receives the request.
   *
   * A success needs a `body`, else the client gets a Status in place of its object:
   * `faults.answer(201, { body: JSON.stringify(pod) })`.
   */
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

  /** Sends an ERROR event in a watch that the server accepted, then ends it properly. Other requests pass. */
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

  /**
   * Replaces the first bytes of one line by control characters, which are invalid JSON and protobuf; the line keeps its length.
   */
  corrupt(
    options: {
      /** Corrupts the line after this many. Default: 0. */
      readonly afterLines?: number | undefined;
    } = {},
  ): FaultOf<'corrupt'> {
    requireKnownOptions('faults.corrupt', options, { afterLines: true });
    const { afterLines = 0 } = options;
    return checked({ kind: 'corrupt', afterLines, name: named('corrupt', { afterLines }) });
  },
} as const;

/** Throws ConfigError `ERR_OPTION` if the value is not a fault or has an invalid field. */
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
      // 1xx is not a final response: the client would wait for another one.
      requireStatus('answer', fault.status, 200);
      return requireRetryAfter('answer', fault.options);
    case 'errorEvent':
      requireStatus('errorEvent', fault.status, 100);
      if (fault.options.afterLines !== undefined)
        requireCount('afterLines of errorEvent', fault.options.afterLines, 0);
      return requireRetryAfter('errorEvent', fault.options);
  }
}

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

/** Names a fault by its fields, as in `reset afterBytes=10`. */
function named(name: string, fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && !(field === 'afterLines' && value === 0),
  );
  return [name, ...given.map(([field, value]) => `${field}=${String(value)}`)].join(' ');
}

/** A record, so that the compiler asks for every kind. */
const kindNames: Readonly<Record<Fault['kind'], true>> = {
  reset: true,
  stall: true,
  drop: true,
  delay: true,
  bandwidth: true,
  cut: true,
  endAfter: true,
  end: true,
  answer: true,
  errorEvent: true,
  corrupt: true,
};

const kinds: readonly unknown[] = Object.keys(kindNames);

/** Requires an integer of at least `least`. */
export function requireCount(what: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least) return;
  throw wrong(what, `a whole number of ${least} or more`, value);
}

/** Requires undefined or a number of bytes. */
function requireByteCount(what: string, value: unknown): void {
  if (value !== undefined) requireCount(`afterBytes of ${what}`, value, 0);
}

/** Requires milliseconds: a finite, non-negative number. */
function requireMs(what: string, value: unknown): void {
  if (Number.isFinite(value) && (value as number) >= 0) return;
  throw wrong(`ms of ${what}`, 'a number of 0 or more', value);
}

/** Requires an HTTP status code. */
function requireStatus(what: string, value: unknown, least: number): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= 599) return;
  throw wrong(`status of ${what}`, `a whole number from ${least} to 599`, value);
}

/** Requires a probability. */
export function requireProbability(what: string, value: unknown): void {
  if (Number.isFinite(value) && (value as number) >= 0 && (value as number) <= 1) return;
  throw wrong(what, 'a number from 0 to 1', value);
}

/** Requires one of the given values. */
export function requireOneOf(what: string, value: unknown, allowed: readonly unknown[]): void {
  if (!allowed.includes(value))
    throw wrong(what, `one of ${allowed.map((one) => String(one)).join(', ')}`, value);
}

/** Requires a fault as created by `faults`. */
function requireFault(value: unknown): void {
  const kind: unknown = (value as { readonly kind?: unknown } | null | undefined)?.kind;
  if (!kinds.includes(kind))
    throw wrong('kind of the fault', `one of ${kinds.join(', ')} (see faults)`, kind);
}

/** Creates a ConfigError `ERR_OPTION` with the field, the value and what was expected. */
export function wrong(what: string, expected: string, value: unknown): ConfigError {
  return new ConfigError('ERR_OPTION', `${what} must be ${expected}, got ${shownValue(value)}`);
}
