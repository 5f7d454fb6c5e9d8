import { isDeepStrictEqual } from 'node:util';
import { type FieldError, emptyFields } from '@kube-informers/schema/internal';
import { StatusError } from 'kube-informers';
import {
  newAlreadyExists,
  newBadRequest,
  newForbidden,
  newInvalid,
  newNotFound,
} from 'kube-informers/internal';
import { generateName, maxGenerateAttempts, newGenerateNameConflict } from 'kube-informers/internal';
import { storageKey, putObject } from '../registry/context.js';
import type { ServerContext, WriteOptions, WriteResult } from '../registry/context.js';
import { serverError } from '../http/failure.js';
import { keepsStatusOnCreate } from '../kinds/built-in-kinds.js';
import { recordManager } from './managed-fields.js';
import { dropDuplicateOwners } from './owner-references.js';
import { resourceVersionSyntax } from '../http/query-values.js';
import {
  commonMetadataErrors,
  fillSystemFields,
  metadataErrors,
  metadataOf,
  wipeSystemFields,
} from '../objects/object-meta.js';
import type { KindRules } from '../objects/kind-rules.js';
import type { ServedResource } from '../registry/registry.js';
import { unstoredObject } from '../storage/stored-object.js';
import type { ObjectBody } from '../storage/stored-object.js';

/**
 * Creates `given`, which becomes the server's own. Rejects with the server's error.
 *
 * Without webhooks, the object is stored when this returns.
 */
export async function createObject(
  context: ServerContext,
  served: ServedResource,
  namespace: string,
  given: ObjectBody,
  options: WriteOptions,
): Promise<WriteResult> {
  const { rules } = served;
  matchNamespace(served, given, namespace);
  requireNamespace(context, served, namespace, given.metadata?.name ?? '');
  if (served.customKind?.terminating === true) {
    const why = 'create not allowed while custom resource definition is terminating';
    throw newForbidden(served.resource, given.metadata?.name ?? '', why);
  }
  wipeSystemFields(metadataOf(given));
  fillDefaults(served, given, options);
  dropDuplicateOwners(given, options, '');
  recordManager(context, served, '', undefined, given, options);
  const { admission } = options;
  let body = given;
  if (admission !== undefined) {
    body = await admission.mutate({ operation: 'CREATE', object: given, old: undefined });
    dropDuplicateOwners(body, options, ' after mutating admission happens');
    matchNamespace(served, body, namespace);
  }
  options.guard?.(served, body, undefined);
  const errors = newObjectErrors(context, served, namespace, body, options);
  const metadata = metadataOf(body);
  if (errors.length > 0) throw newInvalid(served.resource, metadata.name ?? '', errors);

  if (admission !== undefined)
    await admission.validate({ operation: 'CREATE', object: body, old: undefined });
  const { resourceVersion = '', generateName: base = '' } = metadata;
  const syntax = resourceVersionSyntax(resourceVersion);
  if (syntax !== undefined) throw serverError(syntax);
  if (resourceVersion !== '' && resourceVersion !== '0' && !options.trusted) {
    throw serverError(hasResourceVersion);
  }
  const key = storageKey(served, namespace, metadata.name ?? '');
  if (served.table.get(key) !== undefined) {
    throw base === ''
      ? newAlreadyExists(served.resource, metadata.name ?? '')
      : newGenerateNameConflict(served.resource, metadata.name ?? '', 1);
  }
  for (const text of rules.warnings?.(body, undefined) ?? []) options.warn(text);
  if (served.customKind?.byWebhook === true) {
    await served.customKind.prepare(body);
    if (served.table.get(key) !== undefined) throw newAlreadyExists(served.resource, metadata.name ?? '');
  }
  if (options.dryRun) {
    delete metadata.resourceVersion;
    await served.customKind?.preview(body);
    const stored = unstoredObject(body, served.type);
    return { stored, created: true, body };
  }
  return { stored: putObject(served, key, body), created: true };
}

/** The refusal of a new object that has a resourceVersion. */
export const hasResourceVersion = 'resourceVersion should not be set on objects to be created';

/**
 * Makes of a body what would be stored, and returns why it would not be. May throw the server's refusal.
 *
 * `isAlone`: what depends on other objects and on the cluster's addresses is not refused.
 */
