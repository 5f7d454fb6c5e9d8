import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiServer } from '../api-server.js';
import { startWithPods, StreamClient } from './streams.test-support.js';

let server: ApiServer;
beforeEach(async () => {
  server = await startWithPods();
});
afterEach(() => server.stop());

const v4 = ['v4.channel.k8s.io'];

test.each(['v4.channel.k8s.io', 'v4.base64.channel.k8s.io'])(
  '%s: two ports over one connection',
  async (protocol) => {
    server.onPortForward(async ({ namespace, pod, port, stream }) => {
      for await (const chunk of stream) {
        stream.end(`${namespace}/${pod}:${port} got ${String(chunk)}`);
        return;
      }
    });
    const client = new StreamClient(server, 'web/portforward?ports=80&ports=8080', [protocol]);
    await client.send(0, 'a');
    await client.send(2, 'b');
    const { channels, code } = await client.over;
    expect(channels).toEqual({
      0: '\x50\x00default/web:80 got a',
      1: '\x50\x00',
      2: '\x90\x1fdefault/web:8080 got b',
      3: '\x90\x1f',
    });
    expect(code).toBe(1000);
  },
);

test('a port of this machine, and one that refuses the connection', async () => {
  const target = createServer((socket) => {
    socket.end('hello from the pod');
    socket.resume();
  });
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
  const { port } = target.address() as AddressInfo;
  server.onPortForward(({ stream, port: asked }) =>
    pipeline(stream, connect(asked === 80 ? port : 1, '127.0.0.1'), stream),
  );
  const answered = await new StreamClient(server, 'web/portforward?ports=80', v4).over;
  expect(answered.channels[0]).toBe('\x50\x00hello from the pod');
  const refused = await new StreamClient(server, 'web/portforward?ports=81', v4).over;
  expect(refused.channels[1]).toMatch(/^Q\0error forwarding port 81 to pod web, uid : connect ECONNREFUSED/);
  target.close();
});

test.each([
  ['web/portforward', 400, 'query parameter "port" is required: unable to parse "" as a port\n'],
  ['web/portforward?ports=0', 400, 'query parameter "port" is required: unable to parse "0" as a port\n'],
  [
    'web/portforward?ports=x',
    400,
    'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax',
  ],
  ['unbound/portforward?ports=1', 400, 'pod unbound does not have a host assigned'],
])('%s is refused with %i', async (path, status, text) => {
  server.onPortForward(() => undefined);
  const { refusal } = await new StreamClient(server, path, v4).over;
  expect(refusal?.status).toBe(status);
  const body = refusal?.body ?? '';
  expect(body.startsWith('{') ? (JSON.parse(body) as { message: string }).message : body).toBe(text);
});
