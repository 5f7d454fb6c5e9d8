import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { HealthChecks } from '../../util/health-checks.js';
import { HealthServer } from './health-server.js';

const servers: HealthServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function listen(ready = true): Promise<string> {
  const checks = (passes: boolean) =>
    new HealthChecks(
      {
        caches: () => {
          if (!passes) throw new Error('not synced');
        },
      },
      () => undefined,
    );
  const server = new HealthServer({ healthz: checks(true), readyz: checks(ready) }, () => undefined);
  servers.push(server);
  return `http://127.0.0.1:${await server.listen({ port: 0, host: '127.0.0.1' })}`;
}

describe('HealthServer', () => {
  // Upstream: should serve readiness and liveness endpoint.
  test.each([
    ['/healthz', 200, 'ok'],
    ['/healthz/', 200, 'ok'],
    ['/healthz/caches', 200, 'ok'],
    ['/readyz', 500, '[-]caches failed: reason withheld\nfailed\n'],
    ['/readyz?exclude=caches', 200, 'ok'],
    ['/readyz/other', 404, 'unknown check "other"\n'],
    ['/readyz/caches/more', 404, 'not found\n'],
    ['/metrics', 404, 'not found\n'],
    ['/', 404, 'not found\n'],
  ])('GET %s answers %i', async (path, status, text) => {
    const response = await fetch((await listen(false)) + path);
    expect([response.status, await response.text()]).toEqual([status, text]);
  });

  test('HEAD has no body; other methods are refused', async () => {
    const url = await listen();
    const head = await fetch(`${url}/healthz`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await fetch(`${url}/healthz`, { method: 'POST' });
    expect([post.status, await post.text()]).toEqual([405, 'use GET\n']);
  });

  // Upstream: should return an error if the address is in use.
  test('rejects when the address is in use', async () => {
    const { port } = new URL(await listen());
    const none = new HealthChecks({}, () => undefined);
    const second = new HealthServer({ healthz: none, readyz: none }, () => undefined);
    await expect(second.listen({ port: Number(port), host: '127.0.0.1' })).rejects.toMatchObject({
      code: 'ERR_LOCAL_PORT',
      message: `health.port: cannot listen on port ${port} of 127.0.0.1: it is in use; choose another port, or 0 for a free one`,
      cause: { code: 'EADDRINUSE' },
    });
    await second.close();
  });

  test('close ends idle connections', async () => {
    const { port } = new URL(await listen());
    const socket = connect(Number(port), '127.0.0.1');
    const ended = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('connect', resolve));
    await servers[0]?.close();
    await ended;
  });
});
