import { copyOf } from '../../meta/copy-of.js';
import { isNotFound } from '../../meta/errors.js';
import { requireWhole } from '../../meta/field-mask.js';
import type { Whole } from '../../meta/projected.js';
import type { KubernetesObject } from '../../meta/types.js';
import { copyDeep } from '../../util/deep.js';
import { equalDeep } from '../../util/json-values.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { ConfigError } from '../../util/errors.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireAbortSignal, requireFunction, requireObject, requireString } from '../../util/require.js';
import { clientFor, requireName } from './object-client.js';
import { describeObject, metadataOf, textOf } from '../../meta/unknown-object.js';
import type { ObjectClient } from './object-client.js';

/** Options of `createOrUpdate`. */
export interface CreateOrUpdateOptions {
  /** Name under which the server records field ownership. */
  readonly fieldManager?: string | undefined;
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const createOrUpdateOptionNames: OptionNames<CreateOrUpdateOptions> = {
  fieldManager: requireString,
  signal: requireAbortSignal,
};

/** Result of `createOrUpdate`. */
export interface CreateOrUpdateResult<T> {
  /** What was done: `created`, `updated` or `unchanged`. */
  readonly outcome: 'created' | 'updated' | 'unchanged';
  /** The object as the server stores it. */
  readonly object: T;
}

/** Changes the object it is passed, or returns another one. */
export type MutateFunc<T> = (object: T) => T | void | PromiseLike<T | void>;

/**
 * Creates an object, or updates it if it exists and `mutate` changes it (controller-runtime's CreateOrUpdate).
 *
 * Reads the object, calls `mutate` with a copy of it, and sends an update only if the copy then differs. If the object
 * does not exist, `mutate` is called with a copy of `object`, which is created without the fields that the server sets,
 * such as resourceVersion. What `mutate` returns instead replaces the whole object, finalizers included. Rejects with
 * Conflict or AlreadyExists if someone else was faster (see `retryOnConflict`),
 * and with ConfigError `ERR_MUTATE` if `mutate` changes name or namespace. `apply` needs neither the read nor retries:
 * prefer it for objects whose fields the controller owns.
 */
export async function createOrUpdate<T extends KubernetesObject>(
  client: ObjectClient<T, 'get' | 'create' | 'update'>,
  object: (DeepReadonly<T> | NoInfer<T>) & Whole,
  mutate: MutateFunc<T>,
  options: CreateOrUpdateOptions = {},
): Promise<CreateOrUpdateResult<T>> {
  const name = requireName('createOrUpdate', object);
  requireWhole('createOrUpdate', object);
  requireFunction('mutate of createOrUpdate', mutate);
  requireKnownOptions('createOrUpdate', options, createOrUpdateOptionNames);
  // It is only read and copied.
  const given = object as DeepReadonly<T>;
  const objects = clientFor(client, given);
  let existing: T;
  try {
    existing = await objects.get(name, { signal: options.signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const wanted = await mutated(copyOf<T>(given), mutate);
    return { outcome: 'created', object: await objects.create(asNew(wanted), options) };
  }
  const wanted = ofVersion(existing, await mutated(copyDeep(existing), mutate));
  if (equalDeep(existing, wanted)) return { outcome: 'unchanged', object: existing };
  const stored = await objects.update(wanted, options);
  // The server stores nothing if its defaults restore what was changed.
  const isSame = metadataOf(stored)['resourceVersion'] === metadataOf(existing)['resourceVersion'];
  return { outcome: isSame ? 'unchanged' : 'updated', object: stored };
}

async function mutated<T extends KubernetesObject>(object: T, mutate: MutateFunc<T>): Promise<T> {
  const before = { identity: identityOf(object), words: describeObject(object) };
  const result = (await mutate(object)) ?? object;
  requireObject('what mutate returns to createOrUpdate', result);
  if (identityOf(result) !== before.identity) {
    throw new ConfigError(
      'ERR_MUTATE',
      `mutate of createOrUpdate must not change name or namespace, got ${describeObject(result)}, expected ${before.words}`,
    );
  }
  return result;
}

function identityOf(object: unknown): string {
  const metadata = metadataOf(object);
  return JSON.stringify([textOf(metadata, 'namespace'), textOf(metadata, 'name')]);
}

/** Returns the object with the resourceVersion that was read: without one an update overwrites changes of others. */
function ofVersion<T extends KubernetesObject>(existing: T, wanted: T): T {
  const { uid, resourceVersion } = existing.metadata ?? {};
  const metadata = {
    ...wanted.metadata,
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  return { ...wanted, metadata };
}

/** Returns the object without the metadata that the server sets: it refuses a create with a resourceVersion. */
function asNew<T extends KubernetesObject>(object: T): T {
  const {
    uid: _uid,
    resourceVersion: _resourceVersion,
    generation: _generation,
    creationTimestamp: _created,
    deletionTimestamp: _deleted,
    deletionGracePeriodSeconds: _grace,
    managedFields: _managedFields,
    selfLink: _selfLink,
    ...metadata
  } = object.metadata ?? {};
  return { ...object, metadata };
}
