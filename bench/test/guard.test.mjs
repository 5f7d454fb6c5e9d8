// The regression guard: counts of what an operation does, which are the same on every machine, and a few ratios to bare
// structures of the same run, with much room. Never a time. docs/bench.md says what to do when one of them fails.
import { createHook } from 'node:async_hooks';
import { describe, expect, test, vi } from 'vitest';
import * as cache from 'kube-informers/cache';
import * as main from 'kube-informers';
import * as controller from 'kube-informers/controller';
import { SharedProcessor } from '../../packages/kube-informers/src/cache/handlers/shared-processor.ts';
import { SliceRunner } from '../../packages/kube-informers/src/cache/slice-runner.ts';
import { DeltaProcessor } from '../../packages/kube-informers/src/cache/queues/process-deltas.ts';
import { ListDecoder } from '../../packages/kube-informers/src/rest/response-body.js';
import { WatchDecoder } from '../../packages/kube-informers/src/wire/watch-decoder.ts';
import { FakeClock } from '@kube-informers/testing';
import { systemClock } from '../../packages/kube-informers/src/util/clock.ts';
import { listingThenWatching } from '../micro/list-watch.mjs';
import { smallPods } from '../micro/objects.mjs';
import { operations } from '../micro/operations.mjs';
import { structureWork } from './structure-work.mjs';

const library = { ...main, ...cache, ...controller };
const few = 2000;
const many = 20_000;
const indexers = { namespace: ({ metadata }) => [metadata.namespace], node: (pod) => [pod.spec.nodeName] };

function filled(count) {
  const indexer = new library.MemoryIndexer({ indexers });
  for (const pod of smallPods(count)) indexer.add(pod);
  return indexer;
}

/** Work of the same operation on few and on many objects. */
function workOn(make, operation) {
  return [few, many].map((count) => {
    const made = make(count);
    return structureWork(() => operation(made));
  });
}

describe('what the cache does for one operation does not depend on how much it holds', () => {
  const key = 'team-1/web-5d4f8c7b9-777';
  const changed = smallPods(1000, 2)[777];
  const moved = { ...changed, spec: { nodeName: 'node-elsewhere' } };
  const pods = { group: '', resource: 'pods' };
  const rows = [
    ['get by key', 1, (indexer) => indexer.getByKey(key)],
    ['update, values unchanged', 4, (indexer) => indexer.update(changed)],
    ['update that moves to another value', 12, (indexer) => indexer.update(moved)],
    ['delete', 10, (indexer) => indexer.delete(changed)],
    // 500 objects a namespace, one of them deleted above: a key and an object each.
    ['byIndex', 1001, (indexer) => indexer.byIndex('namespace', 'team-1')],
    ['index', 1001, (indexer) => indexer.index('namespace', changed)],
    ['indexKeys', 501, (indexer) => indexer.indexKeys('namespace', 'team-1')],
    [
      'lister of a namespace',
      1001,
      (indexer) => new library.Lister(indexer, pods).namespace('team-1').list(),
    ],
  ];

  test.each(rows)('%s: at most %i', (_name, bound, operation) => {
    const [onFew, onMany] = workOn(filled, operation);
    expect(onMany).toBe(onFew);
    expect(onMany).toBeGreaterThan(0);
    expect(onMany).toBeLessThanOrEqual(bound);
  });

  test('a replace costs what the list holds', () => {
    const [onFew, onMany] = workOn(
      (count) => [new library.MemoryIndexer({ indexers }), smallPods(count)],
      ([indexer, objects]) => indexer.replace(objects, '1'),
    );
    expect(onMany / many).toBeLessThanOrEqual((onFew / few) * 1.01);
    expect(onMany / many).toBeLessThanOrEqual(12.1);
  });

  test('the last key of an index value leaves nothing behind', () => {
    const indexer = filled(few);
    for (const pod of smallPods(few)) indexer.delete(pod);
    expect(indexer.indexFuncValues('node')).toEqual([]);
    expect(indexer.indexFuncValues('namespace')).toEqual([]);
  });
});

test('a lister of a namespace looks at the labels of that namespace alone', () => {
  let reads = 0;
  const indexer = new library.MemoryIndexer({ indexers });
  for (const pod of smallPods(few)) {
    const { labels } = pod.metadata;
    Object.defineProperty(pod.metadata, 'labels', { get: () => (reads++, labels) });
    indexer.add(pod);
  }
  const lister = new library.Lister(indexer, { group: '', resource: 'pods' });
  expect(lister.namespace('team-1').list(library.parseSelector('app=web'))).toHaveLength(167);
  expect(reads).toBe(500);
});

