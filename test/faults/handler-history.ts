import { isDeepStrictEqual } from 'node:util';
import { compareResourceVersion, metaNamespaceKey } from 'kube-informers';
import type {
  AddInfo,
  Deletion,
  HandlerRegistration,
  KubernetesObject,
  ResourceEventHandler,
} from 'kube-informers';
import { isResourceVersion } from '../../packages/kube-informers/src/meta/resource-version.js';
import { differences } from './compare-cache.js';
import type { CompareOptions } from './compare-cache.js';
import type { DeepReadonly } from '../../packages/kube-informers/src/util/deep-readonly.js';

/** Calls that a handler must not get. */
export type ViolationKind =
  /** An add of a known object. */
  | 'addOfKnown'
  /** An update or a delete of an unknown object. */
  | 'updateOfUnknown'
  | 'deleteOfUnknown'
  /** `old` of an update, or a tombstone's object, is not the object of the last call. */
  | 'notLastSeen'
  /** An object was changed after it had been passed to the handler. */
  | 'mutated'
  /** A resourceVersion below that of the last call, for this object or for a deleted one of the same name. */
  | 'wentBack'
  /** One resourceVersion with two contents. */
  | 'sameVersionDiffers'
  /** An update that changes nothing, to a handler that has not asked for resyncs. */
  | 'unasked'
  /** A missed delete, or another uid under the same name without a delete, although there was no relist. */
  | 'withoutRelist'
  /** `isInInitialList` after the initial list was over, or a key that does not belong to the object. */
  | 'initialTooLate'
  | 'wrongKey'
  /** A call while another one of the same handler was still running. */
  | 'overlap'
  /** A call after the handler had been removed or its informer had stopped. */
  | 'afterTheEnd'
  /** `finish`: the handler's state is not the server's. */
  | 'wrongEnd';

/** One violation, with the details needed to understand it. */
export interface Violation {
  readonly handler: string;
  readonly kind: ViolationKind;
  readonly key: string;
  /** resourceVersion of the last call; undefined for an object that was not known. */
  readonly last: string | undefined;
  /** resourceVersion of this call. */
  readonly now: string | undefined;
  readonly text: string;
  /** The last calls for the key, oldest first, this one included. */
  readonly recent: readonly string[];
}

/** Counts of the handler's calls. */
export interface HistoryCounts {
  adds: number;
  /** Adds with `isInInitialList`. */
  initialAdds: number;
  updates: number;
  /** Updates that kept the resourceVersion: resyncs. */
  resyncs: number;
  deletes: number;
  /** Deletes with `finalStateUnknown`. */
  tombstones: number;
  /** Updates to an object with another uid: a delete and a create, seen by a relist only. */
  recreated: number;
  /** Errors that a throwing handler threw. */
  thrown: number;
}

/** How the handler behaves, independent of its arguments. */
export type HandlerManner =
  | { readonly manner: 'sync' }
  /** Each callback ends after `wait` has resolved; without `wait`, in a later microtask. */
  | { readonly manner: 'async'; readonly wait?: (() => Promise<void>) | undefined }
  /** Every `every`th callback throws (after it was recorded), or rejects with `rejects`. */
  | { readonly manner: 'throwing'; readonly every: number; readonly rejects?: boolean | undefined };

export interface HandlerHistoryOptions {
  /** Name used in messages. */
  readonly name: string;
  /** Calls kept for each object, for messages. Default: 4. */
  readonly recent?: number | undefined;
  /** Number of relists so far, without the first list. Absent: unknown, so any violation may be due to a relist. */
  readonly relists?: (() => number) | undefined;
  /** True when the handler has asked for resyncs, so that updates may change nothing. Default: false. */
  readonly resyncs?: boolean | undefined;
  /** Violations kept; further ones are only counted. Default: 50. */
  readonly maxViolations?: number | undefined;
}

/** How many deleted names keep their last resourceVersion, to notice an older object of the same name. */
const rememberedDeletions = 1000;

interface Known<T> {
  object: DeepReadonly<T>;
  resourceVersion: string;
  uid: string;
  recent: string[];
}

