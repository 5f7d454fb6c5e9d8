import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { constants, deflateSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiServer } from '../api-server.js';
import { startWithPods } from './streams.test-support.js';

// kubectl itself is run against the server in test/contract/kubectl.test.ts.

let server: ApiServer;
beforeEach(async () => {
  server = await startWithPods();
});
afterEach(() => server.stop());

/** A connection with the response's head. */
async function upgrade(
  path: string,
  protocol: string,
): Promise<{ socket: Socket; head: string; rest: Buffer }> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/v1/namespaces/default/pods/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n` +
      `Upgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: ${protocol}\r\n\r\n`,
  );
  let text = Buffer.alloc(0);
  while (!text.includes('\r\n\r\n'))
    text = Buffer.concat([text, ((await once(socket, 'data')) as [Buffer])[0]]);
  const end = text.indexOf('\r\n\r\n') + 4;
  return { socket, head: text.subarray(0, end).toString(), rest: text.subarray(end) };
}

function control(type: number, body: Buffer): Buffer {
  const head = Buffer.from([0x80, 3, 0, type, 0, 0, 0, 0]);
  head.writeUIntBE(body.length, 5, 3);
  return Buffer.concat([head, body]);
}

/** SYN_STREAM; the headers of further streams would continue the same zlib stream. */
function synStream(id: number, headers: Record<string, string>): Buffer {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const pairs = Object.entries(headers).flat();
  const block = Buffer.concat([
    number(pairs.length / 2),
    ...pairs.flatMap((text) => [number(text.length), Buffer.from(text)]),
  ]);
  const zipped = deflateSync(block, { finishFlush: constants.Z_SYNC_FLUSH });
  return control(1, Buffer.concat([number(id), number(0), Buffer.alloc(2), zipped]));
}

test('the protocol is negotiated by headers', async () => {
  server.onExec(() => 0);
  const accepted = await upgrade('web/exec?command=x&stdout=true', 'v9.channel.k8s.io, v4.channel.k8s.io');
  expect(accepted.head).toContain('101 Switching Protocols');
  expect(accepted.head).toContain('X-Stream-Protocol-Version: v4.channel.k8s.io');
  accepted.socket.destroy();
  const refused = await upgrade('web/exec?command=x&stdout=true', 'v9.channel.k8s.io');
  expect(refused.head).toContain('403 Forbidden');
  expect(refused.rest.toString()).toContain(
    'unable to negotiate protocol: client supports [v9.channel.k8s.io], server accepts [v4.channel.k8s.io v3.channel.k8s.io v2.channel.k8s.io channel.k8s.io]',
  );
});

test('a ping is answered, and a stream gets a reply', async () => {
  server.onPortForward(() => undefined);
  const { socket, rest } = await upgrade('web/portforward', 'portforward.k8s.io');
  const ping = control(6, Buffer.from([0, 0, 0, 1]));
  socket.write(Buffer.concat([ping, synStream(1, { streamtype: 'error', port: '80', requestid: '0' })]));
  let answer = rest;
  while (answer.length < 12 + 8)
    answer = Buffer.concat([answer, ((await once(socket, 'data')) as [Buffer])[0]]);
  expect(answer.subarray(0, 12)).toEqual(ping);
  expect([...answer.subarray(12, 16)]).toEqual([0x80, 3, 0, 2]);
  socket.destroy();
});

test('a client that does not read the answers to its pings is disconnected', async () => {
  server.onPortForward(() => undefined);
  const { socket } = await upgrade('web/portforward', 'portforward.k8s.io');
  socket.pause();
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      resolve();
    });
  });
  const pings = Buffer.concat(Array.from({ length: 5000 }, () => control(6, Buffer.from([0, 0, 0, 1]))));
  while (!isClosed) {
    if (!socket.write(pings)) await Promise.race([once(socket, 'drain').catch(() => closed), closed]);
  }
  // The server serves others.
  expect((await fetch(`${server.url}/version`)).status).toBe(200);
});

test.each([
  ['headers that are not compressed', control(1, Buffer.alloc(40, 1))],
  [
    'headers that end too early',
    control(1, Buffer.concat([Buffer.alloc(10), deflateSync(Buffer.from([0, 0, 0, 9]))])),
  ],
  ['a stream without a body', control(1, Buffer.alloc(2))],
  ['a stream with an even number', synStream(2, {})],
  [
    'headers that expand without end',
    control(1, Buffer.concat([Buffer.alloc(10), deflateSync(Buffer.alloc(1_000_000))])),
  ],
  ['a control frame of 16 MiB', Buffer.from([0x80, 3, 0, 1, 0, 0xff, 0xff, 0xff])],
])('%s: the connection ends', async (_title, bytes) => {
  server.onPortForward(() => undefined);
  const { socket } = await upgrade('web/portforward', 'portforward.k8s.io');
  socket.resume();
  const closed = once(socket, 'close');
  socket.write(bytes);
  await closed;
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
