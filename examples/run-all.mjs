// Runs the examples one after the other and fails when one does: `node examples/run-all.mjs [--kubeconfig FILE]`.
// Without --kubeconfig and KUBECONFIG each has an API server of its own; twenty-lines, which knows nothing of that
// server, is given one by KUBECONFIG. Each runs twice: as it is, and with what Node can take away from a program.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ApiServer } from 'kube-informers/apiserver';

const examples = [
  'pod-informer',
  'kube-controller',
  'scheduled-pod-lister',
  'plain-reflector',
  'fault-proxy',
  'compact-cache',
];
const { values } = parseArgs({ options: { kubeconfig: { type: 'string' } } });
const kubeconfig = values.kubeconfig ?? process.env['KUBECONFIG'];

// Reading files and the network, but no writing, no processes and no workers; no `__proto__`.
const flags = process.allowedNodeEnvironmentFlags;
const permission = ['--permission', '--experimental-permission'].find((flag) => flags.has(flag));
const network = flags.has('--allow-net') ? ['--allow-net'] : [];
const restricted = [permission, '--allow-fs-read=*', ...network, '--disable-proto=throw'];

for (const nodeFlags of [[], restricted]) {
  for (const name of examples) await run(name, process.argv.slice(2), {}, nodeFlags);
  if (kubeconfig !== undefined) await run('twenty-lines', [], { KUBECONFIG: kubeconfig }, nodeFlags);
  else await runOnServer('twenty-lines', nodeFlags);
}

/** Runs one example; ends this process with 1 when it fails. */
async function run(name, args, env, nodeFlags) {
  process.stdout.write(`\n--- ${[name, ...nodeFlags].join(' ')}\n`);
  const file = fileURLToPath(new URL(`dist/${name}.js`, import.meta.url));
  // None takes more than a few seconds; one that hangs has failed.
  const child = spawn(process.execPath, [...nodeFlags, file, ...args], {
    stdio: 'inherit',
    timeout: 60_000,
    env: { ...process.env, ...env },
  });
  const [code, signal] = await once(child, 'exit');
  if (code === 0) return;
  process.stderr.write(`${name} failed: ${signal ?? `exit code ${code}`}\n`);
  process.exit(1);
}

/** Runs one example as on a reader's machine: a kubeconfig names a cluster, here an API server in this process. */
async function runOnServer(name, nodeFlags) {
  const directory = await mkdtemp(join(tmpdir(), 'kube-informers-'));
  const server = await ApiServer.start();
  try {
    const file = join(directory, 'kubeconfig');
    await writeFile(file, server.kubeconfig());
    await run(name, [], { KUBECONFIG: file }, nodeFlags);
  } finally {
    await server[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  }
}
