/** One request, whichever form of the handler got it. */
export interface Exchange {
  readonly method: string;
  /** The path below the inspector's own, beginning with "/". */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Returns a request header; "" without one. */
  readonly header: (name: string) => string;
  /** The caller's IP address; undefined if it is unknown. */
  readonly remoteAddress: string | undefined;
}

/** Where an event stream is written. */
export interface StreamSink {
  /** Returns false if the browser has not taken what was written before: nothing more may be written until `drained`. */
  write(text: string): boolean;
  end(): void;
}

/** What the form of the handler calls about an open stream. Neither method throws. */
export interface OpenStream {
  drained(): void;
  closed(): void;
}

/** Answers requests, whichever form of the handler got them. Neither method throws. */
export interface Responder {
  /** Answers the request that `read` returns; never rejects. */
  respond(read: () => Exchange): Promise<Answer>;
  /** Logs what reading a request or writing its response threw. */
  failed(thrown: unknown): void;
}

/** The response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or what opens a stream, which never throws. */
  readonly body: string | ((sink: StreamSink) => OpenStream);
}

/** Headers of every response: no response may be framed, sniffed, stored, or read by another site. */
const commonHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Returns an answer with the common headers. */
export function answer(
  status: number,
  contentType: string,
  body: Answer['body'],
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers: { ...commonHeaders, 'content-type': contentType, ...headers }, body };
}

/** Returns plain text. */
export function textAnswer(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return answer(status, 'text/plain; charset=utf-8', text, headers);
}

/** Returns what is sent instead of a response that could not be made. */
export function failedAnswer(): Answer {
  return textAnswer(500, 'the inspector failed: see the log of the program\n');
}

/** Returns JSON text, already serialised. */
export function jsonAnswer(json: string, status = 200): Answer {
  return answer(status, 'application/json; charset=utf-8', json);
}

/** A request that cannot be answered. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
