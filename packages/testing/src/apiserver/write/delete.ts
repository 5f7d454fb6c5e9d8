import { type ObjectMeta, StatusError } from 'kube-informers';
import { newConflict, newForbidden, newInvalid, newNotFound } from 'kube-informers/internal';
import {
  type FieldError,
  type JsonObject,
  asObject,
  invalidField,
  notSupportedField,
} from '@kube-informers/schema/internal';
import { storageKey, putMetadata, putObject, readStored } from '../registry/context.js';
import type { ServerContext, WriteAdmission, WriteResult } from '../registry/context.js';
import { parseInteger } from '../http/query-values.js';
import { sameContent } from './create.js';
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
  /** The deprecated form of a policy, if it was used. */
  readonly orphanDependents: boolean | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

/** The options of a plain DELETE. */
export const plainDelete: DeleteRequest = {
  dryRun: false,
  gracePeriodSeconds: undefined,
  propagationPolicy: '',
  orphanDependents: undefined,
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
    orphanDependents: orphan === undefined ? undefined : orphan === true,
    uid: textOf(preconditions['uid']),
    resourceVersion: textOf(preconditions['resourceVersion']),
  };
}

/** The options of a deletion, as a webhook sees them. */
export function deleteOptions(request: DeleteRequest): JsonObject {
  const { dryRun, gracePeriodSeconds, propagationPolicy, orphanDependents, uid, resourceVersion } = request;
  const preconditions = {
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  const policy = orphanDependents === undefined ? propagationPolicy : '';
  return {
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length === 0 ? {} : { preconditions }),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(policy === '' ? {} : { propagationPolicy: policy }),
    ...(dryRun ? { dryRun: ['All'] } : {}),
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

  const grace = beginGracefully(context, served, body, request);
  // Finalizers cannot be changed during a grace period.
  if (grace === 'pending') return { stored, created: false, body };
  adjustFinalizers(body, request.propagationPolicy);
  const { cleanupFinalizer } = served.rules;
  if (cleanupFinalizer !== undefined && metadata.deletionTimestamp === undefined) {
    metadata.finalizers = [...new Set([...(metadata.finalizers ?? []), cleanupFinalizer])];
  }
  const held = (metadata.finalizers ?? []).length > 0;
  if (grace === undefined && held) mark(context, body);
  const waits = held || (grace ?? 0) > 0;
  if (request.dryRun) return { stored, created: false, body };
  if (grace !== undefined && grace > 0)
    context.terminatingPods.set(stored.key, Date.parse(metadata.deletionTimestamp ?? ''));
  let marked = stored;
  if ((waits || grace !== undefined) && !sameContent(body, readStored(served, stored)))
    marked = putMetadata(served, stored, body);
  if (waits) return { stored: marked, created: false, body };
  const gone = removeObject(context, served, marked);
  metadata.resourceVersion = String(gone.revision);
  return { stored: gone, created: false, body };
}

/** Deletes an object as `deleteObject` does, after webhooks were asked. */
export async function deleteAdmitted(
  context: ServerContext,
  served: ServedResource,
  namespace: string,
  name: string,
  request: DeleteRequest,
  admission: WriteAdmission | undefined,
): Promise<WriteResult> {
  const key = storageKey(served, namespace, name);
  for (;;) {
    const stored = served.table.get(key);
    if (admission === undefined || stored === undefined)
      return deleteObject(context, served, namespace, name, request);
    checkPreconditions(served, stored, request);
    const change = { operation: 'DELETE', object: undefined, old: readStored(served, stored) } as const;
    await admission.mutate(change);
    await admission.validate(change);
    if (served.table.get(key) === stored) return deleteObject(context, served, namespace, name, request);
  }
}

/**
 * Deletes an object of something that is being deleted: a namespace or a definition.
 *
 * Uses the version in which the object was written, if it is served. An object that only a webhook could convert stays.
 */
export function deleteLeft(context: ServerContext, served: ServedResource, stored: StoredObject): void {
  const written = [...context.registry.all()].find(
    ({ id, customKind }) => id === served.id && customKind?.canView(stored) === true,
  );
  try {
    deleteObject(context, written ?? served, stored.namespace, stored.name, plainDelete);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    context.logger.warn({ resource: served.id, key: stored.key, err: error }, 'object not deleted');
  }
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

/**
 * rest.BeforeDelete: marks an object of a kind with graceful deletion.
 *
 * Returns its grace period, s; undefined if it has none, and `pending` if it already has a shorter one.
 */
function beginGracefully(
  context: ServerContext,
  served: ServedResource,
  body: ObjectBody,
  request: DeleteRequest,
): number | 'pending' | undefined {
  if (!served.rules.gracefulDeletion) return undefined;
  const metadata = metadataOf(body);
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata;
  const now = context.clock.now();
  if (deletionTimestamp === undefined) {
    const grace = gracePeriod(body, request);
    begin(metadata, now + grace * 1000, grace);
    return grace;
  }
  if (deletionGracePeriodSeconds === 0) return undefined;
  const asked = positiveGrace(request.gracePeriodSeconds);
  if (asked === undefined || asked >= deletionGracePeriodSeconds) return 'pending';
  const end = Date.parse(deletionTimestamp) + (asked - deletionGracePeriodSeconds) * 1000;
  // A period that is over already is as short as possible: only 0 deletes without the node's agent.
  const grace = end < now && asked > 0 ? 1 : asked;
  begin(metadata, Math.max(end, now), grace);
  return grace;
}

function gracePeriod(body: ObjectBody, request: DeleteRequest): number {
  const spec = asObject(body['spec']) ?? {};
  const node = spec['nodeName'];
  const phase = asObject(body['status'])?.['phase'];
  if (typeof node !== 'string' || node === '' || phase === 'Succeeded' || phase === 'Failed') return 0;
  const own = spec['terminationGracePeriodSeconds'];
  return positiveGrace(request.gracePeriodSeconds ?? (typeof own === 'number' ? own : 30)) ?? 0;
}

/** A negative period counts as 1. */
function positiveGrace(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds < 0 ? 1 : seconds;
}

/** Marks an object that finalizers hold. */
function mark(context: ServerContext, body: ObjectBody): void {
  const metadata = metadataOf(body);
  const now = context.clock.now();
  const { deletionTimestamp } = metadata;
  const marked = deletionTimestamp !== undefined && Date.parse(deletionTimestamp) <= now;
  begin(metadata, marked ? Date.parse(deletionTimestamp) : now, 0);
}

/** Sets when a deletion ends; its first mark is a new generation. */
function begin(metadata: ObjectMeta, endMs: number, graceSeconds: number): void {
  const { deletionTimestamp, generation } = metadata;
  if (deletionTimestamp === undefined && generation !== undefined && generation > 0)
    metadata.generation = generation + 1;
  metadata.deletionTimestamp = timestamp(endMs);
  metadata.deletionGracePeriodSeconds = graceSeconds;
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
  adjustFinalizers(body, request.propagationPolicy);
  body['status'] = { ...asObject(body['status']), phase: 'Terminating' };
  if (request.dryRun) return { stored, created: false, body };
  return { stored: putObject(served, stored.key, body), created: false, body };
}
