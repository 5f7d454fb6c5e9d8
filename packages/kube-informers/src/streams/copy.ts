import { randomBytes } from 'node:crypto';
import * as callbacks from 'node:fs';
import type { Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { posix, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import type { CallOptions } from '../meta/calls.js';
import { ConfigError, asError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import {
  refuseValue,
  requireAbortSignal,
  requireBoolean,
  requireFunction,
  requireText,
} from '../util/require.js';
import { shownKey } from '../util/shown.js';
import { linkSignal, reasonOf } from '../util/signal.js';
import { ExecError } from './errors.js';
import { spawnIn } from './remote-process.js';
import type { PodStreams, RemoteProcess } from './remote-process.js';
import { entriesOf, joinedChunks, tarOf } from './tar.js';
import type { Piece, ReadEntry, TarSource } from './tar.js';

/** How far a copy is. */
export interface CopyProgress {
  /** The file that is copied now, relative to what is copied; empty for a single file. */
  readonly path: string;
  /** Files that have been copied. */
  readonly files: number;
  /** Bytes of files that have been copied. */
  readonly bytes: number;
}

/** What was copied. */
export interface CopyResult extends Omit<CopyProgress, 'path'> {
  /** The links that `links: 'skip'` left out. */
  readonly skipped: readonly string[];
  /** Lines of tar about files that changed while it read them; the copy may have only a part of such a change. */
  readonly warnings: readonly string[];
}

/** Options of `copyTo` and `copyFrom`. */
export interface CopyOptions extends CallOptions {
  /** Default: as for `exec`. */
  readonly container?: string | undefined;
  /** Called for each piece of a file. */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  /**
   * What happens to symbolic links. `keep` copies them as links; a `copyFrom` refuses those that lead out of what is copied, since
   * the container is not trusted. `follow` copies what they lead to. `skip` leaves them out. Default: `keep`.
   */
  readonly links?: 'keep' | 'follow' | 'skip' | undefined;
  /**
   * Returns false for what is left out, with all that is below a folder. Gets the path relative to what is copied. Default: all is
   * copied.
   */
  readonly filter?: ((path: string) => boolean) | undefined;
  /** Makes the folder that will hold the copy, and those above it; a `copyTo` runs `mkdir` in the container. Default: false. */
  readonly createParents?: boolean | undefined;
}

const copyOptionNames: OptionNames<CopyOptions> = {
  signal: requireAbortSignal,
  container: requireText,
  onProgress: requireFunction,
  links: (what, value) => {
    if (!['keep', 'follow', 'skip'].some((word) => word === value))
      refuseValue(what, 'keep, follow or skip', value);
  },
  filter: requireFunction,
  createParents: requireBoolean,
};

/** Most bytes of a small file, which is held as a whole, and most small files that are read or written at once: 1 MiB together. */
const smallBytes = 64 * 1024;
const filesAtOnce = 16;

/** Most bytes of headers and small files that are sent to tar in one message: each message takes the time of many bytes. */
const messageBytes = 32 * 1024;

const { constants, createReadStream } = callbacks;

/** The calls for each file. Those of fs/promises, with a FileHandle for each file, take more time of the processor. */
const calls = {
  lstat: promisify(callbacks.lstat),
  stat: promisify(callbacks.stat),
  open: promisify(callbacks.open),
  read: promisify(callbacks.read),
  write: promisify(callbacks.write),
  ftruncate: promisify(callbacks.ftruncate),
  futimes: promisify(callbacks.futimes),
  close: promisify(callbacks.close),
  rename: promisify(callbacks.rename),
} as const;

/** Most characters of tar's messages that are kept. */
const maxMessageLength = 64 * 1024;

/** GNU tar's words for a file that grew; it ends with exit code 1 then, and with 2 for errors. */
const changedFile = /: file changed as we read it$/;

// Names of files are bytes, which need not be UTF-8. Paths in this file have a character for each byte (latin1), as in an archive;
// `shown` makes text of them.

const bytesOf = (path: string): Buffer => Buffer.from(path, 'latin1');
const pathOf = (bytes: string | Buffer): string => Buffer.from(bytes as string).toString('latin1');
const shown = (path: string): string => bytesOf(path).toString('utf8');
const joined = (folder: string, path: string): string => (path === '' ? folder : `${folder}/${path}`);

/** The part of a copy that both directions share: what it counts, what it leaves out, and its errors. */
class Copy {
  readonly what: string;
  readonly links: 'keep' | 'follow' | 'skip';
  readonly #options: CopyOptions;
  /** Folders that the filter left out. */
  readonly #filtered = new Set<string>();
  readonly skipped: string[] = [];
  warnings: readonly string[] = [];
  files = 0;
  bytes = 0;

  constructor(what: string, options: CopyOptions) {
    this.what = what;
    this.#options = options;
    this.links = options.links ?? 'keep';
  }

  get result(): CopyResult {
    const { files, bytes, skipped, warnings } = this;
    return { files, bytes, skipped, warnings };
  }

  told(path: string, more: number): void {
    this.bytes += more;
    this.#options.onProgress?.({ path: shown(path), files: this.files, bytes: this.bytes });
  }

  /** True for what the filter leaves out, and for what is below it. */
  isFiltered(path: string): boolean {
    const { filter } = this.#options;
    if (filter === undefined || path === '') return false;
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      if (this.#filtered.has(path.slice(0, end))) return true;
    // JavaScript callers may return a promise.
    const answer: unknown = filter(shown(path));
    if (typeof answer !== 'boolean')
      refuseValue(`the result of filter of ${this.what}`, 'true or false', answer);
    if (answer === true) return false;
    this.#filtered.add(path);
    return true;
  }

  refuse(path: string, problem: string): never {
    throw new ExecError('ERR_COPY', `${path === '' ? 'the path' : shownKey(shown(path))} ${problem}`);
  }

  /** Returns the error of a copy that has begun. */
  failure(thrown: unknown, stderr = ''): unknown {
    const { signal } = this.#options;
    if (signal?.aborted === true) return reasonOf(signal);
    const error = asError(thrown);
    const hint =
      error instanceof ExecError && error.code === 'ERR_EXEC_COMMAND'
        ? '; a copy needs tar in the container'
        : '';
    const said = stderr === '' ? '' : ` (${stderr})`;
    return new ExecError(
      'ERR_COPY',
      `${this.what} stopped after ${this.files} files and ${this.bytes} bytes: ${error.message}${said}${hint}`,
      { cause: error },
    );
  }
}

/** tar in a container, and what it writes to stderr. */
class RemoteTar {
  readonly process: RemoteProcess;
  #text = '';
  #isCut = false;

  private constructor(process: RemoteProcess) {
    this.process = process;
    process.stderr?.on('data', (chunk: Buffer) => {
      this.#isCut ||= this.#text.length + chunk.length > maxMessageLength;
      if (!this.#isCut) this.#text += chunk.toString('utf8');
    });
    // `exit` has the same error.
    process.stderr?.on('error', () => undefined);
  }

  static async start(
    pod: PodStreams,
    args: readonly string[],
    { container }: CopyOptions,
    signal: AbortSignal,
    stdin?: AsyncIterable<Uint8Array>,
  ): Promise<RemoteTar> {
    const stdout = stdin === undefined ? 'pipe' : 'ignore';
    const command = ['tar', ...args];
    return new RemoteTar(await spawnIn(pod, { command, container, stdin, stdout, signal }));
  }

  get #lines(): readonly string[] {
    const text = this.#text.trim();
    return text === '' ? [] : text.split('\n');
  }

  /** The first lines of stderr, for an error. */
  get said(): string {
    return this.#lines.slice(0, 5).join(' ');
  }

  /** Waits for the end. Returns what it warned of; throws for another exit code than 0. */
  async end(): Promise<readonly string[]> {
    const { exitCode } = await this.process.exit;
    if (exitCode === 0) return [];
    const lines = this.#lines;
    const isWhole = exitCode === 1 && !this.#isCut && lines.length > 0;
    if (isWhole && lines.every((line) => changedFile.test(line))) return lines;
    throw new ExecError('ERR_COPY', `tar ended with exit code ${exitCode}`, { exitCode });
  }
}

/** Splits a path of the container into its folder and name. Throws ConfigError for one without a name. */
function remoteParts(what: string, path: string): { readonly folder: string; readonly name: string } {
  requireText(`the path in the container of ${what}`, path);
  const clean = posix.normalize(path).replace(/(.)\/$/, '$1');
  const name = posix.basename(clean);
  if (path.includes('\0') || name === '' || name === '.' || name === '..')
    throw new ConfigError(
      'ERR_OPTION',
      `the path in the container of ${what} must end with the name of a file or folder, got ${shownKey(path)}`,
    );
  return { folder: posix.dirname(clean), name };
}

function requireCopy(what: string, local: string, options: CopyOptions): void {
  requireText(`the local path of ${what}`, local);
  requireKnownOptions(what, options, copyOptionNames);
}

/** Copies a file or folder of this machine into a container. */
export async function copyInto(
  pod: PodStreams,
  localPath: string,
  remotePath: string,
  options: CopyOptions,
): Promise<CopyResult> {
  const what = `copy to ${remotePath} of ${pod.pod}`;
  requireCopy(what, localPath, options);
  const { folder, name: base } = remoteParts(what, remotePath);
  const root = pathOf(resolve(localPath));
  const copy = new Copy(what, options);
  // The path itself may be a link, such as /tmp.
  const top = await fs.stat(bytesOf(root)).catch((cause: unknown) => {
    const problem = `cannot read ${shownKey(localPath)}: ${asError(cause).message}`;
    throw new ExecError('ERR_COPY', `${what}: ${problem}`, { cause });
  });
  const link = linkSignal(options.signal);
  let failure: { readonly error: unknown } | undefined;
  let isRead = false;
  async function* entries(name: string): AsyncGenerator<TarSource, void, void> {
    yield* localEntries(root, top, name, copy);
    isRead = true;
  }
  async function* archive(name: string): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* joinedChunks(tarOf(entries(name)), messageBytes);
    } catch (error) {
      // tar would take the end of its input for the end of the copy.
      failure = { error };
      link.abort(error);
      throw error;
    }
  }
  let tar: RemoteTar | undefined;
  try {
    // tar may replace a link that leads to a folder, and an empty folder by a file.
    const isFolder = await isRemoteFolder(pod, remotePath, options, link.signal);
    if (isFolder && top.isFile())
      copy.refuse(pathOf(remotePath), 'is a folder in the container; name the file in the path');
    if (options.createParents === true && !isFolder)
      await run(pod, ['mkdir', '-p', '--', folder], options, link.signal);
    const [into, name] = isFolder ? [posix.join(folder, base), '.'] : [folder, pathOf(base)];
    tar = await RemoteTar.start(pod, ['-xopf', '-', '-C', into], options, link.signal, archive(name));
    await tar.end();
    if (!isRead) throw new ExecError('ERR_COPY', 'tar ended before it had the whole archive');
    return copy.result;
  } catch (thrown) {
    throw copy.failure(failure === undefined ? thrown : failure.error, tar?.said);
  } finally {
    link.dispose();
  }
}

/** Runs a command whose output nobody reads; returns its exit code. */
async function run(
  pod: PodStreams,
  command: readonly string[],
  { container }: CopyOptions,
  signal: AbortSignal,
): Promise<number> {
  const process = await spawnIn(pod, { command, container, stdout: 'ignore', signal });
  process.stderr?.on('error', () => undefined).resume();
  return (await process.exit).exitCode;
}

/** True if a path of a container is a folder, or a link that leads to one. */
async function isRemoteFolder(
  pod: PodStreams,
  path: string,
  options: CopyOptions,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await run(pod, ['test', '!', '-d', path], options, signal)) === 1;
  } catch (thrown) {
    // A container may have tar only.
    if (thrown instanceof ExecError && thrown.code === 'ERR_EXEC_COMMAND') return false;
    throw thrown;
  }
}

