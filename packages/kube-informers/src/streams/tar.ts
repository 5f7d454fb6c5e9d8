import { ExecError } from './errors.js';

/**
 * A file, directory or link of an archive.
 *
 * Names are bytes, which need not be UTF-8: `path` and `link` have a character for each byte (latin1).
 */
export interface TarEntry {
  /** As in the archive, with slashes; untrusted. */
  readonly path: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'hardlink' | 'other';
  /** Permission bits. */
  readonly mode: number;
  /** Last change, seconds since the epoch. */
  readonly mtime: number;
  /** Bytes of the content; 0 for all but files. */
  readonly size: number;
  /** Where a link leads, as in the archive. */
  readonly link: string;
}

/** An entry that is written. */
export interface TarSource extends TarEntry {
  /** The content: exactly `size` bytes. */
  readonly content: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

const blockBytes = 512;

/** Longest name or link in an extended header, bytes: Linux allows 4 KiB. */
const maxExtendedBytes = 64 * 1024;

/** Longest list of the parts of a sparse file, bytes. */
const maxSparseMapBytes = 4 * 1024 * 1024;

/** Latest time that is kept, seconds: the end of the year 9999. */
const maxTime = 253_402_300_799;

/** Latest time of a header, in the year 2242, seconds: it has eleven octal digits. */
const latestTime = 8 ** 11 - 1;

const nameBytes = 100;

/** Writes an archive of POSIX headers, with GNU's entries for long names: busybox reads no others. */
export async function* tarOf(entries: AsyncIterable<TarSource>): AsyncGenerator<Uint8Array, void, void> {
  for await (const entry of entries) {
    const { path, link, type, size } = entry;
    const name = type === 'directory' ? `${path}/` : path;
    if (name.length > nameBytes) yield longName('L', name);
    if (link.length > nameBytes) yield longName('K', link);
    yield header(name, typeFlags[type], entry);
    let sent = 0;
    for await (const chunk of type === 'file' ? entry.content() : []) {
      yield chunk;
      sent += chunk.length;
    }
    if (sent !== size)
      throw broken(`${shownName(path)} has ${sent} bytes instead of ${size}: it changed while it was read`);
    yield padding(size);
  }
  // Two empty blocks end an archive.
  yield Buffer.alloc(2 * blockBytes);
}

/** Joins small chunks into those of at most this many bytes, and passes on larger ones. */
export async function* joinedChunks(
  chunks: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array, void, void> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    if (length > 0 && length + chunk.length > bytes) {
      yield Buffer.concat(parts, length);
      parts = [];
      length = 0;
    }
    if (chunk.length >= bytes) yield chunk;
    else {
      parts.push(chunk);
      length += chunk.length;
    }
  }
  if (length > 0) yield Buffer.concat(parts, length);
}

const typeFlags = { file: '0', hardlink: '1', symlink: '2', directory: '5', other: '0' } as const;

function longName(flag: string, name: string): Buffer {
  const content = Buffer.from(`${name}\0`, 'latin1');
  const entry = { mode: 0o644, mtime: 0, size: content.length, link: '' };
  return Buffer.concat([header('././@LongLink', flag, entry), content, padding(content.length)]);
}

function padding(size: number): Buffer {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
}

