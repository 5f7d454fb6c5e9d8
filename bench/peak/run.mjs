// npm run bench:peak: the peak RSS of a first list and of a relist, above the idle process; see ../../docs/bench.md.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commandLine } from '../options.mjs';
import { nodeBinary, nodes } from '../participants/index.mjs';

const usage = `npm run bench:peak -- [options]
  --node 20,24         which Nodes; default both
  --only TEXT          rows whose name holds it`;
const { wantedNodes, only } = commandLine(usage, (args) => {
  const { values } = parseArgs({
    args,
    options: { node: { type: 'string', default: nodes.join(',') }, only: { type: 'string', default: '' } },
  });
  const unknown = values.node.split(',').filter((node) => !nodes.includes(node));
  if (unknown.length > 0) throw new Error(`--node must be of ${nodes.join(', ')}, got ${values.node}`);
  return { wantedNodes: values.node.split(','), only: values.only };
});

const secretPrograms = ['ordinary', 'compact', 'transform', 'where', 'fields'];
const rows = [
  ...secretPrograms.flatMap((program) =>
    [8000, 33_493].map((count) => ({ resource: 'secrets', program, count })),
  ),
  { resource: 'pods', program: 'two fields', count: 100_000, relist: true },
];
const started = (file, argument, options) =>
  fork(fileURLToPath(new URL(file, import.meta.url)), [argument], options);
const entry = new URL('../built/node_modules/kube-informers/dist/index.js', import.meta.url).href;

/** Runs a program beside a server of its own. */
async function measured({ row, node, watchList }) {
  const binary = { execPath: nodeBinary(node) };
  const server = started('server.mjs', String(row.count), { ...binary, execArgv: [] });
  const [baseUrl] = await once(server, 'message');
  const setup = JSON.stringify({ ...row, entry, baseUrl, watchList });
  const program = started('program.mjs', setup, { ...binary, execArgv: ['--expose-gc', '--no-warnings'] });
  try {
    return await new Promise((resolve, reject) => {
      program.on('message', (message) => {
        if (message === 'relist') server.send('relist');
        else resolve(message);
      });
      program.on('exit', (code) => reject(new Error(`ended with ${code}`)));
    });
  } finally {
    program.kill('SIGKILL');
    server.disconnect();
  }
}

const table = {};
for (const node of wantedNodes) {
  for (const watchList of [true, false]) {
    for (const row of rows) {
      const name = `${row.count} ${row.resource}, ${row.program}, ${watchList ? 'watch-list' : 'list'}, Node ${node}`;
      if (!name.includes(only)) continue;
      const figures = await measured({ row, node, watchList }).catch((error) => ({ failed: error.message }));
      table[name] = Object.fromEntries(
        Object.entries(figures).map(([key, value]) => [
          key,
          typeof value === 'number' ? Math.round(value) : value,
        ]),
      );
      console.log(name, table[name]);
    }
  }
}
console.log('RSS above the idle process, MiB');
console.table(table);
