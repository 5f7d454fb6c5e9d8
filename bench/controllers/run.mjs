// npm run --prefix bench bench:controllers: what controllers, elections and shardings do; see docs/bench.md.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { commandLine } from '../options.mjs';
import { nodeBinary } from '../participants/index.mjs';
import { isBusy, machine } from '../results-file.mjs';
import { markdownTable } from '../report/tables.mjs';
import { Child } from './child.mjs';
import { parseControllersOptions, timings, usage } from './options.mjs';
import { coldStartTable, shardingTable, takeoverTable } from './report.mjs';
import { sharded } from './sharding.mjs';
import { takeover } from './takeover.mjs';

const options = commandLine(usage, parseControllersOptions);
const { entries, keys, rounds, concurrency } = options;
const binary = nodeBinary(options.node);
if (!existsSync(binary)) {
  console.error('bench/node_modules is missing: npm ci --prefix bench');
  process.exit(1);
}
const host = machine();
console.log(
  `Node ${options.node}, ${availableParallelism()} cores, load before ${host.loadBefore.toFixed(1)}` +
    (isBusy(host) ? ': busy, so trust ratios and bytes only' : ''),
);

const count = options.only.some((part) => part !== 'takeover') ? keys : 1;
const server = new Child('server', binary, { entries, count });
const { url, bytesPerTask } = await server.next();
console.log(`${count} objects, each ${bytesPerTask} bytes of JSON`);
/** What a status or a change is set to: another value each time. */
let value = 0;
try {
  if (options.only.includes('cold-start')) {
    const runs = [];
    const { rows } = options;
    for (let round = 0; round < rounds; round++) {
      for (const row of [...rows.slice(round % rows.length), ...rows.slice(0, round % rows.length)]) {
        const child = new Child('coldStart', binary, {
          entries,
          url,
          row,
          count: keys,
          concurrency,
          value: ++value,
        });
        const result = await child.next();
        await child.exited;
        runs.push({ round, row, ...result });
        console.log(`  round ${round + 1}, ${row}: ${(result.totalMs / 1000).toFixed(2)} s`);
      }
    }
    console.log(`\n${markdownTable(coldStartTable(runs, keys))}\n`);
  }
  if (options.only.includes('takeover')) {
    const rows = [];
    for (const name of options.timings) {
      const log = (text) => console.log(`  ${name} timings, ${text}`);
      rows.push({
        name,
        timings: timings[name],
        ...(await takeover({ binary, url, entries, rounds, timings: timings[name] }, log)),
      });
    }
    console.log(`\n${markdownTable(takeoverTable(rows))}\n`);
  }
  if (options.only.includes('sharding')) {
    const rows = [];
    for (const processes of options.processes) {
      rows.push(await sharded({ binary, server, url, processes, value: ++value }, options));
      console.log(`  ${processes} replicas: ${Math.round(rows.at(-1).runsPerSecond)} reconciles/s`);
    }
    console.log(`\n${markdownTable(shardingTable(rows, options))}\n`);
  }
} finally {
  await server.kill();
}
