import { describe, expect, test, vi } from 'vitest';
import { failure } from '../leaderelection/fake-leases.test-support.js';
import { settle } from '../../../testing/src/fake-clock.js';
import { StatusError } from '../meta/errors.js';
import { noopLogger } from '../util/logger.js';
import type { Clock } from '../util/clock.js';
import { newReplicas, owned } from './sharding.test-support.js';
import { Sharding } from './sharding.js';

const seconds = 1000;
const all = Array.from({ length: 16 }, (_none, slot) => slot);

test('a replica alone owns all slots, renews its Lease, and deletes it at the end', async () => {
  const { start, clock, leases, server } = newReplicas();
  const a = start('a');
  await settle();
  expect(owned(a)).toEqual([all]);
  expect(leases()).toMatchObject([
    {
      metadata: {
        name: 'web-01anm601anm6',
        labels: { 'kube-informers/sharding': 'web' },
        annotations: { 'kube-informers/shard-claims': 'ffff' },
      },
      spec: { holderIdentity: 'a', leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000001Z' },
    },
  ]);
  server.verbs.length = 0;
  await clock.advance(6 * seconds);
  expect(server.verbs).toEqual(['update', 'list', 'update', 'list', 'update', 'list']);
  expect(a.sharding.ranges.isEverything).toBe(true);
  a.stop.abort();
  await a.ended;
  expect(leases()).toEqual([]);
  expect(a.sharding.ranges.isEmpty).toBe(true);
  expect(clock.pendingTimers).toBe(0);
});

test('a replica that joins takes slots within two retry periods, and no slot has two owners', async () => {
  const { start, clock } = newReplicas();
  const a = start('a');
  await settle();
  const b = start('b');
  for (let second = 0; second < 4; second++) {
    await clock.advance(1 * seconds);
    const [ofA = [], ofB = []] = owned(a, b);
    expect(ofA.filter((slot) => ofB.includes(slot))).toEqual([]);
  }
  const [ofA = [], ofB = []] = owned(a, b);
  expect(ofB.length).toBeGreaterThan(0);
  expect([...ofA, ...ofB].toSorted((x, y) => x - y)).toEqual(all);
  expect(a.sharding.stats()).toMatchObject({
    members: [
      { identity: 'a', slots: ofA.length, leaving: false },
      { identity: 'b', slots: ofB.length, leaving: false },
    ],
    releasedSlots: ofB.length,
    lostTerms: 0,
  });
});

test('slots of a replica that crashed are taken when its Lease has expired, and the Lease is removed', async () => {
  const { start, clock, leases } = newReplicas();
  const a = start('a');
  const b = start('b');
  await clock.advance(6 * seconds);
  const [before = []] = owned(b);
  b.disconnect();
  await clock.advance(12 * seconds);
  expect(owned(a, b)).toEqual([all.filter((slot) => !before.includes(slot)), []]);
  await clock.advance(6 * seconds);
  expect(owned(a)).toEqual([all]);
  expect(leases()).toHaveLength(1);
});

describe('handoff', () => {
  test('a slot with a run stays until the run has ended', async () => {
    const { start, clock } = newReplicas();
    const a = start('a');
    await settle();
    const runs = all.map((slot) => a.sharding.enter(slot, () => undefined));
    const b = start('b');
    await clock.advance(20 * seconds);
    const { draining } = a.sharding.stats();
    expect(draining.length).toBeGreaterThan(1);
    expect(owned(b)).toEqual([[]]);
    expect(b.sharding.stats().waiting).toEqual(draining);
    const [first = 0, ...rest] = draining;
    expect(a.sharding.enter(first, () => undefined)).toBeUndefined();
    runs[first]?.end();
    await clock.advance(4 * seconds);
    expect(owned(b)).toEqual([[first]]);
    expect(a.sharding.stats().draining).toEqual(rest);
    for (const run of runs) run?.end();
    await clock.advance(4 * seconds);
    expect(owned(b)).toEqual([draining]);
  });

  test('a slot with two runs stays until both have ended', async () => {
    const { start, clock } = newReplicas();
    const a = start('a');
    await settle();
    const enter = () => all.map((slot) => a.sharding.enter(slot, () => undefined));
    const [first, second] = [enter(), enter()];
    const b = start('b');
    await clock.advance(6 * seconds);
    for (const run of first) run?.end();
    await clock.advance(6 * seconds);
    expect(owned(b)).toEqual([[]]);
    for (const run of second) run?.end();
    await clock.advance(4 * seconds);
    expect(owned(b)).toEqual([all.filter((slot) => !owned(a)[0]?.includes(slot))]);
    expect(owned(b)[0]).not.toEqual([]);
  });

  test('runs are aborted after graceMs', async () => {
    const { start, clock } = newReplicas();
    const a = start('a', { graceMs: 5 * seconds });
    await settle();
    const reasons: Error[] = [];
    const runs = all.map((slot) => a.sharding.enter(slot, (reason) => reasons.push(reason)));
    const b = start('b');
    await clock.advance(6 * seconds);
    expect(reasons).toEqual([]);
    await clock.advance(3 * seconds);
    expect(reasons).toHaveLength(a.sharding.stats().draining.length);
    expect(reasons[0]).toMatchObject({ code: 'ERR_SHARD_DRAINED' });
    for (const run of runs) run?.end();
    await clock.advance(4 * seconds);
    expect(owned(b)[0]).toHaveLength(reasons.length);
  });

  test('a slot with a write that had no response stays until that can no longer arrive', async () => {
    const { start, clock } = newReplicas();
    const a = start('a');
    await settle();
    for (const slot of all) {
      const run = a.sharding.enter(slot, () => undefined);
      run?.unanswered();
      run?.end();
    }
    const b = start('b');
    await clock.advance(4 * seconds);
    expect(owned(b)).toEqual([[]]);
    const { draining } = a.sharding.stats();
    await clock.advance(999);
    expect(a.sharding.stats().draining).toEqual(draining);
    await clock.advance(1);
    expect(a.sharding.stats()).toMatchObject({ draining: [], releasedSlots: draining.length });
    await clock.advance(5 * seconds);
    expect(owned(b)).toEqual([draining]);
  });

  test('a replica that leaves gives up each slot when it has drained', async () => {
    const { start, clock, leases } = newReplicas();
    const a = start('a');
    const b = start('b');
    await clock.advance(6 * seconds);
    const [mine = []] = owned(a);
    const [slot = 0] = mine;
    const run = a.sharding.enter(slot, () => undefined);
    a.stop.abort();
    await clock.advance(4 * seconds);
    expect(owned(a, b)).toEqual([[], all.filter((each) => each !== slot)]);
    expect(a.sharding.stats()).toMatchObject({ activity: 'leaving', draining: [slot] });
    run?.end();
    await clock.advance(4 * seconds);
    await a.ended;
    expect(owned(b)).toEqual([all]);
    expect(leases()).toHaveLength(1);
  });
});

describe("this replica's Lease is in doubt", () => {
  test('writes are refused renewDeadlineMs after the last renewal was sent, and the slots come back', async () => {
    const { start, clock } = newReplicas();
    const a = start('a');
    await clock.advance(2 * seconds);
    const run = a.sharding.enter(3, () => undefined);
    a.disconnect();
    await clock.advance(9999);
    run?.assertValid();
    await clock.advance(1);
    expect(run?.signal.reason).toMatchObject({ code: 'ERR_SHARD_LOST' });
    expect(() => run?.assertValid()).toThrow(
      'default/web: this replica no longer holds its slots: the Lease was not renewed within 10000 ms',
    );
    expect(owned(a)).toEqual([[]]);
    // The caches keep what this replica is to have again.
    expect(a.sharding.ranges.isEverything).toBe(true);
    run?.end();
    a.connect();
    await clock.advance(20 * seconds);
    expect(owned(a)).toEqual([all]);
    expect(() => run?.assertValid()).toThrow('no longer holds its slots');
    expect(a.sharding.stats()).toMatchObject({ lostTerms: 1 });
  });

  test.each(['delete', 'change', 'unlabel'] as const)('someone else %ss it', async (how) => {
    const { start, clock, server, leases } = newReplicas();
    const a = start('a');
    await clock.advance(1 * seconds);
    const run = a.sharding.enter(3, () => undefined);
    const [lease] = leases();
    const name = `leases/${lease?.metadata?.name}`;
    server.objects.delete(name);
    if (how === 'change') {
      const annotations = { 'kube-informers/shard-claims': '0000' };
      const metadata = { ...lease?.metadata, annotations, resourceVersion: '900' };
      server.objects.set(name, { ...lease, metadata });
    }
    if (how === 'unlabel')
      server.objects.set(name, {
        ...lease,
        metadata: { ...lease?.metadata, labels: {}, resourceVersion: '900' },
      });
    await clock.advance(1 * seconds);
    expect(run?.signal.aborted).toBe(true);
    run?.end();
    await clock.advance(10 * seconds);
    expect(owned(a)).toEqual([all]);
  });

  test('a slot that had a run is taken again, by any replica, when a write of that run can no longer arrive', async () => {
    const { start, clock, server, leases } = newReplicas();
    const a = start('a');
    await clock.advance(1 * seconds);
    const runs = all.slice(1).map((slot) => a.sharding.enter(slot, () => undefined));
    server.objects.delete(`leases/${leases()[0]?.metadata?.name}`);
    await clock.advance(1 * seconds);
    for (const run of runs) {
      expect(run?.signal.aborted).toBe(true);
      run?.end();
    }
    const b = start('b');
    await clock.advance(4.9 * seconds);
    expect(owned(a, b).flat()).toEqual([0]);
    await clock.advance(4 * seconds);
    expect(
      owned(a, b)
        .flat()
        .toSorted((x, y) => x - y),
    ).toEqual(all);
    expect(owned(b)[0]?.length).toBeGreaterThan(1);
  });

  test('a write whose response comes after renewDeadlineMs starts no term', async () => {
    const { start, clock } = newReplicas();
    let sleptMs = 0;
    // The machine sleeps between the request and its response: only the wall clock shows it.
    const sleeping: Clock = {
      now: () => clock.now() + sleptMs,
      monotonic: () => clock.monotonic(),
      setTimer: (callback, delayMs) => clock.setTimer(callback, delayMs),
      sleep: (delayMs, options) => clock.sleep(delayMs, options),
    };
    const a = start('a', { clock: sleeping }, async ({ verb }, store) => {
      const stored = store();
      await Promise.resolve();
      if (verb === 'create') sleptMs = 12 * seconds;
      return stored;
    });
    await clock.advance(5 * seconds);
    expect([owned(a), sleptMs]).toEqual([[all], 12 * seconds]);
    expect(a.sharding.stats()).toMatchObject({ lostTerms: 0 });
  });

  test('slots that a write without a response may have given up are not taken before the next write', async () => {
    const { start, clock } = newReplicas();
    const ownedAtWrite: number[] = [];
    const a = start('a', {}, ({ verb, body }, store) => {
      const claims = body?.metadata?.annotations?.['kube-informers/shard-claims'];
      // The write that gives up the slots of b is on its way for ever.
      if (verb === 'update' && claims !== 'ffff') return new Promise(() => undefined);
      if (verb === 'update') ownedAtWrite.push(owned(a)[0]?.length ?? 0);
      return Promise.resolve().then(store);
    });
    await settle();
    const b = start('b');
    await clock.advance(2 * seconds);
    const [kept = []] = owned(a);
    expect(kept.length).toBeLessThan(all.length);
    b.stop.abort();
    await b.ended;
    ownedAtWrite.length = 0;
    await clock.advance(3 * seconds);
    expect(ownedAtWrite[0]).toBe(kept.length);
    expect(owned(a)).toEqual([all]);
  });

  test('a write that is refused is sent again once, then in the next retry period', async () => {
    const { start, clock } = newReplicas();
    let writes = 0;
    const a = start('a', {}, async ({ verb }, store) => {
      await Promise.resolve();
      if (verb === 'update' && writes++ >= 0) throw failure(500, 'InternalError');
      return store();
    });
    await settle();
    start('b');
    await clock.advance(9 * seconds);
    expect(owned(a)[0]?.length).toBeLessThan(all.length);
    expect(writes).toBe(8);
  });
});

test('a Lease whose claims cannot be read counts as claiming everything until it expires', async () => {
  const { start, clock, server } = newReplicas();
  const metadata = {
    namespace: 'default',
    name: 'web-other',
    resourceVersion: '5',
    labels: { 'kube-informers/sharding': 'web' },
    annotations: { 'kube-informers/shard-claims': 'ff' },
  };
  server.objects.set('leases/web-other', { metadata });
  const a = start('zz');
  await clock.advance(14 * seconds);
  expect(owned(a)).toEqual([[]]);
  expect(a.sharding.stats().members[1]).toEqual({
    identity: '',
    lease: 'web-other',
    slots: undefined,
    leaving: false,
    problem: expect.stringContaining('is for 8 slots, this replica has 16'),
  });
  await clock.advance(8 * seconds);
  expect(owned(a)).toEqual([all]);
});

test('a process that starts again with the same identity waits for the Lease of the old one, and gets its slots', async () => {
  const { start, clock } = newReplicas();
  const a = start('a');
  const b = start('b');
  await clock.advance(6 * seconds);
  const [before = []] = owned(b);
  b.disconnect();
  const again = start('b');
  await clock.advance(8 * seconds);
  expect(owned(again)).toEqual([[]]);
  await clock.advance(12 * seconds);
  expect(owned(again)).toEqual([before]);
  expect(owned(a)[0]).toHaveLength(16 - before.length);
});

test('a missing permission is reported with an explanation, and retried', async () => {
  const { server, clock } = newReplicas();
  const refusal =
    'leases.coordination.k8s.io is forbidden: User "jane" cannot list resource "leases" in API group "coordination.k8s.io" in the namespace "default"';
  let isForbidden = true;
  const client = server.clientset(async (_call, store) => {
    if (isForbidden) throw failure(403, 'Forbidden', refusal);
    return store();
  });
  const warnings: string[] = [];
  const logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (_fields: object, message: string) => void warnings.push(message),
    error: () => undefined,
  };
  const sharding = new Sharding(client, { namespace: 'default', name: 'web', clock, logger });
  const stop = new AbortController();
  const ended = sharding.run({ signal: stop.signal });
  await clock.advance(9 * seconds);
  expect(sharding.stats().failing?.error.message).toBe(
    `${refusal}; sharding needs a Role with the verbs list, create, update and delete on leases`,
  );
  expect(warnings).toEqual(['sharding request failed, retrying']);
  isForbidden = false;
  await clock.advance(2 * seconds);
  expect(sharding.stats()).toMatchObject({ failing: undefined, activity: 'running' });
  expect(sharding.stats().owned).toHaveLength(256);
  stop.abort();
  await ended;
});

