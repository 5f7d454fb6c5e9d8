import { describe, expect, test } from 'vitest';
import { requireAccess } from './access.js';
import type { InspectorAccess } from './access.js';
import type { Exchange } from './exchange.js';

const token = 'a-token-of-24-characters';

/** Returns the status of the refusal; 200 if the request is admitted. */
function statusOf(
  access: InspectorAccess,
  headers: Readonly<Record<string, string>>,
  remoteAddress: string | undefined = '127.0.0.1',
): number {
  const exchange: Exchange = {
    method: 'GET',
    path: '/statusz',
    query: new URLSearchParams(),
    header: (name) => headers[name] ?? '',
    remoteAddress,
  };
  try {
    requireAccess(exchange, access);
    return 200;
  } catch (thrown) {
    return (thrown as { readonly status: number }).status;
  }
}

describe('loopback', () => {
  test.each([
    ['127.0.0.1:8082', '127.0.0.1', 200],
    ['localhost:8082', '::1', 200],
    ['LOCALHOST:8082', '::ffff:127.0.0.1', 200],
    ['[::1]:8082', '127.3.2.1', 200],
    // Another machine, whatever it says in Host.
    ['localhost:8082', '10.1.2.3', 403],
    ['10.0.0.1:8082', '10.1.2.3', 403],
    // A public name that was pointed to this machine (DNS rebinding).
    ['attacker.example:8082', '127.0.0.1', 403],
    ['127.0.0.1.attacker.example', '127.0.0.1', 403],
  ])('Host %s from %s: %i', (host, remoteAddress, status) => {
    expect(statusOf('loopback', { host }, remoteAddress)).toBe(status);
  });

  test('refuses a caller whose address is unknown', () => {
    const exchange = {
      header: (name: string) => (name === 'host' ? 'localhost' : ''),
      remoteAddress: undefined,
    };
    // Only these two members are read.
    expect(() => requireAccess(exchange as unknown as Exchange, 'loopback')).toThrow(
      'address of the caller is unknown',
    );
  });

  test.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])(
    'refuses what came through a proxy: %s',
    (header) => {
      expect(statusOf('loopback', { host: 'localhost', [header]: '10.1.2.3' })).toBe(403);
    },
  );
});

describe.each<[string, InspectorAccess]>([
  ['loopback', 'loopback'],
  ['any', 'any'],
  ['token', { token }],
])('with access %s, pages of other sites are refused', (_name, access) => {
  const own = { host: 'localhost:8082', authorization: `Bearer ${token}` };
  test.each([
    [{ origin: 'http://localhost:8082' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ origin: 'http://localhost:9999' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }, 403],
    // A link that the user has followed.
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }, 200],
  ])('%j: %i', (headers, status) => {
    expect(statusOf(access, { ...own, ...headers })).toBe(status);
  });
});

test.each([
  [`Bearer ${token}`, 200],
  [`bearer ${token}`, 401],
  [`Bearer ${token}x`, 401],
  ['Bearer ', 401],
  ['', 401],
])('a token is required: %j from another machine: %i', (authorization, status) => {
  expect(statusOf({ token }, { host: 'inspector.example', authorization }, '10.1.2.3')).toBe(status);
});

test.each([
  ['', 'send the token of the inspector'],
  [`Bearer ${token}x`, 'that token is not correct'],
])('with the authorization %j: %s', (authorization, message) => {
  const headers: Readonly<Record<string, string>> = { authorization };
  const exchange: Exchange = {
    method: 'GET',
    path: '/',
    query: new URLSearchParams(),
    header: (name) => headers[name] ?? '',
    remoteAddress: undefined,
  };
  expect(() => requireAccess(exchange, { token })).toThrow(message);
});
