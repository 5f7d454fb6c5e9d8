// npm run bench: every row in turn, round by round, each in a process of its own; see docs/bench.md.
import { existsSync } from 'node:fs';
import { measure } from './measure.mjs';
import { parseOptions, usage } from './options.mjs';
import { nodeBinary, reference, rowsOf } from './participants/index.mjs';
import { startServer } from './processes.mjs';
import { terminalTables } from './report/tables.mjs';
import { isBusy, machine, save, versions } from './results-file.mjs';

const options = parseOptions(process.argv.slice(2));
if (options.help) {
  console.log(usage);
  process.exit(0);
}
if (!existsSync(nodeBinary('24'))) {
  console.error('bench/node_modules is missing: npm ci --prefix bench');
  process.exit(1);
}
const rows = rowsOf(options);
const referenceRow = rows.find(({ participant }) => participant.name === reference.name).row;
const measuring = { latencySeconds: options.latencySeconds, profile: options.profile };
const host = machine();
const results = {
  kind: 'informers',
  startedAt: new Date().toISOString(),
  provisional: options.provisional || options.profile !== undefined || isBusy(host),
  machine: host,
  versions: versions(),
  options: { pods: options.pods, rounds: options.rounds, latencySeconds: options.latencySeconds },
  reference: referenceRow,
  runs: [],
};
if (isBusy(host)) {
  console.log(
    `Others are at work here (load ${host.loadBefore.toFixed(1)}): the results will be provisional.`,
  );
}

const server = await startServer(nodeBinary('24'));
try {
  for (const pods of options.pods) {
    for (let round = 1; round <= options.rounds; round++) {
      // Another order each round: nobody always comes after the same neighbour.
      for (const row of rotated(rows, round - 1)) {
        const run = { pods, round, row: row.row };
        try {
          Object.assign(run, await measure({ server, row, pods, ...measuring }));
          console.log(
            `${pods} pods, round ${round}: ${row.row}: sync ${Math.round(run.syncMs)} ms, ` +
              `${Math.round(run.eventsPerSecond)} events/s, heap ${Math.round(run.heapMiB + run.externalMiB)} MiB`,
          );
          if (run.requests.length > 2) console.log(`  asked more than once: ${run.requests.join(', ')}`);
        } catch (error) {
          run.error = error.message;
          console.log(`${pods} pods, round ${round}: ${row.row}: failed: ${error.message}`);
        }
        results.runs.push(run);
      }
    }
  }
} finally {
  server.stop();
}

// In the order of the rows, not in that of the last round.
results.runs.sort((a, b) => a.pods - b.pods || order(a) - order(b) || a.round - b.round);
console.log(`\n${terminalTables(results)}\n`);
if (options.save) console.log(`${save(results, 'informers')}${results.provisional ? ' (provisional)' : ''}`);

function order(run) {
  return rows.findIndex(({ row }) => row === run.row);
}

function rotated(list, by) {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
