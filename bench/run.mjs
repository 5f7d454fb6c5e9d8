// npm run bench: every row in turn, round by round, each in a process of its own; see docs/bench.md.
import { existsSync } from 'node:fs';
import { measure } from './measure.mjs';
import { commandLine, parseOptions, usage } from './options.mjs';
import { nodeBinary, reference, rowsOf } from './participants/index.mjs';
import { startServer } from './processes.mjs';
import { terminalTables } from './report/tables.mjs';
import { calmMachine, isBusy, save, versions } from './results-file.mjs';

const [options, rows] = commandLine(usage, (args) => {
  const said = parseOptions(args);
  return [said, rowsOf(said)];
});
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
    // A run of many sizes has few rows; any other that has not all of them is not told of.
    partial: options.nodePath !== undefined || (options.only.length > 0 && !syncOnly),
  },
  reference: rows.find(({ participant }) => participant.name === reference.name).row,
  runs: [],
};
if (isBusy(host)) {
  console.log(
    `Others are at work here (load ${host.loadBefore.toFixed(1)}): the results will be provisional.`,
  );
}

const server = await startServer(nodeBinary('24'));
const total = sizes.length * rounds * rows.length;
try {
  for (const pods of sizes) {
    const startedMs = performance.now();
    for (let round = 1; round <= rounds; round++) {
      // Another order each round: nobody always comes after the same neighbour.
      for (const row of rotated(rows, round - 1)) {
        const run = { pods, round, row: row.row };
        let said;
        try {
          const measuring = { latencySeconds, syncOnly, profile, heapProfile };
          Object.assign(run, await measure({ server, row, pods, ...measuring }));
          said =
            `sync ${Math.round(run.syncMs)} ms, heap ${Math.round(run.heapMiB + run.externalMiB)} MiB` +
            (syncOnly ? '' : `, ${Math.round(run.eventsPerSecond)} events/s`);
        } catch (error) {
          run.error = error.message;
          said = `failed: ${error.message}`;
        }
        results.runs.push(run);
        console.log(`${progress(pods, startedMs)} ${pods} pods, round ${round}: ${row.row}: ${said}`);
        // A list or watch more means that something else was measured than in the other rows.
        if (run.requests?.length > (row.participant.requests ?? 2)) {
          console.log(`  asked more than once: ${run.requests.join(', ')}`);
        }
      }
      // So that a run that is ended leaves what it has.
      if (options.save) save({ ...inOrder(), provisional: true, unfinished: true }, results.kind);
    }
  }
} finally {
  server.stop();
}

console.log(`\n${terminalTables(inOrder())}\n`);
if (options.save)
  console.log(`${save(inOrder(), results.kind)}${results.provisional ? ' (provisional)' : ''}`);

/** In the order of the rows, not in that of the last round. */
function inOrder() {
  const order = (run) => rows.findIndex(({ row }) => row === run.row);
  return {
    ...results,
    runs: results.runs.toSorted((a, b) => a.pods - b.pods || order(a) - order(b) || a.round - b.round),
  };
}

/** How far the run has come, and how long this size will take. */
function progress(pods, startedMs) {
  const done = results.runs.filter((run) => run.pods === pods).length;
  const left = rounds * rows.length - done;
  const minutes = ((performance.now() - startedMs) / done / 60_000) * left;
  return `[${results.runs.length}/${total}, ${minutes.toFixed(1)} min left${sizes.length > 1 ? ' of this size' : ''}]`;
}

function rotated(list, by) {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
