import { compareResourceVersion, isResourceVersion } from '../meta/resource-version.js';
import type { KubernetesObject, ObjectMeta, Status } from '../meta/types.js';
import type { Clock } from '../util/clock.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { isOfOtherKind } from '../rest/request.js';
import type { Requester } from '../client/requests.js';
import { resourceId } from './cache-view.js';
import type { CacheView } from './cache-view.js';
import { writesDueInMs } from './key-state.js';
import type { WritesState } from './key-state.js';
import type { ObjectEvent } from './object-event.js';
import type { DeleteOptions } from '../meta/meta-v1.js';

/** What a run's client wrote, as far as the response shows it. */
export interface OwnWrite {
  readonly resourceId: string;
  /** "" if cluster-scoped. */
  readonly namespace: string;
  readonly name: string;
  /** For people: `Deployment default/web (status)`. */
  readonly description: string;
  /**
   * `written`: the object now has this resourceVersion. `deleted`: the object with this uid is gone or is being deleted,
   * since this resourceVersion if the server says so (for every kind since Kubernetes 1.38). `unknown`: the response was lost, so
   * the write may have happened.
   */
  readonly outcome: 'written' | 'deleted' | 'unknown';
  /** True for a `deleted` object that is gone: a cache that has it as being deleted does not show the write yet. */
  readonly isGone?: boolean | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  /** The resourceVersion that the write required; "" for a create. Undefined: the write had no precondition. */
  readonly base?: string | undefined;
}

/** A write, and the key whose run wrote it. */
export interface KeyWrite extends OwnWrite {
  readonly key: string;
}

/** A write that a cache may not show yet. */
export interface UnseenWrite {
  readonly write: OwnWrite;
  /** When it was written, on the monotonic clock. */
  readonly atMs: number;
  /** With a delete: the resourceVersion of an earlier write that the cache did not show either. */
  readonly after: string | undefined;
  /** The written object, with a delete that of the earlier write; undefined if the response does not show it. */
  readonly object: KubernetesObject | undefined;
  /** The caches of which the server says that they do not have the object. */
  readonly outside: Set<CacheView>;
  /** With a delete: the caches that had the object when the response came. They show the delete once they lack it. */
  readonly had: ReadonlySet<CacheView>;
}

/** The writes of one object whose responses have not come, and the events that wait for them. */
interface InFlight {
  readonly writes: Set<symbol>;
  readonly events: { readonly handle: () => void; readonly writes: Set<symbol> }[];
}

/** The wait of a key until the caches show what its run before wrote. */
interface WriteWait {
  readonly priority: number;
  /** On the monotonic clock. */
  readonly sinceMs: number;
}

/** Maximum number of written resourceVersions that are remembered to recognise their events. */
const maxWrittenVersions = 10_000;

/**
 * Records what a controller's runs wrote, so that the next run of the same key reads a cache that shows it.
 *
 * Keeps one entry for each key and object until every cache that covers the object shows the write (KEP-5647's "wrote at",
 * but by object, so that it does not depend on bookmarks).
 */
export class OwnWrites {
  readonly #clock: Clock;
  readonly #views: () => Iterable<CacheView>;
  /** By run key, then by object. */
  readonly #unseen = new Map<string, Map<string, UnseenWrite>>();
  /** The keys that wrote an object. */
  readonly #writers = new Map<string, Set<string>>();
  /** By resource, with resourceVersion or uid; oldest first. */
  readonly #written = new Map<string, KeyWrite>();
  readonly #inFlight = new Map<string, InFlight>();
  readonly #waiting = new Map<string, WriteWait>();
  readonly #waitMs: number;

  /** `waitMs` is how long a key waits for a write before its run asks the server. */
  constructor(clock: Clock, waitMs: number, views: () => Iterable<CacheView>) {
    this.#clock = clock;
    this.#waitMs = waitMs;
    this.#views = views;
  }

