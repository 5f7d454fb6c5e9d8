import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RestConfig } from 'kube-informers';
import { faults } from '@kube-informers/testing';
import type { Fault, FaultProxy } from '@kube-informers/testing';
import type { Clock } from '../../packages/kube-informers/src/util/clock.js';
import type { Chance } from './chance.js';
import type { ReplicaArguments, ReplicaMessage } from './replica.js';
import { controlNamespace } from './population.js';

/** Short, so that a run sees many terms. A write may take 3 s to arrive; no fault below delays one for so long. */
const timings = { leaseDurationMs: 8000, renewDeadlineMs: 5000, retryPeriodMs: 1000 };

/**
 * How long a process is stopped. A Lease expires `leaseDurationMs` after its last renewal was seen, which may be a retry
 * period after it was sent; then a replica writes its claim and lists the others, possibly twice because of a fault.
 */
const stoppedMs = { from: timings.leaseDurationMs + 4000, to: timings.leaseDurationMs + 7000 };

/** How long a process that is to be stopped is given to begin a run, ms: one that was stopped before has to get keys first. */
const untilRunMs = 8000;

/** How long a clean end may take, ms; the manager's own limit is 30 s. */
const endMs = 40_000;

/** Faults for the requests of replicas, beside those that hit lists and watches. */
const onWrites: readonly ((chance: Chance) => Fault)[] = [
  (chance) => faults.delay(chance.between(10, 800)),
  () => faults.reset({}),
  ...[409, 429, 500, 503].map((status) => () => faults.answer(status)),
];

const replicaCount = 3;

interface Replica {
  readonly identity: string;
  readonly process: ChildProcess;
  readonly exited: Promise<void>;
  /** Its end was asked for. */
  isEnding: boolean;
  /** Runs between their begin mark and their end. */
  runs: number;
  /** Called when a run begins. */
  onRun: (() => void) | undefined;
}

type Strike = 'SIGKILL' | 'SIGSTOP' | 'SIGTERM';

const strikes = ['SIGSTOP', 'SIGKILL', 'SIGSTOP', 'SIGTERM'] as const satisfies readonly Strike[];

/** Several replicas of one controller, each a process, which are killed, stopped, continued and replaced. */
export class Replicas implements AsyncDisposable {
  readonly #proxy: FaultProxy;
  readonly #chance: Chance;
  readonly #clock: Clock;
  readonly #mode: ReplicaArguments['mode'];
  readonly #unfenced: boolean;
  readonly #slots: Replica[] = [];
  /** Replicas that something is being done to. */
  readonly #busy = new Set<number>();
  readonly #leaders = new Map<number, string>();
  #leader: string | undefined;
  #lostAt: { readonly ms: number; readonly how: Strike } | undefined;
  #leadersStruck = 0;
  #started = 0;
  #stop: AbortController | undefined;
  #running: Promise<unknown> = Promise.resolve();
  /** How often what was done to a replica. */
  readonly counts = new Map<string, number>();
  /** Time from the loss of a leader to the next term, ms. */
  readonly takeovers = new Map<Strike, number[]>();
  readonly failures: string[] = [];
  /** How often a replica was stopped during a run. */
  stoppedRuns = 0;

  constructor(
    proxy: FaultProxy,
    chance: Chance,
    clock: Clock,
    { mode, unfenced }: Pick<ReplicaArguments, 'mode' | 'unfenced'>,
  ) {
    this.#proxy = proxy;
    this.#chance = chance;
    this.#clock = clock;
    this.#mode = mode;
    this.#unfenced = unfenced;
    for (let index = 0; index < replicaCount; index++) this.#slots.push(this.#fork(index));
  }

  /** Number of terms that began. */
  get terms(): number {
    return this.#leaders.size;
  }

