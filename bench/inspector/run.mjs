// npm run --prefix bench bench:inspector: what the inspector costs the program that it shows; see docs/bench.md.
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { commandLine, wholeNumber } from '../options.mjs';
import { startServer } from '../processes.mjs';
import { markdownTable } from '../report/tables.mjs';
import { isBusy, machine } from '../results-file.mjs';
import { firstEventVersion } from '../server/pods.mjs';
import { Process } from './process.mjs';
import { inspectorTable } from './report.mjs';

const usage = `npm run --prefix bench bench:inspector -- [options]
  --pods 100000   how many pods the cache holds; default 100000
  --pages 10      how many pages are open in the last row; default 10
  --rounds 5      times that each row is run, in another order each; default 5
  --seconds 5     how long events are sent to each row; default 5
  --built DIR     the folder of the kube-informers to measure, as scripts/build.mjs writes it; default: what npm has built
`;
const options = commandLine(usage, (args) => {
  const { values } = parseArgs({
    args,
    options: {
      pods: { type: 'string', default: '100000' },
      pages: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '5' },
      built: { type: 'string', default: fileURLToPath(new URL('../built', import.meta.url)) },
    },
  });
  const numbers = ['pods', 'pages', 'rounds', 'seconds'].map((name) => [
    name,
    wholeNumber(`--${name}`, values[name], 1),
  ]);
  return { ...Object.fromEntries(numbers), built: resolve(values.built) };
});
const entryUrl = (name) => pathToFileURL(join(options.built, 'node_modules', name, 'dist/index.js')).href;
const entries = { main: entryUrl('kube-informers'), inspector: entryUrl('@kube-informers/inspector') };
/** Events of one flood: the floods of a row follow each other until its seconds are over. */
const floodEvents = 10_000;
const rows = [
  { name: 'no inspector', inspected: false, pages: 0 },
  { name: 'mounted, no page', inspected: true, pages: 0 },
  { name: 'one page', inspected: true, pages: 1 },
  { name: `${options.pages} pages`, inspected: true, pages: options.pages },
];

const host = machine();
console.log(
  `Node ${process.version}, ${host.cores} cores, load before ${host.loadBefore.toFixed(1)}` +
    (isBusy(host) ? ': busy, so the figures are provisional' : ''),
);
const server = await startServer(process.execPath);
const runs = [];
for (let round = 0; round < options.rounds; round++) {
  for (let index = 0; index < rows.length; index++) {
    const row = rows[(index + round) % rows.length];
    const figures = await measure(row);
    runs.push({ round, row: row.name, ...figures });
    console.log(
      `  round ${round + 1}, ${row.name}: ${Math.round(figures.eventsPerSecond)} events/s, p99 ${figures.p99Ms.toFixed(1)} ms`,
    );
  }
}
server.stop();
console.log(`\n${markdownTable(inspectorTable(runs, rows))}`);

async function measure({ inspected, pages }) {
  await server.ask('reset', { pods: options.pods });
  const program = new Process('program.mjs', { entries, host: server.baseUrl, inspected });
  const { url } = await program.answer();
  const browsers = pages === 0 ? undefined : new Process('pages.mjs', { url, pages });
  await browsers?.answer();
  let sent = 0;
  const flood = async () => {
    await server.ask('flood', { events: floodEvents });
    sent += floodEvents;
    await program.ask({ type: 'reach', version: firstEventVersion + sent });
  };
  // The first one compiles the code.
  await flood();
  const before = await browsers?.ask({});
  const allPagesFollow = async () => {
    const now = await browsers?.ask({});
    return now === undefined || now.answers.every((count, page) => count > before.answers[page]);
  };
  await program.ask({ type: 'begin' });
  const startedMs = performance.now();
  do await flood();
  while (performance.now() - startedMs < options.seconds * 1000 || !(await allPagesFollow()));
  const eventsPerSecond = ((sent - floodEvents) * 1000) / (performance.now() - startedMs);
  const { p99Ms } = await program.ask({ type: 'end' });
  await browsers?.end();
  await program.end();
  return { eventsPerSecond, p99Ms };
}
