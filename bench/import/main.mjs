// The process of one import: loads a module and prints the cost.
//
// RSS is looked at before the collector runs again: it would hide what the import touched.
import { memoryUsage, cpuUsage } from 'node:process';

const { module, serverUrl } = JSON.parse(process.argv[2]);
const heldBeforeMiB = heldMiB();
const before = sample();
const startedMs = performance.now();
const library = await import(module);
if (serverUrl !== undefined) {
  const clientset = new library.Clientset({ host: serverUrl });
  await clientset.coreV1().pods('default').list();
  await clientset.close();
}
const ms = performance.now() - startedMs;
const after = sample();
process.stdout.write(
  JSON.stringify({
    ms,
    cpuMs: after.cpuMs - before.cpuMs,
    rssMiB: after.rssMiB - before.rssMiB,
    heapMiB: heldMiB() - heldBeforeMiB,
  }),
);

function sample() {
  const { user, system } = cpuUsage();
  return { cpuMs: (user + system) / 1000, rssMiB: memoryUsage.rss() / 2 ** 20 };
}

function heldMiB() {
  globalThis.gc();
  const { heapUsed, external } = memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
