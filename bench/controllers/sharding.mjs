// Replicas that divide the tasks: their speed together, the memory of each, and what the server is asked.
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../report/statistics.mjs';
import { Child } from './child.mjs';

const pollMs = 200;
/** How long the replicas may take to divide the tasks, and to receive all events. */
const limitMs = 300_000;

/** One number of replicas: medians of the rounds, and the requests of the server over `seconds`. */
export async function sharded({ binary, server, url, processes, value }, options) {
  const { entries, keys, rounds, hashes, shard, concurrency, seconds, writes } = options;
  const replicas = Array.from(
    { length: processes },
    (_, index) =>
      new Child('replica', binary, {
        url,
        entries,
        identity: `replica-${index}`,
        shard,
        hashes,
        concurrency,
      }),
  );
  const all = (call) => Promise.all(replicas.map((replica) => replica.ask(call)));
  try {
    await Promise.all(replicas.map((replica) => replica.next(({ started }) => started)));
    // Each object has one replica, every replica has some, and what they were woken for has run.
    const divided = (states) =>
      sum(states, 'owned') === keys && states.every(({ owned, isIdle }) => owned > 0 && isIdle);
    await until(() => all('state'), divided, 'divided the tasks');

    const rates = [];
    for (let round = 0; round < rounds; round++) {
      const runs = await all('runAll');
      rates.push((sum(runs, 'runs') / Math.max(...runs.map(({ ms }) => ms))) * 1000);
    }
    const memory = await all('memory');
    await server.ask('clear');
    await sleep(seconds * 1000);
    const requests = await server.ask('requests');

    const before = sum(await all('state'), 'events');
    await server.ask('touch', { writes, value });
    const expected = before + writes * (shard ? 1 : processes);
    const after = await until(
      () => all('state'),
      (states) => sum(states, 'events') >= expected,
      `received ${expected} events`,
    );
    const states = await all('state');
    await all('stop');
    return {
      processes,
      runsPerSecond: median(rates),
      heapMiB: median(memory.map(({ heapBytes }) => heapBytes)) / 2 ** 20,
      rssMiB: median(memory.map(({ rssBytes }) => rssBytes)) / 2 ** 20,
      cached: median(states.map(({ cached }) => cached)),
      leaseWritesPerSecond: requests.leaseWrites / seconds,
      leaseListsPerSecond: requests.leaseLists / seconds,
      watchesPerSecond: requests.watches / seconds,
      openWatches: requests.openWatches,
      eventsPerWrite: (sum(after, 'events') - before) / writes,
    };
  } finally {
    await Promise.all(replicas.map((replica) => replica.kill()));
  }
}

function sum(list, figure) {
  return list.reduce((total, one) => total + one[figure], 0);
}

/** Asks until the answers are as expected, and returns them. */
async function until(ask, isMet, what) {
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    const answers = await ask();
    if (isMet(answers)) return answers;
    if (performance.now() > deadlineMs)
      throw new Error(`the replicas have not ${what} in ${limitMs} ms: ${JSON.stringify(answers)}`);
    await sleep(pollMs);
  }
}
