import { expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { StatusError } from './errors.js';
import { newForbidden, newStatus } from './status.js';
import { TransportError } from '../util/errors.js';
import { RestClient } from '../rest/rest-client.js';
import type { Transport, TransportBody } from '../rest/transport.js';
import {
  authorizerRefusal,
  isRefusedByAuthorizer,
  mayBeStarting,
  noteTrouble,
  RefusalGrace,
} from './refusals.js';

const pods = { group: '', resource: 'pods' };
const refused = 'User "jane" cannot get resource "pods" in API group ""';
const refusal = newForbidden(pods, 'web', refused);
const quota = newForbidden(pods, 'web', 'exceeded quota: small, requested: pods=1');

test('tells a refusal by the authorizer from one by admission', () => {
  expect(isRefusedByAuthorizer(refusal)).toBe(true);
  expect(isRefusedByAuthorizer(newForbidden(pods, '', 'User "a" cannot get path "/logs"'))).toBe(true);
  expect(isRefusedByAuthorizer(quota)).toBe(false);
  expect(isRefusedByAuthorizer(new Error('User "jane" cannot get resource "pods"'))).toBe(false);
  // What a webhook says is its own.
  const denied = `admission webhook "a" denied the request: ${refused}`;
  expect(isRefusedByAuthorizer(newForbidden(pods, 'web', denied))).toBe(false);
  expect(
    isRefusedByAuthorizer(
      newStatus({ code: 403, reason: 'Forbidden', message: `${denied}: forbidden: ${refused}` }),
    ),
  ).toBe(false);
});

test('reads the verb and the resource of a refusal', () => {
  const deployments = { group: 'apps', resource: 'deployments' };
  for (const [error, expected] of [
    [refusal, { verb: 'get', resource: 'pods' }],
    [
      newForbidden(
        pods,
        'web',
        'User "a" cannot create resource "pods/exec" in API group "" in the namespace "b"',
      ),
      { verb: 'create', resource: 'pods/exec' },
    ],
    [
      newForbidden(
        deployments,
        '',
        'User "a \\"b\\"" cannot list resource "deployments" in API group "apps" at the cluster scope',
      ),
      { verb: 'list', resource: 'deployments.apps' },
    ],
    [newForbidden(undefined, '', 'User "a" cannot get path "/apis"'), { verb: 'get', resource: '/apis' }],
    [quota, undefined],
  ] as const)
    expect(authorizerRefusal(error)).toEqual(expected);
});

test('repeats a refusal for at most 10 s, and only if it was allowed before or the server was away', async () => {
  for (const [wasAllowed, troubleAgeMs, isRepeated] of [
    [false, undefined, false],
    [false, 10_001, false],
    [false, 10_000, true],
    [true, undefined, true],
  ] as const) {
    const clock = new FakeClock();
    const grace = new RefusalGrace(clock);
    const error = newForbidden(pods, 'web', refused);
    noteTrouble(error, troubleAgeMs);
    expect(mayBeStarting(error)).toBe(!wasAllowed && isRepeated);
    if (wasAllowed) grace.allowed();
    expect(grace.mayRetry(quota)).toBe(false);
    expect(grace.mayRetry(error)).toBe(isRepeated);
    await clock.advance(9_999);
    expect(grace.mayRetry(error)).toBe(isRepeated);
    await clock.advance(1);
    expect(grace.mayRetry(error)).toBe(false);
    grace.allowed();
    // One that has another as its cause.
    expect(grace.mayRetry(new StatusError(error.status, { cause: error }))).toBe(true);
  }
});

test('an outage between refusals begins anew', async () => {
  const clock = new FakeClock();
  const grace = new RefusalGrace(clock);
  const error = newForbidden(pods, 'web', refused);
  noteTrouble(error, 0);
  expect(grace.mayRetry(error)).toBe(true);
  await clock.advance(20_000);
  expect(grace.mayRetry(new Error('connection refused'))).toBe(false);
  expect(grace.mayRetry(error)).toBe(true);
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

test('a refusal soon after a connection error is one of a server that may be starting', async () => {
  const clock = new FakeClock();
  const answers = [403, undefined, 403, 403];
  const transport: Transport = {
    send: () => {
      const status = answers.shift();
      const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', ...refusal.status });
      return status === undefined
        ? Promise.reject(new TransportError('ERR_CONNECTION_REFUSED', 'refused'))
        : Promise.resolve({ status, headers: {}, body: chunk(body), destroy: () => undefined });
    },
    close: () => Promise.resolve(),
  };
  await using rest = new RestClient({ host: 'http://127.0.0.1:1' }, { transport, clock, maxRetries: 0 });
  const mayPass: boolean[] = [];
  while (answers.length > 0) {
    const error = await rest
      .request({ method: 'GET', path: '/api/v1/pods' })
      .catch((thrown: unknown) => thrown);
    mayPass.push(mayBeStarting(error));
    await clock.advance(6_000);
  }
  expect(mayPass).toEqual([false, false, true, false]);
});

async function* chunk(text: string): TransportBody {
  yield Buffer.from(text);
}