/** A folder, and those above it, by device and inode. */
interface Ancestor {
  readonly id: string;
  readonly above: Ancestor | undefined;
}

/** A file, folder or link of this machine. */
interface Found {
  readonly path: string;
  readonly file: string;
  readonly stat: Stats;
  /** Where a link leads. */
  readonly link: string;
  /** Of a small file. */
  readonly content: Uint8Array | undefined;
}

/** The entries of a file or folder: a folder is followed by its files, then by the folders in it. */
async function* localEntries(
  root: string,
  top: Stats,
  name: string,
  copy: Copy,
): AsyncGenerator<TarSource, void, void> {
  const isFollowed = copy.links === 'follow';
  const find = async (path: string): Promise<Found> => {
    const file = joined(root, path);
    const stat = path === '' ? top : await (isFollowed ? calls.stat : calls.lstat)(bytesOf(file));
    const isKept = stat.isSymbolicLink() && copy.links === 'keep';
    const link = isKept ? pathOf(await fs.readlink(bytesOf(file), 'buffer')) : '';
    const isSmall = stat.isFile() && stat.size <= smallBytes;
    const content = isSmall ? await contentOf(file, stat.size, isFollowed || path === '') : undefined;
    return { path, file, stat, link, content };
  };
  function* entryOf(found: Found): Generator<TarSource, void, void> {
    const { path, stat, link } = found;
    const entry = {
      path: joined(name, path),
      mode: stat.mode & 0o7777,
      mtime: stat.mtimeMs / 1000,
      size: 0,
      link,
      content: () => [],
    };
    if (stat.isDirectory()) yield { ...entry, type: 'directory' };
    else if (stat.isSymbolicLink()) {
      if (copy.links === 'skip') copy.skipped.push(shown(path));
      else yield { ...entry, type: 'symlink' };
    } else if (stat.isFile()) {
      const content = (): AsyncIterable<Uint8Array> => toldContent(found, isFollowed || path === '', copy);
      yield { ...entry, type: 'file', size: stat.size, content };
      copy.files++;
    } else copy.refuse(path, 'is neither file, folder nor link; leave it out with filter');
  }
  const waiting: { readonly found: Found; readonly above: Ancestor | undefined }[] = [
    { found: await find(''), above: undefined },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { found, above } = next;
    const { path, file, stat } = found;
    const ancestor = { id: `${stat.dev}:${stat.ino}`, above };
    for (let parent = isFollowed ? above : undefined; parent !== undefined; parent = parent.above)
      if (parent.id === ancestor.id) copy.refuse(path, 'leads to a folder that holds it');
    // tar may set the mode of a folder as soon as an entry comes that is not in it.
    yield* entryOf(found);
    if (!stat.isDirectory()) continue;
    const names = (await fs.readdir(bytesOf(file), { encoding: 'buffer' })).map(pathOf).toSorted();
    const paths = names.map((child) => (path === '' ? child : `${path}/${child}`));
    const folders: Found[] = [];
    for await (const child of ahead(
      paths.filter((each) => !copy.isFiltered(each)),
      find,
    )) {
      if (child.stat.isDirectory()) folders.push(child);
      else yield* entryOf(child);
    }
    for (const child of folders.toReversed()) waiting.push({ found: child, above: ancestor });
  }
}

