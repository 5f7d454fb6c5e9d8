import {
  type StructType,
  escapeJson,
  parseJson,
  quote,
  sortedJson,
  sortedKeys,
} from '@kube-informers/schema/internal';
import type { KubernetesObject, ObjectMeta } from 'kube-informers';
import { fieldTexts, typedJson } from '../types/typed-json.js';
import { encodeMessage } from '../types/encode-protobuf.js';
import { typeOfKind } from '../types/type-table.js';

/** The stored part of an object, without kind and apiVersion, which is common to all versions of a resource. */
export interface ObjectBody extends KubernetesObject {
  [field: string]: unknown;
}

/**
 * The Go struct of a built-in kind, which determines the order of fields.
 *
 * Undefined for custom resources, whose keys are sorted at every level.
 */
export type BodyType = StructType | undefined;

/**
 * One revision of an object, serialised once.
 *
 * Lists, watch events and responses are cut from `json`; readers of fields parse their own copy, so the stored object
 * cannot be changed.
 */
export interface StoredObject extends BodyText {
  /** `namespace/name`, or `name` of a cluster-scoped object: etcd's key without the resource's prefix. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly revision: number;
  readonly type: BodyType;
  readonly labels: Readonly<Record<string, string>>;
  /** Fields for field selectors besides metadata.name and metadata.namespace. */
  readonly fields: Readonly<Record<string, string>>;
}

/** An object's JSON, with the positions of its parts. */
interface BodyText {
  /** The object without kind and apiVersion, keys in the real server's order. */
  readonly json: string;
  /** Position of the metadata's JSON. */
  readonly metadataStart: number;
  readonly metadataLength: number;
  /** Positions at which apiVersion and kind are inserted. */
  readonly apiVersionAt: number;
  readonly kindAt: number;
}

/** Serialises `body` as the given revision of its object; sets metadata.resourceVersion. */
export function storeObject(
  key: string,
  revision: number,
  body: ObjectBody,
  fields: Readonly<Record<string, string>>,
  type: BodyType,
): StoredObject {
  body.metadata ??= {};
  body.metadata.resourceVersion = String(revision);
  return { ...serialise(body, type), key, revision, fields };
}

/** Creates an object outside the store with its own resourceVersion, for the response of a dry run. */
export function unstoredObject(body: ObjectBody, type: BodyType): StoredObject {
  const revision = Number(body.metadata?.resourceVersion ?? 0);
  return { ...serialise(body, type), key: '', revision, fields: {} };
}

function serialise(body: ObjectBody, type: BodyType): Omit<StoredObject, 'key' | 'revision' | 'fields'> {
  const { metadata = {} } = body;
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    labels: metadata.labels ?? {},
    type,
    ...(type === undefined ? sortedText(body, metadata) : typedText(body, metadata, type)),
  };
}

/** kind, apiVersion and metadata are written separately. */
const apart: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);
const metadataHead = '{"metadata":';

/** Serialises as Go's encoder does for a struct: metadata first, then the fields in declaration order. */
function typedText(body: ObjectBody, metadata: ObjectMeta, type: StructType): BodyText {
  const metadataJson = typedMetadata(metadata);
  const rest = fieldTexts(type, body, apart);
  const tail = rest.length === 0 ? '}' : `,${escapeJson(rest.join(','))}}`;
  return {
    json: metadataHead + metadataJson + tail,
    metadataStart: metadataHead.length,
    metadataLength: metadataJson.length,
    apiVersionAt: 1,
    kindAt: 1,
  };
}

/** Serialises as Go's encoder does for a map: sorted keys, with metadata somewhere after apiVersion and kind. */
function sortedText(body: ObjectBody, metadata: ObjectMeta): BodyText {
  let json = '{';
  let metadataStart = 0;
  let metadataLength = 0;
  let apiVersionAt = 0;
  let kindAt = 0;
  for (const key of sortedKeys({ ...body, metadata })) {
    if (key === 'kind' || key === 'apiVersion') continue;
    const value = key === 'metadata' ? metadata : body[key];
    if (value === undefined) continue;
    if (json.length > 1) json += ',';
    if (apiVersionAt === 0 && key > 'apiVersion') apiVersionAt = json.length;
    if (kindAt === 0 && key > 'kind') kindAt = json.length;
    json += `${escapeJson(quote(key))}:`;
    const text = escapeJson(sortedJson(value));
    if (key === 'metadata') {
      metadataStart = json.length;
      metadataLength = text.length;
    }
    json += text;
  }
  return { json: `${json}}`, metadataStart, metadataLength, apiVersionAt, kindAt };
}

/** Serialises metadata in the order of Go's ObjectMeta. */
function typedMetadata(metadata: object): string {
  const type = typeOfKind('meta.k8s.io', 'v1', 'ObjectMeta');
  return escapeJson(type === undefined ? sortedJson(metadata) : typedJson(type, metadata));
}

/** Returns a copy of the stored object to read or change. */
export function parseStored(stored: StoredObject): ObjectBody {
  // storeObject serialised it from an object body.
  return parseJson(stored.json) as ObjectBody;
}

/** Returns the JSON of the object's metadata, as Go's ObjectMeta is written. */
export function metadataJson({ json, metadataStart, metadataLength, type }: StoredObject): string {
  const text = json.slice(metadataStart, metadataStart + metadataLength);
  // storeObject serialised it from an object's metadata.
  return type === undefined ? typedMetadata(parseJson(text) as ObjectMeta) : text;
}

/** Returns the JSON of the whole object in one API version. */
export function objectJson(stored: StoredObject, apiVersion: string, kind: string): string {
  const { json, apiVersionAt, kindAt, type } = stored;
  const kindText = `"kind":${JSON.stringify(kind)},`;
  const versionText = `"apiVersion":${JSON.stringify(apiVersion)},`;
  if (type !== undefined) return `{${kindText}${versionText}${json.slice(1)}`;
  return `${json.slice(0, apiVersionAt)}${versionText}${json.slice(apiVersionAt, kindAt)}${kindText}${json.slice(kindAt)}`;
}

const messages = new WeakMap<StoredObject, Buffer>();

/** Returns the protobuf message of an object of a built-in kind, without its envelope. */
export function objectMessage(stored: StoredObject): Buffer {
  const known = messages.get(stored);
  if (known !== undefined) return known;
  if (stored.type === undefined) throw new Error('a custom object has no protobuf');
  const message = encodeMessage(stored.type, parseStored(stored));
  messages.set(stored, message);
  return message;
}

/** Returns the JSON of the object's PartialObjectMetadata, in a version of meta.k8s.io. */
export function partialJson(stored: StoredObject, version: 'v1' | 'v1beta1'): string {
  const head = `{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/${version}","metadata":`;
  return `${head}${metadataJson(stored)}}`;
}
