import { isDeepStrictEqual } from 'node:util';
import { defineResource, type Resource } from 'kube-informers';
import { dnsSubdomainProblems, labelKeyProblems } from 'kube-informers/internal';
import { serverError } from '../http/failure.js';
import { bounded, commonRules, selectableValues } from '../objects/kind-rules.js';
import {
  type JsonObject,
  type ScalePaths,
  VersionSchema,
  applySchemaDefaults,
  asObject,
  at,
  dropNulls,
  isJsonObject,
  objectsOf,
  pathOf,
  prune,
  scalePathsOf,
  textAt,
  toJson,
} from '@kube-informers/schema/internal';
import type { KindRules } from '../objects/kind-rules.js';
import { compareVersions } from '../objects/compare-versions.js';
import { parseStored, storeObject } from '../storage/stored-object.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';
import { NotConvertedError, UndecodableError } from './undecodable-error.js';
import { ConversionError, WebhookConverter } from '../webhooks/webhook-converter.js';
import type { WebhookClient } from '../webhooks/webhook-client.js';

/** Everything the server needs for a custom resource in one version. */
export interface CustomKind {
  /** The openAPIV3Schema from the definition. */
  readonly openApi: JsonObject;
  /** All versions of the definition, served or not, by apiVersion. */
  readonly versions: ReadonlyMap<string, DefinedVersion>;
  /** The paths of the replicas; undefined without a scale subresource. */
  readonly scale: ScalePaths | undefined;
  /** Warnings for every request to this version. */
  readonly warnings: readonly string[];
  /** True if the definition is being deleted: objects cannot be created. */
  readonly terminating: boolean;
  /** True if a webhook converts objects between versions. */
  readonly byWebhook: boolean;
  /** Has the webhook convert a body for `encode`, if it must. Rejects with 500 if it does not. */
  prepare(body: ObjectBody): Promise<void>;
  /** Converts an object to the storage version. Changes `body`, which is prepared. */
  encode(body: ObjectBody): void;
  /** Makes an object what a client would read after it was stored. Changes `body`, which is prepared. */
  preview(body: ObjectBody): Promise<void>;
  /** Returns an object of this version in another one. Rejects with ConversionError. */
  convert(body: ObjectBody, version: string): Promise<ObjectBody>;
  /** Returns a part of an object in another version, for managed fields. Throws NotConvertedError and ConversionError. */
  convertPart(part: JsonObject, from: string, to: string): JsonObject;
  /** The version in which objects are stored. */
  readonly storageVersion: string;
  /** True if objects are stored in this version. */
  readonly isStorage: boolean;
  /** True if writing the object would store exactly what is stored. */
  isStored(body: ObjectBody, stored: StoredObject): boolean;
  /** Records that `stored` was written in the storage version, or as an earlier state of it was. */
  wrote(stored: StoredObject, as?: StoredObject): void;
  /**
   * Returns a stored object in this version: pruned and defaulted by the current definition.
   *
   * Throws NotConvertedError if the webhook must convert it first.
   */
  view(stored: StoredObject): StoredObject;
  /** True if `view` does not need the webhook. */
  canView(stored: StoredObject): boolean;
}

/** One version of a definition, as managed fields need it. */
export interface DefinedVersion {
  readonly openApi: JsonObject;
  readonly hasStatus: boolean;
  /** The path of the replicas; undefined without a scale subresource. */
  readonly replicas: readonly string[] | undefined;
}

/** One version that a definition serves. */
export interface CustomVersion {
  /** The version in the definition. */
  readonly version: JsonObject;
  readonly resource: Resource;
  readonly rules: KindRules;
  readonly kind: CustomKind;
}

/**
 * Returns the versions that a definition serves, under the accepted names.
 *
 * `writtenIn` records the version in which each object was stored, even if the definition has changed since.
 */
