// npm run bench:queue: the memory of a key that waits in a WorkQueue, beside that of a bare Map; see docs/bench.md.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../options.mjs';

const { values } = parseArgs({
  options: {
    keys: { type: 'string', default: '1000000' },
    entry: {
      type: 'string',
      default: fileURLToPath(new URL('../dist/controller/index.js', import.meta.url)),
    },
  },
});
const count = wholeNumber('--keys', values.keys, 1);
const { WorkQueue } = await import(pathToFileURL(values.entry).href);
// The strings belong to the caller's cache, and are not counted.
const keys = Array.from({ length: count }, (_, index) => `team-${index % 1000}/web-${index}`);
// A Map stores the hash of a key in its string.
new Set(keys).clear();

const rows = {
  'bare Map, an object of two fields': () => new Map(keys.map((key) => [key, { key, atMs: 0.5 }])),
  ready: () => filled(() => ({})),
  'ready, low priority, one reason': () => filled(() => ({ priority: -100, reason: 'initial list' })),
  delayed: () => filled((index) => ({ afterMs: 3_600_000 + index / 7 })),
};
console.table(Object.fromEntries(Object.entries(rows).map(([name, make]) => [name, bytesOf(make)])));

function filled(options) {
  const queue = new WorkQueue();
  for (const [index, key] of keys.entries()) queue.add(key, options(index));
  return queue;
}

function bytesOf(make) {
  const before = heap();
  const kept = make();
  const bytes = (heap() - before) / count;
  if (kept instanceof WorkQueue) {
    if (kept.length + kept.delayed !== count) throw new Error('the queue does not hold all keys');
    kept.shutDown();
  }
  return { 'bytes per key': Math.round(bytes) };
}

function heap() {
  for (let i = 0; i < 3; i++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
