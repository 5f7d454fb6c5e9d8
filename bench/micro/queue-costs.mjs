// What a key costs in a WorkQueue, beside a bare Map: bytes while it waits, and the time of add, get and done.
import { median } from '../report/statistics.mjs';

/** What a WorkQueue is to cost at most: bytes of a waiting key, and µs of its add, get and done. */
export const queueGoals = { bytes: 200, micros: 1.5 };

/**
 * Published figures of the Go queues, for add, get and done of one key unless the name says otherwise. Other machines: for
 * orientation, not for a ratio.
 */
export const published = [
  {
    name: 'controller-runtime priority queue, 1,000 keys, before',
    micros: 1.05,
    source: 'https://github.com/kubernetes-sigs/controller-runtime/pull/3471',
  },
  {
    name: 'controller-runtime priority queue, 1,000 keys, as proposed',
    micros: 0.3,
    source: 'https://github.com/kubernetes-sigs/controller-runtime/pull/3471',
  },
  {
    name: 'client-go delaying queue, AddAfter alone',
    micros: 3.11,
    source: 'https://github.com/kubernetes/kubernetes/pull/127944',
  },
];

/** Keys as a controller has them. The strings belong to its cache, and are not counted. */
export function queueKeys(count, name = 'web') {
  const keys = Array.from({ length: count }, (_, index) => `team-${index % 1000}/${name}-${index}`);
  // A Map stores the hash of a key in its string.
  new Set(keys).clear();
  return keys;
}

/** Bytes per waiting key, by row; `heapBytes` returns the heap after a collection. */
export function queueMemory({ WorkQueue, keys, heapBytes }) {
  const filled = (options) => () => {
    const queue = new WorkQueue();
    for (const [index, key] of keys.entries()) queue.add(key, options(index));
    return queue;
  };
  const rows = {
    'bare Map, an object of two fields': () => new Map(keys.map((key) => [key, { key, atMs: 0.5 }])),
    ready: filled(() => ({})),
    'ready, low priority, one reason': filled(() => ({ priority: -100, reason: 'initial list' })),
    delayed: filled((index) => ({ afterMs: 3_600_000 + index / 7 })),
  };
  return Object.entries(rows).map(([name, make]) => {
    const before = heapBytes();
    const kept = make();
    const bytes = (heapBytes() - before) / keys.length;
    const held = kept instanceof WorkQueue ? kept.length + kept.delayed : kept.size;
    if (held !== keys.length) throw new Error(`${name}: holds ${held} of ${keys.length} keys`);
    if (kept instanceof WorkQueue) kept.shutDown();
    return { name, bytes };
  });
}

/**
 * The same work with a WorkQueue and with a Map; each returns the number of keys that it has taken. `others` times as many
 * other keys wait meanwhile.
 */
export function queueWork() {
  const keyByKey = {
    ours: (keys, queue) => {
      let taken = 0;
      for (const key of keys) {
        queue.add(key);
        queue.tryGet().done();
        taken++;
      }
      return taken;
    },
    bare: (keys, queue) => {
      let taken = 0;
      for (const key of keys) {
        queue.set(key, { key, atMs: 0.5 });
        queue.delete(key);
        taken++;
      }
      return taken;
    },
  };
  return [
    {
      name: 'all keys wait, then all are taken',
      others: 0,
      ours: (keys, queue) => {
        for (const key of keys) queue.add(key);
        let taken = 0;
        for (let item = queue.tryGet(); item !== undefined; item = queue.tryGet()) {
          item.done();
          taken++;
        }
        return taken;
      },
      bare: (keys, queue) => {
        for (const key of keys) queue.set(key, { key, atMs: 0.5 });
        let taken = 0;
        for (const key of queue.keys()) {
          queue.delete(key);
          taken++;
        }
        return taken;
      },
    },
    { name: 'key by key', others: 0, ...keyByKey },
    { name: 'key by key, as many others are delayed', others: 1, ...keyByKey },
  ];
}

/**
 * Medians per key, by row: `measure(run)` returns `{ wallMicros, cpuMicros, result }` of one call. The two sides alternate;
 * the ratio is that of the CPU times of one round, which a busy machine changes least.
 */
export function queueTimes({ WorkQueue, keys, rounds, measure }) {
  return queueWork().map(({ name, others, ours, bare }) => {
    const delayed = queueKeys(others * keys.length, 'other');
    const once = {
      ours: () => {
        const queue = new WorkQueue();
        for (const [index, key] of delayed.entries()) queue.add(key, { afterMs: 3_600_000 + index / 7 });
        const times = measure(() => ours(keys, queue));
        queue.shutDown();
        return times;
      },
      bare: () => {
        const queue = new Map(delayed.map((key) => [key, { key, atMs: 0.5 }]));
        return measure(() => bare(keys, queue));
      },
    };
    const found = { ours: [], bare: [] };
    // The first round compiles the code.
    for (let round = 0; round <= rounds; round++) {
      const order = round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
      for (const who of order) {
        const { result, ...times } = once[who]();
        if (result !== keys.length) throw new Error(`${name}: took ${result} of ${keys.length} keys`);
        if (round > 0) found[who].push(times);
      }
    }
    const of = (who, figure) => median(found[who].map((times) => times[figure])) / keys.length;
    return {
      name,
      wallMicros: of('ours', 'wallMicros'),
      cpuMicros: of('ours', 'cpuMicros'),
      bareWallMicros: of('bare', 'wallMicros'),
      bareCpuMicros: of('bare', 'cpuMicros'),
      ratio: median(found.ours.map(({ cpuMicros }, round) => cpuMicros / found.bare[round].cpuMicros)),
    };
  });
}
