import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { StatusError } from '../../../packages/kube-informers/src/meta/errors.js';
import { coreV1 } from '../../../packages/kube-informers/src/resources/core-v1.js';
import {
  run,
  untilAborted,
} from '../../../packages/kube-informers/src/leaderelection/elector.test-support.js';
import {
  failure,
  FakeLeases,
} from '../../../packages/kube-informers/src/leaderelection/fake-leases.test-support.js';
import { LeaderElector } from '../../../packages/kube-informers/src/leaderelection/leader-elector.js';
import type { Term } from '../../../packages/kube-informers/src/leaderelection/fence.js';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';
import type { Clock } from '../../../packages/kube-informers/src/util/clock.js';
import { noopLogger } from '../../../packages/kube-informers/src/util/logger.js';
import type { LogFields, Logger } from '../../../packages/kube-informers/src/util/logger.js';
import { WorkQueue } from '../../../packages/kube-informers/src/workqueue/work-queue.js';

/** Failures of leader election that users reported, each with the symptom gone. */

const seconds = 1000;

/** A server that can be cut off. */
class Outage {
  readonly server = new FakeLeases();
  isDown = false;
  readonly client = this.server.clientset(async (_call, store) => {
    if (this.isDown) throw failure(503, 'ServiceUnavailable', 'no route to host');
    return store();
  });
}

async function stopped({ stop, ended }: ReturnType<typeof run>): Promise<void> {
  stop.abort();
  await ended;
}

function write(term: Term): Promise<unknown> {
  return term.clientset.resource(coreV1.configMaps, 'default').create({ metadata: { name: 'work' } });
}

// Upstream: JOSDK EventProcessorTest.
test('failure 1: keys that waited when the lease went are still there in the next term', async () => {
  const outage = new Outage();
  const clock = new FakeClock();
  const queue = new WorkQueue({ clock });
  queue.add('default/a');
  const done: string[] = [];
  const work = async (term: Term): Promise<void> => {
    // The first term loses the Lease before it takes a key.
    if (term.transitions === 0) return untilAborted(term);
    for await (const item of queue.items({ signal: term.signal })) {
      done.push(item.key);
      item.done();
    }
  };
  const candidate = run(outage.server, clock, { client: outage.client }, (term) =>
    work(term).catch(() => undefined),
  );
  await settle();
  outage.isDown = true;
  await clock.advance(20 * seconds);
  outage.isDown = false;
  await clock.advance(5 * seconds);
  expect(candidate.terms).toHaveLength(2);
  expect(done).toEqual(['default/a']);
  await stopped(candidate);
});

test('failure 2: losing the lease in an outage does not end the process or the loop', async () => {
  const outage = new Outage();
  const clock = new FakeClock();
  const candidate = run(outage.server, clock, { client: outage.client });
  await settle();
  for (let round = 1; round <= 3; round++) {
    outage.isDown = true;
    await clock.advance(15 * seconds);
    expect(candidate.elector.isLeader).toBe(false);
    outage.isDown = false;
    await clock.advance(5 * seconds);
    expect(candidate.elector.isLeader).toBe(true);
    expect(candidate.terms).toHaveLength(round + 1);
  }
  await stopped(candidate);
});

