import { coreV1 } from '../resources/core-v1.js';
import type { Clientset } from '../client/clientset.js';
import { FakeLeases } from './fake-leases.test-support.js';
import { FaultyNetwork } from './faulty-network.test-support.js';
import type { ProcessFault } from './scenario.test-support.js';
import { LeaderElector } from './leader-elector.js';
import { chance, Process, World } from './simulated-processes.test-support.js';
import type { ElectionLease } from './lease-lock.js';
import type { Term } from './fence.js';
import type { KubernetesObject } from '../meta/types.js';

/** Something that someone else does to the Lease. */
export const leaseFaults = ['delete', 'replace', 'restore', 'clear'] as const;
type LeaseFault = (typeof leaseFaults)[number];

/** Something that happens to one candidate. */
export interface Fault {
  readonly kind:
    | ProcessFault
    /** The work ends by itself. */
    | 'leave'
    | LeaseFault;
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
  /** Identifies the term, also if the Lease was deleted. */
  readonly term: string;
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
  readonly #network: FaultyNetwork;
  readonly #processes: { process: Process; stop: AbortController; leave: AbortController }[] = [];
  /** By candidate, the uid of the Lease that it knows. */
  readonly #known: (string | undefined)[] = [];
  /** The Lease as it was stored before, oldest first. */
  readonly #history: ElectionLease[] = [];
  #started = 0;
  /** Number of times that someone else interfered with the Lease. */
  interferences = 0;

  constructor(scenario: Scenario, sabotage: Sabotage = {}) {
    this.#scenario = scenario;
    this.#sabotage = sabotage;
    this.#random = chance(scenario.seed);
    this.#network = new FaultyNetwork(this.world, this.#random, (stored) => this.#judge(stored));
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
    this.#known[index] = undefined;
    const client = this.server.clientset(async (call, store) => {
      const answer = await this.#network.send(index, process, call, () => {
        const stored = store();
        if (call.verb !== 'get' && call.target === 'leases/web') this.#history.push(stored);
        return stored;
      });
      if (call.target === 'leases/web') this.#known[index] = answer.metadata?.uid;
      return answer;
    });
    let terms = 0;
    const elector = new LeaderElector(client, {
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
        const name = `${term.identity}#${terms++}`;
        await this.#work(name, term, client, process, candidate, running.leave.signal);
      }
    };
    void iterate();
  }

  /** The work writes without waiting for the responses, and goes on for a while after its signal. */
  async #work(
    name: string,
    term: Term,
    client: Clientset,
    process: Process,
    { lingersMs, writesEveryMs }: Scenario['candidates'][number],
    leave: AbortSignal,
  ): Promise<void> {
    const clientset = this.#sabotage.unfenced === true ? client : term.clientset;
    const configMaps = clientset.resource(coreV1.configMaps, 'default');
    const data = { identity: term.identity, transitions: String(term.transitions), term: name };
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
        this.#network.impair(kind, index, forMs);
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
      default:
        this.#interfere(kind);
    }
  }

  /** Only a candidate that has never seen the Lease may take it at once, so that everyone has to know it. */
  #interfere(kind: LeaseFault): void {
    const { lease } = this.server;
    const uid = lease?.metadata?.uid;
    if (uid === undefined || this.#known.some((known) => known !== uid)) return;
    this.interferences++;
    const old = this.#history[Math.floor(this.#random() * this.#history.length)];
    if (kind === 'delete' || kind === 'replace') this.server.objects.delete('leases/web');
    if (kind === 'replace') this.server.put(this.#random() < 0.5 ? old?.spec : {});
    if (kind === 'restore') this.server.put(old?.spec);
    if (kind === 'clear') this.server.put({ ...lease?.spec, holderIdentity: '' });
  }

  #judge(stored: KubernetesObject): void {
    const { data } = stored as { readonly data: Readonly<Record<string, string>> };
    this.writes.push({
      atMs: this.world.nowMs,
      identity: data['identity'] ?? '',
      transitions: Number(data['transitions']),
      term: data['term'] ?? '',
    });
  }
}

/** Writes of a term after a write of a later one. */
export function overlaps(writes: readonly AcceptedWrite[]): string[] {
  const terms = new Map<string, number>();
  return writes.flatMap(({ term, atMs }) => {
    const index = terms.get(term) ?? terms.size;
    terms.set(term, index);
    return index === terms.size - 1 ? [] : [`${term} wrote at ${atMs} after ${[...terms.keys()].at(-1)}`];
  });
}

/** Writes of a term whose transitions are not higher than those of the terms before. */
export function miscounts(writes: readonly AcceptedWrite[]): string[] {
  return writes.flatMap(({ term, transitions }, index) => {
    const before = writes[index - 1];
    const isRight =
      before === undefined ||
      (before.term === term ? before.transitions === transitions : before.transitions < transitions);
    return isRight ? [] : [`${term} counts ${transitions} after ${before.term} (${before.transitions})`];
  });
}
