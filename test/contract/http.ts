import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A server under test. */
export interface Target {
  readonly baseUrl: string;
  readonly token?: string | undefined;
  /** PEM of the authority that signed the server's certificate. */
  readonly ca?: string | undefined;
}

/** Any JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** The value at a path of fields and indexes, `items.0.metadata`; undefined if there is no value. */
export function at(value: unknown, path: string): unknown {
  let current = value;
  for (const step of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined;
    // An object may be read by any field name.
    current = (current as Json)[step];
  }
  return current;
}

/** The string at a path; "" if there is no string. */
export function text(value: unknown, path: string): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}

/** How to send a request. */
export interface Call {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A complete response. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; `{}` if it is not valid JSON. */
  readonly json: Json;
}

/** A plain HTTP client, independent of the library under test. */
export class Api {
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  async get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.call('GET', path, { headers });
  }

  async post(path: string, body: unknown): Promise<Answer> {
    return this.call('POST', path, { body });
  }

  async put(path: string, body: unknown): Promise<Answer> {
    return this.call('PUT', path, { body });
  }

  async patch(path: string, type: 'json' | 'merge' | 'strategic' | 'apply', body: unknown): Promise<Answer> {
    const media = {
      json: 'json-patch+json',
      merge: 'merge-patch+json',
      strategic: 'strategic-merge-patch+json',
      apply: 'apply-patch+yaml',
    };
    return this.call('PATCH', path, { body, headers: { 'content-type': `application/${media[type]}` } });
  }

  async delete(path: string, body?: unknown): Promise<Answer> {
    return this.call('DELETE', path, { body });
  }

  async call(method: string, path: string, call: Call = {}): Promise<Answer> {
    const response = await this.#send(method, path, call);
    const parts: Buffer[] = [];
    for await (const part of response as AsyncIterable<Buffer>) parts.push(part);
    const bytes = Buffer.concat(parts);
    const body = bytes.toString('utf8');
    let json: Json = {};
    try {
      // The server's responses are objects.
      json = JSON.parse(body) as Json;
    } catch {
      // Not every response is JSON; tests then use `text`.
    }
    return { status: response.statusCode ?? 0, headers: response.headers, bytes, text: body, json };
  }

  /** Writes bytes to a new connection; resolves with the bytes received until the server closed it. */
  async raw(bytes: string): Promise<string> {
    const { baseUrl, ca } = this.#target;
    const url = new URL(baseUrl);
    const to = { host: url.hostname, port: Number(url.port) };
    const socket = url.protocol === 'https:' ? connectTls({ ...to, ...(ca && { ca }) }) : connect(to);
    // A server that refuses a body may close while the rest is written; only its response counts.
    socket.on('error', () => undefined);
    let answered = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => void (answered += part));
    socket.write(bytes);
    await once(socket, 'close');
    return answered;
  }

  /** The Authorization header line of each request; "" without credentials. */
  get authorization(): string {
    const { token } = this.#target;
    return token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  }

  /** Opens a watch, which the caller closes. */
  async watch(path: string, headers?: Readonly<Record<string, string>>): Promise<Watch> {
    return new Watch(await this.#send('GET', path, { headers }));
  }

  async #send(method: string, path: string, { body, headers }: Call): Promise<IncomingMessage> {
    const { baseUrl, token, ca } = this.#target;
    const url = new URL(baseUrl);
    const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const payload = raw ? body : JSON.stringify(body);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send({
      host: url.hostname,
      port: url.port,
      method,
      path,
      agent: false,
      ...(ca === undefined ? {} : { ca }),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
        ...headers,
      },
    });
    request.end(payload);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  }
}

/** An open watch, read line by line. */
export class Watch {
  readonly response: IncomingMessage;
  readonly #lines: AsyncGenerator<Json, void, void>;

  constructor(response: IncomingMessage) {
    this.response = response;
    this.#lines = lines(response);
  }

  /** The next event; undefined when the stream has ended. */
  async next(): Promise<Json | undefined> {
    const next = await this.#lines.next();
    return next.done === true ? undefined : next.value;
  }

  /** The next events; fewer when the stream ends. */
  async take(count: number): Promise<Json[]> {
    const events: Json[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (event === undefined) break;
      events.push(event);
    }
    return events;
  }

  /** The next changes, without the bookmarks that a server sends at times of its own between them. */
  async changes(count: number): Promise<Json[]> {
    const events: Json[] = [];
    for (let event = await this.next(); event !== undefined; event = await this.next()) {
      if (event['type'] !== 'BOOKMARK') events.push(event);
      if (events.length === count) break;
    }
    return events;
  }

  /** Every event until the stream ends. */
  async rest(): Promise<Json[]> {
    return this.take(Number.POSITIVE_INFINITY);
  }

  close(): void {
    this.response.destroy();
  }
}

async function* lines(response: IncomingMessage): AsyncGenerator<Json, void, void> {
  let rest = '';
  response.setEncoding('utf8');
  for await (const part of response as AsyncIterable<string>) {
    rest += part;
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      // A watch's lines are objects.
      if (line !== '') yield JSON.parse(line) as Json;
    }
  }
}

/** An event in one or two words: `ADDED a`, `BOOKMARK`. */
export function shown(event: Json | undefined): string {
  return `${text(event, 'type')} ${text(event, 'object.metadata.name')}`.trim();
}

/** The names of a list's items. */
export function names(list: unknown): string[] {
  const items = at(list, 'items');
  return Array.isArray(items) ? items.map((item) => text(item, 'metadata.name')) : [];
}
