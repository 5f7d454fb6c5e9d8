import { runSteps, type Steps } from '../util/steps.js';

/** Options of a replace in steps. */
export interface ReplaceStepsOptions {
  /** Maximum number of objects in one step. Default: 128. */
  readonly objectsPerStep?: number | undefined;
}

/**
 * A store or queue that can do `replace` in short steps, so that a list of 100,000 objects does not block the event loop.
 *
 * Optional: a Reflector uses `replace` if a store does not implement it.
 */
export interface SteppedReplace<T> {
  /** Does `replace` in steps: all of it in the last one, which is never reached if the steps are abandoned. */
  replaceInSteps(objects: readonly T[], resourceVersion: string, options?: ReplaceStepsOptions): Steps;
}

/** Returns the steps of a replace; a single step if the store has no `replaceInSteps`. */
export function replaceInSteps<T>(
  store: { replace(objects: readonly T[], resourceVersion: string): void } & Partial<SteppedReplace<T>>,
  objects: readonly T[],
  resourceVersion: string,
): Steps {
  // A subclass may override `replace` alone, which must then be called.
  if (store.replaceInSteps !== undefined && ownerOf(store, 'replace') === ownerOf(store, 'replaceInSteps'))
    return store.replaceInSteps(objects, resourceVersion);
  return {
    next() {
      store.replace(objects, resourceVersion);
      return { done: true, value: undefined };
    },
  };
}

/** Does a replace in time slices. Resolves when it is done, or dropped because the signal has aborted. */
export async function replaceInSlices<T>(
  store: Parameters<typeof replaceInSteps<T>>[0],
  objects: readonly T[],
  resourceVersion: string,
  slices: Parameters<typeof runSteps>[1],
): Promise<void> {
  await runSteps(replaceInSteps(store, objects, resourceVersion), slices);
}

function ownerOf(store: object, method: string): object | null {
  let owner: object | null = store;
  while (owner !== null && !Object.hasOwn(owner, method))
    owner = Object.getPrototypeOf(owner) as object | null;
  return owner;
}
