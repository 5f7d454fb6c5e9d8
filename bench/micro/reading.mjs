// npm run bench:reading: what a cache costs to fill, to keep and to read, by the way in which it keeps its objects; see
// docs/choosing-a-cache.md.
//
// Ratios are of user CPU time, medians of the rounds. The caches take turns in each round, and only one exists at a time, so
// that none pays for the garbage collections of another.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../options.mjs';
import { median } from '../report/statistics.mjs';
import { podObject } from '../server/pod-object.mjs';

const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
  },
});
const pods = wholeNumber('--pods', values.pods, 1);
const rounds = wholeNumber('--rounds', values.rounds, 1);
const compiled = (path) => import(pathToFileURL(join(values.dist, path)).href);
const { plainFormat } = await compiled('cache/cache-format.js');
const { MemoryIndexer } = await compiled('cache/stores/indexer.js');
const { compact } = await compiled('compact/compact-cache.js');
const { FieldMask } = await compiled('meta/field-mask.js');
const { ListDecoder } = await compiled('rest/response-body.js');
const { objectSteps, transformObject } = await compiled('cache/transform.js');

const mask = (options) => FieldMask.of('a bench', options);
const fields = mask({
  fields: { metadata: { labels: true }, spec: { nodeName: true }, status: { phase: true } },
});
const withoutManaged = mask({ exclude: { metadata: { managedFields: true } } });
const keptByHand = ({
  apiVersion,
  kind,
  metadata: { managedFields: _managed, ...metadata },
  spec,
  status,
}) => ({
  apiVersion,
  kind,
  metadata,
  spec: { nodeName: spec?.nodeName },
  status: { phase: status?.phase },
});
const caches = {
  ordinary: { format: plainFormat },
  exclude: { format: plainFormat, mask: withoutManaged },
  fields: { format: plainFormat, mask: fields },
  transform: { format: plainFormat, transform: keptByHand },
  compact: { format: compact() },
  'compact, exclude': { format: compact(), mask: withoutManaged },
  'compact, fields': { format: compact(), mask: fields },
};

/** A list in pieces, as a socket gives it. `change` makes other times and versions of the same pods. */
function listOf(change) {
  const bytes = Buffer.allocUnsafe(pods * 5500 + 200);
  let length = bytes.write(
    '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[',
  );
  for (let number = 0; number < pods; number++) {
    const { apiVersion: _version, kind: _kind, ...pod } = podObject(number, String(change * 1e7 + number));
    pod.status.message = `change ${change}`;
    length += bytes.write(`${number === 0 ? '' : ','}${JSON.stringify(pod)}`, length);
  }
  length += bytes.write(']}', length);
  const piece = 64 * 1024;
  return Array.from({ length: Math.ceil(length / piece) }, (_, index) =>
    bytes.subarray(index * piece, Math.min(length, (index + 1) * piece)),
  );
}

const [first, changed] = [listOf(1), listOf(2)];
const microsPerPod = (run, count = pods) => {
  const before = process.cpuUsage();
  run();
  return process.cpuUsage(before).user / count;
};
const memory = () => {
  for (let round = 0; round < 3; round++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
};

/** Number of values in an object: reads all of it. */
function count(value) {
  if (typeof value !== 'object' || value === null) return 1;
  let sum = 1;
  for (const key of Object.keys(value)) sum += count(value[key]);
  return sum;
}
const passes = {
  keys: (pod) => pod.metadata.name.length + pod.metadata.labels['app.kubernetes.io/name'].length,
  'two fields': (pod) => pod.spec.nodeName.length + pod.status.phase.length,
  status: (pod) => count(pod.status),
  everything: count,
};
/** Pods that a pass reads: of 100,000 every tenth. */
const mostRead = 10_000;

let sink = 0;
async function measure({ format, mask: kept, transform }) {
  const cache = format.newCache({ frozen: false, mask: kept });
  const { objectFormat, transformer } = cache.intake(objectSteps(kept, transform, undefined));
  const store = new MemoryIndexer(cache.onChange === undefined ? {} : { onChange: cache.onChange });
  const take = (pieces) => {
    const decoder = new ListDecoder({ name: 'GET pods', format: objectFormat });
    for (const piece of pieces) decoder.feed(piece);
    for (const item of decoder.end().items) store.update(transformObject(transformer, item, ''));
  };
  const before = memory();
  const figures = { fill: microsPerPod(() => take(first)) };
  figures.change = microsPerPod(() => take(changed));
  figures.MiB = memory() - before;
  const all = store.list();
  if (all.length !== pods) throw new Error(`it holds ${all.length} of ${pods} pods`);
  const step = Math.max(1, Math.floor(pods / mostRead));
  const read = all.filter((_, index) => index % step === 0);
  for (const [name, pass] of Object.entries(passes)) {
    figures[name] = microsPerPod(() => {
      for (const pod of read) sink += pass(pod);
    }, read.length);
  }
  // A later pass would find what this one decoded: other objects of the same cache in between.
  return figures;
}

/** What parsing the same bytes costs: of the status alone, and of the whole pod. */
function parsing() {
  const some = Array.from({ length: Math.min(pods, mostRead) }, (_, number) => podObject(number, '1'));
  const statuses = some.map(({ status }) => Buffer.from(JSON.stringify({ ...status, message: 'change 2' })));
  const whole = some.map((pod) => Buffer.from(JSON.stringify(pod)));
  const parse = (texts) =>
    microsPerPod(() => {
      for (const text of texts) sink += count(JSON.parse(text.toString('utf8')));
    }, texts.length);
  memory();
  return { status: parse(statuses), everything: parse(whole) };
}

const rows = { ...Object.fromEntries(Object.keys(caches).map((name) => [name, []])), 'JSON.parse': [] };
// The first round only warms up what V8 compiles.
for (let round = 0; round <= rounds; round++) {
  const names = Object.keys(rows);
  for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
    const figures = name === 'JSON.parse' ? parsing() : await measure(caches[name]);
    if (round > 0) rows[name].push(figures);
  }
}

const columns = Object.keys(rows.ordinary[0]);
const relative = ['fill', 'change', 'MiB'];
console.log(`${pods} pods of ${Math.round(first.reduce((sum, { length }) => sum + length, 0) / pods)} bytes`);
console.table(
  Object.fromEntries(
    Object.entries(rows).map(([name, figures]) => [
      name,
      Object.fromEntries(
        columns
          .filter((column) => figures[0][column] !== undefined)
          .map((column) =>
            relative.includes(column)
              ? [
                  `${column} ÷ ordinary`,
                  median(figures.map((of, round) => of[column] / rows.ordinary[round][column])).toFixed(2),
                ]
              : [`${column}, µs`, median(figures.map((of) => of[column])).toFixed(2)],
          ),
      ),
    ]),
  ),
);
for (const name of ['compact', 'compact, exclude']) {
  const ratio = (column) =>
    median(rows[name].map((of, round) => of[column] / rows['JSON.parse'][round][column])).toFixed(2);
  console.log(`${name}: status ÷ JSON.parse of it ${ratio('status')}, everything ${ratio('everything')}`);
}
const memories = Object.entries(rows).filter(([name]) => name !== 'JSON.parse');
console.log(
  `MiB: ${memories.map(([name, of]) => `${name} ${median(of.map(({ MiB }) => MiB)).toFixed(1)}`).join('; ')}`,
);
if (sink === 0) throw new Error('nothing was read');
