import { invalidField, notSupportedField } from '../../meta/field-error.js';
import type { FieldError } from '../../meta/field-error.js';
import { storageKey, putObject, readStored } from '../registry/context.js';
import type { ServerContext, WriteResult } from '../registry/context.js';
import { newConflict, newForbidden, newInvalid, newNotFound } from '../../meta/status.js';
import { asObject } from '../json/json-fields.js';
import { parseInteger } from '../http/query-values.js';
import { metadataOf, timestamp } from '../objects/object-meta.js';
import type { ServedResource } from '../registry/registry.js';
import { parseStored } from '../storage/stored-object.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';

/** Validated metav1.DeleteOptions. */
export interface DeleteRequest {
  readonly dryRun: boolean;
  readonly gracePeriodSeconds: number | undefined;
  /** "" if absent: the object's own finalizers then decide. */
  readonly propagationPolicy: string;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

/** The options of a plain DELETE. */
export const plainDelete: DeleteRequest = {
  dryRun: false,
  gracePeriodSeconds: undefined,
  propagationPolicy: '',
  uid: undefined,
  resourceVersion: undefined,
};

/** Parses DeleteOptions from the body, or else from the query. Throws the server's 422. */
export function parseDeleteRequest(body: unknown, query: URLSearchParams): DeleteRequest {
  const options = asObject(body) ?? {};
  const asked = query.get('orphanDependents');
  // In a query every value means true, with two exceptions.
  const orphan =
    options['orphanDependents'] ?? (asked === null ? undefined : asked !== 'false' && asked !== '0');
  const policy = options['propagationPolicy'] ?? query.get('propagationPolicy') ?? undefined;
  const dryRun = options['dryRun'] ?? query.getAll('dryRun');
  const grace = options['gracePeriodSeconds'] ?? parseInteger(query.get('gracePeriodSeconds'));
  const errors: FieldError[] = [];
  if (orphan !== undefined && policy !== undefined) {
    const text = 'orphanDependents and deletionPropagation cannot be both set';
    errors.push(invalidField('propagationPolicy', policy, text));
  } else if (policy !== undefined && !policies.some((name) => name === policy)) {
    errors.push(notSupportedField('propagationPolicy', policy, [...policies, 'nil']));
  }
  errors.push(...dryRunErrors(dryRun));
  if (errors.length > 0) throw newInvalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
  const preconditions = asObject(options['preconditions']) ?? {};
  return {
    dryRun: Array.isArray(dryRun) && dryRun.length > 0,
    gracePeriodSeconds: typeof grace === 'number' ? grace : undefined,
    propagationPolicy:
      typeof policy === 'string'
        ? policy
        : orphan === undefined
          ? ''
          : orphan === true
            ? 'Orphan'
            : 'Background',
    uid: textOf(preconditions['uid']),
    resourceVersion: textOf(preconditions['resourceVersion']),
  };
}

const policies = ['Foreground', 'Background', 'Orphan'];

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** validation.ValidateDryRun. */
export function dryRunErrors(dryRun: unknown): FieldError[] {
  if (!Array.isArray(dryRun) || dryRun.every((value) => value === 'All')) return [];
  return [notSupportedField('dryRun', dryRun, ['All'])];
}

/** Namespaces that the server itself needs. */
const immortal: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);

