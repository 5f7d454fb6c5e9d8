import { Clientset } from '../client/clientset.js';
import { FakeLeases } from '../leaderelection/fake-leases.test-support.js';
import { FaultyNetwork } from '../leaderelection/faulty-network.test-support.js';
import type { ProcessFault } from '../leaderelection/scenario.test-support.js';
import { fenced } from '../leaderelection/fence.js';
import type { Fence } from '../leaderelection/fence.js';
import { chance, Process, World } from '../leaderelection/simulated-processes.test-support.js';
import type { KubernetesObject } from '../meta/types.js';
import { coreV1 } from '../resources/core-v1.js';
import { onAbort } from '../util/signal.js';
import { Sharding } from './sharding.js';

export const slotCount = 4;

/** Something that happens to one replica. */
export interface Fault {
  /** A replica that was killed or stopped comes back with the same identity. */
  readonly kind: ProcessFault;
  readonly replica: number;
  readonly atMs: number;
  readonly forMs: number;
  /** Of a wall jump, ms. */
  readonly jumpMs: number;
}

export interface Scenario {
  readonly seed: number;
  readonly replicas: readonly {
    readonly startsMs: number;
    readonly offsetMs: number;
    readonly rate: number;
    /** Duration of a run, ms. */
    readonly runMs: number;
    /** How long a run goes on after it was asked to end, ms. */
    readonly lingersMs: number;
    readonly writesEveryMs: number;
  }[];
  readonly faults: readonly Fault[];
}

/** A write of a run that the server accepted. */
export interface AcceptedWrite {
  readonly atMs: number;
  readonly slot: string;
  /** The process that wrote, and how often it had taken the slot. */
  readonly stint: string;
}

/** How a model deviates from the library, to show that the judge notices. */
export interface Sabotage {
  /** Sends the writes of runs without a fence. */
  readonly unfenced?: boolean;
  /** Ends each run for the sharding at once, while it goes on. */
  readonly undrained?: boolean;
}

interface Running {
  readonly process: Process;
  readonly sharding: Sharding;
  readonly stop: AbortController;
  /** The fences of the runs that have not ended, by slot. */
  readonly runs: Map<number, Fence>;
  /** Wakes the slots that are not owned. */
  readonly idle: Set<() => void>;
  isPaused: boolean;
}

/** Replicas that divide slots through a bad network, and write for each slot that they own. */
export class ShardingModel {
  readonly world = new World();
  readonly server = new FakeLeases();
  /** In the order in which the server stored them. */
  readonly writes: AcceptedWrite[] = [];
  /** Slots that two replicas ran at the same time. */
  readonly conflicts: string[] = [];
  readonly #scenario: Scenario;
  readonly #sabotage: Sabotage;
  readonly #random: () => number;
  readonly #network: FaultyNetwork;
  readonly #running = new Map<number, Running>();
  #started = 0;

