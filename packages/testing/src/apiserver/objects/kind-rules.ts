import {
  type DecodeProblem,
  type FieldError,
  type JsonObject,
  TooMuchWorkError,
  type ValidationContext,
  type WrittenFloats,
} from '@kube-informers/schema/internal';
import { dnsSubdomainProblems, newBadRequest } from 'kube-informers/internal';
import type { AuthenticatedUser } from '../http/authenticated-user.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** A decoded body. */
export interface TypedBody {
  readonly value: JsonObject;
  /** Go's message for the first field of a wrong type. */
  readonly problem: string | undefined;
  /** The fields that are wrong, as far as they are known. */
  readonly problems: readonly DecodeProblem[];
  /** Paths of unknown fields. */
  readonly unknown: readonly string[];
}

/** The whole validation of a kind, its metadata too. */
export interface KindValidation {
  /** Validates a new object. */
  create(body: ObjectBody): readonly FieldError[];
  /** Validates a changed object, or its subresource. */
  change(body: ObjectBody, old: ObjectBody, subresource: string): readonly FieldError[];
}

/** Returns the problems of a write; `old` is undefined for a new object. */
export type JoinDeclared = (
  problems: readonly FieldError[],
  body: ObjectBody,
  old: ObjectBody | undefined,
  subresource: string,
) => readonly FieldError[];

/** The rules in which kinds differ: a small form of kube-apiserver's registry strategies. */
export interface KindRules {
  /** metadata.generation counts the changes of the spec, or stays 1; or there is none. */
  readonly generation: 'counted' | 'constant' | 'none';
  /** Status is a subresource: create drops it, and an update of the object keeps the stored one. */
  readonly hasStatus: boolean;
  /** PUT to an unknown name creates the object. */
  readonly createOnUpdate: boolean;
  /** PUT without a resourceVersion overwrites the stored object. */
  readonly unconditionalUpdate: boolean;
  /** A deletion first marks the object (deletionTimestamp, grace period), then removes it: two revisions. */
  readonly gracefulDeletion: boolean;
  /** DELETE responds with the object instead of a Status. */
  readonly returnsDeletedObject: boolean;
  /** A deletion adds this finalizer, which the server's own controller removes after its cleanup. */
  readonly cleanupFinalizer: string | undefined;
  /** deletecollection is served. */
  readonly deleteCollection: boolean;
  /** Returns the problems with a name of this kind. */
  nameProblems(name: string): readonly string[];
  /**
   * Fields that selectors may use besides metadata.name and metadata.namespace.
   *
   * `undefined`: the kind has no list of such fields, which changes the message for an unknown field.
   */
  readonly selectableFields: Readonly<Record<string, (body: ObjectBody) => string>> | undefined;
  /** Fills in missing fields. Runs on each write, before its manager is recorded. */
  applyDefaults(body: ObjectBody): void;
  /** Sets the initial fields of a new object. `trusted` is true for in-process writes, which have no user. */
  prepareCreate(body: ObjectBody, trusted: boolean, user: AuthenticatedUser | undefined): void;
  /** Sets fields that only the server changes in a changed object. */
  prepareUpdate(body: ObjectBody, old: ObjectBody, trusted: boolean): void;
  /** Validates the kind's own fields. */
  validate(body: ObjectBody, context: ValidationContext): FieldError[];
  /** Validates a change. */
  validateUpdate(body: ObjectBody, old: ObjectBody): FieldError[];
  /** Decodes a body further, or instead of `plain`, by the kind's own type and defaults. May change `value`. */
  readonly read?: (value: JsonObject, plain: () => TypedBody, floats: WrittenFloats) => TypedBody;
  /** Validates a changed object instead of the two above, for kinds that tolerate existing errors. */
  readonly validateChange?: (
    body: ObjectBody,
    old: ObjectBody,
    subresource: string,
    context: ValidationContext,
  ) => FieldError[];
  /** Validates what clients send, instead of all of the above. */
  readonly validation?: KindValidation | undefined;
  /** Joins the problems of the above with those of declared rules; undefined for kinds of other servers. */
  readonly joinDeclared?: JoinDeclared | undefined;
  /** The part of the metadata whose change counts as one of the spec. */
  readonly generationCounts?: 'annotations' | 'labels';
  /** Returns the warnings for a write; `old` is undefined for a new object. */
  readonly warnings?: (body: ObjectBody, old: ObjectBody | undefined) => readonly string[];
}

/** The rules in which a kind differs from the common ones. */
export type KindOverrides = Partial<KindRules>;

function nothing(): void {
  // Most kinds need no preparation.
}

/** The rules of most kinds. */
export const commonRules: KindRules = {
  generation: 'none',
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
  prepareUpdate: nothing,
  validate: () => [],
  validateUpdate: () => [],
};

/** Runs a validation with bounded work. Throws 400 if it exceeds the limit. */
export function bounded(validate: () => FieldError[]): FieldError[] {
  try {
    return validate();
  } catch (error) {
    if (error instanceof TooMuchWorkError) throw newBadRequest(error.message);
    throw error;
  }
}

/** Returns the values of an object's selectable fields. */
export function selectableValues(rules: KindRules, body: ObjectBody): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [field, read] of Object.entries(rules.selectableFields ?? {})) values[field] = read(body);
  return values;
}

/** Returns `resource.group`, which identifies a resource in all versions. */
export function resourceId(resource: { readonly group: string; readonly resource: string }): string {
  return `${resource.resource}.${resource.group}`;
}
