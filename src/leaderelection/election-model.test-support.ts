import { coreV1 } from '../resources/core-v1.js';
import type { Clientset } from '../client/clientset.js';
import { sleepWith } from '../util/clock.js';
import type { Clock, SleepOptions, Timer } from '../util/clock.js';
import { TransportError } from '../util/errors.js';
import { FakeLeases } from './fake-leases.test-support.js';
import type { FakeCall } from './fake-leases.test-support.js';
import { LeaderElector } from './leader-elector.js';
import type { Term } from './term.js';
import type { KubernetesObject } from '../meta/types.js';

/** Clocks run between 1 / maxRate and maxRate times real time. */
export const maxRate = 1.05;

/**
 * Longest way of a work's write to the server, ms: leaseDuration / maxRate - renewDeadline × maxRate = 3786 ms is what
 * the timings allow.
 */
const maxWriteDelayMs = 3700;

/** Something that happens to one candidate. */
export interface Fault {
  readonly kind:
    | 'partition'
    | 'slow'
    | 'lossy'
    /** SIGSTOP: neither timers nor responses get through, the clocks go on. */
    | 'pause'
    /** The machine sleeps: the monotonic clock stands still too. */
    | 'suspend'
    | 'wallJump'
    /** SIGKILL, and a new process afterwards. */
    | 'kill'
    /** The signal aborts; the loop starts again afterwards. */
    | 'stop'
    /** The work ends by itself. */
    | 'leave';
  readonly candidate: number;
  readonly atMs: number;
  readonly forMs: number;
  /** Of a wall jump, ms. */
  readonly jumpMs: number;
}

export interface Scenario {
  readonly seed: number;
  readonly candidates: readonly {
    readonly offsetMs: number;
    readonly rate: number;
    /** How long the work goes on after its signal, ms. */
    readonly lingersMs: number;
    readonly writesEveryMs: number;
  }[];
  readonly faults: readonly Fault[];
}

/** A write of a term's work that the server accepted. */
export interface AcceptedWrite {
  readonly atMs: number;
  readonly identity: string;
  readonly transitions: number;
}

interface Entry {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** Real time, and what happens in it. */
export class World {
  nowMs = 0;
  #order = 0;
  readonly #entries = new Set<Entry>();

  at(delayMs: number, run: () => void): Timer {
    const entry = { atMs: this.nowMs + Math.max(0, delayMs), order: this.#order++, run };
    this.#entries.add(entry);
    return { cancel: () => void this.#entries.delete(entry) };
  }

  async runUntil(endMs: number): Promise<void> {
    await turn();
    let sameTime = 0;
    for (let next = this.#next(); next !== undefined && next.atMs <= endMs; next = this.#next()) {
      sameTime = next.atMs > this.nowMs ? 0 : sameTime + 1;
      if (sameTime > 1000) throw new Error('time stands still: a timer is set again without delay');
      this.#entries.delete(next);
      this.nowMs = next.atMs;
      next.run();
      await turn();
    }
    this.nowMs = endMs;
  }

  #next(): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.#entries) {
      if (
        first === undefined ||
        entry.atMs < first.atMs ||
        (entry.atMs === first.atMs && entry.order < first.order)
      )
        first = entry;
    }
    return first;
  }
}

/** All promises that are ready have settled after one turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A process with clocks of its own, which can be paused and killed. */
class Process implements Clock {
  readonly #world: World;
  readonly #rate: number;
  readonly #random: () => number;
  #offsetMs: number;
  #isPaused = false;
  #isDead = false;
  #sleptMs = 0;
  #isAsleep = false;
  /** The clock was set back, and the process has not read it since. */
  #isSetBack = false;
  #held: (() => void)[] = [];

  constructor(world: World, offsetMs: number, rate: number, random: () => number) {
    this.#world = world;
    this.#rate = rate;
    this.#random = random;
    this.#offsetMs = offsetMs;
  }

