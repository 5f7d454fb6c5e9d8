import { toSelector } from '../meta/label-selector.js';
import { requireKept } from '../meta/field-mask.js';
import type { SelectorLike } from '../meta/label-selector.js';
import { isOther } from '../meta/names.js';
import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import { refuse, refusePromise, requireFunction } from '../util/require.js';
import type { ObjectEvent } from './object-event.js';

/**
 * The functions of a predicate, by kind of event. A missing function lets the event pass. Both objects of an update have the same uid:
 * one that replaced another of its name is a deletion and an add.
 */
export interface PredicateFuncs<T extends KubernetesObject = KubernetesObject> {
  // Methods, so that their parameters may have the type of the informer's objects in a list of several resources.
  /** Returns whether the event of a new object counts. Default: true. */
  add?(object: DeepReadonly<T>): boolean;
  /** Returns whether a change counts. Default: true. */
  update?(oldObject: DeepReadonly<T>, object: DeepReadonly<T>): boolean;
  /** Returns whether a deletion counts. Default: true. */
  delete?(object: DeepReadonly<T>): boolean;
}

/**
 * Decides which events trigger runs of a controller (controller-runtime's predicate.Predicate): a function of the event,
 * or a function for each kind of event.
 *
 * Predicates filter events, not the cache: they save runs, not memory. To save memory, give the informer a selector.
 */
export type Predicate<T extends KubernetesObject = KubernetesObject> =
  | ((event: ObjectEvent<T>) => boolean)
  | PredicateFuncs<T>;

const predicateFuncNames: OptionNames<PredicateFuncs> = {
  add: requireFunction,
  update: requireFunction,
  delete: requireFunction,
};

/** Throws ConfigError `ERR_OPTION` unless the value is a Predicate. */
export function requirePredicate(what: string, predicate: unknown): void {
  if (typeof predicate === 'function') return;
  if (typeof predicate !== 'object' || predicate === null)
    refuse(what, 'a function or an object with add, update, delete', predicate);
  requireKnownOptions(what, predicate, predicateFuncNames);
}

/**
 * Returns whether the event passes. An update to an object of another uid is a deletion and an add, of which one must pass: the
 * informer has missed the deletion of the object that had the name before.
 */
export function passes<T extends KubernetesObject>(
  predicate: Predicate<T> | undefined,
  event: ObjectEvent<T>,
): boolean {
  if (event.type === 'update' && isOther(event.oldObject, event.object)) {
    const gone = { type: 'delete', object: event.oldObject, finalStateUnknown: true } as const;
    const made = { type: 'add', object: event.object, isInInitialList: false } as const;
    return passes(predicate, gone) || passes(predicate, made);
  }
  const result: unknown = predicate === undefined || decide(predicate, event);
  // Everything would pass: an object counts as true.
  if (typeof result === 'object') refusePromise('a predicate', result);
  return Boolean(result);
}

function decide<T extends KubernetesObject>(predicate: Predicate<T>, event: ObjectEvent<T>): boolean {
  if (typeof predicate === 'function') return predicate(event);
  switch (event.type) {
    case 'add':
      return predicate.add?.(event.object) ?? true;
    case 'update':
      return predicate.update?.(event.oldObject, event.object) ?? true;
    case 'delete':
      return predicate.delete?.(event.object) ?? true;
  }
}

/**
 * Passes updates that change `metadata.generation`: those of the spec, on kinds that count it.
 *
 * Status, labels and annotations do not change it. Setting a deletionTimestamp does. Updates of an object without a
 * generation, such as a ConfigMap, always pass; in controller-runtime they never do. Adds and deletes always pass.
 */
export const generationChanged: Predicate = {
  update: ({ metadata: before }, { metadata: after }) =>
    before?.generation !== after?.generation ||
    after?.generation === undefined ||
    before?.deletionTimestamp !== after.deletionTimestamp,
};

/** Passes updates that change `metadata.resourceVersion`, which excludes resyncs. Adds and deletes always pass. */
export const resourceVersionChanged: Predicate = {
  update: ({ metadata: before }, { metadata: after }) => before?.resourceVersion !== after?.resourceVersion,
};

/**
 * Passes updates that change a label. Adds and deletes always pass. A controller throws ConfigError `ERR_PROJECTED` if its informer keeps
 * no labels.
 */
export const labelsChanged: Predicate = {
  update: ({ metadata: before }, { metadata: after }) => differ(before?.labels, after?.labels),
};

/**
 * Passes updates that change an annotation. Adds and deletes always pass. A controller throws ConfigError `ERR_PROJECTED` if its informer
 * keeps no annotations.
 */
export const annotationsChanged: Predicate = {
  update: ({ metadata: before }, { metadata: after }) => differ(before?.annotations, after?.annotations),
};

/** The paths that a predicate of this module reads; unknown for those of a program. */
const readPaths = new WeakMap<Predicate, readonly (readonly string[])[]>([
  [labelsChanged, [['metadata', 'labels']]],
  [annotationsChanged, [['metadata', 'annotations']]],
]);

function reading<P extends Predicate<never>>(predicate: P, paths: readonly (readonly string[])[]): P {
  readPaths.set(predicate as Predicate, paths);
  return predicate;
}

/** Throws ConfigError `ERR_PROJECTED` if the predicate reads what an informer with this mask does not keep. */
export function requirePredicateFields(what: string, predicate: Predicate, kept: string | undefined): void {
  for (const path of readPaths.get(predicate) ?? []) requireKept(`the predicate of ${what}`, kept, path);
}

/**
 * Passes events of objects whose labels match.
 *
 * An update passes if the old or the new object matches, so that a controller sees an object leave the selection; in
 * controller-runtime only the new object counts. Throws SelectorError if the selector cannot be parsed. A controller throws ConfigError
 * `ERR_PROJECTED` if its informer does not keep these labels.
 */
export function labelSelector(selector: SelectorLike): Predicate {
  const parsed = toSelector(selector);
  const predicate: Predicate = (event) =>
    parsed.matches(event.object.metadata?.labels) ||
    (event.type === 'update' && parsed.matches(event.oldObject.metadata?.labels));
  const { requirements } = parsed.requirements();
  return reading(
    predicate,
    requirements.map(({ key }) => ['metadata', 'labels', key]),
  );
}

/** Passes events that pass all of the predicates. */
export function and<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  requireAll('and', predicates);
  return reading((event) => predicates.every((predicate) => passes(predicate, event)), readByAll(predicates));
}

/** Passes events that pass one of the predicates. */
export function or<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  requireAll('or', predicates);
  return reading((event) => predicates.some((predicate) => passes(predicate, event)), readByAll(predicates));
}

/** Passes events that do not pass the predicate. */
export function not<T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> {
  requireAll('not', [predicate]);
  return reading((event) => !passes(predicate, event), readByAll([predicate]));
}

function readByAll(predicates: readonly Predicate<never>[]): readonly (readonly string[])[] {
  return predicates.flatMap((predicate) => readPaths.get(predicate as Predicate) ?? []);
}

function requireAll(what: string, predicates: readonly unknown[]): void {
  for (const predicate of predicates) requirePredicate(`predicate of ${what}`, predicate);
}

type StringMap = Readonly<Record<string, string>>;

/** True if the maps have different entries; a missing map is empty. */
export function differ(before: StringMap = {}, after: StringMap = {}): boolean {
  if (before === after) return false;
  const names = Object.keys(before);
  return (
    names.length !== Object.keys(after).length ||
    names.some((name) => !Object.hasOwn(after, name) || before[name] !== after[name])
  );
}
