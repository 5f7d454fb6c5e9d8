import { jsonTypeOf } from '../json/go-print.js';
import type { ManagedFieldsEntry, StatusCause } from '../../meta/types.js';
import { requiredField } from '../../meta/field-error.js';
import { storageKey, readStored } from '../registry/context.js';
import type { ServerContext, WriteOptions, WriteResult } from '../registry/context.js';
import { createObject, matchNamespace } from './create.js';
import { fieldConflict, serverError } from '../http/failure.js';
import { newBadRequest, newConflict, newInvalid, newNotFound } from '../../meta/status.js';
import { depthProblem } from '../json/json-depth.js';
import { asObject, childOf, isJsonObject } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import type { CustomKind } from '../custom/custom-kind.js';
import { decodeMetadata } from '../custom/embedded-resource.js';
import { typedProblem } from '../custom/typed-problems.js';
import { appliedByClient, kubectl, renewLastApplied } from './last-applied.js';
import {
  isOwned,
  managersOf,
  mergeSchemaOf,
  recordUpdate,
  sameManager,
  setManagers,
} from './managed-fields.js';
import type { Manager } from './managed-fields.js';
import { metadataOf, timestamp } from '../objects/object-meta.js';
import { appliedProblem } from '../patch/apply-problems.js';
import { mergeApplied, withoutPaths, withParents } from '../patch/apply-merge.js';
import {
  compareFields,
  comparePaths,
  configuredFields,
  fieldValues,
  isBelow,
  shownPath,
} from '../patch/field-set.js';
import type { FieldChanges, FieldPath } from '../patch/field-set.js';
import type { MergeSchema } from '../patch/merge-schema.js';
import type { ServedResource } from '../registry/registry.js';
import type { ObjectBody } from '../storage/stored-object.js';
import type { BodyKind } from '../bodies/body-kind.js';
import { bodyProblems, strictRefusal } from '../bodies/strict-fields.js';
import { readTyped } from '../bodies/typed-body.js';
import { commitUpdate, requireName } from './update.js';
import type { WriteTarget } from './update.js';
import { yamlToJson } from '../json/yaml-body.js';

/** The version in which managers own the fields of a scale. */
const scaleVersion = 'autoscaling/v1';

/** Options of an apply. */
export interface ApplyOptions extends WriteOptions {
  /** The applying manager. */
  readonly manager: string;
  /** Takes over fields that others own. */
  readonly force: boolean;
}

/**
 * Server-side apply: sets the configuration's fields, and removes those the manager applied before.
 *
 * Removed are fields that the manager now leaves out, unless another manager owns them too. The body is YAML. Throws
 * 409 with a cause for each changed field that another manager owns, unless forced.
 */
export async function applyObject(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  text: string,
  options: ApplyOptions,
): Promise<WriteResult> {
  requireManager(options);
  const applied = await parseConfiguration(served, served.customKind, text, options);
  return applyConfiguration(context, served, target, applied, options);
}

/** An apply needs the name of its manager. Throws 422. */
export function requireManager({ manager }: ApplyOptions): void {
  if (manager !== '') return;
  throw newInvalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [
    requiredField('fieldManager', 'is required for apply patch'),
  ]);
}