test('a namespace that does not exist is reported', async () => {
  const { server, clock } = newReplicas();
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
  const sharding = new Sharding(client, { namespace: 'default', name: 'web', clock, logger: noopLogger });
  const stop = new AbortController();
  const ended = sharding.run({ signal: stop.signal });
  await clock.advance(20 * seconds);
  expect(sharding.stats().failing?.error).toMatchObject({
    code: 'ERR_LEASE_ABSENT',
    message:
      'cannot create leases.coordination.k8s.io in namespace "default": the namespace does not exist; create it, or set another in the option namespace',
  });
  stop.abort();
  await clock.advance(20 * seconds);
  await ended;
});

test.each(['create', 'update', 'list'])('a missing permission to %s is reported once', async (forbidden) => {
  const { server, clock } = newReplicas();
  const client = server.clientset(async ({ verb }, store) => {
    if (verb === forbidden && server.calls.length !== 0) throw failure(403, 'Forbidden', 'not you');
    return store();
  });
  const messages: string[] = [];
  const log = (_fields: object, message: string): void => void messages.push(message);
  const logger = { debug: log, info: log, warn: log, error: log };
  const sharding = new Sharding(client, { namespace: 'default', name: 'web', clock, logger });
  const stop = new AbortController();
  const ended = sharding.run({ signal: stop.signal });
  await clock.advance(20 * seconds);
  expect(messages.filter((message) => message.includes('request'))).toEqual([
    'sharding request failed, retrying',
  ]);
  expect(sharding.stats().failing?.requests).toBeGreaterThan(2);
  stop.abort();
  await clock.advance(20 * seconds);
  await ended;
});