  /**
   * Notes that a write of an object is on its way; returns a function to call after its response was recorded.
   *
   * The write's event may arrive before its response, so events of the object are held back until then. A write
   * that begins later does not hold them: it cannot have caused them.
   */
  begin(write: Pick<OwnWrite, 'resourceId' | 'namespace' | 'name'>): () => void {
    const id = objectId(write);
    const { writes, events } = this.#inFlight.get(id) ?? { writes: new Set(), events: [] };
    const started = Symbol(id);
    writes.add(started);
    this.#inFlight.set(id, { writes, events });
    return () => {
      writes.delete(started);
      if (writes.size === 0) this.#inFlight.delete(id);
      for (const { writes: awaited } of events) awaited.delete(started);
      // An earlier event never waits for a write that a later one does not wait for.
      while (events[0]?.writes.size === 0) events.shift()?.handle();
    };
  }

  /** True while some write is on its way. */
  get hasInFlight(): boolean {
    return this.#inFlight.size > 0;
  }

  /** Holds an event back if a write of its object is on its way; `handle` is called later, in order. */
  holdBack(view: CacheView, { metadata }: DeepReadonly<KubernetesObject>, handle: () => void): boolean {
    const { namespace = '', name = '' } = metadata ?? {};
    const held = this.#inFlight.get(objectId({ resourceId: view.resourceId, namespace, name }));
    held?.events.push({ handle, writes: new Set(held.writes) });
    return held !== undefined;
  }

