import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { faults, FaultProxy } from '@kube-informers/testing';
import { leaseCandidateDefinition } from './lease-candidate.test-support.js';
import { untilAborted } from './elector.test-support.js';
import { LeaderElector } from './leader-elector.js';
import { LeaseCandidate, leaseCandidates } from './lease-candidate.js';
import type { LeaseCandidateObject } from './lease-candidate.js';

let server: ApiServer;
let clientset: Clientset;

beforeEach(async () => {
  server = await ApiServer.start({ runtimeConfig: { 'coordination.k8s.io/v1beta1': true } });
  clientset = new Clientset({ host: server.url });
  await clientset
    .apiextensionsV1()
    .customResourceDefinitions()
    .create(leaseCandidateDefinition as never);
});

afterEach(async () => {
  await clientset.close();
  await server.stop();
});

test.each([
  ['in the year 9999', '9999-12-31T23:59:59.999999Z'],
  ['that is not a time', 'tomorrow'],
])('a ping %s is answered once', async (_what, pingTime) => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const errors: Error[] = [];
  const candidates = clientset.resource(leaseCandidates, 'default');
  await candidates.create({ metadata: { name: 'web-1' }, spec: { leaseName: 'web', pingTime } });
  const stored: LeaseCandidateObject[] = [];
  const watch = await candidates.watch({});
  const seen = (async (): Promise<void> => {
    for await (const event of watch) if (event.type === 'MODIFIED') stored.push(event.object);
  })();
  let renewals = 0;
  const ended = new LeaseCandidate({
    client: clientset,
    namespace: 'default',
    name: 'web-1',
    leaseName: 'web',
    coordination: { binaryVersion: '1.2.0' },
    clock,
    random: () => 0,
    onError: (error) => errors.push(error),
    onSuccess: () => void renewals++,
  }).run({ signal: stop.signal });
  // The candidate sleeps, and no event wakes it: other writes to the object arrive after the answer.
  while (renewals === 0) await setImmediate();
  for (const touched of ['1', '2', '3']) {
    const current = await candidates.get('web-1');
    await candidates.update({ ...current, metadata: { ...current.metadata, labels: { touched } } });
    while (stored.at(-1)?.metadata?.labels?.['touched'] !== touched) await setImmediate();
  }
  for (let turn = 0; turn < 200; turn++) await setImmediate();
  expect(renewals).toBeLessThanOrEqual(2);
  const { renewTime } = stored.at(-1)?.spec ?? {};
  expect(renewTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(errors).toEqual([]);
  stop.abort();
  watch.stop();
  await Promise.all([ended, seen]);
});

test('a candidate that the server removed is created again at once, and it watches only itself', async () => {
  const stop = new AbortController();
  const candidates = clientset.resource(leaseCandidates, 'default');
  const uids = new Set<string>();
  const watch = await candidates.watch({});
  const seen = (async (): Promise<void> => {
    for await (const { type, object } of watch) if (type === 'ADDED') uids.add(object.metadata?.uid ?? '');
  })();
  const ended = new LeaseCandidate({
    client: clientset,
    namespace: 'default',
    name: 'web-1',
    leaseName: 'web',
    coordination: { binaryVersion: '1.2.0' },
    clock: new FakeClock(),
    random: () => 0,
    onError: () => undefined,
    onSuccess: () => undefined,
  }).run({ signal: stop.signal });
  while (uids.size === 0) await setImmediate();
  const { spec } = await candidates.get('web-1');
  expect(spec).toMatchObject({ binaryVersion: '1.2.0', emulationVersion: '1.2.0' });
  await candidates.delete('web-1');
  while (uids.size < 2) await setImmediate();
  stop.abort();
  watch.stop();
  await Promise.all([ended, seen]);
  const watches = server.requests.filter(({ verb }) => verb === 'watch');
  const selectors = watches.map(({ query }) => new URLSearchParams(query).get('fieldSelector'));
  expect(new Set(selectors)).toEqual(new Set([null, 'metadata.name=web-1']));
});

/** A candidate `web-1` whose errors and renewals are counted. */
function candidateOf(client: Clientset, clock: FakeClock) {
  const stop = new AbortController();
  const errors: Error[] = [];
  const counts = { renewals: 0 };
  const candidate = new LeaseCandidate({
    client,
    namespace: 'default',
    name: 'web-1',
    leaseName: 'web',
    coordination: { binaryVersion: '1.2.0' },
    clock,
    random: () => 0,
    onError: (error) => errors.push(error),
    onSuccess: () => void counts.renewals++,
  });
  return { stop, errors, counts, ended: candidate.run({ signal: stop.signal }) };
}