function header(
  name: string,
  flag: string,
  { mode, mtime, size, link }: Pick<TarEntry, 'mode' | 'mtime' | 'size' | 'link'>,
): Buffer {
  const block = Buffer.alloc(blockBytes);
  block.write(name.slice(0, nameBytes), 0, 'latin1');
  block.write(octal(mode, 7), 100, 'latin1');
  block.write(octal(0, 7), 108, 'latin1');
  block.write(octal(0, 7), 116, 'latin1');
  writeSize(block, size);
  block.write(octal(Math.min(Math.max(0, Math.floor(mtime)), latestTime), 11), 136, 'latin1');
  block.write(flag, 156, 'latin1');
  block.write(link.slice(0, nameBytes), 157, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  block.write(`${octal(checksum(block), 6)}\0 `, 148, 'latin1');
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0').slice(-digits);
}

/** 8 GiB and more do not fit into octal digits: GNU's binary form. */
function writeSize(block: Buffer, size: number): void {
  if (size < 8 ** 11) {
    block.write(octal(size, 11), 124, 'latin1');
    return;
  }
  block[124] = 0x80;
  block.writeBigUInt64BE(BigInt(size), 128);
}

function checksum(block: Buffer): number {
  // Blanks stand for its own eight bytes.
  let sum = 8 * 32;
  for (let index = 0; index < blockBytes; index++) if (index < 148 || index >= 156) sum += block[index] ?? 0;
  return sum;
}

function broken(problem: string): ExecError {
  return new ExecError('ERR_COPY', `invalid archive: ${problem}`);
}

/** Takes exact numbers of bytes from chunks of any size. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns up to `most` bytes, at least one; undefined at the end. */
  async some(most: number): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) return undefined;
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  /** Returns this many bytes; undefined if the end comes first. */
  async exactly(bytes: number): Promise<Buffer | undefined> {
    const parts: Uint8Array[] = [];
    for (let left = bytes; left > 0;) {
      const part = await this.some(left);
      if (part === undefined) return undefined;
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

/** Bytes of a file, and where they belong: sparse files have holes between them. */
export interface Piece {
  readonly position: number;
  readonly bytes: Uint8Array;
}

/** An entry that is read: its content must be taken before the next entry. */
export interface ReadEntry extends TarEntry {
  readonly content: AsyncIterable<Piece>;
}

/** A part of a file. */
interface Extent {
  readonly position: number;
  readonly length: number;
}

/** What extended headers say of the next entry. */
interface Extended {
  path?: string;
  link?: string;
  size?: number;
  mtime?: number;
  /** Members of GNU's sparse files, by their name without `GNU.sparse.`. */
  readonly sparse: Map<string, string>;
}

/**
 * Reads an archive as tar of GNU, busybox and BSD write it. Throws ExecError `ERR_COPY` if it is damaged or incomplete.
 */
export async function* entriesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry, void, void> {
  const reader = new ByteReader(chunks);
  let extended: Extended = { sparse: new Map() };
  const block = async (bytes: number, what: string): Promise<Buffer> => {
    const found = await reader.exactly(bytes);
    if (found === undefined) throw broken(`it ends in the middle of ${what}`);
    return found;
  };
  for (;;) {
    const head = await reader.exactly(blockBytes);
    if (head === undefined) throw broken('it ends without an end mark');
    if (head.every((byte) => byte === 0)) break;
    if (numberAt(head, 148, 8) !== checksum(head)) throw broken('a header has a wrong checksum');
    const flag = String.fromCharCode(head[156] ?? 0);
    const ownSize = numberAt(head, 124, 12);
    if ('LKxg'.includes(flag)) {
      if (ownSize > maxExtendedBytes) throw broken(`a name has ${ownSize} bytes`);
      const content = await block(ownSize, 'a name');
      await block(padding(ownSize).length, 'a name');
      if (flag === 'L') extended.path = textOf(content);
      else if (flag === 'K') extended.link = textOf(content);
      else if (flag === 'x') readPax(content, extended);
      continue;
    }
    if (flag === 'S')
      throw broken('it has a sparse file in an old format; GNU tar writes these with --sparse only');
    const type = typeOf(flag);
    // Only files, and types that are unknown here, have content.
    const stored = type === 'file' || type === 'other' ? (extended.size ?? ownSize) : 0;
    let left = stored;
    const { sparse } = extended;
    const isSparse = type === 'file' && sparse.size > 0;
    const whole = type === 'file' ? [{ position: 0, length: left }] : [];
    const extents = isSparse ? await sparseExtents(sparse, left, block) : whole;
    if (isSparse) left = extents.reduce((sum, { length }) => sum + length, 0);
    const take = async (most: number): Promise<Uint8Array> => {
      const part = await reader.some(Math.min(most, left));
      if (part === undefined) throw broken('it ends in the middle of a file');
      left -= part.length;
      return part;
    };
    async function* content(): AsyncGenerator<Piece, void, void> {
      for (const { position, length } of extents)
        for (let done = 0; done < length;) {
          const bytes = await take(length - done);
          yield { position: position + done, bytes };
          done += bytes.length;
        }
    }
    const prefix = head.toString('latin1', 257, 263) === 'ustar\0' ? textOf(head.subarray(345, 500)) : '';
    const short = textOf(head.subarray(0, nameBytes));
    yield {
      path: sparse.get('name') ?? extended.path ?? (prefix === '' ? short : `${prefix}/${short}`),
      type,
      mode: numberAt(head, 100, 8) & 0o7777,
      mtime: Math.min(extended.mtime ?? numberAt(head, 136, 12), maxTime),
      size: type === 'file' ? (isSparse ? wholeNumber(sparse.get('realsize')) : stored) : 0,
      link: extended.link ?? textOf(head.subarray(157, 157 + nameBytes)),
      content: content(),
    };
    while (left > 0) await take(left);
    await block(padding(stored).length, 'a file');
    extended = { sparse: new Map() };
  }
  // The writer may still be sending empty blocks.
  while ((await reader.some(blockBytes)) !== undefined) continue;
  await reader.close();
}

/**
 * Reads where the parts of a sparse file belong, as bsdtar and GNU tar write it (format 1.0): before the parts are lines with their
 * number, and the position and length of each, padded to a block.
 */
async function sparseExtents(
  sparse: ReadonlyMap<string, string>,
  stored: number,
  block: (bytes: number, what: string) => Promise<Buffer>,
): Promise<readonly Extent[]> {
  if (sparse.get('major') !== '1' || sparse.get('minor') !== '0')
    throw broken('it has a sparse file in another format than 1.0');
  const size = wholeNumber(sparse.get('realsize'));
  const numbers: number[] = [];
  let read = 0;
  let rest = '';
  while (numbers.length === 0 || numbers.length < 1 + 2 * (numbers[0] ?? 0)) {
    read += blockBytes;
    if (read > Math.min(stored, maxSparseMapBytes)) throw broken('the parts of a sparse file are damaged');
    const lines = (rest + (await block(blockBytes, 'a sparse file')).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (numbers.length > 0 && numbers.length === 1 + 2 * (numbers[0] ?? 0)) break;
      numbers.push(wholeNumber(line));
    }
  }
  const extents: Extent[] = [];
  let end = 0;
  let length = 0;
  for (let index = 1; index < numbers.length; index += 2) {
    const extent = { position: numbers[index] ?? 0, length: numbers[index + 1] ?? 0 };
    if (extent.position < end) throw broken('the parts of a sparse file overlap');
    end = extent.position + extent.length;
    length += extent.length;
    extents.push(extent);
  }
  if (end > size || length !== stored - read) throw broken('the parts of a sparse file are damaged');
  return extents;
}

function typeOf(flag: string): TarEntry['type'] {
  if (flag === '0' || flag === '\0' || flag === '7') return 'file';
  if (flag === '5') return 'directory';
  if (flag === '2') return 'symlink';
  return flag === '1' ? 'hardlink' : 'other';
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return Buffer.from(end === -1 ? bytes : bytes.subarray(0, end)).toString('latin1');
}

/** A name for messages. */
function shownName(name: string): string {
  return Buffer.from(name, 'latin1').toString('utf8');
}

function numberAt(block: Buffer, start: number, length: number): number {
  const first = block[start] ?? 0;
  // GNU's binary form; negative times are read as 0.
  if (first > 0x80) return 0;
  if (first === 0x80) {
    if (block.subarray(start + 1, start + length - 6).some((byte) => byte !== 0))
      throw broken('a header has a number above 2^48');
    return block.readUIntBE(start + length - 6, 6);
  }
  const text = textOf(block.subarray(start, start + length)).trim();
  if (!/^[0-7]*$/.test(text)) throw broken('a header has an invalid number');
  return text === '' ? 0 : Number.parseInt(text, 8);
}

/** Returns a number that the container wrote. */
function wholeNumber(text = ''): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw broken('an extended header has an invalid number');
  return value;
}

/** Reads records of the form `30 mtime=1350244992.023960108\n`. */
function readPax(content: Buffer, extended: Extended): void {
  for (let start = 0; start < content.length;) {
    const space = content.indexOf(0x20, start);
    const length = space === -1 ? 0 : wholeNumber(content.toString('latin1', start, space));
    // A record has at least its length, a space and a line end.
    if (length <= Math.max(space - start, 0) || start + length > content.length)
      throw broken('an extended header is damaged');
    const record = content.toString('latin1', space + 1, start + length - 1);
    const equals = record.indexOf('=');
    const key = record.slice(0, equals);
    const value = record.slice(equals + 1);
    if (key === 'path') extended.path = value;
    else if (key === 'linkpath') extended.link = value;
    else if (key === 'size') extended.size = wholeNumber(value);
    else if (key === 'mtime') extended.mtime = /^\d{1,15}(\.\d+)?$/.test(value) ? Number(value) : 0;
    else if (key.startsWith('GNU.sparse.')) extended.sparse.set(key.slice('GNU.sparse.'.length), value);
    start += length;
  }
}
