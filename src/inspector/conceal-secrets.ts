type GroupResource = { readonly group: string; readonly resource: string };

/** Returns what may be sent of a value. */
type Show = (value: unknown) => unknown;

/** Nothing but the length of a string. */
const hidden: Show = (value) => {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? `(${value.length} characters, not shown)` : '(not shown)';
};
/** A string, number, boolean or null as it is, nothing of anything else. */
const scalar: Show = (value) =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) ? value : hidden(value);
const each =
  (show: Show): Show =>
  (value) => {
    if (Array.isArray(value)) return value.map(show);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, show(member)]))
      : hidden(value);
  };
/** The names of all members, and of those listed here more. */
const members = (shows: Readonly<Record<string, Show>>): Show => {
  const showOf = new Map(Object.entries(shows));
  return (value) =>
    isObject(value) && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, (showOf.get(name) ?? hidden)(member)]),
        )
      : hidden(value);
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

/** Returns what may be sent of an object of an informer: itself, or what `concealSecret` leaves of it. */
export function visible(object: unknown, resource: GroupResource | undefined): unknown {
  return isConcealed(object, resource) ? concealSecret(object) : object;
}

/**
 * Returns a Secret without its values: what identifies it, its labels and owners, and the names of its keys, annotations and other
 * fields. A string is replaced by its length.
 */
export function concealSecret(object: unknown): unknown {
  return secret(object);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
