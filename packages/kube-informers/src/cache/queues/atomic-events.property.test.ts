import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../util/errors.js';
import { finishSteps } from '../../util/steps.js';
import { MemoryIndexer } from '../stores/indexer.js';
import { DeltaFIFO } from './delta-fifo.js';
import { DeltaProcessor } from './process-deltas.js';
import { contentOf, keyFunc, list, write } from './queue-steps.test-support.js';
import type { Item } from './queue-steps.test-support.js';

const script = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: write },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('pop' as const) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('popBatch' as const) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('resync' as const) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('replace' as const), list }) },
  ),
  { maxLength: 60 },
);

const newQueue = (): DeltaFIFO<Item> => new DeltaFIFO<Item>({ keyFunc, atomicEvents: true });

describe('a DeltaFIFO with atomic events', () => {
  test('brings a store to what was written, through valid changes only, for any lists, writes, pops and resyncs', () => {
    fc.assert(
      fc.property(script, (entries) => {
        const queue = newQueue();
        const store = new MemoryIndexer<Item>({ keyFunc });
        // What a handler knows.
        const seen = new Map<string, Item>();
        const processor = new DeltaProcessor<Item>(
          {
            onAdd(item) {
              expect(seen.has(item.name)).toBe(false);
              seen.set(item.name, item);
            },
            onUpdate(old, item) {
              expect(seen.get(item.name)).toBe(old);
              seen.set(item.name, item);
            },
            onDelete: (item) => expect(seen.delete('key' in item ? item.key : item.name)).toBe(true),
          },
          store,
        );
        const process = (...args: Parameters<DeltaProcessor<Item>['process']>): void => {
          const steps = processor.process(...args);
          if (steps !== undefined) finishSteps(steps);
        };
        const written = new Map<string, Item>();
        for (const entry of entries) {
          if (entry.op === 'pop') queue.tryPop(process);
          else if (entry.op === 'popBatch') queue.tryPopBatch(process, process);
          else if (entry.op === 'resync') queue.resync();
          else if (entry.op === 'replace') {
            queue.replace(entry.list, '7');
            written.clear();
            for (const item of contentOf(entry.list)) written.set(item.name, item);
          } else {
            queue[entry.op](entry.object);
            if (entry.op === 'delete') written.delete(entry.object.name);
            else written.set(entry.object.name, entry.object);
          }
          expect(new Map(store.list().map((item) => [item.name, item]))).toEqual(seen);
        }
        while (queue.tryPopBatch(process, process));
        expect(queue.length).toBe(0);
        expect(new Map(store.list().map((item) => [item.name, item]))).toEqual(written);
      }),
      { numRuns: 3000 },
    );
  });

  test('a list is one item, and waits at the head with its keys', () => {
    const queue = newQueue();
    queue.add({ name: 'a', value: 1 });
    queue.replace([{ name: 'a', value: 2 }], '7');
    queue.update({ name: 'a', value: 3 });
    expect([queue.length, queue.head()]).toEqual([3, undefined]);
    const popped: string[] = [];
    const pop = (): unknown =>
      queue.tryPop((deltas) => void popped.push(deltas.map(({ type }) => type).join(' ')));
    pop();
    expect(queue.head()).toMatchObject({ list: { objects: [{ name: 'a', value: 2 }] }, keys: ['a'] });
    pop();
    pop();
    expect(popped).toEqual(['Added', 'ReplacedAll', 'Updated']);
  });
});

test('known objects make no sense with atomic events', () => {
  const knownObjects = new MemoryIndexer<Item>({ keyFunc });
  expect(() => new DeltaFIFO<Item>({ keyFunc, knownObjects, atomicEvents: true })).toThrow(
    new ConfigError('ERR_OPTION', 'knownObjects must be absent when atomicEvents is true'),
  );
});