export function newObjectErrors(
  context: ServerContext,
  served: ServedResource,
  namespace: string,
  body: ObjectBody,
  options: WriteOptions,
  isAlone = false,
): readonly FieldError[] {
  const { rules } = served;
  const metadata = metadataOf(body);
  fillSystemFields(metadata, context.clock.now());
  if (rules.generation !== 'none') metadata.generation = 1;
  if (rules.hasStatus && !options.trusted && !keepsStatusOnCreate(served.id)) delete body['status'];
  if (body['status'] === undefined && served.type !== undefined) {
    // Go's status struct is never absent.
    const { status } = emptyFields(served.type);
    if (status !== undefined) body['status'] = status;
  }
  const { name = '', generateName: base = '' } = metadata;
  if (name === '' && base !== '') {
    metadata.name = freeName(context, served, namespace, base);
    // Some depend on the name.
    rules.applyDefaults(body);
  }
  rules.prepareCreate(body, options.trusted || isAlone, options.user);
  return createErrors(served, body, options);
}

function createErrors(
  { rules }: ServedResource,
  body: ObjectBody,
  options: WriteOptions,
): readonly FieldError[] {
  const metadata = metadataOf(body);
  if (options.trusted) return metadataErrors(metadata, rules);
  const errors = ownErrors(rules, body, options);
  return rules.joinDeclared?.(errors, body, undefined, '') ?? errors;
}

function ownErrors(rules: KindRules, body: ObjectBody, options: WriteOptions): readonly FieldError[] {
  const metadata = metadataOf(body);
  if (rules.validation === undefined) {
    const ofMetadata = metadataErrors(metadata, rules);
    const warn = (text: string): void => options.warn(text);
    return [...ofMetadata, ...rules.validate(body, { metadataErrors: ofMetadata, warn })];
  }
  const errors = rules.validation.create(body);
  return errors.length > 0 ? errors : commonMetadataErrors(metadata);
}

/** Fills in the defaults of a body. Those of a custom resource are filled in where it is decoded or applied. */
export function fillDefaults(
  { rules, custom }: ServedResource,
  body: ObjectBody,
  { trusted }: WriteOptions,
): void {
  if (!custom || trusted) rules.applyDefaults(body);
}

/** rest.EnsureObjectNamespaceMatchesRequestNamespace; afterwards the namespace is the URL's. */
export function matchNamespace(served: ServedResource, body: ObjectBody, namespace: string): void {
  const metadata = metadataOf(body);
  if (!served.resource.namespaced) {
    delete metadata.namespace;
    return;
  }
  if ((metadata.namespace ?? '') !== '' && metadata.namespace !== namespace) {
    throw newBadRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }
  metadata.namespace = namespace;
}

/** The NamespaceLifecycle admission: the namespace must exist and must not be terminating. */
function requireNamespace(
  context: ServerContext,
  served: ServedResource,
  namespace: string,
  name: string,
): void {
  if (!served.resource.namespaced) return;
  const namespaces = context.registry.find('', 'v1', 'namespaces');
  const stored = namespaces?.table.get(namespace);
  if (stored === undefined) throw newNotFound({ group: '', resource: 'namespaces' }, namespace);
  if (stored.fields['status.phase'] !== 'Terminating') return;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { status } = newForbidden(served.resource, name, why);
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  };
  throw new StatusError({ ...status, details: { ...status.details, causes: [cause] } });
}

function freeName(context: ServerContext, served: ServedResource, namespace: string, base: string): string {
  let name = generateName(base, context.random);
  for (let attempt = 1; attempt < maxGenerateAttempts; attempt++) {
    if (served.table.get(storageKey(served, namespace, name)) === undefined) break;
    name = generateName(base, context.random);
  }
  return name;
}

/** True if storing `body` would change only times and versions. */
export function sameContent(body: ObjectBody, old: ObjectBody): boolean {
  return isDeepStrictEqual(comparable(body), comparable(old));
}

function comparable(body: ObjectBody): ObjectBody {
  const { managedFields, resourceVersion: _resourceVersion, ...metadata } = metadataOf(body);
  const owners = (managedFields ?? []).map(({ time: _time, ...entry }) => entry);
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = body;
  return { ...rest, metadata, managedFields: owners };
}
