// What loading a library costs, before it does anything: `npm run bench:import`. See docs/bench.md.
//
// Every import is a process of its own, all in turn, round after round; medians. Ours is bundled as the package is.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { nodeBinary } from '../participants/index.mjs';
import { median, spread } from '../report/statistics.mjs';

const run = promisify(execFile);
const main = fileURLToPath(new URL('./main.mjs', import.meta.url));
const ours = new URL('./dist/index.js', import.meta.url).href;

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const rounds = Number(flags.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds must be a whole number from 1 on, got ${flags.rounds}`);

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const serverUrl = `http://127.0.0.1:${server.address().port}`;

const imports = [
  { name: 'kube-informers', nodes: ['20', '24'], setup: { module: ours } },
  { name: 'kube-informers and a first request', nodes: ['20', '24'], setup: { module: ours, serverUrl } },
  { name: 'undici', nodes: ['20', '24'], setup: { module: 'undici' } },
  { name: 'client-node 1.4.0', nodes: ['20', '24'], setup: { module: 'client-node-1' } },
  { name: 'client-node 2.0.1', nodes: ['24'], setup: { module: 'client-node-2' } }, // does not load on Node 20
  { name: 'kubernetes-fluent-client', nodes: ['20', '24'], setup: { module: 'kubernetes-fluent-client' } },
];
const rows = ['20', '24'].flatMap((node) =>
  imports
    .filter(({ nodes }) => nodes.includes(node))
    .map(({ name, setup }) => ({ name, node, setup, results: [] })),
);

for (let round = 0; round < rounds; round++) {
  for (const { node, setup, results } of rows) {
    const { stdout } = await run(nodeBinary(node), ['--expose-gc', main, JSON.stringify(setup)]);
    results.push(JSON.parse(stdout));
  }
}
server.close();

const columns = [
  ['time', 'ms', 'ms'],
  ['CPU', 'cpuMs', 'ms'],
  ['RSS', 'rssMiB', 'MiB'],
  ['heap + external', 'heapMiB', 'MiB'],
];
console.log(
  `\nImports, ${cpus()[0]?.model.trim()}, ${cpus().length} CPUs: medians of ${rounds} processes each, interleaved\n`,
);
console.log(
  `| import | Node | ${columns.map(([title, , unit]) => `${title}, ${unit}`).join(' | ')} | spread of time |`,
);
console.log(`|---|---|${columns.map(() => '---|').join('')}---|`);
for (const { name, node, results } of rows) {
  const cells = columns.map(([, field, unit]) => {
    const value = median(results.map((result) => result[field]));
    return unit === 'ms' ? String(Math.round(value)) : value.toFixed(1);
  });
  const spreadOfTime = spread(results.map(({ ms }) => ms));
  console.log(`| ${name} | ${node} | ${cells.join(' | ')} | ${Math.round(spreadOfTime * 100)} % |`);
}
