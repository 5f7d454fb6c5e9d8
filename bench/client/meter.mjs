import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Turns } from './turns.mjs';

const mebi = 1024 * 1024;

/**
 * CPU time and the longest pause of the event loop, from one `start` to the next `stop`.
 *
 * `pauseMs` is what monitorEventLoopDelay saw: the longest time between two firings of a native timer of 1 ms, so an idle
 * loop shows 1 to 2 ms. A probe of setImmediate would see the same and keep the loop spinning, which costs CPU
 * time that this measures too. How much of a pause is the collector's is told by `Turns`.
 */
export class Meter {
  #delay = monitorEventLoopDelay({ resolution: 1 });
  #turns = new Turns();
  #cpu;

  /** Awaited: a pause before the timer's first firing would not be seen. */
  async start() {
    this.#delay.reset();
    this.#delay.enable();
    this.#turns.start();
    await sleep(5);
    this.#cpu = process.cpuUsage();
  }

  /** Awaited: a pause that ends with this very turn of the loop is only seen in the next. */
  async stop() {
    const { user, system } = process.cpuUsage(this.#cpu);
    await sleep(5);
    this.#delay.disable();
    return { cpuSeconds: (user + system) / 1e6, pauseMs: this.#delay.max / 1e6, ...this.#turns.stop() };
  }
}

/** How long V8 is left to sweep what a forced collection marked, ms a MiB that is alive: five times what was seen to be needed. */
const sweepMsPerMiB = 1;

/**
 * What is alive, MiB: several collections, so that what finalizers let go is gone too. Needs --expose-gc.
 *
 * V8 sweeps after a collection, beside the program, and whoever allocates in the meantime has to help: after this there is
 * nothing left to sweep, or the collections that nobody but the benchmark asked for would be a pause of what it measures next.
 */
export async function heap() {
  for (let round = 0; round < 3; round++) {
    globalThis.gc();
    await sleep(20);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  await sleep((heapUsed / mebi) * sweepMsPerMiB);
  return { heapMiB: heapUsed / mebi, externalMiB: external / mebi, rssMiB: rss / mebi };
}

/**
 * Most memory that this process has ever had, MiB. Linux's own count: `resourceUsage().maxRSS` of a child begins with what its
 * parent had when it forked, so a small participant would show the runner's.
 */
export function peakRss() {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
}
