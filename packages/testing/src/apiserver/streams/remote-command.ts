import { Readable, Writable } from 'node:stream';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StatusError } from 'kube-informers';
import { newBadRequest, newInternalError } from 'kube-informers/internal';
import { asError, raceSignal, shownValue } from 'kube-informers/internal';
import { sendText } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import { parseBoolean } from '../http/query-values.js';
import type { ServedResource } from '../registry/registry.js';
import type { WriteTarget } from '../write/update.js';
import {
  ContainerEnded,
  isRunning,
  noHandler,
  requireContainer,
  requireNode,
  streamTarget,
} from './pod-streams.js';
import type { PodStreams, TerminalSize } from './pod-streams.js';
import { acceptSpdy, isSpdy, SpdySession } from './spdy.js';
import type { SpdyStream } from './spdy.js';
import { acceptWebSocket, Channels, isWebSocket, offeredProtocols } from './web-socket.js';

/** Whose streams are served. */
export type RemoteCommand = 'exec' | 'attach';

/** What a client asks for. */
export interface StreamOptions {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** The streams of a remote command, over any protocol. */
export interface CommandStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly resize: Readable;
  /** Sends the result, after all output: a Status as JSON, or the message of a failure for older protocols. */
  end(status: CommandStatus, signal: AbortSignal): Promise<void>;
}

/** The result of a command, as the kubelet sends it. */
export interface CommandStatus {
  readonly metadata: object;
  readonly status: 'Success' | 'Failure';
  readonly message?: string | undefined;
}

const v5 = 'v5.channel.k8s.io';
const webSocketProtocols = [
  v5,
  'v4.channel.k8s.io',
  'v4.base64.channel.k8s.io',
  'channel.k8s.io',
  'base64.channel.k8s.io',
  '',
];
const spdyProtocols = ['v4.channel.k8s.io', 'v3.channel.k8s.io', 'v2.channel.k8s.io', 'channel.k8s.io', ''];

/**
 * Handles `exec` and `attach` of a pod. Throws the Statuses of kube-apiserver, and 501 if the test has no function.
 */
export async function handleRemoteCommand(
  streams: PodStreams,
  exchange: Exchange,
  served: ServedResource,
  path: WriteTarget,
  kind: RemoteCommand,
): Promise<void> {
  if (exchange.method !== 'GET' && exchange.method !== 'POST') throw methodNotAllowed();
  const target = streamTarget(served, path);
  const container = requireContainer(target, exchange.query.get('container') ?? '');
  requireNode(target);
  const command = exchange.query.getAll('command');
  const options = streamOptions(exchange);
  if (exchange.upgrade === undefined) throw newBadRequest('Upgrade request required');
  const handler = streams[kind];
  if (handler === undefined) throw noHandler(kind, kind === 'exec' ? 'onExec' : 'onAttach');
  // The API server itself speaks v5, and learns the kubelet's refusals after its own answer.
  const translated = isWebSocket(exchange) && offeredProtocols(exchange)[0] === v5;
  const refusal = !isRunning(target.body, container)
    ? { code: 500, text: `container not found ("${container}")` }
    : !options.stdin && !options.stdout && !options.stderr
      ? { code: 400, text: 'you must specify at least 1 of stdin, stdout, stderr' }
      : undefined;
  if (refusal !== undefined && !translated) {
    sendText(exchange, refusal.code, `${refusal.text}\n`);
    return;
  }
  const io = await acceptStreams(exchange, options);
  if (io === undefined) return;
  await streams.serve(target, container, exchange.signal, async (signal) => {
    const { namespace, pod } = target;
    const { tty } = options;
    // A terminal has one output; whoever ends one of the streams does not end the other.
    const stdout = tty ? joining(io.stdout) : io.stdout;
    const stderr = tty ? joining(io.stdout) : io.stderr;
    const session = {
      namespace,
      pod,
      container,
      tty,
      stdin: io.stdin,
      stdout,
      stderr,
      resizes: terminalSizes(io.resize),
      signal,
    };
    let status: CommandStatus;
    if (refusal === undefined)
      status = await resultOf(kind, translated, command, signal, async () =>
        streams[kind]?.({ ...session, command }),
      );
    else status = failure(newInternalError(`unable to upgrade connection: ${refusal.text}`));
    await Promise.all([stdout, stderr].map(flushed));
    await Promise.all([io.stdout, io.stderr].map(flushed));
    await io.end(status, exchange.signal);
  });
}

function streamOptions({ query }: Exchange): StreamOptions {
  const asked = (name: string): boolean => parseBoolean(query.get(name)) ?? false;
  const tty = asked('tty');
  return { stdin: asked('stdin'), stdout: asked('stdout'), stderr: asked('stderr') && !tty, tty };
}

async function acceptStreams(
  exchange: Exchange,
  options: StreamOptions,
): Promise<CommandStreams | undefined> {
  if (isSpdy(exchange)) {
    const accepted = acceptSpdy(exchange, spdyProtocols);
    return accepted === undefined
      ? undefined
      : overSpdy(accepted.connection, accepted.protocol, options, exchange);
  }
  const accepted = await acceptWebSocket(exchange, webSocketProtocols);
  return accepted === undefined
    ? undefined
    : overChannels(new Channels(accepted), accepted.protocol, options);
}

// How long a kubelet waits for the streams of a command, ms.
const streamCreationMs = 30_000;