/** Applies a configuration that was read, of the object or of its scale. */
export function applyConfiguration(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  applied: ObjectBody,
  options: ApplyOptions,
): WriteResult {
  // managedFields are computed here, not from the difference.
  const write: WriteOptions = { ...options, fieldManager: '' };
  const ofScale = target.subresource === 'scale';
  const own: ManagedFieldsEntry = {
    manager: options.manager,
    operation: 'Apply',
    apiVersion: served.resource.apiVersion,
    ...(ofScale ? {} : { time: timestamp(context.clock.now()) }),
    ...(target.subresource === '' ? {} : { subresource: target.subresource }),
  };
  const schema = mergeSchemaOf(served);
  const wanted = new Set(
    [...configuredFields(applied, schema)].filter((path) => isOwned(path, served, target.subresource, false)),
  );
  const stored = served.table.get(storageKey(served, target.namespace, target.name));
  if (stored === undefined) {
    if (target.subresource !== '') throw newNotFound(served.resource, target.name);
    requireName(applied, target.name);
    const { uid = '' } = metadataOf(applied);
    if (uid !== '') {
      const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
      throw newConflict(served.resource, target.name, why);
    }
    const body = retyped(served, applied);
    delete metadataOf(body).resourceVersion;
    setManagers(body, [{ entry: own, paths: wanted }]);
    return createObject(context, served, target.namespace, body, write);
  }
  const old = readStored(served, stored);
  const managers = managersOf(old);
  if (managers.length === 0) managers.push(...ownersSoFar(context, served, old));
  const last = managers.find(({ entry }) => sameManager(entry, own));
  const others = managers.filter((manager) => manager !== last);

  const merged: ObjectBody = mergeApplied(readStored(served, stored), applied, schema);
  const body = retyped(served, pruned(merged, last?.paths, wanted, others, schema));
  // A scale without replicas has 0, not the default of its object.
  if (ofScale) childOf(body, 'spec')['replicas'] ??= 0;
  const changes = compareFields(fieldValues(old, schema), fieldValues(body, schema));
  for (const path of [...changes.changed, ...changes.removed]) {
    if (isOwned(path, served, target.subresource, false)) continue;
    changes.changed.delete(path);
    changes.removed.delete(path);
  }
  const byKubectl = options.manager === kubectl && !ofScale;
  const allowed = byKubectl ? appliedByClient(old, schema) : new Set<FieldPath>();
  takeOver(changes, others, options.force, allowed, ofScale ? scaleVersion : undefined);
  if (byKubectl) renewLastApplied(served, body, old, applied);
  requireName(applied, target.name);
  matchNamespace(served, body, target.namespace);
  // An apply without changes sets no time, or keeps the previous one.
  const changed = changes.changed.size + changes.removed.size > 0;
  const { time: _now, ...timeless } = own;
  const entry = changed ? own : { ...timeless, ...(last === undefined ? {} : timeOf(last.entry)) };
  setManagers(body, [...others, { entry, paths: wanted }]);
  return commitUpdate(context, served, target, stored, old, body, write);
}

/** For an object without managers, all fields belong to the manager of earlier writes. */
function ownersSoFar(context: ServerContext, served: ServedResource, old: ObjectBody): Manager[] {
  const copy: ObjectBody = structuredClone(old);
  const options = {
    dryRun: false,
    trusted: false,
    fieldValidation: 'Ignore',
    warn: () => undefined,
  } as const;
  recordUpdate(context, served, copy, undefined, { ...options, fieldManager: 'before-first-apply' }, '');
  return managersOf(copy);
}

/** Encodes the object by its type again: parts left empty by merging are dropped. */
function retyped(served: ServedResource, body: ObjectBody): ObjectBody {
  return served.type === undefined ? body : readTyped(served, body).value;
}

/** Removes fields that this manager applied before but not now, and that have no other owner. */
function pruned(
  merged: ObjectBody,
  last: ReadonlySet<FieldPath> | undefined,
  wanted: ReadonlySet<FieldPath>,
  others: readonly Manager[],
  schema: MergeSchema,
): ObjectBody {
  if (last === undefined || last.size === 0) return merged;
  const managed = withParents([...wanted, ...others.flatMap(({ paths }) => [...paths])], schema);
  // Every configuration has a name.
  managed.add('f:metadata');
  const gone = [...withParents(last, schema)].filter((path) => !managed.has(path));
  if (gone.length === 0) return merged;
  // Parents of removed fields are kept if they have an owner.
  const kept = gone.filter((path) => ![...managed].some((other) => isBelow(other, path)));
  return withoutPaths(merged, kept, schema);
}

function timeOf({ time }: ManagedFieldsEntry): { time?: string } {
  return time === undefined ? {} : { time };
}

