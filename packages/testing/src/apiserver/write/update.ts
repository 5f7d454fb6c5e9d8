import { isDeepStrictEqual } from 'node:util';
import type { ObjectMeta } from 'kube-informers';
import { newBadRequest, newConflict, newInvalid, newNotFound } from 'kube-informers/internal';
import { type FieldError, invalidField, type ValidationContext } from '@kube-informers/schema/internal';
import { ChangedMeanwhile, storageKey, putObject, readStored } from '../registry/context.js';
import type { ServerContext, WriteOptions, WriteResult } from '../registry/context.js';
import { createObject, fillDefaults, matchNamespace, sameContent } from './create.js';
import { withConversions } from '../custom/undecodable-error.js';
import { removeObject } from './delete.js';
import { serverError } from '../http/failure.js';
import { resourceVersionSyntax } from '../http/query-values.js';
import { recordManager } from './managed-fields.js';
import { dropDuplicateOwners } from './owner-references.js';
import { keepParts, metadataKeptByStatus, partSubresource } from './part-subresources.js';
import {
  commonMetadataErrors,
  metadataErrors,
  metadataOf,
  metadataUpdateErrors,
  timestamp,
} from '../objects/object-meta.js';
import type { KindRules } from '../objects/kind-rules.js';
import type { ServedResource } from '../registry/registry.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';

/** The object that a write is for. */
export interface WriteTarget {
  readonly namespace: string;
  readonly name: string;
  /** "" for the object itself, `status`, `scale`, or one that changes a part. */
  readonly subresource: string;
}

/** Replaces an object by `body` (PUT). Rejects with the server's error. */
export async function replaceObject(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  body: ObjectBody,
  options: WriteOptions,
): Promise<WriteResult> {
  const metadata = metadataOf(body);
  dropDuplicateOwners(body, options, '');
  requireName(body, target.name);
  matchNamespace(served, body, target.namespace);
  const stored = served.table.get(storageKey(served, target.namespace, target.name));
  if (stored === undefined) {
    if (!served.rules.createOnUpdate || target.subresource !== '')
      throw newNotFound(served.resource, target.name);
    checkUid(served, target, metadata.uid, '', options);
    delete metadata.resourceVersion;
    return createObject(context, served, target.namespace, body, options);
  }
  checkUid(served, target, metadata.uid, stored.uid, options);
  return commitUpdate(context, served, target, stored, readStored(served, stored), body, options);
}

/** A uid in the body is a precondition; a mismatch has the storage's message. */
export function checkUid(
  served: ServedResource,
  target: WriteTarget,
  uid: string | undefined,
  stored: string,
  { dryRun }: Pick<WriteOptions, 'dryRun'>,
): void {
  if (uid === undefined || uid === '' || uid === stored) return;
  const key = `${storagePrefix(served)}/${storageKey(served, target.namespace, target.name)}`;
  // The storage of a dry run adds no prefix.
  const prefix = dryRun ? '' : '/registry';
  const why =
    `StorageError: invalid object, Code: 4, Key: ${prefix}/${key}, ResourceVersion: 0, AdditionalErrorMsg: ` +
    `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored}`;
  throw newConflict(served.resource, target.name, why);
}

/** Where etcd keeps objects of a resource: kubeapiserver/default_storage_factory_builder.go, apiserver's server/options/etcd.go. */
function storagePrefix({ customKind, resource: { group, resource } }: ServedResource): string {
  const byGroup = ['apiextensions.k8s.io', 'apiregistration.k8s.io'].includes(group);
  return byGroup || customKind !== undefined
    ? `${group}/${resource}`
    : (specialPrefixes[resource] ?? resource);
}

const specialPrefixes: Readonly<Record<string, string>> = {
  replicationcontrollers: 'controllers',
  endpoints: 'services/endpoints',
  nodes: 'minions',
  services: 'services/specs',
  ingresses: 'ingress',
};

/** The body's name must be present and match the URL's. */
export function requireName(body: ObjectBody, name: string): void {
  if ((metadataOf(body).name ?? '') === '') {
    throw newBadRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  }
  matchName(body, name);
}

