// What loading a library costs, before it does anything: `npm run bench:import`. See docs/bench.md.
//
// Every import is a process of its own, all in turn, round after round; medians. Ours is bundled as the package is.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { commandLine, wholeNumber } from '../options.mjs';
import { nodeBinary, nodes } from '../participants/index.mjs';
import { importTable } from '../report/costs.mjs';
import { median, spread } from '../report/statistics.mjs';
import { calmMachine, isBusy, save, versions } from '../results-file.mjs';

const run = promisify(execFile);
const main = fileURLToPath(new URL('./main.mjs', import.meta.url));
const ours = new URL('./built/node_modules/kube-informers/dist/index.js', import.meta.url).href;

const usage = `npm run bench:import -- [options]
  --rounds 7           processes of each import, in turn; default 7
  --wait-minutes 5     how long to wait for a calm machine; default 5
  --provisional        the results are not for the pages: the machine was not calm
  --no-save            print, and write no file`;
const { rounds, waitMinutes, flags } = commandLine(usage, (args) => {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '7' },
      'wait-minutes': { type: 'string', default: '5' },
      provisional: { type: 'boolean', default: false },
      'no-save': { type: 'boolean', default: false },
    },
  });
  return {
    rounds: wholeNumber('--rounds', values.rounds, 1),
    waitMinutes: wholeNumber('--wait-minutes', values['wait-minutes'], 0),
    flags: values,
  };
});
const host = await calmMachine(waitMinutes);
const startedAt = new Date().toISOString();

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const serverUrl = `http://127.0.0.1:${server.address().port}`;

const imports = [
  { name: 'kube-informers', nodes, setup: { module: ours } },
  { name: 'kube-informers and a first request', nodes, setup: { module: ours, serverUrl } },
  { name: 'undici', nodes, setup: { module: 'undici' } },
  { name: 'client-node 1.4.0', nodes, setup: { module: 'client-node-1' } },
  { name: 'client-node 2.0.1', nodes: ['24'], setup: { module: 'client-node-2' } }, // does not load on Node 20
  { name: 'kubernetes-fluent-client', nodes, setup: { module: 'kubernetes-fluent-client' } },
];
const processes = nodes.flatMap((node) =>
  imports
    .filter((one) => one.nodes.includes(node))
    .map(({ name, setup }) => ({ name, node, setup, results: [] })),
);

for (let round = 0; round < rounds; round++) {
  for (const { node, setup, results } of processes) {
    const { stdout } = await run(nodeBinary(node), ['--expose-gc', main, JSON.stringify(setup)]);
    results.push(JSON.parse(stdout));
  }
}
server.close();

const rows = processes.map(({ name, node, results: each }) => {
  const of = (figure) => each.map((result) => result[figure]);
  const medians = ['ms', 'cpuMs', 'rssMiB', 'heapMiB'].map((figure) => [figure, median(of(figure))]);
  return { name, node, ...Object.fromEntries(medians), spread: spread(of('ms')) };
});
const results = {
  kind: 'import',
  startedAt,
  provisional: flags.provisional || isBusy(host),
  machine: host,
  versions: versions(),
  options: { rounds },
  rows,
};
console.log(`\n${importTable({ results })}\n`);
if (!flags['no-save'])
  console.log(`${save(results, 'import')}${results.provisional ? ' (provisional)' : ''}`);
