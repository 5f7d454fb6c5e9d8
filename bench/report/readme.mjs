// Writes README's table from the newest results of a calm machine: `npm run readme` here.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { newest } from '../results-file.mjs';
import { markdownTables } from './tables.mjs';

const begin = '<!-- bench:begin: written by bench/report/readme.mjs from bench/results/, not by hand -->';
const end = '<!-- bench:end -->';

/** What stands between the markers; nothing while there are no results of a calm machine. */
export function block(found) {
  if (found === undefined) return `${begin}\n${end}`;
  const { name, results } = found;
  const { machine, options, versions } = results;
  return [
    begin,
    '',
    '## Fast and small',
    '',
    'Time from the start until both handlers had every pod, events a second until both handlers had them, and what is alive',
    'after a garbage collection. «floor» is undici, `JSON.parse` and `Map.set`, and nothing else.',
    '',
    markdownTables(results),
    '',
    `Medians of ${options.rounds} interleaved rounds on ${machine.cores} cores (${machine.cpu}), pods of ` +
      `${kilobytes(results)} kB over loopback HTTP;`,
    `kube-informers ${versions['kube-informers']}, \`bench/results/${name}\`. [docs/bench.md](docs/bench.md) says how to read and repeat it.`,
    '',
    end,
  ].join('\n');
}

/** The README with its block replaced. Throws where the markers are not there, once each and in order. */
export function withBlock(readme, found) {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from === -1 || to < from || readme.lastIndexOf(begin) !== from || readme.lastIndexOf(end) !== to) {
    throw new Error(`README.md must hold these lines once, in this order: ${begin} and ${end}`);
  }
  return readme.slice(0, from) + block(found) + readme.slice(to + end.length);
}

function kilobytes({ runs }) {
  return (runs.find((run) => run.error === undefined).bytesPerPod / 1000).toFixed(1);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = new URL('../../README.md', import.meta.url);
  const found = newest('informers');
  writeFileSync(path, withBlock(readFileSync(path, 'utf8'), found));
  console.log(
    found === undefined ? 'no results of a calm machine: README has no table' : `README shows ${found.name}`,
  );
}
