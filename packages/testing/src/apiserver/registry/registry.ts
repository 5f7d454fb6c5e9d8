import type { Resource } from 'kube-informers';
import type { CustomKind } from '../custom/custom-kind.js';
import type { KindRules } from '../objects/kind-rules.js';
import { eventForm } from '../kinds/event-form.js';
import { builtInRules } from '../kinds/built-in-kinds.js';
import type { KindsOptions } from '../kinds/built-in-kinds.js';
import type { PriorityClasses } from '../kinds/pod-admission.js';
import { resourceId } from '../objects/kind-rules.js';
import { compareVersions } from '../objects/compare-versions.js';
import type { ResourceTable } from '../storage/resource-table.js';
import type { RevisionLog } from '../storage/revision-log.js';
import type { BodyType, ObjectBody, StoredObject } from '../storage/stored-object.js';
import { parseStored } from '../storage/stored-object.js';
import { typeOfKind } from '../types/type-table.js';
import type { StructType } from '@kube-informers/schema/internal';

/** A table column from a custom resource's definition. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
  readonly jsonPath: string;
}

/** One resource in one version, as it is served. */
export interface ServedResource {
  readonly resource: Resource;
  /** `resource.group`. */
  readonly id: string;
  /** `PodList`. */
  readonly listKind: string;
  readonly rules: KindRules;
  /** The type of its objects; undefined for custom ones. */
  readonly type: BodyType;
  /** Shared by all versions of the resource, and by all kinds that are stored in the same form. */
  readonly table: ResourceTable;
  /** True if a CustomResourceDefinition defines it. */
  readonly custom: boolean;
  readonly columns: readonly PrinterColumn[];
  /** How its objects are stored; undefined if as they are served. */
  readonly form: OtherForm | undefined;
  /** How custom objects are stored and presented; undefined for built-in resources. */
  readonly customKind: CustomKind | undefined;
}

/** A resource in discovery; `served` is undefined for one whose objects are not stored: a review or a binding. */
export interface Discovered {
  readonly resource: Resource;
  readonly served: ServedResource | undefined;
}

/** How the objects of a resource are stored that are those of another one, in another form. */
export interface OtherForm {
  /** The resource in whose form they are stored. */
  readonly stored: ServedResource;
  /** Both convert whole objects, and keep the metadata as they are. */
  toStored(body: ObjectBody): ObjectBody;
  fromStored(body: ObjectBody): ObjectBody;
  /** Returns a stored object in the served form. */
  view(stored: StoredObject): StoredObject;
}

/** Options of a Registry. */
export type RegistryOptions = Omit<KindsOptions, 'priorityClasses'>;

/** The classes that every real server has, and that need not be stored here: kube-apiserver's SystemPriorityClasses. */
const systemPriorities: ReadonlyMap<string, number> = new Map([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
]);

function priorityClassesOf(table: ResourceTable): PriorityClasses {
  return {
    find(name) {
      const stored = table.get(name);
      if (stored !== undefined) return parseStored(stored);
      const value = systemPriorities.get(name);
      return value === undefined ? undefined : { value };
    },
    all: () => table.all().map(parseStored),
  };
}

/** The resources that the server knows, built-in and custom. */
export class Registry {
  readonly #log: RevisionLog;
  readonly #options: KindsOptions;
  readonly #served = new Map<string, ServedResource>();
  readonly #requests: Resource[] = [];
  /** Incremented by each change, for the ETags of discovery documents. */
  #generation = 0;

