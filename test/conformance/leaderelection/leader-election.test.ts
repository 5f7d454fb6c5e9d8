import { describe, expect, test } from 'vitest';
import { LeaderElector } from '../../../packages/kube-informers/src/leaderelection/leader-elector.js';
import {
  run,
  untilAborted,
} from '../../../packages/kube-informers/src/leaderelection/elector.test-support.js';
import { FakeLeases } from '../../../packages/kube-informers/src/leaderelection/fake-leases.test-support.js';
import { leaseSpecOf, recordOf } from '../../../packages/kube-informers/src/leaderelection/lease-lock.js';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';
import type { LeaderElectorOptions } from '../../../packages/kube-informers/src/leaderelection/election-options.js';

const seconds = 1000;
const past = '2020-01-01T00:00:00.000000Z';
const coordinated = { binaryVersion: '1.0.0' };

/** The requests for the Lease: the candidate of coordinated election has its own. */
function verbsOnLease(server: FakeLeases): string[] {
  return server.calls.filter(({ target }) => target === 'leases/web').map(({ verb }) => verb);
}

async function stopped({ stop, ended }: ReturnType<typeof run>): Promise<void> {
  stop.abort();
  await ended;
}

describe('TestLeaderElectionConfigValidation', () => {
  const create = (options: Partial<LeaderElectorOptions>): LeaderElector =>
    new LeaderElector(new FakeLeases().clientset(), {
      namespace: 'default',
      name: 'web',
      ...options,
    });

  test('valid configuration', () => {
    const timings = { leaseDurationMs: 15 * seconds, renewDeadlineMs: 2 * seconds, retryPeriodMs: seconds };
    expect(create({ identity: 'a', ...timings }).identity).toBe('a');
  });

  test('an empty identity is refused', () => {
    expect(() => create({ identity: '' })).toThrow(
      'identity of a LeaderElector must be a non-empty string, got ""',
    );
  });

  test('the identity is the host name and a random UUID by default', () => {
    expect(create({}).identity).toMatch(/^.+_[0-9a-f-]{36}$/);
    expect(create({}).identity).not.toBe(create({}).identity);
  });

  // Upstream: should return an error if it can't create a ResourceLock; should return an error if leader election
  // param incorrect.
  test.each([
    [{ leaseDurationMs: 1500 }, 'leaseDurationMs of a LeaderElector must be a multiple of 1000 above 0'],
    [{ leaseDurationMs: 0 }, 'leaseDurationMs of a LeaderElector must be a multiple of 1000 above 0'],
    [{ leaseDurationMs: Number.NaN }, 'got NaN'],
    [
      { leaseDurationMs: 10_000 },
      'renewDeadlineMs of a LeaderElector must be at most 9000, which is 0.9 × leaseDurationMs (10000), got 10000',
    ],
    [
      { retryPeriodMs: 9000 },
      'renewDeadlineMs of a LeaderElector must be above 10800, which is 1.2 × retryPeriodMs (9000), got 10000',
    ],
    [{ retryPeriodMs: 0 }, 'retryPeriodMs of a LeaderElector must be a number of 1 or more, got 0'],
    [{ renewDeadlineMs: Number.NaN }, 'got NaN'],
    [{ renewDeadlineMs: 2400 }, 'must be above 2400, which is 1.2 × retryPeriodMs (2000), got 2400'],
    [{ renewDeadlineMs: 13_501 }, 'must be at most 13500, which is 0.9 × leaseDurationMs (15000), got 13501'],
    [
      { leaseDurationMs: '15000' as unknown as number },
      'leaseDurationMs of a LeaderElector must be a number, got "15000"',
    ],
    [
      { renewDeadlineMs: '10000' as unknown as number },
      'renewDeadlineMs of a LeaderElector must be a number, got "10000"',
    ],
    [
      { retryPeriodMs: '2000' as unknown as number },
      'retryPeriodMs of a LeaderElector must be a number, got "2000"',
    ],
  ])('refuses %j', (timings, message) => {
    expect(() => create(timings)).toThrow(message);
  });
});

