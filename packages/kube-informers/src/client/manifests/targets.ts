import type { CallOptions } from '../../meta/calls.js';
import { formatGroupVersion } from '../../meta/group-version.js';
import { defineResource } from '../../meta/resource.js';
import type { Resource } from '../../meta/resource.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { ConfigError, asError } from '../../util/errors.js';
import { refuse } from '../../util/require.js';
import { shownKey } from '../../util/shown.js';
import { isPlainObject, isThenable } from '../../util/type-checks.js';
import type { Unstructured } from '../call-options.js';
import type { Discovery } from '../discovery.js';
import { describeTarget } from '../requests.js';
import type { ClientOf } from '../subresource-calls.js';
import { listItems, manifest, positionOf, readManifests } from './read-manifests.js';

/** Objects to apply or delete: one, several, or YAML or JSON text of one or more documents. */
export type Manifests = string | DeepReadonly<KubernetesObject> | readonly DeepReadonly<KubernetesObject>[];

/** The part of a Clientset that manifests need. */
export interface ManifestClient {
  readonly discovery: Discovery;
  readonly namespace: string;
  resource(resource: Resource<Unstructured>, namespace: string | undefined): ClientOf<Unstructured>;
}

/** An object of the manifests, and the resource that it belongs to. */
export interface Target {
  readonly object: Unstructured;
  readonly resource: Resource<Unstructured>;
  readonly name: string;
  /** Undefined for a cluster-scoped object. */
  readonly namespace: string | undefined;
  /** The CustomResourceDefinition of the manifests that defines the resource, if the server does not serve it yet. */
  readonly definition: string | undefined;
  /** For messages: `deployments.apps "web" in namespace shop (web.yaml, document 1, line 1)`. */
  readonly description: string;
}

/** The options of a call that say what manifests mean. */
export interface TargetOptions extends CallOptions {
  readonly namespace?: string | undefined;
  readonly file?: string | undefined;
}

/**
 * Reads manifests and finds the resource of each object. Sends no writes.
 *
 * Namespaces come first, then CustomResourceDefinitions, then the rest as given. Rejects with ConfigError: `ERR_MANIFEST` for an
 * invalid object and for two of the same name, `ERR_UNKNOWN_RESOURCE` for a kind that is neither served nor defined by the
 * manifests, `ERR_NAMESPACE` for a cluster-scoped object with a namespace.
 */
