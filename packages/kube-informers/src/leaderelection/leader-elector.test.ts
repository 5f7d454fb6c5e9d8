import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { StatusError } from '../meta/errors.js';
import { coreV1 } from '../resources/core-v1.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { run } from './elector.test-support.js';
import { LeaderElector } from './leader-elector.js';
import { FakeLeases, failure } from './fake-leases.test-support.js';

const seconds = 1000;

test('leads at once if there is no Lease, renews it, and releases it at the end', async () => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const { elector, terms, stop, ended } = run(server, clock, { identity: 'a' });
  await settle();
  expect(elector.isLeader).toBe(true);
  expect(terms).toHaveLength(1);
  expect(terms[0]).toMatchObject({ identity: 'a', transitions: 0, isValid: true, validForMs: 10 * seconds });
  expect(server.spec).toEqual({
    holderIdentity: 'a',
    leaseDurationSeconds: 15,
    acquireTime: '2026-01-01T00:00:00.000000Z',
    renewTime: '2026-01-01T00:00:00.000000Z',
    leaseTransitions: 0,
  });
  await clock.advance(2 * seconds);
  expect(server.spec).toMatchObject({
    acquireTime: '2026-01-01T00:00:00.000000Z',
    renewTime: '2026-01-01T00:00:02.000001Z',
  });
  stop.abort();
  await ended;
  expect(server.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 0 });
  expect(elector.isLeader).toBe(false);
  expect(elector.stats()).toMatchObject({
    activity: 'stopped',
    terms: 1,
    lostTerms: 0,
    renewals: 1,
    releases: 1,
  });
  expect(clock.pendingTimers).toBe(0);
});

test('a standby leads as soon as the leader has stopped, and not before', async () => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const first = run(server, clock, { identity: 'a' });
  await settle();
  const second = run(server, clock, { identity: 'b' });
  await clock.advance(60 * seconds);
  expect(second.terms).toHaveLength(0);
  expect(second.elector.leader).toBe('a');
  first.stop.abort();
  await first.ended;
  await clock.advance(2 * seconds);
  expect(second.terms[0]).toMatchObject({ transitions: 1, isValid: true });
  second.stop.abort();
  await second.ended;
});

describe('when the server cannot be reached', () => {
  test('the term is over renewDeadlineMs after the last renewal was sent, and the elector leads again later', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    let isDown = false;
    const client = server.clientset(async (_call, store) => {
      if (isDown) throw failure(503, 'ServiceUnavailable');
      return store();
    });
    const { elector, terms, stop, ended } = run(server, clock, { identity: 'a', client });
    await clock.advance(2 * seconds);
    isDown = true;
    await clock.advance(9999);
    expect(elector.isLeader).toBe(true);
    await clock.advance(1);
    expect(elector.isLeader).toBe(false);
    expect(terms[0]?.signal.reason).toMatchObject({ code: 'ERR_LEADERSHIP_LOST' });
    expect(() => terms[0]?.assertValid()).toThrow(
      'default/web: a no longer leads: the Lease was not renewed within 10000 ms',
    );
    expect(elector.stats().failing).toMatchObject({ error: { statusCode: 503 } });
    isDown = false;
    await clock.advance(2 * seconds);
    expect(terms).toHaveLength(2);
    expect(terms[1]).toMatchObject({ isValid: true, transitions: 1 });
    expect(terms[0]?.isValid).toBe(false);
    expect(elector.stats()).toMatchObject({ terms: 2, lostTerms: 1, failing: undefined });
    stop.abort();
    await ended;
  });
});

test.each([
  ['a 503, which is an answer', failure(503, 'ServiceUnavailable'), ''],
  ['a 504, after which it may still be carried out', failure(504, 'Timeout'), 'a'],
])('an elector that stops after a write got %s', async (_what, error, holder) => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const client = server.clientset(async ({ target }, store) => {
    if (target.startsWith('configmaps/')) throw error;
    return store();
  });
  const { terms, stop, ended } = run(server, clock, { identity: 'a', client });
  await settle();
  await expect(
    terms[0]?.clientset.resource(coreV1.configMaps, 'default').create({ metadata: { name: 'work' } }),
  ).rejects.toBe(error);
  stop.abort();
  await ended;
  expect(server.spec.holderIdentity).toBe(holder);
});

test('return() of the terms ends the candidacy while another replica holds the Lease', async () => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const leader = run(server, clock, { identity: 'a' });
  await settle();
  const client = server.clientset();
  const elector = new LeaderElector(client, { namespace: 'default', name: 'web', identity: 'b', clock });
  const terms = elector.terms();
  const next = terms.next();
  await settle();
  expect(await terms.return()).toEqual({ done: true, value: undefined });
  expect(await next).toEqual({ done: true, value: undefined });
  expect(server.spec).toMatchObject({ holderIdentity: 'a' });
  leader.stop.abort();
  await leader.ended;
  expect(clock.pendingTimers).toBe(0);
});

test('terms() with a signal that has aborted sends no request', async () => {
  const server = new FakeLeases();
  const client = server.clientset();
  const elector = new LeaderElector(client, { namespace: 'default', name: 'web', clock: new FakeClock() });
  expect(await elector.terms({ signal: AbortSignal.abort() }).next()).toEqual({
    done: true,
    value: undefined,
  });
  expect(server.verbs).toEqual([]);
  expect(elector.stats().activity).toBe('stopped');
});

