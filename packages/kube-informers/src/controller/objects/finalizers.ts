import { shownValue } from '../../util/shown.js';
import type { CallOptions } from '../../meta/calls.js';
import type { JsonPatchOperation } from '../../client/call-options.js';
import { isConflict, isInvalid, isNotFound } from '../../meta/errors.js';
import type { KubernetesObject } from '../../meta/types.js';
import { labelKeyProblems } from '../../meta/validation.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { asError, ConfigError } from '../../util/errors.js';
import { requireCall } from '../../util/known-options.js';
import { isPlainObject } from '../../util/type-checks.js';
import { refuse, requireFunction, requireString } from '../../util/require.js';
import { clientFor, requireName } from './object-client.js';
import { metadataOf, textOf } from '../../meta/unknown-object.js';
import { isObject } from '../../util/type-checks.js';
import type { ObjectClient } from './object-client.js';

/** Result of `ensureFinalizer`. */
export interface EnsureFinalizerResult<T> {
  /** `deleting`: the object is being deleted and does not have the finalizer, so it was not added. */
  readonly outcome: 'added' | 'present' | 'deleting';
  /** The newest state that the call has seen. */
  readonly object: DeepReadonly<T>;
}

/** Result of `removeFinalizer`. */
export interface RemoveFinalizerResult<T> {
  /** `absent`: the object does not have the finalizer. `gone`: it no longer exists. */
  readonly outcome: 'removed' | 'absent' | 'gone';
  /** The newest state that the call has seen. */
  readonly object: DeepReadonly<T>;
}

/** Result of `runFinalizers`. */
export interface RunFinalizersResult<T> {
  /** True if the object is being deleted: there is nothing left to reconcile. */
  readonly deleting: boolean;
  /** The newest state that the call has seen. */
  readonly object: DeepReadonly<T>;
}

/** The clean-up of a finalizer; called again by the next run if it fails. */
export type FinalizerFunc<T> = (object: DeepReadonly<T>, signal: AbortSignal | undefined) => unknown;

// Each refused patch is followed by a read, so a try fails only if the object changed between the two.
const maxTries = 5;

/**
 * Adds a finalizer to an object, so that it stays until `removeFinalizer`.
 *
 * Sends no request if the object has it, nor if the object is being deleted: the server refuses new finalizers then,
 * and the outcome is `deleting`. Only the finalizers are patched, and only if they are those of `object`; otherwise the
 * object is read and the patch is tried again. Rejects with NotFound if the object no longer exists.
 */
export async function ensureFinalizer<T extends KubernetesObject>(
  client: ObjectClient<T, 'get' | 'patch'>,
  object: DeepReadonly<T>,
  finalizer: string,
  options: CallOptions = {},
): Promise<EnsureFinalizerResult<T>> {
  requireFinalizer('ensureFinalizer', object, finalizer, options);
  const result = await patchFinalizers(client, object, options, (current) => {
    const finalizers = finalizersOf(current);
    if (finalizers.includes(finalizer)) return 'present';
    if (isDeleting(current)) return 'deleting';
    // In a JSON patch, null also equals an absent list.
    const known = finalizers.length === 0 ? null : finalizers;
    return {
      outcome: 'added',
      operations: [
        { op: 'test', path: '/metadata/finalizers', value: known },
        known === null
          ? { op: 'add', path: '/metadata/finalizers', value: [finalizer] }
          : { op: 'add', path: '/metadata/finalizers/-', value: finalizer },
      ],
    };
  });
  if (result.outcome === 'gone') throw result.error;
  return result;
}

/**
 * Removes a finalizer from an object, usually after the clean-up of a deleted one.
 *
 * Sends no request if the object does not have it. The patch applies only to the object with the same uid, and tests
 * what it removes; if the finalizers have changed, the object is read and the patch is tried again. An object that no
 * longer exists is the outcome `gone`, not an error.
 */
export async function removeFinalizer<T extends KubernetesObject>(
  client: ObjectClient<T, 'get' | 'patch'>,
  object: DeepReadonly<T>,
  finalizer: string,
  options: CallOptions = {},
): Promise<RemoveFinalizerResult<T>> {
  requireFinalizer('removeFinalizer', object, finalizer, options);
  return patchFinalizers(client, object, options, (current) => {
    const operations = finalizersOf(current)
      .flatMap((name, index): JsonPatchOperation[][] => {
        const path = `/metadata/finalizers/${index}`;
        return name === finalizer
          ? [
              [
                { op: 'test', path, value: name },
                { op: 'remove', path },
              ],
            ]
          : [];
      })
      // From the last one: a removal moves those behind it.
      .toReversed()
      .flat();
    return operations.length === 0 ? 'absent' : { outcome: 'removed', operations };
  });
}

