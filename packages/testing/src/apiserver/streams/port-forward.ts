import { Duplex } from 'node:stream';
import { newBadRequest } from 'kube-informers/internal';
import { asError, raceSignal } from 'kube-informers/internal';
import { sendText } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import type { ServedResource } from '../registry/registry.js';
import type { WriteTarget } from '../write/update.js';
import { noHandler, requireNode, streamTarget } from './pod-streams.js';
import type { PodStreams, StreamTarget } from './pod-streams.js';
import { acceptSpdy, isSpdy, SpdySession } from './spdy.js';
import type { SpdyStream } from './spdy.js';
import { acceptWebSocket, Channels, offeredProtocols } from './web-socket.js';

const spdyProtocol = 'portforward.k8s.io';
const tunnelPrefix = 'SPDY/3.1+';
const webSocketProtocols = ['v4.channel.k8s.io', 'v4.base64.channel.k8s.io', ''];

/**
 * Handles `portforward` of a pod. Throws the Statuses of kube-apiserver, and 501 if the test has no function.
 */
export async function handlePortForward(
  streams: PodStreams,
  exchange: Exchange,
  served: ServedResource,
  path: WriteTarget,
): Promise<void> {
  if (exchange.method !== 'GET' && exchange.method !== 'POST') throw methodNotAllowed();
  const target = streamTarget(served, path);
  requireNode(target);
  const texts = exchange.query.getAll('ports');
  for (const text of texts) {
    if (!/^\d+$/.test(text)) {
      const problem = `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
      throw newBadRequest(`cannot convert to []int32: ${problem}`);
    }
  }
  if (exchange.upgrade === undefined) throw newBadRequest('Upgrade request required');
  if (streams.portForward === undefined) throw noHandler('portforward', 'onPortForward');
  if (isSpdy(exchange) || offeredProtocols(exchange).some((name) => name.startsWith(tunnelPrefix))) {
    const connection = await acceptSession(exchange);
    if (connection === undefined) return;
    await streams.serve(target, '', exchange.signal, (signal) =>
      overSpdy(streams, target, connection, signal),
    );
    return;
  }
  const ports = texts.map(Number);
  const invalid = ports.length === 0 ? '' : texts.find((_text, index) => !isPort(ports[index] ?? 0));
  if (invalid !== undefined) {
    const problem = `query parameter "port" is required: unable to parse ${JSON.stringify(invalid)} as a port\n`;
    sendText(exchange, 400, problem);
    return;
  }
  const accepted = await acceptWebSocket(exchange, webSocketProtocols);
  if (accepted === undefined) return;
  await streams.serve(target, '', exchange.signal, (signal) =>
    overChannels(streams, target, new Channels(accepted), ports, signal),
  );
}

/** SPDY itself, or over a WebSocket; undefined if the client asks for neither, or after a refusal. */
async function acceptSession(exchange: Exchange): Promise<Duplex | undefined> {
  if (isSpdy(exchange)) return acceptSpdy(exchange, [spdyProtocol])?.connection;
  const accepted = await acceptWebSocket(exchange, [`${tunnelPrefix}${spdyProtocol}`]);
  if (accepted === undefined) return undefined;
  const { createWebSocketStream } = await import('ws');
  return createWebSocketStream(accepted.socket);
}

/** For each connection the client opens two streams, for data and errors, with the same request ID and a port. */
async function overSpdy(
  streams: PodStreams,
  target: StreamTarget,
  connection: Duplex,
  signal: AbortSignal,
): Promise<void> {
  const waiting = new Map<string, SpdyStream>();
  const session = new SpdySession(connection, (stream) => {
    const type = stream.headers.get('streamtype') ?? '';
    // Old clients send no ID; their data stream follows its error stream.
    const id = stream.headers.get('requestid') ?? String(stream.id - (type === 'data' ? 2 : 0));
    const port = Number(stream.headers.get('port'));
    if (!['data', 'error'].includes(type) || !Number.isInteger(port) || !isPort(port)) {
      stream.output.end();
      return;
    }
    const other = waiting.get(id);
    if (other === undefined || other.headers.get('streamtype') === type) {
      waiting.set(id, stream);
      return;
    }
    waiting.delete(id);
    const [data, errors] = type === 'data' ? [stream, other] : [other, stream];
    const duplex = Duplex.from({ readable: data.input, writable: data.output });
    forward(streams, target, port, duplex, signal).then(
      (problem) => {
        errors.output.end(problem ?? '');
        data.output.end();
      },
      // `forward` reports failures as a message.
      () => session.close(),
    );
  });
  await raceSignal(session.closed, signal).catch(() => session.close());
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

/** Two channels for each port, data and errors; each begins with the port's number. */
async function overChannels(
  streams: PodStreams,
  target: StreamTarget,
  channels: Channels,
  ports: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const connections = ports.map((port, index) => {
    const data = 2 * index;
    const stream = Duplex.from({ readable: channels.input(data), writable: channels.output(data) });
    return { port, data, stream };
  });
  for (const { port, data } of connections) {
    const number = Buffer.alloc(2);
    number.writeUInt16LE(port);
    channels.send(data, number);
    channels.send(data + 1, number);
  }
  await Promise.all(
    connections.map(async ({ port, data, stream }) => {
      const problem = await forward(streams, target, port, stream, signal);
      if (problem !== undefined) channels.send(data + 1, Buffer.from(problem));
    }),
  );
  await channels.close(signal);
}

/**
 * Serves one connection with the test's function until it has returned and ended its side.
 *
 * Returns the kubelet's message if it fails.
 */
export async function forward(
  streams: PodStreams,
  { namespace, pod }: StreamTarget,
  port: number,
  stream: Duplex,
  signal: AbortSignal,
): Promise<string | undefined> {
  let broken: Error | undefined;
  const ended = new Promise<void>((resolve) => {
    stream.on('error', (error) => {
      // A loop that is left early destroys its stream too.
      if (error.name !== 'AbortError') broken = error;
      resolve();
    });
    stream.on('finish', resolve);
    stream.on('close', resolve);
  });
  try {
    const served = (async () => streams.portForward?.({ namespace, pod, port, stream, signal }))();
    await raceSignal(Promise.all([served, ended]), signal);
    if (broken !== undefined) throw broken;
  } catch (thrown) {
    return `error forwarding port ${port} to pod ${pod}, uid : ${asError(thrown).message}`;
  } finally {
    stream.destroy();
  }
  return undefined;
}
