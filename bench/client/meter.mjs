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
 * time that this measures too. `Turns` measures the collector's share of a pause.
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

/** Time for V8 to sweep after a forced collection, ms per MiB of heap: five times the longest time measured. */
const sweepMsPerMiB = 1;

/**
 * Heap after garbage collection, MiB: several collections, so objects released by finalizers are freed too. Needs --expose-gc.
 *
 * V8 sweeps beside the program after a collection, and code that allocates meanwhile has to help. This waits until nothing
 * is left to sweep; otherwise these forced collections would pause what is measured next.
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