/**
 * Adds finalizers to an object, or runs them if it is being deleted (controller-runtime's Finalizers).
 *
 * ```ts
 * const { deleting, object: site } = await runFinalizers(client, cached, {
 *   'example.com/dns': (site) => dns.remove(site.spec.host),
 * });
 * if (deleting) return;
 * ```
 *
 * While the object is not being deleted, each missing finalizer is added. When it is, each function is called whose
 * finalizer the object still has, in order, and the finalizer is removed after its function has succeeded. If one
 * fails, its finalizer stays and the others still run; then the error is thrown, several as an AggregateError.
 */
export async function runFinalizers<T extends KubernetesObject>(
  client: ObjectClient<T, 'get' | 'patch'>,
  object: DeepReadonly<T>,
  finalizers: Readonly<Record<string, FinalizerFunc<T>>>,
  options: CallOptions = {},
): Promise<RunFinalizersResult<T>> {
  if (!isPlainObject(finalizers))
    refuse('finalizers of runFinalizers', 'an object literal of functions', finalizers);
  for (const [finalizer, run] of Object.entries(finalizers)) {
    requireFunction(`${finalizer} of runFinalizers`, run);
    requireFinalizer('runFinalizers', object, finalizer, options);
  }
  let current = object;
  const errors: Error[] = [];
  for (const [finalizer, run] of Object.entries(finalizers)) {
    if (isDeleting(current)) {
      try {
        if (!finalizersOf(current).includes(finalizer)) continue;
        await run(current, options.signal);
        current = (await removeFinalizer(client, current, finalizer, options)).object;
      } catch (thrown) {
        errors.push(asError(thrown));
      }
    } else {
      current = (await ensureFinalizer(client, current, finalizer, options)).object;
    }
  }
  if (errors.length === 1) throw errors[0] as Error;
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} finalizers failed`);
  return { deleting: isDeleting(current), object: current };
}

/** What to do with the current state: nothing, and the outcome of that; or a patch. */
type Decision<Done extends string, Patched extends string> =
  | Done
  | { readonly outcome: Patched; readonly operations: readonly JsonPatchOperation[] };

type Patched<T, Outcome> =
  | { readonly outcome: Outcome; readonly object: DeepReadonly<T> }
  | { readonly outcome: 'gone'; readonly object: DeepReadonly<T>; readonly error: unknown };

async function patchFinalizers<T extends KubernetesObject, Done extends string, Sent extends string>(
  client: ObjectClient<T, 'get' | 'patch'>,
  object: DeepReadonly<T>,
  { signal }: CallOptions,
  decide: (current: DeepReadonly<T>) => Decision<Done, Sent>,
): Promise<Patched<T, Done | Sent>> {
  const { uid } = metadataOf(object);
  const objects = clientFor(client, object);
  const name = requireName('a finalizer', object);
  let current = object;
  for (let tries = 1; ; tries++) {
    const decision = decide(current);
    if (typeof decision === 'string') return { outcome: decision, object: current };
    const { outcome, operations } = decision;
    const body: JsonPatchOperation[] = [{ op: 'test', path: '/metadata/uid', value: uid }, ...operations];
    try {
      const patched = await objects.patch(name, body, { type: 'json', signal });
      // A T is readable as a DeepReadonly<T>.
      return { outcome, object: patched as DeepReadonly<T> };
    } catch (error) {
      if (isNotFound(error)) return { outcome: 'gone', object: current, error };
      // A failed test is 422 Invalid.
      if ((!isConflict(error) && !isInvalid(error)) || tries === maxTries) throw error;
      const newest = await newestOf(objects.get(name, { signal }));
      if (newest === undefined || metadataOf(newest)['uid'] !== uid)
        return { outcome: 'gone', object: current, error };
      // The state that was refused: not because of a change, so a next try would be refused, too.
      if (metadataOf(newest)['resourceVersion'] === metadataOf(current)['resourceVersion']) throw error;
      current = newest as DeepReadonly<T>;
    }
  }
}

/** Returns the object; undefined if it does not exist. */
async function newestOf<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function finalizersOf(object: unknown): string[] {
  const { finalizers } = metadataOf(object);
  return Array.isArray(finalizers)
    ? finalizers.filter((finalizer): finalizer is string => typeof finalizer === 'string')
    : [];
}

function isDeleting(object: unknown): boolean {
  return textOf(metadataOf(object), 'deletionTimestamp') !== undefined;
}

function requireFinalizer(call: string, object: unknown, finalizer: string, options: CallOptions): void {
  requireCall(call, options);
  requireName(call, object);
  requireString(`finalizer of ${call}`, finalizer);
  const problem = labelKeyProblems(finalizer)[0];
  if (problem !== undefined) {
    throw new ConfigError(
      'ERR_OPTION',
      `finalizer of ${call} must be a name such as "example.com/dns", got ${shownValue(finalizer)}: ${problem}`,
    );
  }
  if (isObject(object) && textOf(metadataOf(object), 'uid') === undefined) {
    throw new ConfigError(
      'ERR_OPTION',
      `${call} needs an object that the server has stored, got one without metadata.uid`,
    );
  }
}
