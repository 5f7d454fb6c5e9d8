import type { InformerFactory, KubernetesObject, SharedIndexInformer } from 'kube-informers';
import type { InformerTargetInfo } from 'kube-informers/internal';
import type { Controller, Manager } from 'kube-informers/controller';
import type { RestClient } from 'kube-informers/rest';
import type { ServerList } from './compare.js';
import { serverOf } from './read-clients.js';
import { serverListOf } from './server-list.js';
import { Timeline } from './timeline.js';

/** An informer that is shown. */
export interface InformerSubject {
  /** Its name; with the number of its factory if there are several. */
  readonly id: string;
  readonly informer: SharedIndexInformer<KubernetesObject>;
  readonly target: InformerTargetInfo['resource'];
  readonly info: InformerTargetInfo | undefined;
  /** The client of its factory. */
  readonly restClient: RestClient | undefined;
  /** The API server of that client, as `host:port`. */
  readonly server: string | undefined;
  /** Undefined for an informer with a custom source. */
  readonly serverList: (() => ServerList) | undefined;
  /** True if its listers read the cache before the start. */
  readonly readBeforeStart: boolean;
}

/** A controller that is shown. */
export interface ControllerSubject {
  /** Its name; with the number of its manager if there are several. */
  readonly id: string;
  readonly controller: Controller<never>;
  /** The id of the informer of its objects, if it is shown. */
  readonly informer: string | undefined;
}

/** Finds the informers, controllers and clients that an inspector shows: those that exist now. */
export class Subjects {
  readonly managers: readonly Manager[];
  readonly #given: readonly InformerFactory[];
  readonly #timelines = new Map<string, Timeline>();

  constructor(factories: readonly InformerFactory[], managers: readonly Manager[]) {
    this.#given = factories;
    this.managers = managers;
    // From now on, the timelines show what happens, also while no page is open.
    this.informers();
  }

  informers(): readonly InformerSubject[] {
    const factories = this.#factories();
    const subjects = factories.flatMap((factory, index) => {
      const server = serverOf(factory.restClient);
      return factory.informers().map((informer): InformerSubject => {
        const { target: info } = informer.stats();
        return {
          id: factories.length > 1 ? `${index + 1}:${informer.name}` : informer.name,
          informer,
          info,
          target: info?.resource ?? { group: '', version: '', resource: informer.name },
          restClient: factory.restClient,
          server,
          serverList: serverListOf(factory.restClient, informer, info),
          readBeforeStart: factory.readsBeforeStart,
        };
      });
    });
    for (const subject of subjects) this.timelineOf(subject);
    return subjects;
  }

  /** Returns the informer with this id; undefined for an unknown id. */
  informer(id: string): InformerSubject | undefined {
    return this.informers().find((subject) => subject.id === id);
  }

  controllers(): readonly ControllerSubject[] {
    const informers = this.informers();
    return this.managers.flatMap(({ controllers }, index) =>
      controllers.map((controller) => ({
        id: this.managers.length > 1 ? `${index + 1}:${controller.name}` : controller.name,
        controller,
        informer: informers.find(({ informer }) => informer === controller.ownInformer)?.id,
      })),
    );
  }

  /** Returns the controller with this id; undefined for an unknown id. */
  controller(id: string): ControllerSubject | undefined {
    return this.controllers().find((subject) => subject.id === id);
  }

  timelineOf({ id, informer }: InformerSubject): Timeline {
    const known = this.#timelines.get(id);
    if (known?.follows(informer) === true) return known;
    known?.close();
    const timeline = new Timeline(informer);
    this.#timelines.set(id, timeline);
    return timeline;
  }

  /** The clients of the factories and managers, each once. */
  clients(): readonly RestClient[] {
    return [...new Set(this.#factories().flatMap(({ restClient }) => restClient ?? []))];
  }

  /** Stops following the informers. */
  close(): void {
    for (const timeline of this.#timelines.values()) timeline.close();
    this.#timelines.clear();
  }

  #factories(): readonly InformerFactory[] {
    return [...new Set([...this.#given, ...this.managers.flatMap((manager) => manager.factories)])];
  }
}
