import type { Resource } from 'kube-informers';
import type { CustomKind } from '../custom/custom-kind.js';
import type { KindRules } from '../objects/kind-rules.js';
import { builtInRules } from '../kinds/built-in-kinds.js';
import { resourceId } from '../objects/kind-rules.js';
import { compareVersions } from '../objects/compare-versions.js';
import type { ResourceTable } from '../storage/resource-table.js';
import type { RevisionLog } from '../storage/revision-log.js';
import type { BodyType } from '../storage/stored-object.js';
import { typeOfKind } from '../types/type-table.js';
import type { StructType } from '../types/type-table.js';

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
  /** Shared by all versions of the resource. */
  readonly table: ResourceTable;
  /** True if a CustomResourceDefinition defines it. */
  readonly custom: boolean;
  readonly columns: readonly PrinterColumn[];
  /** How custom objects are stored and presented; undefined for built-in resources. */
  readonly customKind: CustomKind | undefined;
}

/** The resources that the server knows, built-in and custom. */
export class Registry {
  readonly #log: RevisionLog;
  readonly #enforcesRoles: boolean;
  readonly #served = new Map<string, ServedResource>();
  /** Incremented by each change, for the ETags of discovery documents. */
  #generation = 0;

  /** `enforcesRoles` is true if roles and bindings have an effect. */
  constructor(log: RevisionLog, resources: readonly Resource[], enforcesRoles = false) {
    this.#log = log;
    this.#enforcesRoles = enforcesRoles;
    for (const resource of resources) this.add(resource);
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
    const served: ServedResource = {
      resource,
      id,
      listKind: custom?.listKind ?? `${resource.kind}List`,
      rules: custom?.rules ?? builtInRules(resource, this.#enforcesRoles),
      type: custom === undefined ? builtInType(resource) : undefined,
      table: this.#log.table(id),
      custom: custom !== undefined,
      columns: custom?.columns ?? [],
      customKind: custom?.kind,
    };
    this.#served.set(resourceKey(resource.group, resource.version, resource.resource), served);
    this.#generation++;
    return served;
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

  /** Returns the versions of a group, most stable first; empty for an unknown group. */
  versions(group: string): string[] {
    const found = new Set<string>();
    for (const { resource } of this.#served.values())
      if (resource.group === group) found.add(resource.version);
    return [...found].toSorted(compareVersions);
  }

  /** Returns every group except the core group, sorted. */
  groups(): string[] {
    const found = new Set<string>();
    for (const { resource } of this.#served.values()) if (resource.group !== '') found.add(resource.group);
    return [...found].toSorted();
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

/** Throws for a resource without a type, whose objects could not be decoded. */
function builtInType({ group, version, kind }: Resource): StructType {
  const type = typeOfKind(group, version, kind);
  if (type === undefined) throw new Error(`the table of types has no ${kind} of ${group}/${version}`);
  return type;
}

function resourceKey(group: string, version: string, resource: string): string {
  return `${group}/${version}/${resource}`;
}
