/**
 * A record of who works on a key. Every run writes it at its begin, in between and at its end; a write that the server
 * accepted although another replica had begun in a later term is a failure of fencing.
 */
import { defineResource, isConflict, isNotFound } from 'kube-informers';
import type { KubernetesObject, Resource, ResourceClient } from 'kube-informers';

/** One run of one replica. */
export interface Mark {
  /** Identity of the replica. */
  readonly holder: string;
  /** `transitions` of its term; undefined with sharding, whose owners have no common order. */
  readonly term?: number | undefined;
  readonly run: string;
  /** When it wrote, RFC 3339. */
  readonly at: string;
}

export interface WitnessSpec {
  /** The run that has begun and has not ended. */
  readonly holder?: Mark | undefined;
  /** The last write in between, which is sent without a precondition. */
  readonly step?: Mark | undefined;
  /** The last run that has begun. */
  readonly latest?: Mark | undefined;
  /** How many runs have begun. */
  readonly runs?: number | undefined;
}

export interface WitnessObject extends KubernetesObject {
  readonly spec?: WitnessSpec;
}

export const witnesses: Resource<WitnessObject> = defineResource<WitnessObject>({
  group: 'soak.example.com',
  version: 'v1',
  resource: 'witnesses',
  kind: 'Witness',
  namespaced: true,
});

/** Two replicas worked on one key. */
export class OverlapError extends Error {
  override readonly name = 'OverlapError';
}

/** Returns what is wrong with an accepted state, or undefined. */
export function overlapIn(key: string, { step, latest }: WitnessSpec): string | undefined {
  if (step === undefined || latest === undefined) return undefined;
  // A late write of an earlier run of the same replica in the same term is its own affair.
  const isLate = isBefore(step, latest) || (step.term === latest.term && step.holder !== latest.holder);
  return isLate ? `${key}: ${shown(step)} wrote although ${shown(latest)} had begun` : undefined;
}

/** What a run may begin after. `isActive` returns true if another run of this replica goes on. */
export function overlapAtBegin(
  key: string,
  before: WitnessSpec,
  mine: Mark,
  isActive: (run: string) => boolean,
): string | undefined {
  const { holder, latest } = before;
  if (latest !== undefined && isBefore(mine, latest))
    return `${key}: ${shown(mine)} began although ${shown(latest)} had begun`;
  const isOfTerm = mine.term !== undefined && latest?.term === mine.term;
  if (latest !== undefined && isOfTerm && latest.holder !== mine.holder)
    return `${key}: ${shown(mine)} began in the term of ${shown(latest)}`;
  if (holder !== undefined && holder.term === mine.term && isActive(holder.run))
    return `${key}: ${shown(mine)} began although ${shown(holder)} had not ended`;
  return undefined;
}

function isBefore(one: Mark, other: Mark): boolean {
  return (one.term ?? 0) < (other.term ?? 0);
}

function shown({ holder, term, run, at }: Mark): string {
  return `${holder} (${term === undefined ? '' : `term ${term}, `}run ${run}, ${at})`;
}

/** The witness writes of one replica. */
export class Witness {
  readonly #holder: string;
  readonly #now: () => number;
  readonly #active = new Set<string>();

  constructor(holder: string, now: () => number) {
    this.#holder = holder;
    this.#now = now;
  }

  /** Number of runs between their begin mark and their end. */
  get active(): number {
    return this.#active.size;
  }

  /**
   * Does the work between a begin and an end mark. `work` is given a function that writes in between.
   *
   * Throws OverlapError if another replica has worked on the key at the same time, and what a request throws.
   */
  async during(
    key: string,
    run: Pick<Mark, 'term' | 'run'>,
    client: ResourceClient<WitnessObject>,
    work: (step: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const mark = (): Mark => ({ holder: this.#holder, ...run, at: new Date(this.#now()).toISOString() });
    const begun = mark();
    const before = await this.#read(key, client);
    const overlap = overlapAtBegin(key, before.spec ?? {}, begun, (other) => this.#active.has(other));
    const runs = (before.spec?.runs ?? 0) + 1;
    // With the resourceVersion that was read, so another begin in between is a Conflict.
    let current = await client.update({ ...before, spec: { holder: begun, latest: begun, runs } });
    if (overlap !== undefined) throw new OverlapError(overlap);
    this.#active.add(run.run);
    try {
      await work(async () => {
        // Without a precondition: only the fence keeps a write of an old term away.
        current = await client.patch(key, { spec: { step: mark() } }, { type: 'merge' });
        refuse(overlapIn(key, current.spec ?? {}));
      });
      await client.update({ ...current, spec: { latest: begun, runs } });
    } catch (error) {
      if (isConflict(error)) await this.#read(key, client);
      throw error;
    } finally {
      this.#active.delete(run.run);
    }
  }

  async #read(key: string, client: ResourceClient<WitnessObject>): Promise<WitnessObject> {
    try {
      const found = await client.get(key);
      refuse(overlapIn(key, found.spec ?? {}));
      return found;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return client.create({ metadata: { name: key }, spec: {} });
    }
  }
}

function refuse(overlap: string | undefined): void {
  if (overlap !== undefined) throw new OverlapError(overlap);
}
