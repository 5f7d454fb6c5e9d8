import type {
  Clock,
  DeepReadonly,
  Deletion,
  GroupVersionResource,
  HandlerRegistration,
  KubernetesObject,
  SharedIndexInformer,
} from 'kube-informers';
import { defaultKeyFunc, keyOf, resourceVersionOf } from 'kube-informers/internal';
import { visible } from './conceal-secrets.js';
import { differenceOf } from './diff.js';
import type { ChangeModel, ChangesModel } from './model.js';

/** Changes that are kept of all objects of an informer. */
export const keptChanges = 100;
/** Changes that are kept of one object that somebody looks at. */
export const keptOfKey = 20;
/** Changes whose fields are compared in a second; of more, only the key is recorded. */
export const comparedPerSecond = 50;

type Object_ = DeepReadonly<KubernetesObject>;

/**
 * Records the changes of one informer while it is observed: the first `watch` adds a handler to the informer, and the
 * undo of the last removes it and drops what was recorded.
 *
 * A busy informer is not slowed: only `comparedPerSecond` changes a second are compared field by field.
 */
export class ChangeRecorder {
  readonly #informer: SharedIndexInformer<KubernetesObject>;
  readonly #resource: GroupVersionResource | undefined;
  readonly #clock: Clock;
  readonly #onEmpty: () => void;
  readonly #all: ChangeModel[] = [];
  readonly #watched = new Map<string, { watchers: number; readonly changes: ChangeModel[] }>();
  #watchers = 0;
  #registration: HandlerRegistration | undefined;
  #sinceMs = 0;
  #nextId = 1;
  #secondBeganMs = -Infinity;
  #inSecond = 0;

  constructor(informer: SharedIndexInformer<KubernetesObject>, clock: Clock, onEmpty: () => void) {
    this.#informer = informer;
    this.#resource = informer.stats().target?.resource;
    this.#clock = clock;
    this.#onEmpty = onEmpty;
  }

  /** True if it records this informer. */
  records(informer: SharedIndexInformer<KubernetesObject>): boolean {
    return informer === this.#informer;
  }

  /** Records from now on, with a ring of its own for `key`, if given. Returns the undo. */
  watch(key: string | undefined): () => void {
    if (this.#watchers++ === 0) this.#start();
    if (key !== undefined) {
      const watched = this.#watched.get(key) ?? { watchers: 0, changes: [] };
      watched.watchers++;
      this.#watched.set(key, watched);
    }
    let undone = false;
    return () => {
      if (undone) return;
      undone = true;
      const watched = key === undefined ? undefined : this.#watched.get(key);
      if (watched !== undefined && key !== undefined && --watched.watchers === 0) this.#watched.delete(key);
      if (--this.#watchers > 0) return;
      this.#registration?.remove();
      this.#registration = undefined;
      this.#onEmpty();
    };
  }

  /** The changes of a key that is watched, or of all objects; the newest first. */
  changes(key: string | undefined): ChangesModel {
    const changes = key === undefined ? this.#all : (this.#watched.get(key)?.changes ?? []);
    return { sinceMs: this.#sinceMs, changes: changes.toReversed() };
  }

  #start(): void {
    this.#sinceMs = this.#clock.now();
    if (this.#informer.isStopped) return;
    this.#registration = this.#informer.observe(
      {
        onAdd: (object) => this.#record('add', undefined, object),
        onUpdate: (before, after) => this.#record('update', before, after),
        onDelete: ({ key, object }: Deletion<KubernetesObject>) =>
          this.#record('delete', object, undefined, key),
      },
      'inspector: what changed last',
    );
  }

  #record(
    type: ChangeModel['type'],
    before: Object_ | undefined,
    after: Object_ | undefined,
    key?: string,
  ): void {
    const object = after ?? before;
    const itsKey = key ?? keyOf(defaultKeyFunc, object);
    const watched = this.#watched.get(itsKey);
    const compared = type === 'update' && (watched !== undefined || this.#mayCompare());
    const { fields, more } = compared
      ? differenceOf(visible(before, this.#resource), visible(after, this.#resource, before))
      : { fields: [], more: type === 'update' };
    const change: ChangeModel = {
      id: this.#nextId++,
      atMs: this.#clock.now(),
      type,
      key: itsKey,
      resourceVersion: resourceVersionOf(object) ?? '',
      fields,
      more,
    };
    push(this.#all, change, keptChanges);
    if (watched !== undefined) push(watched.changes, change, keptOfKey);
  }

  #mayCompare(): boolean {
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#secondBeganMs >= 1000) {
      this.#secondBeganMs = nowMs;
      this.#inSecond = 0;
    }
    return ++this.#inSecond <= comparedPerSecond;
  }
}

function push<T>(ring: T[], item: T, most: number): void {
  ring.push(item);
  if (ring.length > most) ring.shift();
}
