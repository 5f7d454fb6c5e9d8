import type { KubernetesObject } from '../../meta/types.js';

/** The part of an object below kind and apiVersion: what is stored, since every version of a resource shares it. */
export interface ObjectBody extends KubernetesObject {
  [field: string]: unknown;
}

/**
 * One revision of one object, serialised once: lists, watch events and answers are cut from `json`, whoever reads the
 * fields parses a copy of their own, so nobody can change what is stored.
 */
export interface StoredObject {
  /** `namespace/name`, or `name` of a cluster-scoped object: etcd's key without the resource's prefix. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly revision: number;
  /** The object without kind and apiVersion; begins with its metadata. */
  readonly json: string;
  /** Length of the metadata's JSON, which begins at `metadataStart`. */
  readonly metadataLength: number;
  readonly labels: Readonly<Record<string, string>>;
  /** What field selectors see besides metadata.name and metadata.namespace. */
  readonly fields: Readonly<Record<string, string>>;
}

const head = '{"metadata":';

/** Serialises `body` as the revision `revision` of its object; sets metadata.resourceVersion. */
export function storeObject(
  key: string,
  revision: number,
  body: ObjectBody,
  fields: Readonly<Record<string, string>>,
): StoredObject {
  const { metadata = {} } = body;
  metadata.resourceVersion = String(revision);
  const metadataJson = JSON.stringify(metadata);
  let json = head + metadataJson;
  for (const field of Object.keys(body)) {
    if (field === 'metadata' || field === 'kind' || field === 'apiVersion') continue;
    const value = JSON.stringify(body[field]);
    if (value !== undefined) json += `,${JSON.stringify(field)}:${value}`;
  }
  json += '}';
  return {
    key,
    namespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    revision,
    json,
    metadataLength: metadataJson.length,
    labels: metadata.labels ?? {},
    fields,
  };
}

/** A copy of the stored object to read or change. */
export function parseStored(stored: StoredObject): ObjectBody {
  // storeObject wrote this text from an object body.
  return JSON.parse(stored.json) as ObjectBody;
}

/** The JSON of the object's metadata alone. */
export function metadataJson(stored: StoredObject): string {
  return stored.json.slice(head.length, head.length + stored.metadataLength);
}

/** The JSON of the whole object in one API version. */
export function objectJson(stored: StoredObject, apiVersion: string, kind: string): string {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},${stored.json.slice(1)}`;
}

/** The JSON of the object's PartialObjectMetadata, in a version of meta.k8s.io. */
export function partialJson(stored: StoredObject, version: 'v1' | 'v1beta1'): string {
  const head = `{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/${version}","metadata":`;
  return `${head}${metadataJson(stored)}}`;
}
