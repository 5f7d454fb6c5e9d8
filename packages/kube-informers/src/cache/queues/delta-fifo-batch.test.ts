import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { DeltaFIFO } from './delta-fifo.js';
import { pod } from '../informer/informer.test-support.js';
import { SharedIndexInformer } from '../informer/shared-index-informer.js';
import type { DeltaKeys, Deltas } from '../types.js';
import type { KubernetesObject } from '../../meta/types.js';

interface Given {
  readonly types: string;
  readonly keys: DeltaKeys;
  readonly initial: boolean;
  readonly together: boolean;
}

/** Pops once; returns what the functions were called with. */
function popBatch(queue: DeltaFIFO<KubernetesObject>): Given | undefined {
  let given: Given | undefined;
  const note =
    (together: boolean) =>
    (deltas: Deltas<KubernetesObject>, initial: boolean, keys?: DeltaKeys): void => {
      given = { types: deltas.map(({ type }) => type[0]).join(''), keys, initial, together };
    };
  queue.tryPopBatch(note(true), note(false));
  return given;
}

describe('a batch of a DeltaFIFO', () => {
  test('has the oldest keys in order, and leaves the queue without them', () => {
    const drained: string[] = [];
    const queue = new DeltaFIFO<KubernetesObject>({ onDrained: (version) => void drained.push(version) });
    for (const name of ['a', 'b', 'c']) queue.update(pod(name));
    queue.updateResourceVersion('7');
    expect(popBatch(queue)).toEqual({ types: 'UUU', keys: ['a', 'b', 'c'], initial: false, together: true });
    expect([queue.length, drained]).toEqual([0, ['7']]);
    queue.update(pod('a'));
    expect(popBatch(queue)).toEqual({ types: 'U', keys: 'a', initial: false, together: false });
    expect(popBatch(queue)).toBeUndefined();
  });

  test('ends before a key with more than one delta, which is popped alone', () => {
    const queue = new DeltaFIFO<KubernetesObject>();
    for (const name of ['a', 'b', 'c', 'd']) queue.add(pod(name));
    queue.update(pod('c'));
    expect(popBatch(queue)).toMatchObject({ types: 'AA', keys: ['a', 'b'] });
    expect(popBatch(queue)).toMatchObject({ types: 'AU', keys: 'c', together: false });
    // It was popped above, so it is queued as new.
    queue.update(pod('b'));
    expect(popBatch(queue)).toMatchObject({ types: 'AU', keys: ['d', 'b'] });
  });

  test('has 64 keys at most', () => {
    const queue = new DeltaFIFO<KubernetesObject>();
    for (let index = 0; index < 65; index++) queue.add(pod(`pod-${index}`));
    expect(popBatch(queue)?.types).toHaveLength(64);
    expect(popBatch(queue)).toMatchObject({ keys: 'pod-64', together: false });
  });

  test('does not mix items of the first list with later ones', () => {
    const queue = new DeltaFIFO<KubernetesObject>({ emitDeltaTypeReplaced: true });
    queue.replace([pod('a'), pod('b')], '1');
    for (const name of ['c', 'd']) queue.add(pod(name));
    expect(popBatch(queue)).toMatchObject({ types: 'RR', initial: true });
    expect(queue.hasSynced).toBe(true);
    expect(popBatch(queue)).toMatchObject({ types: 'AA', initial: false });
  });

  test('has no keys if a transform may have renamed an object', () => {
    const queue = new DeltaFIFO<KubernetesObject>({ transformer: (object) => object });
    for (const name of ['a', 'b']) queue.add(pod(name));
    expect(popBatch(queue)).toMatchObject({ types: 'AA', keys: undefined });
  });

  test('is removed even if its consumer throws', () => {
    const queue = new DeltaFIFO<KubernetesObject>();
    for (const name of ['a', 'b']) queue.add(pod(name));
    const fails = (): never => {
      throw new Error('no');
    };
    expect(() => queue.tryPopBatch(fails, fails)).toThrow('no');
    expect(queue.length).toBe(0);
  });
});

test('of many changes at once, each rejected one is reported, and the handler is called for the others', async () => {
  const source = new FakeSource<KubernetesObject>();
  const refused: string[] = [];
  const added: (string | undefined)[] = [];
  const informer = new SharedIndexInformer<KubernetesObject>(source, {
    clock: new FakeClock(),
    onObjectError: (error) => void refused.push(error.message),
    indexers: {
      odd: ({ metadata }) => {
        if (Number(metadata?.name?.at(-1)) % 2 === 1) throw new Error('odd');
        return [];
      },
    },
  });
  informer.addEventHandler({ onAdd: ({ metadata }) => void added.push(metadata?.name) });
  informer.start();
  await informer.synced;
  for (let index = 0; index < 4; index++) source.add(pod(`pod-${index}`));
  await settle();
  expect(refused).toEqual([
    'index function "odd" failed: odd for object "pod-1"',
    'index function "odd" failed: odd for object "pod-3"',
  ]);
  expect(added).toEqual(['pod-0', 'pod-2']);
  await informer.stop();
});
