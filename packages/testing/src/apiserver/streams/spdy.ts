import { Readable, Writable } from 'node:stream';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createInflate } from 'node:zlib';
import type { Inflate } from 'node:zlib';
import { answer } from '../http/answer.js';
import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';

/** A stream that the client opened. */
export interface SpdyStream {
  /** Odd, in the order in which the client opened them. */
  readonly id: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** What the client sends. */
  readonly input: Readable;
  /** Sends to the client; its end ends this direction of the stream. */
  readonly output: Writable;
}

const frame = { synStream: 1, synReply: 2, rstStream: 3, ping: 6, goAway: 7 } as const;
const flagFin = 1;
const refusedStream = 3;
const headerBytes = 8;
const pieceBytes = 32 * 1024;
const bufferBytes = 64 * 1024;
// What a hostile client may occupy.
const maxControlBytes = 64 * 1024;
const maxHeaderBlockBytes = 256 * 1024;
const maxStreams = 1000;
/** Answers that a client has not read. */
const maxAnswerBytes = 1024 * 1024;

/** True for a request that asks for SPDY. */
export function isSpdy(exchange: Exchange): boolean {
  return (
    exchange.upgrade !== undefined && headerOf(exchange.request, 'upgrade')?.toLowerCase() === 'spdy/3.1'
  );
}

/**
 * Answers the upgrade to SPDY with the first offered protocol that is in `protocols`.
 *
 * Returns undefined if there is none, after a response of 403 as by k8s.io/streaming. `protocols` with "" accepts a
 * client that offers nothing.
 */
