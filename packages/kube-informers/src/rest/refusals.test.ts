import { expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { newForbidden } from '../meta/status.js';
import { TransportError } from '../util/errors.js';
import { RestClient } from './rest-client.js';
import type { Transport, TransportBody } from './transport.js';
import { isRefusedByAuthorizer, RefusalGrace } from './refusals.js';

const pods = { group: '', resource: 'pods' };
const refusal = newForbidden(pods, 'web', 'User "jane" cannot get resource "pods" in API group ""');
const quota = newForbidden(pods, 'web', 'exceeded quota: small, requested: pods=1');

test('tells a refusal by the authorizer from one by admission', () => {
  expect(isRefusedByAuthorizer(refusal)).toBe(true);
  expect(isRefusedByAuthorizer(newForbidden(pods, '', 'User "a" cannot get path "/logs"'))).toBe(true);
  expect(isRefusedByAuthorizer(quota)).toBe(false);
  expect(isRefusedByAuthorizer(new Error('User "jane" cannot get resource "pods"'))).toBe(false);
});

test('repeats a refusal for at most 10 s, and only if it was allowed before or the server was away', async () => {
  for (const [wasAllowed, troubleAgeMs, isRepeated] of [
    [false, undefined, false],
    [false, 10_001, false],
    [false, 10_000, true],
    [true, undefined, true],
  ] as const) {
    const clock = new FakeClock();
    const grace = new RefusalGrace(clock, () => troubleAgeMs);
    if (wasAllowed) grace.allowed();
    expect(grace.mayRetry(quota)).toBe(false);
    expect(grace.mayRetry(refusal)).toBe(isRepeated);
    await clock.advance(9_999);
    expect(grace.mayRetry(refusal)).toBe(isRepeated);
    await clock.advance(1);
    expect(grace.mayRetry(refusal)).toBe(false);
    grace.allowed();
    expect(grace.mayRetry(refusal)).toBe(true);
  }
});

test('an outage between refusals begins anew', async () => {
  const clock = new FakeClock();
  const grace = new RefusalGrace(clock, () => 0);
  expect(grace.mayRetry(refusal)).toBe(true);
  await clock.advance(20_000);
  expect(grace.mayRetry(new Error('connection refused'))).toBe(false);
  expect(grace.mayRetry(refusal)).toBe(true);
});

async function* nothing(): TransportBody {
  // Without a chunk.
}

test('a client knows how long ago it met a connection error or a 5xx', async () => {
  const clock = new FakeClock();
  const answers = [200, 404, 503, 200, undefined];
  const transport: Transport = {
    send: () => {
      const status = answers.shift();
      return status === undefined
        ? Promise.reject(new TransportError('ERR_CONNECTION_REFUSED', 'refused'))
        : Promise.resolve({ status, headers: {}, body: nothing(), destroy: () => undefined });
    },
    close: () => Promise.resolve(),
  };
  await using rest = new RestClient({ host: 'http://127.0.0.1:1' }, { transport, clock, maxRetries: 0 });
  const ages: (number | undefined)[] = [];
  while (answers.length > 0) {
    await rest.raw({ method: 'GET', path: '/readyz' }).catch((error: unknown) => error);
    ages.push(rest.troubleAgeMs);
    await clock.advance(1_000);
  }
  expect(ages).toEqual([undefined, undefined, 0, 1_000, 0]);
});