  /** Number of writes that some cache does not show yet, as far as it was checked. */
  get size(): number {
    let size = 0;
    for (const writes of this.#unseen.values()) size += writes.size;
    return size;
  }

  /**
   * Records a write by a run of this key. `written` is the object, as far as the response shows it. Returns the entry if it is
   * kept.
   */
  record(key: string, given: OwnWrite, written?: KubernetesObject): UnseenWrite | undefined {
    const id = objectId(given);
    const earlier = this.#unseen.get(key)?.get(id);
    let write = given;
    // The response to an eviction does not have the uid.
    if (given.outcome === 'deleted' && given.uid === undefined)
      write = { ...given, uid: earlier?.write.uid ?? this.#cachedUid(given) };
    if (write.outcome !== 'unknown') this.#remember({ ...write, key });
    const after =
      write.outcome === 'deleted' ? (earlier?.write.resourceVersion ?? earlier?.after) : undefined;
    const object = written ?? (write.outcome === 'deleted' ? earlier?.object : undefined);
    const outside = new Set(write.outcome === 'deleted' ? earlier?.outside : undefined);
    const had = new Set(write.outcome === 'deleted' ? this.#viewsWith(write) : undefined);
    const entry: UnseenWrite = { write, atMs: this.#clock.monotonic(), after, object, outside, had };
    // Writes of objects that no informer of the controller covers, and no-op writes, need no entry.
    if (this.#isSeen(entry)) {
      this.#drop(key, id);
      return undefined;
    }
    this.#put(key, id, entry);
    return entry;
  }

  /** Returns the caches of which only the server knows whether they are to have the object. */
  unsure(entry: UnseenWrite): readonly CacheView[] {
    if (entry.write.outcome === 'unknown') return [];
    return this.behind(entry).filter((view) => view.selects(entry.object) === undefined);
  }

  /** Returns the caches that have the object with this uid. */
  #viewsWith(write: OwnWrite): CacheView[] {
    if (write.uid === undefined) return [];
    return Array.from(this.#views()).filter(
      (view) => view.resourceId === write.resourceId && view.get(keyOf(write))?.metadata?.uid === write.uid,
    );
  }

  #cachedUid(write: OwnWrite): string | undefined {
    for (const view of this.#views()) {
      if (view.resourceId !== write.resourceId) continue;
      const uid = view.get(keyOf(write))?.metadata?.uid;
      if (uid !== undefined) return uid;
    }
    return undefined;
  }

  /** Returns the writes of this key that some cache does not show yet. */
  unseen(key: string): readonly UnseenWrite[] {
    const writes = this.#unseen.get(key);
    if (writes === undefined) return [];
    for (const [id, entry] of writes) if (this.#isSeen(entry)) this.#drop(key, id);
    return Array.from(this.#unseen.get(key)?.values() ?? []);
  }

  /** Called with each event of a cache: `run` is called with the keys that wait and whose wait it has ended, and their priority. */
  observe(view: CacheView, namespaceAndName: string, run: (key: string, priority: number) => void): void {
    const writers = this.#writers.get(`${view.resourceId} ${namespaceAndName}`);
    if (writers !== undefined) for (const key of Array.from(writers)) this.#endIfShown(key, run);
  }

  /** The server does not have an object in this cache, so nothing waits for it: see `observe`. */
  leaveOut(
    key: string,
    entry: UnseenWrite,
    view: CacheView,
    run: (key: string, priority: number) => void,
  ): void {
    entry.outside.add(view);
    this.#endIfShown(key, run);
  }

  #endIfShown(key: string, run: (key: string, priority: number) => void): void {
    // Also forgets what is shown.
    const unseen = this.unseen(key);
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined && this.waitState(key, unseen) === undefined) run(key, waiting.priority);
  }

  /** Returns how long a key has to wait for these writes of its own; undefined if it may run. */
  waitState(key: string, unseen: readonly UnseenWrite[]): WritesState | undefined {
    if (unseen.length === 0) return undefined;
    const nowMs = this.#clock.monotonic();
    const dueInMs = writesDueInMs(unseen, this.#waitMs, nowMs);
    if (dueInMs === 0) return undefined;
    const { sinceMs = nowMs } = this.#waiting.get(key) ?? {};
    return { forMs: nowMs - sinceMs, dueInMs, descriptions: unseen.map(({ write }) => write.description) };
  }

  /** Notes that a key waits for its writes. */
  beginWait(key: string, priority: number): void {
    const { priority: before = priority, sinceMs = this.#clock.monotonic() } = this.#waiting.get(key) ?? {};
    this.#waiting.set(key, { priority: Math.max(priority, before), sinceMs });
  }

  /** Ends the wait of a key; returns how long it was, ms. */
  endWait(key: string): number {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return 0;
    this.#waiting.delete(key);
    return this.#clock.monotonic() - waiting.sinceMs;
  }

  /** Number of keys that wait. */
  get waitingKeys(): number {
    return this.#waiting.size;
  }

  /**
   * Returns the write that caused an event, if it is one of the controller's own and the event shows no other change: a
   * list after a gap may merge a change of another client with it.
   */
  causeOf(view: CacheView, event: ObjectEvent): KeyWrite | undefined {
    if (this.#written.size === 0) return undefined;
    const { uid, resourceVersion } = event.object.metadata ?? {};
    const cause = this.#written.get(`${view.resourceId} ${resourceVersion}`);
    if (event.type === 'delete') {
      // If the deletion was missed, an own write may have brought the last known state.
      const known = event.finalStateUnknown ? undefined : cause;
      return known ?? this.#written.get(`${view.resourceId} uid ${uid}`);
    }
    if (cause === undefined) return undefined;
    // A watch shows each change as an event.
    const isInitial = event.type === 'add' && event.isInInitialList;
    if (!isInitial && !view.mayBeListed(event.object)) return cause;
    const old = event.type === 'add' ? { resourceVersion: '' } : event.oldObject.metadata;
    return this.#followsOwnWrites(cause, old) ? cause : undefined;
  }

  /** True if the preconditions of the key's writes show that nothing else changed the object since it was `old`. */
  #followsOwnWrites({ resourceId, key, base }: KeyWrite, old: DeepReadonly<ObjectMeta> | undefined): boolean {
    const visited = new Set<string>();
    // Without a precondition, anything may have happened before.
    while (base !== undefined && base !== old?.resourceVersion) {
      // Before a create, the object that was there must have been deleted.
      const before = this.#written.get(`${resourceId} ${base === '' ? `uid ${old?.uid}` : base}`);
      if (before?.key !== key || visited.has(base)) return false;
      if (before.outcome === 'deleted') return true;
      visited.add(base);
      ({ base } = before);
    }
    return base !== undefined;
  }

  /**
   * Decides about an unseen write when the wait for it has ended, given the object as the server has it now. Returns true if
   * the write needs no more waiting: the cache equals the server, because the object left the informer's selector or is gone.
   */
  compare(key: string, entry: UnseenWrite, view: CacheView, live: KubernetesObject | undefined): boolean {
    const { write } = entry;
    const cached = view.get(keyOf(write));
    const isCurrent = cached?.metadata?.resourceVersion === live?.metadata?.resourceVersion;
    if (isCurrent) return true;
    if (write.outcome !== 'unknown') return false;
    // Now the outcome is known: wait for it as for any other write.
    const { uid, resourceVersion } = live?.metadata ?? {};
    this.#put(key, objectId(write), {
      write:
        live === undefined
          ? { ...write, outcome: 'deleted', isGone: true, uid: cached?.metadata?.uid }
          : { ...write, outcome: 'written', uid, resourceVersion },
      atMs: this.#clock.monotonic(),
      after: undefined,
      object: live,
      outside: new Set(),
      had: new Set(),
    });
    return false;
  }

  /** Forgets a write. */
  forget(key: string, entry: UnseenWrite): void {
    this.#drop(key, objectId(entry.write));
  }

  /** Returns the synced caches that do not show a write yet. */
  behind(entry: UnseenWrite): readonly CacheView[] {
    return Array.from(this.#views()).filter(
      (view) =>
        view.resourceId === entry.write.resourceId &&
        view.covers(entry.write.namespace) &&
        !isShown(view, entry),
    );
  }

  #isSeen(entry: UnseenWrite): boolean {
    return this.behind(entry).length === 0;
  }

  #put(key: string, id: string, entry: UnseenWrite): void {
    const writes = this.#unseen.get(key) ?? new Map<string, UnseenWrite>();
    this.#unseen.set(key, writes.set(id, entry));
    this.#writers.set(id, (this.#writers.get(id) ?? new Set<string>()).add(key));
  }

