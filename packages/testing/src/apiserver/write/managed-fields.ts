import type { BodyKind } from '../bodies/decode.js';
import { readTyped } from '../bodies/decode.js';
import { keepEmptyMetadata } from '../custom/custom-kind.js';
import type { CustomKind } from '../custom/custom-kind.js';
import { ConversionError } from '../webhooks/webhook-converter.js';
import { asObject, decodeMetadata, decodeTyped } from '@kube-informers/schema/internal';
import { FieldManager } from '../managedfields/field-manager.js';
import { fieldSetOf } from '../managedfields/field-set.js';
import type { FieldSet } from '../managedfields/field-set.js';
import type { ReplicasPaths } from '../managedfields/managed.js';
import { MissingVersionError } from '../managedfields/merge.js';
import type { Converter } from '../managedfields/merge.js';
import { atomOfSchema, atomOfType } from '../managedfields/schema.js';
import type { Atom } from '../managedfields/schema.js';
import { TypedError, TypedValue } from '../managedfields/typed-value.js';
import { metadataOf, timestamp } from '../objects/object-meta.js';
import { metadataKeptByStatus } from './part-subresources.js';
import type { ServerContext, WriteOptions } from '../registry/context.js';
import type { ServedResource } from '../registry/registry.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** Returns the field manager of a resource at one of its endpoints: "" for the object itself, or `status`. */
export function fieldManagerOf(
  context: ServerContext,
  served: ServedResource,
  subresource: string,
): FieldManager {
  const { kind, apiVersion } = served.resource;
  const { type } = served;
  return new FieldManager({
    kind,
    apiVersion,
    subresource,
    type: typeOf(served, served.customKind?.openApi),
    converter: converterOf(context, served),
    resetFields: (version) => resetFields(served, subresource, version),
    now: () => timestamp(context.clock.now()),
    empty: () => (type === undefined ? {} : decodeTyped(type, {}).value),
    complete(object) {
      const body = type === undefined ? withMetadata(object) : decoded(served, object);
      served.rules.applyDefaults(body);
      return body;
    },
  });
}

/**
 * Records in metadata.managedFields which fields a write changes; `old` is undefined for a new object.
 *
 * A write without a manager keeps the managers, or has set them: an empty list for none.
 */
export function recordManager(
  context: ServerContext,
  served: ServedResource,
  subresource: string,
  old: ObjectBody | undefined,
  body: ObjectBody,
  { fieldManager }: WriteOptions,
): void {
  if (fieldManager !== '') {
    fieldManagerOf(context, served, subresource).update(old, body, fieldManager);
    return;
  }
  const metadata = metadataOf(body);
  const before = old === undefined ? undefined : metadataOf(old).managedFields;
  if (metadata.managedFields === undefined && before !== undefined) metadata.managedFields = before;
  if (metadata.managedFields?.length === 0) delete metadata.managedFields;
}

/** Returns the field manager of the scales of a resource, which are of the kind `scale`. */
export function scaleManagerOf(
  context: ServerContext,
  served: ServedResource,
  scale: BodyKind,
): FieldManager {
  const { kind, apiVersion } = scale.resource;
  const { type } = scale;
  if (type === undefined) throw new Error('the table of types has no Scale');
  return new FieldManager({
    kind,
    apiVersion,
    subresource: 'scale',
    type: atomOfType(type),
    converter: {
      convert(object, version) {
        if (version !== apiVersion) throw new MissingVersionError(`no scale in ${version}`);
        return object;
      },
    },
    resetFields: () => undefined,
    now: () => timestamp(context.clock.now()),
    empty: () => ({}),
    complete(object) {
      // Kubernetes 1.37 cannot convert the merged scale of a custom resource.
      if (served.custom) throw invalidVersion(apiVersion);
      return decoded(scale, object);
    },
  });
}

/** Returns where the objects of a resource have their replicas, by version. */
export function replicasPaths({ resource, customKind }: ServedResource): ReplicasPaths {
  if (customKind === undefined) return new Map([[resource.apiVersion, ['f:spec', 'f:replicas']]]);
  return new Map(
    [...customKind.versions].map(([version, { replicas }]) => [
      version,
      replicas?.map((field) => `f:${field}`),
    ]),
  );
}

