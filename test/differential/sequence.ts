/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [field: string]: Json };

/** An object of JSON. */
export type JsonFields = { readonly [field: string]: Json };

/** A change of the managedFields that an update or a patch sends. */
export type ManagedFieldsEdit =
  | { readonly kind: 'set'; readonly value: Json }
  | { readonly kind: 'drop'; readonly entry: number }
  | { readonly kind: 'change'; readonly entry: number; readonly fields: JsonFields }
  | { readonly kind: 'dropPath'; readonly entry: number; readonly path: readonly string[] }
  | { readonly kind: 'addPath'; readonly entry: number; readonly path: readonly string[] };

/** One request, without what differs between two servers: names, uids, resourceVersions, times. */
export interface Request {
  readonly verb: 'create' | 'apply' | 'update' | 'patch' | 'get' | 'delete';
  /** The API version of the request. */
  readonly version: string;
  readonly subresource?: 'status' | 'scale';
  /** Of a patch. */
  readonly patch?: 'json' | 'merge' | 'strategic';
  readonly query?: Readonly<Record<string, string>>;
  /** The fields of the object, or the patch. */
  readonly body?: Json;
  /** The resourceVersion in the body: what the server answered last, or one that it answered before. */
  readonly resourceVersion?: 'current' | 'stale';
  /** The uid in the body: the object's, or another one. */
  readonly uid?: 'current' | 'other';
  /** Sends the object's managedFields back, with these changes. Default: the body has none. */
  readonly managedFields?: readonly ManagedFieldsEdit[];
}

/** A request, or a wait for the next second: times have seconds. */
export type Operation = Request | { readonly verb: 'tick' };

/** Operations on one object, which does not exist before. */
export interface Sequence {
  /** The name of the resource in `resources`. */
  readonly resource: string;
  readonly operations: readonly Operation[];
}
