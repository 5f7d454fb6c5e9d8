import type { Alternative } from './alternatives.js';

/** A TypeScript type, before its parts have names. */
export type TypeModel =
  | { readonly is: 'plain'; readonly text: PlainType }
  | {
      readonly is: 'enum';
      readonly values: readonly (string | number)[];
      /** The type of values that the schema does not list: a newer version may add some. */
      readonly base: 'string' | 'number';
    }
  | { readonly is: 'list'; readonly items: TypeModel }
  | { readonly is: 'map'; readonly values: TypeModel }
  | { readonly is: 'nullable'; readonly of: TypeModel }
  | { readonly is: 'struct'; readonly struct: StructModel }
  /** A type that has its name already: imported, or declared for the whole file. */
  | { readonly is: 'named'; readonly name: string };

/** `quantity` is resource.Quantity, which a custom resource accepts as a number, too. */
export type PlainType = 'boolean' | 'number' | 'number | string' | 'quantity' | 'string' | 'unknown';

/** An object with fields, which becomes an interface. */
export interface StructModel {
  /** What the schema says of it. */
  readonly docs: string;
  /** Remarks on constraints that the type does not express. */
  readonly remarks: readonly string[];
  /** Sorted by name. */
  readonly fields: readonly FieldModel[];
  /** True if it may have fields besides these. */
  readonly open: boolean;
  /** The ways in which its fields may be present together; empty if they are independent. */
  readonly alternatives: readonly Alternative[];
}

/** A field of an interface. */
export interface FieldModel {
  readonly name: string;
  readonly required: boolean;
  readonly type: TypeModel;
  readonly docs: string;
  readonly remarks: readonly string[];
  /** JSON of the default; undefined if absent. */
  readonly defaultJson: string | undefined;
}

/** An object type of the API, with what its descriptor needs. */
export interface KindModel {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly string[];
  /** Paths of the fields that field selectors may use, as in the definition; undefined if it does not name any. */
  readonly selectableFields?: readonly string[] | undefined;
  /** The verbs, if they are not all. */
  readonly verbs: readonly string[] | undefined;
  /** Why this version should not be used any more; undefined if it may. */
  readonly deprecated: string | undefined;
  /** Fields besides apiVersion, kind and metadata. */
  readonly body: StructModel;
  /** The file, document or server that defines it, for messages. */
  readonly origin: string;
}

/** A built-in type that stands for an equal schema. */
export interface ImportedType {
  readonly name: string;
  /** Where it comes from: `corev1`, the name of a namespace of types. */
  readonly from: string;
}
