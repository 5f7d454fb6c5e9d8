import { metaNamespaceKey } from '../meta/names.js';
import type { KubernetesObject, ObjectMeta } from '../meta/types.js';
import { asError } from '../util/errors.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { lowPriority } from '../workqueue/work-queue.js';
import type { WorkQueue } from '../workqueue/work-queue.js';
import { addOf, isResync, keysOf, spreadMs } from './object-event.js';
import type { Cause, ObjectEvent } from './object-event.js';
import type { KeyShards } from './key-shards.js';
import { eventStep } from './key-state.js';
import type { EventOrigin } from './key-state.js';
import type { ControllerSettings } from './options.js';
import { isEcho } from './own-writes.js';
import type { OwnWrites } from './own-writes.js';
import { differ, passes } from './predicates.js';
import type { Reporter, Runner } from './runner.js';
import type { InformerSource, SourceHandler } from './sources.js';
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
export class EventRouter implements SourceHandler {
  readonly #parts: EventRouterParts;
  /** True if the keys stand for objects, whose changes end a pause after failures. */
  readonly #hasFor: boolean;

  constructor(parts: EventRouterParts) {
    this.#parts = parts;
    this.#hasFor = parts.settings.sources.some(({ role }) => role === 'for');
  }

  /** Handles one event. A predicate or map that throws is reported, and the event is lost. */
  onEvent(source: InformerSource, event: ObjectEvent): void {
    const { ownWrites } = this.#parts;
    const { object } = event;
    if (!ownWrites.hasInFlight || !ownWrites.holdBack(source.view, object, () => this.#handle(source, event)))
      this.#handle(source, event);
  }

  #handle(source: InformerSource, event: ObjectEvent): void {
    if (source.isRemoved) return;
    try {
      this.#route(source, event, metaNamespaceKey(event.object));
    } catch (thrown) {
      this.#parts.counters.eventErrors++;
      const message = `a predicate or map failed for an event of ${source.name}`;
      this.#parts.reporter.report(asError(thrown), 'event', undefined, message);
    }
  }

  /** Lets the keys run that wait only for a write which the cache now shows. */
  onSkipped({ view }: InformerSource, object: DeepReadonly<KubernetesObject>): void {
    this.#parts.ownWrites.observe(view, metaNamespaceKey(object), this.#run);
  }

  readonly #run = (key: string, priority: number): void => this.#parts.queue.add(key, { priority });

  #route(source: InformerSource, event: ObjectEvent, name: string): void {
    const { ownWrites, counters, settings } = this.#parts;
    const { view } = source;
    ownWrites.observe(view, name, this.#run);
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
    const isOwner = source.role === 'for' || !this.#hasFor;
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
