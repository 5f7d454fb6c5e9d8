import { randomBytes } from 'node:crypto';
import { createReadStream, constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join, posix, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { CallOptions } from '../meta/calls.js';
import { asError } from '../util/errors.js';
import { ConfigError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { requireAbortSignal, requireBoolean, requireFunction, requireText } from '../util/require.js';
import { shownKey } from '../util/shown.js';
import { linkSignal, reasonOf } from '../util/signal.js';
import { ExecError } from './errors.js';
import { spawnIn } from './remote-process.js';
import type { PodStreams, RemoteProcess } from './remote-process.js';
import { entriesOf, tarOf } from './tar.js';
import type { ReadEntry, TarSource } from './tar.js';

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
  /** What `skipUnsafe` left out. */
  readonly skipped: readonly string[];
}

/** Options of `copyTo` and `copyFrom`. */
export interface CopyOptions extends CallOptions {
  /** Default: as for `exec`. */
  readonly container?: string | undefined;
  /** Called for each piece of a file. */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  /**
   * Leaves out links that lead out of what is copied, sockets, pipes and devices, and lists them in `skipped`. Default: false; they
   * are an error.
   */
  readonly skipUnsafe?: boolean | undefined;
}

const copyOptionNames: OptionNames<CopyOptions> = {
  signal: requireAbortSignal,
  container: requireText,
  onProgress: requireFunction,
  skipUnsafe: requireBoolean,
};

/** The part of a copy that both directions share: what it counts, and its errors. */
class Copy {
  readonly what: string;
  readonly #options: CopyOptions;
  readonly skipped: string[] = [];
  files = 0;
  bytes = 0;

  constructor(what: string, options: CopyOptions) {
    this.what = what;
    this.#options = options;
  }

  get result(): CopyResult {
    const { files, bytes, skipped } = this;
    return { files, bytes, skipped };
  }

  told(path: string, more: number): void {
    this.bytes += more;
    this.#options.onProgress?.({ path, files: this.files, bytes: this.bytes });
  }

  /** Leaves out what is unsafe, or throws. */
  unsafe(path: string, problem: string): void {
    if (this.#options.skipUnsafe !== true)
      throw new ExecError('ERR_COPY', `${shownKey(path)} ${problem}; skipUnsafe leaves such files out`);
    this.skipped.push(path);
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

/** Starts tar in the container; what it writes to stderr is kept for the error. */
async function startTar(
  pod: PodStreams,
  args: readonly string[],
  options: CopyOptions,
  signal: AbortSignal,
  stdin?: AsyncIterable<Uint8Array>,
): Promise<{ readonly tar: RemoteProcess; readonly stderr: () => string }> {
  const tar = await spawnIn(pod, {
    command: ['tar', ...args],
    container: options.container,
    stdin,
    stdout: stdin === undefined ? 'pipe' : 'ignore',
    signal,
  });
  let text = '';
  const { stderr } = tar;
  stderr?.on('data', (chunk: Buffer) => {
    if (text.length < 2000) text += chunk.toString('utf8');
  });
  // `exit` has the same error.
  stderr?.on('error', () => undefined);
  return { tar, stderr: () => text.trim().split('\n').slice(0, 5).join(' ') };
}

function requireSuccess(exitCode: number): void {
  if (exitCode !== 0) throw new ExecError('ERR_COPY', `tar ended with exit code ${exitCode}`, { exitCode });
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
  const { folder, name } = remoteParts(what, remotePath);
  const root = resolve(localPath);
  const copy = new Copy(what, options);
  await fs.lstat(root).catch((cause: unknown) => {
    throw new ExecError(
      'ERR_COPY',
      `${what}: cannot read ${shownKey(localPath)}: ${asError(cause).message}`,
      { cause },
    );
  });
  const link = linkSignal(options.signal);
  let failure: { readonly error: unknown } | undefined;
  async function* archive(): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* tarOf(localEntries(root, name, copy));
    } catch (error) {
      // tar would take the end of its input for the end of the copy.
      failure = { error };
      link.abort(error);
      throw error;
    }
  }
  let said = (): string => '';
  try {
    const started = await startTar(pod, ['-xopf', '-', '-C', folder], options, link.signal, archive());
    said = started.stderr;
    const { exitCode } = await started.tar.exit;
    if (failure !== undefined) throw failure.error;
    requireSuccess(exitCode);
    return copy.result;
  } catch (thrown) {
    throw copy.failure(failure === undefined ? thrown : failure.error, said());
  } finally {
    link.dispose();
  }
}

/** The entries of a file or folder, parents first. */
async function* localEntries(root: string, name: string, copy: Copy): AsyncGenerator<TarSource, void, void> {
  const waiting = [''];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const file = path === '' ? root : join(root, path);
    // The path itself may be a link, such as /tmp; links below it are copied as links.
    const stat = path === '' ? await fs.stat(file) : await fs.lstat(file);
    const entry = {
      path: path === '' ? name : `${name}/${path}`,
      mode: stat.mode & 0o7777,
      mtime: stat.mtimeMs / 1000,
      size: 0,
      link: '',
      content: () => nothing(),
    };
    if (stat.isDirectory()) {
      yield { ...entry, type: 'directory' };
      const names = (await fs.readdir(file)).toSorted();
      waiting.unshift(...names.map((child) => (path === '' ? child : `${path}/${child}`)));
    } else if (stat.isSymbolicLink()) {
      const target = await fs.readlink(file);
      if (staysInside(path, target)) yield { ...entry, type: 'symlink', link: target };
      else copy.unsafe(path, `is a link to ${shownKey(target)}, which leads out of what is copied`);
    } else if (stat.isFile()) {
      yield {
        ...entry,
        type: 'file',
        size: stat.size,
        content: () => contentOf(file, path ?? '', stat.size, copy),
      };
      copy.files++;
    } else copy.unsafe(path, 'is neither file, folder nor link');
  }
}

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {
  // The content of what is no file.
}

async function* contentOf(
  file: string,
  path: string,
  size: number,
  copy: Copy,
): AsyncGenerator<Uint8Array, void, void> {
  if (size === 0) return;
  const stream: Readable = createReadStream(file, { end: size - 1 });
  for await (const chunk of stream) {
    copy.told(path, (chunk as Buffer).length);
    yield chunk as Buffer;
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
  let said = (): string => '';
  try {
    const args = ['-cf', '-', '-C', folder, `./${name}`];
    const started = await startTar(pod, args, options, link.signal);
    said = started.stderr;
    const { tar } = started;
    const target = new Target(resolve(localPath), copy);
    try {
      for await (const entry of entriesOf(tar.stdout as AsyncIterable<Uint8Array>))
        await target.take(name, entry);
      await target.finish();
    } catch (error) {
      // tar's own error explains an archive that is empty or ends early.
      const ended = link.signal.aborted ? undefined : await endOf(tar);
      if (ended !== undefined && ended !== 0 && copy.files === 0) requireSuccess(ended);
      throw error;
    }
    const { exitCode } = await tar.exit;
    requireSuccess(exitCode);
    return copy.result;
  } catch (thrown) {
    throw copy.failure(thrown, said());
  } finally {
    link.abort(new ExecError('ERR_COPY', `${what} is over`));
  }
}

/** Returns the exit code of a process that has ended; undefined if it is cut off now. */
async function endOf(tar: RemoteProcess): Promise<number | undefined> {
  tar.close();
  try {
    return (await tar.exit).exitCode;
  } catch (error) {
    if (error instanceof ExecError) throw error;
    return undefined;
  }
}

/** Writes the entries of an archive below one path, and nothing elsewhere. */
class Target {
  readonly #root: string;
  readonly #copy: Copy;
  /** Folders that exist and are no links. */
  readonly #folders = new Set<string>();
  readonly #modes: { readonly folder: string; readonly mode: number; readonly mtime: number }[] = [];
  /** Made at the end: nothing is ever written through a link of the archive. */
  readonly #links: { readonly path: string; readonly target: string }[] = [];

  constructor(root: string, copy: Copy) {
    this.#root = root;
    this.#copy = copy;
  }

  /** Writes an entry; `top` is the name that every path must begin with. */
  async take(top: string, entry: ReadEntry): Promise<void> {
    const path = this.#pathOf(top, entry.path);
    const file = path === '' ? this.#root : join(this.#root, ...path.split('/'));
    switch (entry.type) {
      case 'directory':
        await this.#folder(file);
        this.#modes.push({ folder: file, mode: entry.mode & 0o777, mtime: entry.mtime });
        return;
      case 'file':
        await this.#parent(file);
        await this.#write(file, path, entry);
        return;
      case 'hardlink': {
        const source = join(this.#root, ...this.#pathOf(top, entry.link).split('/'));
        await this.#parent(source);
        await this.#parent(file);
        if ((await statOf(source))?.isFile() !== true)
          throw new ExecError(
            'ERR_COPY',
            `the archive links ${shownKey(path)} to a file that it does not have`,
          );
        await fs.rm(file, { force: true });
        await fs.link(source, file);
        this.#copy.files++;
        return;
      }
      case 'symlink':
        if (!staysInside(path, entry.link))
          this.#copy.unsafe(path, `is a link to ${shownKey(entry.link)}, which leads out of what is copied`);
        else this.#links.push({ path, target: entry.link });
        return;
      case 'other':
        this.#copy.unsafe(path, 'is neither file, folder nor link');
    }
  }

  /** Makes links and sets the modes of folders, which may forbid writing. */
  async finish(): Promise<void> {
    for (const { path, target } of this.#links) {
      const file = path === '' ? this.#root : join(this.#root, ...path.split('/'));
      await this.#parent(file);
      const existing = await statOf(file);
      if (existing?.isDirectory() === true)
        throw new ExecError('ERR_COPY', `${shownKey(file)} is a folder, and a link in the container`);
      if (existing !== undefined) await fs.unlink(file);
      await fs.symlink(target, file);
      this.#copy.files++;
    }
    for (const { folder, mode, mtime } of this.#modes.toReversed()) {
      await fs.utimes(folder, mtime, mtime);
      await fs.chmod(folder, mode);
    }
  }

  /** Returns the path below the root. Throws ExecError `ERR_COPY` if it leads elsewhere: the container is not trusted. */
  #pathOf(top: string, name: string): string {
    const [first, ...parts] = name.split('/').filter((part) => part !== '' && part !== '.');
    const isUnsafe =
      name.startsWith('/') ||
      first !== top ||
      parts.includes('..') ||
      name.includes('\0') ||
      (sep === '\\' && /[\\:]/.test(name));
    if (isUnsafe)
      throw new ExecError(
        'ERR_COPY',
        `the archive has ${shownKey(name)}, which is outside of what was asked for; nothing outside was written`,
      );
    return parts.join('/');
  }

  async #parent(file: string): Promise<void> {
    // The folder that holds the root is the caller's.
    if (file !== this.#root) await this.#folder(dirname(file));
  }

  /** Makes a folder and those above it, down from the root. */
  async #folder(folder: string): Promise<void> {
    if (this.#folders.has(folder)) return;
    if (folder !== this.#root) await this.#folder(dirname(folder));
    const existing = folder === this.#root ? await fs.stat(folder).catch(absent) : await statOf(folder);
    if (existing === undefined) await fs.mkdir(folder, { mode: 0o755 });
    else if (!existing.isDirectory())
      throw new ExecError(
        'ERR_COPY',
        `${shownKey(folder)} exists and is no folder; remove it, or choose another path`,
      );
    this.#folders.add(folder);
  }

  /** Writes a file under another name first, so that its own never has a part. */
  async #write(file: string, path: string, { mode, mtime, content }: ReadEntry): Promise<void> {
    const existing = await statOf(file);
    if (existing?.isDirectory() === true)
      throw new ExecError(
        'ERR_COPY',
        `${shownKey(file)} is a folder, and a file in the container; name the file in the path`,
      );
    const part = join(
      dirname(file),
      `.${basename(file).slice(0, 200)}.${randomBytes(6).toString('hex')}.part`,
    );
    const handle = await fs.open(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      try {
        for await (const chunk of content) {
          await handle.writeFile(chunk);
          this.#copy.told(path, chunk.length);
        }
        await handle.utimes(mtime, mtime);
        // Not setuid and setgid: they would be those of this user.
        await handle.chmod(mode & 0o777);
      } finally {
        await handle.close();
      }
      await fs.rename(part, file);
    } catch (error) {
      await fs.rm(part, { force: true });
      throw error;
    }
    this.#copy.files++;
  }
}

/** Returns undefined if there is no such file. */
async function statOf(file: string): Promise<Awaited<ReturnType<typeof fs.lstat>> | undefined> {
  return fs.lstat(file).catch(absent);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
