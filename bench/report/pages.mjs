// Writes the tables of README and docs/performance.md from the newest results: `npm run pages` here.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { nodes, participants, reference, rowName } from '../participants/index.mjs';
import { isBusy, newest } from '../results-file.mjs';
import { importTable, manyTable } from './costs.mjs';
import { ratioTable, realTable } from './real.mjs';
import { performanceTable } from './tables.mjs';

/** Numbers of pods that the pages show. */
const sizes = [10_000, 100_000];
/** Of these, README compares with a real API server. */
const readmeSize = 10_000;

/** A page shows medians of at least so many rounds. */
const fewestRounds = 5;

/** The rows of a real API server that README shows. */
const realInReadme = /^client-node|its default|kube-informers (default|two fields)$/;
const realRowsInReadme = 4;
const realColumnsInReadme = ['s', 'client CPU s', 'client peak RSS MiB', 'server CPU s'];

/** Each page, its markers, and what stands between them. */
export const pages = [
  { path: 'README.md', begin: beginning('bench'), end: '<!-- bench:end -->', block: readmeBlock },
  {
    path: 'docs/performance.md',
    begin: beginning('tables'),
    end: '<!-- tables:end -->',
    block: tablesBlock,
  },
];

function beginning(name) {
  return `<!-- ${name}:begin: written by bench/report/pages.mjs from bench/results/, not by hand -->`;
}

/**
 * The newest results for the pages: `{ real, bySize: [{ pods, name, results }], imports, many: [{ node, name, results }] }`. Those of a
 * real API server are also shown from a busy machine, which the page says: its server alone keeps two cores busy.
 */
export function newestResults(from) {
  const bySize = sizes.flatMap((pods) => {
    const accepts = ({ options }) => options.pods.includes(pods) && options.rounds >= fewestRounds;
    const found = newest('informers', { accepts, parts: hasMainRows, from });
    return found === undefined ? [] : [{ pods, ...found }];
  });
  const real = newest('real', {
    accepts: ({ options }) => options.rounds >= fewestRounds,
    // A run of some rows that has README's.
    parts: ({ rows }) => rows.filter(({ row }) => realInReadme.test(row)).length === realRowsInReadme,
    from,
  });
  return { real, bySize, imports: newest('import', { from }), many: byNode('many', from) };
}

/** The newest results on each Node, of a kind that measures one Node at a time. */
function byNode(kind, from) {
  return nodes.flatMap((node) => {
    const found = newest(kind, { accepts: ({ node: version }) => version.startsWith(`v${node}.`), from });
    return found === undefined ? [] : [{ node, ...found }];
  });
}

/** True for a run of some rows that has the floor and the main ones: a run of all rows at 100,000 pods takes hours. */
function hasMainRows({ rows }) {
  const wanted = participants.filter(({ name, isMain }) => name === reference.name || isMain);
  return wanted.every((participant) =>
    participant.nodes.every((node) => rows.some(({ row }) => row === rowName(participant, node))),
  );
}

/** Returns the page with its block replaced. Throws unless it has each marker once, in order. */
export function withBlock(text, { path, begin, end, block }, found) {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from || text.lastIndexOf(begin) !== from || text.lastIndexOf(end) !== to) {
    throw new Error(`${path} must hold these lines once, in this order: ${begin} and ${end}`);
  }
  const lines = block(found);
  const inner = lines.length === 0 ? '\n' : `\n\n${lines.join('\n')}\n\n`;
  return text.slice(0, from) + begin + inner + text.slice(to);
}

/** README's table, of a real API server, and how the default compares over loopback; nothing without results. */
function readmeBlock({ real, bySize }) {
  const found = bySize.find(({ pods }) => pods === readmeSize);
  if (real === undefined || found === undefined) return [];
  const table = realTable(
    real.results,
    (row) => realInReadme.test(row),
    (title) => realColumnsInReadme.includes(title),
  );
  return apart([table, realMeasuredOn(real), overLoopback(found)]);
}

/** The default as parts of client-node, as ratios of the medians. */
function overLoopback({ pods, results, name }) {
  const rows = results.rows.filter((row) => row.pods === pods);
  const medians = (start) => rows.find(({ row }) => row.startsWith(start)).median;
  const [ours, theirs] = [medians('kube-informers DeltaFIFO, list'), medians('client-node 2')];
  const part = (figure) => (ours[figure] / theirs[figure]).toFixed(2);
  return (
    `Over loopback, from a server that answers from memory, the default takes ${part('syncMs')} of client-node's time, ` +
    `${part('syncCpuSeconds')} of its CPU time and ${part('syncPeakRssMiB')} of its peak RSS (\`bench/results/${name}\`).`
  );
}

/** The tables of docs/performance.md; nothing without results. */
function tablesBlock({ real, bySize, imports, many }) {
  const shown = participants.map((participant) => rowName(participant, participant.nodes[0]));
  return apart([
    ...(real === undefined ? [] : [realTable(real.results), ratioTable(real.results), realMeasuredOn(real)]),
    ...bySize.flatMap((found) => [performanceTable(found.results, found.pods, shown), measuredOn(found)]),
    ...(imports === undefined ? [] : [importTable(imports, '24'), importsMeasuredOn(imports)]),
    ...(many.length === 0 ? [] : [manyTable(many), manyMeasuredOn(many)]),
  ]);
}

function apart(paragraphs) {
  return paragraphs.flatMap((paragraph, index) => (index === 0 ? [paragraph] : ['', paragraph]));
}

function measuredOn({ name, results: { machine, options, versions, rows } }) {
  const { bytesPerPod } = rows.find((row) => row.error === undefined);
  return (
    `Medians of ${options.rounds} interleaved rounds on ${machine.cores} cores (${machine.cpu}), ` +
    `${(bytesPerPod / 1000).toFixed(1)} kB a pod over loopback HTTP; kube-informers ${versions['kube-informers']}, ` +
    `\`bench/results/${name}\`.`
  );
}

function realMeasuredOn({ name, results: { machine, options, versions } }) {
  return (
    `Medians of ${options.rounds} interleaved rounds on a kube-apiserver ${versions.kubernetes} over TLS, with client and server on the same ` +
    `${machine.cores} cores (${machine.cpu})${isBusy(machine) ? ', which had other work as well, so trust the ratios' : ''}; ` +
    `kube-informers ${versions['kube-informers']}, \`bench/results/${name}\`.`
  );
}

function importsMeasuredOn({ name, results: { machine, options } }) {
  return (
    `Medians of ${options.rounds} interleaved processes on ${machine.cpu}: what a loaded library adds to a process; ` +
    `\`bench/results/${name}\`.`
  );
}

function manyMeasuredOn(found) {
  const files = found.map(({ name }) => `\`bench/results/${name}\``).join(', ');
  return `Measured on ${found[0].results.machine.cpu}; ${files}.`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = newestResults();
  for (const page of pages) {
    const path = new URL(`../../${page.path}`, import.meta.url);
    writeFileSync(path, withBlock(readFileSync(path, 'utf8'), page, found));
  }
  const names = [found.real, ...found.bySize, found.imports, ...found.many].flatMap((one) => one?.name ?? []);
  console.log(
    names.length === 0 ? 'no results of a calm machine: no tables' : `written from ${names.join(', ')}`,
  );
}