describe('DeltaFIFO', () => {
  function queued(count) {
    const queue = new library.DeltaFIFO();
    for (const pod of smallPods(count)) queue.update(pod);
    return queue;
  }

  test('one more in and the first out costs the same, however many wait', () => {
    const another = { ...smallPods(1)[0], metadata: { name: 'another', resourceVersion: '1' } };
    const [onFew, onMany] = workOn(queued, (queue) => {
      queue.update(another);
      queue.tryPop(() => undefined);
    });
    expect(onMany).toBe(onFew);
    expect(onMany).toBeLessThanOrEqual(6);
  });

  /** What one event costs on its way from the watch to the handlers: the difference between many events and few. */
  async function perEvent(handlers, count) {
    const small = await count(1000, handlers);
    const large = await count(3000, handlers);
    return (large - small) / 2000;
  }

  async function run(events, handlers, given = {}) {
    const objects = smallPods(100);
    const changes = smallPods(100, 2);
    // Few objects, many events: what the first list costs is the same in each run.
    const watched = Array.from({ length: events }, (_, index) => ({
      type: 'MODIFIED',
      object: {
        ...changes[index % 100],
        metadata: { ...changes[index % 100].metadata, resourceVersion: String(3_000_000 + index) },
      },
    }));
    const informer = new library.SharedIndexInformer(listingThenWatching(objects, watched), {
      indexers,
      useWatchList: false,
      // Stands still, so that a slice of the event loop ends only when nothing is left.
      clock: new FakeClock(),
      ...given,
    });
    let received = 0;
    await new Promise((resolve) => {
      const onUpdate = () => {
        if (++received === events * handlers) resolve();
      };
      for (let handler = 0; handler < handlers; handler++) informer.addEventHandler({ onUpdate });
      void informer.run();
    });
    await informer.stop();
  }

  test('an event needs no promise, timer or turn of the event loop of its own', async () => {
    const perOne = await perEvent(2, async (events, handlers) => {
      let made = 0;
      const hook = createHook({ init: () => void made++ }).enable();
      try {
        await run(events, handlers);
      } finally {
        hook.disable();
      }
      expect(made).toBeGreaterThan(0);
      return made;
    });
    expect(perOne).toBeLessThan(0.02);
  });

  test('an event has its key computed once, each index function called once, whatever listens', async () => {
    for (const handlers of [1, 20]) {
      let indexed = 0;
      const node = (pod) => {
        indexed++;
        return [pod.spec.nodeName];
      };
      const keys = await perEvent(handlers, async (events, listeners) => {
        let computed = 0;
        const keyFunc = (pod) => {
          computed++;
          return `${pod.metadata.namespace}/${pod.metadata.name}`;
        };
        await run(events, listeners, { keyFunc });
        return computed;
      });
      const indexes = await perEvent(handlers, async (events, listeners) => {
        indexed = 0;
        await run(events, listeners, { indexers: { node } });
        return indexed;
      });
      expect(indexes).toBe(1);
      expect(keys).toBe(1);
    }
  });
});

