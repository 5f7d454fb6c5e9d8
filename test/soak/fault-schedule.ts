import { faults } from '@kube-informers/testing';
import type { Fault, FaultProxy, ProxyVerb } from '@kube-informers/testing';
import type { Clock } from '../../packages/kube-informers/src/util/clock.js';
import type { Chance } from './chance.js';
import type { Cluster } from './cluster.js';

const restartEveryMs = 75_000;
const compactEveryMs = 40_000;

/** The faults that the requests of a part of the run may meet. */
export interface FaultKinds {
  /** For open streams. */
  readonly onStreams: readonly (() => Fault)[];
  readonly streamVerbs: readonly ProxyVerb[];
  /** For the next requests. */
  readonly onRequests: readonly ((chance: Chance) => Fault)[];
  /** One of them is chosen for each fault. */
  readonly requestVerbs: readonly (readonly ProxyVerb[])[];
}

const onWatches: readonly (() => Fault)[] = [
  () => faults.reset({}),
  () => faults.stall({ direction: 'toClient' }),
  () => faults.stall({ direction: 'both' }),
  () => faults.drop({ direction: 'toServer' }),
  () => faults.drop({ direction: 'toClient' }),
  () => faults.cut({ afterLines: 1, inLine: true }),
  () => faults.cut({ inCharacter: true }),
  () => faults.end({ afterLines: 1 }),
  () => faults.corrupt({}),
  () => faults.errorEvent(410),
  () => faults.errorEvent(429),
  () => faults.errorEvent(500),
  () => faults.errorEvent(500, { reason: 'StorageReadError' }),
];

const onListsAndWatches: readonly ((chance: Chance) => Fault)[] = [
  ...[401, 403, 404, 410, 429, 500, 502, 503, 504].map((status) => () => faults.answer(status)),
  () => faults.answer(429, { retryAfterSeconds: 1 }),
  (chance) => faults.reset({ afterBytes: chance.between(0, 200_000) }),
  (chance) => faults.cut({ afterBytes: chance.between(1, 200_000) }),
  (chance) => faults.delay(chance.between(10, 2000)),
  (chance) => faults.bandwidth(chance.between(20_000, 2_000_000)),
  (chance) => faults.endAfter(chance.between(1, 3000)),
  () => faults.errorEvent(410),
  () => faults.errorEvent(429, { retryAfterSeconds: 1 }),
  (chance) => faults.corrupt({ afterLines: chance.between(0, 50) }),
  (chance) => faults.stall({ afterBytes: chance.between(0, 100_000) }),
];

const ofInformers: FaultKinds = {
  onStreams: onWatches,
  streamVerbs: ['watch', 'watchList'],
  onRequests: onListsAndWatches,
  requestVerbs: [['list'], ['watch'], ['watchList'], ['list', 'watch', 'watchList']],
};

/** The faults of a run: one after another, and from time to time a restart or compaction of the server. */
export class FaultSchedule {
  readonly #proxy: FaultProxy;
  readonly #cluster: Cluster;
  readonly #chance: Chance;
  readonly #clock: Clock;
  readonly #kinds: FaultKinds;
  #stop: AbortController | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #restartAtMs: number;
  #compactAtMs: number;
  /** How often each fault happened. */
  readonly counts = new Map<string, number>();

  constructor(proxy: FaultProxy, cluster: Cluster, chance: Chance, clock: Clock, kinds = ofInformers) {
    this.#kinds = kinds;
    this.#proxy = proxy;
    this.#cluster = cluster;
    this.#chance = chance;
    this.#clock = clock;
    this.#restartAtMs = clock.monotonic() + restartEveryMs / 2;
    this.#compactAtMs = clock.monotonic() + compactEveryMs / 2;
  }

  start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#running = this.#run(stop.signal);
  }

  /** Ends every fault; resolves when the server is running and reachable. */
  async pause(): Promise<void> {
    this.#stop?.abort(new Error('the faults pause'));
    await this.#running;
    this.#proxy.heal();
    // Bytes that were dropped or are still withheld are noticed only when the connection breaks.
    this.#proxy.applyNow(faults.reset({}), { where: ({ fault }) => fault !== undefined });
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#strike();
      // The interval between faults is part of the run; this sleep waits for no result.
      await this.#clock.sleep(this.#chance.between(50, 1500));
    }
  }

  async #strike(): Promise<void> {
    const chance = this.#chance;
    const { onStreams, streamVerbs, onRequests, requestVerbs } = this.#kinds;
    const nowMs = this.#clock.monotonic();
    if (nowMs >= this.#restartAtMs) {
      this.#restartAtMs = nowMs + restartEveryMs * (0.5 + chance.next());
      const how = chance.pick(['SIGTERM', 'SIGKILL'] as const);
      this.#count(`server ${how}`);
      await this.#cluster.restart(how);
    } else if (nowMs >= this.#compactAtMs) {
      this.#compactAtMs = nowMs + compactEveryMs * (0.5 + chance.next());
      this.#count('server compacts');
      await this.#cluster.compact();
    } else if (chance.happens(0.1)) {
      this.#count('refuse');
      const refusal = this.#proxy.refuse();
      await this.#clock.sleep(chance.between(100, 4000));
      await refusal.remove();
    } else if (chance.happens(0.5)) {
      const fault = chance.pick(onStreams)();
      const share = chance.next();
      const hit = this.#proxy.applyNow(fault, {
        verbs: streamVerbs,
        where: () => chance.happens(share),
      });
      this.#count(`${fault.name}, open streams`, hit);
    } else {
      const fault = chance.pick(onRequests)(chance);
      this.#count(`${fault.name}, next requests`);
      this.#proxy.inject(fault, {
        verbs: chance.pick(requestVerbs),
        times: chance.between(1, 6),
        probability: chance.pick([1, 0.5]),
      });
    }
  }

  #count(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times);
  }
}
