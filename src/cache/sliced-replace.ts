import type { Steps } from '../util/steps.js';

/** What a step yields once the store shows the new state, and not all of it has been told. */
export const partiallyNotified = Symbol('partially notified');

/** How a replace is cut into steps. */
export interface ReplaceStepsOptions {
  /** The objects' keys, where the caller has computed them, by the very key function of the store. */
  readonly keys?: readonly string[] | undefined;
  /** Most objects of one step. Default: 128. */
  readonly objectsPerStep?: number | undefined;
}

/** How a resync is cut into steps. */
export type ResyncStepsOptions = Pick<ReplaceStepsOptions, 'objectsPerStep'>;

/**
 * A store or queue that can do its `replace` in short steps, so that a list of 100,000 does not hold up the event loop.
 * A Reflector uses this where it is there; `replace` alone will do.
 */
export interface SteppedReplace<T> {
  /**
   * `replace`, done once the last step is. A store shows its old content until it has all of the new one; then it shows
   * that, which the last step is there for, or the steps that tell of it (`partiallyNotified`). Steps that are given up leave a
   * store with the one or the other, and a queue with nothing that is not true.
   */
  replaceInSteps(objects: readonly T[], resourceVersion: string, options?: ReplaceStepsOptions): Steps;
}

/** A queue that can do its `resync` in short steps. */
export interface SteppedResync {
  resyncInSteps(options?: ResyncStepsOptions): Steps;
}

/** In steps where the store can, else in one. */
export function replaceInSteps<T>(
  store: { replace(objects: readonly T[], resourceVersion: string): void } & Partial<SteppedReplace<T>>,
  objects: readonly T[],
  resourceVersion: string,
  options: ReplaceStepsOptions = {},
): Steps {
  if (store.replaceInSteps !== undefined && isOfOneKind(store, 'replace', 'replaceInSteps')) {
    return store.replaceInSteps(objects, resourceVersion, options);
  }
  return oneStep(() => store.replace(objects, resourceVersion));
}

/** In steps where the store can, else in one. */
export function resyncInSteps(store: { resync(): void } & Partial<SteppedResync>): Steps {
  if (store.resyncInSteps !== undefined && isOfOneKind(store, 'resync', 'resyncInSteps')) {
    return store.resyncInSteps();
  }
  return oneStep(() => store.resync());
}

/** False when one method was overridden without the other: `replace` in a subclass, say, which must then be called. */
function isOfOneKind(store: object, whole: string, inSteps: string): boolean {
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