interface Gone {
  readonly resourceVersion: string;
  readonly recent: string[];
}

/**
 * Checks every call of one handler against the calls before it: the history of every object has to be legal, whatever the
 * network and the server did, and the final state (`finish`) has to be the server's.
 *
 * Checks only what a DeltaFIFO guarantees: it may combine several changes of an object, but each call continues
 * from the one before. Memory is one entry for each live object (and a bounded number for deleted ones), so it can run for
 * days.
 */
export class HandlerHistory<T extends KubernetesObject> {
  readonly name: string;
  readonly counts: HistoryCounts = {
    adds: 0,
    initialAdds: 0,
    updates: 0,
    resyncs: 0,
    deletes: 0,
    tombstones: 0,
    recreated: 0,
    thrown: 0,
  };
  /** The first violations; see `violationCount`. */
  readonly violations: Violation[] = [];
  violationCount = 0;
  readonly #options: HandlerHistoryOptions;
  readonly #known = new Map<string, Known<T>>();
  readonly #gone = new Map<string, Gone>();
  #registration: HandlerRegistration | undefined;
  #initialOver = false;
  #running = false;
  #calls = 0;
  #ended = false;
  #mayGoBack = 0;

  constructor(options: HandlerHistoryOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** The handler to pass to `addEventHandler`; one for each history. */
  handler(how: HandlerManner = { manner: 'sync' }): ResourceEventHandler<T> {
    const record = (check: () => void): unknown => {
      if (this.#running)
        this.#violate('overlap', '', undefined, undefined, 'called while a call is running', []);
      if (this.#ended)
        this.#violate(
          'afterTheEnd',
          '',
          undefined,
          undefined,
          'called after it had been removed or stopped',
          [],
        );
      check();
      this.#calls++;
      return this.#behave(how);
    };
    return {
      onAdd: (object, info) => record(() => this.#added(object, info)),
      onUpdate: (old, object) => record(() => this.#updated(old, object)),
      onDelete: (deletion) => record(() => this.#deleted(deletion)),
    };
  }

  /** Sets the handler's registration: after it has synced, no add may belong to the initial list. */
  joined(registration: HandlerRegistration): void {
    this.#registration = registration;
  }

  /** Call when the handler was removed or its informer stopped: no call may begin from now on. */
  ended(): void {
    this.#ended = true;
  }

  /**
   * Until the result is disposed of, resourceVersions may go back, and one may stand for other content, because another
   * backend answers or one that was restored from a backup. Dispose of it when the cache equals that backend.
   */
  mayGoBack(): Disposable {
    this.#mayGoBack++;
    let open = true;
    return {
      [Symbol.dispose]: () => {
        if (open) this.#mayGoBack--;
        open = false;
      },
    };
  }

  /** Number of objects that the handler knows. */
  get size(): number {
    return this.#known.size;
  }

  /** Number of callbacks so far. */
  get calls(): number {
    return this.#calls;
  }

  /** resourceVersion of the handler's last call for the object; undefined for an unknown object. */
  resourceVersionOf(key: string): string | undefined {
    return this.#known.get(key)?.resourceVersion;
  }

  /** True when the handler's state has the server's resourceVersions; for waiting. */
  hasReached(serverObjects: readonly T[]): boolean {
    return (
      serverObjects.length === this.#known.size &&
      serverObjects.every((object) => this.resourceVersionOf(metaNamespaceKey(object)) === versionOf(object))
    );
  }

  /**
   * Compares the handler's state with the server's, object by object; differences become violations. Returns the messages of
   * all violations; empty when everything was right.
   */
  finish(serverObjects: readonly T[], options: CompareOptions<T> = {}): string[] {
    const known = new Map([...this.#known].map(([key, { object }]) => [key, object]));
    for (const difference of differences(known, serverObjects, options)) {
      const { key, here, there, text } = difference;
      this.#violate(
        'wrongEnd',
        key,
        here,
        there,
        text,
        this.#known.get(key)?.recent ?? this.#gone.get(key)?.recent,
      );
    }
    return this.report();
  }

  /** The messages of all violations. */
  report(): string[] {
    const lines = this.violations.map(describeViolation);
    const more = this.violationCount - this.violations.length;
    return more > 0 ? [...lines, `${this.name}: ${more} more violations`] : lines;
  }

  #added(object: DeepReadonly<T>, { isInInitialList }: AddInfo): void {
    const key = metaNamespaceKey(object);
    const version = versionOf(object);
    const known = this.#known.get(key);
    const gone = this.#gone.get(key);
    const recent = this.#recent(
      known?.recent ?? gone?.recent,
      `add ${version}${isInInitialList ? ' initial' : ''}`,
    );
    this.counts.adds++;
    if (isInInitialList) this.counts.initialAdds++;
    if (known !== undefined)
      this.#violate('addOfKnown', key, known.resourceVersion, version, 'an add of a known object', recent);
    if (gone !== undefined && this.#mayGoBack === 0 && !isLater(version, gone.resourceVersion))
      this.#violate(
        'wentBack',
        key,
        gone.resourceVersion,
        version,
        'an add that is older than the deletion of the same name',
        recent,
      );
    if (!isInInitialList) this.#initialOver = true;
    else if (this.#initialOver || this.#registration?.hasSynced === true)
      this.#violate(
        'initialTooLate',
        key,
        undefined,
        version,
        'isInInitialList after the initial list',
        recent,
      );
    this.#gone.delete(key);
    this.#known.set(key, { object, resourceVersion: version, uid: uidOf(object), recent });
  }

  #updated(old: DeepReadonly<T>, object: DeepReadonly<T>): void {
    const key = metaNamespaceKey(object);
    const version = versionOf(object);
    const known = this.#known.get(key);
    const recent = this.#recent(
      known?.recent ?? this.#gone.get(key)?.recent,
      `update ${versionOf(old)}→${version}`,
    );
    this.counts.updates++;
    if (known === undefined) {
      this.#violate('updateOfUnknown', key, undefined, version, 'an update of an unknown object', recent);
      this.#gone.delete(key);
      this.#known.set(key, { object, resourceVersion: version, uid: uidOf(object), recent });
      return;
    }
    const last = known.resourceVersion;
    this.#checkLastSeen(key, known, old, version, recent, 'old of an update');
    const uid = uidOf(object);
    if (uid !== known.uid) {
      this.counts.recreated++;
      this.#checkRelisted(key, last, version, recent, 'another uid without a delete');
    }
    if (version === last) this.#checkUnchanged(key, known, object, recent);
    else if (this.#mayGoBack === 0 && isLater(last, version))
      this.#violate('wentBack', key, last, version, 'an update to an older resourceVersion', recent);
    known.object = object;
    known.resourceVersion = version;
    known.uid = uid;
    known.recent = recent;
  }

  #deleted({ key, object, finalStateUnknown }: Deletion<T>): void {
    const known = this.#known.get(key);
    const version = object === undefined ? undefined : versionOf(object);
    const recent = this.#recent(
      known?.recent ?? this.#gone.get(key)?.recent,
      `${finalStateUnknown ? 'tombstone' : 'delete'} ${version ?? '(no object)'}`,
    );
    this.counts.deletes++;
    if (finalStateUnknown) this.counts.tombstones++;
    if (object !== undefined && metaNamespaceKey(object) !== key)
      this.#violate(
        'wrongKey',
        key,
        known?.resourceVersion,
        version,
        `of ${metaNamespaceKey(object)}`,
        recent,
      );
    if (finalStateUnknown)
      this.#checkRelisted(key, known?.resourceVersion, version, recent, 'a missed delete');
    if (known === undefined) {
      this.#violate('deleteOfUnknown', key, undefined, version, 'a delete of an unknown object', recent);
    } else if (object === undefined || finalStateUnknown) {
      // A tombstone's object is the last state known here; a tombstone with a key alone has no object.
      if (object !== undefined || !finalStateUnknown)
        this.#checkLastSeen(key, known, object, version, recent, 'the object of a deletion');
    } else {
      if (this.#mayGoBack === 0 && version !== undefined && isLater(known.resourceVersion, version))
        this.#violate('wentBack', key, known.resourceVersion, version, 'a delete of an older state', recent);
      if (uidOf(object) !== known.uid)
        this.#violate('notLastSeen', key, known.resourceVersion, version, 'a delete of another uid', recent);
    }
    this.#known.delete(key);
    this.#forget(key, { resourceVersion: version ?? known?.resourceVersion ?? '', recent });
  }

  #checkLastSeen(
    key: string,
    known: Known<T>,
    object: DeepReadonly<T> | undefined,
    now: string | undefined,
    recent: string[],
    what: string,
  ): void {
    const last = known.resourceVersion;
    if (object !== known.object && !isDeepStrictEqual(object, known.object))
      this.#violate('notLastSeen', key, last, now, `${what} is not the object of the last call`, recent);
    else if (versionOf(known.object) !== last)
      this.#violate('mutated', key, last, now, `${what} was changed since the last call`, recent);
  }

