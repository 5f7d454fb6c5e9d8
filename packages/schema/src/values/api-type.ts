/** A type with a special JSON form. */
export type SpecialForm =
  | 'bytes'
  | 'duration'
  | 'fieldsv1'
  | 'intorstring'
  | 'microtime'
  | 'quantity'
  | 'raw'
  | 'time'
  // The schema of a custom resource, and its alternatives.
  | 'schema'
  | 'schemaorarray'
  | 'schemaorbool'
  | 'schemaorstrings';

/** The type of an API value, as Go's decoder sees it. */
export type ApiType =
  | { readonly is: 'scalar'; readonly base: string; readonly go: string }
  | { readonly is: 'special'; readonly form: SpecialForm; readonly go: string }
  | { readonly is: 'pointer'; readonly to: ApiType; readonly go: string }
  | { readonly is: 'list'; readonly items: ApiType; readonly go: string; readonly named: boolean }
  | { readonly is: 'map'; readonly values: ApiType; readonly go: string }
  | StructType;

/** An object with known fields. */
export interface StructType {
  readonly is: 'struct';
  /** `v1.PodSpec`: its name in Go's messages. */
  readonly go: string;
  /** `core.v1.PodSpec`: its unique name. */
  readonly name: string;
  /** True if server-side apply owns it as a whole. */
  readonly atomic: boolean;
  /** Its fields by JSON name, including those of embedded structs. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Its fields in declaration order; an embedded struct is one of them. */
  readonly declared: readonly Field[];
}

/** A field of a struct. */
export interface Field {
  /** JSON name; "" for an embedded struct. */
  readonly json: string;
  /** Protobuf number; 0 for none. */
  readonly number: number;
  readonly type: ApiType;
  readonly inline: boolean;
  /** The embedded structs that contain it, as in Go's messages: `ProbeHandler.`; usually "". */
  readonly through: string;
  readonly omitEmpty: boolean;
  readonly omitZero: boolean;
  /** Clients must set it, as OpenAPI documents say. */
  readonly required: boolean;
  /** patchStrategy: `merge`, `replace`, `retainKeys`. */
  readonly strategies: readonly string[];
  /** patchMergeKey. */
  readonly mergeKey: string | undefined;
  /** `atomic`, `map` or `set`; undefined means atomic. */
  readonly listType: string | undefined;
  readonly listKeys: readonly string[];
  readonly atomic: boolean;
}

/** Returns the type without pointers. */
export function unwrapped(type: ApiType): Exclude<ApiType, { is: 'pointer' }> {
  let current = type;
  while (current.is === 'pointer') current = current.to;
  return current;
}
