import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { leakCheck, LeakError } from './leak-check.js';

test('a server that was left open is named', async () => {
  const check = leakCheck({ graceMs: 0 });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(check.leaks()).toEqual(['TCPServerWrap: 1']);
  await expect(check.assertNone()).rejects.toThrow(LeakError);
  server.close();
  await once(server, 'close');
});

test('what is closed in time is no leak', async () => {
  const check = leakCheck();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await check.assertNone();
});

test('a pending timer and a listener left on a signal are leaks', async () => {
  const { signal } = new AbortController();
  const check = leakCheck({ signals: [signal], graceMs: 0 });
  const listener = (): void => undefined;
  signal.addEventListener('abort', listener);
  const timer = setTimeout(listener, 60_000);
  expect(check.leaks()).toEqual(['Timeout: 1', 'abort listener: 1']);
  signal.removeEventListener('abort', listener);
  clearTimeout(timer);
  await check.assertNone();
});