/** The name in the body must match the URL's. */
function matchName(body: ObjectBody, name: string): void {
  const own = metadataOf(body).name ?? '';
  if (own !== '' && own !== name) {
    throw newBadRequest(`the name of the object (${own}) does not match the name on the URL (${name})`);
  }
}

/**
 * Stores the new state of an existing object; `old` is the stored state, parsed. Rejects with ChangedMeanwhile if it is stored no
 * more when webhooks have answered.
 */
export async function commitUpdate(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  stored: StoredObject,
  old: ObjectBody,
  given: ObjectBody,
  options: WriteOptions,
): Promise<WriteResult> {
  const { admission } = options;
  const check = (body: ObjectBody): void => {
    options.guard?.(served, body, old);
    const { resourceVersion = '' } = metadataOf(body);
    requireVersion(served, target.name, resourceVersion || '0', options);
    checkVersion(served, stored, resourceVersion);
  };
  if (admission === undefined) check(given);
  fillDefaults(served, given, options);
  recordManager(context, served, target.subresource, old, given, options);
  let body = given;
  if (admission !== undefined) {
    body = await admission.mutate({ operation: 'UPDATE', object: given, old });
    requireStored(served, stored);
    matchNamespace(served, body, target.namespace);
    check(body);
    metadataOf(body).resourceVersion = String(stored.revision);
  }
  dropDuplicateOwners(body, options, ' after mutating admission happens');
  keepSystemFields(body, old);
  const now = timestamp(context.clock.now());
  keepOtherPart(served, target.subresource, body, old, options, now);
  served.rules.prepareUpdate(body, old, options.trusted);
  countGeneration(served, target.subresource, body, old);
  // Times alone are not a change.
  const { managedFields } = metadataOf(old);
  if (managedFields !== undefined && sameContent(body, old)) metadataOf(body).managedFields = managedFields;
  // An object that a test has stored may lack defaults, which a server adds to whatever it reads.
  const isChecked = !options.trusted && served.rules.validation !== undefined;
  const before = isChecked ? structuredClone(old) : old;
  if (isChecked) fillDefaults(served, before, options);
  const errors = updateErrors(served, target.subresource, body, before, options);
  if (errors.length > 0) throw newInvalid(served.resource, target.name, errors);
  if (admission !== undefined) {
    await admission.validate({ operation: 'UPDATE', object: body, old });
    requireStored(served, stored);
  }
  for (const text of served.rules.warnings?.(body, old) ?? []) options.warn(text);
  if (served.customKind?.byWebhook === true) {
    await served.customKind.prepare(body);
    requireStored(served, stored);
  }
  if (sameContent(body, old)) {
    if (served.customKind?.isStored(body, stored) !== false) return { stored, created: false };
    if (admission !== undefined && !options.dryRun && !reread.has(stored)) {
      reread.add(stored);
      throw new ChangedMeanwhile();
    }
  } else if (served.customKind?.isStorage === false && served.customKind.isStored(body, stored)) {
    // It differs only in what the conversion to the stored version drops.
    return { stored, created: false };
  }
  metadataOf(body).resourceVersion = String(stored.revision);
  if (options.dryRun) {
    await served.customKind?.preview(body);
    return { stored, created: false, body };
  }
  if (isDone(body)) {
    removeObject(context, served, stored);
    return { stored, created: false, body };
  }
  return { stored: putObject(served, stored.key, body), created: false };
}

/**
 * Objects that an update would only write in another form, such as without empty labels. The server learns this when it reads them
 * from etcd instead of from its watch cache, and asks webhooks again (etcd3's GuaranteedUpdate).
 */
const reread = new WeakSet<StoredObject>();

/** True if what a client sent must be kept, because the write may begin again. */
export function mayBeginAgain({ customKind }: ServedResource, { admission }: WriteOptions): boolean {
  return admission !== undefined || customKind?.byWebhook === true;
}

function requireStored(served: ServedResource, stored: StoredObject): void {
  if (served.table.get(stored.key) !== stored) throw new ChangedMeanwhile();
}

