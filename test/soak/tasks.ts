import { apiextensionsV1, coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { defineResource, isConflict, isNotFound, StatusError } from 'kube-informers';
import type { Clientset, KubernetesObject, Resource } from 'kube-informers';
import type { Clock } from '../../packages/kube-informers/src/util/clock.js';
import type { Chance } from './chance.js';
import { controlNamespace, unlessThere } from './population.js';
import { overlapIn, witnesses } from './witness.js';

/** What the replicas' controller brings in line: `status.value` follows `spec.value`. */
export interface Task extends KubernetesObject {
  readonly spec?: { readonly value?: number };
  readonly status?: { readonly value?: number | undefined };
}

export const tasks: Resource<Task> = defineResource<Task>({
  group: 'soak.example.com',
  version: 'v1',
  resource: 'tasks',
  kind: 'Task',
  namespaced: true,
});

const names = Array.from({ length: 40 }, (_, index) => `task-${index}`);

/** How long all statuses may take to be right once all is well, ms: a Lease must expire, and a key's longest backoff. */
const graceMs = 60_000;
const lookEveryMs = 250;

/** The objects of the replicas' controller: changes them, and checks what became of them. */
export class Tasks {
  readonly #clientset: Clientset;
  readonly #chance: Chance;
  readonly #clock: Clock;
  #stop: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();
  /** Changes that the server has taken. */
  changed = 0;

  constructor(clientset: Clientset, chance: Chance, clock: Clock) {
    this.#clientset = clientset;
    this.#chance = chance;
    this.#clock = clock;
  }

  /** Creates the namespace, the two kinds and the tasks. */
  async prepare(): Promise<void> {
    const clientset = this.#clientset;
    await unlessThere(clientset.resource(coreV1.namespaces).create({ metadata: { name: controlNamespace } }));
    for (const { group, version, resource, kind } of [tasks, witnesses]) {
      const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
      await unlessThere(
        clientset.resource(apiextensionsV1.customResourceDefinitions).create({
          metadata: { name: `${resource}.${group}` },
          spec: {
            group,
            names: { plural: resource, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
            scope: 'Namespaced',
            versions: [
              {
                name: version,
                served: true,
                storage: true,
                subresources: resource === tasks.resource ? { status: {} } : {},
                schema: {
                  openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } },
                },
              },
            ],
          },
        }),
      );
    }
    for (const name of names) await this.#create(name);
  }

  start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#running = this.#run(stop.signal);
  }

  async pause(): Promise<void> {
    this.#stop?.abort(new Error('the writers pause'));
    await this.#running;
  }

  /** Resolves when every status is right, with the time it took, ms; what is not after the grace period is a failure. */
  async untilRight(failures: string[]): Promise<number> {
    const startMs = this.#clock.monotonic();
    for (;;) {
      const { items } = await this.#clientset.resource(tasks, controlNamespace).list();
      const wrong = items.filter(({ spec, status }) => status?.value !== spec?.value);
      const tookMs = this.#clock.monotonic() - startMs;
      if (wrong.length === 0) return tookMs;
      if (tookMs > graceMs) {
        for (const { metadata, spec, status } of wrong)
          failures.push(
            `task ${metadata?.name ?? ''}: status.value is ${String(status?.value)} after ${graceMs} ms, expected ${String(spec?.value)}`,
          );
        return tookMs;
      }
      // Polled in real time: no event marks the moment.
      await this.#clock.sleep(lookEveryMs);
    }
  }

  /** What the server holds about runs: how many have begun, and those that overlapped. */
  async runs(): Promise<{ readonly begun: number; readonly overlaps: readonly string[] }> {
    const { items } = await this.#clientset.resource(witnesses, controlNamespace).list();
    return {
      begun: items.reduce((sum, { spec }) => sum + (spec?.runs ?? 0), 0),
      overlaps: items.flatMap(({ metadata, spec }) => overlapIn(metadata?.name ?? '', spec ?? {}) ?? []),
    };
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#change(this.#chance.pick(names));
      // The rate of changes is part of the run; nothing is waited for here.
      await this.#clock.sleep(this.#chance.between(50, 250));
    }
  }

  async #change(name: string): Promise<void> {
    const value = this.#chance.between(0, 1e9);
    try {
      await this.#clientset
        .resource(tasks, controlNamespace)
        .patch(name, { spec: { value } }, { type: 'merge' });
      this.changed++;
    } catch (error) {
      const isAway = isConflict(error) || isNotFound(error);
      if (error instanceof StatusError && !isAway && error.statusCode < 429) throw error;
      // The server is away, or does not serve the kind yet; the next change of the task replaces this one.
    }
  }

  async #create(name: string): Promise<void> {
    const client = this.#clientset.resource(tasks, controlNamespace);
    for (let attempt = 1; ; attempt++) {
      try {
        await unlessThere(
          client.create({ metadata: { name }, spec: { value: this.#chance.between(0, 1e9) } }),
        );
        return;
      } catch (error) {
        // A real server serves a new kind a moment after its definition.
        if (!isNotFound(error) || attempt === 100) throw error;
        await this.#clock.sleep(100);
      }
    }
  }
}
