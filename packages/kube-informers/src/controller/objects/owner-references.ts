import { shownValue } from '../../util/shown.js';
import type { KubernetesObject, OwnerReference } from '../../meta/types.js';
import type { Named } from '../../meta/names.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { ConfigError, KubeInformersError } from '../../util/errors.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireBoolean, requireObject } from '../../util/require.js';
import { describeObject, metadataOf, textOf } from '../../meta/unknown-object.js';
import { isObject } from '../../util/type-checks.js';

/** An object has another controller. Code: `ERR_ALREADY_OWNED`. */
export class AlreadyOwnedError extends KubeInformersError {
  override readonly name = 'AlreadyOwnedError';
  /** The reference to the object's controller. */
  readonly controller: OwnerReference;

  /** Creates the error; `controller` is the reference to the other controller. */
  constructor(message: string, controller: OwnerReference) {
    super('ERR_ALREADY_OWNED', message);
    this.controller = controller;
  }
}

/** Options of `setControllerReference` and `setOwnerReference`. */
export interface OwnerReferenceOptions {
  /**
   * Whether a foreground deletion of the owner waits for the object. Default: true for a controller; otherwise what
   * the reference had.
   */
  readonly blockOwnerDeletion?: boolean | undefined;
}

const ownerReferenceOptionNames: OptionNames<OwnerReferenceOptions> = {
  blockOwnerDeletion: requireBoolean,
};

/**
 * Returns the object with a reference to its controller: garbage collection deletes it after its owner.
 *
 * The argument is not changed; the object itself is returned if it has that reference. A reference to an owner of the
 * same group, kind and name is replaced, so an owner that was created again takes its objects over. Throws
 * AlreadyOwnedError if another owner is the controller; ConfigError `ERR_OWNER` if the owner lacks apiVersion, kind,
 * name or uid, or is in a namespace that is not the object's.
 */
export function setControllerReference<O extends Named>(
  owner: DeepReadonly<KubernetesObject>,
  object: O,
  options: OwnerReferenceOptions = {},
): O {
  const reference = referenceTo('setControllerReference', owner, object, options);
  const current = controllerOf(object);
  if (current !== undefined && !isSameOwner(current, reference)) {
    throw new AlreadyOwnedError(
      `${describeObject(object)} has the controller ${current.kind} ${shownValue(current.name)}, so ${describeObject(owner)} cannot control it`,
      current,
    );
  }
  const { blockOwnerDeletion = true } = options;
  return withReference(object, { ...reference, controller: true, blockOwnerDeletion });
}

/**
 * Returns the object with a reference to an owner that is not its controller; an object may have several.
 *
 * The argument is not changed; the object itself is returned if it has that reference. An existing reference to this
 * owner keeps `controller` and `blockOwnerDeletion`. Throws ConfigError `ERR_OWNER` as `setControllerReference` does.
 */
export function setOwnerReference<O extends Named>(
  owner: DeepReadonly<KubernetesObject>,
  object: O,
  options: OwnerReferenceOptions = {},
): O {
  const reference = referenceTo('setOwnerReference', owner, object, options);
  const existing = ownerReferencesOf(object).find((candidate) => isSameOwner(candidate, reference));
  const { blockOwnerDeletion = existing?.blockOwnerDeletion } = options;
  return withReference(object, {
    ...reference,
    ...(existing?.controller === undefined ? {} : { controller: existing.controller }),
    ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
  });
}

/**
 * Returns the object without references to this owner, also if it is the controller.
 *
 * The owner is recognized by group, kind and name. The object itself is returned if it has no such reference.
 */
export function removeOwnerReference<O extends Named>(owner: DeepReadonly<KubernetesObject>, object: O): O {
  requireObject('removeOwnerReference', object);
  const reference = identityOf('removeOwnerReference', owner);
  const references = ownerReferencesOf(object);
  const others = references.filter((candidate) => !isSameOwner(candidate, reference));
  return others.length === references.length ? object : withReferences(object, others);
}

/** Returns the reference to the object's controller; undefined without one (metav1.GetControllerOf). */
export function controllerOf(object: Named): OwnerReference | undefined {
  return ownerReferencesOf(object).find((reference) => reference.controller === true);
}

/** True if the object has a controller. */
export function hasController(object: Named): boolean {
  return controllerOf(object) !== undefined;
}