/** Deletes an object, or marks it if something holds it. Throws the server's error if it is rejected. */
export function deleteObject(
  context: ServerContext,
  served: ServedResource,
  namespace: string,
  name: string,
  request: DeleteRequest,
): WriteResult {
  if (served.id === 'namespaces.' && immortal.has(name)) {
    throw newForbidden(served.resource, name, 'this namespace may not be deleted');
  }
  const stored = served.table.get(storageKey(served, namespace, name));
  if (stored === undefined) throw newNotFound(served.resource, name);
  checkPreconditions(served, stored, request);
  const body = readStored(served, stored);
  const metadata = metadataOf(body);
  if (served.id === 'namespaces.') return markNamespace(context, served, stored, body, request);

  adjustFinalizers(body, request.propagationPolicy);
  const { cleanupFinalizer } = served.rules;
  if (cleanupFinalizer !== undefined && metadata.deletionTimestamp === undefined) {
    metadata.finalizers = [...new Set([...(metadata.finalizers ?? []), cleanupFinalizer])];
  }
  const held = (metadata.finalizers ?? []).length > 0;
  const grace = gracePeriod(context, served, body, request);
  if (metadata.deletionTimestamp !== undefined && (held || grace > 0)) {
    const shorter = grace < (metadata.deletionGracePeriodSeconds ?? 0);
    if (!shorter) return { stored, created: false, body };
  }
  if (!held && grace === 0 && !served.rules.gracefulDeletion) {
    if (request.dryRun) return { stored, created: false, body };
    const gone = removeObject(context, served, stored);
    metadata.resourceVersion = String(gone.revision);
    return { stored: gone, created: false, body };
  }
  mark(context, body, grace);
  if (request.dryRun) return { stored, created: false, body };
  const marked = putObject(served, stored.key, body);
  if (held || grace > 0) return { stored: marked, created: false, body };
  const gone = removeObject(context, served, marked);
  metadata.resourceVersion = String(gone.revision);
  return { stored: gone, created: false, body };
}

function checkPreconditions(served: ServedResource, stored: StoredObject, request: DeleteRequest): void {
  const { uid, resourceVersion } = request;
  const { group, kind } = served.resource;
  if (uid !== undefined && uid !== stored.uid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${stored.uid}). The object might have been deleted and then recreated`;
    throw newConflict({ group, resource: kind }, stored.name, why);
  }
  if (resourceVersion !== undefined && resourceVersion !== String(stored.revision)) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${stored.revision}). The object might have been modified`;
    throw newConflict({ group, resource: kind }, stored.name, why);
  }
}

/** Foreground and orphaning deletions wait for a garbage collector, which is not part of an API server. */
function adjustFinalizers(body: ObjectBody, policy: string): void {
  const metadata = metadataOf(body);
  const others = (metadata.finalizers ?? []).filter(
    (name) => name !== 'foregroundDeletion' && name !== 'orphan',
  );
  if (policy === 'Foreground') others.push('foregroundDeletion');
  else if (policy === 'Orphan') others.push('orphan');
  else if (policy === '') return;
  if (others.length > 0) metadata.finalizers = others;
  else delete metadata.finalizers;
}

function gracePeriod(
  context: ServerContext,
  served: ServedResource,
  body: ObjectBody,
  request: DeleteRequest,
): number {
  if (served.id !== 'pods.' || !context.gracefulPodDeletion) return 0;
  const spec = asObject(body['spec']) ?? {};
  const node = spec['nodeName'];
  const phase = asObject(body['status'])?.['phase'];
  if (typeof node !== 'string' || node === '' || phase === 'Succeeded' || phase === 'Failed') return 0;
  const own = spec['terminationGracePeriodSeconds'];
  const grace = request.gracePeriodSeconds ?? (typeof own === 'number' ? own : 30);
  // The pod strategy's value for a negative period.
  return grace < 0 ? 1 : grace;
}

function mark(context: ServerContext, body: ObjectBody, graceSeconds: number): void {
  const metadata = metadataOf(body);
  const first = metadata.deletionTimestamp === undefined;
  metadata.deletionTimestamp ??= timestamp(context.clock.now() + graceSeconds * 1000);
  metadata.deletionGracePeriodSeconds = graceSeconds;
  if (first && metadata.generation !== undefined && metadata.generation > 0) metadata.generation++;
}

/** Removes the object; the deletion's event contains the last stored state. */
export function removeObject(
  context: ServerContext,
  served: ServedResource,
  stored: StoredObject,
): StoredObject {
  const gone = served.table.remove(stored.key, parseStored(stored));
  context.logger.debug({ resource: served.id, key: stored.key }, 'object removed');
  return gone ?? stored;
}

function markNamespace(
  context: ServerContext,
  served: ServedResource,
  stored: StoredObject,
  body: ObjectBody,
  request: DeleteRequest,
): WriteResult {
  const metadata = metadataOf(body);
  if (metadata.deletionTimestamp !== undefined) return { stored, created: false, body };
  metadata.deletionTimestamp = timestamp(context.clock.now());
  body['status'] = { ...asObject(body['status']), phase: 'Terminating' };
  if (request.dryRun) return { stored, created: false, body };
  return { stored: putObject(served, stored.key, body), created: false, body };
}
