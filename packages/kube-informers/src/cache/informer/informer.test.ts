import { expect, test } from 'vitest';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import type { KubernetesObject } from '../../meta/types.js';
import { newInformer } from './informer.js';

const pod = (name: string, labels: Record<string, string> = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'a', name, labels },
});

test('newInformer keeps what where selects, and skips updates that change nothing', async () => {
  const source = new FakeSource<KubernetesObject>();
  source.add(pod('kept'));
  source.add(pod('dropped'));
  const calls: string[] = [];
  const { indexer, controller } = newInformer(
    source,
    {
      onAdd: ({ metadata }) => void calls.push(`add ${metadata?.name}`),
      onUpdate: (_old, { metadata }) => void calls.push(`update ${metadata?.name}`),
    },
    { clock: new FakeClock(), where: ({ metadata }) => metadata?.name === 'kept', skipUnchanged: true },
  );
  const stop = new AbortController();
  const ended = controller.run({ signal: stop.signal });
  await settle();
  expect(indexer.listKeys()).toEqual(['a/kept']);
  source.modify(pod('kept'));
  await settle();
  expect(calls).toEqual(['add kept']);
  source.modify(pod('kept', { app: 'web' }));
  await settle();
  expect(calls).toEqual(['add kept', 'update kept']);
  stop.abort();
  await ended;
});