/** Yields what `action` resolves with for each item, in order. It runs for the next items as well, up to `filesAtOnce` at once. */
async function* ahead<I, R>(
  items: readonly I[],
  action: (item: I) => Promise<R>,
): AsyncGenerator<R, void, void> {
  const running: Promise<R>[] = [];
  const begin = (item: I): void => {
    const result = action(item);
    // It is awaited in its turn.
    result.catch(() => undefined);
    running.push(result);
  };
  try {
    for (const [index, item] of items.entries()) {
      if (index >= filesAtOnce) yield await (running.shift() as Promise<R>);
      begin(item);
    }
    for (let result = running.shift(); result !== undefined; result = running.shift()) yield await result;
  } finally {
    await Promise.allSettled(running);
  }
}

/** Opens a file. A link in its place is followed only if that was asked for: it may have been put there since the file was found. */
async function opened(file: string, isFollowed: boolean): Promise<number> {
  // Windows has no such flag.
  const noLink = isFollowed ? 0 : ((constants.O_NOFOLLOW as number | undefined) ?? 0);
  return calls.open(bytesOf(file), constants.O_RDONLY | noLink);
}

/** Reads up to `size` bytes of a file. */
async function contentOf(file: string, size: number, isFollowed: boolean): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(size);
  if (size === 0) return bytes;
  const handle = await opened(file, isFollowed);
  try {
    let end = 0;
    for (let read = -1; read !== 0 && end < size; end += read)
      read = (await calls.read(handle, bytes, end, size - end, end)).bytesRead;
    return bytes.subarray(0, end);
  } finally {
    await calls.close(handle);
  }
}