  #checkUnchanged(key: string, known: Known<T>, object: DeepReadonly<T>, recent: string[]): void {
    const last = known.resourceVersion;
    this.counts.resyncs++;
    if (this.#options.resyncs !== true)
      this.#violate('unasked', key, last, last, 'an update that changes nothing, without a resync', recent);
    if (this.#mayGoBack === 0 && object !== known.object && !isDeepStrictEqual(object, known.object))
      this.#violate(
        'sameVersionDiffers',
        key,
        last,
        last,
        'another content with the same resourceVersion',
        recent,
      );
  }

  #checkRelisted(
    key: string,
    last: string | undefined,
    now: string | undefined,
    recent: string[],
    what: string,
  ): void {
    if (this.#options.relists?.() === 0)
      this.#violate('withoutRelist', key, last, now, `${what}, although there was no relist`, recent);
  }

  #behave(how: HandlerManner): unknown {
    switch (how.manner) {
      case 'sync':
        return undefined;
      case 'async':
        this.#running = true;
        return (how.wait === undefined ? Promise.resolve() : how.wait()).finally(() => {
          this.#running = false;
        });
      case 'throwing': {
        if (this.#calls % how.every !== 0) return undefined;
        this.counts.thrown++;
        const error = new Error(`${this.name} fails on its call ${this.#calls}, on purpose`);
        if (how.rejects === true) return Promise.reject(error);
        throw error;
      }
    }
  }

  #recent(before: readonly string[] | undefined, call: string): string[] {
    const limit = this.#options.recent ?? 4;
    return before === undefined ? [call] : [...before.slice(Math.max(0, before.length - limit + 1)), call];
  }

  #forget(key: string, gone: Gone): void {
    this.#gone.delete(key);
    this.#gone.set(key, gone);
    if (this.#gone.size <= rememberedDeletions) return;
    const oldest = this.#gone.keys().next();
    if (oldest.done !== true) this.#gone.delete(oldest.value);
  }

  #violate(
    kind: ViolationKind,
    key: string,
    last: string | undefined,
    now: string | undefined,
    text: string,
    recent: readonly string[] = [],
  ): void {
    this.violationCount++;
    if (this.violations.length >= (this.#options.maxViolations ?? 50)) return;
    this.violations.push({ handler: this.name, kind, key, last, now, text, recent });
  }
}

function describeViolation({ handler, kind, key, last, now, text, recent }: Violation): string {
  const story = recent.length === 0 ? '' : `; its last calls: ${recent.join(', ')}`;
  return `${handler}: ${kind} ${key} (last ${last ?? 'nothing'}, now ${now ?? 'nothing'}): ${text}${story}`;
}

/** True when `a` is later than `b`. Versions that cannot be compared have no order and are not violations. */
function isLater(a: string, b: string): boolean {
  if (!isResourceVersion(a) || !isResourceVersion(b)) return a !== b;
  return compareResourceVersion(a, b) > 0;
}

function versionOf(object: DeepReadonly<KubernetesObject>): string {
  return object.metadata?.resourceVersion ?? '';
}

function uidOf(object: DeepReadonly<KubernetesObject>): string {
  return object.metadata?.uid ?? '';
}
