// npm run bench: every row in turn, round by round, each in a process of its own; see docs/bench.md.
import { existsSync } from 'node:fs';
import { buildClientGo, noGo } from './client-go/build.mjs';
import { measure } from './measure.mjs';
import { commandLine, parseOptions, usage } from './options.mjs';
import { nodeBinary, reference, rowsOf } from './participants/index.mjs';
import { startServer } from './processes.mjs';
import { goalTables } from './report/goals.mjs';
import { summarise } from './report/summary.mjs';
import { terminalTables } from './report/tables.mjs';
import { calmMachine, isBusy, save, versions } from './results-file.mjs';

const options = commandLine(usage, (args) => {
  const parsed = parseOptions(args);
  // Throws for a name that no row has.
  rowsOf(parsed);
  return parsed;
});
const reason = await noGo();
if (reason !== undefined) console.log(`no rows of client-go: ${reason}`);
const goBinary = reason === undefined ? await buildClientGo('cost') : undefined;
const rows = rowsOf({ ...options, goBinary });
if (!existsSync(nodeBinary('24'))) {
  console.error('bench/node_modules is missing: npm ci --prefix bench');
  process.exit(1);
}
const { pods: sizes, rounds, latencySeconds, syncOnly, profile, heapProfile } = options;
const host = await calmMachine(options.waitMinutes);
const profiled = profile !== undefined || heapProfile !== undefined;
const results = {
  kind: syncOnly ? 'sync' : 'informers',
  startedAt: new Date().toISOString(),
  provisional: options.provisional || profiled || options.entry !== undefined || isBusy(host),
  machine: host,
  versions: versions(),
  options: {
    pods: sizes,
    rounds,
    latencySeconds: syncOnly ? 0 : latencySeconds,
    // A page may show a run of some rows only: see newestResults in report/pages.mjs.
    partial: options.nodePath !== undefined || (options.only.length > 0 && !syncOnly),
  },
};
const runs = [];
const floor = rows.find(({ participant }) => participant.name === reference.name).row;
if (isBusy(host)) {
  console.log(`The machine is busy (load ${host.loadBefore.toFixed(1)}): the results will be provisional.`);
}

const server = await startServer(nodeBinary('24'));
const total = sizes.length * rounds * rows.length;
try {
  for (const pods of sizes) {
    const startedMs = performance.now();
    for (let round = 1; round <= rounds; round++) {
      // Another order each round: no row always runs after the same neighbour.
      for (const row of rotated(rows, round - 1)) {
        const run = { pods, round, row: row.row };
        let outcome;
        try {
          const measuring = { latencySeconds, syncOnly, profile, heapProfile };
          Object.assign(run, await measure({ server, row, pods, ...measuring }));
          outcome =
            `sync ${Math.round(run.syncMs)} ms, heap ${Math.round(run.heapMiB + run.externalMiB)} MiB` +
            (syncOnly ? '' : `, ${Math.round(run.eventsPerSecond)} events/s`);
        } catch (error) {
          run.error = error.message;
          outcome = `failed: ${error.message}`;
        }
        runs.push(run);
        console.log(`${progress(pods, startedMs)} ${pods} pods, round ${round}: ${row.row}: ${outcome}`);
        // An extra list or watch means that a connection broke, so the run is not comparable.
        if (run.requests?.length > (row.participant.requests ?? 2)) {
          console.log(`  more requests than expected: ${run.requests.join(', ')}`);
        }
      }
      // An interrupted run leaves the rounds that it finished.
      if (options.save) save({ ...summary(), provisional: true, unfinished: true }, results.kind);
    }
  }
} finally {
  server.stop();
}

console.log(`\n${terminalTables(summary())}\n`);
if (!syncOnly) console.log(`${sizes.flatMap((pods) => goalTables(summary(), pods)).join('\n\n')}\n`);
if (options.save)
  console.log(`${save(summary(), results.kind)}${results.provisional ? ' (provisional)' : ''}`);

/** The results, with the rows in their own order rather than that of the last round. */
function summary() {
  const order = (run) => rows.findIndex(({ row }) => row === run.row);
  const sorted = runs.toSorted((a, b) => a.pods - b.pods || order(a) - order(b) || a.round - b.round);
  return { ...results, rows: summarise(sorted, floor) };
}

/** Finished runs, and the time left for this size. */
function progress(pods, startedMs) {
  const done = runs.filter((run) => run.pods === pods).length;
  const left = rounds * rows.length - done;
  const minutes = ((performance.now() - startedMs) / done / 60_000) * left;
  return `[${runs.length}/${total}, ${minutes.toFixed(1)} min left${sizes.length > 1 ? ' of this size' : ''}]`;
}

function rotated(list, by) {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
