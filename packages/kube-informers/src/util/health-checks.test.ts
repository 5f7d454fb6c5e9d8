import { describe, expect, test } from 'vitest';
import { HealthChecks } from './health-checks.js';
import type { HealthCheck } from './health-checks.js';

const failing: HealthCheck = () => {
  throw new Error('secret reason');
};
const rejecting: HealthCheck = () => Promise.reject(new Error('secret reason'));
const passing: HealthCheck = () => undefined;

function respond(checks: Record<string, HealthCheck>, query = '', name?: string) {
  return new HealthChecks(checks, () => undefined).respond(name, new URLSearchParams(query));
}

describe('HealthChecks', () => {
  // Upstream: aggregated: all checks ok → 200.
  // Upstream: aggregated: one fails → 500, verbose.
  // Upstream: aggregated: one fails → 500, verbose.
  // Upstream: aggregated: exclude.
  // Upstream: aggregated: exclude.
  // Upstream: aggregated: exclude.
  // Upstream: aggregated: verbose.
  // Upstream: aggregated: a ping check exists without checks.
  test.each([
    ['all pass', { a: passing, b: passing }, '', 200, 'ok'],
    ['all pass, verbose', { a: passing, b: passing }, 'verbose=true', 200, '[+]a ok\n[+]b ok\npassed\n'],
    ['no checks, verbose', {}, 'verbose', 200, '[+]ping ok\npassed\n'],
    ['one throws', { a: passing, b: failing }, '', 500, '[+]a ok\n[-]b failed: reason withheld\nfailed\n'],
    ['one rejects', { b: rejecting }, '', 500, '[-]b failed: reason withheld\nfailed\n'],
    ['the failing one is excluded', { a: passing, b: failing }, 'exclude=b', 200, 'ok'],
    ['several are excluded', { a: failing, b: failing, c: passing }, 'exclude=a&exclude=b', 200, 'ok'],
    ['an unknown one is excluded', { a: passing }, 'exclude=other', 200, 'ok'],
  ] as const)('%s', async (_title, checks, query, status, text) => {
    expect(await respond(checks, query)).toEqual({ status, text });
  });

  // Upstream: per check: ok, failed, unknown, ping.
  test.each([
    ['a', 200, 'ok'],
    ['b', 500, 'internal server error: b failed: reason withheld\n'],
    ['other', 404, 'unknown check "other"\n'],
  ])('the endpoint of check %s answers %i, whatever the other checks say', async (name, status, text) => {
    expect(await respond({ a: passing, b: failing }, '', name)).toEqual({ status, text });
  });

  // Upstream: per check: ok, failed, unknown, ping.
  test('has a ping endpoint without checks', async () => {
    expect(await respond({}, '', 'ping')).toEqual({ status: 200, text: 'ok' });
  });

  test('passes the reason of a failure to onFailure', async () => {
    const failures: [string, unknown][] = [];
    const checks = new HealthChecks({ b: failing }, (name, error) => failures.push([name, error]));
    await checks.respond(undefined, new URLSearchParams());
    expect(failures).toEqual([['b', new Error('secret reason')]]);
  });

  test('refuses a name that does not fit into a path, and a check that is not a function', () => {
    expect(() => respond({ 'a/b': passing })).toThrow(
      'the name of a health check must be letters, digits, ".", "_" or "-", got "a/b"',
    );
    // @ts-expect-error -- a check must be a function
    expect(() => respond({ a: true })).toThrow('health check "a" must be a function, got boolean');
  });
});