export async function targetsOf(
  what: string,
  client: ManifestClient,
  manifests: Manifests,
  { namespace, file, signal }: TargetOptions,
): Promise<Target[]> {
  const objects = await objectsOf(what, manifests, file);
  const definitions = new Map(objects.flatMap(definedResources));
  const resources = new Map<string, Promise<Pick<Target, 'resource' | 'definition'>>>();
  const resolve = async (
    apiVersion: string,
    kind: string,
  ): Promise<Pick<Target, 'resource' | 'definition'>> => {
    const defined = definitions.get(`${apiVersion} ${kind}`);
    try {
      const resource = await client.discovery.resolveKind(apiVersion, kind, { signal });
      return { resource, definition: undefined };
    } catch (thrown) {
      if (defined === undefined || !isUnknown(thrown)) throw thrown;
      return defined;
    }
  };
  const targets: Target[] = [];
  const seen = new Map<string, string>();
  for (const [index, object] of objects.entries()) {
    const place = positionOf(object) ?? `object ${index + 1}`;
    // Checked when they were read.
    const [apiVersion, kind] = [object.apiVersion ?? '', object.kind ?? ''];
    const type = `${apiVersion} ${kind}`;
    const found = resources.get(type) ?? resolve(apiVersion, kind);
    resources.set(type, found);
    const target = targetOf(object, place, namespace ?? client.namespace, await refusedAt(place, found));
    const key = `${type} ${target.namespace ?? ''}/${target.name}`;
    const earlier = seen.get(key);
    if (earlier !== undefined)
      throw new ConfigError('ERR_MANIFEST', `${target.description} is the same object as that of ${earlier}`);
    seen.set(key, place);
    targets.push(target);
  }
  return targets.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** True for a kind that the server does not have, other than for a part of its discovery that failed. */
export function isUnknown(thrown: unknown): boolean {
  return thrown instanceof ConfigError && thrown.code === 'ERR_UNKNOWN_RESOURCE';
}

/** True for `customresourcedefinitions`. */
export function isDefinition({ resource: { group, kind } }: Target): boolean {
  return group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition';
}

function rankOf(target: Target): number {
  if (target.resource.group === '' && target.resource.kind === 'Namespace') return 0;
  return isDefinition(target) ? 1 : 2;
}

async function objectsOf(
  what: string,
  manifests: unknown,
  file: string | undefined,
): Promise<Unstructured[]> {
  if (typeof manifests === 'string') {
    const objects = await readManifests(manifests, { file });
    // As in kubectl: a template that rendered nothing must not prune a whole set.
    if (objects.length === 0)
      throw new ConfigError(
        'ERR_MANIFEST',
        `${file ?? 'the text'} has no objects, and nothing was changed; to ${what} none on purpose, pass an empty array`,
      );
    return objects;
  }
  if (!Array.isArray(manifests) && (!isPlainObject(manifests) || isThenable(manifests)))
    refuse(`manifests of ${what}`, 'YAML text, an object or an array of objects', manifests);
  const given: readonly unknown[] = Array.isArray(manifests) ? manifests : [manifests];
  return given.flatMap((value, index) => {
    const place = (isPlainObject(value) ? positionOf(value) : undefined) ?? `object ${index + 1}`;
    const items = isPlainObject(value) ? listItems(value) : undefined;
    return items === undefined
      ? [manifest(value, place)]
      : items.map((item, number) => manifest(item, `${place}, item ${number + 1}`));
  });
}

async function refusedAt<V>(place: string, found: Promise<V>): Promise<V> {
  try {
    return await found;
  } catch (thrown) {
    if (!isUnknown(thrown)) throw thrown;
    const { message } = asError(thrown);
    throw new ConfigError(
      'ERR_UNKNOWN_RESOURCE',
      `${place}: ${message}; nothing was changed: install its CustomResourceDefinition first, or add it to the manifests`,
      { cause: thrown },
    );
  }
}

function targetOf(
  object: Unstructured,
  place: string,
  defaultNamespace: string,
  { resource, definition }: Pick<Target, 'resource' | 'definition'>,
): Target {
  const { name = '', namespace } = object.metadata ?? {};
  if (!resource.namespaced && namespace !== undefined && namespace !== '')
    throw new ConfigError(
      'ERR_NAMESPACE',
      `${place}: ${describeTarget(resource, name)} is cluster-scoped: remove metadata.namespace, got ${shownKey(namespace)}`,
    );
  const home = resource.namespaced ? namespace || defaultNamespace : undefined;
  const where = home === undefined ? '' : ` in namespace ${home}`;
  return {
    object:
      home === undefined || namespace === home
        ? object
        : { ...object, metadata: { ...object.metadata, namespace: home } },
    resource,
    name,
    namespace: home,
    definition,
    description: `${describeTarget(resource, name)}${where} (${place})`,
  };
}

/** The resources that a CustomResourceDefinition of the manifests defines, by apiVersion and kind. */
function definedResources(object: Unstructured): [string, Pick<Target, 'resource' | 'definition'>][] {
  if (object.kind !== 'CustomResourceDefinition') return [];
  // Whatever is missing in a damaged definition, the server names when it is applied.
  const spec = (object['spec'] ?? {}) as {
    readonly group?: string;
    readonly scope?: string;
    readonly names?: { readonly kind?: string; readonly plural?: string; readonly singular?: string };
    readonly versions?: readonly { readonly name?: string; readonly served?: boolean }[];
  };
  const { group, scope, names: { kind, plural } = {}, versions = [] } = spec;
  if (group === undefined || kind === undefined || plural === undefined || !Array.isArray(versions))
    return [];
  return versions.flatMap(({ name: version, served }) => {
    if (version === undefined || served !== true) return [];
    const namespaced = scope === 'Namespaced';
    const resource = defineResource<Unstructured>({ group, version, resource: plural, kind, namespaced });
    const definition = object.metadata?.name ?? '';
    return [[`${formatGroupVersion(group, version)} ${kind}`, { resource, definition }]];
  });
}
