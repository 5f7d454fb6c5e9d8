import type { CallOptions } from '../../meta/calls.js';
import type { GroupKind } from '../../meta/group-version.js';
import { defineResource } from '../../meta/resource.js';
import type { Resource, ResourceDefinition } from '../../meta/resource.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { ConfigError } from '../../util/errors.js';
import { refuse } from '../../util/require.js';
import { shownKey } from '../../util/shown.js';
import { isObject, isPlainObject, isThenable } from '../../util/type-checks.js';
import type { Unstructured } from '../call-options.js';
import type { Discovery } from '../discovery.js';
import { describeTarget } from '../requests.js';
import type { ClientOf } from '../subresource-calls.js';
import { manifestEntry, membersOf, placeOf, positionOf, readEntries } from './read-manifests.js';
import type { ManifestEntry } from './read-manifests.js';

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
  /** Where it was read: `web.yaml, document 1, line 1`. */
  readonly place: string;
}

/** An object that cannot be tried. */
export interface Refused extends GroupKind {
  readonly name: string;
  readonly namespace: string | undefined;
  /** For messages, with the place. */
  readonly description: string;
  readonly error: ConfigError;
}

/** The options of a call that say what manifests mean. */
export interface TargetOptions extends CallOptions {
  readonly namespace?: string | undefined;
  readonly enforceNamespace?: boolean | undefined;
  readonly file?: string | undefined;
}

/** Where objects go. */
export interface Home {
  /** Of objects without a namespace. */
  readonly namespace: string;
  /** Whether objects of other namespaces are refused. */
  readonly isEnforced: boolean;
}

/** Returns where objects go: as `kubectl -n`, a namespace that is named is the only one. */
export function homeOf(client: ManifestClient, { namespace = '', enforceNamespace }: TargetOptions): Home {
  return {
    namespace: namespace || client.namespace || 'default',
    isEnforced: enforceNamespace ?? namespace !== '',
  };
}

/**
 * Reads manifests and finds the resource of each object. Sends no writes.
 *
 * Namespaces come first, then CustomResourceDefinitions, then the rest as given. One that cannot be tried does not stop the others. Its
 * error is a ConfigError: `ERR_MANIFEST` for an invalid object and the second of the same name, `ERR_UNKNOWN_RESOURCE` for a kind that
 * is neither served nor defined by the manifests, `ERR_NAMESPACE` for a cluster-scoped object with a namespace and for one outside of
 * the call's.
 *
 * Rejects with ConfigError `ERR_MANIFEST` for text that is not valid YAML, and for one without objects.
 */
export async function targetsOf(
  what: string,
  client: ManifestClient,
  manifests: Manifests,
  options: TargetOptions,
): Promise<{ targets: Target[]; refused: Refused[] }> {
  const { file, signal } = options;
  const home = homeOf(client, options);
  const entries = await entriesOf(what, manifests, file);
  const definitions = new Map(
    entries.flatMap((entry) => ('object' in entry ? definedResources(entry.object) : [])),
  );
  const found = new Map<string, Promise<Pick<Target, 'resource' | 'definition'>>>();
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
  const refused: Refused[] = [];
  const seen = new Map<string, string>();
  for (const entry of entries) {
    const { place } = entry;
    if (!('object' in entry)) {
      refused.push({
        group: '',
        kind: '',
        name: '',
        namespace: undefined,
        description: place,
        error: entry.error,
      });
      continue;
    }
    const { object } = entry;
    // Checked when they were read.
    const [apiVersion, kind, name] = [
      object.apiVersion ?? '',
      object.kind ?? '',
      object.metadata?.name ?? '',
    ];
    const type = `${apiVersion} ${kind}`;
    const resource = found.get(type) ?? resolve(apiVersion, kind);
    found.set(type, resource);
    try {
      const target = targetOf(object, place, home, await resource);
      const key = `${type} ${target.namespace ?? ''}/${target.name}`;
      const earlier = seen.get(key);
      if (earlier !== undefined)
        throw new ConfigError('ERR_MANIFEST', `it is the same object as that of ${earlier}`);
      seen.set(key, place);
      targets.push(target);
    } catch (thrown) {
      if (!(thrown instanceof ConfigError)) throw thrown;
      // Of an apiVersion that may be invalid.
      const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
      const namespace = object.metadata?.namespace || undefined;
      const description = `${shownKey(kind)} ${shownKey(name)} (${place})`;
      refused.push({ group, kind, name, namespace, description, error: thrown });
    }
  }
  return { targets: targets.toSorted((a, b) => rankOf(a) - rankOf(b)), refused };
}

/**
 * Resolves with the target at another path if the server now serves its kind there: its definition came back with another scope or
 * plural. Undefined if not.
 */