async function* toldContent(
  { file, path, stat, content }: Found,
  isFollowed: boolean,
  copy: Copy,
): AsyncGenerator<Uint8Array, void, void> {
  if (stat.size === 0) return;
  const chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array> =
    content === undefined
      ? createReadStream('', { fd: await opened(file, isFollowed), start: 0, end: stat.size - 1 })
      : [content];
  for await (const chunk of chunks) {
    copy.told(path, chunk.length);
    yield chunk;
  }
}

/**
 * True if a link at `path` leads to something below the same root.
 *
 * `..` counts only at the beginning: behind a name, which may be a link itself, it leads anywhere.
 */
export function staysInside(path: string, target: string): boolean {
  if (target === '' || target.startsWith('/') || /^[a-z]:|\\/i.test(target)) return false;
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const ups = parts.findIndex((part) => part !== '..');
  const count = ups === -1 ? parts.length : ups;
  if (parts.slice(count).includes('..')) return false;
  return count <= path.split('/').length - 1;
}

/** Copies a file or folder of a container to this machine. */
export async function copyOut(
  pod: PodStreams,
  remotePath: string,
  localPath: string,
  options: CopyOptions,
): Promise<CopyResult> {
  const what = `copy from ${remotePath} of ${pod.pod}`;
  requireCopy(what, localPath, options);
  const { folder, name } = remoteParts(what, remotePath);
  const copy = new Copy(what, options);
  const link = linkSignal(options.signal);
  let tar: RemoteTar | undefined;
  try {
    // `current/` and `current/.` mean what is in a folder, whatever leads to it.
    const isContent = /\/\.?$/.test(remotePath);
    const source = isContent ? [posix.join(folder, name), '.'] : [folder, `./${name}`];
    const args = [copy.links === 'follow' ? '-chf' : '-cf', '-', '-C', ...source];
    tar = await RemoteTar.start(pod, args, options, link.signal);
    const root = resolve(localPath);
    if (options.createParents === true) await fs.mkdir(resolve(root, '..'), { recursive: true });
    const target = new Target(pathOf(root), isContent ? undefined : pathOf(name), copy);
    try {
      for await (const entry of entriesOf(tar.process.stdout as AsyncIterable<Uint8Array>))
        await target.take(entry);
      await target.written();
      await target.finish();
    } catch (error) {
      // What has arrived as a whole is there when the call ends.
      await target.settled();
      // tar's own error explains an archive that is empty or ends early.
      if (!link.signal.aborted && copy.files === 0) await endedWell(tar);
      throw error;
    }
    copy.warnings = await tar.end();
    return copy.result;
  } catch (thrown) {
    throw copy.failure(thrown, tar?.said);
  } finally {
    link.abort(new ExecError('ERR_COPY', `${what} is over`));
  }
}

