import { unstoredKind } from '../bodies/decode.js';
import type { FieldManager } from '../managedfields/field-manager.js';
import { FieldSetError } from '../managedfields/field-set.js';
import { managersOfScale, managersOfScaled } from '../managedfields/managed.js';
import { type LabelSelector, labelSelectorAsSelector, SelectorError } from 'kube-informers';
import { newBadRequest, newInternalError, newInvalid, newNotFound } from 'kube-informers/internal';
import {
  type JsonObject,
  ScalePathError,
  asObject,
  at,
  childOf,
  integerAt,
  invalidField,
  setAt,
  stringAt,
} from '@kube-informers/schema/internal';
import { ready, storageKey, readStored } from '../registry/context.js';
import type { ServerContext, WriteOptions, WriteResult } from '../registry/context.js';
import { serverError } from '../http/failure.js';
import { metadataOf } from '../objects/object-meta.js';
import type { ServedResource } from '../registry/registry.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';
import { readConfiguration, refuseDuplicates } from './apply.js';
import type { ApplyOptions } from './apply.js';
import { matchNamespace } from './create.js';
import { replicasPaths, scaleManagerOf } from './managed-fields.js';
import { checkUid, commitUpdate, requireName } from './update.js';
import type { WriteTarget } from './update.js';

/** The kind of every scale. */
export const scaleKind = unstoredKind('autoscaling', 'v1', 'Scale');

/** Returns the autoscaling/v1 Scale of an object. Throws 404 if it does not exist, 500 if it cannot be scaled. */
export function readScale(served: ServedResource, target: WriteTarget): ObjectBody {
  const body = readStored(served, findScaled(served, target));
  const path = served.customKind?.scale?.specReplicas;
  if (path !== undefined && worded(() => integerAt(body, path)) === undefined) {
    throw newInternalError(`the spec replicas field ${JSON.stringify(path)} does not exist`);
  }
  return scaleOf(served, body);
}

/** Returns the Scale that a write changes; missing replicas are marked by a number no one uses. */
export function scaleToChange(served: ServedResource, target: WriteTarget): ObjectBody {
  return changeableScale(served, readStored(served, findScaled(served, target)));
}

function changeableScale(served: ServedResource, body: ObjectBody): ObjectBody {
  const scale = scaleOf(served, body);
  const path = served.customKind?.scale?.specReplicas;
  if (path !== undefined && worded(() => integerAt(body, path)) === undefined) {
    childOf(scale, 'spec')['replicas'] = noReplicas;
  }
  return scale;
}

// customresource/etcd.go: the smallest int32.
const noReplicas = -(2 ** 31);

/** Sets the number of replicas from an updated Scale, which must be of this object; returns the new one. */
export async function replaceScale(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  scale: ObjectBody,
  options: WriteOptions,
): Promise<ObjectBody> {
  requireName(scale, target.name);
  matchNamespace(served, scale, target.namespace);
  checkUid(served, target, metadataOf(scale).uid, findScaled(served, target).uid, options);
  return writeScale(context, served, target, scale, options);
}

/** Sets the number of replicas from a changed Scale; returns the new one. */
export async function writeScale(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  scale: ObjectBody,
  options: WriteOptions,
): Promise<ObjectBody> {
  requireReplicas(served, target, at(scale, 'spec', 'replicas') ?? 0);
  return changeScale(context, served, target, options, (live, fields) => {
    fields.update(live, scale, options.fieldManager);
    return scale;
  });
}

/** Server-side apply of a scale: the manager owns the replicas of the object; returns the new scale. */
export async function applyScale(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  text: string,
  options: ApplyOptions,
): Promise<ObjectBody> {
  const { value, twice } = await readConfiguration(text, options);
  return changeScale(context, served, target, options, (live, fields) => {
    const scale = fields.apply(live, value, options.manager, options.force);
    refuseDuplicates(twice, options);
    matchNamespace(served, scale, target.namespace);
    requireName(scale, target.name);
    requireReplicas(served, target, at(scale, 'spec', 'replicas') ?? 0);
    return scale;
  });
}