export async function movedTarget(
  client: ManifestClient,
  target: Target,
  home: Home,
  call: CallOptions,
): Promise<Target | undefined> {
  const { apiVersion, kind, resource: plural, namespaced } = target.resource;
  client.discovery.invalidate();
  let resource: Resource<Unstructured>;
  try {
    resource = await client.discovery.resolveKind(apiVersion, kind, call);
  } catch (thrown) {
    if (isUnknown(thrown)) return undefined;
    throw thrown;
  }
  if (resource.resource === plural && resource.namespaced === namespaced) return undefined;
  const { metadata } = target.object;
  // That of the call was added because the kind had namespaces.
  const { namespace, ...rest } = metadata ?? {};
  const isOfCall = !resource.namespaced && namespace === home.namespace;
  const object = isOfCall ? { ...target.object, metadata: rest } : target.object;
  return targetOf(object, target.place, home, { resource, definition: undefined });
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

async function entriesOf(
  what: string,
  manifests: unknown,
  file: string | undefined,
): Promise<ManifestEntry[]> {
  if (typeof manifests === 'string') {
    const entries = await readEntries(manifests, { file });
    // As in kubectl: a template that rendered nothing must not prune a whole set.
    if (entries.length === 0)
      throw new ConfigError(
        'ERR_MANIFEST',
        `${file ?? 'the text'} has no objects, and nothing was changed; to ${what} none on purpose, pass an empty array`,
      );
    return entries;
  }
  if (!Array.isArray(manifests) && (!isPlainObject(manifests) || isThenable(manifests)))
    refuse(`manifests of ${what}`, 'YAML text, an object or an array of objects', manifests);
  const given: readonly unknown[] = Array.isArray(manifests) ? manifests : [manifests];
  return given.flatMap((value, index) => {
    const place = (isPlainObject(value) ? positionOf(value) : undefined) ?? `object ${index + 1}`;
    return membersOf(value).map((member) => manifestEntry(member.value, placeOf(place, member)));
  });
}

function targetOf(
  object: Unstructured,
  place: string,
  home: Home,
  { resource, definition }: Pick<Target, 'resource' | 'definition'>,
): Target {
  const { name = '', namespace: given } = object.metadata ?? {};
  // null counts as absent, as in JSON for the server.
  const own = given || undefined;
  if (!resource.namespaced && own !== undefined)
    throw new ConfigError(
      'ERR_NAMESPACE',
      `${describeTarget(resource, name)} is cluster-scoped: remove metadata.namespace, got ${shownKey(own)}`,
    );
  if (home.isEnforced && own !== undefined && own !== home.namespace)
    throw new ConfigError(
      'ERR_NAMESPACE',
      `${describeTarget(resource, name)} is for namespace ${shownKey(own)}, but the call for ${shownKey(home.namespace)}: remove metadata.namespace, or pass enforceNamespace: false`,
    );
  const namespace = resource.namespaced ? (own ?? home.namespace) : undefined;
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
  return {
    object: withNamespace(object, namespace),
    resource,
    name,
    namespace,
    definition,
    description: `${describeTarget(resource, name)}${where} (${place})`,
    place,
  };
}

function withNamespace(object: Unstructured, namespace: string | undefined): Unstructured {
  if (object.metadata?.namespace === namespace) return object;
  const { namespace: _, ...metadata } = object.metadata ?? {};
  return { ...object, metadata: namespace === undefined ? metadata : { ...metadata, namespace } };
}

/** The resources that a CustomResourceDefinition of the manifests defines, by apiVersion and kind. */
function definedResources(object: Unstructured): [string, Pick<Target, 'resource' | 'definition'>][] {
  if (object.kind !== 'CustomResourceDefinition') return [];
  const definition = object.metadata?.name ?? '';
  return definedBy(object).map((resource) => [
    `${resource.apiVersion} ${resource.kind}`,
    { resource, definition },
  ]);
}

/** The resources that a CustomResourceDefinition defines, of the versions that are served. */
export function definedBy(definition: Unstructured): Resource<Unstructured>[] {
  // What is missing or wrong in a damaged definition, the server names when it is applied.
  const { group, scope, names, versions } = membersOfObject(definition['spec']);
  const { kind, plural: resource } = membersOfObject(names);
  if (!Array.isArray(versions)) return [];
  return versions.flatMap((each: unknown) => {
    const { name: version, served } = membersOfObject(each);
    if (served !== true) return [];
    try {
      const defined = { group, version, resource, kind, namespaced: scope === 'Namespaced' };
      // Its members are checked there.
      return [defineResource<Unstructured>(defined as ResourceDefinition)];
    } catch (thrown) {
      if (thrown instanceof ConfigError) return [];
      throw thrown;
    }
  });
}

function membersOfObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