  #drop(key: string, id: string): void {
    const writes = this.#unseen.get(key);
    if (writes?.delete(id) === true && writes.size === 0) this.#unseen.delete(key);
    const writers = this.#writers.get(id);
    if (writers?.delete(key) === true && writers.size === 0) this.#writers.delete(id);
  }

  #remember(write: KeyWrite): void {
    const { resourceVersion, uid } = write;
    // A write that changed nothing keeps its resourceVersion and causes no event.
    if (write.outcome === 'written' && resourceVersion !== write.base)
      this.#written.set(`${write.resourceId} ${resourceVersion}`, write);
    if (write.outcome === 'deleted' && uid !== undefined)
      this.#written.set(`${write.resourceId} uid ${uid}`, write);
    if (this.#written.size <= maxWrittenVersions) return;
    const [oldest] = this.#written.keys();
    if (oldest !== undefined) this.#written.delete(oldest);
  }
}

/**
 * True if an event is nothing but the echo of an own write: the write required the resourceVersion that the cache had
 * before, so no other change can be between.
 */
export function isEcho(write: OwnWrite, event: ObjectEvent): boolean {
  if (write.outcome !== 'written' || write.base === undefined) return false;
  if (event.type === 'add') return write.base === '';
  return event.type === 'update' && event.oldObject.metadata?.resourceVersion === write.base;
}

/** True if the cache shows the write, or cannot show it. */
function isShown(view: CacheView, entry: UnseenWrite): boolean {
  const { write, object, outside } = entry;
  // A cache without its first list does not count: its resource may not be installed.
  if (!view.informer.hasSynced) return true;
  if (write.outcome === 'unknown') return false;
  const cached = view.get(keyOf(write));
  if (write.outcome === 'deleted') {
    const isSame = cached !== undefined && cached.metadata?.uid === write.uid;
    const isMarked = cached?.metadata?.deletionTimestamp !== undefined;
    if (isSame && (write.isGone === true || !isMarked)) return false;
    if (!isSame && entry.had.has(view)) return true;
  }
  if (cached !== undefined)
    return mayHaveReached(cached.metadata?.resourceVersion, write.resourceVersion ?? '');
  // It is not in the informer's scope, or it is gone again.
  const selected = view.selects(object);
  if (outside.has(view) || selected === false) return true;
  const hasReached = (least = ''): boolean => mayHaveReached(view.informer.indexer.resourceVersion, least);
  if (write.outcome === 'written') return hasReached(write.resourceVersion);
  // An informer that may not select the object need not get the event of its deletion.
  return hasReached(entry.after) && (selected !== true || hasReached(write.resourceVersion));
}

