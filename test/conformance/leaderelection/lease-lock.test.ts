import { describe, expect, test } from 'vitest';
import { run } from '../../../packages/kube-informers/src/leaderelection/elector.test-support.js';
import { FakeLeases } from '../../../packages/kube-informers/src/leaderelection/fake-leases.test-support.js';
import {
  LeaseLock,
  leaseSpecOf,
  microTime,
  recordOf,
} from '../../../packages/kube-informers/src/leaderelection/lease-lock.js';
import type { LeaderElectionRecord } from '../../../packages/kube-informers/src/leaderelection/lease-lock.js';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';

const { signal } = new AbortController();
const record: LeaderElectionRecord = {
  holderIdentity: 'a',
  leaseDurationSeconds: 15,
  acquireTime: '2026-01-01T00:00:00.000000Z',
  renewTime: '2026-01-01T00:00:02.000000Z',
  leaderTransitions: 1,
  strategy: '',
  preferredHolder: '',
};

function lockOf(server: FakeLeases, labels?: Record<string, string>): LeaseLock {
  return new LeaseLock({ client: server.clientset(), namespace: 'default', name: 'web', labels });
}

test('TestGet: returns the stored record', async () => {
  const server = new FakeLeases();
  server.put(leaseSpecOf(record));
  const lease = await lockOf(server).get(signal);
  expect(lease && recordOf(lease)).toEqual(record);
});

test('TestGetError: a missing Lease is undefined', async () => {
  expect(await lockOf(new FakeLeases()).get(signal)).toBeUndefined();
});

test('TestCreateError: a second create is refused', async () => {
  const lock = lockOf(new FakeLeases());
  await lock.create(record, signal);
  await expect(lock.create(record, signal)).rejects.toMatchObject({ reason: 'AlreadyExists' });
});

test('TestUpdateError: a change since the read is a Conflict', async () => {
  const server = new FakeLeases();
  const lock = lockOf(server);
  const lease = await lock.create(record, signal);
  server.put(leaseSpecOf(record));
  await expect(lock.update(lease, record, signal)).rejects.toMatchObject({ reason: 'Conflict' });
});

describe('labels', () => {
  test('TestUpdateWithNilLabelsOnLease: a Lease without labels gets them', async () => {
    const server = new FakeLeases();
    server.put(leaseSpecOf(record));
    const lock = lockOf(server, { app: 'web' });
    const lease = await lock.get(signal);
    const updated = await lock.update(lease ?? {}, record, signal);
    expect(updated.metadata?.labels).toEqual({ app: 'web' });
  });

  test('TestUpdateWithNilLabelsOnLeaseLock: a lock without labels keeps those of the Lease', async () => {
    const server = new FakeLeases();
    server.put(leaseSpecOf(record), { team: 'a' });
    const lock = lockOf(server);
    const updated = await lock.update((await lock.get(signal)) ?? {}, record, signal);
    expect(updated.metadata?.labels).toEqual({ team: 'a' });
  });

  test('TestLabelUpdate: own labels are set again, others stay', async () => {
    const server = new FakeLeases();
    server.put(leaseSpecOf(record), { team: 'a', app: 'other' });
    const lock = lockOf(server, { app: 'web' });
    const updated = await lock.update((await lock.get(signal)) ?? {}, record, signal);
    expect(updated.metadata?.labels).toEqual({ team: 'a', app: 'web' });
  });
});

describe('TestLeaseConversion', () => {
  test('absent fields are zero values', () => {
    const zero = {
      ...record,
      holderIdentity: '',
      leaseDurationSeconds: 0,
      acquireTime: '',
      renewTime: '',
      leaderTransitions: 0,
    };
    expect(recordOf({})).toEqual(zero);
    expect(leaseSpecOf(zero)).toEqual({ holderIdentity: '', leaseDurationSeconds: 0, leaseTransitions: 0 });
  });

  test('strategy and preferredHolder are kept', () => {
    const both = { ...record, strategy: 'OldestEmulationVersion', preferredHolder: 'b' };
    expect(recordOf({ spec: leaseSpecOf(both) })).toEqual(both);
  });

  test('fields of a wrong type count as absent', () => {
    const spec = { holderIdentity: 7, leaseDurationSeconds: -1, leaseTransitions: 1.5, renewTime: null };
    expect(recordOf({ spec: spec as never })).toMatchObject({
      holderIdentity: '',
      leaseDurationSeconds: 0,
      leaderTransitions: 0,
      renewTime: '',
    });
  });

  test('times have six digits, and two writes of one millisecond differ', () => {
    expect(microTime(Date.UTC(2026, 0, 1, 0, 0, 0, 5))).toBe('2026-01-01T00:00:00.005000Z');
    expect(microTime(Date.UTC(2026, 0, 1, 0, 0, 0, 5), 1001)).toBe('2026-01-01T00:00:00.005001Z');
  });
});

test('TestRecordEventSuccess: the event is about the Lease', async () => {
  const server = new FakeLeases();
  const events: unknown[] = [];
  const { stop, ended } = run(server, new FakeClock(), {
    identity: 'a',
    events: { event: (event) => events.push(event) },
  });
  await settle();
  expect(events).toEqual([
    {
      regarding: {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        namespace: 'default',
        name: 'web',
        uid: 'uid-0',
        resourceVersion: '1',
      },
      type: 'Normal',
      reason: 'LeaderElection',
      action: 'LeaderElection',
      note: 'a became leader',
    },
  ]);
  stop.abort();
  await ended;
});

test('TestRecordEventNilRecorder: without a recorder nothing happens', async () => {
  const { elector, stop, ended } = run(new FakeLeases(), new FakeClock());
  await settle();
  expect(elector.isLeader).toBe(true);
  stop.abort();
  await ended;
});

test('TestDescribe: messages name the Lease as namespace/name', () => {
  const { elector } = run(new FakeLeases(), new FakeClock(), { namespace: 'prod' }, () => Promise.resolve());
  expect(elector.stats().name).toBe('prod/web');
});
