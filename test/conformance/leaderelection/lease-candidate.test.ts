import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../../../packages/kube-informers/src/client/clientset.js';
import {
  LeaseCandidate,
  leaseCandidates,
} from '../../../packages/kube-informers/src/leaderelection/lease-candidate.js';
import type { LeaseCandidateObject } from '../../../packages/kube-informers/src/leaderelection/lease-candidate.js';
import { isNotFound } from '../../../packages/kube-informers/src/meta/errors.js';
import { leaseCandidateDefinition } from '../../../packages/kube-informers/src/leaderelection/lease-candidate.test-support.js';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';

let server: ApiServer;
let clientset: Clientset;
let renewals = 0;

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

/** Waits until the object on the server is as expected. */
async function until(expected: (object: LeaseCandidateObject) => boolean): Promise<LeaseCandidateObject> {
  for (;;) {
    try {
      const object = await clientset.resource(leaseCandidates, 'default').get('web-1');
      if (expected(object)) return object;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    await setImmediate();
  }
}

async function running(clock: FakeClock, block: () => Promise<void>): Promise<void> {
  renewals = 0;
  const stop = new AbortController();
  const errors: Error[] = [];
  const candidate = new LeaseCandidate({
    client: clientset,
    namespace: 'default',
    name: 'web-1',
    leaseName: 'web',
    coordination: { binaryVersion: '1.2.0', emulationVersion: '1.1.0' },
    clock,
    random: () => 0,
    onError: (error) => errors.push(error),
    onSuccess: () => void renewals++,
  });
  const ended = candidate.run({ signal: stop.signal });
  try {
    await block();
  } finally {
    stop.abort();
    await ended;
  }
  expect(errors).toEqual([]);
}

test('TestLeaseCandidateCreation: creates the LeaseCandidate with lease, versions and strategy', async () => {
  await running(new FakeClock(), async () => {
    const { spec } = await until(() => true);
    expect(spec).toEqual({
      leaseName: 'web',
      binaryVersion: '1.2.0',
      emulationVersion: '1.1.0',
      strategy: 'OldestEmulationVersion',
      renewTime: '2026-01-01T00:00:00.000000Z',
    });
  });
});

describe('TestLeaseCandidateAck', () => {
  test('renews at once when the server asks, with a time after the question', async () => {
    await running(new FakeClock(), async () => {
      const created = await until(() => true);
      // The server's clock is a minute ahead.
      const pingTime = '2026-01-01T00:01:00.000000Z';
      await clientset
        .resource(leaseCandidates, 'default')
        .update({ ...created, spec: { ...created.spec, pingTime } });
      const answered = await until(({ spec }) => (spec?.renewTime ?? '') > pingTime);
      expect(answered.spec).toMatchObject({ pingTime, renewTime: '2026-01-01T00:01:00.001000Z' });
    });
  });

  test('renews every five minutes without a question', async () => {
    const clock = new FakeClock();
    await running(clock, async () => {
      await until(() => true);
      // The candidate sleeps once it has the response.
      while (renewals === 0) await setImmediate();
      await settle();
      await clock.advance(300_000);
      await until(({ spec }) => spec?.renewTime === '2026-01-01T00:05:00.000000Z');
    });
  });
});
