import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { namespaceKeyedIndexerAndReflector } from './namespace-keyed-indexer-and-reflector.js';

function pod(namespace: string, name: string): KubernetesObject {
  return { metadata: { namespace, name } };
}

test('the indexer follows the source, by key and by namespace', async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const source = new FakeSource({ firstResourceVersion: 1, objects: [pod('a', 'x'), pod('b', 'x')] });
  const { indexer, reflector } = namespaceKeyedIndexerAndReflector(source, { clock });
  const run = reflector.run({ signal: controller.signal });
  await settle();
  source.add(pod('a', 'y'));
  source.delete('b/x');
  await settle();
  expect(indexer.listKeys()).toEqual(['a/x', 'a/y']);
  expect(indexer.indexKeys('namespace', 'a')).toEqual(['a/x', 'a/y']);
  expect(indexer.byIndex('namespace', 'b')).toEqual([]);
  expect(reflector.lastSyncResourceVersion).toBe('4');
  controller.abort(new Error('done'));
  await run;
  expect(clock.pendingTimers).toBe(0);
  expect(source.openWatches).toBe(0);
});
