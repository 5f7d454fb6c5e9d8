import { ExecError } from './errors.js';

/** A file, directory or link of an archive. */
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
  readonly content: () => AsyncIterable<Uint8Array>;
}

const blockBytes = 512;

/** Longest name or link in an extended header, bytes: Linux allows 4 KiB. */
const maxExtendedBytes = 64 * 1024;

const nameBytes = 100;

/** Writes an archive of POSIX headers, with GNU's entries for long names: busybox reads no others. */
export async function* tarOf(entries: AsyncIterable<TarSource>): AsyncGenerator<Uint8Array, void, void> {
  for await (const entry of entries) {
    const { path, link, type, size } = entry;
    const name = type === 'directory' ? `${path}/` : path;
    if (Buffer.byteLength(name) > nameBytes) yield longName('L', name);
    if (Buffer.byteLength(link) > nameBytes) yield longName('K', link);
    yield header(name, typeFlags[type], entry);
    let sent = 0;
    for await (const chunk of type === 'file' ? entry.content() : []) {
      yield chunk;
      sent += chunk.length;
    }
    if (sent !== size)
      throw broken(`${path} has ${sent} bytes instead of ${size}: it changed while it was read`);
    yield padding(size);
  }
  // Two empty blocks end an archive.
  yield Buffer.alloc(2 * blockBytes);
}

const typeFlags = { file: '0', hardlink: '1', symlink: '2', directory: '5', other: '0' } as const;

function longName(flag: string, name: string): Buffer {
  const content = Buffer.from(`${name}\0`);
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
  Buffer.from(name).copy(block, 0, 0, nameBytes);
  block.write(octal(mode, 7), 100, 'latin1');
  block.write(octal(0, 7), 108, 'latin1');
  block.write(octal(0, 7), 116, 'latin1');
  writeSize(block, size);
  block.write(octal(Math.max(0, Math.floor(mtime)), 11), 136, 'latin1');
  block.write(flag, 156, 'latin1');
  Buffer.from(link).copy(block, 157, 0, nameBytes);
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
  let sum = 0;
  for (const [index, byte] of block.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
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

/** An entry that is read: its content must be taken before the next entry. */
export interface ReadEntry extends TarEntry {
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Reads an archive as tar of GNU, busybox and BSD write it. Throws ExecError `ERR_COPY` if it is damaged or incomplete.
 */
export async function* entriesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry, void, void> {
  const reader = new ByteReader(chunks);
  let extended: Partial<Record<'path' | 'link' | 'size' | 'mtime', string>> = {};
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
      else if (flag === 'x') extended = { ...extended, ...paxRecords(content) };
      continue;
    }
    const type = typeOf(flag);
    const size = type === 'file' ? (numberOf(extended.size) ?? ownSize) : 0;
    const prefix = head.toString('latin1', 257, 263) === 'ustar\0' ? textOf(head.subarray(345, 500)) : '';
    const short = textOf(head.subarray(0, nameBytes));
    let left = size;
    async function* content(): AsyncGenerator<Uint8Array, void, void> {
      while (left > 0) {
        const part = await reader.some(left);
        if (part === undefined) throw broken('it ends in the middle of a file');
        left -= part.length;
        yield part;
      }
    }
    const body = content();
    yield {
      path: extended.path ?? (prefix === '' ? short : `${prefix}/${short}`),
      type,
      mode: numberAt(head, 100, 8) & 0o7777,
      mtime: numberOf(extended.mtime) ?? numberAt(head, 136, 12),
      size,
      link: extended.link ?? textOf(head.subarray(157, 157 + nameBytes)),
      content: body,
    };
    while (left > 0) {
      const part = await reader.some(left);
      if (part === undefined) throw broken('it ends in the middle of a file');
      left -= part.length;
    }
    await block(padding(size).length, 'a file');
    extended = {};
  }
  // The writer may still be sending empty blocks.
  while ((await reader.some(blockBytes)) !== undefined) continue;
  await reader.close();
}

function typeOf(flag: string): TarEntry['type'] {
  if (flag === '0' || flag === '\0' || flag === '7') return 'file';
  if (flag === '5') return 'directory';
  if (flag === '2') return 'symlink';
  return flag === '1' ? 'hardlink' : 'other';
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return Buffer.from(end === -1 ? bytes : bytes.subarray(0, end)).toString('utf8');
}

function numberAt(block: Buffer, start: number, length: number): number {
  const first = block[start] ?? 0;
  if (first >= 0x80) {
    // GNU's binary form; negative times are read as 0.
    const value = first === 0x80 ? block.readUIntBE(start + length - 6, 6) : 0;
    return value;
  }
  const text = textOf(block.subarray(start, start + length)).trim();
  if (!/^[0-7]*$/.test(text)) throw broken('a header has an invalid number');
  return text === '' ? 0 : Number.parseInt(text, 8);
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || !/^\d+(\.\d+)?$/.test(text) ? undefined : Number(text);
}

/** Reads records of the form `30 mtime=1350244992.023960108\n`. */
function paxRecords(content: Buffer): Partial<Record<'path' | 'link' | 'size' | 'mtime', string>> {
  const found: Partial<Record<'path' | 'link' | 'size' | 'mtime', string>> = {};
  for (let start = 0; start < content.length;) {
    const space = content.indexOf(0x20, start);
    const length = Number(content.toString('latin1', start, space));
    if (
      space === -1 ||
      !Number.isInteger(length) ||
      length <= space - start ||
      start + length > content.length
    )
      throw broken('an extended header is damaged');
    const record = content.toString('utf8', space + 1, start + length - 1);
    const equals = record.indexOf('=');
    const key = record.slice(0, equals);
    const value = record.slice(equals + 1);
    if (key === 'path' || key === 'size' || key === 'mtime') found[key] = value;
    else if (key === 'linkpath') found.link = value;
    start += length;
  }
  return found;
}