/** Runs a write, and again as long as its object is changed while webhooks are asked. */
export async function untilUnchanged<T>(write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await withConversions(write);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
}

const declaredFields: ReadonlySet<string> = new Set([
  'metadata.uid',
  'metadata.deletionTimestamp',
  'metadata.deletionGracePeriodSeconds',
]);

function updateErrors(
  served: ServedResource,
  subresource: string,
  body: ObjectBody,
  old: ObjectBody,
  options: WriteOptions,
): readonly FieldError[] {
  const { rules } = served;
  const metadata = metadataOf(body);
  const changes = metadataUpdateErrors(metadata, metadataOf(old));
  const checkedAs = partSubresource(served, subresource)?.checkedAs ?? 'update';
  if (checkedAs !== 'update')
    return [...changes, ...(checkedAs === 'new' ? (rules.validation?.create(body) ?? []) : [])];
  // rest.BeforeUpdate and the kind's own validation both validate the change of the metadata.
  if (options.trusted) return [...metadataErrors(metadata, rules), ...changes, ...changes];
  const warn = (text: string): void => options.warn(text);
  const errors = ownErrors(rules, subresource, body, old, { metadataErrors: changes, warn });
  return rules.joinDeclared?.(errors, body, old, subresource) ?? errors;
}

function ownErrors(
  rules: KindRules,
  subresource: string,
  body: ObjectBody,
  old: ObjectBody,
  context: ValidationContext,
): readonly FieldError[] {
  const metadata = metadataOf(body);
  const { metadataErrors: changes } = context;
  if (rules.validation !== undefined) {
    // Declarative validation repeats some of the checks, last; then what the others found is left out (registry/rest/validate.go).
    const isDeclared = ({ field }: FieldError): boolean => declaredFields.has(field);
    const own = [...changes, ...rules.validation.change(body, old, subresource)];
    return [
      ...commonMetadataErrors(metadata),
      ...own.filter((error) => !isDeclared(error)),
      ...changes.filter(isDeclared),
    ];
  }
  const errors = [...metadataErrors(metadata, rules), ...changes, ...changes];
  if (rules.validateChange !== undefined)
    return [...errors, ...rules.validateChange(body, old, subresource, context)];
  if (subresource === 'status') return errors;
  const forbidden = rules.validateUpdate(body, old);
  return [...errors, ...(forbidden.length > 0 ? forbidden : rules.validate(body, context))];
}

/** Some kinds cannot be updated without a version. 0 counts as no version. */
function requireVersion(
  { rules, resource: { group, resource } }: ServedResource,
  name: string,
  resourceVersion: string,
  { trusted }: WriteOptions,
): void {
  if (resourceVersion !== '0' || rules.unconditionalUpdate || trusted) return;
  throw newInvalid({ group, kind: resource }, name, [
    invalidField('metadata.resourceVersion', 0, 'must be specified for an update'),
  ]);
}

/** Optimistic concurrency: the client's version must be the stored one. */
function checkVersion(served: ServedResource, stored: StoredObject, resourceVersion: string): void {
  const syntax = resourceVersionSyntax(resourceVersion);
  if (syntax !== undefined) throw serverError(syntax);
  if (resourceVersion === '' || resourceVersion === '0') return;
  if (resourceVersion !== String(stored.revision)) throw newConflict(served.resource, stored.name);
}

/** rest.BeforeUpdate: keeps the fields that only the server sets. */
function keepSystemFields(body: ObjectBody, old: ObjectBody): void {
  const metadata = metadataOf(body);
  const before = metadataOf(old);
  if ((metadata.uid ?? '') === '' && before.uid !== undefined) metadata.uid = before.uid;
  delete metadata.selfLink;
  if (before.creationTimestamp !== undefined) metadata.creationTimestamp = before.creationTimestamp;
  // A started deletion cannot be undone; validation rejects setting such fields by an update.
  if (before.deletionTimestamp !== undefined) metadata.deletionTimestamp = before.deletionTimestamp;
  if (before.deletionGracePeriodSeconds !== undefined) {
    metadata.deletionGracePeriodSeconds = before.deletionGracePeriodSeconds;
  }
  if (before.generation === undefined) delete metadata.generation;
  else metadata.generation = before.generation;
}

