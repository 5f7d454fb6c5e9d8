import type { Socket } from 'node:net';

/** One pooled connection, as its requests use it. */
export class Connection {
  readonly socket: Socket;
  /** Number of completed responses; above 0 the connection is reused. */
  answers = 0;
  /** True if the server began with a frame of HTTP/2 instead of a response. */
  speaksHttp2 = false;
  readonly #maxHeadBytes: number;
  readonly #readSocket: (size?: number) => Buffer | null;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #tail: Buffer = Buffer.alloc(0);

  /** `maxHeaderBytes` is the limit that the parser behind this applies. */
  constructor(socket: Socket, maxHeaderBytes: number) {
    this.socket = socket;
    // Sockets without an encoding read buffers.
    this.#readSocket = socket.read.bind(socket) as (size?: number) => Buffer | null;
    // The parser counts names and values only. Above its limit it has to see the head, to report it.
    this.#maxHeadBytes = 2 * maxHeaderBytes;
  }

  /**
   * Prepares for the next response: undici's parser gets its head as a whole, without what that refuses and Go and curl
   * accept.
   *
   * These are responses before the final one (undici closes the connection at an unasked `100 Continue`), a
   * Content-Length that is repeated with the same value or comes with chunks, folded lines, and lines that end in LF
   * only. All are unambiguous to a client that has one request at a time on a connection.
   */
  expectResponse(): void {
    this.#held = [];
    this.#heldBytes = 0;
    // Shadows the method of the class until the head is complete. A size of 0 reads nothing.
    this.socket.read = (size?: number): Buffer | null =>
      size === 0 ? this.#readSocket(0) : this.#readHead();
  }

  #readHead(): Buffer | null {
    for (;;) {
      const chunk = this.#readSocket();
      if (chunk === null) return null;
      const ready = this.#take(chunk);
      if (ready === undefined) continue;
      Reflect.deleteProperty(this.socket, 'read');
      return ready;
    }
  }

  /** Returns the bytes for the parser once the final response's head is complete, or if it is not HTTP/1. */
  #take(chunk: Buffer): Buffer | undefined {
    for (let bytes = chunk; ;) {
      // The start and the end of a head may be split across chunks.
      const before = this.#heldBytes;
      const recent = before === 0 ? bytes : Buffer.concat([this.#tail, bytes]);
      this.#held.push(bytes);
      this.#heldBytes += bytes.length;
      this.#tail = recent.subarray(-statusStart.length);
      if (before < statusStart.length && !isHttp1(recent)) {
        this.speaksHttp2 = isHttp2Frame(bytes);
        return Buffer.concat(this.#held);
      }
      const end = endOfHead(recent);
      if (end === -1) return this.#heldBytes > this.#maxHeadBytes ? Buffer.concat(this.#held) : undefined;
      const head = Buffer.concat(this.#held, this.#heldBytes - recent.length + end);
      const rest = recent.subarray(end);
      if (!isInterim(head)) return Buffer.concat([tidied(head), rest]);
      this.#held = [];
      this.#heldBytes = 0;
      if (rest.length === 0) return undefined;
      bytes = rest;
    }
  }
}

const statusStart = 'HTTP/1.';

function isHttp1(bytes: Buffer): boolean {
  return statusStart.startsWith(bytes.toString('latin1', 0, statusStart.length));
}

/** True for a SETTINGS or GOAWAY frame of stream 0 (RFC 9113, section 4.1), with which every HTTP/2 server begins. */
function isHttp2Frame(bytes: Buffer): boolean {
  return bytes.length >= 9 && (bytes[3] === 4 || bytes[3] === 7) && bytes.readUInt32BE(5) === 0;
}

/** Returns the index after the empty line; -1 without one. */
function endOfHead(bytes: Buffer): number {
  for (let at = bytes.indexOf('\n'); at !== -1; at = bytes.indexOf('\n', at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2;
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3;
  }
  return -1;
}

/** True for a response before the final one; 101 would be the final one. */
function isInterim(head: Buffer): boolean {
  return /^HTTP\/1\.\d 1(?!01)\d\d/.test(head.toString('latin1', 0, 16));
}

/** Returns the head with each line in one piece and ended by CRLF, and at most one way to tell the body's length. */
function tidied(head: Buffer): Buffer {
  const text = head.toString('latin1');
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const lengths = lines.filter((line) => isLength.test(line));
  const chunked = lines.some((line) => /^transfer-encoding[ \t]*:.*\bchunked\b/i.test(line));
  const values = new Set(
    lengths.flatMap((line) => line.replace(isLength, '').split(',')).map((value) => value.trim()),
  );
  const [length = ''] = values;
  // RFC 9112, section 6.3: chunks override a length; RFC 9110, section 8.6: equal lengths are one.
  if (chunked || values.size === 1) {
    const kept = lines.filter((line) => !isLength.test(line));
    if (!chunked)
      kept.splice(
        lines.findIndex((line) => isLength.test(line)),
        0,
        `Content-Length: ${length}`,
      );
    return Buffer.from(kept.join('\r\n'), 'latin1');
  }
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

const isLength = /^content-length[ \t]*:/i;
