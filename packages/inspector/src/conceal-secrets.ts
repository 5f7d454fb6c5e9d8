import { metaNamespaceIndexFunc, namespaceIndex } from 'kube-informers/internal';
import { equalDeep } from 'kube-informers/internal';

type GroupResource = { readonly group: string; readonly resource: string };

/** Returns what may be sent of a value; of a change, also given the value before. */
type Show = (value: unknown, before: unknown) => unknown;

/** Shows only whether a value changed: even its length helps to guess a password. */
const hidden: Show = (value, before) => {
  if (value === undefined) return undefined;
  return before === undefined || equalDeep(value, before) ? '(not shown)' : '(not shown, changed)';
};
/** A string, number, boolean or null as it is, nothing of anything else. */
const scalar: Show = (value, before) =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) ? value : hidden(value, before);
const each =
  (show: Show): Show =>
  (value, before) => {
    if (Array.isArray(value)) return value.map((item, index) => show(item, memberOf(before, index)));
    return isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, show(member, memberOf(before, name))]),
        )
      : hidden(value, before);
  };
/** The names of all members, and of those listed here more. */
const members = (shows: Readonly<Record<string, Show>>): Show => {
  const showOf = new Map(Object.entries(shows));
  return (value, before) =>
    isObject(value) && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, member]) => [
            name,
            (showOf.get(name) ?? hidden)(member, memberOf(before, name)),
          ]),
        )
      : hidden(value, before);
};
const names = members({});

/** An allow list: annotations can hold the whole Secret, and a transform can add fields with its values. */
const secret = members({
  apiVersion: scalar,
  kind: scalar,
  type: scalar,
  immutable: scalar,
  data: names,
  stringData: names,
  metadata: members({
    name: scalar,
    generateName: scalar,
    namespace: scalar,
    uid: scalar,
    resourceVersion: scalar,
    generation: scalar,
    creationTimestamp: scalar,
    deletionTimestamp: scalar,
    deletionGracePeriodSeconds: scalar,
    labels: each(scalar),
    annotations: names,
    finalizers: each(scalar),
    ownerReferences: each(
      members({
        apiVersion: scalar,
        kind: scalar,
        name: scalar,
        uid: scalar,
        controller: scalar,
        blockOwnerDeletion: scalar,
      }),
    ),
  }),
});

/** True for the core group's secrets, and for an unknown resource, which could be that one. */
export function mayHoldSecrets(resource: GroupResource | undefined): boolean {
  return resource === undefined || (resource.group === '' && resource.resource === 'secrets');
}

/** True for a Secret, whatever the informer that holds it. */
export function isSecret(object: unknown): boolean {
  return isObject(object) && object.kind === 'Secret' && (object.apiVersion ?? 'v1') === 'v1';
}

/**
 * True if the values of an object must not be sent.
 *
 * That is every object of an informer of Secrets, whose transform may have left out the kind, and every Secret of any other. Of an
 * unknown resource, it is every object that does not show that it is something else.
 */
export function isConcealed(object: unknown, resource: GroupResource | undefined): boolean {
  if (object === undefined) return false;
  if (isSecret(object)) return true;
  if (!mayHoldSecrets(resource)) return false;
  if (resource !== undefined || !isObject(object)) return true;
  return typeof object.kind !== 'string' || ['', 'PartialObjectMetadata'].includes(object.kind);
}

/**
 * Returns what may be sent of an object of an informer: itself, or what `concealSecret` leaves of it.
 *
 * Of an object that changed, `before` is the one before.
 */
export function visible(object: unknown, resource: GroupResource | undefined, before?: unknown): unknown {
  return isConcealed(object, resource) ? concealSecret(object, before) : object;
}

/**
 * Returns a Secret without its values: what identifies it, its labels and owners, and the names of its keys, annotations and other
 * fields. With the object before, shows which of the values differ.
 */
export function concealSecret(object: unknown, before?: unknown): unknown {
  return secret(object, before);
}

/**
 * True if an index may be shown and searched although objects are concealed: the index by namespace. The values of any other
 * may be values of a Secret.
 */
export function isNamespaceIndex(indexers: Readonly<Record<string, unknown>>, name: string): boolean {
  return name === namespaceIndex && indexers[name] === metaNamespaceIndexFunc;
}

function memberOf(value: unknown, name: PropertyKey): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
