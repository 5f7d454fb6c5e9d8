import { PerformanceObserver } from 'node:perf_hooks';

/** How often the timer fires in an idle loop, ms: so much too long may a pause seem. */
const periodMs = 4;

/** Shorter turns are not kept, ms: an idle loop's are these. */
const leastTurnMs = 6;

/**
 * The turns of the event loop beside the collector's work, from one `start` to the next `stop`: how long the longest was,
 * and how much of it was the program's own.
 *
 * A timer in JavaScript, since monitorEventLoopDelay does not say when its longest delay was. It fires once a turn at most,
 * so a busy loop has little to do with it. The collector's work is what `gc` entries show: whole stops. What V8 marks
 * bit by bit while the program allocates is in no entry, and counts as the program's.
 */
export class Turns {
  #turns = [];
  #collections = [];
  #observer = new PerformanceObserver((list) => this.#collected(list.getEntries()));
  #timer;

  start() {
    this.#turns = [];
    this.#collections = [];
    this.#observer.observe({ entryTypes: ['gc'] });
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      if (now - last >= leastTurnMs) this.#turns.push({ from: last, to: now });
      last = now;
    }, periodMs);
  }

  /** Awaited by a turn before, or the last one is not in it. */
  stop() {
    clearInterval(this.#timer);
    this.#collected(this.#observer.takeRecords());
    this.#observer.disconnect();
    const lengths = this.#collections.map(({ from, to }) => to - from);
    return {
      ownPauseMs: longestOwnMs(this.#turns, this.#collections),
      gcPauseMs: Math.max(0, ...lengths),
      gcMs: lengths.reduce((sum, length) => sum + length, 0),
    };
  }

  #collected(entries) {
    for (const { startTime, duration } of entries) {
      this.#collections.push({ from: startTime, to: startTime + duration });
    }
  }
}

/**
 * Length of the turn that is longest without what was collected during it, ms; 0 where there is no turn. Both are in the
 * order of time, and neither overlaps itself.
 */
export function longestOwnMs(turns, collections) {
  let longest = 0;
  let next = 0;
  for (const { from, to } of turns) {
    while (next < collections.length && collections[next].to <= from) next++;
    let own = to - from;
    for (let index = next; index < collections.length && collections[index].from < to; index++) {
      own -= Math.min(to, collections[index].to) - Math.max(from, collections[index].from);
    }
    longest = Math.max(longest, own);
  }
  return longest;
}
