import type { ManagedFieldsEntry, StatusCause } from '../meta/types.js';
import { invalidField, requiredField } from '../meta/field-error.js';
import { keyOf } from './context.js';
import type { ServerContext, WriteOptions, WriteResult } from './context.js';
import { createObject, matchNamespace } from './create.js';
import { applyConflict, badRequest, invalid, notFound } from './failure.js';
import { jsonSyntaxProblem } from './json-syntax.js';
import { isJsonObject } from './kinds/json-fields.js';
import { managersOf, sameManager, setManagers } from './managed-fields.js';
import type { Manager } from './managed-fields.js';
import { metadataOf, timestamp } from './object-meta.js';
import { shapeProblem } from './object-shape.js';
import { mergeApplied, removePaths } from './patch/apply-merge.js';
import { fieldValues, isBelow, shownPath } from './patch/field-set.js';
import type { FieldPath, FieldValues } from './patch/field-set.js';
import { named } from './registry.js';
import type { ServedResource } from './registry.js';
import { parseStored } from './storage/stored-object.js';
import type { ObjectBody } from './storage/stored-object.js';
import { commitUpdate, matchName } from './update.js';
import type { WriteTarget } from './update.js';

/** How an apply is meant. */
export interface ApplyOptions extends WriteOptions {
  /** Who applies. */
  readonly manager: string;
  /** Takes over fields that others own. */
  readonly force: boolean;
}

/**
 * Server-side apply: the object becomes what the configuration says, as far as it says anything; fields that the manager
 * applied before and leaves out now are removed, unless someone else owns them too. The body is JSON, which is YAML.
 *
 * Throws 409 with a cause for each field that another manager owns and that would change, unless forced.
 */
export function applyObject(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  text: string,
  options: ApplyOptions,
): WriteResult {
  if (options.manager === '') {
    throw invalid({ group: 'meta.k8s.io', name: 'PatchOptions' }, '', [
      requiredField('fieldManager', 'is required for apply patch'),
    ]);
  }
  const applied = parseConfiguration(served, text);
  // managedFields are given here, not derived from the difference.
  const write: WriteOptions = { ...options, fieldManager: '' };
  const own: ManagedFieldsEntry = {
    manager: options.manager,
    operation: 'Apply',
    apiVersion: served.resource.apiVersion,
    time: timestamp(context.clock.now()),
    ...(target.subresource === '' ? {} : { subresource: target.subresource }),
  };
  const wanted = ownedValues(served, target, applied);
  const stored = served.table.get(keyOf(served, target.namespace, target.name));
  if (stored === undefined) {
    if (target.subresource !== '') throw notFound(named(served), target.name);
    requireName(applied, target.name);
    setManagers(applied, [{ entry: own, paths: new Set(wanted.keys()) }]);
    return createObject(context, served, target.namespace, applied, write);
  }
  const old = parseStored(stored);
  const managers = managersOf(old);
  const last = managers.find(({ entry }) => sameManager(entry, own));
  const others = managers.filter((manager) => manager !== last);
  takeOver(served, old, wanted, others, options.force);

  const body = mergeApplied(parseStored(stored), applied, served.custom);
  removePaths(body, abandoned(last, wanted, others), served.custom);
  requireName(applied, target.name);
  matchNamespace(served, body, target.namespace);
  const unchanged = last !== undefined && sameSet(last.paths, wanted);
  setManagers(body, [
    ...others,
    { entry: unchanged ? { ...own, ...timeOf(last.entry) } : own, paths: new Set(wanted.keys()) },
  ]);
  return commitUpdate(context, served, target, stored, old, body, write);
}

function timeOf({ time }: ManagedFieldsEntry): { time?: string } {
  return time === undefined ? {} : { time };
}

function requireName(applied: ObjectBody, name: string): void {
  if ((metadataOf(applied).name ?? '') === '') {
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  }
  matchName(applied, name);
}

function parseConfiguration(served: ServedResource, text: string): ObjectBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own words follow; YAML that is no JSON is not read here.
    throw badRequest(`error decoding YAML: this server reads JSON only: ${jsonSyntaxProblem(text)}`);
  }
  if (!isJsonObject(value)) throw badRequest('error decoding YAML: the configuration must be an object');
  const { kind, apiVersion } = served.resource;
  if (value['kind'] !== kind || value['apiVersion'] !== apiVersion) {
    throw badRequest(
      `invalid object type: ${shownType(value['apiVersion'])}, Kind=${shownText(value['kind'])}`,
    );
  }
  if (isJsonObject(value['metadata']) && value['metadata']['managedFields'] !== undefined) {
    throw badRequest('metadata.managedFields must be nil');
  }
  const problem = shapeProblem(served, value);
  if (problem !== undefined) {
    throw invalid({ group: '', name: '' }, '', [invalidField('patch', text, problem)]);
  }
  delete value['kind'];
  delete value['apiVersion'];
  return value;
}

function shownText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function shownType(apiVersion: unknown): string {
  const text = shownText(apiVersion);
  return text.includes('/') ? text : `/${text}`;
}

/** What the configuration sets at this endpoint: the status endpoint takes the status alone, the object's all else. */
function ownedValues(served: ServedResource, target: WriteTarget, applied: ObjectBody): FieldValues {
  const values = fieldValues(applied, { custom: served.custom, containers: false });
  if (!served.rules.hasStatus) return values;
  for (const path of values.keys()) {
    const ofStatus = path === 'f:status' || isBelow(path, 'f:status');
    if (ofStatus !== (target.subresource === 'status')) values.delete(path);
  }
  return values;
}

/** Finds the fields that others own and that would change; throws, or takes them over. */
function takeOver(
  served: ServedResource,
  old: ObjectBody,
  wanted: FieldValues,
  others: readonly Manager[],
  force: boolean,
): void {
  const live = fieldValues(old, { custom: served.custom, containers: false });
  const causes: StatusCause[] = [];
  for (const { entry, paths } of others) {
    for (const [path, value] of wanted) {
      if (!paths.has(path) || (live.has(path) && live.get(path) === value)) continue;
      if (force) paths.delete(path);
      else {
        causes.push({
          reason: 'FieldManagerConflict',
          message: `conflict with ${shownManager(entry)}`,
          field: shownPath(path),
        });
      }
    }
  }
  if (causes.length > 0) throw applyConflict(causes);
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

/** What this manager applied before, does not now, and nobody else has. */
function abandoned(last: Manager | undefined, wanted: FieldValues, others: readonly Manager[]): FieldPath[] {
  if (last === undefined) return [];
  return [...last.paths].filter((path) => {
    if (wanted.has(path)) return false;
    return !others.some(({ paths }) => paths.has(path) || [...paths].some((other) => isBelow(other, path)));
  });
}

function sameSet(paths: ReadonlySet<FieldPath>, values: FieldValues): boolean {
  return paths.size === values.size && [...paths].every((path) => values.has(path));
}
