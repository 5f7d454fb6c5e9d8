import { metaNamespaceKey } from '../meta/names.js';
import type { KubernetesObject, ObjectMeta } from '../meta/types.js';
import { asError } from '../util/errors.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { lowPriority } from '../workqueue/work-queue.js';
import type { WorkQueue } from '../workqueue/work-queue.js';
import { addOf, isResync, keysOf, spreadMs } from './object-event.js';
import type { Cause, ObjectEvent, WaitForWrites } from './object-event.js';
import type { CacheView } from './cache-view.js';
import type { KeyShards } from './key-shards.js';
import { eventStep } from './key-state.js';
import type { EventOrigin } from './key-state.js';
import type { ControllerSettings } from './options.js';
import { isEcho } from './own-writes.js';
import type { OwnWrites } from './own-writes.js';
import { differ, passes } from './predicates.js';
import type { Reporter, Runner } from './runner.js';
import type { InformerSource } from './sources.js';
import type { ControllerCounters } from './statistics.js';

/** The parts of a controller that its events reach. */
export interface EventRouterParts {
  readonly settings: ControllerSettings;
  readonly queue: WorkQueue;
  readonly ownWrites: OwnWrites;
  readonly runner: Runner;
  readonly counters: ControllerCounters;
  readonly reporter: Reporter;
  /** Undefined if all keys run here. */
  readonly shards: KeyShards | undefined;
  /** The keys that wait for their own writes. */
  readonly waiting: ReadonlyMap<string, WaitForWrites>;
  /** True if the controller has a `for`; changes of its objects end a pause after failures. */
  readonly hasFor: boolean;
}

/** What an event is to one key. */
interface KeyEvent {
  readonly cause: Cause;
  readonly priority: number;
  readonly afterMs: number;
  readonly origin: EventOrigin;
  /** True if anything but the key's own run changed the object of the key, apart from its status. */
  readonly isChange: boolean;
}

/** Turns the events of the sources into keys of the queue. */
export class EventRouter {
  readonly #parts: EventRouterParts;

  constructor(parts: EventRouterParts) {
    this.#parts = parts;
  }

  /** Handles one event. A predicate or map that throws is reported, and the event is lost. */
  readonly handle = (source: InformerSource, event: ObjectEvent): void => {
    const route = (): void => {
      if (source.isRemoved) return;
      try {
        this.#route(source, event, metaNamespaceKey(event.object));
      } catch (thrown) {
        this.#parts.counters.eventErrors++;
        const error = asError(thrown);
        const message = `a predicate or map failed for an event of ${source.name}`;
        this.#parts.reporter.report(error, 'event', undefined, message);
      }
    };
    if (!this.#parts.ownWrites.holdBack(source.view, event.object, route)) route();
  };

  /** Lets the keys run that wait only for a write which the cache now shows. */
  readonly noteShown = ({ view }: InformerSource, object: DeepReadonly<KubernetesObject>): void => {
    this.#noteShown(view, metaNamespaceKey(object));
  };

  #noteShown(view: CacheView, name: string): void {
    const { ownWrites, queue, waiting } = this.#parts;
    for (const key of ownWrites.observe(view, name)) {
      const waits = waiting.get(key);
      if (waits !== undefined) queue.add(key, { priority: waits.priority });
    }
  }

  #route(source: InformerSource, event: ObjectEvent, name: string): void {
    const { ownWrites, counters, settings } = this.#parts;
    const { view } = source;
    this.#noteShown(view, name);
    // Although the predicates may not want it.
    if (source.role === 'for' && event.type === 'delete') this.#parts.shards?.deleted(name, event.object);
    if (!passes(source.predicate, event)) return;
    const resync = isResync(event);
    const cause = resync ? undefined : ownWrites.causeOf(view, event);
    const dropsOwn = cause !== undefined && settings.ignoreEchoes && isEcho(cause, event);
    const isInitial = event.type === 'add' && event.isInInitialList;
    const canWait = isInitial || resync;
    const object = `${event.object.kind ?? view.resource.resource} ${name}`;
    const why: Cause =
      cause !== undefined
        ? { kind: 'ownWrite', write: cause.description }
        : resync
          ? { kind: 'resync', object }
          : { kind: 'event', event: isInitial ? 'initial list' : event.type, object };
    const isOwner = source.role === 'for' || !this.#parts.hasFor;
    for (const key of keysOf(source.map, event)) {
      if (!this.#isKept(source, event, key)) continue;
      // A write for another key is news to this one.
      const isOwn = cause?.key === key;
      if (isOwn && dropsOwn) {
        counters.ignoredEchoes++;
        continue;
      }
      this.#give(key, cause?.key, {
        cause: why,
        priority: source.priority ?? (canWait ? lowPriority : 0),
        afterMs: canWait ? spreadMs(key, settings.initialSpreadMs) : 0,
        origin: cause === undefined ? 'client' : isOwn ? 'ownRun' : 'otherKey',
        isChange: isOwner && !canWait && !isOwn && changed(event),
      });
    }
  }

  /** False for a key of another replica. */
  #isKept(source: InformerSource, event: ObjectEvent, key: string): boolean {
    const { shards } = this.#parts;
    if (shards === undefined) return true;
    if (source.role === 'for' && event.type === 'delete') shards.remember(key, event.object);
    if (source.role === 'owns') {
      if (event.type === 'update') shards.rememberOwner(key, event.oldObject);
      shards.rememberOwner(key, event.object);
    }
    if (shards.isKept(key)) return true;
    shards.forget(key);
    return false;
  }

  /** Gives an event to a key; `writer` is the key whose run caused it. */
  #give(key: string, writer: string | undefined, event: KeyEvent): void {
    const { runner, queue } = this.#parts;
    const { cause, priority, isChange } = event;
    const activity = runner.activityOf(key);
    const step = eventStep(activity, event.origin, isChange);
    if (activity === 'givenUp') {
      if (step === 'ignore') return;
      runner.failures.unpark(key);
    }
    const run = runner.activeRun(key);
    if (run !== undefined && isChange) run.changed = true;
    if (writer !== undefined) runner.loop.triggered(writer);
    if (step === 'add') queue.add(key, { ...addOf(cause), priority, afterMs: event.afterMs });
    else if (step === 'addOwnWrite') runner.addOwnWrite(key, cause, priority);
    else if (step === 'afterRun') run?.shownWrites.push(cause);
  }
}

/** True if more changed than the status, or if that is unknown. */
function changed(event: ObjectEvent): boolean {
  if (event.type !== 'update') return true;
  const before: DeepReadonly<ObjectMeta> = event.oldObject.metadata ?? {};
  const after: DeepReadonly<ObjectMeta> = event.object.metadata ?? {};
  return (
    after.generation === undefined ||
    after.generation !== before.generation ||
    after.uid !== before.uid ||
    after.deletionTimestamp !== before.deletionTimestamp ||
    differ(before.labels, after.labels) ||
    differ(before.annotations, after.annotations)
  );
}
