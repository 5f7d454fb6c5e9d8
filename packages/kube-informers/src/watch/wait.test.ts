import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { isForbidden, StatusError } from '../meta/errors.js';
import { noteTrouble } from '../meta/refusals.js';
import { newForbidden } from '../meta/status.js';
import type { KubernetesObject } from '../meta/types.js';
import { defineResource } from '../meta/resource.js';
import { FakeClock, FakeListerWatcher, FakeWatchStream, settle } from '@kube-informers/testing';
import { TransportError } from '../util/errors.js';
import { until, untilWithSync } from './until.js';

const clock = (): FakeClock => new FakeClock();
const never = (): boolean => false;
const isAdded = ({ type }: { readonly type: string }): boolean => type === 'ADDED';
const refused = new TransportError('ERR_CONNECTION_REFUSED', 'connect ECONNREFUSED');
const failure = (code: number, reason: string, message: string): StatusError =>
  new StatusError({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message });

/** A source of pods whose lists and watches fail. */
const failing = (error: Error, description?: string) =>
  Object.assign(
    new FakeListerWatcher<KubernetesObject>({
      watchListUnsupported: true,
      list: () => Promise.reject(error),
      watch: () => Promise.reject(error),
    }),
    { description },
  );

/** Runs a wait for a minute of virtual time; returns its error. */
async function errorOf(waiting: Promise<unknown>, time: FakeClock): Promise<unknown> {
  const outcome = waiting.then(
    () => new Error('resolved'),
    (error: unknown) => error,
  );
  for (let second = 0; second < 60; second++) await time.advance(1000);
  await settle();
  expect(time.pendingTimers).toBe(0);
  return outcome;
}