  constructor(log: RevisionLog, resources: readonly Resource[], options: RegistryOptions) {
    this.#log = log;
    this.#options = {
      ...options,
      priorityClasses: priorityClassesOf(log.table('priorityclasses.scheduling.k8s.io')),
    };
    for (const resource of resources) {
      if (isStored(resource)) this.add(resource);
      else this.#requests.push(resource);
    }
  }

  get generation(): number {
    return this.#generation;
  }

  /** Adds a resource. */
  add(
    resource: Resource,
    custom?: {
      readonly rules: KindRules;
      readonly listKind: string;
      readonly columns: readonly PrinterColumn[];
      readonly kind: CustomKind;
    },
  ): ServedResource {
    const id = resourceId(resource);
    const rules = custom?.rules ?? builtInRules(resource, this.#options);
    const form = custom === undefined ? this.#otherForm(resource, rules) : undefined;
    const served: ServedResource = {
      resource,
      id,
      listKind: custom?.listKind ?? `${resource.kind}List`,
      rules,
      type: custom === undefined ? builtInType(resource) : undefined,
      table: form?.stored.table ?? this.#log.table(id),
      form,
      custom: custom !== undefined,
      columns: custom?.columns ?? [],
      customKind: custom?.kind,
    };
    this.#served.set(resourceKey(resource.group, resource.version, resource.resource), served);
    this.#generation++;
    return served;
  }

  #otherForm(resource: Resource, rules: KindRules): OtherForm | undefined {
    if (resourceId(resource) !== 'events.events.k8s.io') return undefined;
    const stored = this.find('', 'v1', 'events');
    if (stored === undefined) throw new Error('v1 events must be added before those of events.k8s.io');
    return { stored, ...eventForm(resource, rules) };
  }

  /** Removes a resource in all versions; the caller deletes its objects. */
  remove(id: string): void {
    for (const [key, served] of this.#served) if (served.id === id) this.#served.delete(key);
    this.#generation++;
  }

  find(group: string, version: string, resource: string): ServedResource | undefined {
    return this.#served.get(resourceKey(group, version, resource));
  }

  all(): Iterable<ServedResource> {
    return this.#served.values();
  }

  /** True if the server stores objects of a group-version. */
  stores(group: string, version: string): boolean {
    for (const { resource } of this.#served.values())
      if (resource.group === group && resource.version === version) return true;
    return false;
  }

  /** Returns the versions of a group, most stable first; empty for an unknown group. */
  versions(group: string): string[] {
    const found = new Set<string>();
    for (const resource of this.#resources()) if (resource.group === group) found.add(resource.version);
    return [...found].toSorted(compareVersions);
  }

  /** Returns every group except the core group, sorted. */
  groups(): string[] {
    const found = new Set<string>();
    for (const { group } of this.#resources()) if (group !== '') found.add(group);
    return [...found].toSorted();
  }

  /** Returns what discovery shows of a group-version, sorted by name: its resources, and its reviews and bindings. */
  discovered(group: string, version: string): Discovered[] {
    const requests = this.#requests
      .filter((resource) => resource.group === group && resource.version === version)
      .map((resource) => ({ resource, served: undefined }));
    const stored = this.resourcesOf(group, version).map((served) => ({ resource: served.resource, served }));
    return [...stored, ...requests].toSorted((a, b) => (a.resource.resource < b.resource.resource ? -1 : 1));
  }

  *#resources(): Iterable<Resource> {
    for (const { resource } of this.#served.values()) yield resource;
    yield* this.#requests;
  }

  /** Returns the resources of one group-version, sorted by name. */
  resourcesOf(group: string, version: string): ServedResource[] {
    return [...this.#served.values()]
      .filter(({ resource }) => resource.group === group && resource.version === version)
      .toSorted((a, b) => (a.resource.resource < b.resource.resource ? -1 : 1));
  }

  /** Returns one served version of each namespaced resource. */
  namespaced(): ServedResource[] {
    const byId = new Map<string, ServedResource>();
    for (const served of this.#served.values()) if (served.resource.namespaced) byId.set(served.id, served);
    return [...byId.values()];
  }
}

/** False for reviews and bindings, which are requests rather than objects: nothing is stored. */
function isStored(resource: Resource): boolean {
  return resource.verbs.includes('get');
}

/** Throws for a resource without a type, whose objects could not be decoded. */
function builtInType({ group, version, kind }: Resource): StructType {
  const type = typeOfKind(group, version, kind);
  if (type === undefined) throw new Error(`the table of types has no ${kind} of ${group}/${version}`);
  return type;
}

function resourceKey(group: string, version: string, resource: string): string {
  return `${group}/${version}/${resource}`;
}
