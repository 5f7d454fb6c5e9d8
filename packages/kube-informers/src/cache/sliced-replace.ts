import type { Steps } from '../util/steps.js';

/** Yielded by a step if the store shows the new state but not all listeners have been notified of it. */
export const partiallyNotified = Symbol('partially notified');

/** Options of a replace in steps. */
export interface ReplaceStepsOptions {
  /** The keys of the objects, if the caller has computed them with the store's key function. */
  readonly keys?: readonly string[] | undefined;
  /** Maximum number of objects in one step. Default: 128. */
  readonly objectsPerStep?: number | undefined;
}

/** Options of a resync in steps. */
export type ResyncStepsOptions = Pick<ReplaceStepsOptions, 'objectsPerStep'>;

/**
 * A store or queue that can do `replace` in short steps, so that a list of 100,000 objects does not block the event loop.
 *
 * Optional: a Reflector uses `replace` if a store does not implement it.
 */
export interface SteppedReplace<T> {
  /**
   * Does `replace` in steps. A store shows its old content until the new one is complete; steps after that yield
   * `partiallyNotified` and notify listeners. If the steps are abandoned, a store has either the old or the new content, and a
   * queue contains no wrong item.
   */
  replaceInSteps(objects: readonly T[], resourceVersion: string, options?: ReplaceStepsOptions): Steps;
}

/** A queue that can do `resync` in short steps. */
export interface SteppedResync {
  resyncInSteps(options?: ResyncStepsOptions): Steps;
}

/** Returns the steps of a replace; a single step if the store has no `replaceInSteps`. */
export function replaceInSteps<T>(
  store: { replace(objects: readonly T[], resourceVersion: string): void } & Partial<SteppedReplace<T>>,
  objects: readonly T[],
  resourceVersion: string,
  options: ReplaceStepsOptions = {},
): Steps {
  if (store.replaceInSteps !== undefined && haveSameOwner(store, 'replace', 'replaceInSteps')) {
    return store.replaceInSteps(objects, resourceVersion, options);
  }
  return oneStep(() => store.replace(objects, resourceVersion));
}

/** Returns the steps of a resync; a single step if the store has no `resyncInSteps`. */
export function resyncInSteps(store: { resync(): void } & Partial<SteppedResync>): Steps {
  if (store.resyncInSteps !== undefined && haveSameOwner(store, 'resync', 'resyncInSteps')) {
    return store.resyncInSteps();
  }
  return oneStep(() => store.resync());
}

/** False if a subclass overrides only one of both methods, such as `replace`, which must then be called. */
function haveSameOwner(store: object, whole: string, inSteps: string): boolean {
  return ownerOf(store, whole) === ownerOf(store, inSteps);
}

function ownerOf(store: object, method: string): object | null {
  let owner: object | null = store;
  while (owner !== null && !Object.hasOwn(owner, method))
    owner = Object.getPrototypeOf(owner) as object | null;
  return owner;
}

function oneStep(work: () => void): Steps {
  return {
    next() {
      work();
      return { done: true, value: undefined };
    },
  };
}
