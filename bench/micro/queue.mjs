// npm run bench:queue: what a key costs in a WorkQueue, beside a bare Map; see docs/bench.md.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../options.mjs';
import { markdownTable, verdict } from '../report/tables.mjs';
import { published, queueGoals, queueKeys, queueMemory, queueTimes } from './queue-costs.mjs';

const { values } = parseArgs({
  options: {
    keys: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    entry: {
      type: 'string',
      default: fileURLToPath(new URL('../dist/controller/index.js', import.meta.url)),
    },
  },
});
const rounds = wholeNumber('--rounds', values.rounds, 1);
const keys = queueKeys(wholeNumber('--keys', values.keys, 1));
const { WorkQueue } = await import(pathToFileURL(values.entry).href);

// The times first: once the rows of the memory have run, V8's code for the loops of the times is slower by 0.3 µs a key.
const times = queueTimes({ WorkQueue, keys, rounds, measure });
const memory = queueMemory({ WorkQueue, keys, heapBytes });
console.log(
  markdownTable({
    header: [`a key that waits, of ${keys.length}`, 'bytes', 'goal'],
    rows: memory.map(({ name, bytes }, index) => [
      name,
      bytes.toFixed(0),
      index === 0 ? '' : verdict(bytes, { most: queueGoals.bytes }),
    ]),
  }),
);

console.log(
  `\n${markdownTable({
    header: [
      'add, get and done of a key, µs',
      'elapsed',
      'CPU',
      'Map, elapsed',
      'Map, CPU',
      'CPU ÷ Map',
      'goal',
    ],
    rows: times.map((row) => [
      row.name,
      ...['wallMicros', 'cpuMicros', 'bareWallMicros', 'bareCpuMicros', 'ratio'].map((figure) =>
        row[figure].toFixed(2),
      ),
      verdict(row.wallMicros, { most: queueGoals.micros }),
    ]),
  })}`,
);
console.log(`\nMedians of ${rounds} rounds on Node ${process.versions.node}. Published, on other machines:`);
for (const { name, micros, source } of published) console.log(`  ${name}: ${micros} µs; ${source}`);

function measure(run) {
  globalThis.gc();
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  const result = run();
  const wallMicros = (performance.now() - startMs) * 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { result, wallMicros, cpuMicros: user + system };
}

function heapBytes() {
  for (let i = 0; i < 3; i++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
