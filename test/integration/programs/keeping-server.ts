/**
 * Starts a real API server or what keeps its processes, prints the folder, and ends as its argument says; or waits for a signal.
 * `worker` starts it in a worker thread, which is terminated, and goes on.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { RealApiServer } from '@kube-informers/testing';
import { Keeper } from '../../../packages/testing/src/real/keeper.js';

const how: unknown = isMainThread ? process.argv[2] : workerData;

if (how === 'worker' && isMainThread) {
  // This process must not end by itself: then its end would remove what the worker's has to.
  setInterval(() => undefined, 60_000);
  const worker = new Worker(new URL(import.meta.url), { workerData: 'message' });
  worker.on('message', (folder: string) => {
    void worker.terminate().then(() => process.stdout.write(`${folder}\n`));
  });
} else {
  const server = how === 'SIGKILL' ? await RealApiServer.start() : await keepTwo();
  const { folder } = server;
  if (how === 'message') {
    const { parentPort } = await import('node:worker_threads');
    parentPort?.postMessage(folder);
  } else process.stdout.write(`${folder}\n`);
  if (how === 'stop') await server.stop();
  if (how === 'throw') throw new Error('a bug in a test');
}

/** As a server keeps its programs: which they are is nothing to the keeper. */
async function keepTwo(): Promise<{ readonly folder: string; stop(): Promise<void> }> {
  const keeper = await Keeper.start();
  const { folder } = keeper;
  const kept = ['etcd.log', 'kube-apiserver.log'].map((log) =>
    keeper.spawn('/bin/sh', ['-c', 'sleep 1000; exit', folder], log),
  );
  return { folder, stop: async () => void (await Promise.all(kept.map((each) => each.end('SIGTERM')))) };
}