/** Reads a configuration and validates it by the schema of its kind. Throws the server's error. */
export async function parseConfiguration(
  served: BodyKind,
  customKind: CustomKind | undefined,
  text: string,
  options: WriteOptions,
): Promise<ObjectBody> {
  const read = await yamlToJson(text);
  if ('problem' in read)
    throw newBadRequest(`error decoding YAML: error converting YAML to JSON: ${read.problem}`);
  if (options.fieldValidation === 'Strict' && read.twice.length > 0) {
    const lines = read.twice.map((text) => `  ${text}`).join('\n');
    throw newBadRequest(
      `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n${lines}`,
    );
  }
  if (options.fieldValidation === 'Warn') for (const text of read.twice) options.warn(text);
  const value: unknown = JSON.parse(read.json) ?? {};
  if (!isJsonObject(value)) {
    throw newBadRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type map[string]interface {}`,
    );
  }
  const { kind, apiVersion } = served.resource;
  if (value['kind'] !== kind || value['apiVersion'] !== apiVersion) {
    throw newBadRequest(
      `invalid object type: ${shownType(value['apiVersion'])}, Kind=${shownText(value['kind'])}`,
    );
  }
  if (isJsonObject(value['metadata']) && value['metadata']['managedFields'] !== undefined) {
    throw newBadRequest('metadata.managedFields must be nil');
  }
  if (customKind !== undefined) return customConfiguration(served, customKind, value);
  const type = served.type;
  const schemaProblem = type === undefined ? undefined : appliedProblem(type, value);
  if (schemaProblem !== undefined) throw untypedPatch(served, value, schemaProblem);
  const { problem, unknown } = readTyped(served, value, 'unstructured');
  if (problem !== undefined) throw unconverted(served, value, problem);
  const refusal = strictRefusal(bodyProblems(served, read.json, unknown, options), options);
  if (refusal !== undefined) throw newBadRequest(refusal);
  delete value['kind'];
  delete value['apiVersion'];
  return value;
}

/** A custom resource's configuration is validated without defaults. */
function customConfiguration(served: BodyKind, kind: CustomKind, value: JsonObject): ObjectBody {
  const problem = depthProblem(value) ?? typedProblem(value, kind.schema);
  if (problem !== undefined) throw untypedPatch(served, value, problem);
  const metadata = decodeMetadata(value['metadata'] ?? {});
  const { kind: _kind, apiVersion: _apiVersion, ...body } = value;
  return { ...body, metadata: metadata.value };
}

/** Creates the error for a configuration that violates its kind's schema. */
function untypedPatch(served: BodyKind, value: JsonObject, problem: string): Error {
  return serverError(`failed to create typed patch object (${shownObject(served, value)}): ${problem}`);
}

/** Creates the error for a configuration that matches the schema, but cannot be decoded into the kind's type. */
function unconverted(served: BodyKind, value: JsonObject, problem: string): Error {
  const type = `${shownType(served.resource.apiVersion)}, Kind=${served.resource.kind}`;
  return notConverted(served, value, `unable to convert unstructured object to ${type}: ${problem}`);
}

/** Creates the error for a merged object that does not become one of its version. */
export function notConverted(served: BodyKind, value: JsonObject, problem: string): Error {
  const object = shownObject(served, value);
  return serverError(`failed to convert new object (${object}) to proper version: ${problem}`);
}

function shownObject({ resource }: BodyKind, value: JsonObject): string {
  const { namespace = '', name = '' } = asObject(value['metadata']) ?? {};
  return `${shownText(namespace)}/${shownText(name)}; ${shownType(resource.apiVersion)}, Kind=${resource.kind}`;
}

function shownText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function shownType(apiVersion: unknown): string {
  const text = shownText(apiVersion);
  return text.includes('/') ? text : `/${text}`;
}

/** Finds changed fields that others own; throws, or takes them over; those in `allowed` are always taken over. */
function takeOver(
  { changed, removed }: FieldChanges,
  others: readonly Manager[],
  force: boolean,
  allowed: ReadonlySet<FieldPath>,
  shownVersion: string | undefined,
): void {
  const causes: StatusCause[] = [];
  for (const { entry, paths } of others) {
    for (const path of removed) paths.delete(path);
    for (const path of [...paths].filter((own) => changed.has(own)).toSorted(comparePaths)) {
      if (force || allowed.has(path)) paths.delete(path);
      else {
        causes.push({
          reason: 'FieldManagerConflict',
          message: `conflict with ${shownManager({ ...entry, ...(shownVersion === undefined ? {} : { apiVersion: shownVersion }) })}`,
          field: shownPath(path),
        });
      }
    }
  }
  if (causes.length > 0) throw fieldConflict(causes);
}

function shownManager({
  manager = '',
  operation,
  apiVersion = '',
  subresource = '',
}: ManagedFieldsEntry): string {
  const by = `${JSON.stringify(manager)}${subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`}`;
  return operation === 'Update' ? `${by} using ${apiVersion}` : by;
}
