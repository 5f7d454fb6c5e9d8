import { describe, expect, test } from 'vitest';
import { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import {
  pod,
  rig,
  scripted,
  track,
} from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import type { Pod } from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import { drain, makeQueue } from './setups.test-support.js';

describe('TestReflectorRespectStoreTransformer', () => {
  test('delta-fifo', async () => {
    const transformed: string[] = [];
    const indexer = new MemoryIndexer<Pod>();
    // Idempotent, as a transform has to be.
    const queue = makeQueue((object) => {
      transformed.push(object.metadata?.name ?? '');
      return { ...object, metadata: { ...object.metadata, labels: { seen: 'yes' } } };
    });
    const source = scripted({
      watchListUnsupported: false,
      list: () => Promise.reject(new Error('no list is expected')),
    });
    const { reflector, signal, faults } = rig(source, { store: queue });
    track(reflector.run({ signal }));
    const stream = await source.nextStream();
    stream.add(pod('foo-1', '1'));
    stream.add(pod('foo-2', '2'));
    await settle();
    // Before the bookmark, that is, in the temporary store: it never holds a big list untransformed.
    expect(transformed).toEqual(['foo-1', 'foo-2']);
    stream.bookmark('3', { initialEventsEnd: true });
    stream.add(pod('foo-3', '3'));
    await settle();
    // The replace does not transform what the temporary store has transformed; client-go does.
    expect(transformed).toEqual(['foo-1', 'foo-2', 'foo-3']);
    expect(reflector.lastSyncResourceVersion).toBe('3');
    drain(queue, indexer);
    expect(indexer.list().map(({ metadata }) => metadata)).toEqual(
      ['1', '2', '3'].map((id) => ({ name: `foo-${id}`, resourceVersion: id, labels: { seen: 'yes' } })),
    );
    expect(transformed).toHaveLength(3);
    expect(faults).toEqual([]);
  });
});