  now(): number {
    this.#isSetBack = false;
    return Math.floor(Date.UTC(2026, 0, 1) + this.#offsetMs + this.#world.nowMs * this.#rate);
  }

  monotonic(): number {
    return (this.#world.nowMs - this.#sleptMs) * this.#rate;
  }

  setTimer(callback: () => void, delayMs: number): Timer {
    let isCancelled = false;
    const timer = this.#world.at(delayMs / this.#rate, () =>
      this.deliver(() => {
        if (!isCancelled) callback();
      }),
    );
    return {
      cancel: () => {
        isCancelled = true;
        timer.cancel();
      },
    };
  }

  sleep(delayMs: number, options: SleepOptions = {}): Promise<void> {
    return sleepWith(this, delayMs, options.signal);
  }

  /** Runs code of the process, or holds it back while the process does not run. */
  deliver(run: () => void): void {
    if (this.#isDead) return;
    if (this.#isPaused) this.#held.push(run);
    else run();
  }

  /** Sets the wall clock. No clock shows a sleep during which it is set back, so that does not happen here. */
  setWallClock(jumpMs: number): void {
    if (jumpMs < 0 && this.#isAsleep) return;
    this.#isSetBack ||= jumpMs < 0;
    this.#offsetMs += jumpMs;
  }

  pause(forMs: number, suspended: boolean): void {
    if (this.#isPaused || this.#isDead) return;
    const sleeps = suspended && !this.#isSetBack;
    this.#isPaused = true;
    this.#isAsleep = sleeps;
    this.#world.at(forMs, () => {
      this.#isPaused = false;
      this.#isAsleep = false;
      if (sleeps) this.#sleptMs += forMs;
      const held = this.#held;
      this.#held = [];
      // Timers and responses that waited come in any order.
      held.sort(() => this.#random() - 0.5);
      // Promises settle between two callbacks, as between two timers of Node.
      for (const run of held) this.#world.at(0, () => this.deliver(run));
    });
  }

  kill(): void {
    this.#isDead = true;
  }
}

/** xorshift32: the same seed gives the same faults. */
function chance(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** How a model deviates from the library, to show that the judge notices. */
export interface Sabotage {
  /** Sends the work's writes without a fence. */
  readonly unfenced?: boolean;
}

/** Candidates that contend for one Lease through a bad network, and write while they lead. */
export class ElectionModel {
  readonly world = new World();
  readonly server = new FakeLeases();
  /** In the order in which the server stored them. */
  readonly writes: AcceptedWrite[] = [];
  readonly electors: LeaderElector[] = [];
  readonly #scenario: Scenario;
  readonly #sabotage: Sabotage;
  readonly #random: () => number;
  readonly #bad = new Map<string, number>();
  readonly #processes: { process: Process; stop: AbortController; leave: AbortController }[] = [];
  #started = 0;

  constructor(scenario: Scenario, sabotage: Sabotage = {}) {
    this.#scenario = scenario;
    this.#sabotage = sabotage;
    this.#random = chance(scenario.seed);
    this.server.objects.set('configmaps/work', { metadata: { namespace: 'default', name: 'work' } });
    scenario.candidates.forEach((_candidate, index) => this.#start(index));
    for (const fault of scenario.faults) this.world.at(fault.atMs, () => this.#happen(fault));
  }

  /** Ends everything, so that no candidate is left waiting. */
  async end(): Promise<void> {
    for (const { process, stop } of this.#processes) {
      stop.abort();
      process.kill();
    }
    await this.world.runUntil(this.world.nowMs + 60_000);
  }

  #start(index: number): void {
    const candidate = this.#scenario.candidates[index];
    if (candidate === undefined) throw new Error(`no candidate ${index}`);
    const process = new Process(this.world, candidate.offsetMs, candidate.rate, this.#random);
    const running = { process, stop: new AbortController(), leave: new AbortController() };
    this.#processes[index] = running;
    const client = this.server.clientset((call, store) => this.#send(index, process, call, store));
    const elector = new LeaderElector({
      client,
      namespace: 'default',
      name: 'web',
      identity: `${index}.${this.#started++}`,
      clock: process,
      random: this.#random,
    });
    this.electors[index] = elector;
    const iterate = async (): Promise<void> => {
      for await (const term of elector.terms({ signal: running.stop.signal })) {
        running.leave = new AbortController();
        await this.#work(term, client, process, candidate, running.leave.signal);
      }
    };
    void iterate();
  }

  /** The work writes without waiting for the responses, and goes on for a while after its signal. */
  async #work(
    term: Term,
    client: Clientset,
    process: Process,
    { lingersMs, writesEveryMs }: Scenario['candidates'][number],
    leave: AbortSignal,
  ): Promise<void> {
    const clientset = this.#sabotage.unfenced === true ? client : term.clientset;
    const configMaps = clientset.resource(coreV1.configMaps, 'default');
    const data = { identity: term.identity, transitions: String(term.transitions) };
    let endMs = Infinity;
    while (process.monotonic() < endMs && !leave.aborted) {
      configMaps.update({ metadata: { name: 'work' }, data }).catch(() => {
        // Refused, lost or aborted: the judge looks at what the server has stored.
      });
      // The end of the term wakes the work, which then lingers.
      const signal = term.signal.aborted ? undefined : term.signal;
      await process.sleep(writesEveryMs, { signal }).catch(() => undefined);
      if (term.signal.aborted && endMs === Infinity) endMs = process.monotonic() + lingersMs;
    }
  }

  #happen({ kind, candidate, forMs, jumpMs }: Fault): void {
    const index = candidate % this.#processes.length;
    const running = this.#processes[index];
    if (running === undefined) return;
    const { process, stop, leave } = running;
    switch (kind) {
      case 'partition':
      case 'slow':
      case 'lossy':
        this.#bad.set(
          `${kind} ${index}`,
          Math.max(this.world.nowMs + forMs, this.#bad.get(`${kind} ${index}`) ?? 0),
        );
        break;
      case 'pause':
      case 'suspend':
        process.pause(forMs, kind === 'suspend');
        break;
      case 'wallJump':
        process.setWallClock(jumpMs);
        break;
      case 'kill':
        process.kill();
        this.world.at(forMs, () => {
          if (this.#processes[index] === running) this.#start(index);
        });
        break;
      case 'stop':
        process.deliver(() => stop.abort());
        this.world.at(forMs, () => {
          if (this.#processes[index] !== running) return;
          process.kill();
          this.#start(index);
        });
        break;
      case 'leave':
        process.deliver(() => leave.abort());
        break;
    }
  }

  #is(kind: Fault['kind'], index: number): boolean {
    return this.world.nowMs < (this.#bad.get(`${kind} ${index}`) ?? 0);
  }

  #send(
    index: number,
    process: Process,
    call: FakeCall,
    store: () => KubernetesObject,
  ): Promise<KubernetesObject> {
    return new Promise((resolve, reject) => {
      const isWork = call.target.startsWith('configmaps/');
      const isLost = (): boolean =>
        this.#is('partition', index) || (this.#is('lossy', index) && this.#random() < 0.4);
      // One in four is aborted on its way; the others are in the kernel's buffers already, and arrive.
      const stays = this.#random() < 0.75;
      let isAborted = false;
      call.signal?.addEventListener('abort', () => {
        isAborted = true;
        reject(call.signal?.reason as Error);
      });
      const longest = this.#is('slow', index) ? 20_000 : 300;
      // A write may take another way than the requests for the Lease, so that a release overtakes it.
      const isDelayed = isWork && (longest > maxWriteDelayMs || this.#random() < 0.3);
      const thereMs = this.#random() * (isDelayed ? maxWriteDelayMs : longest);
      const backMs = this.#random() * longest;
      if (this.#is('partition', index) && this.#random() < 0.3) {
        const refused = new TransportError('ERR_CONNECTION_REFUSED', 'no route to the server');
        this.world.at(1, () => process.deliver(() => reject(refused)));
        return;
      }
      if (isLost()) return;
      this.world.at(thereMs, () => {
        if (isLost() || (isAborted && !stays)) return;
        let answer: () => void;
        try {
          const stored = store();
          if (isWork) this.#judge(stored);
          answer = () => resolve(stored);
        } catch (error) {
          answer = () => reject(error as Error);
        }
        if (isLost()) return;
        this.world.at(backMs, () => process.deliver(answer));
      });
    });
  }

  #judge(stored: KubernetesObject): void {
    const { data } = stored as { readonly data: Readonly<Record<string, string>> };
    this.writes.push({
      atMs: this.world.nowMs,
      identity: data['identity'] ?? '',
      transitions: Number(data['transitions']),
    });
  }
}

/** Pairs of writes of which the later one belongs to an earlier term. */
export function overlaps(writes: readonly AcceptedWrite[]): string[] {
  return writes.flatMap((write, index) => {
    const before = writes[index - 1];
    return before === undefined || before.transitions <= write.transitions
      ? []
      : [
          `${write.identity} (term ${write.transitions}) wrote at ${write.atMs} after ${before.identity} (${before.transitions})`,
        ];
  });
}
