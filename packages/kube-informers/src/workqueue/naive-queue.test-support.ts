import type { Clock } from '../util/clock.js';
import type { WorkQueueAddOptions } from './work-queue.js';

/** A clock that advances synchronously, and whose timers can be late. */
export class SteppedClock implements Clock {
  nowMs = 0;
  readonly timers = new Set<{ readonly atMs: number; readonly callback: () => void }>();

  now(): number {
    return this.nowMs;
  }

  monotonic(): number {
    return this.nowMs;
  }

  setTimer(callback: () => void, delayMs: number): { cancel: () => void } {
    const timer = { atMs: this.nowMs + Math.max(0, delayMs), callback };
    this.timers.add(timer);
    return { cancel: () => void this.timers.delete(timer) };
  }

  sleep(): Promise<void> {
    return Promise.reject(new Error('a queue does not sleep'));
  }

  /** Fires the timers that are due within `ms`, each at its time. `onTimer` is called before each of them. */
  advance(ms: number, onTimer: () => void): void {
    const end = this.nowMs + ms;
    for (;;) {
      const [next] = [...this.timers].toSorted((a, b) => a.atMs - b.atMs);
      if (next === undefined || next.atMs > end) break;
      this.timers.delete(next);
      this.nowMs = Math.max(this.nowMs, next.atMs);
      onTimer();
      next.callback();
    }
    this.nowMs = end;
  }
}

interface Key {
  readonly name: string;
  waiting: 'no' | 'delayed' | 'remembered' | 'ready';
  processing: boolean;
  priority: number;
  /** The priority that counts with `sinceMs` for its order. */
  rankedAs: number;
  dueMs: number;
  rankMs: number;
  order: number;
  reasons: string[];
  kinds: string[];
  droppedReasons: number;
}

/** What is handed out. */
interface Handed {
  readonly key: string;
  readonly priority: number;
  readonly reasons: readonly string[];
  readonly kinds: readonly string[];
  readonly droppedReasons: number;
}

/** What a WorkQueue promises, written down as simply as possible: every step looks at all keys. */
export class NaiveQueue {
  readonly keys = new Map<string, Key>();
  readonly waiters: number[] = [];
  /** What the getters got, by their number. */
  readonly got = new Map<number, Handed | undefined>();
  readonly failures = new Map<string, number>();
  adds = 0;
  retries = 0;
  dropped = 0;
  shuttingDown = false;
  draining = false;
  #orders = 0;
  readonly #options: { readonly agingMs: number; readonly maxReasons: number };

  constructor(options: { readonly agingMs: number; readonly maxReasons: number }) {
    this.#options = options;
  }

