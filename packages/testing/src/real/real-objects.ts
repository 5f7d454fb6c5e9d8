import {
  type ClientOf,
  type Clientset,
  isNotFound,
  type KubernetesList,
  type KubernetesObject,
  type MergePatch,
  type Resource,
  StatusError,
} from 'kube-informers';
import { isUnexpectedServerError } from 'kube-informers/internal';
import {
  equalDeep,
  requireKnownOptions,
  requireObject,
  requireString,
  requireStrings,
} from 'kube-informers/internal';
import { localListOptionNames } from '../apiserver/control-options.js';
import type { LocalListOptions } from '../apiserver/control-options.js';
import type { ObjectOptions } from '../test-server.js';

type Members = Readonly<Record<string, unknown>>;

/** Reads and writes the objects of a server by requests, statuses included. */
export class RealObjects {
  readonly #clientset: Clientset;

  constructor(clientset: Clientset) {
    this.#clientset = clientset;
  }

  async create<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    requireObject('create of a RealApiServer', object);
    const client = this.#client(resource, object.metadata?.namespace);
    const created = await client.create(withNamespace(resource, object));
    return this.#withStatus(client, created, (object as Members)['status'], {});
  }

  async update<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    requireObject('update of a RealApiServer', object);
    const client = this.#client(resource, object.metadata?.namespace);
    const updated = await client.update(withNamespace(resource, object));
    return this.#withStatus(client, updated, (object as Members)['status'], (updated as Members)['status']);
  }

  async patch<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    patch: object,
    options: ObjectOptions = {},
  ): Promise<T> {
    requireObject('patch of a RealApiServer', patch);
    const client = this.#named('patch', resource, name, options);
    const patched = await client.patch(name, patch as MergePatch<T>, { type: 'merge' });
    return this.#withStatus(client, patched, (patch as Members)['status'], {});
  }

  async delete<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: ObjectOptions = {},
  ): Promise<void> {
    const client = this.#named('delete', resource, name, options);
    // No kubelet ends a pod's grace period, and no garbage collector removes the finalizers of other policies.
    await client.delete(name, { gracePeriodSeconds: 0, propagationPolicy: 'Background' });
  }

  async get<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: ObjectOptions = {},
  ): Promise<T | undefined> {
    const client = this.#named('get', resource, name, options);
    try {
      return await client.get(name);
    } catch (error) {
      if (isMissing(error, name)) return undefined;
      throw error;
    }
  }

  async list<T extends KubernetesObject>(
    resource: Resource<T>,
    options: LocalListOptions = {},
  ): Promise<KubernetesList<T>> {
    requireKnownOptions('list of a RealApiServer', options, localListOptionNames);
    const { namespace, ...selectors } = options;
    const inNamespace = resource.namespaced ? namespace : undefined;
    return this.#clientset.resource<T>(resource, inNamespace).listAll(selectors);
  }

  /** Writes the status if a write of the object has ignored it. Removes what only `before` has. */
  async #withStatus<T extends KubernetesObject>(
    client: ClientOf<T>,
    written: T,
    status: unknown,
    before: unknown,
  ): Promise<T> {
    if (!isMembers(status)) return written;
    const patch = patchTo(before, status);
    if (hasEffectOf(patch, (written as Members)['status'])) return written;
    const name = written.metadata?.name ?? '';
    try {
      const body = { status: patch } as unknown as MergePatch<T>;
      return await client.patch(name, body, { type: 'merge', subresource: 'status' });
    } catch (error) {
      // Without the subresource, the status was written with the object.
      if (isNotFound(error) && !isMissing(error, name)) return written;
      throw error;
    }
  }

  #named<T extends KubernetesObject>(
    verb: string,
    resource: Resource<T>,
    name: string,
    options: ObjectOptions,
  ): ClientOf<T> {
    requireString(`name of ${verb} of a RealApiServer`, name);
    requireKnownOptions(`${verb} of a RealApiServer`, options, { namespace: requireString });
    return this.#client(resource, options.namespace);
  }

  #client<T extends KubernetesObject>(resource: Resource<T>, namespace = 'default'): ClientOf<T> {
    requireStrings('resource', resource, ['group', 'version', 'resource']);
    return this.#clientset.resource<T>(resource, resource.namespaced ? namespace : undefined);
  }
}

/** True for the 404 of an object, not for that of a resource or a subresource which is not served. */
function isMissing(error: unknown, name: string): boolean {
  if (!isNotFound(error) || isUnexpectedServerError(error)) return false;
  return error instanceof StatusError && error.status.details?.name === name;
}

function withNamespace<T extends KubernetesObject>(resource: Resource<T>, object: T): T {
  if (!resource.namespaced || object.metadata?.namespace !== undefined) return object;
  return { ...object, metadata: { ...object.metadata, namespace: 'default' } };
}

/** Returns a merge patch from one value to another: null for members that only the first has. */
function patchTo(from: unknown, to: Members): Members {
  const before = isMembers(from) ? from : {};
  const patch: Record<string, unknown> = {};
  for (const name of Object.keys(before)) if (to[name] === undefined) patch[name] = null;
  for (const [name, value] of Object.entries(to)) {
    patch[name] = isMembers(value) ? patchTo(before[name], value) : value;
  }
  return patch;
}

/** True if a merge patch would not change the value. */
function hasEffectOf(patch: unknown, value: unknown): boolean {
  if (!isMembers(patch)) return equalDeep(patch ?? undefined, value);
  if (!isMembers(value)) return false;
  return Object.entries(patch).every(([name, part]) => hasEffectOf(part, value[name]));
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