test('a replica with another number of slots takes none, and the others keep theirs', async () => {
  const { start, clock } = newReplicas();
  const a = start('a');
  await clock.advance(10 * seconds);
  const b = start('b', { slots: 32 });
  await clock.advance(30 * seconds);
  expect(owned(a, b)).toEqual([all, []]);
  a.stop.abort();
  await clock.advance(6 * seconds);
  expect(owned(b)[0]).toHaveLength(32);
});

test('run throws while it runs, and may be called again afterwards', async () => {
  const { start, clock } = newReplicas();
  const a = start('a');
  await settle();
  await expect(a.sharding.run()).rejects.toMatchObject({ code: 'ERR_SHARDING_RUNNING' });
  a.stop.abort();
  await a.ended;
  const stop = new AbortController();
  const again = a.sharding.run({ signal: stop.signal });
  await clock.advance(1 * seconds);
  expect(owned(a)).toEqual([all]);
  stop.abort();
  await again;
});

/** A logger that collects the warnings. */
function newLog() {
  const warnings: { readonly message: string; readonly fields: Readonly<Record<string, unknown>> }[] = [];
  const ignore = (): void => undefined;
  const warn = (fields: Readonly<Record<string, unknown>>, message: string): void =>
    void warnings.push({ fields, message });
  return { warnings, logger: { debug: ignore, info: ignore, warn, error: ignore } };
}