describe('a list of 100,000 is taken in short steps', () => {
  const objects = smallPods(100_000);
  // Where the last objects of one part of the work and the first of the next meet, a step has two of 128.
  const longest = 256;

  /** The most calls of key and index functions, and of handlers, between two steps, and their total. */
  function callsPerStep(make) {
    let calls = 0;
    const note = () => void calls++;
    const keyFunc = (pod) => {
      note();
      return `${pod.metadata.namespace}/${pod.metadata.name}`;
    };
    const steps = make(keyFunc, note);
    let most = 0;
    let before = 0;
    for (let done = false; !done; before = calls) {
      done = steps.next().done;
      most = Math.max(most, calls - before);
    }
    return { calls, most };
  }

  /** An index that notes each call, so that building it is counted, too. */
  const indexed = (note) => ({
    node(pod) {
      note();
      return [pod.spec.nodeName];
    },
  });
  const handlerOf = (note) => ({ onAdd: note, onUpdate: note, onDelete: note });

  test('by a store', () => {
    const { calls, most } = callsPerStep((keyFunc, note) =>
      new library.MemoryIndexer({ keyFunc, indexers: indexed(note) }).replaceInSteps(objects, '1'),
    );
    expect(calls).toBe(200_000);
    expect(most).toBeLessThanOrEqual(longest);
  });

  test('by a DeltaFIFO with atomic events', () => {
    const { calls, most } = callsPerStep((keyFunc) =>
      new library.DeltaFIFO({ keyFunc, atomicEvents: true }).replaceInSteps(objects, '1'),
    );
    expect(calls).toBe(100_000);
    expect(most).toBeLessThanOrEqual(longest);
  });

  test('by the store and the handlers of an informer', () => {
    const { calls, most } = callsPerStep(function* work(keyFunc, note) {
      const store = new library.MemoryIndexer({ keyFunc, indexers: indexed(note) });
      const processor = new DeltaProcessor(handlerOf(note), store);
      const list = { type: 'ReplacedAll', objects, resourceVersion: '1' };
      yield* processor.prepare(list);
      yield;
      const notifying = processor.process([list], true);
      yield;
      yield* notifying;
    });
    expect(calls).toBe(300_000);
    expect(most).toBeLessThanOrEqual(longest);
  });
});

describe('the decoders', () => {
  const texts = smallPods(300).map((pod) => JSON.stringify(pod));

  test('parse an event of a watch once, and many that come together by few calls', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const events = [];
    const decoder = new WatchDecoder();
    const lines = texts.map((text) => `{"type":"ADDED","object":${text}}\n`).join('');
    decoder.feed(Buffer.from(lines), events);
    decoder.flush(events);
    expect(events).toHaveLength(300);
    expect(parse.mock.calls.length).toBeLessThanOrEqual(2);
    // Brackets for each call.
    expect(parsed(parse)).toBeLessThanOrEqual(lines.length + 10);
    parse.mockRestore();
  });

  test('parse an item of a list once, and the envelope twice', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const decoder = new ListDecoder({ name: 'GET /api/v1/pods' });
    const head = '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[';
    const list = `${head}${texts.join(',')}]}`;
    decoder.feed(Buffer.from(list));
    expect(decoder.end().items).toHaveLength(300);
    // The envelope at its bracket and at its end, the items but the last, the last.
    expect(parse.mock.calls.length).toBeLessThanOrEqual(4);
    expect(parsed(parse)).toBeLessThanOrEqual(list.length + head.length + 10);
    parse.mockRestore();
  });

  /** Characters that were parsed. */
  function parsed(parse) {
    return parse.mock.calls.reduce((total, [text]) => total + text.length, 0);
  }
});

describe('ratios to bare structures of the same run, with much room', () => {
  // Several times what was measured: noise reaches a factor of ten on a busy machine, an operation in O(n) several hundred.
  const bounds = {
    'indexer: add, two indexes': 20,
    'indexer: update, two indexes, same values': 20,
    'indexer: update, to another value of one index': 20,
    'indexer: delete and add, two indexes': 20,
    'indexer: list, an object': 20,
    'indexer: list after deletions, an object': 25,
    'indexer: index, 500 objects': 10,
    'indexer: get by key': 20,
    'indexer: byIndex, 500 objects': 10,
    'lister: a namespace by selector': 15,
    'selector: match': 25,
    'DeltaFIFO: update then pop': 150,
    'list decoder: a pod': 25,
    'watch decoder: an event': 20,
    'work queue: add, get, done, all keys waiting': 30,
    'work queue: add, get, done, key by key': 100,
  };
  const measured = operations({
    library,
    parts: { ListDecoder, WatchDecoder, SharedProcessor, SliceRunner, FakeClock, systemClock },
    objects: 5000,
  });

  test.each(Object.entries(bounds))('%s: at most %i times', (name, bound) => {
    const { ours, bare } = measured.find((operation) => operation.name === name);
    expect(ours()).toBe(bare());
    expect(ratioOfLeast(ours, bare)).toBeLessThanOrEqual(bound);
  });
});

/** The least time of one over the least of the other, in turn: what else the machine did meanwhile only ever adds. */
function ratioOfLeast(one, other) {
  const least = [Infinity, Infinity];
  for (let round = 0; round < 20; round++) {
    for (const [side, run] of [one, other].entries()) {
      const from = performance.now();
      run();
      least[side] = Math.min(least[side], performance.now() - from);
    }
  }
  return least[0] / least[1];
}
