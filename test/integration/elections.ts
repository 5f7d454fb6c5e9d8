import { expect } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { electionLeases } from '../../packages/kube-informers/src/leaderelection/lease-lock.js';
import { LeaderElector } from '../../packages/kube-informers/src/leaderelection/leader-elector.js';
import type { Term } from '../../packages/kube-informers/src/leaderelection/fence.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';

/** Elections on a server, in real time: what a test of each server calls; `program` is the client of the candidates. */

const timings = { leaseDurationMs: 3000, renewDeadlineMs: 2500, retryPeriodMs: 200 };

/** A candidate that leads until it is stopped, and its first term. */
class Candidate {
  readonly elector: LeaderElector;
  readonly firstTerm: Promise<Term>;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;

  constructor(client: Clientset, namespace: string, identity: string, releaseOnCancel = true) {
    this.elector = new LeaderElector(client, {
      namespace,
      name: 'web',
      identity,
      releaseOnCancel,
      ...timings,
    });
    let lead: (term: Term) => void = () => undefined;
    this.firstTerm = new Promise((resolve) => (lead = resolve));
    this.#ended = this.#iterate(lead);
  }

  async #iterate(lead: (term: Term) => void): Promise<void> {
    for await (const term of this.elector.terms({ signal: this.#stop.signal })) {
      lead(term);
      await new Promise((resolve) => term.signal.addEventListener('abort', resolve));
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }
}

/** The second candidate leads once the first has stopped, and the first can no longer write. */
export async function takesOverAfterStop(
  clientset: Clientset,
  namespace: string,
  program = clientset,
): Promise<void> {
  const first = new Candidate(program, namespace, 'first');
  const term = await first.firstTerm;
  await term.clientset.resource(coreV1.configMaps, namespace).create({ metadata: { name: 'work' } });
  const second = new Candidate(program, namespace, 'second');
  await first.stop();
  expect(first.elector.stats()).toMatchObject({ releases: 1, failures: 0 });
  const next = await second.firstTerm;
  expect(next.transitions).toBe(term.transitions + 1);
  await expect(term.clientset.resource(coreV1.configMaps, namespace).delete('work')).rejects.toMatchObject({
    code: 'ERR_LEADERSHIP_LOST',
  });
  await next.clientset.resource(coreV1.configMaps, namespace).delete('work');
  await second.stop();
  const { spec } = await clientset.resource(electionLeases, namespace).get('web');
  expect(spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
}

/** The second candidate leads when the Lease of the first, which ended without a release, has expired. */
export async function takesOverAfterCrash(
  clientset: Clientset,
  namespace: string,
  program = clientset,
): Promise<void> {
  const first = new Candidate(program, namespace, 'first', false);
  const term = await first.firstTerm;
  await first.stop();
  const startMs = performance.now();
  const second = new Candidate(program, namespace, 'second');
  const next = await second.firstTerm;
  expect(next.transitions).toBe(term.transitions + 1);
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(3000);
  await second.stop();
}

/** A Lease in client-go's format is respected until it expires, and then taken. */
export async function contendsWithClientGo(
  clientset: Clientset,
  namespace: string,
  program = clientset,
): Promise<void> {
  const leases = clientset.resource(electionLeases, namespace);
  const time = '2026-01-01T00:00:00.123456Z';
  await leases.create({
    metadata: { name: 'web', labels: { owner: 'client-go' } },
    spec: {
      holderIdentity: 'go_5f6c',
      leaseDurationSeconds: 1,
      acquireTime: time,
      renewTime: time,
      leaseTransitions: 41,
    },
  });
  const startMs = performance.now();
  const candidate = new Candidate(program, namespace, 'ours');
  const term = await candidate.firstTerm;
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(1000);
  expect(term.transitions).toBe(42);
  const lease = await leases.get('web');
  expect(lease.spec).toMatchObject({ holderIdentity: 'ours', leaseDurationSeconds: 3, leaseTransitions: 42 });
  expect(lease.spec?.renewTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(lease.metadata?.labels).toEqual({ owner: 'client-go' });
  await candidate.stop();
}

/** A Lease that is deleted while it is led is created again, and the standby does not take it. */
export async function outlivesADeletedLease(
  clientset: Clientset,
  namespace: string,
  program = clientset,
): Promise<void> {
  const first = new Candidate(program, namespace, 'first');
  const term = await first.firstTerm;
  const second = new Candidate(program, namespace, 'second');
  while (second.elector.leader !== 'first') await systemClock.sleep(20);
  const leases = clientset.resource(electionLeases, namespace);
  const before = await leases.get('web');
  await leases.delete('web');
  const renewals = (): number => first.elector.stats().renewals;
  for (const since = renewals(); renewals() < since + 5; await systemClock.sleep(20))
    expect([term.isValid, second.elector.isLeader]).toEqual([true, false]);
  const after = await leases.get('web');
  expect(after.metadata?.uid).not.toBe(before.metadata?.uid);
  expect(after.spec).toMatchObject({ holderIdentity: 'first', leaseTransitions: term.transitions });
  await first.stop();
  // It waits in case someone else led the Lease that was deleted.
  expect((await second.firstTerm).transitions).toBe(term.transitions + 1);
  await second.stop();
}