  constructor(scenario: Scenario, sabotage: Sabotage = {}) {
    this.#scenario = scenario;
    this.#sabotage = sabotage;
    this.#random = chance(scenario.seed);
    this.#network = new FaultyNetwork(this.world, this.#random, (stored) => this.#record(stored));
    for (let slot = 0; slot < slotCount; slot++)
      this.server.objects.set(`configmaps/${slot}`, { metadata: { namespace: 'default', name: `${slot}` } });
    scenario.replicas.forEach(({ startsMs }, index) => this.world.at(startsMs, () => this.#start(index)));
    for (const fault of scenario.faults) this.world.at(fault.atMs, () => this.#happen(fault));
  }

  /** For each slot the replicas that own it. */
  get owners(): string[][] {
    return Array.from({ length: slotCount }, (_none, slot) =>
      [...this.#running.values()]
        .filter(({ sharding }) => sharding.isOwned(slot))
        .map(({ sharding }) => sharding.identity),
    );
  }

  /** Ends everything, so that nothing is left waiting. */
  async end(): Promise<void> {
    for (const { process, stop } of this.#running.values()) {
      stop.abort();
      process.kill();
    }
    await this.world.runUntil(this.world.nowMs + 120_000);
  }

  #start(index: number): void {
    const replica = this.#scenario.replicas[index];
    if (replica === undefined) throw new Error(`no replica ${index}`);
    const process = new Process(this.world, replica.offsetMs, replica.rate, this.#random);
    const client = this.server.clientset((call, store) => this.#network.send(index, process, call, store));
    const sharding = new Sharding(client, {
      namespace: 'default',
      name: 'web',
      identity: `replica-${index}`,
      slots: slotCount,
      graceMs: 5000,
      clock: process,
      random: this.#random,
    });
    const running: Running = {
      process,
      sharding,
      stop: new AbortController(),
      runs: new Map(),
      idle: new Set(),
      isPaused: false,
    };
    this.#running.set(index, running);
    const name = `${index}.${this.#started++}`;
    const taken = new Map<number, number>();
    sharding.onChange((gained) => {
      for (const slot of gained) taken.set(slot, (taken.get(slot) ?? 0) + 1);
      for (const wake of running.idle) wake();
      running.idle.clear();
    });
    const stintOf = (slot: number): string => `${name}#${taken.get(slot) ?? 0}`;
    void sharding.run({ signal: running.stop.signal });
    for (let slot = 0; slot < slotCount; slot++) void this.#work(stintOf, slot, running, client, replica);
  }

  /** Runs one slot again and again, while it is owned. */
  async #work(
    stintOf: (slot: number) => string,
    slot: number,
    running: Running,
    client: Clientset,
    { runMs, lingersMs, writesEveryMs }: Scenario['replicas'][number],
  ): Promise<void> {
    const { sharding, process } = running;
    while (!running.stop.signal.aborted) {
      const asked = new AbortController();
      const run = sharding.enter(slot, () => asked.abort());
      if (run === undefined) {
        await new Promise<void>((resolve) => void running.idle.add(resolve));
        continue;
      }
      const stint = stintOf(slot);
      this.#judgeStart(slot, running);
      running.runs.set(slot, run);
      if (this.#sabotage.undrained === true) run.end();
      const undo = onAbort(run.signal, () => asked.abort());
      const over = new AbortController();
      const writer = new Clientset(client.restClient, {}, () =>
        this.#sabotage.unfenced === true ? client.requester : fenced(client.requester, run),
      );
      const configMaps = writer.resource(coreV1.configMaps, 'default');
      let endMs = process.monotonic() + runMs;
      while (process.monotonic() < endMs) {
        configMaps
          .update({ metadata: { name: `${slot}` }, data: { stint } }, { signal: over.signal })
          .catch(() => {
            // Refused, lost or aborted: the judge looks at what the server has stored.
          });
        const signal = asked.signal.aborted ? undefined : asked.signal;
        await process.sleep(writesEveryMs, { signal }).catch(() => undefined);
        if (signal?.aborted === true) endMs = process.monotonic() + lingersMs;
      }
      over.abort(new Error('the run is over'));
      undo();
      running.runs.delete(slot);
      run.end();
      await process.sleep(500);
    }
  }

  /** No other replica may have a run of the slot whose writes would be sent. */
  #judgeStart(slot: number, self: Running): void {
    for (const other of this.#running.values()) {
      const fence = other.runs.get(slot);
      // A process that does not run cannot be asked.
      if (other === self || fence === undefined || other.isPaused) continue;
      try {
        fence.assertValid();
      } catch {
        continue;
      }
      this.conflicts.push(
        `${self.sharding.identity} starts ${slot} at ${this.world.nowMs} while ${other.sharding.identity} runs it`,
      );
    }
  }

  #happen({ kind, replica, forMs, jumpMs }: Fault): void {
    const index = replica % this.#scenario.replicas.length;
    const running = this.#running.get(index);
    if (running === undefined) return;
    const { process, stop } = running;
    switch (kind) {
      case 'partition':
      case 'slow':
      case 'lossy':
        this.#network.impair(kind, index, forMs);
        break;
      case 'pause':
      case 'suspend':
        if (running.isPaused) break;
        running.isPaused = true;
        process.pause(forMs, kind === 'suspend');
        this.world.at(forMs, () => (running.isPaused = false));
        break;
      case 'wallJump':
        process.setWallClock(jumpMs);
        break;
      case 'kill':
        this.#kill(index, running);
        this.world.at(forMs, () => {
          if (!this.#running.has(index)) this.#start(index);
        });
        break;
      case 'stop':
        process.deliver(() => stop.abort());
        this.world.at(forMs, () => {
          if (this.#running.get(index) !== running) return;
          this.#kill(index, running);
          this.#start(index);
        });
        break;
    }
  }

  #kill(index: number, { process }: Running): void {
    process.kill();
    this.#running.delete(index);
  }

  #record(stored: KubernetesObject): void {
    const { data, metadata } = stored as KubernetesObject & { readonly data: Record<string, string> };
    this.writes.push({
      atMs: this.world.nowMs,
      slot: metadata?.name ?? '',
      stint: data['stint'] ?? '',
    });
  }
}

/** Writes of a process to a slot after another process has written to it, unless it has taken the slot again between. */
export function overlaps(writes: readonly AcceptedWrite[]): string[] {
  const found: string[] = [];
  const stints = new Map<string, string[]>();
  for (const { slot, stint, atMs } of writes) {
    const known = stints.get(slot) ?? [];
    stints.set(slot, known);
    const index = known.indexOf(stint);
    if (index === -1) {
      known.push(stint);
      continue;
    }
    const later = known.slice(index + 1).find((other) => processOf(other) !== processOf(stint));
    if (later !== undefined) found.push(`${stint} wrote ${slot} at ${atMs} after ${later}`);
  }
  return found;
}

function processOf(stint: string): string {
  return stint.slice(0, stint.indexOf('#'));
}