describe('a Lease with the label that no replica wrote', () => {
  const week = 7 * 24 * 3600;
  const foreign = (
    annotations: Readonly<Record<string, string>>,
    leaseDurationSeconds: number,
    resourceVersion = '5',
  ) => ({
    metadata: {
      namespace: 'default',
      name: 'web-other',
      resourceVersion,
      labels: { 'kube-informers/sharding': 'web' },
      annotations,
    },
    spec: { leaseDurationSeconds },
  });

  test.each([
    [{}, 'is missing'],
    [{ 'kube-informers/shard-claims': 'all' }, 'is not a number of hexadecimal digits'],
    [{ 'kube-informers/shard-claims': 'ff' }, 'is for 8 slots, this replica has 16'],
  ])('with claims %j is logged once, although it is written again', async (annotations, what) => {
    const { start, clock, server } = newReplicas();
    const { warnings, logger } = newLog();
    server.objects.set('leases/web-other', foreign(annotations, 15));
    const a = start('a', { logger });
    for (let version = 6; version < 9; version++) {
      await clock.advance(10 * seconds);
      server.objects.set('leases/web-other', foreign(annotations, 15, `${version}`));
    }
    expect(owned(a)).toEqual([[]]);
    expect(warnings).toEqual([
      {
        message: 'the lease of another replica has a problem',
        fields: {
          sharding: 'default/web',
          lease: 'web-other',
          problem: `its annotation kube-informers/shard-claims ${what}: it counts as claiming all slots, so no other replica takes one until the Lease expires or is deleted`,
        },
      },
    ]);
    expect(a.sharding.stats().members[1]?.problem).toContain(what);
  });

  test('is removed after at most ten times the own Lease duration', async () => {
    const { start, clock, server, leases } = newReplicas();
    server.objects.set('leases/web-other', foreign({ 'kube-informers/shard-claims': 'ffff' }, week));
    const { warnings, logger } = newLog();
    const a = start('a', { logger });
    await clock.advance(149 * seconds);
    expect(owned(a)).toEqual([[]]);
    expect(warnings.map(({ fields }) => fields['problem'])).toEqual([
      'its leaseDurationSeconds is 604800, of which this replica waits for 150, 10 times its own',
    ]);
    await clock.advance(5 * seconds);
    expect(owned(a)).toEqual([all]);
    expect(leases()).toHaveLength(1);
  });

  test('a Lease with up to ten times the own duration is accepted', async () => {
    const { start, clock } = newReplicas();
    const { warnings, logger } = newLog();
    const a = start('a', { leaseDurationMs: 150 * seconds, renewDeadlineMs: 100 * seconds });
    await clock.advance(1 * seconds);
    a.disconnect();
    const b = start('b', { logger });
    await clock.advance(145 * seconds);
    expect(owned(b)).toEqual([[]]);
    await clock.advance(10 * seconds);
    expect(owned(b)).toEqual([all]);
    expect(warnings).toEqual([]);
    a.connect();
  });
});

