/**
 * Writes and opens files whose content a program believes: no other user may have written them, and a reader sees the old
 * content or the new one.
 */
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { builtin } from '../util/builtin.js';
import { asError, KubeInformersError } from '../util/errors.js';
import { shownValue } from '../util/shown.js';
import { throwIfAborted } from '../util/signal.js';

/**
 * A snapshot cannot be used or written: code `ERR_SNAPSHOT`, or `ERR_SNAPSHOT_TIMEOUT` if it took too long. The message names the
 * file and the reason.
 */
export class SnapshotError extends KubeInformersError {
  override readonly name = 'SnapshotError';
}

const writableByGroup = 0o020;
const writableByAll = 0o002;
/** In a folder with this bit, users can rename and remove only their own files. */
const sticky = 0o1000;

/** Time since its last byte after which an unfinished file counts as left behind by a process that was killed, ms. */
const leftBehindAfterMs = 600_000;

/** Throws SnapshotError `ERR_SNAPSHOT`. Returns undefined if there is no such file. */
export async function openTrusted(file: string): Promise<{ handle: FileHandle; bytes: number } | undefined> {
  const { constants } = builtin('node:fs');
  const { lstat, open } = builtin('node:fs/promises');
  try {
    // Windows has no O_NOFOLLOW. Elsewhere the open refuses a link that takes the file's place now.
    if ((await lstat(file)).isSymbolicLink()) throw unusable(file, 'it is a symbolic link');
    await requireOwnFolder(file);
    // Without O_NONBLOCK the open of a named pipe waits for a writer.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const handle = await open(file, flags);
    try {
      const stats = await handle.stat();
      requireOwnFile(file, stats);
      return { handle, bytes: stats.size };
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw snapshotError(file, thrown);
  }
}

/**
 * Replaces the file by this content, readable by its owner only; creates its folder if there is none. If it fails or the signal
 * aborts, the previous file stays. Throws SnapshotError `ERR_SNAPSHOT`.
 */
export async function replaceFile(
  file: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const { mkdir, open, rename, rm } = builtin('node:fs/promises');
  const folder = builtin('node:path').dirname(file);
  // Two processes may write the file at the same time.
  const temporary = `${file}.${builtin('node:crypto').randomBytes(8).toString('hex')}.tmp`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await requireOwnFolder(file);
    await removeLeftBehind(file);
    try {
      const handle = await open(temporary, 'wx', 0o600);
      try {
        for await (const chunk of content) {
          await handle.writeFile(chunk);
          throwIfAborted(signal);
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
      throwIfAborted(signal);
      await rename(temporary, file);
    } catch (thrown) {
      await rm(temporary, { force: true });
      throw thrown;
    }
    await syncFolder(folder);
  } catch (thrown) {
    throw snapshotError(file, thrown);
  }
}

/** Makes the new name last over a power failure. Windows cannot open a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await builtin('node:fs/promises').open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what processes that were killed during a save have left beside the file. */
async function removeLeftBehind(file: string): Promise<void> {
  const { lstat, readdir, rm } = builtin('node:fs/promises');
  const path = builtin('node:path');
  const folder = path.dirname(file);
  const start = `${path.basename(file)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(start) || !/^[0-9a-f]{16}\.tmp$/.test(name.slice(start.length))) continue;
    const left = path.join(folder, name);
    try {
      const stats = await lstat(left);
      // In a folder that users share, others may have any names.
      const isOwn = stats.isFile() && stats.uid === (ownUser() ?? stats.uid);
      if (isOwn && Date.now() - stats.mtimeMs > leftBehindAfterMs) await rm(left, { force: true });
    } catch (thrown) {
      // Another process has finished it, or removed it.
      if (codeOf(thrown) !== 'ENOENT') throw thrown;
    }
  }
}

/** Undefined on Windows, where files have no owner that Node can tell. */
function ownUser(): number | undefined {
  return process.geteuid?.();
}

function requireOwnFile(file: string, stats: Stats): void {
  if (!stats.isFile()) throw unusable(file, 'it is not a regular file');
  const user = ownUser();
  if (user === undefined) return;
  if (stats.uid !== user)
    throw unusable(file, `it belongs to user ${stats.uid}, expected ${user}, which this program runs as`);
  if ((stats.mode & (writableByGroup | writableByAll)) !== 0)
    throw unusable(file, `other users may write it (mode ${modeOf(stats)}), expected mode 600`);
}

/** Another user who owns the folder, or may write it, could put a file in place of this one. */
async function requireOwnFolder(file: string): Promise<void> {
  const user = ownUser();
  if (user === undefined) return;
  const folder = builtin('node:path').dirname(builtin('node:path').resolve(file));
  const stats = await builtin('node:fs/promises').stat(folder);
  if (stats.uid !== user && stats.uid !== 0)
    throw unusable(
      file,
      `its folder belongs to user ${stats.uid}, expected ${user}, which this program runs as`,
    );
  if ((stats.mode & writableByAll) !== 0 && (stats.mode & sticky) === 0)
    throw unusable(
      file,
      `all users may write its folder (mode ${modeOf(stats)}): use a folder below it, which is created with mode 700`,
    );
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o7777).toString(8);
}

function codeOf(thrown: unknown): unknown {
  return (thrown as { readonly code?: unknown } | null)?.code;
}

/** Says what is wrong with the snapshot. */
export function unusable(file: string, problem: string, cause?: unknown): SnapshotError {
  return new SnapshotError('ERR_SNAPSHOT', `the snapshot ${shownValue(file)} cannot be used: ${problem}`, {
    cause,
  });
}

function snapshotError(file: string, thrown: unknown): SnapshotError {
  return thrown instanceof SnapshotError ? thrown : unusable(file, asError(thrown).message, thrown);
}
