import { printable, shownKey, shownValue } from '../util/shown.js';
import { encodedKey } from './encoded-object.js';
import type { EncodedObject } from './encoded-object.js';
import { isThenable } from '../util/type-checks.js';
import { returnedType } from '../util/require.js';
import { KubeInformersError } from '../util/errors.js';
import type { ErrorCause } from '../util/errors.js';
import { DeletedFinalStateUnknown } from './tombstone.js';
import type { KubernetesObject } from './types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** The annotation with which a pod names the container that commands, copies and logs mean. */
export const defaultContainerAnnotation = 'kubectl.kubernetes.io/default-container';

/** cache.ObjectName: the name of an object of a known kind. `namespace` is "" for a cluster-scoped one. */
export interface ObjectName {
  /** Namespace; "" for a cluster-scoped object. */
  readonly namespace: string;
  /** Name. */
  readonly name: string;
}

/** The part of an object that determines its key; every KubernetesObject fits, also a read-only one. */
export interface Named {
  /** Standard metadata. */
  readonly metadata?:
    | {
        /** Name. */
        readonly name?: string | undefined;
        /** Namespace; absent for a cluster-scoped object. */
        readonly namespace?: string | undefined;
      }
    | undefined;
}

/** An object has no key, or a key is not `namespace/name` or `name`. Code: `ERR_KEY`. */
export class KeyError extends KubeInformersError {
  override readonly name = 'KeyError';
  // Private, so that printing the error does not print the object, which may be a Secret.
  readonly #object: unknown;

  /** An error for an object that has no key. */
  constructor(
    message: string,
    options: ErrorCause & {
      /** Object without a key. */
      readonly object?: unknown;
    } = {},
  ) {
    super('ERR_KEY', message, options);
    this.#object = options.object;
  }

  /** The invalid object; undefined if a key was invalid. */
  get object(): unknown {
    return this.#object;
  }
}

/**
 * Returns an object's key, `namespace/name` or `name` (client-go's cache.MetaNamespaceKeyFunc).
 *
 * Throws KeyError for an object without a name, for which client-go uses the key "". Throws KeyError for a slash in
 * the name or the namespace, which no API server accepts: the key would be that of a different object.
 */
export function metaNamespaceKey<T extends Named = KubernetesObject>(object: T): string {
  return (object as EncodedObject | null | undefined)?.[encodedKey] ?? keyOfName(objectNameOf(object));
}

/** Returns an object's name (client-go's cache.ObjectToName). Throws KeyError as `metaNamespaceKey` does. */
export function objectNameOf(object: Named): ObjectName {
  const metadata = (object as Named | null | undefined)?.metadata;
  const name = metadata?.name;
  if (metadata === undefined || typeof name !== 'string' || name === '') throw noName(object);
  // Data from the wire may have any type.
  const namespace: unknown = metadata.namespace ?? '';
  if (typeof namespace !== 'string' || namespace.includes('/') || name.includes('/'))
    throw badName(object, name, namespace);
  return { namespace, name };
}

/** True for objects of the same name of which one replaced the other: their uids differ. */
export function isOther(before: Identified, after: Identified): boolean {
  const [old, now] = [before.metadata?.uid, after.metadata?.uid];
  return old !== undefined && now !== undefined && old !== now;
}

interface Identified {
  readonly metadata?: { readonly uid?: string | undefined } | undefined;
}

/** Returns the key of an object with this name, as `metaNamespaceKey` does. */
export function keyOfName(name: ObjectName): string {
  return name.namespace === '' ? name.name : `${name.namespace}/${name.name}`;
}

/** Splits a key (client-go's cache.SplitMetaNamespaceKey). Throws KeyError for more than one slash. */
export function splitMetaNamespaceKey(key: string): ObjectName {
  const slash = typeof key === 'string' ? key.indexOf('/') : -1;
  if (typeof key !== 'string' || key.indexOf('/', slash + 1) !== -1) {
    throw new KeyError(`a key must be "namespace/name" or "name", got ${shownValue(key)}`);
  }
  if (slash === -1) return { namespace: '', name: key };
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** Like `metaNamespaceKey`, but returns a tombstone's own key (cache.DeletionHandlingMetaNamespaceKeyFunc). */
export function deletionHandlingMetaNamespaceKey<T extends KubernetesObject>(
  object: DeepReadonly<T> | DeletedFinalStateUnknown<T>,
): string {
  return object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object);
}

function noName(object: unknown): KeyError {
  return new KeyError(whyNoName(object), { object });
}

function badName(object: Named, name: string, namespace: unknown): KeyError {
  const { apiVersion, kind } = object as KubernetesObject;
  const subject = describe(apiVersion, kind);
  const message =
    typeof namespace === 'string'
      ? `name and namespace of ${subject} must not contain a slash, got name ${shownKey(name)} and namespace ${shownKey(namespace)}`
      : `metadata.namespace of ${subject} must be a string, got ${typeof namespace}`;
  return new KeyError(message, { object });
}

function whyNoName(object: unknown): string {
  if (typeof object !== 'object' || object === null || isThenable(object)) {
    return `an object with metadata.name is expected, got ${returnedType(object)}`;
  }
  const { apiVersion, kind, metadata } = object as { [key in keyof KubernetesObject]: unknown };
  const subject = describe(apiVersion, kind);
  if (typeof metadata !== 'object' || metadata === null)
    return `${subject} has no metadata, so it has no key`;
  const { name, namespace } = metadata as { name?: unknown; namespace?: unknown };
  const where = isText(namespace) ? ` in namespace ${shownKey(namespace)}` : '';
  return name === undefined || name === null || name === ''
    ? `${subject}${where} has no metadata.name, so it has no key`
    : `metadata.name of ${subject}${where} must be a string, got ${typeof name}`;
}

function describe(apiVersion: unknown, kind: unknown): string {
  if (!isText(kind)) return 'object';
  const text = isText(apiVersion) ? `${apiVersion} ${kind}` : kind;
  return printable(text.slice(0, 100));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
