import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Sends a request with exactly these headers; path and Host are sent unchanged. */
async function ask(
  server: ApiServer,
  path: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  } = {},
): Promise<{ status: number; text: string }> {
  const request = httpRequest({
    host: '127.0.0.1',
    port: server.port,
    path,
    method: options.method ?? 'GET',
    headers: options.headers ?? {},
    agent: false,
  });
  request.end(options.body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, text };
}

test('listens on loopback by default', async () => {
  await using server = await ApiServer.start();
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of others) {
    const socket = connect(server.port, address);
    const outcome = await Promise.race([
      once(socket, 'connect').then(() => 'connected'),
      once(socket, 'error').then(() => 'refused'),
    ]).catch(() => 'refused');
    socket.destroy();
    expect(outcome).toBe('refused');
  }
});

describe('a token', () => {
  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    'Bearer the-toke',
    'Bearer the-token2',
    'bearer the-token',
    'the-token',
    `Bearer ${'x'.repeat(10_000)}`,
  ])('is demanded: 401 for %j', async (authorization) => {
    await using server = await ApiServer.start({ token: 'the-token' });
    const headers = authorization === undefined ? {} : { authorization };
    for (const path of [
      '/api/v1/pods',
      '/api/v1/pods?watch=1',
      '/api',
      '/apis',
      '/openapi/v2',
      '/readyz',
      '/x',
    ])
      expect((await ask(server, path, { headers })).status, path).toBe(401);
    expect(
      (await ask(server, '/api/v1/pods', { headers: { authorization: 'Bearer the-token' } })).status,
    ).toBe(200);
  });

  test('is compared in constant time', () => {
    const source = (file: string): string => readFileSync(join(root, 'packages', file), 'utf8');
    expect(source('kube-informers/src/util/local-host.ts')).toContain(
      'timingSafeEqual(digest(given), digest(expected))',
    );
    for (const file of ['testing/src/apiserver/access/users.ts', 'inspector/src/access.ts'])
      expect(source(file)).toContain('sameText(');
  });
});

describe('a page of a browser', () => {
  const host = (server: ApiServer): string => `127.0.0.1:${server.port}`;

  test.each(['http://evil.example', 'https://evil.example:8443', 'null', 'http://127.0.0.1:1', 'file://'])(
    'of another origin (%s) is refused, whatever it requests',
    async (origin) => {
      await using server = await ApiServer.start();
      const headers = { origin, host: host(server) };
      const body = '{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"evil"}}';
      // No content type: a page may send this without a preflight request.
      const answers = [
        await ask(server, '/api/v1/namespaces', { headers }),
        await ask(server, '/api/v1/namespaces', { method: 'POST', headers, body }),
        await ask(server, '/api/v1/namespaces/default', { method: 'DELETE', headers }),
        await ask(server, '/api/v1/namespaces', { method: 'OPTIONS', headers }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect((await ask(server, '/api/v1/namespaces/evil')).status).toBe(404);
      expect((await ask(server, '/api/v1/namespaces/default')).status).toBe(200);
    },
  );

  test.each([
    'evil.example',
    'evil.example:80',
    'EVIL.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
  ])('with a public DNS name as Host (%s) is refused', async (name) => {
    await using server = await ApiServer.start();
    const { status, text } = await ask(server, '/api/v1/namespaces', { headers: { host: name } });
    expect(status).toBe(403);
    expect(text).toContain('a name of the public DNS');
    // For the browser it is the same origin.
    const same = { host: name, origin: `http://${name.toLowerCase()}` };
    expect((await ask(server, '/api/v1/namespaces', { headers: same })).status).toBe(403);
  });

  test.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST:8080',
    '[::1]:80',
    'my-machine',
    'api.localhost',
    'host.docker.internal',
    'kubernetes.default.svc',
    '10.0.0.1',
  ])('accepts programs on the same machine: Host %s', async (name) => {
    await using server = await ApiServer.start();
    expect((await ask(server, '/api/v1/namespaces', { headers: { host: name } })).status).toBe(200);
  });

  test('of the same origin is accepted; with a token, any request that has it', async () => {
    await using server = await ApiServer.start();
    const headers = { host: host(server), origin: `http://${host(server)}` };
    expect((await ask(server, '/api/v1/namespaces', { headers })).status).toBe(200);
    await using demanding = await ApiServer.start({ token: 't' });
    const far = { host: 'api.example.com', origin: 'https://ui.example.com', authorization: 'Bearer t' };
    expect((await ask(demanding, '/api/v1/namespaces', { headers: far })).status).toBe(200);
  });
});

describe('files', () => {
  test.each([
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/etc/passwd',
    '/api/v1/namespaces/../../../etc/passwd',
    '/api/v1/namespaces/default/configmaps/..%2f..%2fetc%2fpasswd',
    '/openapi/v3/../../../../etc/passwd',
    '/swagger.json/../../package.json',
    '/package.json',
    '/api/v1/namespaces?continue=file:///etc/passwd',
    '/api/v1/pods?labelSelector=file:///etc/passwd&fieldSelector=@/etc/passwd',
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data',
  ])('none is read for %s', async (path) => {
    await using server = await ApiServer.start();
    const { text } = await ask(server, path);
    expect(text).not.toMatch(/root:|"devDependencies"|ami-id/);
  });

  test('the server has no code that reads or runs one; it writes kubeconfigs, and connects to webhooks alone', () => {
    const folder = join(root, 'packages/testing/src/apiserver');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !/\.(test|test-support)\.ts$/.test(file),
    );
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const source = readFileSync(join(folder, file), 'utf8').replace(
        "import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';",
        '',
      );
      expect(source, file).not.toMatch(
        /from 'node:(fs|fs\/promises|child_process|vm|worker_threads|dns)'|\beval\(|new Function\(|\bfetch\(/,
      );
      if (file === join('webhooks', 'webhook-client.ts')) continue;
      expect(source, file).not.toMatch(
        /import \{[^}]*\b(connect|request|createConnection)\b[^}]*\} from 'node:(net|http|https|tls)'/,
      );
    }
  });
});
