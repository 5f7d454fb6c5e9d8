import { requireClientset } from '../../client/clientset.js';
import type { DeleteOptions } from '../../client/call-options.js';
import type { ResourceClient } from '../../client/resource-client.js';
import { isNotFound } from '../../meta/errors.js';
import { metaNamespaceKey } from '../../meta/names.js';
import type { Named } from '../../meta/names.js';
import type { Resource } from '../../meta/resource.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { asError, ConfigError } from '../../util/errors.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { hasStrings, oneOf, refuse, requireAbortSignal, requireMethods } from '../../util/require.js';
import { requireName } from './object-client.js';
import { describeObject, metadataOf, textOf } from '../../meta/unknown-object.js';
import { isControlledBy } from './owner-references.js';

/** The part of a Clientset that `deleteUnwanted` uses; the client of a reconcile has it, too. */
export interface DeleteUnwantedClient {
  /** Returns the client of a resource in a namespace. */
  resource<T extends KubernetesObject>(
    resource: Resource<T>,
    namespace?: string,
  ): Pick<ResourceClient<T>, 'delete'>;
}

/** Options of `deleteUnwanted`. */
export interface DeleteUnwantedOptions<T extends KubernetesObject> {
  /** The controller of the objects. */
  readonly owner: DeepReadonly<KubernetesObject>;
  /** The resource whose objects are deleted. */
  readonly resource: Resource<T>;
  /** Lists the existing objects: the resource's lister, or that of the owner's namespace. */
  readonly lister: {
    /** Returns the existing objects. */
    list(): readonly DeepReadonly<T>[];
  };
  /** The objects that are still wanted. One without a namespace is in that of the owner. */
  readonly keep: readonly Named[];
  /** Default: the kind's, Background for nearly all. */
  readonly propagationPolicy?: DeleteOptions['propagationPolicy'];
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const deleteUnwantedOptionNames: OptionNames<DeleteUnwantedOptions<KubernetesObject>> = {
  owner: true,
  resource: hasStrings('group', 'version', 'resource'),
  lister: true,
  keep: true,
  propagationPolicy: oneOf('Orphan', 'Background', 'Foreground'),
  signal: requireAbortSignal,
};

/**
 * Deletes the objects that an owner controls and that are no longer wanted; returns their keys.
 *
 * ```ts
 * await deleteUnwanted(client, { owner: site, resource: configMaps, lister: factory.core().v1().configMaps().lister(), keep: [configMap] });
 * ```
 *
 * Only objects whose controller reference has the owner's uid are deleted, and only as the lister shows them: the server
 * answers with a Conflict for one that has changed since, perhaps its owner, and for a new object of the same name. Call
 * it again with a newer list then; a reconcile that throws the Conflict is retried. Objects that are gone, or are being
 * deleted, are left out. If a deletion fails, with a Conflict or otherwise, the others are still tried; then the error is
 * thrown, several as an AggregateError.
 *
 * Throws ConfigError `ERR_OWNER` if the owner has no uid, `ERR_NAMESPACE` if an object to keep has no namespace and the
 * owner has none.
 */
export async function deleteUnwanted<T extends KubernetesObject>(
  client: DeleteUnwantedClient,
  options: DeleteUnwantedOptions<T>,
): Promise<string[]> {
  requireClientset('the client of deleteUnwanted', client);
  requireKnownOptions('deleteUnwanted', options, deleteUnwantedOptionNames);
  const { owner, resource, lister, keep, propagationPolicy, signal } = options;
  requireMethods('lister of deleteUnwanted', lister, ['list']);
  if (textOf(metadataOf(owner), 'uid') === undefined) {
    throw new ConfigError(
      'ERR_OWNER',
      `deleteUnwanted: ${describeObject(owner)} has no metadata.uid; an owner must be an object that the server has stored`,
    );
  }
  const wanted = wantedKeys(keep, owner, resource);
  const deleted: string[] = [];
  const errors: Error[] = [];
  for (const object of lister.list()) {
    if (!isControlledBy(object, owner)) continue;
    const metadata = metadataOf(object);
    const key = metaNamespaceKey(object);
    const uid = textOf(metadata, 'uid');
    if (wanted.has(key) || uid === undefined || textOf(metadata, 'deletionTimestamp') !== undefined) continue;
    try {
      await client
        .resource(resource, textOf(metadata, 'namespace'))
        .delete(requireName('deleteUnwanted', object), {
          preconditions: { uid, resourceVersion: textOf(metadata, 'resourceVersion') },
          propagationPolicy,
          signal,
        });
      deleted.push(key);
    } catch (thrown) {
      if (signal?.aborted === true) throw thrown;
      if (!isNotFound(thrown)) errors.push(asError(thrown));
    }
  }
  if (errors.length === 1) throw errors[0] as Error;
  if (errors.length > 1)
    throw new AggregateError(errors, `deleteUnwanted failed to delete ${errors.length} objects`);
  return deleted;
}

function wantedKeys<T extends KubernetesObject>(
  keep: readonly Named[],
  owner: unknown,
  resource: Resource<T>,
): ReadonlySet<string> {
  if (!Array.isArray(keep)) refuse('keep of deleteUnwanted', 'an array of objects', keep);
  const home = textOf(metadataOf(owner), 'namespace');
  return new Set(
    keep.map((object) => {
      const name = requireName('keep of deleteUnwanted', object);
      const namespace = textOf(metadataOf(object), 'namespace') ?? home;
      if (!resource.namespaced) return name;
      if (namespace !== undefined) return `${namespace}/${name}`;
      throw new ConfigError(
        'ERR_NAMESPACE',
        `keep of deleteUnwanted: ${describeObject(object)} needs metadata.namespace, since its owner is cluster-scoped`,
      );
    }),
  );
}