describe('what waiting cannot heal ends a wait at once', () => {
  test.each([
    [403, 'Forbidden'],
    [401, 'Unauthorized'],
    [400, 'BadRequest'],
    [422, 'Invalid'],
    [405, 'MethodNotAllowed'],
  ])('%i', async (code, reason) => {
    const time = clock();
    const source = failing(failure(code, reason, 'pods are refused'), 'pods in namespace shop');
    const waiting = untilWithSync(source, never, { clock: time, timeoutMs: 30_000 });
    await expect(waiting).rejects.toMatchObject({
      code: 'ERR_WAIT_FAILED',
      message: `the wait cannot succeed: pods are refused (status ${code})`,
      cause: { statusCode: code },
    });
    expect(source.requests).toHaveLength(1);
    expect(time.pendingTimers).toBe(0);
  });

  test('a resource that the server does not have', async () => {
    await using server = await ApiServer.start();
    await using clientset = new Clientset({ host: server.url });
    const cats = clientset.resource(
      defineResource({
        group: 'example.com',
        version: 'v1',
        resource: 'cats',
        kind: 'Cat',
        namespaced: true,
      }),
      'default',
    );
    await expect(untilWithSync(cats, never, { timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'ERR_WAIT_FAILED',
      message: expect.stringMatching(/^the wait cannot succeed: .*does not have this resource/),
      cause: { code: 'ERR_RESOURCE_ABSENT' },
    });
  });

  test('a watch that is refused although the list is not', async () => {
    const source = new FakeListerWatcher<KubernetesObject>({
      list: () => ({ metadata: { resourceVersion: '1' }, items: [] }),
      watch: () => Promise.reject(failure(403, 'Forbidden', 'no watch')),
    });
    const waiting = untilWithSync(source, never, { clock: clock(), timeoutMs: 30_000 });
    expect(isForbidden(await waiting.catch((thrown: unknown) => thrown))).toBe(true);
  });

  test('a refused watch-list alone does not: a list follows', async () => {
    const object = { metadata: { name: 'a', resourceVersion: '1' } };
    const source = new FakeListerWatcher<KubernetesObject>({
      list: () => ({ metadata: { resourceVersion: '1' }, items: [object] }),
      watch: ({ sendInitialEvents }) => {
        if (sendInitialEvents === true) throw failure(400, 'BadRequest', 'unknown parameter');
        return new Promise<never>(() => undefined);
      },
    });
    const waiting = untilWithSync(source, isAdded, {
      clock: clock(),
      timeoutMs: 30_000,
      useWatchList: true,
    });
    expect((await waiting)?.object).toEqual(object);
  });

  test('a client that is closed', async () => {
    const clientset = new Clientset({ host: 'http://127.0.0.1:1' });
    await clientset.close();
    const waiting = untilWithSync(clientset.coreV1().pods('default'), never, { timeoutMs: 60_000 });
    await expect(waiting).rejects.toMatchObject({ code: 'ERR_WAIT_FAILED', cause: { code: 'ERR_CLOSED' } });
  });

  test.each([404, 400])('until: %i on opening', async (code) => {
    const source = failing(failure(code, code === 404 ? 'NotFound' : 'BadRequest', 'no'));
    const waiting = until('1', source, never, { clock: clock(), timeoutMs: 30_000 });
    await expect(waiting).rejects.toMatchObject({ code: 'ERR_WAIT_FAILED', cause: { statusCode: code } });
  });
});

describe('refusals of a server that starts', () => {
  const reason = 'User "jane" cannot watch resource "pods" in API group "" in the namespace "shop"';
  const refusal = (): StatusError => newForbidden({ group: '', resource: 'pods' }, '', reason);
  const object = { metadata: { name: 'a', resourceVersion: '2' } };

  /** A source whose list or first watch was allowed, and which then refuses everything until a time. */
  function starting(time: FakeClock, untilMs: number): FakeListerWatcher<KubernetesObject> {
    let isAllowed = true;
    const check = (): void => {
      if (!isAllowed && time.monotonic() < untilMs) throw refusal();
    };
    return new FakeListerWatcher<KubernetesObject>({
      list: () => {
        check();
        const items = time.monotonic() < untilMs ? [] : [object];
        return { metadata: { resourceVersion: items.length === 0 ? '1' : '2' }, items };
      },
      watch: () => {
        check();
        isAllowed = false;
        const stream = new FakeWatchStream<KubernetesObject>();
        if (time.monotonic() < untilMs) stream.end();
        else stream.push({ type: 'ADDED', object });
        return stream;
      },
    });
  }

  test('do not end a wait that was allowed before', async () => {
    for (const wait of [
      (source: FakeListerWatcher<KubernetesObject>, time: FakeClock) =>
        untilWithSync(source, isAdded, { clock: time, timeoutMs: 60_000 }),
      (source: FakeListerWatcher<KubernetesObject>, time: FakeClock) =>
        until('1', source, isAdded, { clock: time, timeoutMs: 60_000 }),
    ]) {
      const time = clock();
      const waiting = wait(starting(time, time.monotonic() + 5_000), time);
      for (let second = 0; second < 30; second++) await time.advance(1000);
      await waiting;
    }
  });

  test('end it after 10 s with the last error', async () => {
    const time = clock();
    const waiting = untilWithSync(starting(time, Infinity), never, { clock: time, timeoutMs: 300_000 });
    const error = await errorOf(waiting, time);
    expect(error).toMatchObject({ code: 'ERR_WAIT_FAILED', cause: { statusCode: 403 } });
  });

  test('are repeated from the first request on if the client met trouble before', async () => {
    const time = clock();
    const source = new FakeListerWatcher<KubernetesObject>({
      list: (_options, count) => {
        if (count > 2) return { metadata: { resourceVersion: '2' }, items: [object] };
        const error = refusal();
        noteTrouble(error, 9_000);
        throw error;
      },
    });
    const waiting = untilWithSync(source, isAdded, { clock: time, timeoutMs: 60_000 });
    await time.advance(9_000);
    expect((await waiting)?.object).toEqual(object);
  });
});

describe('the error of a timeout', () => {
  test.each([
    ['a server that is down', refused, 'connect ECONNREFUSED'],
    ['429', failure(429, 'TooManyRequests', 'too many'), 'too many (status 429)'],
    ['500', failure(500, 'InternalError', 'broken'), 'broken (status 500)'],
    ['a 404 of a proxy', proxyPage(), 'not here (status 404)'],
  ])('has the failure that lasted: %s', async (_what, error, shown) => {
    const time = clock();
    const source = failing(error, 'pods in namespace shop');
    const waiting = untilWithSync(source, never, { clock: time, timeoutMs: 20_000 });
    expect(await errorOf(waiting, time)).toMatchObject({
      code: 'ERR_WAIT_TIMEOUT',
      message: `timed out after 20000 ms; last error: ${shown}`,
      cause: error,
    });
    expect(source.requests.length).toBeGreaterThan(2);
  });

  test('has the failure of until, too', async () => {
    const time = clock();
    const waiting = until('1', failing(refused), never, { clock: time, timeoutMs: 20_000 });
    expect(await errorOf(waiting, time)).toMatchObject({
      code: 'ERR_WAIT_TIMEOUT',
      message: 'timed out after 20000 ms; last error: connect ECONNREFUSED',
    });
  });

  test.each([true, false])(
    'has the reason for which the client repeats requests, watch-list %s',
    async (useWatchList) => {
      await using server = await ApiServer.start();
      await using clientset = new Clientset({ host: server.url });
      const busy = failure(503, 'ServiceUnavailable', 'overloaded').status;
      server.intercept(() => ({ status: 503, headers: { 'retry-after': '60' }, body: { ...busy } }));
      const pods = clientset.coreV1().pods('default');
      const requested = server.requests.length;
      const stop = new AbortController();
      const waiting = untilWithSync(pods, never, {
        precondition: never,
        signal: stop.signal,
        useWatchList,
      });
      while (server.requests.length === requested) await settle();
      for (let turn = 0; turn < 50; turn++) await settle();
      stop.abort(new Error('enough'));
      await expect(waiting).rejects.toMatchObject({
        code: 'ERR_WAIT_UNSYNCED',
        message: expect.stringMatching(/did not sync: enough; last error: .*\(status 503\)/),
        cause: stop.signal.reason,
      });
      expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    },
  );

  test('has no failure that is over', async () => {
    const time = clock();
    const source = new FakeListerWatcher<KubernetesObject>({
      watchListUnsupported: true,
      list: (_options, count) => {
        if (count === 1) throw refused;
        return { metadata: { resourceVersion: '7' }, items: [] };
      },
      watch: () => new Promise<never>(() => undefined),
    });
    const waiting = untilWithSync(source, never, { clock: time, timeoutMs: 20_000 });
    expect(await errorOf(waiting, time)).toMatchObject({ message: 'timed out after 20000 ms' });
  });
});

describe('the limit', () => {
  test('is 30 s by default, and none with a signal', async () => {
    const time = clock();
    const waiting = untilWithSync(failing(refused), never, { clock: time });
    const ended = waiting.catch((error: unknown) => error);
    await time.advance(29_999);
    const stop = new AbortController();
    const longer = untilWithSync(failing(refused), never, {
      clock: time,
      signal: stop.signal,
      precondition: never,
    });
    const aborted = longer.catch((error: unknown) => error);
    await time.advance(1);
    expect(await ended).toMatchObject({ code: 'ERR_WAIT_TIMEOUT' });
    await time.advance(3_600_000);
    stop.abort();
    expect(await aborted).toMatchObject({ code: 'ERR_WAIT_UNSYNCED' });
  });

  test('may be none, if the caller says so', async () => {
    const object = { metadata: { name: 'a', resourceVersion: '1' } };
    const source = new FakeListerWatcher<KubernetesObject>({
      list: () => ({ metadata: { resourceVersion: '1' }, items: [object] }),
      watchListUnsupported: true,
    });
    const time = clock();
    const event = await untilWithSync(source, isAdded, { clock: time, timeoutMs: Infinity });
    expect(event?.object).toEqual(object);
    expect(time.pendingTimers).toBe(0);
  });
});

test('a client of a resource takes the options of a Reflector’s call, so a stop ends its requests', async () => {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url });
  const configMaps = clientset.coreV1().configMaps('default');
  const signal = AbortSignal.abort(new Error('stopped'));
  for (const verb of ['list', 'watch'] as const) {
    await expect(configMaps[verb]({ signal })).rejects.toThrow('stopped');
  }
});

function proxyPage(): StatusError {
  const { status } = failure(404, 'NotFound', 'not here');
  const causes = [{ reason: 'UnexpectedServerResponse', message: '<h1>404</h1>' }];
  return new StatusError({ ...status, details: { causes } });
}
