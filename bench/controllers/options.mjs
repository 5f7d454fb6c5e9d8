import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../options.mjs';
import { coldStarts } from './cold-start.mjs';
import { nodes } from '../participants/index.mjs';

export const parts = ['cold-start', 'takeover', 'sharding'];

const mostWrites = 1000;

export const usage = `npm run --prefix bench bench:controllers -- [options]
  --only cold-start      parts to run, of ${parts.join(', ')}; default all
  --keys 10000           objects; the full size is 100000
  --rows TEXT[,TEXT]     cold-start: rows whose name holds one of these; default all
  --rounds 5             how often each row is measured, interleaved; default 5
  --concurrency 16       runs at the same time; default 16
  --processes 1,2,4,8    sharding: how many replicas
  --hashes 20            sharding: how often a run turns its object into JSON and hashes it
  --seconds 10           sharding: how long the requests of idle replicas are counted
  --writes 1000          sharding: changes whose watch events are counted; default 1000, or all keys if they are fewer
  --shards server        sharding: server, or none: then each replica lists and watches everything
  --timings default      takeover: default (15 s, 10 s, 2 s), short (3 s, 2 s, 0.4 s), or both
  --node 24              which Node of bench/node_modules; default 24
  --built FOLDER         the packages, as scripts/build.mjs writes them; default: what this command has built`;

/** The timings of a Lease, ms: those of client-go, and a fifth of them. */
export const timings = {
  default: { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 },
  short: { leaseDurationMs: 3000, renewDeadlineMs: 2000, retryPeriodMs: 400 },
};

/** What the command line says. Throws an Error that names the option, its value and what was expected. */
export function parseControllersOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: parts.join(',') },
      keys: { type: 'string', default: '10000' },
      rows: { type: 'string', default: '' },
      rounds: { type: 'string', default: '5' },
      concurrency: { type: 'string', default: '16' },
      processes: { type: 'string', default: '1,2,4,8' },
      hashes: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '10' },
      writes: { type: 'string' },
      shards: { type: 'string', default: 'server' },
      timings: { type: 'string', default: 'default' },
      node: { type: 'string', default: '24' },
      built: { type: 'string', default: fileURLToPath(new URL('../built', import.meta.url)) },
    },
  });
  const keys = wholeNumber('--keys', values.keys, 1);
  const writes =
    values.writes === undefined ? Math.min(keys, mostWrites) : wholeNumber('--writes', values.writes, 1);
  if (writes > keys) throw new Error(`--writes must be at most --keys, ${keys}, got ${writes}`);
  const chosen = oneOf('--timings', values.timings, ['default', 'short', 'both']);
  return {
    only: values.only.split(',').map((part) => oneOf('--only', part, parts)),
    keys,
    rows: rowsWith(values.rows),
    rounds: wholeNumber('--rounds', values.rounds, 1),
    concurrency: wholeNumber('--concurrency', values.concurrency, 1),
    processes: values.processes.split(',').map((text) => wholeNumber('--processes', text, 1)),
    hashes: wholeNumber('--hashes', values.hashes, 0),
    seconds: wholeNumber('--seconds', values.seconds, 1),
    writes,
    shard: oneOf('--shards', values.shards, ['server', 'none']) === 'server',
    timings: chosen === 'both' ? ['short', 'default'] : [chosen],
    node: oneOf('--node', values.node, nodes),
    entries: entriesOf(values.built),
  };
}

/** The rows of a cold start whose name holds one of the texts. */
function rowsWith(texts) {
  const found = Object.keys(coldStarts).filter((row) => texts.split(',').some((text) => row.includes(text)));
  if (found.length > 0) return found;
  throw new Error(`--rows: no row of a cold start has ${JSON.stringify(texts)} in its name`);
}

/** URLs of the built entries. */
function entriesOf(built) {
  const url = (path) => pathToFileURL(join(resolve(built), 'node_modules', path)).href;
  return {
    index: url('kube-informers/dist/index.js'),
    controller: url('kube-informers/dist/controller/index.js'),
    sharding: url('kube-informers/dist/sharding/index.js'),
    testing: url('@kube-informers/testing/dist/index.js'),
  };
}

function oneOf(option, text, allowed) {
  if (allowed.includes(text)) return text;
  throw new Error(`${option} must be one of ${allowed.join(', ')}, got ${JSON.stringify(text)}`);
}