test('a logger that throws does not disturb a replica', async () => {
  const { start, clock } = newReplicas();
  const fail = (): never => {
    throw new Error('the disk is full');
  };
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const a = start('a', { logger: { debug: fail, info: fail, warn: fail, error: fail } });
  await clock.advance(2 * seconds);
  expect(owned(a)).toEqual([all]);
  a.disconnect();
  await clock.advance(12 * seconds);
  expect(owned(a)).toEqual([[]]);
  a.connect();
  await clock.advance(20 * seconds);
  expect(owned(a)).toEqual([all]);
  // Tests of other files run in this process, and what they left may warn meanwhile.
  const texts = warned.mock.calls.map(([text]) => String(text));
  expect(texts.filter((text) => text.startsWith('a logger'))).toEqual(['a logger failed: the disk is full']);
  warned.mockRestore();
});

describe('invalid input', () => {
  const error = (message: string) => expect.objectContaining({ code: 'ERR_OPTION', message });

  test.each([null, undefined, 'default/a', 5])('owns(%j) throws', (value) => {
    const { sharding } = newReplicas().start('a');
    expect(() => sharding.owns(value as never)).toThrow(
      error(`a Sharding divides Kubernetes objects, got ${value === null ? 'null' : typeof value}`),
    );
  });

  test.each([
    ['undefined', () => undefined],
    ['null', () => null],
    ['number', () => 7],
    ['object', () => ({})],
    ['a Promise', () => Promise.reject(new Error('too late'))],
  ])('a shardBy that returns %s is refused', (shown, shardBy) => {
    const { sharding } = newReplicas().start('a', { shardBy: shardBy as never });
    expect(() => sharding.owns({})).toThrow(
      error(`shardBy of a Sharding must return a string, got ${shown}`),
    );
  });

  test.each([undefined, null, {}, { uid: 5 }, { uid: '' }])(
    'an object with metadata %j belongs to no replica',
    async (metadata) => {
      const { start } = newReplicas();
      const { sharding } = start('a');
      await settle();
      expect(sharding.owns({ metadata } as never)).toBe(false);
    },
  );

  test('check refuses unknown options and negative times', () => {
    const { sharding } = newReplicas().start('a');
    expect(() => sharding.check({ tolerance: 5 } as never)).toThrow(/unknown option "tolerance"/);
    expect(() => sharding.check({ toleranceMs: -1 })).toThrow(
      error('toleranceMs of check of a Sharding must be a number of 0 or more, got -1'),
    );
  });
});

test('check fails while a run goes on after the Lease under which it began has expired', async () => {
  const { start, clock } = newReplicas();
  const a = start('a');
  const { sharding } = a;
  await clock.advance(4 * seconds);
  const run = sharding.enter(3, () => undefined);
  a.disconnect();
  // The Lease was renewed last at 4 s.
  await clock.advance(15 * seconds);
  sharding.check();
  await clock.advance(1 * seconds);
  const expired = expect.objectContaining({
    code: 'ERR_LEASE_EXPIRED',
    message: 'default/web: 1 runs go on, but their Lease was last renewed 16000 ms ago and lasts 15000 ms',
  });
  expect(() => sharding.check()).toThrow(expired);
  sharding.check({ toleranceMs: 1000 });
  // A new Lease does not make the old run right.
  a.connect();
  await clock.advance(20 * seconds);
  expect(sharding.stats().owned).toHaveLength(16);
  expect(() => sharding.check()).toThrow('lasts 15000 ms');
  run?.end();
  sharding.check();
});