test('a ping that arrives while a renewal has no response is answered, and a stop meanwhile is not an error', async () => {
  const proxy = await FaultProxy.start({ target: { host: server.url } });
  const proxied = new Clientset(proxy.config);
  const candidates = clientset.resource(leaseCandidates, 'default');
  await candidates.create({ metadata: { name: 'web-1' }, spec: { leaseName: 'web' } });
  const stalled = proxy.inject(faults.stall(), { verbs: ['update'] });
  const { stop, errors, counts, ended } = candidateOf(proxied, new FakeClock());
  await stalled.hit();
  const watch = await clientset.resource(leaseCandidates, 'default').watch({});
  const pingTime = '2026-01-01T00:01:00.000000Z';
  await candidates.patch('web-1', { spec: { pingTime } }, { type: 'merge' });
  // The candidate has seen the question once its own watch has passed on the event.
  for await (const event of watch)
    if (event.type === 'MODIFIED' && event.object.spec?.pingTime === pingTime) break;
  for (let turn = 0; turn < 200; turn++) await setImmediate();
  expect(counts.renewals).toBe(0);
  proxy.heal();
  while (counts.renewals < 2) await setImmediate();
  expect((await candidates.get('web-1')).spec?.renewTime).toBe('2026-01-01T00:01:00.001000Z');
  const again = proxy.inject(faults.stall(), { verbs: ['update'] });
  await candidates.patch('web-1', { spec: { pingTime: '2026-01-01T00:02:00.000000Z' } }, { type: 'merge' });
  await again.hit();
  stop.abort();
  await ended;
  expect(errors).toEqual([]);
  await proxied.close();
  await proxy.stop();
});

test('a renewal that fails is retried after a growing delay, which a success resets', async () => {
  const clock = new FakeClock();
  let failing = true;
  server.intercept(({ method, path }) =>
    failing && method !== 'GET' && path.includes('/leasecandidates') ? { status: 500 } : undefined,
  );
  const { stop, errors, counts, ended } = candidateOf(clientset, clock);
  const failures = async (count: number): Promise<void> => {
    while (errors.length < count) await setImmediate();
    await settle();
    expect(errors).toHaveLength(count);
  };
  /** Nothing is tried before the delay is over. */
  const waits = async (delayMs: number): Promise<void> => {
    const { length } = errors;
    await clock.advance(delayMs - 1);
    await settle(100);
    expect(errors).toHaveLength(length);
    await clock.advance(1);
  };
  await failures(1);
  for (const [index, delayMs] of [500, 1000, 2000].entries()) {
    await waits(delayMs);
    await failures(index + 2);
  }
  failing = false;
  await waits(4000);
  while (counts.renewals === 0) await setImmediate();
  expect([errors.length, counts.renewals]).toEqual([4, 1]);
  failing = true;
  await settle(100);
  await clock.advance(300_000);
  await failures(5);
  await waits(500);
  await failures(6);
  stop.abort();
  await ended;
});

test.each([
  [
    { binaryVersion: '1.2' },
    'binaryVersion of coordinated of a LeaderElector must be a semantic version such as 1.4.2',
  ],
  [
    { binaryVersion: '1.2.0 beta' },
    'binaryVersion of coordinated of a LeaderElector must be a semantic version such as 1.4.2',
  ],
  [
    { binaryVersion: '1.2.0', emulationVersion: 'v1.1.0' },
    'emulationVersion of coordinated of a LeaderElector must be a semantic version such as 1.4.2',
  ],
  [
    { binaryVersion: '1.2.0', strategy: '' },
    'strategy of coordinated of a LeaderElector must be a non-empty string',
  ],
])('coordinated: %j is refused', (coordinated, message) => {
  const options = { namespace: 'default', name: 'web', coordinated };
  expect(() => new LeaderElector(clientset, options)).toThrow(
    expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(message) as string }),
  );
});

const refusal =
  'leasecandidates.coordination.k8s.io is forbidden: User "jane" cannot list resource "leasecandidates" in API group "coordination.k8s.io" in the namespace "default"';

test.each([
  [
    'a missing permission',
    403,
    'Forbidden',
    `${refusal}; coordinated election needs a Role with the verbs list, watch, create and update on leasecandidates`,
  ],
  [
    'a server without LeaseCandidates',
    404,
    undefined,
    'cannot keep leasecandidates.coordination.k8s.io "web-1" in namespace "default": the server at this address does not serve coordination.k8s.io/v1beta1; ',
  ],
])('%s is a process warning without a logger', async (_what, code, reason, message) => {
  const clock = new FakeClock();
  if (reason === undefined) {
    await clientset
      .apiextensionsV1()
      .customResourceDefinitions()
      .delete('leasecandidates.coordination.k8s.io');
  } else {
    server.intercept(({ path }) =>
      path.includes('/leasecandidates')
        ? {
            status: code,
            body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: refusal },
          }
        : undefined,
    );
  }
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  const elector = new LeaderElector(clientset, {
    namespace: 'default',
    name: 'web',
    identity: 'web-1',
    coordinated: { binaryVersion: '1.2.0' },
    clock,
    random: () => 0,
  });
  const stop = new AbortController();
  const iterate = async (): Promise<void> => {
    for await (const term of elector.terms({ signal: stop.signal })) await untilAborted(term);
  };
  const ended = iterate();
  while (warnings.length === 0) {
    await clock.advance(1000);
    await setImmediate();
  }
  process.off('warning', onWarning);
  stop.abort();
  await ended;
  expect(warnings[0]?.message).toContain(`leader election default/web: ${message}`);
  expect(elector.stats().failing?.error).toMatchObject({
    code: code === 403 ? 'ERR_LEASE_FORBIDDEN' : 'ERR_LEASE_ABSENT',
  });
});