export function acceptSpdy(
  exchange: Exchange,
  protocols: readonly string[],
): { readonly connection: Duplex; readonly protocol: string } | undefined {
  const { request, upgrade } = exchange;
  if (upgrade === undefined) return undefined;
  const offered = (headerOf(request, 'x-stream-protocol-version') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const protocol = (offered.length === 0 ? [''] : offered).find((name) => protocols.includes(name));
  if (protocol === undefined) {
    const accepted = protocols.filter((name) => name !== '');
    const known = `client supports [${offered.join(' ')}], server accepts [${accepted.join(' ')}]`;
    answer(
      exchange,
      403,
      { 'Content-Type': 'text/plain; charset=utf-8', 'X-Accepted-Stream-Protocol-Versions': accepted },
      `unable to upgrade: unable to negotiate protocol: ${known}\n`,
    );
    return undefined;
  }
  const connection = upgrade.take();
  if (upgrade.head.length > 0) connection.unshift(upgrade.head);
  const chosen = protocol === '' ? '' : `X-Stream-Protocol-Version: ${protocol}\r\n`;
  connection.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n${chosen}\r\n`,
  );
  return { connection, protocol };
}

/**
 * The server's side of SPDY/3.1, as far as Kubernetes' clients use it (moby/spdystream): streams that the client
 * opens, data in both directions, half-closes, resets and pings. There is no flow control by windows: a stream whose
 * reader is slow stops reading from the connection.
 */
export class SpdySession {
  readonly #connection: Duplex;
  readonly #onStream: (stream: SpdyStream) => void;
  readonly #streams = new Map<number, OpenStream>();
  readonly #headers = new HeaderBlocks();
  #buffer: Buffer = Buffer.alloc(0);
  #lastStream = 0;
  #replied = false;
  #closing = false;
  #answerBytes = 0;
  /** Resolves when the connection is over, for whatever reason. */
  readonly closed: Promise<void>;

  constructor(connection: Duplex, onStream: (stream: SpdyStream) => void) {
    this.#connection = connection;
    this.#onStream = onStream;
    // The end of reading is noticed.
    connection.on('error', () => undefined);
    this.closed = this.#read();
  }

  /** Tells the client that nothing follows, and ends the connection after all that was written. */
  close(): void {
    if (this.#closing) return;
    this.#closing = true;
    const body = Buffer.alloc(8);
    body.writeUInt32BE(this.#lastStream, 0);
    this.#write(control(frame.goAway, 0, body));
    this.#connection.end();
  }

  async #read(): Promise<void> {
    try {
      for await (const chunk of this.#connection) {
        this.#buffer = Buffer.concat([this.#buffer, chunk as Buffer]);
        await this.#frames();
      }
    } catch {
      // A broken connection, or a client that does not speak SPDY: both are an end.
    } finally {
      this.#connection.destroy();
      this.#headers.close();
      for (const stream of this.#streams.values()) stream.end();
      this.#streams.clear();
    }
  }

  async #frames(): Promise<void> {
    while (this.#buffer.length >= headerBytes) {
      const first = this.#buffer.readUInt32BE(0);
      const flags = this.#buffer.readUInt8(4);
      const length = this.#buffer.readUIntBE(5, 3);
      const isControl = first >= 0x8000_0000;
      if (isControl && length > maxControlBytes) throw new Error('a control frame that is too long');
      if (this.#buffer.length < headerBytes + length) return;
      const body = this.#buffer.subarray(headerBytes, headerBytes + length);
      this.#buffer = this.#buffer.subarray(headerBytes + length);
      if (isControl) await this.#control(first & 0xffff, flags, body);
      else {
        const stream = this.#streams.get(first);
        if (length > 0) await stream?.push(body);
        if ((flags & flagFin) !== 0) stream?.inputEnded();
      }
    }
  }

  async #control(type: number, flags: number, body: Buffer): Promise<void> {
    switch (type) {
      case frame.synStream: {
        const id = body.readUInt32BE(0) & 0x7fff_ffff;
        // The headers of every stream are one compressed text, so they are always read.
        const headers = await this.#headers.read(body.subarray(10));
        if (id <= this.#lastStream || id % 2 === 0) throw new Error('a stream with an invalid number');
        this.#lastStream = id;
        if (this.#closing || this.#streams.size >= maxStreams) {
          const reset = Buffer.alloc(8);
          reset.writeUInt32BE(id, 0);
          reset.writeUInt32BE(refusedStream, 4);
          return this.#answer(control(frame.rstStream, 0, reset));
        }
        const stream = new OpenStream(id, headers, {
          send: (data, fin, done) => this.#send(id, data, fin, done),
          over: () => this.#streams.delete(id),
        });
        this.#streams.set(id, stream);
        this.#reply(id);
        if ((flags & flagFin) !== 0) stream.inputEnded();
        return this.#onStream(stream);
      }
      case frame.rstStream: {
        const id = body.readUInt32BE(0) & 0x7fff_ffff;
        this.#streams.get(id)?.end();
        this.#streams.delete(id);
        return;
      }
      case frame.ping:
        return this.#answer(control(frame.ping, 0, body));
      default:
        // GOAWAY: the client opens no further streams and closes the connection. Others concern flow control.
        return;
    }
  }

  /** Accepts a stream: a reply without headers. */
  #reply(id: number): void {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(id);
    // One zlib stream for the whole connection; stored blocks need no compressor. The empty block makes the reader
    // hand on what came before.
    const start = this.#replied ? [] : [0x78, 0x9c];
    this.#replied = true;
    const noHeaders = [0x00, 0x04, 0x00, 0xfb, 0xff, 0, 0, 0, 0, 0x00, 0x00, 0x00, 0xff, 0xff];
    this.#answer(control(frame.synReply, 0, Buffer.concat([number, Buffer.from([...start, ...noHeaders])])));
  }

  /** Answers a control frame. Throws for a client that sends more of them than it reads answers, which would fill the memory. */
  #answer(bytes: Buffer): void {
    this.#answerBytes += bytes.length;
    if (this.#answerBytes > maxAnswerBytes) throw new Error('answers that the client does not read');
    this.#write(bytes, () => {
      this.#answerBytes -= bytes.length;
    });
  }

  #send(id: number, data: Buffer, fin: boolean, done: () => void): void {
    let start = 0;
    do {
      const piece = data.subarray(start, start + pieceBytes);
      start += pieceBytes;
      const last = start >= data.length;
      const head = Buffer.alloc(headerBytes);
      head.writeUInt32BE(id, 0);
      head.writeUInt8(fin && last ? flagFin : 0, 4);
      head.writeUIntBE(piece.length, 5, 3);
      this.#write(Buffer.concat([head, piece]), last ? done : undefined);
    } while (start < data.length);
  }

  #write(bytes: Buffer, done: () => void = () => undefined): void {
    if (this.#connection.writable) this.#connection.write(bytes, () => done());
    else done();
  }
}

function control(type: number, flags: number, body: Buffer): Buffer {
  const head = Buffer.alloc(headerBytes);
  head.writeUInt16BE(0x8003, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt8(flags, 4);
  head.writeUIntBE(body.length, 5, 3);
  return Buffer.concat([head, body]);
}

/** Both directions of one stream. */
class OpenStream implements SpdyStream {
  readonly id: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly input: Readable;
  readonly output: Writable;
  readonly #over: () => void;
  #isGone = false;
  #inputOver = false;
  #outputOver = false;
  #drained: (() => void) | undefined;

  constructor(
    id: number,
    headers: ReadonlyMap<string, string>,
    owner: {
      send: (data: Buffer, fin: boolean, done: () => void) => void;
      over: () => void;
    },
  ) {
    this.id = id;
    this.headers = headers;
    this.#over = owner.over;
    this.input = new Readable({
      highWaterMark: bufferBytes,
      read: () => this.#drained?.(),
    });
    // A reader may destroy it with an error.
    this.input.on('error', () => undefined);
    this.input.on('close', () => this.#drained?.());
    // What is written after the stream is over is discarded.
    const send = (data: Buffer, fin: boolean, done: () => void): void =>
      this.#isGone ? done() : owner.send(data, fin, done);
    const ended = (): void => {
      this.#outputOver = true;
      if (this.#inputOver) this.#over();
    };
    this.output = new Writable({
      highWaterMark: bufferBytes,
      write: (chunk: Buffer, _encoding, done) => send(chunk, false, () => done()),
      final: (done) => {
        send(Buffer.alloc(0), true, () => done());
        ended();
      },
      destroy: (error, done) => {
        // The client must not wait for more.
        if (!this.#outputOver) {
          send(Buffer.alloc(0), true, () => undefined);
          ended();
        }
        done(error);
      },
    });
    this.output.on('error', () => undefined);
  }

  /** Hands on what the client sent; resolves when there is room for more. */
  async push(data: Buffer): Promise<void> {
    if (this.#inputOver || this.input.destroyed || this.input.push(data)) return;
    await new Promise<void>((resolve) => (this.#drained = resolve));
    this.#drained = undefined;
  }

  inputEnded(): void {
    if (this.#inputOver) return;
    this.#inputOver = true;
    this.input.push(null);
    if (this.#outputOver) this.#over();
  }

  /** Ends both directions. */
  end(): void {
    this.#isGone = true;
    this.inputEnded();
    this.#drained?.();
  }
}

/** Reads the blocks of headers of one connection, which are one zlib stream with SPDY's dictionary. */
class HeaderBlocks {
  readonly #inflate: Inflate = createInflate({ dictionary: dictionary() });
  readonly #failed: Promise<never>;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor() {
    this.#inflate.on('data', (part: Buffer) => {
      this.#bytes += part.length;
      if (this.#bytes > maxHeaderBlockBytes) this.#inflate.destroy(new Error('headers that are too long'));
      else this.#parts.push(part);
    });
    // zlib does not call back the write that failed.
    this.#failed = new Promise((_resolve, reject) => this.#inflate.on('error', reject));
    // Nobody may be reading.
    this.#failed.catch(() => undefined);
  }

  async read(block: Buffer): Promise<ReadonlyMap<string, string>> {
    const written = new Promise<void>((resolve) => this.#inflate.write(block, () => resolve()));
    await Promise.race([written, this.#failed]);
    // The parts are emitted by then.
    await setImmediate();
    const bytes = Buffer.concat(this.#parts.splice(0));
    this.#bytes = 0;
    const headers = new Map<string, string>();
    let at = 4;
    const next = (): string => {
      const length = bytes.readUInt32BE(at);
      const text = bytes.subarray(at + 4, at + 4 + length).toString('latin1');
      at += 4 + length;
      return text;
    };
    for (let left = bytes.readUInt32BE(0); left > 0; left--) headers.set(next().toLowerCase(), next());
    return headers;
  }

  close(): void {
    this.#inflate.destroy();
  }
}

/** The dictionary of SPDY/3: words with their lengths, then texts that are frequent in headers. */
function dictionary(): Buffer {
  const words =
    `options head post put delete trace accept accept-charset accept-encoding accept-language accept-ranges age
    allow authorization cache-control connection content-base content-encoding content-language content-length
    content-location content-md5 content-range content-type date etag expect expires from host if-match
    if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards pragma
    proxy-authenticate proxy-authorization range referer retry-after server te trailer transfer-encoding upgrade
    user-agent vary via warning www-authenticate method get status 200_OK version HTTP/1.1 url public set-cookie
    keep-alive origin`.split(/\s+/);
  const parts: Buffer[] = [];
  for (const word of words) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(word.length);
    parts.push(length, Buffer.from(word.replace('_', ' ')));
  }
  const codes = '100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505';
  const answers = `203 Non-Authoritative Information|204 No Content|301 Moved Permanently|400 Bad Request|401 Unauthorized|
403 Forbidden|404 Not Found|500 Internal Server Error|501 Not Implemented|503 Service Unavailable`;
  const dates =
    'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMT';
  const values =
    'chunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain,text/javascript,public' +
    'privatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.';
  return Buffer.concat([...parts, Buffer.from(codes + answers.replace(/\|\n?/g, '') + dates + values)]);
}