  #all(waiting: Key['waiting']): Key[] {
    return [...this.keys.values()].filter((key) => key.waiting === waiting);
  }

  get ready(): number {
    return this.#all('ready').length;
  }

  get delayed(): number {
    return this.#all('delayed').length;
  }

  get processing(): string[] {
    return [...this.keys.values()].filter(({ processing }) => processing).map(({ name }) => name);
  }

  get isOver(): boolean {
    return this.shuttingDown && this.depths.size === 0;
  }

  get isDrained(): boolean {
    return this.isOver && this.processing.length === 0;
  }

  get depths(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { priority } of [...this.#all('ready'), ...this.#all('remembered')])
      counts.set(priority, (counts.get(priority) ?? 0) + 1);
    return new Map([...counts].toSorted(([a], [b]) => b - a));
  }

  /** The earliest due time of a delayed key. */
  get nextDueMs(): number | undefined {
    const due = this.#all('delayed').map(({ dueMs }) => dueMs);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  add(name: string, options: WorkQueueAddOptions, nowMs: number): void {
    if (this.shuttingDown) return;
    let delayMs = options.afterMs ?? 0;
    if (options.rateLimited === true) {
      const failures = this.failures.get(name) ?? 0;
      this.failures.set(name, failures + 1);
      const limitedMs = Math.min(2 ** failures, 64);
      delayMs = options.afterMs === undefined ? limitedMs : Math.min(limitedMs, delayMs);
    }
    if (delayMs > 0) this.retries++;
    this.moveDue(nowMs);
    const key: Key = this.keys.get(name) ?? {
      name,
      waiting: 'no',
      processing: false,
      priority: 0,
      rankedAs: 0,
      dueMs: 0,
      rankMs: 0,
      order: 0,
      reasons: [],
      droppedReasons: 0,
      kinds: [],
    };
    this.keys.set(name, key);
    const { reason = [], kind = [], priority = 0 } = options;
    for (const each of [kind].flat()) if (!key.kinds.includes(each)) key.kinds.push(each);
    for (const each of [reason].flat()) {
      if (key.reasons.includes(each)) continue;
      if (key.reasons.length < this.#options.maxReasons) key.reasons.push(each);
      else key.droppedReasons++;
    }
    if (key.waiting === 'no') key.priority = priority;
    else if (priority > key.priority) {
      key.priority = priority;
      const asNow = { ...key, rankMs: nowMs, rankedAs: priority, order: this.#orders + 1 };
      if (key.waiting === 'ready' && this.#isBefore(asNow, key)) {
        Object.assign(key, asNow);
        this.#orders++;
      }
    }
    if (delayMs <= 0) this.#makeReady(key, nowMs);
    else if (key.waiting === 'no') {
      key.waiting = 'delayed';
      key.dueMs = nowMs + delayMs;
      key.order = ++this.#orders;
    } else if (key.waiting === 'delayed') key.dueMs = Math.min(key.dueMs, nowMs + delayMs);
    this.#serve();
  }

  #makeReady(key: Key, nowMs: number): void {
    if (key.waiting === 'ready' || key.waiting === 'remembered') return;
    this.adds++;
    if (key.processing) key.waiting = 'remembered';
    else this.#append(key, nowMs);
  }

  #append(key: Key, nowMs: number): void {
    key.waiting = 'ready';
    key.rankMs = nowMs;
    key.rankedAs = key.priority;
    key.order = ++this.#orders;
  }

  moveDue(nowMs: number): void {
    const due = this.#all('delayed').filter(({ dueMs }) => dueMs <= nowMs);
    for (const key of due.toSorted((a, b) => a.dueMs - b.dueMs || a.order - b.order)) {
      this.#makeReady(key, nowMs);
      this.#serve();
    }
  }

  #isBefore(a: Key, b: Key): boolean {
    if (this.#options.agingMs === Infinity) {
      if (a.rankedAs !== b.rankedAs) return a.rankedAs > b.rankedAs;
    } else {
      const [rankA, rankB] = [a, b].map((key) => key.rankMs - key.rankedAs * this.#options.agingMs);
      if (rankA !== rankB) return (rankA ?? 0) < (rankB ?? 0);
      if (a.rankedAs !== b.rankedAs) return a.rankedAs > b.rankedAs;
    }
    return a.order < b.order;
  }

  /** Takes the first key, without regard to waiters. */
  take(): Handed | undefined {
    const [first] = this.#all('ready').toSorted((a, b) => (this.#isBefore(a, b) ? -1 : 1));
    if (first === undefined) return undefined;
    const { name: key, priority, reasons, droppedReasons, kinds } = first;
    Object.assign(first, { waiting: 'no', processing: true, reasons: [], droppedReasons: 0, kinds: [] });
    return { key, priority, reasons, droppedReasons, kinds };
  }

  #serve(): void {
    while (this.waiters.length > 0 && this.ready > 0) this.got.set(this.waiters.shift() ?? -1, this.take());
  }

  get(getter: number, nowMs: number): void {
    this.moveDue(nowMs);
    const handed = this.take();
    if (handed !== undefined || this.isOver) this.got.set(getter, handed);
    else this.waiters.push(getter);
  }

  done(name: string, nowMs: number): void {
    this.moveDue(nowMs);
    const key = this.keys.get(name);
    if (key === undefined) throw new Error(`${name} is not in processing`);
    key.processing = false;
    if (key.waiting === 'no') this.keys.delete(name);
    else if (key.waiting === 'remembered') this.#append(key, nowMs);
    this.#serve();
    this.#end();
  }

  shutDown(): void {
    this.shuttingDown = true;
    for (const key of this.#all('delayed')) {
      this.dropped++;
      key.waiting = 'no';
      if (!key.processing) this.keys.delete(key.name);
    }
    this.#end();
  }

  #end(): void {
    if (!this.isOver) return;
    for (const waiter of this.waiters.splice(0)) this.got.set(waiter, undefined);
  }
}