describe('TestTryAcquireOrRenewLeases', () => {
  test('acquire from no object', async () => {
    const server = new FakeLeases();
    const candidate = run(server, new FakeClock(), { identity: 'baz' });
    await settle();
    expect(server.verbs).toEqual(['get', 'create']);
    expect(candidate.elector.isLeader).toBe(true);
    await stopped(candidate);
  });

  test.each([
    ['acquire from object without annotations', undefined, 1],
    ['acquire from unled object', { holderIdentity: '' }, 1],
    ['acquire from led, unacked object', { holderIdentity: 'bing', renewTime: past, leaseTransitions: 4 }, 5],
    [
      'acquire from empty led, acked object',
      { holderIdentity: '', renewTime: '2026-01-01T00:00:00.000000Z', leaseDurationSeconds: 15 },
      1,
    ],
  ])('%s', async (_title, spec, transitions) => {
    const server = new FakeLeases();
    server.put(spec);
    const candidate = run(server, new FakeClock(), { identity: 'baz' });
    await settle();
    expect(server.verbs).toEqual(['get', 'update']);
    expect(server.spec).toMatchObject({ holderIdentity: 'baz', leaseTransitions: transitions });
    expect(candidate.terms[0]?.transitions).toBe(transitions);
    await stopped(candidate);
  });

  // Upstream: kopf test_freeze_mode.py.
  test('acquire from led object with the lease duration seconds', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    server.put({ holderIdentity: 'bing', leaseDurationSeconds: 3, renewTime: past, leaseTransitions: 1 });
    const candidate = run(server, clock, { identity: 'baz', retryPeriodMs: seconds });
    await clock.advance(2999);
    expect(candidate.terms).toHaveLength(0);
    await clock.advance(1);
    expect(candidate.terms[0]?.transitions).toBe(2);
    await stopped(candidate);
  });

  // Upstream: kopf test_freeze_mode.py.
  test("don't acquire from led, acked object", async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    // The holder's clock is an hour behind, which makes no difference.
    server.put({
      holderIdentity: 'bing',
      leaseDurationSeconds: 15,
      renewTime: '2025-12-31T23:00:00.000000Z',
    });
    const candidate = run(server, clock, { identity: 'baz' });
    await clock.advance(14 * seconds);
    expect(new Set(server.verbs)).toEqual(new Set(['get']));
    expect(candidate.elector.leader).toBe('bing');
    await stopped(candidate);
  });

  test('renew already acquired object', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const candidate = run(server, clock, { identity: 'baz' });
    await settle();
    const { acquireTime, renewTime } = server.spec;
    await clock.advance(2 * seconds);
    expect(server.spec).toMatchObject({ holderIdentity: 'baz', acquireTime, leaseTransitions: 0 });
    expect(server.spec.renewTime).not.toBe(renewTime);
    await stopped(candidate);
  });
});

describe('TestTryCoordinatedRenew', () => {
  test("don't acquire from led, acked object", async () => {
    const server = new FakeLeases();
    server.put({ holderIdentity: 'bing', leaseDurationSeconds: 15, renewTime: past });
    const candidate = run(server, new FakeClock(), { identity: 'baz', coordinated });
    await settle();
    expect(verbsOnLease(server)).toEqual(['get']);
    await stopped(candidate);
  });

  test('renew already acquired object', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const strategy = 'OldestEmulationVersion';
    server.put({
      holderIdentity: 'baz',
      leaseDurationSeconds: 15,
      renewTime: past,
      leaseTransitions: 7,
      strategy,
    });
    const candidate = run(server, clock, { identity: 'baz', coordinated });
    await settle();
    expect(verbsOnLease(server)).toEqual(['get', 'update']);
    expect(candidate.terms[0]?.transitions).toBe(7);
    expect(server.spec).toMatchObject({ strategy, leaseTransitions: 7 });
    await clock.advance(2 * seconds);
    expect(verbsOnLease(server)).toEqual(['get', 'update', 'get', 'update']);
    await stopped(candidate);
  });

  test('does not create a Lease or take an expired one', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const candidate = run(server, clock, { identity: 'baz', coordinated });
    await clock.advance(10 * seconds);
    server.put({ holderIdentity: 'bing', leaseDurationSeconds: 1, renewTime: past });
    await clock.advance(60 * seconds);
    expect(new Set(verbsOnLease(server))).toEqual(new Set(['get']));
    await stopped(candidate);
  });

  test('releases the Lease when the server prefers another candidate', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    server.put({ holderIdentity: 'baz', leaseDurationSeconds: 15, renewTime: past });
    const candidate = run(server, clock, { identity: 'baz', coordinated });
    await settle();
    server.put({ ...server.spec, preferredHolder: 'bing' });
    await clock.advance(60 * seconds);
    expect(candidate.terms).toHaveLength(1);
    expect(candidate.terms[0]?.signal.reason).toMatchObject({
      message: 'default/web: baz no longer leads: the server prefers "bing"',
    });
    await stopped(candidate);
  });
});

