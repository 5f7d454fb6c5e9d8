/**
 * Starts a real API server, prints its folder, and ends as its argument says; or waits for a signal. `worker` starts it in a worker
 * thread, which is terminated, and goes on.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { RealApiServer } from '@kube-informers/testing';

const how: unknown = isMainThread ? process.argv[2] : workerData;

if (how === 'worker' && isMainThread) {
  // This process must not end by itself: then its end would remove what the worker's has to.
  setInterval(() => undefined, 60_000);
  const worker = new Worker(new URL(import.meta.url), { workerData: 'message' });
  worker.on('message', (folder: string) => {
    void worker.terminate().then(() => process.stdout.write(`${folder}\n`));
  });
} else {
  const server = await RealApiServer.start();
  const { folder } = server;
  if (how === 'message') {
    const { parentPort } = await import('node:worker_threads');
    parentPort?.postMessage(folder);
  } else process.stdout.write(`${folder}\n`);
  if (how === 'stop') await server.stop();
  if (how === 'throw') throw new Error('a bug in a test');
}