/** Waits for the streams that the client opens; undefined if they do not come. */
async function overSpdy(
  connection: Duplex,
  protocol: string,
  options: StreamOptions,
  { clock, signal: gone }: Exchange,
): Promise<CommandStreams | undefined> {
  const resizes = options.tty && /^v[345]\./.test(protocol);
  const expected = ['stdin', 'stdout', 'stderr'].filter((name) => options[name as 'stdin']);
  const missing = new Set(['error', ...expected, ...(resizes ? ['resize'] : [])]);
  const opened = new Map<string, SpdyStream>();
  let complete: (() => void) | undefined;
  const all = new Promise<void>((resolve) => (complete = resolve));
  const session = new SpdySession(connection, (stream) => {
    const type = stream.headers.get('streamtype') ?? '';
    opened.set(type, stream);
    missing.delete(type);
    if (missing.size === 0) complete?.();
  });
  const timer = clock.setTimer(() => session.close(), streamCreationMs, { unref: true });
  try {
    await Promise.race([all, session.closed]);
  } finally {
    timer.cancel();
  }
  if (missing.size > 0 || gone.aborted) return undefined;
  const output = (name: string): Writable => opened.get(name)?.output ?? discarding();
  return {
    stdin: opened.get('stdin')?.input ?? Readable.from([]),
    stdout: output('stdout'),
    stderr: output('stderr'),
    resize: opened.get('resize')?.input ?? Readable.from([]),
    async end(status, signal) {
      output('error').end(statusText(status, protocol));
      for (const { input, output: other } of opened.values()) {
        // What the client still sends is dropped.
        input.destroy();
        other.end();
      }
      session.close();
      await raceSignal(session.closed, signal);
    },
  };
}

/** The result as a protocol sends it: a Status as JSON since v4, the message of a failure before. */
function statusText(status: CommandStatus, protocol: string): string {
  return /^v[45]\./.test(protocol) ? JSON.stringify(status) : (status.message ?? '');
}

const stdinChannel = 0;
const stdoutChannel = 1;
const stderrChannel = 2;
const errorChannel = 3;
const resizeChannel = 4;

function overChannels(channels: Channels, protocol: string, options: StreamOptions): CommandStreams {
  // Tells the client that the connection is established.
  const first = options.stdout ? stdoutChannel : options.stderr ? stderrChannel : errorChannel;
  channels.send(first, Buffer.alloc(0));
  return {
    stdin: options.stdin ? channels.input(stdinChannel) : Readable.from([]),
    stdout: options.stdout ? channels.output(stdoutChannel) : discarding(),
    stderr: options.stderr ? channels.output(stderrChannel) : discarding(),
    resize: channels.input(resizeChannel),
    async end(status, signal) {
      const text = statusText(status, protocol);
      if (text !== '') channels.send(errorChannel, Buffer.from(text));
      await channels.close(signal);
    },
  };
}

/** A stream that writes to another one without ending it. */
function joining(output: Writable): Writable {
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => void output.write(chunk, () => done()),
  });
  stream.on('error', () => undefined);
  return stream;
}

/** A stream that discards what is written. */
export function discarding(): Writable {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  stream.on('error', () => undefined);
  return stream;
}

/** Ends an output and resolves when all of it was sent. */
async function flushed(output: Writable): Promise<void> {
  output.end();
  // The test's function may have destroyed it.
  await finished(output).catch(() => undefined);
}

/** Runs the test's function and returns the Status that reports its result. */
async function resultOf(
  kind: RemoteCommand,
  translated: boolean,
  command: readonly string[],
  signal: AbortSignal,
  run: () => Promise<unknown>,
): Promise<CommandStatus> {
  let code: unknown;
  try {
    code = (await raceSignal(run(), signal)) ?? 0;
  } catch (thrown) {
    if (thrown instanceof StatusError) return failure(thrown);
    if (signal.reason instanceof ContainerEnded && thrown === signal.reason) code = kind === 'exec' ? 137 : 0;
    else return failure(kubeletError(kind, asError(thrown).message, translated));
  }
  if (kind === 'attach' || code === 0) return { metadata: {}, status: 'Success' };
  if (typeof code !== 'number' || !Number.isInteger(code) || code < 0 || code > 255) {
    const problem = `onExec must return an exit code from 0 to 255, got ${shownValue(code)}`;
    return failure(kubeletError(kind, problem, translated));
  }
  const words = translated
    ? `command terminated with exit code ${code}`
    : `error executing command [${command.join(' ')}], exit code ${code}`;
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: ${words}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  } as CommandStatus;
}

function kubeletError(kind: RemoteCommand, problem: string, translated: boolean): StatusError {
  const what = kind === 'exec' ? 'error executing command in container' : 'error attaching to container';
  const error = newInternalError(`${what}: ${problem}`);
  // The API server wraps the kubelet's Status once more.
  return translated ? newInternalError(error.message) : error;
}

/** Returns the Status as it is sent over a channel: without its kind. */
function failure({ status }: StatusError): CommandStatus {
  const { kind: _kind, apiVersion: _apiVersion, metadata, ...rest } = status;
  return { metadata: metadata ?? {}, ...rest, status: 'Failure' };
}

// A hostile client may send an endless size.
const maxSizeChars = 4096;

/** Reads the JSON objects of a resize stream; ends at one that is not a size, as Go's decoder does. */
async function* terminalSizes(resize: Readable): AsyncGenerator<TerminalSize, void, void> {
  let text = '';
  for await (const chunk of resize) {
    text += String(chunk as Buffer);
    for (;;) {
      const found = /^\s*(\{[^{}]*\})/.exec(text);
      if (found === null) break;
      text = text.slice(found[0].length);
      const size = parseSize(found[1] ?? '');
      if (size === undefined) return;
      yield size;
    }
    if (text.length > maxSizeChars) return;
  }
}

function parseSize(text: string): TerminalSize | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: no further sizes.
    return undefined;
  }
  const { Width: columns, Height: rows } = value as Readonly<Record<string, unknown>>;
  return typeof columns === 'number' && typeof rows === 'number' ? { columns, rows } : undefined;
}