/** Versions that cannot be compared count as reached, as in KEP-5647. */
function mayHaveReached(version: string | undefined, least: string): boolean {
  if (version === undefined || !isResourceVersion(version) || !isResourceVersion(least)) return true;
  return compareResourceVersion(version, least) >= 0;
}

function keyOf({ namespace, name }: Pick<OwnWrite, 'namespace' | 'name'>): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

function objectId(write: Pick<OwnWrite, 'resourceId' | 'namespace' | 'name'>): string {
  return `${write.resourceId} ${keyOf(write)}`;
}

/** The keys for which the server failed a write of a resource since it last carried one out: a webhook may be down. */
export class FailedWrites {
  readonly #keys = new Map<string, Set<string>>();

  failed(resourceId: string, key: string): void {
    const keys = this.#keys.get(resourceId) ?? new Set();
    this.#keys.set(resourceId, keys.add(key));
  }

  succeeded(resourceId: string): void {
    this.#keys.delete(resourceId);
  }

  /** A run of the key succeeded. One that was given up stays, for what it says about the server. */
  forget(key: string): void {
    for (const keys of this.#keys.values()) keys.delete(key);
  }

  /** True if writes of one of these resources fail for other keys too. */
  failOthers(key: string, resourceIds: Iterable<string>): boolean {
    for (const resourceId of resourceIds)
      for (const other of this.#keys.get(resourceId) ?? []) if (other !== key) return true;
    return false;
  }
}

type Request = Parameters<Requester['request']>[0];

/** What a write changes. */
interface Target {
  readonly resourceId: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** True if it is known which object a write changes. */
export function isNamed(target: Target | undefined): target is Target & { readonly name: string } {
  return target?.name !== undefined;
}

/** Returns what a request changes; undefined for a dry run, and for a path that names no resource. */
export function targetOf(request: Request): Target | undefined {
  const { target, body } = request;
  if (target === undefined || isDryRun(request)) return undefined;
  const { group, resource, namespace, name, subresource } = target;
  return {
    resourceId: resourceId({ group, resource }),
    resource,
    namespace,
    name: name === '' ? nameIn(body) : name,
    subresource: subresource === '' ? undefined : subresource,
  };
}

function nameIn(body: Request['body']): string | undefined {
  if (typeof body !== 'object') return undefined;
  const { metadata } = body as KubernetesObject;
  return metadata?.name;
}

/** Returns the write whose response was lost. */
export function lostWrite(target: Target & { readonly name: string }): OwnWrite {
  return { ...target, description: describe(target, undefined), outcome: 'unknown' };
}

/** Returns what a response shows to be written. */
export function* writesOf(
  target: Target,
  request: Request,
  answer: unknown,
): Generator<readonly [OwnWrite, KubernetesObject?]> {
  if (typeof answer !== 'object' || answer === null) return;
  const { items } = answer as { readonly items?: unknown };
  if (request.method === 'DELETE') {
    // Those of a collection are as they were before.
    if (Array.isArray(items))
      for (const object of items as readonly KubernetesObject[])
        yield* deleted(target, request, object, false);
    else yield* deleted(target, request, answer, isGoneAfterDelete(answer));
    return;
  }
  if (isEviction(target, request)) {
    for (const own of evicted(target, request, answer)) yield [own];
    return;
  }
  const object = answer as KubernetesObject;
  const { name = target.name, namespace = target.namespace, uid, resourceVersion } = object.metadata ?? {};
  // A Status, or an object that is not stored, such as a TokenReview.
  if (name === undefined || resourceVersion === undefined || object.kind === 'Status') return;
  const returnsObject = !isOfOtherKind(target.subresource ?? '');
  const own: OwnWrite = {
    resourceId: target.resourceId,
    namespace,
    name,
    description: describe({ ...target, namespace, name }, returnsObject ? object.kind : undefined),
    outcome: 'written',
    uid,
    resourceVersion,
    base: request.method === 'POST' && target.subresource === undefined ? '' : preconditionOf(request),
  };
  // Its resourceVersion is the one from before.
  if (isGoneAfterWrite(object))
    yield [
      {
        ...own,
        description: `${own.description} (delete)`,
        outcome: 'deleted',
        isGone: true,
        resourceVersion: undefined,
      },
      object,
    ];
  else yield returnsObject ? [own, object] : [own];
}

/** True if a write has removed the last finalizer of an object that was being deleted: the server then deletes it. */
function isGoneAfterWrite({ metadata, spec }: KubernetesObject & { readonly spec?: unknown }): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds: graceSeconds = 0, finalizers = [] } = metadata ?? {};
  // Those of a namespace.
  const { finalizers: others = [] } = Object(spec) as { readonly finalizers?: readonly unknown[] };
  return (
    deletionTimestamp !== undefined && graceSeconds === 0 && finalizers.length === 0 && others.length === 0
  );
}

/** True if the response to the delete of one object says that it is gone: a Status, or an object that nothing keeps. */
function isGoneAfterDelete(answer: object): boolean {
  const object = answer as KubernetesObject;
  return (
    object.kind === 'Status' || object.metadata?.deletionTimestamp === undefined || isGoneAfterWrite(object)
  );
}

function* deleted(
  target: Target,
  request: Request,
  answer: object,
  isGone: boolean,
): Generator<readonly [OwnWrite, KubernetesObject?]> {
  const object = answer as KubernetesObject;
  const { details } = answer as Status;
  const { preconditions } = (request.body ?? {}) as { readonly preconditions?: { readonly uid?: string } };
  const isObject = object.kind !== 'Status';
  const name = (isObject ? object.metadata?.name : undefined) ?? target.name;
  const uid = (isObject ? object.metadata?.uid : details?.uid) ?? preconditions?.uid;
  if (name === undefined || uid === undefined) return;
  const namespace = (isObject ? object.metadata?.namespace : undefined) ?? target.namespace;
  const own: OwnWrite = {
    resourceId: target.resourceId,
    namespace,
    name,
    description: `${describe({ ...target, namespace, name, subresource: undefined }, isObject ? object.kind : undefined)} (delete)`,
    outcome: 'deleted',
    isGone,
    uid,
    resourceVersion: versionIn(answer),
  };
  yield isObject ? [own, object] : [own];
}

/** Returns the resourceVersion of an object, or that of the deletion in a Status (since Kubernetes 1.38). */
function versionIn(answer: object): string | undefined {
  return (answer as KubernetesObject).metadata?.resourceVersion || undefined;
}

function isEviction({ subresource }: Target, { method }: Request): boolean {
  return method === 'POST' && subresource === 'eviction';
}

/** An eviction deletes its object; the response is a Status without the uid. */
function* evicted(target: Target, { body }: Request, answer: object): Generator<OwnWrite> {
  if (!isNamed(target)) return;
  const { preconditions } = deleteOptionsOf(body) ?? {};
  yield {
    resourceId: target.resourceId,
    namespace: target.namespace,
    name: target.name,
    description: describe(target, undefined),
    outcome: 'deleted',
    uid: preconditions?.uid,
    resourceVersion: versionIn(answer),
  };
}

/** The options in the body of an eviction. */
function deleteOptionsOf(body: Request['body']): DeleteOptions | undefined {
  return (body as { readonly deleteOptions?: DeleteOptions } | undefined)?.deleteOptions;
}

function describe({ resource, namespace, name, subresource }: Target, kind: string | undefined): string {
  const object = `${kind ?? resource} ${namespace === '' ? '' : `${namespace}/`}${name}`;
  return subresource === undefined ? object : `${object} (${subresource})`;
}

/** The resourceVersion in the body of an update, apply or merge patch. */
function preconditionOf({ body }: Request): string | undefined {
  if (typeof body !== 'object') return undefined;
  return (body as KubernetesObject).metadata?.resourceVersion || undefined;
}

function isDryRun({ query, body }: Request): boolean {
  const { dryRun } = (query ?? {}) as { readonly dryRun?: unknown };
  const inBody = (body as { readonly dryRun?: unknown } | undefined)?.dryRun;
  return [dryRun, inBody, deleteOptionsOf(body)?.dryRun].some((given) => given !== undefined);
}
