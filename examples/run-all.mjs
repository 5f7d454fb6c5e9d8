// Runs the examples one after the other and fails when one does: `node examples/run-all.mjs [--kubeconfig FILE]`.
// Without --kubeconfig and KUBECONFIG each has an API server of its own.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const examples = ['pod-informer', 'kube-controller', 'scheduled-pod-lister', 'plain-reflector'];
const args = process.argv.slice(2);

for (const name of examples) {
  process.stdout.write(`\n--- ${name}\n`);
  const file = fileURLToPath(new URL(`dist/${name}.js`, import.meta.url));
  // None takes more than a second; one that hangs has failed.
  const { status, signal, error } = spawnSync(process.execPath, [file, ...args], {
    stdio: 'inherit',
    timeout: 60_000,
  });
  if (status !== 0) {
    process.stderr.write(`${name} failed: ${error?.message ?? signal ?? `exit code ${status}`}\n`);
    process.exit(1);
  }
}