function typeOf({ type }: ServedResource, openApi: ObjectBody | undefined): Atom {
  return type === undefined ? atomOfSchema(openApi ?? {}) : atomOfType(type);
}

/** Versions differ only in their types: custom resources are not converted, and built-in ones not restructured. */
function converterOf(context: ServerContext, served: ServedResource): Converter {
  return {
    convert(object, version) {
      if (version === object.version) return object;
      if (version.split('/').length > 2) throw new TypedError(`unexpected GroupVersion string: ${version}`);
      const { customKind } = served;
      if (customKind !== undefined) {
        const other = customKind.versions.get(version);
        if (other === undefined) throw invalidVersion(version);
        const value = customKind.byWebhook ? convertedPart(customKind, object, version) : object.value;
        return new TypedValue(value, atomOfSchema(other.openApi), version).validate();
      }
      const { resource } = served.resource;
      const other = context.registry.find(...splitVersion(version), resource);
      const from = context.registry.find(...splitVersion(object.version), resource);
      if (other?.type === undefined || other.table !== served.table)
        throw new MissingVersionError(`no kind ${served.resource.kind} in ${version}`);
      return new TypedValue(reformed(object.value, from, other), atomOfType(other.type), version).validate();
    },
  };
}

/** Has the webhook convert a value. Throws NotConvertedError until it has. */
function convertedPart(customKind: CustomKind, { value, version }: TypedValue, to: string): unknown {
  const part = asObject(value);
  if (part === undefined) return value;
  try {
    return customKind.convertPart(part, splitVersion(version)[1], splitVersion(to)[1]);
  } catch (error) {
    if (error instanceof ConversionError) throw new TypedError(error.message);
    throw error;
  }
}

/** Returns the group and the version of an apiVersion. */
function splitVersion(apiVersion: string): [group: string, version: string] {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return [group, version];
}

/** Returns a value in the form of another resource with the same objects. */
function reformed(value: unknown, from: ServedResource | undefined, to: ServedResource): unknown {
  const body = asObject(value);
  if (body === undefined || from?.form === to.form) return value;
  const stored = from?.form?.toStored(body) ?? body;
  return to.form?.fromStored(stored) ?? stored;
}

function invalidVersion(version: string): TypedError {
  return new TypedError(`request to convert CR to an invalid group/version: ${version}`);
}

const statusOnly = fieldSetOf(['f:status']);
const specAndMetadata = fieldSetOf(['f:spec'], ['f:metadata']);

/** Returns the fields that an endpoint does not change, in one version. */
function resetFields(served: ServedResource, subresource: string, version: string): FieldSet | undefined {
  const { customKind, rules, resource } = served;
  if (customKind === undefined) {
    if (subresource !== 'status' && subresource !== 'approval')
      return rules.hasStatus ? statusOnly : undefined;
    const kept = subresource === 'status' ? metadataKeptByStatus(served) : [];
    return fieldSetOf(['f:spec'], ...kept.map((field) => ['f:metadata', `f:${field}`]));
  }
  if (subresource === 'status')
    return customKind.versions.get(version)?.hasStatus === true ? specAndMetadata : undefined;
  return rules.hasStatus && version === resource.apiVersion ? statusOnly : undefined;
}

/** Decodes an object of a built-in kind. Throws TypedError. */
function decoded(kind: BodyKind, object: ObjectBody): ObjectBody {
  const { value, problem } = readTyped(kind, object, 'unstructured');
  if (problem === undefined) return value;
  const { apiVersion } = kind.resource;
  const shown = `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind.resource.kind}`;
  throw new TypedError(`unable to convert unstructured object to ${shown}: ${problem}`);
}

/** A custom resource has the metadata of any object. Throws TypedError. */
function withMetadata(object: ObjectBody): ObjectBody {
  const applied = asObject(object.metadata) ?? {};
  const { value, problem } = decodeMetadata(applied);
  if (problem !== undefined) throw new TypedError(problem);
  keepEmptyMetadata(applied, value);
  return { ...object, metadata: value };
}
