import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiServer } from '../apiserver/index.js';
import { Clientset } from '../client/clientset.js';
import { FakeClock } from '../testing/fake-clock.js';
import { leaseCandidateDefinition } from './lease-candidate.test-support.js';
import { untilAborted } from './elector.test-support.js';
import { LeaderElector } from './leader-elector.js';
import { LeaseCandidate, leaseCandidates } from './lease-candidate.js';
import type { LeaseCandidateObject } from './lease-candidate.js';

let server: ApiServer;
let clientset: Clientset;

beforeEach(async () => {
  server = await ApiServer.start();
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

test.each([
  [
    'a missing permission',
    403,
    'Forbidden',
    'no permission to keep leasecandidates.coordination.k8s.io "web-1" in namespace "default": coordinated election needs a Role with the verbs list, watch, create and update on leasecandidates; ',
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
    server.intercept(({ path }) => (path.includes('/leasecandidates') ? { status: code } : undefined));
  }
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  const elector = new LeaderElector({
    client: clientset,
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
