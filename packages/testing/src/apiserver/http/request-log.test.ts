import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiServer } from '../api-server.js';

let server: ApiServer;
beforeEach(async () => {
  server = await ApiServer.start({ users: { 'jane-token': { name: 'jane' } } });
});
afterEach(() => server.stop());

const configMaps = '/api/v1/namespaces/default/configmaps';

async function create(data: Readonly<Record<string, string>>, name = 'a'): Promise<void> {
  const response = await fetch(server.url + configMaps, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'test/1',
      Authorization: 'Bearer jane-token',
      Cookie: 'session=secret',
    },
    body: JSON.stringify({ metadata: { name }, data }),
  });
  expect(response.status).toBe(201);
  await response.text();
}

test('the log has headers without credentials, the user and the body', async () => {
  await create({ k: 'v' });
  const [entry] = server.requests;
  expect(entry).toMatchObject({
    method: 'POST',
    path: configMaps,
    verb: 'create',
    resource: 'configmaps',
    userAgent: 'test/1',
    user: 'jane',
    body: '{"metadata":{"name":"a"},"data":{"k":"v"}}',
  });
  expect(entry?.headers).toMatchObject({
    'content-type': 'application/json',
    authorization: '[redacted]',
    cookie: '[redacted]',
  });
  expect(JSON.stringify(server.requests)).not.toMatch(/jane-token|secret/);
});

test('a request without a body has none; one that is refused before has no user', async () => {
  await fetch(server.url + configMaps);
  await fetch(server.url + configMaps, { headers: { Authorization: 'Bearer wrong' } });
  expect(server.requests.map(({ user, body }) => [user, body])).toEqual([
    ['admin', undefined],
    ['', undefined],
  ]);
});

test('a token that a browser sends as a subprotocol is not in the log', async () => {
  const protocol = `v5.channel.k8s.io, base64url.bearer.authorization.k8s.io.${Buffer.from('jane-token').toString('base64url')}`;
  await fetch(`${server.url}/version`, { headers: { 'Sec-WebSocket-Protocol': protocol } });
  expect(server.requests[0]).toMatchObject({
    user: 'jane',
    headers: {
      'sec-websocket-protocol': 'v5.channel.k8s.io, base64url.bearer.authorization.k8s.io.[redacted]',
    },
  });
});

test('bodies are cut at 64 KiB, and the oldest are dropped beyond 16 MiB', async () => {
  const long = 'x'.repeat(100_000);
  for (let number = 0; number < 258; number++) await create({ long }, `c-${number}`);
  const lengths = server.requests.map(({ body }) => body?.length);
  expect(lengths.slice(0, 3)).toEqual([undefined, undefined, 65_536]);
  expect(lengths.at(-1)).toBe(65_536);
  server.clearRequests();
  await create({}, 'last');
  expect(server.requests).toHaveLength(1);
});
