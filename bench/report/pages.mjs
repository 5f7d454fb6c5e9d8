// Writes the tables of README and docs/performance.md from the newest results of a calm machine: `npm run pages` here.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { nodes, participants, reference, rowName } from '../participants/index.mjs';
import { newest } from '../results-file.mjs';
import { importTable, manyTable, microTable } from './costs.mjs';
import { goalTables, hugePods, sizeTables } from './goals.mjs';
import { performanceTable, readmeTable } from './tables.mjs';

/** Numbers of pods that the goals are told at, and README's. */
const sizes = [1000, 10_000, 100_000];
const readmeSizes = [10_000, 100_000];

/** A run of fewer rounds has no medians that are worth telling. */
const fewestRounds = 5;

/** Each page with the text between its markers. */
export const pages = [
  { path: 'README.md', begin: beginning('bench'), end: '<!-- bench:end -->', block: readmeBlock },
  {
    path: 'docs/performance.md',
    begin: beginning('goals'),
    end: '<!-- goals:end -->',
    block: goalsBlock,
  },
];

function beginning(name) {
  return `<!-- ${name}:begin: written by bench/report/pages.mjs from bench/results/, not by hand -->`;
}

/** A run of single operations is told of when it was of all of them, over so many objects. */
const microObjects = 100_000;
const fewestOperations = 10;

/**
 * The newest results for the pages: `{ bySize: [{ pods, name, results }], sync, imports, many: [{ node, name, results }],
 * micro: [{ node, name, results }] }`.
 */
export function newestResults(from) {
  const isOften = ({ options }) => options.rounds >= fewestRounds;
  const bySize = sizes.flatMap((pods) => {
    const accepts = (results) => has(pods)(results) && isOften(results);
    const found = newest('informers', { accepts, parts: hasGoals, from });
    return found === undefined ? [] : [{ pods, ...found }];
  });
  const isWhole = (results) =>
    isOften(results) && results.options.objects >= microObjects && results.rows.length >= fewestOperations;
  return {
    bySize,
    sync: newest('sync', { accepts: has(hugePods), from }),
    imports: newest('import', { from }),
    many: byNode('many', () => true, from),
    micro: byNode('micro', isWhole, from),
  };
}

/** The newest of each Node, of results that are of one. */
function byNode(kind, accepts, from) {
  return nodes.flatMap((node) => {
    const ofNode = ({ node: version }) => version.startsWith(`v${node}.`);
    const found = newest(kind, { accepts: (results) => ofNode(results) && accepts(results), from });
    return found === undefined ? [] : [{ node, ...found }];
  });
}

/** A large run takes long: one of some rows will do when it has the floor and those that the goals are about. */
function hasGoals({ runs }) {
  const wanted = participants.filter(({ name, goals }) => name === reference.name || goals !== undefined);
  return wanted.every((participant) =>
    participant.nodes.every((node) => runs.some(({ row }) => row === rowName(participant, node))),
  );
}

function has(pods) {
  return ({ options }) => options.pods.includes(pods);
}

/** The page with its block replaced. Throws where the markers are not there, once each and in order. */
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

/** README's section; nothing while there are no results of a calm machine. */
function readmeBlock(found) {
  const bySize = found.bySize.filter(({ pods }) => readmeSizes.includes(pods));
  if (bySize.length === 0) return [];
  const shown = participants
    .filter(({ inReadme }) => inReadme)
    .flatMap((participant) => participant.nodes.map((node) => rowName(participant, node)));
  return [
    '## Fast and small',
    '',
    'Time from the start until every handler had every pod, events a second until every handler had them, what is alive after',
    'a garbage collection, and the longest pause of the event loop without the collector. «floor» is undici, `JSON.parse` and',
    '`Map.set`, and nothing else. «compact» is the option that keeps objects as bytes, read here by their keys.',
    '',
    ...bySize.flatMap(({ results, pods }) => [readmeTable(results, pods, shown), '']),
    ...bySize.map(measuredOn),
    '[docs/bench.md](docs/bench.md) says how to read and repeat it, [docs/performance.md](docs/performance.md) what limits it.',
  ];
}

/** The goals' section; nothing while there are no results of a calm machine. */
function goalsBlock({ bySize, sync, imports, many, micro }) {
  const paragraphs = [
    ...bySize.map(measuredOn),
    ...goalTables(bySize),
    ...bySize.map(({ results, pods }) => performanceTable(results, pods)),
    ...(sync === undefined ? [] : [measuredOn(sync), ...sizeTables(sync)]),
    ...(imports === undefined ? [] : [importsMeasuredOn(imports), importTable(imports)]),
    ...(many.length === 0 ? [] : [manyMeasuredOn(many), manyTable(many)]),
    ...(micro.length === 0 ? [] : [microMeasuredOn(micro), microTable(micro)]),
  ];
  return paragraphs.flatMap((paragraph, index) => (index === 0 ? [paragraph] : ['', paragraph]));
}

function measuredOn({ name, results, pods }) {
  const { machine, options, versions, runs } = results;
  const { bytesPerPod } = runs.find((run) => run.error === undefined);
  return (
    `${pods === undefined ? 'Until the sync' : `${pods.toLocaleString('en')} pods`}: medians of ${options.rounds} ` +
    `interleaved rounds on ${machine.cores} cores (${machine.cpu}), ${(bytesPerPod / 1000).toFixed(1)} kB a pod over loopback ` +
    `HTTP; kube-informers ${versions['kube-informers']}, \`bench/results/${name}\`.`
  );
}

function importsMeasuredOn({ name, results: { machine, options } }) {
  return (
    `Imports: medians of ${options.rounds} processes each, interleaved, on ${machine.cpu}; what a loaded library adds to a ` +
    `process; \`bench/results/${name}\`.`
  );
}

function manyMeasuredOn(found) {
  return `Many informers of one process on ${found[0].results.machine.cpu}; ${files(found)}.`;
}

function microMeasuredOn(found) {
  const [{ results }] = found;
  const parses = found.map(
    ({ node, results: { parseMicros } }) => `${parseMicros.toFixed(1)} µs on Node ${node}`,
  );
  return (
    `Single operations over ${results.options.objects.toLocaleString('en')} objects: medians of ${results.options.rounds} rounds ` +
    `on ${results.machine.cpu}, where \`JSON.parse\` of a pod takes ${parses.join(' and ')}; ${files(found)}.`
  );
}

function files(found) {
  return found.map(({ name }) => `\`bench/results/${name}\``).join(', ');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = newestResults();
  for (const page of pages) {
    const path = new URL(`../../${page.path}`, import.meta.url);
    writeFileSync(path, withBlock(readFileSync(path, 'utf8'), page, found));
  }
  const all = [...found.bySize, found.sync, found.imports, ...found.many, ...found.micro];
  const names = all.flatMap((one) => one?.name ?? []);
  console.log(
    names.length === 0 ? 'no results of a calm machine: no tables' : `written from ${names.join(', ')}`,
  );
}
