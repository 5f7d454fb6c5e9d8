// Runs the examples one after the other and fails when one does: `node examples/run-all.mjs [--kubeconfig FILE]`.
// Without --kubeconfig and KUBECONFIG each starts its own API server. Each runs twice: as it is, and with what Node can
// take away from a program, unless it starts processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const examples = [
  'pod-informer',
  'kube-controller',
  'scheduled-pod-lister',
  'plain-reflector',
  'fault-proxy',
  'compact-cache',
  'scopes',
  'inspector',
  'website-operator/demo',
  'website-operator/operator.test',
  'website-operator/admission.test',
];
const startsProcesses = ['ci-runner/runner.test', 'console-backend/backend.test'];

// Reading files and the network, but no writing, no processes and no workers; no `__proto__`.
const flags = process.allowedNodeEnvironmentFlags;
const permission = ['--permission', '--experimental-permission'].find((flag) => flags.has(flag));
const network = flags.has('--allow-net') ? ['--allow-net'] : [];
const restricted = [permission, '--allow-fs-read=*', ...network, '--disable-proto=throw'];

for (const name of [...examples, ...startsProcesses]) await run(name, []);
// What Node takes away does not depend on the server.
if (process.env.KUBECONFIG === undefined) for (const name of examples) await run(name, restricted);

/** Runs one example; ends this process with 1 when it fails. */
async function run(name, nodeFlags) {
  process.stdout.write(`\n--- ${[name, ...nodeFlags].join(' ')}\n`);
  const file = fileURLToPath(new URL(`dist/${name}.js`, import.meta.url));
  // None takes more than a few seconds; one that hangs has failed.
  const child = spawn(process.execPath, [...nodeFlags, file, ...process.argv.slice(2)], {
    stdio: 'inherit',
    timeout: 60_000,
  });
  const [code, signal] = await once(child, 'exit');
  if (code === 0) return;
  process.stderr.write(`${name} failed: ${signal ?? `exit code ${code}`}\n`);
  process.exit(1);
}
