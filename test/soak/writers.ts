import { isAlreadyExists, isConflict, isNotFound, StatusError } from 'kube-informers';
import type { Clientset } from 'kube-informers';
import type { Clock } from '../../packages/kube-informers/src/util/clock.js';
import type { Chance } from './chance.js';
import { namespaces, populations } from './population.js';
import type { Population } from './population.js';

const lanes = 8;

/** Creates, changes and deletes objects at a rate, straight at the server. */
export class Writers {
  readonly #clientset: Clientset;
  readonly #chance: Chance;
  readonly #clock: Clock;
  readonly #rate: number;
  readonly #exists = new Set<string>();
  readonly #weighted: readonly Population[] = populations.flatMap((population) =>
    Array.from({ length: population.weight }, () => population),
  );
  #stop: AbortController | undefined;
  #running: Promise<unknown> = Promise.resolve();
  /** Writes that the server has taken. */
  written = 0;
  /** Writes that failed while the server was away, or that another outcome had overtaken. */
  failed = 0;

  constructor(clientset: Clientset, chance: Chance, clock: Clock, rate: number) {
    this.#clientset = clientset;
    this.#chance = chance;
    this.#clock = clock;
    this.#rate = rate;
  }

  /** Four fifths of all names, at full speed: about as many as there will be at any time. */
  async populate(): Promise<void> {
    const all = populations.flatMap((population) =>
      Array.from({ length: population.names }, (_, index) => ({ population, index })),
    );
    const chosen = all.filter(() => this.#chance.happens(4 / 5));
    const lane = async (): Promise<void> => {
      for (let next = chosen.pop(); next !== undefined; next = chosen.pop()) {
        await this.#write(next.population, next.index, 'create');
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#running = Promise.all(Array.from({ length: lanes }, () => this.#lane(stop.signal)));
  }

  /** Resolves when nothing is being written any more. */
  async pause(): Promise<void> {
    this.#stop?.abort(new Error('the writers pause'));
    await this.#running;
  }

  async #lane(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const population = this.#chance.pick(this.#weighted);
      await this.#write(population, this.#chance.between(0, population.names));
      // The rate is what a run is asked for; nothing is waited for here.
      await this.#clock.sleep((this.#chance.next() * 2 * 1000 * lanes) / this.#rate);
    }
  }

  async #write(population: Population, index: number, verb?: 'create'): Promise<void> {
    const chance = this.#chance;
    const namespace = namespaces[index % namespaces.length];
    const name = `object-${index}`;
    const client = this.#clientset.resource(population.resource, namespace);
    const known = `${population.resource.resource}/${index}`;
    try {
      if (verb === 'create' || !this.#exists.has(known)) {
        const content = population.content(chance) as { metadata?: object };
        await client.create({ ...content, metadata: { ...content.metadata, name } });
        this.#exists.add(known);
      } else if (chance.happens(0.25)) {
        await client.delete(name);
        this.#exists.delete(known);
      } else {
        await client.patch(name, population.change(chance), { type: 'merge' });
      }
      this.written++;
    } catch (error) {
      this.failed++;
      if (isAlreadyExists(error)) this.#exists.add(known);
      else if (isNotFound(error)) this.#exists.delete(known);
      else if (error instanceof StatusError && !isConflict(error) && error.statusCode < 429) throw error;
      // The server is unavailable: the name is used again later, and the response then shows whether the write was done.
    }
  }
}