describe('TestFastPathLeaderElection', () => {
  test('Exercise fast path after lock acquired', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const candidate = run(server, clock);
    await clock.advance(4 * seconds);
    expect(server.verbs).toEqual(['get', 'create', 'update', 'update']);
    expect(candidate.elector.stats().readRenewals).toBe(0);
    await stopped(candidate);
  });

  test('Fallback to slow path after fast path fails', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const candidate = run(server, clock);
    await clock.advance(2 * seconds);
    server.put(server.spec, { team: 'a' });
    await clock.advance(4 * seconds);
    expect(server.verbs).toEqual(['get', 'create', 'update', 'update', 'get', 'update', 'update']);
    expect(candidate.elector.stats()).toMatchObject({ readRenewals: 1, failures: 0, lostTerms: 0 });
    expect(server.spec).toMatchObject({ leaseTransitions: 0, acquireTime: '2026-01-01T00:00:00.000000Z' });
    expect(server.lease?.metadata?.labels).toEqual({ team: 'a' });
    await stopped(candidate);
  });
});

describe('TestReleaseLeaseLeases', () => {
  test('release acquired lock from no object', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    server.put({ holderIdentity: '', leaseTransitions: 3 });
    const first = run(server, clock, { identity: 'a' });
    await settle();
    const second = run(server, clock, { identity: 'b' });
    await clock.advance(1000);
    await stopped(first);
    expect(server.spec).toEqual({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      leaseTransitions: 4,
      acquireTime: '2026-01-01T00:00:01.000001Z',
      renewTime: '2026-01-01T00:00:01.000001Z',
    });
    await clock.advance(1000);
    expect(second.terms[0]?.transitions).toBe(5);
    await stopped(second);
  });
});

test('TestReleaseMethodCallsGet: reads the Lease before the release', async () => {
  const server = new FakeLeases();
  const candidate = run(server, new FakeClock());
  await settle();
  server.verbs.length = 0;
  await stopped(candidate);
  expect(server.verbs).toEqual(['get', 'update']);
});

test('TestReleaseRetriesOnConflict: reads again when the Lease changed after the read', async () => {
  const server = new FakeLeases();
  let changes = 0;
  const client = server.clientset(async (call, store) => {
    const isRelease =
      (call.body as { spec?: { holderIdentity?: string } } | undefined)?.spec?.holderIdentity === '';
    if (isRelease && changes++ < 2) server.put(server.spec);
    return store();
  });
  const candidate = run(server, new FakeClock(), { client });
  await settle();
  await stopped(candidate);
  expect(server.verbs).toEqual(['get', 'create', 'get', 'update', 'get', 'update', 'get', 'update']);
  expect(server.spec.holderIdentity).toBe('');
});