/** Closes the connection; throws if tar has ended with an error before. */
async function endedWell(tar: RemoteTar): Promise<void> {
  tar.process.close();
  try {
    await tar.end();
  } catch (error) {
    if (error instanceof ExecError) throw error;
    // It was cut off now.
  }
}

/** A folder that the copy made, and what it gets at the end. */
interface MadeFolder {
  readonly folder: string;
  readonly mode: number;
  readonly mtime: number;
}

/** What is written of a file. */
interface ArrivedFile extends Pick<ReadEntry, 'mode' | 'mtime' | 'size'> {
  readonly content: Iterable<Piece> | AsyncIterable<Piece>;
}

/** Writes the entries of an archive below one path, and nothing elsewhere. */
class Target {
  readonly #root: string;
  /** The name that every path must begin with; undefined for the content of a folder. */
  readonly #top: string | undefined;
  readonly #copy: Copy;
  /** Folders that exist and are no links; true for those that the copy made. */
  readonly #folders = new Map<string, boolean>();
  readonly #made: MadeFolder[] = [];
  /** Where the symbolic links lead. Made at the end: nothing is ever written through a link of the archive. */
  readonly #links = new Map<string, string>();
  /** The files that were written, or are being written. */
  readonly #files = new Set<string>();
  /** Begins the names of what is not complete. */
  readonly #partName = randomBytes(6).toString('hex');
  #parts = 0;
  /** The small files that are being written, oldest first, and what failed. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(root: string, top: string | undefined, copy: Copy) {
    this.#root = root;
    this.#top = top;
    this.#copy = copy;
  }

  async take(entry: ReadEntry): Promise<void> {
    const path = this.#pathOf(entry.path);
    const file = joined(this.#root, path);
    if (this.#copy.isFiltered(path)) return;
    switch (entry.type) {
      case 'directory':
        await this.#folder(file);
        if (this.#folders.get(file) === true)
          this.#made.push({ folder: file, mode: entry.mode & 0o777, mtime: entry.mtime });
        return;
      case 'file':
        await this.#parent(file);
        await this.#file(file, path, entry);
        return;
      case 'hardlink':
        await this.written();
        await this.#hardLink(path, this.#pathOf(entry.link));
        return;
      case 'symlink':
        this.#symbolicLink(path, entry.link);
        return;
      case 'other':
        this.#copy.refuse(path, 'is neither file, folder nor link; leave it out with filter');
    }
  }

  /** Makes links and sets the modes of the folders that it made, which may forbid writing. */
  async finish(): Promise<void> {
    for (const [path, target] of this.#copy.links === 'skip' ? [] : this.#links) {
      const file = joined(this.#root, path);
      await this.#parent(file);
      if ((await statOf(file))?.isDirectory() === true)
        this.#copy.refuse(path, 'is a folder on this machine, and a link in the container');
      await this.#replace(file, (part) => fs.symlink(bytesOf(target), bytesOf(part)));
      this.#copy.files++;
    }
    for (const { folder, mode, mtime } of this.#made.toReversed()) {
      await fs.utimes(bytesOf(folder), mtime, mtime);
      // No more than the umask of this process allows.
      const { mode: allowed } = await fs.stat(bytesOf(folder));
      await fs.chmod(bytesOf(folder), mode & allowed);
    }
  }

  /** Returns the path below the root. Throws ExecError `ERR_COPY` if it leads elsewhere: the container is not trusted. */
  #pathOf(name: string): string {
    const parts = name.split('/').filter((part) => part !== '' && part !== '.');
    const first = this.#top === undefined ? undefined : parts.shift();
    const isUnsafe =
      name.startsWith('/') ||
      first !== this.#top ||
      parts.includes('..') ||
      name.includes('\0') ||
      (sep === '\\' && /[\\:]/.test(name));
    if (isUnsafe)
      throw new ExecError(
        'ERR_COPY',
        `the archive has ${shownKey(shown(name))}, which is outside of what was asked for; nothing outside was written`,
      );
    return parts.join('/');
  }