export function customVersions(
  definition: ObjectBody,
  names: JsonObject,
  writtenIn: WeakMap<StoredObject, string>,
  client: WebhookClient,
): CustomVersion[] {
  const versions = objectsOf(at(definition, 'spec', 'versions'));
  const group = textAt(definition, 'spec', 'group');
  const kind = textAt(names, 'kind');
  const schemas = new Map(
    versions.map((version) => [textAt(version, 'name'), new VersionSchema(version, group, kind)]),
  );
  const storage = versions.find((version) => version['storage'] === true) ?? {};
  const storageName = textAt(storage, 'name');
  const defined = new Map(versions.map((version) => definedVersion(definition, version)));
  const converter = converterOf(definition, client);
  return versions
    .filter((version) => version['served'] === true)
    .map((version) => {
      const name = textAt(version, 'name');
      const schema = schemas.get(name) ?? new VersionSchema(version, group, kind);
      const resource = resourceOf(definition, names, version);
      const rules = rulesOf(version, resource, schema);
      return {
        version,
        resource,
        rules,
        kind: {
          openApi: openApiOf(version),
          versions: defined,
          scale: schema.scale,
          warnings: deprecation(definition, version),
          terminating: definition.metadata?.deletionTimestamp !== undefined,
          ...viewing({ rules, resource, storageName, schemas, writtenIn, converter }),
        },
      };
    });
}

function openApiOf(version: JsonObject): JsonObject {
  return asObject(at(version, 'schema', 'openAPIV3Schema')) ?? {};
}

function definedVersion(definition: ObjectBody, version: JsonObject): [string, DefinedVersion] {
  const scale = scalePathsOf(version);
  return [
    `${textAt(definition, 'spec', 'group')}/${textAt(version, 'name')}`,
    {
      openApi: openApiOf(version),
      hasStatus: isJsonObject(at(version, 'subresources', 'status')),
      replicas: scale === undefined ? undefined : pathOf(scale.specReplicas),
    },
  ];
}

/** Returns what converts objects between versions; undefined if they differ in their apiVersion alone. */
function converterOf(definition: ObjectBody, client: WebhookClient): WebhookConverter | undefined {
  const conversion = at(definition, 'spec', 'conversion');
  if (textAt(conversion, 'strategy') !== 'Webhook') return undefined;
  return new WebhookConverter(client, asObject(at(conversion, 'webhook')) ?? {});
}

interface ViewingInput {
  readonly rules: KindRules;
  /** The served version. */
  readonly resource: Resource;
  readonly storageName: string;
  readonly schemas: ReadonlyMap<string, VersionSchema>;
  readonly writtenIn: WeakMap<StoredObject, string>;
  readonly converter: WebhookConverter | undefined;
}

/** Parts of the metadata that an apply stores even if they are empty. A reader does not see them. */
const collections = ['annotations', 'finalizers', 'labels', 'ownerReferences'] as const;
/** What an apply stores, and a reader does not see. The pattern may match a string as well. */
const unseen = /"(?:annotations|finalizers|labels|ownerReferences)":(?:\{\}|\[\])|:null/;

function isEmpty(value: unknown): boolean {
  if (value === null) return true;
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}

/** Keeps the empty parts of an applied object's metadata, which decoding drops. */
export function keepEmptyMetadata(applied: JsonObject, metadata: JsonObject): void {
  for (const field of collections) if (isEmpty(applied[field])) metadata[field] = applied[field];
}

function dropEmptyMetadata({ metadata }: ObjectBody): void {
  if (metadata === undefined) return;
  for (const field of collections) if (isEmpty(metadata[field])) delete metadata[field];
}

/** Converts objects between the stored and the served version. */
function viewing(
  input: ViewingInput,
): Pick<
  CustomKind,
  | 'storageVersion'
  | 'isStorage'
  | 'byWebhook'
  | 'prepare'
  | 'preview'
  | 'convert'
  | 'convertPart'
  | 'encode'
  | 'isStored'
  | 'wrote'
  | 'view'
  | 'canView'