describe('TestReleaseOnCancellation_Leases', () => {
  test.each([
    ['release acquired lock on cancellation of update', 'update'],
    ['release acquired lock on cancellation of get', 'get'],
  ] as const)('%s', async (_title, verb) => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const events: string[] = [];
    let isHanging = false;
    let hangs = 0;
    const client = server.clientset((call, store) => {
      if (!isHanging || call.verb !== verb) return Promise.resolve().then(store);
      isHanging = false;
      hangs++;
      // Stored, but the response never comes.
      store();
      return new Promise(() => undefined);
    });
    const candidate = run(server, clock, {
      identity: 'baz',
      client,
      events: { event: ({ note, reason, regarding }) => events.push(`${reason} ${regarding.kind}: ${note}`) },
    });
    await settle();
    // A renewal reads the Lease only after a conflict.
    if (verb === 'get') server.put(server.spec, { team: 'a' });
    isHanging = true;
    await clock.advance(2 * seconds);
    expect(hangs).toBe(1);
    await stopped(candidate);
    expect(server.spec.holderIdentity).toBe('');
    expect(events).toEqual([
      'LeaderElection Lease: baz became leader',
      'LeaderElection Lease: baz stopped leading',
    ]);
  });

  test('a cancel while the Lease is being taken releases it', async () => {
    const server = new FakeLeases();
    const client = server.clientset((call, store) => {
      if (call.verb !== 'create') return Promise.resolve().then(store);
      store();
      return new Promise(() => undefined);
    });
    const candidate = run(server, new FakeClock(), { client });
    await settle();
    await stopped(candidate);
    expect(candidate.terms).toHaveLength(0);
    expect(server.spec.holderIdentity).toBe('');
  });
});

test('TestLeaseSpecToLeaderElectionRecordRoundTrip: nothing is lost', () => {
  const spec = {
    holderIdentity: 'a',
    leaseDurationSeconds: 15,
    acquireTime: '2026-01-01T00:00:00.123456Z',
    renewTime: '2026-01-01T00:00:02.654321Z',
    leaseTransitions: 6,
    strategy: 'OldestEmulationVersion',
    preferredHolder: 'b',
  };
  expect(leaseSpecOf(recordOf({ spec }))).toEqual(spec);
});

test('TestCheckMethodRace: health can be read while a renewal is under way', async () => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const client = server.clientset(async (_call, store) => {
    await clock.sleep(500);
    return store();
  });
  const candidate = run(server, clock, { client });
  for (let step = 0; step < 50; step++) {
    await clock.advance(100);
    expect(() => candidate.elector.check()).not.toThrow();
  }
  candidate.stop.abort();
  await clock.advance(2000);
  await candidate.ended;
});

describe('TestLeaderElectionHealthChecker', () => {
  /** A leader whose work ignores the end of its term. */
  async function stuck(): Promise<{ clock: FakeClock; candidate: ReturnType<typeof run>; end: () => void }> {
    const clock = new FakeClock();
    let end: () => void = () => undefined;
    const work = new Promise<void>((resolve) => (end = resolve));
    const server = new FakeLeases();
    let isDown = false;
    const client = server.clientset((_call, store) =>
      isDown ? new Promise(() => undefined) : Promise.resolve().then(store),
    );
    const candidate = run(server, clock, { client }, () => work);
    await settle();
    isDown = true;
    const recover = (): void => {
      isDown = false;
      end();
    };
    return { clock, candidate, end: recover };
  }

  test('call check when the lease is far expired', async () => {
    const { clock, candidate, end } = await stuck();
    await clock.advance(16 * seconds);
    expect(() => candidate.elector.check()).toThrow(
      'default/web: the work of a term goes on, but its Lease was last renewed 16000 ms ago and lasts 15000 ms',
    );
    expect(candidate.elector.stats().activity).toBe('ending');
    end();
    await stopped(candidate);
  });

  test('call check when the lease is far expired but held by another server', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    server.put({ holderIdentity: 'bing', leaseDurationSeconds: 600, renewTime: past });
    const candidate = run(server, clock);
    await clock.advance(100 * seconds);
    expect(() => candidate.elector.check()).not.toThrow();
    await stopped(candidate);
  });

  test('call check when the lease is not expired', async () => {
    const { clock, candidate, end } = await stuck();
    await clock.advance(15 * seconds);
    expect(() => candidate.elector.check()).not.toThrow();
    end();
    await stopped(candidate);
  });

  test('call check when the lease is expired but inside the timeout', async () => {
    const { clock, candidate, end } = await stuck();
    await clock.advance(24 * seconds);
    expect(() => candidate.elector.check({ toleranceMs: 10 * seconds })).not.toThrow();
    expect(() => candidate.elector.check()).toThrow('its Lease was last renewed 24000 ms ago');
    end();
    await stopped(candidate);
  });
});