/** Changes the Scale of an object, and the object accordingly; returns the new Scale. */
async function changeScale(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  options: WriteOptions,
  change: (live: ObjectBody, fields: FieldManager) => ObjectBody,
): Promise<ObjectBody> {
  const stored = findScaled(served, target);
  const old = readStored(served, stored);
  const { managedFields } = metadataOf(old);
  const replicasOf = replicasPaths(served);
  // An object whose selector is invalid has no Scale: refused before anything is written.
  const live = unenveloped(changeableScale(served, old));
  const owners = decoded(() => managersOfScale(managedFields, replicasOf));
  if (owners !== undefined) metadataOf(live).managedFields = owners;
  const { admission } = options;
  const before = admission === undefined ? live : structuredClone(live);
  let scale = change(live, scaleManagerOf(context, served, scaleKind));
  if (admission !== undefined)
    scale = await admission.mutate({ operation: 'UPDATE', object: scale, old: before });

  const body = readStored(served, stored);
  const replicas = at(scale, 'spec', 'replicas') ?? 0;
  const paths = served.customKind?.scale;
  if (paths === undefined) childOf(body, 'spec')['replicas'] = replicas;
  else {
    if (replicas === noReplicas) {
      throw newBadRequest(`the spec replicas field ${JSON.stringify(paths.specReplicas)} cannot be empty`);
    }
    worded(() => setAt(body, paths.specReplicas, replicas));
  }
  const { resourceVersion: version = '', managedFields: scaled } = metadataOf(scale);
  if (version !== '') metadataOf(body).resourceVersion = version;
  const { apiVersion } = served.resource;
  metadataOf(body).managedFields =
    decoded(() => managersOfScaled(managedFields, scaled, apiVersion, replicasOf)) ?? [];
  // The managers are in the body.
  const write: WriteOptions = {
    ...options,
    fieldManager: '',
    // The mutating webhooks were asked about the Scale, as the validating ones are.
    admission: admission && {
      mutate: async ({ object = {} }) => object,
      validate: async ({ operation, object = {} }) =>
        admission.validate({ operation, object: unenveloped(scaleOf(served, object)), old: before }),
    },
  };
  const result = await commitUpdate(context, served, target, stored, old, body, write);
  await ready(served, [result.stored]);
  return scaleOfResult(served, result);
}

function unenveloped({ kind: _kind, apiVersion: _apiVersion, ...body }: ObjectBody): ObjectBody {
  return body;
}

/** Managers that an in-process write has stored may be invalid. */
function decoded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldSetError) throw serverError(error.message);
    throw error;
  }
}

/** The replicas of a scale must be an integer, and of a built-in kind at least 0. Throws 422. */
function requireReplicas(served: ServedResource, { name }: WriteTarget, replicas: unknown): void {
  if (Number.isInteger(replicas) && (served.custom || Number(replicas) >= 0)) return;
  throw newInvalid({ group: 'autoscaling', kind: 'Scale' }, name, [
    invalidField('spec.replicas', replicas, 'must be greater than or equal to 0'),
  ]);
}

/** Returns the Scale of a written object. */
function scaleOfResult(served: ServedResource, { body, stored }: WriteResult): ObjectBody {
  return scaleOf(served, body ?? readStored(served, stored));
}

/** Returns the object of a scale. Throws 404. */
function findScaled(served: ServedResource, target: WriteTarget): StoredObject {
  const stored = served.table.get(storageKey(served, target.namespace, target.name));
  if (stored === undefined) throw newNotFound(served.resource, target.name);
  return stored;
}

/** A wrong type at a scale path is an internal error of the server. */
function worded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ScalePathError) throw serverError(error.message);
    throw error;
  }
}

function scaleOf(served: ServedResource, body: ObjectBody): ObjectBody {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadataOf(body);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: JSON.parse(
      JSON.stringify({ name, namespace, uid, resourceVersion, creationTimestamp }),
    ) as object,
    ...parts(served, body),
  };
}

function parts(served: ServedResource, body: ObjectBody): { readonly spec: object; readonly status: object } {
  const paths = served.customKind?.scale;
  if (paths !== undefined) {
    const { specReplicas, statusReplicas, labelSelector } = paths;
    const selector = labelSelector === '' ? '' : (worded(() => stringAt(body, labelSelector)) ?? '');
    return {
      spec: shown(worded(() => integerAt(body, specReplicas))),
      status: {
        replicas: worded(() => integerAt(body, statusReplicas)) ?? 0,
        ...(selector === '' ? {} : { selector }),
      },
    };
  }
  const current = at(body, 'status', 'replicas');
  const selector = asObject(at(body, 'spec', 'selector'));
  return {
    spec: shown(at(body, 'spec', 'replicas')),
    status: {
      replicas: typeof current === 'number' ? current : 0,
      ...(selector === undefined ? {} : { selector: selectorText(served, selector) }),
    },
  };
}

/** Go omits zero replicas in the spec. */
function shown(replicas: unknown): { readonly replicas?: number } {
  return typeof replicas === 'number' && replicas !== 0 ? { replicas } : {};
}

/** Returns the selector as a string. A ReplicationController's is a plain map of labels. Throws 400 if it is invalid. */
function selectorText(served: ServedResource, selector: JsonObject): string {
  const wanted: LabelSelector = served.resource.group === '' ? { matchLabels: textsOf(selector) } : selector;
  try {
    return labelSelectorAsSelector(wanted).toString();
  } catch (error) {
    if (error instanceof SelectorError) throw newBadRequest(error.detail);
    throw error;
  }
}

function textsOf(value: JsonObject): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, text] of Object.entries(value)) if (typeof text === 'string') texts[key] = text;
  return texts;
}