> {
  const { rules, resource, storageName, schemas, writtenIn, converter } = input;
  const { group, kind, version: name } = resource;
  const views = new WeakMap<StoredObject, StoredObject>();
  const prepared = new WeakMap<ObjectBody, ObjectBody>();
  // What the webhook has made of parts of objects, for the managed fields of the writes in progress.
  const parts = new Map<string, JsonObject | ConversionError>();
  const fit = (body: ObjectBody, version: string): void => {
    const schema = schemas.get(version)?.schema;
    if (schema === undefined) return;
    prune(body, schema, true);
    dropNulls(body, schema);
  };
  /** Has the webhook convert an object, or a part of one. */
  const converted = async (body: JsonObject, from: string, to: string): Promise<JsonObject> => {
    const object = { ...body, apiVersion: `${group}/${from}`, kind };
    if (converter === undefined || from === to) return structuredClone(body);
    const {
      apiVersion: _apiVersion,
      kind: _kind,
      ...result
    } = await converter.convert(object, `${group}/${to}`);
    return result;
  };
  const inVersion = async (body: ObjectBody, from: string, to: string): Promise<ObjectBody> => {
    const result: ObjectBody = await converted(body, from, to);
    fit(result, to);
    dropEmptyMetadata(result);
    return result;
  };
  const present = (body: ObjectBody, written: string): void => {
    fit(body, written);
    applySchemaDefaults(body, schemas.get(written)?.schema);
    if (name !== written) fit(body, name);
    dropEmptyMetadata(body);
  };
  const encode = (body: ObjectBody, as: ObjectBody = body): void => {
    const schema = schemas.get(storageName)?.schema;
    if (name !== storageName) {
      if (converter !== undefined) replaceContent(body, prepared.get(as));
      fit(body, storageName);
      dropEmptyMetadata(body);
      // Applied fields have not been pruned yet.
    } else if (schema !== undefined) prune(body, schema, true);
  };
  const prepare = async (body: ObjectBody): Promise<void> => {
    if (converter === undefined || name === storageName) return;
    try {
      prepared.set(body, await inVersion(body, name, storageName));
    } catch (error) {
      if (error instanceof ConversionError) throw serverError(error.message);
      throw error;
    }
  };
  /** Has the webhook convert a stored object, for `view`. */
  const convertStored = async (stored: StoredObject, written: string): Promise<void> => {
    const body = parseStored(stored);
    delete body.metadata?.resourceVersion;
    fit(body, written);
    applySchemaDefaults(body, schemas.get(written)?.schema);
    try {
      keepView(stored, await inVersion(body, written, name));
    } catch (error) {
      if (error instanceof ConversionError)
        throw new UndecodableError(stored.key, stored.revision, error.message);
      throw error;
    }
  };
  const keepView = (stored: StoredObject, body: ObjectBody): StoredObject => {
    const seen = storeObject(stored.key, stored.revision, body, selectableValues(rules, body), undefined);
    views.set(stored, seen);
    return seen;
  };
  return {
    storageVersion: storageName,
    isStorage: name === storageName,
    byWebhook: converter !== undefined,
    prepare,
    async preview(body) {
      if (converter === undefined || name === storageName) {
        present(body, storageName);
        return;
      }
      encode(body);
      applySchemaDefaults(body, schemas.get(storageName)?.schema);
      try {
        replaceContent(body, await inVersion(body, storageName, name));
      } catch (error) {
        if (error instanceof ConversionError) throw serverError(error.message);
        throw error;
      }
    },
    convert: async (body, version) => converted(body, name, version),
    convertPart(part, from, to) {
      const key = `${from} ${to} ${toJson(part)}`;
      const known = parts.get(key);
      if (known instanceof ConversionError) throw known;
      if (known !== undefined) return known;
      const convert = async (): Promise<void> => {
        try {
          parts.set(key, await converted(part, from, to));
        } catch (error) {
          if (!(error instanceof ConversionError)) throw error;
          parts.set(key, error);
        }
      };
      throw new NotConvertedError('', 0, convert, () => parts.delete(key));
    },
    encode: (body) => encode(body),
    isStored(body, stored) {
      if ((writtenIn.get(stored) ?? storageName) !== storageName) return false;
      const encoded = structuredClone(body);
      encode(encoded, body);
      const before = parseStored(stored);
      if (before.metadata !== undefined && encoded.metadata !== undefined)
        delete before.metadata.resourceVersion;
      delete encoded.metadata?.resourceVersion;
      return isDeepStrictEqual(encoded, before);
    },
    wrote(stored, as) {
      writtenIn.set(stored, (as === undefined ? undefined : writtenIn.get(as)) ?? storageName);
      // In the stored version it has just been pruned and defaulted.
      if (as === undefined && name === storageName && !unseen.test(stored.json)) views.set(stored, stored);
    },
    view(stored) {
      // A bookmark is not an object of the resource.
      if (stored.key === '') return stored;
      const known = views.get(stored);
      if (known !== undefined) return known;
      const written = writtenIn.get(stored) ?? storageName;
      if (converter !== undefined && written !== name)
        throw new NotConvertedError(stored.key, stored.revision, async () => convertStored(stored, written));
      const body = parseStored(stored);
      present(body, written);
      return keepView(stored, body);
    },
    canView: (stored) =>
      converter === undefined || views.has(stored) || (writtenIn.get(stored) ?? storageName) === name,
  };
}

