// npm run bench:protobuf: a list of pods as JSON and as protobuf, whole and with a mask, compared with JSON.parse; see
// docs/design/protobuf.md.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../options.mjs';
import { median } from '../report/statistics.mjs';
import { podObject } from '../server/pod-object.mjs';

const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    // Compiled sources of the library, and the packages as scripts/build.mjs writes them: their server encodes the pods.
    built: { type: 'string', default: fileURLToPath(new URL('../built', import.meta.url)) },
    dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
  },
});
const pods = wholeNumber('--pods', values.pods, 1);
const rounds = wholeNumber('--rounds', values.rounds, 1);
const compiled = (path) => import(pathToFileURL(join(values.dist, path)).href);
const { FieldMask } = await compiled('meta/field-mask.js');
const { ListDecoder } = await compiled('rest/response-body.js');
const { projectedFormat } = await compiled('wire/json-format.js');
const { protobufDecoders } = await compiled('wire/protobuf/protobuf-format.js');
const { MessageReader } = await compiled('wire/protobuf/message-reader.js');
const { MessageTypes } = await compiled('wire/protobuf/message-types.js');
const { coreV1 } = await compiled('wire/protobuf/messages/core-v1.js');
const { encodeListMessage, encodeMessage, envelope, typeOfKind } = await import(
  pathToFileURL(join(values.built, 'node_modules/@kube-informers/testing/dist/internal.js')).href
);

const masks = {
  'three fields': { metadata: { labels: true }, spec: { nodeName: true }, status: { phase: true } },
  'names of containers, conditions': {
    spec: { nodeName: true, containers: { name: true, image: true } },
    status: { phase: true, conditions: { type: true, status: true } },
  },
  status: { status: true },
  spec: { spec: true },
  'spec and status': { metadata: { labels: true, annotations: true }, spec: true, status: true },
};

const objects = Array.from({ length: pods }, (_, index) => podObject(index, String(index + 1)));
const items = objects.map((pod) => ({ ...pod, kind: undefined, apiVersion: undefined }));
const listType = { apiVersion: 'v1', kind: 'PodList' };
const json = Buffer.from(JSON.stringify({ ...listType, metadata: { resourceVersion: '1' }, items }));
const podType = typeOfKind('', 'v1', 'Pod');
const messages = objects.map((pod) => encodeMessage(podType, pod));
const protobuf = envelope(listType, encodeListMessage({ resourceVersion: '1' }, messages));
objects.length = 0;
console.log(`${pods} pods: ${json.length} bytes of JSON, ${protobuf.length} of protobuf`);

const pieceBytes = 64 * 1024;
function fed(decoder, bytes) {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    decoder.feed(bytes.subarray(start, start + pieceBytes));
  return decoder.end().items;
}
const whole = new MessageTypes(coreV1).planOf('Pod', true);
const tasks = {
  'JSON.parse': () => JSON.parse(json.toString('utf8')).items,
  'whole, protobuf': () => {
    const reader = new MessageReader();
    return messages.map((bytes) =>
      reader.read(whole, bytes, 0, bytes.length, { apiVersion: 'v1', kind: 'Pod' }),
    );
  },
};
for (const [name, fields] of Object.entries(masks)) {
  const mask = FieldMask.of('a bench', { fields });
  const format = projectedFormat(mask);
  const decoders = await protobufDecoders(mask, { apiVersion: 'v1', kind: 'Pod' });
  tasks[`${name}, JSON`] = () => fed(new ListDecoder({ name: 'GET pods', format }), json);
  tasks[`${name}, protobuf`] = () => fed(decoders.listDecoder({ name: 'GET pods' }), protobuf);
}

const took = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
const heap = {};
for (let round = 0; round < rounds; round++) {
  for (const [name, run] of Object.entries(tasks)) {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    const start = performance.now();
    let kept = run();
    took[name].push(performance.now() - start);
    if (kept.length !== pods) throw new Error(`${name}: ${kept.length} pods`);
    globalThis.gc();
    heap[name] = (process.memoryUsage().heapUsed - before) / 1024 / 1024;
    kept = undefined;
  }
}
const parse = took['JSON.parse'];
console.table(
  Object.fromEntries(
    Object.entries(took).map(([name, all]) => [
      name,
      {
        ms: Math.round(median(all)),
        '÷ JSON.parse': median(all.map((ms, round) => ms / parse[round])).toFixed(2),
        'heap MiB': heap[name].toFixed(1),
      },
    ]),
  ),
);
