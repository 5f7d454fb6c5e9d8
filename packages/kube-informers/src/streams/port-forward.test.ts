import { expect, test } from 'vitest';
import type { WebSocketConnection } from '../rest/web-socket.js';
import { connectTo } from './port-forward.js';
import type { PodStreams } from './remote-process.js';

/** A pod whose port sends these messages. */
function portOf(...messages: readonly string[]): PodStreams {
  async function* given(): AsyncGenerator<Uint8Array> {
    for (const message of messages) yield Buffer.from(message, 'latin1');
  }
  const connection: WebSocketConnection = {
    protocol: 'v4.channel.k8s.io',
    closed: Promise.resolve(),
    messages: given(),
    send: () => Promise.resolve(),
    close: () => undefined,
    failAfter: () => undefined,
    textOf: (data) => Buffer.from(data).toString('utf8'),
  };
  return {
    pod: 'pods "web"',
    open: () => Promise.resolve(connection),
    defaultContainer: () => Promise.resolve(undefined),
  };
}

test('a connection to a port has the bytes of its own channel only', async () => {
  const header = '\u0050\u0000';
  const stream = await connectTo(
    portOf(`\0${header}`, `\u0001${header}`, '\0one', '\u0002xx', '\u0007none', '\0two'),
    80,
    {},
  );
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe('onetwo');
});
