// npm run bench:micro: each operation of the machine beside bare structures, in turn, in one process; see docs/bench.md.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Bench } from 'tinybench';
import { wholeNumber } from '../options.mjs';
import { median, spread } from '../report/statistics.mjs';
import { makePod } from '../server/pods.mjs';
import { operations } from './operations.mjs';

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    // Compiled sources to measure: another folder than the one that others may be compiling into.
    dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
  },
});
const objects = wholeNumber('--objects', values.objects, 1);
const rounds = wholeNumber('--rounds', values.rounds, 1);
const compiled = (path) => import(pathToFileURL(join(values.dist, path)).href);
const library = {
  ...(await compiled('index.js')),
  ...(await compiled('cache/index.js')),
  ...(await compiled('controller/index.js')),
};
const parts = {};
for (const path of [
  'rest/response-body.js',
  'wire/watch-decoder.js',
  'cache/handlers/shared-processor.js',
  'cache/slice-runner.js',
  'util/clock.js',
  'testing/fake-clock.js',
]) {
  Object.assign(parts, await compiled(path));
}
const all = operations({ library, parts, objects }).filter(({ name }) => name.includes(values.only));
if (all.length === 0) throw new Error(`--only: no operation has ${JSON.stringify(values.only)} in its name`);

/** Microseconds of one operation, by task. */
const measured = new Map(all.map(({ name }) => [name, { ours: [], bare: [] }]));
const pod = makePod(1).bytes.toString();
const parse = [];

for (let round = 0; round < rounds; round++) {
  parse.push(await time(() => void JSON.parse(pod), 1));
  for (const { name, ours, bare, count } of all) {
    const [one, other] = [await ours(), await bare()];
    if (one !== other) throw new Error(`${name}: ours did ${one}, bare structures ${other}`);
    // The order alternates: the second one runs on a warm machine, with the garbage of the first.
    const order = round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
    for (const who of order) measured.get(name)[who].push(await time(who === 'ours' ? ours : bare, count));
  }
}

const rows = all.map(({ name, bareName }) => {
  const { ours, bare } = measured.get(name);
  return {
    name,
    bareName,
    oursMicros: median(ours),
    oursSpread: spread(ours),
    bareMicros: median(bare),
    bareSpread: spread(bare),
    ratio: median(ours.map((value, round) => value / bare[round])),
    shareOfParse: median(ours.map((value, round) => value / parse[round])),
  };
});
console.log(`JSON.parse of a pod of ${pod.length} bytes: ${median(parse).toFixed(1)} µs\n`);
console.table(
  Object.fromEntries(
    rows.map((row) => [
      row.name,
      {
        'ours µs': row.oursMicros.toFixed(3),
        'bare µs': row.bareMicros.toFixed(3),
        'ours ÷ bare': row.ratio.toFixed(2),
        '± %': Math.round(row.oursSpread * 100),
        'share of JSON.parse': row.shareOfParse.toFixed(3),
        bare: row.bareName,
      },
    ]),
  ),
);
/** Microseconds of one of `count` operations: the median call. */
async function time(run, count) {
  const bench = new Bench({ time: 200, iterations: 5, warmupTime: 50, warmupIterations: 1, throws: true });
  bench.add('operation', run);
  const [task] = await bench.run();
  return (task.result.latency.p50 * 1000) / count;
}