/** True if the object has a reference to this owner, compared by uid. */
export function isOwnedBy(
  object: DeepReadonly<KubernetesObject>,
  owner: DeepReadonly<KubernetesObject>,
): boolean {
  const uid = textOf(metadataOf(owner), 'uid');
  return uid !== undefined && ownerReferencesOf(object).some((reference) => reference.uid === uid);
}

/** True if the owner is the object's controller, compared by uid (metav1.IsControlledBy). */
export function isControlledBy(
  object: DeepReadonly<KubernetesObject>,
  owner: DeepReadonly<KubernetesObject>,
): boolean {
  const uid = textOf(metadataOf(owner), 'uid');
  return uid !== undefined && controllerOf(object)?.uid === uid;
}

/** Returns the references that have the members of one: an object from the cluster may hold anything. */
function ownerReferencesOf(object: unknown): OwnerReference[] {
  const references = metadataOf(object)['ownerReferences'];
  return Array.isArray(references) ? references.filter(isOwnerReference) : [];
}

function isOwnerReference(value: unknown): value is OwnerReference {
  return (
    isObject(value) && ['apiVersion', 'kind', 'name', 'uid'].every((name) => typeof value[name] === 'string')
  );
}

function referenceTo(
  call: string,
  owner: unknown,
  object: unknown,
  options: OwnerReferenceOptions,
): OwnerReference {
  requireObject(call, object);
  requireKnownOptions(call, options, ownerReferenceOptionNames);
  const reference = identityOf(call, owner);
  if (reference.uid === '') {
    throw new ConfigError(
      'ERR_OWNER',
      `${call}: ${describeObject(owner)} has no metadata.uid; an owner must be an object that the server has stored`,
    );
  }
  const namespace = textOf(metadataOf(owner), 'namespace');
  const own = textOf(metadataOf(object), 'namespace');
  if (namespace !== undefined && own !== namespace) {
    const where = own === undefined ? 'no metadata.namespace' : `namespace ${shownValue(own)}`;
    throw new ConfigError(
      'ERR_OWNER',
      `${describeObject(owner)} cannot own ${describeObject(object)}: an owner must be in the object's namespace or cluster-scoped, and the object has ${where}`,
    );
  }
  return reference;
}

/** Returns a reference with the owner's names; its uid is "" if it has none. */
function identityOf(call: string, owner: unknown): OwnerReference {
  requireObject(`${call} with an owner`, owner);
  const record = isObject(owner) ? owner : {};
  const apiVersion = textOf(record, 'apiVersion');
  const kind = textOf(record, 'kind');
  const name = textOf(metadataOf(owner), 'name');
  if (apiVersion === undefined || kind === undefined || name === undefined) {
    const missing = Object.entries({ apiVersion, kind, 'metadata.name': name })
      .filter(([, value]) => value === undefined)
      .map(([field]) => field);
    throw new ConfigError(
      'ERR_OWNER',
      `${call}: an owner must have apiVersion, kind and metadata.name, got ${describeObject(owner)} without ${missing.join(', ')}`,
    );
  }
  return { apiVersion, kind, name, uid: textOf(metadataOf(owner), 'uid') ?? '' };
}

/** Same group, kind and name: version and uid may differ. */
function isSameOwner(one: OwnerReference, other: OwnerReference): boolean {
  return (
    one.name === other.name &&
    one.kind === other.kind &&
    groupOf(one.apiVersion) === groupOf(other.apiVersion)
  );
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

function withReference<O extends Named>(object: O, reference: OwnerReference): O {
  const references = ownerReferencesOf(object);
  const at = references.findIndex((candidate) => isSameOwner(candidate, reference));
  const existing = references[at];
  if (existing === undefined) return withReferences(object, [...references, reference]);
  if (isEqualReference(existing, reference)) return object;
  return withReferences(object, references.with(at, reference));
}

function isEqualReference(one: OwnerReference, other: OwnerReference): boolean {
  return (
    one.apiVersion === other.apiVersion &&
    one.uid === other.uid &&
    one.controller === other.controller &&
    one.blockOwnerDeletion === other.blockOwnerDeletion
  );
}

function withReferences<O extends Named>(object: O, ownerReferences: readonly OwnerReference[]): O {
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}
