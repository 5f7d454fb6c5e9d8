import { describe, expect, test } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../packages/kube-informers/src/meta/tombstone.js';
import { noopLogger } from '../../../packages/kube-informers/src/util/logger.js';
import type { LogFields } from '../../../packages/kube-informers/src/util/logger.js';
import { apply, item, popAll, queues, types } from './queue.test-support.js';
import type { Item } from './queue.test-support.js';
import { TransformError } from '../../../packages/kube-informers/src/cache/transform.js';
import type { Deltas } from '../../../packages/kube-informers/src/cache/types.js';

describe.each(queues)('%s: transform', (_name, create) => {
  const transformer = (object: Item): Item => {
    if (object.value < 0) throw new Error('cannot transform');
    return { ...object, transformed: (object.transformed ?? 0) + 1 };
  };

  test('TestDeltaFIFO_transformer, TestRealFIFO_transformer: transforms each object once, from any source, but not tombstones and resyncs', () => {
    const setup = create({ transformer });
    setup.queue.add(item('foo', 10));
    setup.queue.add(item('bar', 11));
    setup.queue.update(item('foo', 12));
    setup.queue.delete(item('foo', 15));
    setup.queue.replace([item('baz', 16)], '1');
    const seen: number[] = [];
    const process = (deltas: Deltas<Item>): void => {
      for (const delta of deltas) {
        for (const object of apply(setup.store, delta)) {
          const last = object instanceof DeletedFinalStateUnknown ? object.object : object;
          seen.push(last?.transformed ?? 0);
        }
      }
    };
    while (setup.queue.tryPop(process));
    setup.queue.resync();
    setup.queue.replace([], '2');
    while (setup.queue.tryPop(process));
    expect(new Set(seen)).toEqual(new Set([1]));
    expect(setup.queue.transformer).toBe(transformer);
  });

  test('a transform that changes the key: updates, deletes and relists use the new key', () => {
    const setup = create({ transformer: (object) => ({ ...object, name: object.name.toUpperCase() }) });
    setup.queue.replace([item('a', 1), item('b', 1)], '1');
    popAll(setup);
    setup.queue.update(item('a', 2));
    setup.queue.delete(item('b', 2));
    popAll(setup);
    expect(setup.store.list()).toEqual([item('A', 2)]);
    setup.queue.replace([item('a', 3), item('c', 3)], '2');
    expect(types(popAll(setup))).not.toContain('Deleted');
    expect(setup.store.list()).toEqual([item('A', 3), item('C', 3)]);
  });

  test('throws TransformError for a transform that fails on add or update, without queueing the object', () => {
    const { queue } = create({ transformer });
    for (const write of [() => queue.add(item('a', -1)), () => queue.update(item('a', -1))]) {
      expect(write).toThrow(expect.objectContaining({ code: 'ERR_TRANSFORM', key: 'a' }));
    }
    expect([queue.length, queue.hasSynced]).toEqual([0, false]);
  });

  test('reports a transform that fails on a delete, and still delivers the delete', () => {
    const errors: Error[] = [];
    const setup = create({ transformer, onError: (error) => errors.push(error) });
    setup.store.add(item('a', 1));
    setup.queue.delete(item('a', -1));
    popAll(setup);
    expect([setup.store.size, errors]).toEqual([0, [expect.any(TransformError)]]);
  });

  test('reports a transform that fails on a listed object, skips it, and creates no deletion', () => {
    const errors: Error[] = [];
    const setup = create({ transformer, onError: (error) => errors.push(error) });
    setup.store.replace([item('kept', 1), item('gone', 1)], '1');
    setup.queue.replace([item('kept', -1), item('never', -1), item('good', 2)], '2');
    const deleted = popAll(setup)
      .flatMap(({ deltas }) => deltas)
      .filter(({ type }) => type === 'Deleted')
      .map((delta) => setup.queue.keyOf([delta]));
    expect(deleted).not.toContain('kept');
    expect(setup.store.listKeys().toSorted()).toEqual(['good', 'kept']);
    expect(errors.map((error) => (error as TransformError).key)).toEqual(['kept', 'never']);
    expect(setup.queue.hasSynced).toBe(true);
  });

  test('logs the error without onError', () => {
    const lines: LogFields[] = [];
    const logger = { ...noopLogger, error: (fields: LogFields) => void lines.push(fields) };
    const { queue } = create({ transformer, logger });
    queue.replace([item('a', -1)], '1');
    expect(lines).toEqual([expect.objectContaining({ err: expect.any(TransformError) as unknown })]);
  });
});