describe('timings', () => {
  test.each([
    [0, 2000],
    [0.5, 3200],
    [0.999, 4397.6],
  ])(
    'a candidate reads the Lease after 1 to 2.2 retry periods: random %d, %d ms',
    async (random, delayMs) => {
      const server = new FakeLeases();
      const clock = new FakeClock();
      server.put({ holderIdentity: 'bing', leaseDurationSeconds: 600, renewTime: past });
      const candidate = run(server, clock, { random: () => random });
      await settle();
      expect(server.verbs).toEqual(['get']);
      await clock.advance(delayMs - 0.1);
      expect(server.verbs).toEqual(['get']);
      await clock.advance(0.2);
      expect(server.verbs).toEqual(['get', 'get']);
      await stopped(candidate);
    },
  );

  test.each([
    ['half of the renew deadline', {}, 5000],
    ['at least a second', { leaseDurationMs: 2000, renewDeadlineMs: 1500, retryPeriodMs: 500 }, 1000],
  ])('a request is aborted after %s', async (_limit, timings, limitMs) => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const requests: AbortSignal[] = [];
    const client = server.clientset(({ signal }) => {
      if (signal !== undefined) requests.push(signal);
      return new Promise(() => undefined);
    });
    const candidate = run(server, clock, { client, ...timings });
    await settle();
    await clock.advance(limitMs - 1);
    expect(requests.map(({ aborted }) => aborted)).toEqual([false]);
    await clock.advance(1);
    expect(requests.map(({ aborted }) => aborted)).toEqual([true]);
    expect(requests[0]?.reason).toMatchObject({
      code: 'ERR_TIMEOUT',
      message: `get of the Lease default/web took longer than ${limitMs} ms`,
    });
    await stopped(candidate);
  });
});

describe('controller-runtime', () => {
  test("should set the leaselocks's label field when LeaderElectionLabels is set", async () => {
    const server = new FakeLeases();
    const candidate = run(server, new FakeClock(), { labels: { app: 'web' } });
    await settle();
    expect(server.lease?.metadata?.labels).toEqual({ app: 'web' });
    await stopped(candidate);
  });

  test('should default RenewDeadline and the other timings', async () => {
    const server = new FakeLeases();
    const candidate = run(server, new FakeClock());
    await settle();
    expect(server.spec.leaseDurationSeconds).toBe(15);
    expect(candidate.terms[0]?.validForMs).toBe(10 * seconds);
    await stopped(candidate);
  });

  test('should release lease if ElectionReleaseOnCancel is true, and keep it if false', async () => {
    const server = new FakeLeases();
    const candidate = run(server, new FakeClock(), { identity: 'a', releaseOnCancel: false });
    await settle();
    await stopped(candidate);
    expect(server.spec.holderIdentity).toBe('a');
    expect(candidate.elector.stats()).toMatchObject({ releases: 0, leftToExpire: 1 });
  });

  // Upstream: should only cancel the leader election after all runnables are done.
  test('releases only after the work of the term has ended', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const candidate = run(server, clock, { identity: 'a' }, async (term) => {
      await untilAborted(term);
      await clock.sleep(3 * seconds);
    });
    await settle();
    candidate.stop.abort();
    await clock.advance(2999);
    expect(server.spec.holderIdentity).toBe('a');
    await clock.advance(1);
    await candidate.ended;
    expect(server.spec.holderIdentity).toBe('');
  });

  // Upstream: should return an error if namespace not set and not running in cluster; JOSDK LeaderElectionManagerTest.
  test('should return an error if namespace not set', () => {
    const options = { name: 'web' } as never;
    expect(() => new LeaderElector(new FakeLeases().clientset(), options)).toThrow(
      'namespace of a LeaderElector must be a name, got undefined',
    );
  });
});
