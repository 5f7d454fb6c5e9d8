import { constants, createReadStream, openSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join, relative, sep } from 'node:path';
import type { DefinitionText } from './codegen/definitions.js';
import { asError, decodeText, onAbort, reasonOf, shownUrl, throwIfAborted } from 'kube-informers/internal';
import { type TransportResponse, UndiciTransport } from 'kube-informers/rest';
import { UsageError } from './cli-io.js';
import type { CliIo } from './cli-io.js';
import { fileProblem } from './file-problem.js';

/** Longest text of definitions, bytes. The largest bundles of real projects have 4 MB. */
const maxTextBytes = 64 * 1024 * 1024;

/** Timeout for a URL's headers, and between parts of its body, ms. */
const requestTimeoutMs = 30_000;

/** Redirects that are followed; a release of GitHub takes one. */
const maxRedirects = 5;

/** Reads what `--from` names: a file, a folder's YAML and JSON files, a URL, or `-` for standard input. */
export async function readTexts(from: string, io: CliIo): Promise<DefinitionText[]> {
  if (isUrl(from)) return [{ origin: shownOrigin(from), text: await download(from, io) }];
  return readFiles('--from', from, io);
}

/** Reads what a flag names: a file, a folder's YAML and JSON files, or `-` for standard input. */
export async function readFiles(flag: string, path: string, io: CliIo): Promise<DefinitionText[]> {
  if (path === '-') return [{ origin: shownOrigin(path), text: await readStandardInput(flag, io) }];
  const files = await filesOf(flag, path);
  return Promise.all(
    files.map(async (file) => ({ origin: file, text: await readText(flag, file, io.signal) })),
  );
}

/** True for the URL of a text. */
export function isUrl(from: string): boolean {
  return /^https?:\/\//.test(from);
}

/** Returns the name of `--from` for messages and files: a URL without its user, password, query and fragment. */
export function shownOrigin(from: string): string {
  if (from === '-') return 'standard input';
  if (!isUrl(from)) return from;
  // Unlike a path, the parts of an invalid URL cannot be told apart.
  const url = URL.canParse(from) ? new URL(from) : undefined;
  if (url === undefined || url.pathname.includes('@')) return shownUrl(from);
  const user = url.username === '' && url.password === '' ? '' : '…@';
  return `${url.protocol}//${user}${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

async function filesOf(flag: string, path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const entries = await readdir(path, { withFileTypes: true, recursive: true });
    const named = entries.filter((entry) => /\.(ya?ml|json)$/i.test(entry.name));
    const files: string[] = [];
    for (const entry of named) {
      // Also the folders of a mounted ConfigMap that its links lead to.
      const folders = relative(path, entry.parentPath).split(sep);
      if (folders.some((name) => name.startsWith('.') || name === 'node_modules')) continue;
      const file = join(entry.parentPath, entry.name);
      // A mounted ConfigMap consists of links. Links to folders are not followed: they may lead back here.
      if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(flag, file)))) files.push(file);
    }
    if (files.length > 0) return files.toSorted();
  } catch (error) {
    throw unreadable(flag, path, error);
  }
  throw new UsageError(`${flag} ${path} has no .yaml, .yml or .json files`);
}

async function isFile(flag: string, path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    throw unreadable(flag, path, error);
  }
}

async function readText(flag: string, file: string, signal: AbortSignal): Promise<string> {
  try {
    const isFifo = (await stat(file)).isFIFO();
    return await (isFifo ? readFifo(flag, file, signal) : readAll(createReadStream(file), `${flag} ${file}`));
  } catch (error) {
    throwIfAborted(signal);
    throw unreadable(flag, file, error);
  }
}

/**
 * Reads a FIFO to its end, and waits for its first writer.
 *
 * A blocking open would occupy a thread until there is a writer, and the process could not end before.
 */
async function readFifo(flag: string, file: string, signal: AbortSignal): Promise<string> {
  throwIfAborted(signal);
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const socket = new Socket({ fd, readable: true, writable: false });
  const unlink = onAbort(signal, () => socket.destroy(asError(reasonOf(signal))));
  try {
    return await readAll(socket, `${flag} ${file}`);
  } finally {
    unlink();
    socket.destroy();
  }
}

function unreadable(flag: string, path: string, error: unknown): Error {
  if (error instanceof UsageError) return error;
  return new UsageError(`${flag} ${path} cannot be read: ${fileProblem(error)}`, { cause: error });
}

async function readStandardInput(flag: string, { stdin }: CliIo): Promise<string> {
  if (stdin === undefined) throw new UsageError(`${flag} -: there is no standard input`);
  return readAll(stdin(), shownOrigin('-'));
}

async function readAll(chunks: AsyncIterable<Uint8Array>, origin: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let total = 0;
  for await (const part of chunks) {
    total += part.length;
    if (total > maxTextBytes) throw new UsageError(`${origin} is longer than ${maxTextBytes} bytes`);
    parts.push(part);
  }
  return decodeText(Buffer.concat(parts));
}

/** Downloads a URL, with the proxies of the environment; never from https to http. */
async function download(from: string, io: CliIo): Promise<string> {
  if (!URL.canParse(from))
    throw new UsageError(`--from must be a file, a folder, a URL, - or cluster, got ${shownUrl(from)}`);
  const origin = shownOrigin(from);
  const transport = new UndiciTransport({
    env: io.env,
    headersTimeoutMs: requestTimeoutMs,
    bodyTimeoutMs: requestTimeoutMs,
  });
  try {
    let url = new URL(from);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await transport.send({ method: 'GET', url: url.href, headers: {}, signal: io.signal });
      if (response.status === 200) return await readBody(response, origin);
      response.destroy();
      const { location } = response.headers;
      if (response.status < 300 || response.status > 399 || typeof location !== 'string') {
        throw new Error(`${origin}: the server answered ${response.status}`);
      }
      const next = redirectTarget(url, location);
      if (next === undefined) {
        throw new Error(`${origin}: the server redirects to ${shownUrl(location)}, which is not followed`);
      }
      url = next;
    }
    throw new Error(`${origin}: more than ${maxRedirects} redirects`);
  } finally {
    await transport.close();
  }
}

/** Returns where a redirect of `url` leads; undefined if it must not be followed: only https follows https. */
export function redirectTarget(url: URL, location: string): URL | undefined {
  const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  return next?.protocol === 'https:' || next?.protocol === url.protocol ? next : undefined;
}

async function readBody(response: TransportResponse, origin: string): Promise<string> {
  try {
    return await readAll(response.body, origin);
  } catch (error) {
    response.destroy();
    throw error;
  }
}
