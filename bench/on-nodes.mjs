// Runs a script on each Node of bench/node_modules in turn, waiting for a calm machine before each.
//
//     node on-nodes.mjs micro/run.mjs [--nodes 20,24] [--wait-minutes 5] [options of the script]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { commandLine, wholeNumber } from './options.mjs';
import { nodeBinary, nodes } from './participants/index.mjs';
import { calmMachine } from './results-file.mjs';

const [script, ...given] = process.argv.slice(2);
const { value: wanted, rest } = taken(given, '--nodes', nodes.join(','));
const { value: minutes, rest: args } = taken(rest, '--wait-minutes', '5');
const usage = `options:
  --nodes ${nodes.join(',')}        which Nodes; default both
  --wait-minutes 5     how long to wait for a calm machine before each; default 5
  --objects 100000     bench:micro: how many objects
  --rounds 5           bench:micro, bench:queue, bench:reading: how often each operation is measured
  --only TEXT          bench:micro: operations whose name holds it
  --informers 200      bench:many: how many
  --keys 1000000       bench:queue: how many
  --pods 10            bench:many: pods of each; bench:protobuf, bench:reading: pods
  --provisional        bench:many: the results are not for the pages: the machine was not calm
  --no-save            bench:many: print, and write no file`;
const waitMinutes = commandLine(usage, () => {
  const unknown = wanted.split(',').filter((node) => !nodes.includes(node));
  if (unknown.length > 0) throw new Error(`--nodes must be of ${nodes.join(', ')}, got ${wanted}`);
  return wholeNumber('--wait-minutes', minutes, 0);
});

for (const node of wanted.split(',')) {
  await calmMachine(waitMinutes);
  console.log(`\nNode ${node}`);
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(nodeBinary(node), ['--expose-gc', path, ...args], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(code ?? 1);
}

/** The value of an option of this command, and the other arguments. */
function taken(all, name, otherwise) {
  const at = all.indexOf(name);
  if (at === -1) return { value: otherwise, rest: all };
  return { value: all[at + 1] ?? '', rest: [...all.slice(0, at), ...all.slice(at + 2)] };
}
