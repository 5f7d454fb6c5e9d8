import { InformerError } from '../cache/informer-error.js';
import type { HandlerRegistration } from '../cache/handlers/event-handler.js';
import type { Deletion } from '../cache/types.js';
import { splitMetaNamespaceKey } from '../meta/names.js';
import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { CacheView } from './cache-view.js';
import { ownKey, ownerKeys } from './maps.js';
import type { MapFunc, OwnerKind } from './maps.js';
import type { ObjectEvent } from './object-event.js';
import type { SourceOptions } from './options.js';
import type { Predicate } from './predicates.js';

/** Called with each event of a source. */
export type SourceHandler = (source: InformerSource, event: ObjectEvent) => void;

/** One informer of a controller, with its handler. */
export class InformerSource {
  readonly role: SourceOptions['role'];
  readonly view: CacheView;
  readonly map: MapFunc;
  readonly predicate: Predicate | undefined;
  readonly priority: number | undefined;
  /** True while no run may start because this source has not synced. */
  holdsRuns = true;
  #registration: HandlerRegistration | undefined;
  #isRemoved = false;

  constructor(options: SourceOptions, owner: OwnerKind | undefined) {
    const { role, informer, map, everyOwner } = options;
    this.role = role;
    this.view = new CacheView(informer);
    this.map = map ?? (owner !== undefined && role === 'owns' ? ownerKeys(owner, everyOwner) : ownKey);
    this.predicate = options.predicate;
    this.priority = options.priority;
  }

  /** The informer's name. */
  get name(): string {
    return this.view.informer.name;
  }

  /** Registers the handler, once. Throws InformerError if the informer has stopped. */
  start(controller: string, handle: SourceHandler): void {
    if (this.#registration !== undefined || this.#isRemoved) return;
    const on = (event: ObjectEvent): void => {
      if (!this.#isRemoved) handle(this, event);
    };
    this.#registration = this.view.informer.addEventHandler(
      {
        onAdd: (object, { isInInitialList }) => on({ type: 'add', object, isInInitialList }),
        onUpdate: (oldObject, object) => on({ type: 'update', oldObject, object }),
        onDelete: (deletion) => {
          // An object that left the informer's namespaces still exists.
          if (!deletion.leftScope) on(deleteEvent(deletion));
        },
      },
      { name: `controller ${controller}` },
    );
  }

  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  get hasSynced(): boolean {
    return this.#isRemoved || this.#registration?.hasSynced === true;
  }

  /** Resolves when the handler has received all initial objects, or the source was removed; rejects if it never will. */
  async synced(): Promise<void> {
    try {
      await this.#registration?.synced;
    } catch (error) {
      if (!this.#isRemoved) throw error;
    }
  }

  /** Why the source has not synced. */
  get failure(): Error | undefined {
    const { informer } = this.view;
    if (informer.isStarted) return informer.lastWatchError;
    return new InformerError('ERR_INFORMER_NOT_STARTED', 'not started: call start() of its factory');
  }

  /** Stops the events at once. */
  remove(): void {
    this.#isRemoved = true;
    this.holdsRuns = false;
    this.#registration?.remove();
  }
}

function deleteEvent({ key, object, finalStateUnknown }: Deletion<KubernetesObject>): ObjectEvent {
  // If only the key is known, an object with no more than that.
  const last: DeepReadonly<KubernetesObject> = object ?? { metadata: splitMetaNamespaceKey(key) };
  return { type: 'delete', object: last, finalStateUnknown };
}
