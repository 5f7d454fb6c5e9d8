import { dnsSubdomainProblems } from '../../meta/validation.js';
import type { FieldError } from '../../meta/field-error.js';
import type { ObjectBody } from '../storage/stored-object.js';
import type { JsonObject } from '../json/json-fields.js';

/** A body as the server understands it. */
export interface TypedBody {
  readonly value: JsonObject;
  /** The first field of a wrong type, in the words of Go's decoder. */
  readonly problem: string | undefined;
  /** Paths of fields that the kind does not have. */
  readonly unknown: readonly string[];
}

/** How the API server treats one kind where kinds differ: kube-apiserver's registry strategies, in small. */
export interface KindRules {
  /** metadata.generation counts the changes of the desired state. */
  readonly hasGeneration: boolean;
  /** Status is a subresource: a create drops it, an update of the object keeps the stored one. */
  readonly hasStatus: boolean;
  /** PUT to a name that is not there creates it. */
  readonly createOnUpdate: boolean;
  /** PUT without a resourceVersion overwrites whatever is stored. */
  readonly unconditionalUpdate: boolean;
  /** A deletion first marks the object (deletionTimestamp, grace period), then removes it: two revisions. */
  readonly gracefulDeletion: boolean;
  /** DELETE answers with the object instead of a Status. */
  readonly returnsDeletedObject: boolean;
  /** A deletion adds this finalizer, which the server's own controller takes away when it has cleaned up. */
  readonly cleanupFinalizer: string | undefined;
  /** deletecollection is served. */
  readonly deleteCollection: boolean;
  /** What is wrong with a name of this kind, in words. */
  nameProblems(name: string): readonly string[];
  /**
   * Fields that selectors may name besides metadata.name and metadata.namespace, with their values. `undefined`: the kind
   * has no list of its own, which the answer to an unknown field words differently.
   */
  readonly selectableFields: Readonly<Record<string, (body: ObjectBody) => string>> | undefined;
  /** Fills in what the client left out. Runs on each write. */
  applyDefaults(body: ObjectBody): void;
  /** Sets what a new object of the kind begins with. */
  prepareCreate(body: ObjectBody): void;
  /** What of the kind's own fields is wrong. */
  validate(body: ObjectBody): FieldError[];
  /** What of a change is not allowed. */
  validateUpdate(body: ObjectBody, old: ObjectBody): FieldError[];
  /**
   * Reads a decoded body further, or on its own instead of `plain`, as the kind's own type and defaults want it. `value` may
   * be changed.
   */
  readonly read?: (value: JsonObject, plain: () => TypedBody) => TypedBody;
  /** All that is wrong with a changed object, for kinds that forgive what was wrong before; instead of both of the above. */
  readonly validateChange?: (body: ObjectBody, old: ObjectBody, subresource: string) => FieldError[];
  /** What the client is told of a write that is done all the same; `old` is undefined for a new object. */
  readonly warnings?: (body: ObjectBody, old: ObjectBody | undefined) => readonly string[];
}

/** What one kind does differently from the rest. */
export type KindOverrides = Partial<KindRules>;

function nothing(): void {
  // Most kinds need no preparation.
}

/** The rules of a kind that is like most. */
export const commonRules: KindRules = {
  hasGeneration: false,
  hasStatus: false,
  createOnUpdate: false,
  unconditionalUpdate: true,
  gracefulDeletion: false,
  returnsDeletedObject: false,
  cleanupFinalizer: undefined,
  deleteCollection: true,
  nameProblems: dnsSubdomainProblems,
  selectableFields: undefined,
  applyDefaults: nothing,
  prepareCreate: nothing,
  validate: () => [],
  validateUpdate: () => [],
};

/** The values that selectors of this kind may ask for. */
export function selectableValues(rules: KindRules, body: ObjectBody): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [field, read] of Object.entries(rules.selectableFields ?? {})) values[field] = read(body);
  return values;
}

/** `resource.group`: what names a resource in whatever version. */
export function resourceId(resource: { readonly group: string; readonly resource: string }): string {
  return `${resource.resource}.${resource.group}`;
}
