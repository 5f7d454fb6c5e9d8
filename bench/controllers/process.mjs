// A process of the benchmark: `fork(process.mjs, [job, JSON of its setup])`. It answers each message of the runner with one.
import { setTimeout as sleep } from 'node:timers/promises';
import { candidate } from './candidate.mjs';
import { coldStart } from './cold-start.mjs';
import { startReplica } from './replica.mjs';
import { loadLibrary, namespace, startTaskServer, tasksOf } from './tasks.mjs';

const [job, text] = process.argv.slice(2);
const { entries, ...setup } = JSON.parse(text);
const library = await loadLibrary(entries);
process.once('disconnect', () => process.exit(0));

const jobs = {
  async server() {
    const server = await startTaskServer(library, setup.count);
    const tasks = tasksOf(library);
    answer({
      requests: () => ({
        leaseWrites: server.requestCount('update', 'leases') + server.requestCount('create', 'leases'),
        leaseLists: server.requestCount('list', 'leases'),
        watches: server.requestCount('watch'),
        lists: server.requestCount('list', tasks.resource),
        openWatches: server.openWatches,
      }),
      clear: () => server.clearRequests(),
      async touch({ writes, value }) {
        for (let number = 0; number < writes; number++)
          await server.patch(tasks, `task-${number}`, { spec: { value } }, { namespace });
      },
    });
    const {
      items: [task],
    } = await server.list(tasks, { namespace });
    send({ url: server.url, bytesPerTask: JSON.stringify(task).length });
  },
  async coldStart() {
    send(await coldStart(library, setup, heapBytes));
    process.disconnect();
  },
  async candidate() {
    const stop = new AbortController();
    process.once('SIGTERM', () => stop.abort());
    await candidate(library, setup, { report: (what) => send({ what }), signal: stop.signal });
    process.disconnect();
  },
  async replica() {
    const replica = startReplica(library, setup, heapBytes);
    answer(replica);
    send({ started: true });
  },
};

function send(message) {
  if (process.connected) process.send(message);
}

/** Answers `{ id, call, args }` with `{ id, result }`. */
function answer(calls) {
  process.on('message', ({ id, call, args }) => {
    void (async () => send({ id, result: await calls[call](args) }))();
  });
}

/** Heap after collections, bytes. */
async function heapBytes() {
  for (let round = 0; round < 3; round++) {
    globalThis.gc();
    await sleep(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await jobs[job]();
