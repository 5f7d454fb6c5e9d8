import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../testing/fake-clock.js';
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

test('return() of the terms ends the candidacy while another replica holds the Lease', async () => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const leader = run(server, clock, { identity: 'a' });
  await settle();
  const client = server.clientset();
  const elector = new LeaderElector({ client, namespace: 'default', name: 'web', identity: 'b', clock });
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
