import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { RestClient } from '../rest/rest-client.js';
import { UndiciTransport } from '../rest/undici-transport.js';
import { fenced } from './fence.js';

const over = new Error('the term is over');

test('a write that waits for a connection is refused if the term ends meanwhile, before any timer has fired', async () => {
  const requests: string[] = [];
  let arrived: (response: ServerResponse) => void = () => undefined;
  const first = new Promise<ServerResponse>((resolve) => (arrived = resolve));
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (requests.length === 1) arrived(response);
    else response.end('{"kind":"ConfigMap","apiVersion":"v1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // listen() has bound a TCP port.
  const { port } = server.address() as AddressInfo;
  const transport = new UndiciTransport({ maxConnections: 1 });
  const rest = new RestClient({ host: `http://127.0.0.1:${port}` }, { transport });
  let valid = true;
  let checks = 0;
  let unanswered = 0;
  let checked: () => void = () => undefined;
  const writer = fenced(rest, {
    // Does not abort: the process was stopped, and reads its sockets before it runs its timers.
    signal: new AbortController().signal,
    assertValid: () => {
      checks++;
      if (checks === 2) checked();
      if (!valid) throw over;
    },
    unanswered: () => void unanswered++,
  });
  const held = rest.request({ method: 'GET', path: '/held' });
  const response = await first;
  const waits = new Promise<void>((resolve) => (checked = resolve));
  const written = writer
    .request({ method: 'POST', path: '/late', body: { kind: 'ConfigMap' } })
    .catch((error: unknown) => error);
  await waits;
  valid = false;
  response.end('{"kind":"ConfigMap","apiVersion":"v1"}');
  await held;
  expect(await written).toBe(over);
  expect([checks, unanswered]).toEqual([3, 0]);
  // The connection is not lost for others.
  valid = true;
  await writer.request({ method: 'POST', path: '/next', body: { kind: 'ConfigMap' } });
  expect(requests).toEqual(['GET /held', 'POST /next']);
  await rest.close();
  await transport.close();
  await new Promise((resolve) => server.close(resolve));
});

test('a write that waits for its retry after a 503 has been answered, after a 504 it may still be carried out', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(Number(request.url?.slice(1)), { 'retry-after': '1' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // listen() has bound a TCP port.
  const { port } = server.address() as AddressInfo;
  const rest = new RestClient({ host: `http://127.0.0.1:${port}` });
  const unansweredAfter = async (status: number): Promise<number> => {
    let unanswered = 0;
    const term = new AbortController();
    const writer = fenced(rest, {
      signal: term.signal,
      assertValid: () => undefined,
      unanswered: () => void unanswered++,
    });
    const written = writer.request({
      method: 'POST',
      path: `/${status}`,
      body: {},
      waitToRetry: () => {
        term.abort(over);
        return Promise.resolve();
      },
    });
    await expect(written).rejects.toBe(over);
    return unanswered;
  };
  expect([await unansweredAfter(503), await unansweredAfter(504)]).toEqual([0, 1]);
  await rest.close();
  await new Promise((resolve) => server.close(resolve));
});
