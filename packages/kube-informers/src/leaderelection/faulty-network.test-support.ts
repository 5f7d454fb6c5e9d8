import { TransportError } from '../util/errors.js';
import { onAbort } from '../util/signal.js';
import type { KubernetesObject } from '../meta/types.js';
import type { FakeCall } from './fake-leases.test-support.js';
import type { Process, World } from './simulated-processes.test-support.js';

/**
 * Longest way of a work's write to the server, ms: leaseDuration / maxRate - renewDeadline × maxRate = 3786 ms is what
 * the timings allow.
 */
const maxWriteDelayMs = 3700;

/** What can be wrong with the network of one process. */
export type NetworkFault = 'partition' | 'slow' | 'lossy';

/** The way of requests from processes to a server, and back. The work of the processes writes config maps. */
export class FaultyNetwork {
  readonly #world: World;
  readonly #random: () => number;
  readonly #stored: (object: KubernetesObject) => void;
  readonly #bad = new Map<string, number>();

  /** `stored` is called with each write of the work, when the server stores it. */
  constructor(world: World, random: () => number, stored: (object: KubernetesObject) => void) {
    this.#world = world;
    this.#random = random;
    this.#stored = stored;
  }

  impair(kind: NetworkFault, index: number, forMs: number): void {
    const name = `${kind} ${index}`;
    this.#bad.set(name, Math.max(this.#world.nowMs + forMs, this.#bad.get(name) ?? 0));
  }

  send(
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
      const { signal } = call;
      if (signal !== undefined) {
        onAbort(signal, () => {
          isAborted = true;
          reject(signal.reason as Error);
        });
      }
      const longest = this.#is('slow', index) ? 20_000 : 300;
      // A write may take another way than the requests for the Lease, so that a release overtakes it.
      const isDelayed = isWork && (longest > maxWriteDelayMs || this.#random() < 0.3);
      const thereMs = this.#random() * (isDelayed ? maxWriteDelayMs : longest);
      const backMs = this.#random() * longest;
      if (this.#is('partition', index) && this.#random() < 0.3) {
        const refused = new TransportError('ERR_CONNECTION_REFUSED', 'no route to the server');
        this.#world.at(1, () => process.deliver(() => reject(refused)));
        return;
      }
      if (isLost()) return;
      this.#world.at(thereMs, () => {
        if (isLost() || (isAborted && !stays)) return;
        let answer: () => void;
        try {
          const stored = store();
          if (isWork) this.#stored(stored);
          answer = () => resolve(stored);
        } catch (error) {
          answer = () => reject(error as Error);
        }
        if (isLost()) return;
        this.#world.at(backMs, () => process.deliver(answer));
      });
    });
  }

  #is(kind: NetworkFault, index: number): boolean {
    return this.#world.nowMs < (this.#bad.get(`${kind} ${index}`) ?? 0);
  }
}