  async #parent(file: string): Promise<void> {
    // The folder that holds the root is the caller's.
    if (file !== this.#root) await this.#folder(folderOf(file));
  }

  /** Makes a folder and those above it, down from the root. */
  async #folder(folder: string): Promise<void> {
    if (this.#folders.has(folder)) return;
    const isRoot = folder === this.#root;
    if (!isRoot) await this.#folder(folderOf(folder));
    const existing = isRoot ? await fs.stat(bytesOf(folder)).catch(absent) : await statOf(folder);
    if (existing === undefined) await fs.mkdir(bytesOf(folder));
    else if (!existing.isDirectory())
      throw new ExecError(
        'ERR_COPY',
        `${shownKey(shown(folder))} exists and is no folder; remove it, or choose another path`,
      );
    this.#folders.set(folder, existing === undefined);
  }

  /** Waits until all files are written. Throws what failed. */
  async written(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  /** Waits until nothing is being written. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writing.values());
  }

  /** Writes a small file beside the next ones, and others before them. */
  async #file(file: string, path: string, entry: ReadEntry): Promise<void> {
    if (this.#writing.has(path)) await this.written();
    this.#files.add(path);
    // The last entry of a name counts.
    this.#links.delete(path);
    if (entry.size > smallBytes) {
      await this.#write(file, path, entry);
      return;
    }
    const pieces: Piece[] = [];
    // A copy: the message that it came in may be much larger.
    for await (const { position, bytes } of entry.content)
      pieces.push({ position, bytes: Buffer.from(bytes) });
    const [oldest] = this.#writing.values();
    if (this.#writing.size >= filesAtOnce) await oldest;
    const writing = this.#write(file, path, { ...entry, content: pieces });
    this.#writing.set(path, writing);
    // What failed stays, for the next call that waits.
    writing.then(
      () => this.#writing.delete(path),
      () => undefined,
    );
  }

  async #write(file: string, path: string, { mode, mtime, size, content }: ArrivedFile): Promise<void> {
    const writing = this.#replace(file, async (part) => {
      // Not setuid and setgid: they would be those of this user. The umask applies, as to every new file.
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
      const handle = await calls.open(bytesOf(part), flags, mode & 0o777);
      try {
        let end = 0;
        for await (const { position, bytes } of content) {
          for (let done = 0; done < bytes.length;)
            done += (await calls.write(handle, bytes, done, bytes.length - done, position + done))
              .bytesWritten;
          end = position + bytes.length;
          this.#copy.told(path, bytes.length);
        }
        // A hole at the end of a sparse file.
        if (end < size) await calls.ftruncate(handle, size);
        await calls.futimes(handle, mtime, mtime);
      } finally {
        await calls.close(handle);
      }
    });
    await writing.catch(async (error: unknown) => {
      // A file does not replace a folder.
      if ((await statOf(file))?.isDirectory() !== true) throw error;
      throw new ExecError(
        'ERR_COPY',
        `${shownKey(shown(file))} is a folder, and a file in the container; name the file in the path`,
      );
    });
    this.#copy.files++;
  }

  async #hardLink(path: string, source: string): Promise<void> {
    // tar has the second name of a symbolic link as a hard link, too.
    const target = this.#links.get(source);
    if (target !== undefined) {
      this.#symbolicLink(path, target);
      return;
    }
    // One that exists on this machine may have another content.
    if (!this.#files.has(source))
      this.#copy.refuse(
        path,
        `is a hard link to ${shownKey(shown(source))}, which ${this.#copy.isFiltered(source) ? 'filter leaves out: keep both, or none' : 'the archive does not have'}`,
      );
    // A link to itself has nothing to do.
    if (path === source) return;
    const file = joined(this.#root, path);
    await this.#parent(file);
    await this.#replace(file, async (part) => {
      await fs.link(bytesOf(joined(this.#root, source)), bytesOf(part));
      // A rename onto another name of the same file would leave both.
      await fs.rm(bytesOf(file), { force: true });
    });
    this.#files.add(path);
    this.#links.delete(path);
    this.#copy.files++;
  }

  #symbolicLink(path: string, target: string): void {
    const { links } = this.#copy;
    const leads = `is a link to ${shownKey(shown(target))}`;
    if (links === 'skip') {
      this.#copy.skipped.push(shown(path));
      this.#links.set(path, target);
    } else if (path === '')
      this.#copy.refuse(
        path,
        `${leads}; links: 'follow' copies what it leads to, and a path that ends with / what is in a folder`,
      );
    else if (!staysInside(path, target))
      this.#copy.refuse(
        path,
        `${leads}, which leads out of what is copied; links: 'skip' leaves links out, 'follow' copies what they lead to`,
      );
    else this.#links.set(path, target);
  }

  /** Makes a file under another name first, so that its own never has a part. */
  async #replace(file: string, make: (part: string) => Promise<void>): Promise<void> {
    const part = joined(folderOf(file), `.kube-informers-${this.#partName}-${this.#parts++}.part`);
    try {
      await make(part);
      await calls.rename(bytesOf(part), bytesOf(file));
    } catch (error) {
      await fs.rm(bytesOf(part), { force: true });
      throw error;
    }
  }
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf('/'), sep === '\\' ? file.lastIndexOf('\\') : 0));
}

/** Returns undefined if there is no such file. */
async function statOf(file: string): Promise<Stats | undefined> {
  return calls.lstat(bytesOf(file)).catch(absent);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
