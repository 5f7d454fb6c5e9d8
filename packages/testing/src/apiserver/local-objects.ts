import { type KubernetesList, type KubernetesObject, type Resource } from 'kube-informers';
import { newNotFound } from 'kube-informers/internal';
import {
  bodyText,
  defaultSliceMs,
  parseJson as parseExact,
  requireKnownOptions,
  requireObject,
  requireString,
  requireStrings,
  yieldToEventLoop,
} from 'kube-informers/internal';
import { parseJson } from '@kube-informers/schema/internal';
import type { LocalListOptions } from './control-options.js';
import type { CustomResources } from './controllers/custom-resources.js';
import { parseSelection } from './read/selection.js';
import type { ServerContext, WriteOptions } from './registry/context.js';
import { ready, storageKey, seen } from './registry/context.js';
import type { ServedResource } from './registry/registry.js';
import { objectJson } from './storage/stored-object.js';
import type { ObjectBody, StoredObject } from './storage/stored-object.js';
import { createObject } from './write/create.js';
import { deleteObject, parseDeleteRequest } from './write/delete.js';
import { patchObject, PatchType } from './write/patch.js';
import { replaceObject, untilUnchanged } from './write/update.js';

/** Options of in-process writes, which are accepted unchanged. */
export const trusted: WriteOptions = {
  dryRun: false,
  fieldManager: '',
  trusted: true,
  fieldValidation: 'Ignore',
  user: undefined,
  warn() {
    // In-process writes have no response for a warning.
  },
};

/** Reads and writes the objects of a server from inside its process. */
export class LocalObjects {
  readonly #context: ServerContext;
  readonly #custom: CustomResources;
  #sliceStart = 0;

  constructor(context: ServerContext, custom: CustomResources) {
    this.#context = context;
    this.#custom = custom;
  }

  /** Creates an object. Rejects with the StatusError that the server would return. */
  async create<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    requireObject('create of an ApiServer', object);
    const served = this.#served(resource);
    const { stored } = await createObject(
      this.#context,
      served,
      namespaceOf(served, object),
      bodyOf(object),
      trusted,
    );
    await this.#breathe();
    return this.#converted<T>(served, stored);
  }

  /** Replaces an object, spec and status together. A resourceVersion in it must match the stored one. */
  async update<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    requireObject('update of an ApiServer', object);
    const served = this.#served(resource);
    const target = {
      namespace: namespaceOf(served, object),
      name: object.metadata?.name ?? '',
      subresource: '',
    };
    const { stored } = await untilUnchanged(async () =>
      replaceObject(this.#context, served, target, bodyOf(object), trusted),
    );
    await this.#breathe();
    return this.#converted<T>(served, stored);
  }

  /** Applies a JSON merge patch to an object, spec and status alike. */
  async patch<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    patch: object,
    options: { readonly namespace?: string | undefined } = {},
  ): Promise<T> {
    const served = this.#served(resource);
    requireObject('patch of an ApiServer', patch);
    const namespace = this.#namespaceFor('patch', served, name, options);
    const target = { namespace, name, subresource: '' };
    const text = bodyText(patch, `patch of ${name}`);
    const { stored } = await untilUnchanged(async () =>
      patchObject(this.#context, served, target, PatchType.Merge, text, trusted),
    );
    await this.#breathe();
    return this.#converted<T>(served, stored);
  }

  /** Deletes an object, or marks it for deletion if it has finalizers. */
  async delete<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: { readonly namespace?: string | undefined } = {},
  ): Promise<void> {
    const served = this.#served(resource);
    const request = parseDeleteRequest(undefined, new URLSearchParams());
    const namespace = this.#namespaceFor('delete', served, name, options);
    await untilUnchanged(async () => deleteObject(this.#context, served, namespace, name, request));
    if (this.#context.terminatingPods.size > 0) await yieldToEventLoop();
    await this.#breathe();
  }

  /** Returns a copy of an object; undefined if it does not exist. */
  async get<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: { readonly namespace?: string | undefined } = {},
  ): Promise<T | undefined> {
    const served = this.#served(resource);
    const namespace = this.#namespaceFor('get', served, name, options);
    const stored = served.table.get(storageKey(served, namespace, name));
    return stored === undefined ? undefined : this.#converted<T>(served, stored);
  }

  /** Returns copies of the objects, in list order. */
  async list<T extends KubernetesObject>(
    resource: Resource<T>,
    options: LocalListOptions = {},
  ): Promise<KubernetesList<T>> {
    const served = this.#served(resource);
    const selection = parseSelection(served, options.labelSelector ?? '', options.fieldSelector ?? '');
    const prefix =
      options.namespace === undefined || !served.resource.namespaced ? '' : `${options.namespace}/`;
    const range = { prefix, start: '' };
    if (served.customKind?.byWebhook === true) await ready(served, served.table.all(range));
    const items: T[] = [];
    for (const stored of served.table.range(range)) {
      if (selection.matches(stored)) items.push(this.#object<T>(served, stored));
    }
    const { apiVersion } = served.resource;
    return {
      kind: served.listKind,
      apiVersion,
      metadata: { resourceVersion: String(this.#context.log.revision) },
      items,
    };
  }

  #served(resource: Resource): ServedResource {
    // In-process callers see a new definition immediately.
    this.#custom.settle();
    return findServed(this.#context, resource);
  }

  #namespaceFor(
    verb: string,
    served: ServedResource,
    name: string,
    options: { readonly namespace?: string | undefined },
  ): string {
    requireString(`name of ${verb} of an ApiServer`, name);
    requireKnownOptions(`${verb} of an ApiServer`, options, { namespace: true });
    const { namespace = 'default' } = options;
    requireString(`namespace of ${verb} of an ApiServer`, namespace);
    return served.resource.namespaced ? namespace : '';
  }

  async #converted<T extends KubernetesObject>(served: ServedResource, stored: StoredObject): Promise<T> {
    if (served.customKind?.byWebhook === true) await ready(served, [stored]);
    return this.#object<T>(served, stored);
  }

  #object<T extends KubernetesObject>(served: ServedResource, stored: StoredObject): T {
    const { kind, apiVersion } = served.resource;
    // The object as a client would parse it.
    return parseExact(objectJson(seen(served, stored), apiVersion, kind)) as T;
  }

  /** Yields to sockets during many consecutive writes. */
  async #breathe(): Promise<void> {
    const now = performance.now();
    if (now - this.#sliceStart < defaultSliceMs) return;
    await yieldToEventLoop();
    this.#sliceStart = performance.now();
  }
}

/** Returns how a resource is served. Throws 404 if it is not. */
export function findServed(context: ServerContext, resource: Resource): ServedResource {
  requireStrings('resource', resource, ['group', 'version', 'resource']);
  const served = context.registry.find(resource.group, resource.version, resource.resource);
  if (served === undefined) {
    throw newNotFound(
      { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' },
      `${resource.resource}.${resource.group}`,
    );
  }
  return served;
}

function namespaceOf(served: ServedResource, object: KubernetesObject): string {
  return served.resource.namespaced ? (object.metadata?.namespace ?? 'default') : '';
}

function bodyOf(object: KubernetesObject): ObjectBody {
  const { kind: _kind, apiVersion: _apiVersion, ...body } = object;
  // A copy through JSON, as in a request.
  return parseJson(
    bodyText(body, `${object.kind ?? 'an object'} ${object.metadata?.name ?? ''}`),
  ) as ObjectBody;
}