/**
 * Keeps the status in an update of the object, and everything except the status and some metadata in one of the
 * status; another subresource changes its part alone.
 */
function keepOtherPart(
  served: ServedResource,
  subresource: string,
  body: ObjectBody,
  old: ObjectBody,
  options: WriteOptions,
  now: string,
): void {
  const part = partSubresource(served, subresource);
  if (subresource === 'status' || part !== undefined) {
    const copy: ObjectBody = parseOwn(old);
    if (part === undefined) copy['status'] = body['status'];
    else part.take(body, copy, now);
    for (const field of Object.keys(body)) if (field !== 'metadata') delete body[field];
    for (const [field, value] of Object.entries(copy))
      if (field !== 'metadata' && value !== undefined) body[field] = value;
    if (served.custom || part?.changesMetadata === false) keepMetadata(body, copy);
    else if (part === undefined)
      for (const field of metadataKeptByStatus(served)) keepField(metadataOf(body), metadataOf(copy), field);
    return;
  }
  if (options.trusted) return;
  if (served.rules.hasStatus) {
    if (old['status'] === undefined) delete body['status'];
    else body['status'] = parseOwn(old)['status'];
  }
  keepParts(served, body, old);
}

/** The status endpoint of a custom resource and some other endpoints change no metadata except managedFields. */
function keepMetadata(body: ObjectBody, old: ObjectBody): void {
  const { managedFields, resourceVersion } = metadataOf(body);
  const metadata = metadataOf(old);
  if (managedFields === undefined) delete metadata.managedFields;
  else metadata.managedFields = managedFields;
  if (resourceVersion !== undefined) metadata.resourceVersion = resourceVersion;
  body.metadata = metadata;
}

function keepField(metadata: ObjectMeta, old: ObjectMeta, field: keyof ObjectMeta): void {
  if (old[field] === undefined) delete metadata[field];
  else Object.assign(metadata, { [field]: old[field] });
}

function parseOwn(body: ObjectBody): ObjectBody {
  return structuredClone(body);
}

function countGeneration(
  served: ServedResource,
  subresource: string,
  body: ObjectBody,
  old: ObjectBody,
): void {
  if (served.rules.generation !== 'counted' || subresource === 'status') return;
  const { generationCounts: part } = served.rules;
  const isPartChanged =
    part !== undefined && !isDeepStrictEqual(metadataOf(body)[part] ?? {}, metadataOf(old)[part] ?? {});
  if (!isPartChanged && isDeepStrictEqual(desired(body, served), desired(old, served))) return;
  const metadata = metadataOf(body);
  metadata.generation = (metadata.generation ?? 0) + 1;
}

/**
 * Returns what generation counts: the spec, or everything except metadata and status for custom kinds and those
 * without a spec.
 */
function desired(body: ObjectBody, served: ServedResource): unknown {
  const { metadata, kind: _kind, apiVersion: _apiVersion, ...content } = body;
  // Without the subresource a custom resource's status is an ordinary field.
  if (served.custom && !served.rules.hasStatus) return content;
  const { status: _status, ...rest } = content;
  // A Deployment's annotations are copied to its ReplicaSets.
  if (served.id === 'deployments.apps') return [body['spec'], metadata?.annotations ?? {}];
  return served.custom || body['spec'] === undefined ? rest : body['spec'];
}

/** An object that is being deleted is removed with its last finalizer. */
function isDone(body: ObjectBody): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = metadataOf(body);
  return (
    deletionTimestamp !== undefined &&
    finalizers.length === 0 &&
    deletionGracePeriodSeconds === 0 &&
    !holdsSpecFinalizers(body)
  );
}

/** A namespace also has finalizers in its spec, which its own deletion removes. */
function holdsSpecFinalizers(body: ObjectBody): boolean {
  const spec = body['spec'];
  return (
    typeof spec === 'object' &&
    spec !== null &&
    'finalizers' in spec &&
    Array.isArray(spec.finalizers) &&
    spec.finalizers.length > 0
  );
}