describe('failure 3: an elector that cannot reach the lease reports it', () => {
  test('by its statistics, and once in the log', async () => {
    const outage = new Outage();
    outage.isDown = true;
    const clock = new FakeClock();
    const lines: string[] = [];
    const log = (_fields: LogFields, message: string): void => void lines.push(message);
    const logger: Logger = { debug: log, info: log, warn: log, error: log };
    const candidate = run(outage.server, clock, { client: outage.client, logger });
    await clock.advance(600 * seconds);
    const { failing, activity } = candidate.elector.stats();
    expect(activity).toBe('candidate');
    expect(failing?.error.message).toBe('no route to host');
    expect(failing?.sinceMs).toBe(Date.UTC(2026, 0, 1));
    expect(failing?.requests).toBeGreaterThan(200);
    expect(lines).toEqual(['leader election request failed, retrying']);
    outage.isDown = false;
    await clock.advance(2 * seconds);
    expect(candidate.elector.stats().failing).toBeUndefined();
    await stopped(candidate);
  });

  test('a Lease that a namespace being deleted refuses is no matter of a Role', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const refusal =
      'leases.coordination.k8s.io "web" is forbidden: unable to create new content in namespace default because it is being terminated';
    const client = server.clientset(async ({ verb }, store) => {
      if (verb === 'create') throw failure(403, 'Forbidden', refusal);
      return store();
    });
    const candidate = run(server, clock, { client, logger: noopLogger });
    await clock.advance(10 * seconds);
    expect(candidate.elector.stats().failing?.error.message).toBe(
      `${refusal}; this was the answer to create leases.coordination.k8s.io "web" in namespace "default"`,
    );
    await stopped(candidate);
  });

  // Upstream: JOSDK LeaderElectionManagerTest.
  test('a missing permission names verb, resource, namespace, and is a process warning without a logger', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const refusal =
      'leases.coordination.k8s.io "web" is forbidden: User "jane" cannot get resource "leases" in API group "coordination.k8s.io" in the namespace "default"';
    let isForbidden = true;
    const client = server.clientset(async (_call, store) => {
      if (isForbidden) throw failure(403, 'Forbidden', refusal);
      return store();
    });
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const candidate = run(server, clock, { client });
    await clock.advance(60 * seconds);
    await setImmediate();
    process.off('warning', onWarning);
    expect(warnings.map(({ message }) => message)).toEqual([
      `leader election default/web: ${refusal}; leader election needs a Role with the verbs get, create and update on leases`,
    ]);
    isForbidden = false;
    await clock.advance(2 * seconds);
    expect(candidate.elector.isLeader).toBe(true);
    await stopped(candidate);
  });

  test.each([
    [
      'without the group',
      '404 page not found',
      { causes: [{ reason: 'UnexpectedServerResponse', message: '404 page not found' }] },
    ],
    ['whose group lacks Leases', 'the server could not find the requested resource', {}],
  ])('a server %s is named', async (_what, message, details) => {
    const server = new FakeLeases();
    const client = server.clientset(async () => {
      // What an API server answers for a path that it does not serve.
      throw new StatusError({
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        code: 404,
        reason: 'NotFound',
        message,
        details,
      });
    });
    const lines: string[] = [];
    const log = (fields: LogFields): void =>
      void lines.push(String((fields['err'] as Error | undefined)?.message));
    const candidate = run(server, new FakeClock(), {
      client,
      logger: { debug: log, info: log, warn: log, error: log },
    });
    await settle();
    expect(lines).toEqual([
      `cannot get leases.coordination.k8s.io "web" in namespace "default": the server at this address does not serve coordination.k8s.io/v1; ${message}`,
    ]);
    await stopped(candidate);
  });
});

test('failure 4: work that ignores the end of its term cannot write when another leads', async () => {
  const outage = new Outage();
  const clock = new FakeClock();
  let end: () => void = () => undefined;
  const hook = new Promise<void>((resolve) => (end = resolve));
  const first = run(outage.server, clock, { identity: 'a', client: outage.client }, () => hook);
  await settle();
  const second = run(outage.server, clock, { identity: 'b' });
  outage.isDown = true;
  await clock.advance(20 * seconds);
  expect(second.terms).toHaveLength(1);
  outage.isDown = false;
  const [term] = first.terms;
  if (term === undefined) throw new Error('a never led');
  await expect(write(term)).rejects.toMatchObject({ code: 'ERR_LEADERSHIP_LOST' });
  expect(outage.server.objects.has('configmaps/work')).toBe(false);
  expect(first.elector.stats()).toMatchObject({ activity: 'ending', isLeader: false });
  end();
  await stopped(first);
  await stopped(second);
});

describe('failure 5: after a pause or with clock trouble a term is not valid', () => {
  /** Clocks that jump without running timers, as after SIGSTOP, sleep, or in a blocked event loop. */
  function jumping(): { fake: FakeClock; clock: Clock; jump: { wallMs: number; monotonicMs: number } } {
    const fake = new FakeClock();
    const jump = { wallMs: 0, monotonicMs: 0 };
    const clock: Clock = {
      now: () => fake.now() + jump.wallMs,
      monotonic: () => fake.monotonic() + jump.monotonicMs,
      setTimer: (callback, delayMs) => fake.setTimer(callback, delayMs),
      sleep: (delayMs, options) => fake.sleep(delayMs, options),
    };
    return { fake, clock, jump };
  }

  test.each([
    ['both clocks go on (SIGSTOP, a blocked event loop)', { wallMs: 10_000, monotonicMs: 10_000 }, false],
    ['the monotonic clock stands still (sleep)', { wallMs: 10_000, monotonicMs: 0 }, false],
    ['the wall clock is set back meanwhile', { wallMs: -3_600_000, monotonicMs: 10_000 }, false],
    ['the wall clock is set back', { wallMs: -3_600_000, monotonicMs: 0 }, true],
    ['less time than the validity passes', { wallMs: 9999, monotonicMs: 9999 }, true],
  ])('%s', async (_what, passed, isValid) => {
    const { fake, clock, jump } = jumping();
    const server = new FakeLeases();
    const candidate = run(server, fake, { clock });
    await settle();
    const [term] = candidate.terms;
    if (term === undefined) throw new Error('it never led');
    Object.assign(jump, passed);
    // No timer has fired, and nothing has awaited.
    expect(term.isValid).toBe(isValid);
    expect(term.signal.aborted).toBe(!isValid);
    if (!isValid) {
      expect(() => term.assertValid()).toThrow('was not renewed within 10000 ms');
      await expect(write(term)).rejects.toMatchObject({ code: 'ERR_LEADERSHIP_LOST' });
      Object.assign(jump, { wallMs: 0, monotonicMs: 0 });
      expect(term.isValid).toBe(false);
    }
    await stopped(candidate);
  });
});