/** Replaces what a webhook may change: everything except the metadata, and of these labels and annotations. */
function replaceContent(body: ObjectBody, converted: ObjectBody | undefined): void {
  if (converted === undefined) throw new Error('an object is stored before the webhook has converted it');
  const { metadata = {} } = body;
  const { labels, annotations } = converted.metadata ?? {};
  for (const field of Object.keys(body)) delete body[field];
  Object.assign(body, structuredClone(converted), { metadata });
  delete metadata.labels;
  delete metadata.annotations;
  if (labels !== undefined) metadata.labels = { ...labels };
  if (annotations !== undefined) metadata.annotations = { ...annotations };
}

function resourceOf(definition: ObjectBody, names: JsonObject, version: JsonObject): Resource {
  return defineResource({
    group: textAt(definition, 'spec', 'group'),
    version: textAt(version, 'name'),
    resource: textAt(names, 'plural'),
    kind: textAt(names, 'kind'),
    singular: textAt(names, 'singular'),
    namespaced: textAt(definition, 'spec', 'scope') === 'Namespaced',
    shortNames: textsOf(names['shortNames']),
    categories: textsOf(names['categories']),
    subresources: ['status', 'scale'].filter((name) => isJsonObject(at(version, 'subresources', name))),
  });
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the warning for a deprecated version: its own, or one that names the version to use instead. */
function deprecation(definition: ObjectBody, version: JsonObject): string[] {
  if (version['deprecated'] !== true) return [];
  const own = version['deprecationWarning'];
  if (typeof own === 'string') return [own];
  const group = textAt(definition, 'spec', 'group');
  const kind = textAt(definition, 'spec', 'names', 'kind');
  const name = textAt(version, 'name');
  const [better] = objectsOf(at(definition, 'spec', 'versions'))
    .filter((other) => other['served'] === true && other['deprecated'] !== true)
    .map((other) => textAt(other, 'name'))
    .toSorted(compareVersions)
    .filter((other) => compareVersions(other, name) < 0);
  const instead = better === undefined ? '' : `; use ${group}/${better} ${kind}`;
  return [`${group}/${name} ${kind} is deprecated${instead}`];
}

function rulesOf(version: JsonObject, resource: Resource, schema: VersionSchema): KindRules {
  return {
    ...commonRules,
    generation: 'counted',
    hasStatus: resource.subresources.includes('status'),
    unconditionalUpdate: false,
    nameProblems: dnsSubdomainProblems,
    selectableFields: selectableFieldsOf(version),
    read: (value) => schema.read(value),
    applyDefaults: (body) => applySchemaDefaults(body, schema.schema),
    validate: (body, context) => bounded(() => schema.createErrors(body, context)),
    validateChange: (body, old, subresource, context) =>
      bounded(() =>
        subresource === 'status'
          ? schema.statusErrors(body, old, context)
          : schema.updateErrors(body, old, context),
      ),
    warnings: finalizerWarnings,
  };
}

function selectableFieldsOf(version: JsonObject): KindRules['selectableFields'] {
  const fields: Record<string, (body: ObjectBody) => string> = {};
  for (const field of objectsOf(version['selectableFields'])) {
    const path = pathOf(textAt(field, 'jsonPath'));
    fields[path.join('.')] = (body) => textAt(body, ...path);
  }
  return fields;
}

const standardFinalizers: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

/** Returns the server's warnings for new finalizers. */
function finalizerWarnings(body: ObjectBody, old: ObjectBody | undefined): string[] {
  const before = new Set(old?.metadata?.finalizers ?? []);
  const added = (body.metadata?.finalizers ?? []).filter((finalizer) => !before.has(finalizer));
  return [...new Set(added)].toSorted().flatMap((finalizer) => {
    const head = `metadata.finalizers: ${JSON.stringify(finalizer)}:`;
    const warnings = labelKeyProblems(finalizer).map((problem) => `${head} ${problem}`);
    if (finalizer.includes('/') || standardFinalizers.has(finalizer)) return warnings;
    const path = finalizer.includes('.') ? ' including a path (/)' : '';
    const why = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`;
    return [...warnings, `${head} ${why}`];
  });
}