test('the terms are iterated once at a time, and again after that', async () => {
  const server = new FakeLeases();
  const { elector, terms, stop, ended } = run(server, new FakeClock());
  await settle();
  await expect(elector.terms().next()).rejects.toMatchObject({
    code: 'ERR_ELECTION_RUNNING',
    message: 'default/web: the terms of this elector are already being iterated',
  });
  // The refused iteration does not end the other one.
  expect(terms[0]?.isValid).toBe(true);
  stop.abort();
  await ended;
  const again = elector.terms();
  expect((await again.next()).value).toMatchObject({ transitions: 1, isValid: true });
  await again.return();
});

test('leaving the loop waits for the release, however slow the server is', async () => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const client = server.clientset(async (_call, store) => {
    await clock.sleep(400);
    return store();
  });
  const elector = new LeaderElector(client, { namespace: 'default', name: 'web', identity: 'a', clock });
  let holderAfterLoop: string | undefined;
  const loop = async (): Promise<void> => {
    for await (const term of elector.terms()) {
      expect(term.isValid).toBe(true);
      break;
    }
    holderAfterLoop = server.spec.holderIdentity;
  };
  const ended = loop();
  await clock.advance(2000);
  await ended;
  expect(holderAfterLoop).toBe('');
});

test('terms() leaves no listener on its signal', async () => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const elector = new LeaderElector(server.clientset(), { namespace: 'default', name: 'web', clock });
  const { signal } = new AbortController();
  for (let round = 0; round < 3; round++) {
    for await (const term of elector.terms({ signal })) {
      expect(term.transitions).toBe(round);
      break;
    }
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('check() fails for a leader whose Lease expired while no timer could fire', async () => {
  const server = new FakeLeases();
  const fake = new FakeClock();
  let blockedMs = 0;
  const clock = {
    now: () => fake.now() + blockedMs,
    monotonic: () => fake.monotonic() + blockedMs,
    setTimer: fake.setTimer.bind(fake),
    sleep: fake.sleep.bind(fake),
  };
  const { elector, stop, ended } = run(server, fake, { clock });
  await settle();
  blockedMs = 15 * seconds;
  expect(() => elector.check()).not.toThrow();
  blockedMs = 15 * seconds + 1;
  expect(() => elector.check()).toThrow(expect.objectContaining({ code: 'ERR_LEASE_EXPIRED' }));
  // The statistics agree with each other although they are the first to notice.
  expect(elector.stats()).toMatchObject({ activity: 'ending', isLeader: false });
  stop.abort();
  await ended;
});

test('an abort by onNewLeader while the Lease is being taken gives it back', async () => {
  const server = new FakeLeases();
  server.put({ holderIdentity: 'gone', leaseDurationSeconds: 0, renewTime: '2026-01-01T00:00:00.000000Z' });
  const stop = new AbortController();
  const client = server.clientset();
  const elector = new LeaderElector(client, {
    namespace: 'default',
    name: 'web',
    identity: 'a',
    clock: new FakeClock(),
    onNewLeader: () => stop.abort(),
  });
  for await (const term of elector.terms({ signal: stop.signal })) expect(term).toBe('not reached');
  await settle();
  expect(server.spec.holderIdentity).toBe('');
});

test('a namespace that does not exist is reported, once', async () => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const missing = new StatusError({
    status: 'Failure',
    code: 404,
    reason: 'NotFound',
    message: 'namespaces "default" not found',
    details: { name: 'default', kind: 'namespaces' },
  });
  const client = server.clientset((call, store) =>
    call.verb === 'create' ? Promise.reject(missing) : Promise.resolve().then(store),
  );
  const lines: string[] = [];
  const log = (_fields: object, message: string): void => void lines.push(message);
  const { elector, stop, ended } = run(server, clock, {
    client,
    logger: { debug: log, info: log, warn: log, error: log },
  });
  await clock.advance(20 * seconds);
  expect(elector.stats().failing).toMatchObject({
    requests: expect.toSatisfy((count: number) => count > 3) as number,
    error: {
      code: 'ERR_LEASE_ABSENT',
      message:
        'cannot create leases.coordination.k8s.io "web" in namespace "default": the namespace does not exist; create it, or set another in the option namespace',
    },
  });
  expect(lines).toEqual(['leader election request failed, retrying']);
  stop.abort();
  await ended;
});

test('an identity of 1 MB fills neither the log nor the errors', async () => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const lines: unknown[] = [];
  const log = (fields: object, message: string): void => void lines.push({ ...fields, message });
  const other = run(server, clock, { identity: 'x'.repeat(1_000_000) });
  await settle();
  const logger = { debug: log, info: log, warn: log, error: log };
  const { stop, ended } = run(server, clock, { identity: 'b', logger });
  await clock.advance(10 * seconds);
  expect(lines).toContainEqual(expect.objectContaining({ message: 'new leader' }));
  expect(JSON.stringify(lines).length).toBeLessThan(10_000);
  stop.abort();
  other.stop.abort();
  await Promise.all([ended, other.ended]);
});

test('a change of leader is one line in each process', async () => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const lines: string[] = [];
  const loggerOf = (process: string) => {
    const log = ({ leader }: { readonly leader?: unknown }, message: string): void =>
      void lines.push([process, message, leader].join(' ').trim());
    return { debug: log, info: log, warn: log, error: log };
  };
  const a = run(server, clock, { identity: 'a', logger: loggerOf('a') });
  await clock.advance(1);
  const b = run(server, clock, { identity: 'b', logger: loggerOf('b') });
  await clock.advance(5 * seconds);
  expect(lines.splice(0)).toEqual(['a became leader', 'b new leader a']);
  a.stop.abort();
  await a.ended;
  await clock.advance(30 * seconds);
  expect(lines.splice(0)).toEqual(['a released the lease', 'b became leader']);
  b.stop.abort();
  await b.ended;
});