test('failure 6: after a clean exit the next candidate leads within its retry period', async () => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const first = run(server, clock, { identity: 'a' });
  await settle();
  const second = run(server, clock, { identity: 'b' });
  await clock.advance(5 * seconds);
  await stopped(first);
  await clock.advance(2 * seconds);
  expect(second.elector.isLeader).toBe(true);
  await stopped(second);
});

test('failure 7: a standby is healthy, so that a rollout can replace the leader', async () => {
  const server = new FakeLeases();
  server.put({ holderIdentity: 'old', leaseDurationSeconds: 3600, renewTime: '2026-01-01T00:00:00.000000Z' });
  const clock = new FakeClock();
  const candidate = run(server, clock);
  await clock.advance(600 * seconds);
  expect(() => candidate.elector.check()).not.toThrow();
  expect(candidate.elector.stats()).toMatchObject({
    activity: 'candidate',
    leader: 'old',
    failing: undefined,
  });
  await stopped(candidate);
});

describe('failure 8: the lease is released early only if no work can follow', () => {
  test('after the loop body has ended', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const elector = new LeaderElector(server.clientset(), {
      namespace: 'default',
      name: 'web',
      identity: 'a',
      clock,
    });
    let whileWorking: string | undefined;
    const loop = async (): Promise<void> => {
      for await (const term of elector.terms()) {
        await clock.sleep(30 * seconds);
        await write(term);
        whileWorking = server.spec.holderIdentity;
        break;
      }
    };
    const ended = loop();
    await clock.advance(30 * seconds);
    await ended;
    expect(whileWorking).toBe('a');
    expect(server.spec.holderIdentity).toBe('');
  });

  test('not while a write without a response may still be carried out', async () => {
    const server = new FakeLeases();
    const clock = new FakeClock();
    const client = server.clientset((call, store) =>
      call.target.startsWith('configmaps/')
        ? new Promise((_resolve, reject) => {
            call.signal?.addEventListener('abort', () => reject(call.signal?.reason as Error));
          })
        : Promise.resolve().then(store),
    );
    const candidate = run(server, clock, { identity: 'a', client }, (term) =>
      write(term).catch(() => undefined),
    );
    await settle();
    await stopped(candidate);
    expect(server.spec.holderIdentity).toBe('a');
    expect(candidate.elector.stats()).toMatchObject({ releases: 0, leftToExpire: 1 });
  });
});

test('failure 9: an elector takes part again after a cancel', async () => {
  const outage = new Outage();
  const clock = new FakeClock();
  const elector = new LeaderElector(outage.client, { namespace: 'default', name: 'web', clock });
  const transitions: number[] = [];
  for (let round = 0; round < 3; round++) {
    const stop = new AbortController();
    for await (const term of elector.terms({ signal: stop.signal })) {
      transitions.push(term.transitions);
      stop.abort();
    }
  }
  expect(transitions).toEqual([0, 1, 2]);
  expect(clock.pendingTimers).toBe(0);
  // It also leads again after it has lost the Lease, as before the cancels.
  const stop = new AbortController();
  const again = (async () => {
    for await (const term of elector.terms({ signal: stop.signal })) {
      transitions.push(term.transitions);
      await untilAborted(term);
    }
  })();
  await settle();
  outage.isDown = true;
  await clock.advance(15 * seconds);
  outage.isDown = false;
  await clock.advance(5 * seconds);
  expect([elector.isLeader, transitions.length]).toEqual([true, 5]);
  stop.abort();
  await again;
});

test.each([2, 5])('failure 32: %i candidates without a difference do not block each other', async (count) => {
  const server = new FakeLeases();
  const clock = new FakeClock();
  const candidates = Array.from({ length: count }, (_, index) =>
    run(server, clock, { identity: `${index}` }),
  );
  const leading = (): number => candidates.filter(({ elector }) => elector.isLeader).length;
  await clock.advance(3 * seconds);
  expect(leading()).toBe(1);
  // Everybody finds an expired Lease at the same moment, again and again.
  for (let round = 1; round <= 5; round++) {
    server.put({ holderIdentity: 'a crashed one', leaseDurationSeconds: 15, renewTime: `${round}` });
    await clock.advance(30 * seconds);
    expect(leading()).toBe(1);
  }
  expect(candidates.flatMap(({ terms }) => terms).filter(({ isValid }) => isValid)).toHaveLength(1);
  for (const candidate of candidates) await stopped(candidate);
});