  start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#running = Promise.all([this.#strikes(stop.signal), this.#disturb(stop.signal)]);
  }

  /** Ends what is done to the replicas; resolves when all of them run. */
  async pause(): Promise<void> {
    this.#stop?.abort(new Error('the strikes pause'));
    await this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pause();
    await Promise.all(this.#slots.map((replica) => this.#end(replica)));
  }

  #fork(index: number): Replica {
    const identity = `replica-${index}.${this.#started++}`;
    const args: ReplicaArguments = {
      config: this.#config(),
      identity,
      seed: this.#chance.seed,
      timings,
      mode: this.#mode,
      unfenced: this.#unfenced,
    };
    const child = fork(fileURLToPath(new URL('replica.js', import.meta.url)), [JSON.stringify(args)], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const exited = new Promise<void>((resolve) => {
      child.once('exit', (code, signal) => {
        // A signal may come before the program listens for it.
        if (!replica.isEnding || (signal === null && code !== 0))
          this.failures.push(`${identity} ended by itself: ${signal ?? `exit code ${code}`}`);
        resolve();
      });
    });
    const replica: Replica = {
      identity,
      process: child,
      exited,
      isEnding: false,
      runs: 0,
      onRun: undefined,
    };
    child.on('message', (message) => this.#received(replica, message as ReplicaMessage));
    return replica;
  }

  #config(): RestConfig {
    return this.#proxy.config;
  }

  #received(replica: Replica, message: ReplicaMessage): void {
    if (message.type === 'overlap') {
      this.failures.push(message.message);
    } else if (message.type === 'runs') {
      replica.runs = message.active;
      if (replica.runs > 0) replica.onRun?.();
    } else if (message.type === 'lost') {
      if (this.#leader === message.identity) this.#leader = undefined;
    } else {
      const { term, identity } = message;
      const other = this.#leaders.get(term);
      if (other !== undefined) this.failures.push(`${other} and ${identity} both led in term ${term}`);
      this.#leaders.set(term, identity);
      this.#leader = identity;
      const lost = this.#lostAt;
      this.#lostAt = undefined;
      if (lost === undefined) return;
      const times = this.takeovers.get(lost.how) ?? [];
      this.takeovers.set(lost.how, [...times, this.#clock.monotonic() - lost.ms]);
    }
  }

  async #strikes(signal: AbortSignal): Promise<void> {
    const running = new Set<Promise<void>>();
    while (!signal.aborted) {
      await this.#pass(this.#chance.between(3000, 7000), signal);
      // One replica is left alone at any time.
      if (signal.aborted || this.#busy.size >= this.#slots.length - 1) continue;
      if (this.#mode === 'election' && this.#leader === undefined && this.#chance.happens(0.75)) continue;
      const strike = this.#strike(signal);
      running.add(strike);
      void strike.finally(() => running.delete(strike));
    }
    await Promise.all(running);
  }

  /** Kills, stops or ends one replica, the leader more often than another, and brings it back. */
  async #strike(signal: AbortSignal): Promise<void> {
    const chance = this.#chance;
    const free = [...this.#slots.keys()].filter((index) => !this.#busy.has(index));
    const leading = free.find((index) => this.#slots[index]?.identity === this.#leader);
    const index = leading !== undefined && chance.happens(0.75) ? leading : chance.pick(free);
    const isLeader = index === leading;
    // In turn for leaders, so that a short run has each of them.
    const how = isLeader
      ? (strikes[this.#leadersStruck++ % strikes.length] ?? 'SIGSTOP')
      : chance.pick(strikes);
    const downMs =
      how === 'SIGSTOP' ? chance.between(stoppedMs.from, stoppedMs.to) : chance.between(200, 3000);
    const replica = this.#slots[index];
    if (replica === undefined) throw new Error(`no replica ${index}`);
    this.#busy.add(index);
    // A process that is stopped between two runs has nothing to write when it continues.
    if (how === 'SIGSTOP') await this.#untilRun(replica, signal);
    this.#count(`${how}${isLeader ? ', the leader' : ''}${replica.runs > 0 ? ', during a run' : ''}`);
    if (isLeader) {
      this.#lostAt = { ms: this.#clock.monotonic(), how };
      this.#leader = undefined;
    }
    if (how === 'SIGSTOP') {
      if (replica.runs > 0) this.stoppedRuns++;
      replica.process.kill('SIGSTOP');
      // Its whole time even at the end of a round, since one that continues early has lost nothing.
      await this.#clock.sleep(downMs);
      replica.process.kill('SIGCONT');
    } else {
      replica.isEnding = true;
      if (how === 'SIGTERM') await this.#end(replica);
      else replica.process.kill('SIGKILL');
      await replica.exited;
      await this.#pass(downMs, signal);
      this.#slots[index] = this.#fork(index);
    }
    this.#busy.delete(index);
  }

  /** Resolves when a replica has a run, and after `untilRunMs` in any case. */
  async #untilRun(replica: Replica, signal: AbortSignal): Promise<void> {
    if (replica.runs > 0) return;
    const begun = new AbortController();
    replica.onRun = () => begun.abort();
    await this.#pass(untilRunMs, AbortSignal.any([signal, begun.signal]));
    replica.onRun = undefined;
  }

  /** Faults for the requests that have to do with the election and with runs. */
  async #disturb(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#pass(this.#chance.between(300, 3000), signal);
      const fault = this.#chance.pick(onWrites)(this.#chance);
      const times = this.#chance.between(1, 5);
      using _rule = this.#proxy.inject(fault, {
        path: `/namespaces/${controlNamespace}/`,
        verbs: ['get', 'create', 'update', 'patch'],
        times,
      });
      this.#count(`${fault.name}, requests of replicas`);
      await this.#pass(1000, signal);
    }
  }

  /** Ends a replica as a cluster does: SIGTERM, and SIGKILL if that takes too long. */
  async #end(replica: Replica): Promise<void> {
    replica.isEnding = true;
    if (replica.process.exitCode !== null || replica.process.signalCode !== null) return;
    replica.process.kill('SIGTERM');
    const late = this.#clock.setTimer(() => {
      this.failures.push(`${replica.identity} did not end within ${endMs} ms of SIGTERM`);
      replica.process.kill('SIGKILL');
    }, endMs);
    await replica.exited;
    late.cancel();
  }

  /** The intervals between strikes are part of the run; this waits for no result. */
  async #pass(ms: number, signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(ms, { signal }).catch(() => undefined);
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}
