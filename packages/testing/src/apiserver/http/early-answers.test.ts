import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Api } from '../../../../../test/contract/http.js';
import { coreV1 } from '../../../../kube-informers/src/resources/index.js';
import { FakeClock } from '../../index.js';
import { ApiServer } from '../api-server.js';

const maps = '/api/v1/namespaces/default/configmaps';

/** Opens a connection that records what it receives. */
async function open(
  server: ApiServer,
): Promise<{ socket: Socket; until: (text: string) => Promise<string> }> {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  // Some tests make the server close while the client writes.
  socket.on('error', () => undefined);
  let answered = '';
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => void (answered += part));
  return {
    socket,
    until: async (text) => {
      while (!answered.includes(text)) await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      return answered;
    },
  };
}

test('a request pipelined after one whose response closes the connection is not executed', async () => {
  await using server = await ApiServer.start();
  const { socket } = await open(server);
  const body = JSON.stringify({ metadata: { name: 'late' } });
  const large = 512 * 1024;
  socket.write(
    `POST /api/v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: ${large}\r\n\r\n${'x'.repeat(large)}` +
      `POST ${maps} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'close');
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/v1/nothing']);
  expect(await server.get(coreV1.configMaps, 'late')).toBeUndefined();
});

test('a missing body does not delay its response, nor keep its connection open', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock });
  for (const length of ['Content-Length: 10', 'Content-Length: 9000000', 'Transfer-Encoding: chunked']) {
    const { socket, until } = await open(server);
    socket.write(`POST /api/v1/nothing HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`);
    expect(await until('"code":404}')).toMatch(/^HTTP\/1\.1 404 /);
    const closed = once(socket, 'close');
    await clock.advance(5000);
    await closed;
  }
});

test('a request with a missing body ends at its timeout', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock });
  const { socket, until } = await open(server);
  const arrived = new Promise<void>((resolve) => {
    server.intercept(() => {
      resolve();
      return undefined;
    });
  });
  socket.write(`POST ${maps}?timeout=3s HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nxxx`);
  await arrived;
  await clock.advance(3000);
  expect(await until('"code":504}')).toMatch(/^HTTP\/1\.1 504 /);
  socket.write(`xxxxxxxGET /version HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(await until('"gitVersion"')).toMatch(/HTTP\/1\.1 200 /);
  socket.destroy();
});

test('malformed chunks after the head of a response break the connection and add nothing to it', async () => {
  await using server = await ApiServer.start();
  const { socket, until } = await open(server);
  socket.write(`GET ${maps}?watch=true HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
  await until('\r\n\r\n');
  const closed = once(socket, 'close');
  socket.write('no chunk\r\n');
  await closed;
  expect(await until('200 OK')).not.toContain('400');
});

test('an interceptor may respond before the body has arrived', async () => {
  await using server = await ApiServer.start();
  server.failNext(429);
  const { socket, until } = await open(server);
  const large = 512 * 1024;
  socket.write(`POST ${maps} HTTP/1.1\r\nHost: x\r\nContent-Length: ${large}\r\n\r\n`);
  const answered = await until('"code":429}');
  expect(answered).toMatch(/^HTTP\/1\.1 429 /);
  expect(answered).toMatch(/connection: close/i);
  socket.end('x'.repeat(large));
  await once(socket, 'close');
  expect((await new Api({ baseUrl: server.url }).get('/readyz')).text).toBe('ok');
});
