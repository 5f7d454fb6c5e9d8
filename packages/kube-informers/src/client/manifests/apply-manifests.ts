import type { CallOptions } from '../../meta/calls.js';
import { isConflict, isForbidden, isNotFound, withoutCall } from '../../meta/errors.js';
import type { Resource } from '../../meta/resource.js';
import { systemClock } from '../../util/clock.js';
import { asError, ConfigError } from '../../util/errors.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import {
  numberFrom,
  oneOf,
  requireAbortSignal,
  requireBoolean,
  requireClock,
  requireFunction,
  requireString,
} from '../../util/require.js';
import type { TestOptions } from '../../util/clock.js';
import { throwIfAborted } from '../../util/signal.js';
import type { FieldChange } from '../../util/json-values.js';
import type {
  ApplyConfiguration,
  DeleteOptions,
  FieldValidation,
  JsonPatchOperation,
  Unstructured,
} from '../call-options.js';
import { deleteBody, deleteOptionNames, describeTarget, requireFieldValidation } from '../requests.js';
import type { ClientOf } from '../subresource-calls.js';
import { ApplySet, requirePruneSet } from './apply-set.js';
import { withRemedy } from '../../streams/errors.js';
import type { PruneSet, SetCallOptions } from './apply-set.js';
import { isKindGone, isPathNotFound } from './absent-kinds.js';
import { changesBetween } from './changes.js';
import {
  appliedFields,
  clientSideManagers,
  fieldConflicts,
  fieldsOfOnly,
  migratedFields,
  partOf,
} from './managed-fields.js';
import { ManifestsError } from './results.js';
import type {
  AppliedManifest,
  ApplyResult,
  DeleteResult,
  ManifestFailure,
  ManifestTarget,
  OnManifestFailure,
  UncomparedManifest,
} from './results.js';
import { definedBy, homeOf, isDefinition, isUnknown, movedTarget, targetsOf } from './targets.js';
import type { Home, ManifestClient, Manifests, Refused, Target } from './targets.js';

/** Options of `Clientset.apply`. */
export interface ApplyManifestsOptions extends CallOptions, Pick<TestOptions, 'clock'> {
  /** Namespace of objects without one. Default: that of the config, or `default`. */
  readonly namespace?: string | undefined;
  /**
   * Refuses objects of other namespaces, as `kubectl -n`; cluster-scoped objects are no matter of it. Default: true if `namespace` is
   * given.
   */
  readonly enforceNamespace?: boolean | undefined;
  /** Name of the text's file, for messages. */
  readonly file?: string | undefined;
  /** What the call does if an object failed; the others are tried in any case. Default: `reject`. */
  readonly onFailure?: OnManifestFailure | undefined;
  /** Name under which the server records field ownership. Default: `kube-informers`. */
  readonly fieldManager?: string | undefined;
  /** Takes over fields owned by other managers, which otherwise fail. Default: false. */
  readonly force?: boolean | undefined;
  /** Has the server check everything and store nothing. Default: false. */
  readonly dryRun?: boolean | undefined;
  /** Default: `Strict`, as in kubectl: an unknown field fails. */
  readonly fieldValidation?: FieldValidation | undefined;
  /** Longest wait for the kind of a new CustomResourceDefinition to be served, ms. Default: 30,000. */
  readonly servedTimeoutMs?: number | undefined;
  /**
   * Deletes the objects of an earlier call with the same set that the manifests no longer have, after all others were applied. If one
   * of them fails, nothing is pruned.
   */
  readonly prune?: PruneSet | undefined;
  /** Called with each result at once: what was done before the call was aborted, and for progress. */
  readonly onResult?: ((result: ApplyResult) => void) | undefined;
}

const applyManifestsOptionNames: OptionNames<ApplyManifestsOptions> = {
  namespace: requireString,
  enforceNamespace: requireBoolean,
  file: requireString,
  onFailure: oneOf('reject', 'collect'),
  fieldManager: requireString,
  force: requireBoolean,
  dryRun: requireBoolean,
  fieldValidation: requireFieldValidation,
  servedTimeoutMs: numberFrom(0),
  prune: requirePruneSet,
  onResult: requireFunction,
  clock: requireClock,
  signal: requireAbortSignal,
};

/** How often the server is asked whether it serves a new kind, ms: at first, then less often. */
const firstPollMs = 50;
const longestPollMs = 1000;

/** Applies manifests: see `Clientset.apply`. */
export async function applyManifests(
  client: ManifestClient,
  manifests: Manifests,
  options: ApplyManifestsOptions,
): Promise<ApplyResult[]> {
  requireKnownOptions('apply', options, applyManifestsOptionNames);
  throwIfAborted(options.signal);
  const { prune, signal, dryRun } = options;
  const home = homeOf(client, options);
  const { targets: given, refused } = await targetsOf('apply', client, manifests, options);
  const set =
    prune === undefined ? undefined : await ApplySet.read(client, prune, home.namespace, { signal });
  const targets = set === undefined ? given : given.map((target) => set.member(target));
  if (set !== undefined) await set.record('before', targets, { dryRun, signal });
  const results: ApplyResult[] = [];
  const report = (result: ApplyResult): void => {
    results.push(result);
    options.onResult?.(result);
  };
  for (const each of refused) report(refusal(each));
  const failedNames = new Set<string>();
  const definitions: { readonly target: Target; readonly result: ApplyResult }[] = [];
  const reportDefinitions = async (): Promise<void> => {
    for (const { target, result } of definitions.splice(0)) {
      const served = await servedOrFailed(client, target, result, options);
      if (served.outcome === 'failed') failedNames.add(`${target.resource.kind} ${target.name}`);
      report(served);
    }
  };
  for (const target of targets) {
    if (!isDefinition(target)) await reportDefinitions();
    const result = await appliedOrFailed(client, target, home, options, failedNames);
    // They become served side by side.
    if (isDefinition(target)) definitions.push({ target, result });
    else report(result);
  }
  await reportDefinitions();
  if (set !== undefined) await pruneSet(client, set, targets, results, report, { dryRun, signal });
  if (options.onFailure !== 'collect' && results.some(({ outcome }) => outcome === 'failed'))
    throw new ManifestsError('apply', results);
  return results;
}

function refusal({ name, namespace, description, error }: Refused): ManifestFailure {
  const remedy = isUnknown(error)
    ? '; install its CustomResourceDefinition first, or add it to the manifests'
    : '';
  const reason = `${withoutCall(error)}${remedy}`;
  return { resource: undefined, name, namespace, description, outcome: 'failed', reason, error };
}

/** Deletes what the set no longer has. What fails stays in the set, and its parent is a failed result if it is not up to date. */
async function pruneSet(
  client: ManifestClient,
  set: ApplySet,
  targets: readonly Target[],
  results: readonly ApplyResult[],
  report: (result: ApplyResult) => void,
  options: SetCallOptions,
): Promise<void> {
  const { resource, namespace, name, description } = set;
  const parent: ManifestTarget = { resource, namespace, name, description: `ApplySet ${description}` };
  const failures = results.filter(({ outcome }) => outcome === 'failed').length;
  try {
    if (failures > 0)
      throw new ConfigError(
        'ERR_APPLY_SET',
        `nothing was pruned, since ${failures} of ${results.length} objects failed: call again when they are repaired`,
      );
    const uids = results.flatMap((result) => ('object' in result ? [result.object.metadata?.uid ?? ''] : []));
    const { stale, unknown } = await set.stale(new Set(uids), { signal: options.signal });
    let isPruned = unknown.length === 0;
    for (const { resource: staleResource, object } of stale) {
      const { name: pruneName = '', namespace: home, uid } = object.metadata ?? {};
      const where = home === undefined ? '' : ` in namespace ${home}`;
      const target = {
        resource: staleResource,
        namespace: home,
        name: pruneName,
        description: `${describeTarget(staleResource, pruneName)}${where}`,
      };
      const result = await deletedOrFailed(client, target, { ...options, preconditions: { uid } });
      if (result.outcome === 'failed') {
        isPruned = false;
        report(result);
      } else {
        const changes = [{ path: '', before: object, after: undefined }];
        report({ ...target, outcome: 'pruned', object, changes });
      }
    }
    for (const { kind, error } of unknown) {
      const reason = `what the set has of ${kind} was not pruned, and stays in it: ${withoutCall(error)}`;
      report({ ...parent, outcome: 'failed', reason, error });
    }
    if (isPruned) await set.record('after', targets, options);
  } catch (thrown) {
    throwIfAborted(options.signal);
    const error = asError(thrown);
    report({ ...parent, outcome: 'failed', reason: withoutCall(error), error });
  }
}

/** Options of `Clientset.delete`. */
export interface DeleteManifestsOptions extends DeleteOptions {
  /** Namespace of objects without one. Default: that of the config, or `default`. */
  readonly namespace?: string | undefined;
  /**
   * Refuses objects of other namespaces, as `kubectl -n`; cluster-scoped objects are no matter of it. Default: true if `namespace` is
   * given.
   */
  readonly enforceNamespace?: boolean | undefined;
  /** Name of the text's file, for messages. */
  readonly file?: string | undefined;
  /** What the call does if an object failed; the others are tried in any case. Default: `reject`. */
  readonly onFailure?: OnManifestFailure | undefined;
  /** Called with each result at once. */
  readonly onResult?: ((result: DeleteResult) => void) | undefined;
}

const deleteManifestsOptionNames: OptionNames<DeleteManifestsOptions> = {
  ...deleteOptionNames,
  namespace: requireString,
  enforceNamespace: requireBoolean,
  file: requireString,
  onFailure: oneOf('reject', 'collect'),
  onResult: requireFunction,
};

/** Deletes manifests: see `Clientset.delete`. */
export async function deleteManifests(
  client: ManifestClient,
  manifests: Manifests,
  options: DeleteManifestsOptions,
): Promise<DeleteResult[]> {
  requireKnownOptions('delete', options, deleteManifestsOptionNames);
  const { namespace, enforceNamespace, file, onFailure, onResult, ...call } = options;
  deleteBody(call);
  const { signal } = call;
  throwIfAborted(signal);
  const meant = { namespace, enforceNamespace, file, signal };
  const home = homeOf(client, meant);
  const { targets, refused } = await targetsOf('delete', client, manifests, meant);
  const results: DeleteResult[] = [];
  const report = (result: DeleteResult): void => {
    results.push(result);
    onResult?.(result);
  };
  for (const each of refused) report(await refusedOrAbsent(client, each, signal));
  for (const target of targets.toReversed()) report(await deletedOrFailed(client, target, call, home));
  if (onFailure !== 'collect' && results.some(({ outcome }) => outcome === 'failed'))
    throw new ManifestsError('delete', results);
  return results;
}

/** An object whose kind is certainly gone is absent. */
async function refusedOrAbsent(
  client: ManifestClient,
  refused: Refused,
  signal: AbortSignal | undefined,
): Promise<DeleteResult> {
  const { name, namespace, description, error } = refused;
  const target = { resource: undefined, name, namespace, description };
  try {
    if (isUnknown(error) && (await isKindGone(client, refused, { signal })))
      return { ...target, outcome: 'absent' };
  } catch (thrown) {
    throwIfAborted(signal);
    const cause = asError(thrown);
    return {
      ...target,
      outcome: 'failed',
      reason: `${withoutCall(error)}; ${withoutCall(cause)}`,
      error: cause,
    };
  }
  return { ...target, outcome: 'failed', reason: withoutCall(error), error };
}

/** The parts of a target that a deletion needs: that of a set has no manifest. */
type DeletionTarget = ManifestTarget & Pick<Target, 'resource'> & Partial<Target>;

async function deletedOrFailed(
  client: ManifestClient,
  target: DeletionTarget,
  options: DeleteOptions,
  home?: Home,
): Promise<DeleteResult> {
  const { resource, namespace, name, description } = target;
  const result = { resource, namespace, name, description };
  try {
    await client.resource(resource, namespace).delete(name, options);
    return { ...result, outcome: 'deleted' };
  } catch (thrown) {
    throwIfAborted(options.signal);
    try {
      if (isPathNotFound(thrown)) {
        const moved =
          isManifest(target) && home !== undefined
            ? await movedTarget(client, target, home, options)
            : undefined;
        if (moved !== undefined) return await deletedOrFailed(client, moved, options);
        if (await isKindGone(client, resource, { signal: options.signal }))
          return { ...result, outcome: 'absent' };
      } else if (isNotFound(thrown)) return { ...result, outcome: 'absent' };
    } catch (other) {
      throwIfAborted(options.signal);
      return failure(result, asError(other));
    }
    return failure(result, asError(withRemedy(thrown, 'delete', describeTarget(resource))));
  }
}

function isManifest(target: DeletionTarget): target is Target {
  return target.object !== undefined;
}

function failure(target: ManifestTarget, error: Error, remedy = ''): ManifestFailure {
  return { ...target, outcome: 'failed', reason: `${withoutCall(error)}${remedy}`, error };
}

async function appliedOrFailed(
  client: ManifestClient,
  target: Target,
  home: Home,
  options: ApplyManifestsOptions,
  failedNames: ReadonlySet<string>,
): Promise<ApplyResult> {
  try {
    if (target.definition !== undefined) await untilServed(client, target, options, failedNames);
    return await applied(client, target, options).catch(async (thrown: unknown) => {
      if (!isPathNotFound(thrown)) throw thrown;
      const moved = await movedTarget(client, target, home, { signal: options.signal });
      if (moved === undefined) throw thrown;
      return applied(client, moved, options);
    });
  } catch (thrown) {
    throwIfAborted(options.signal);
    const error = asError(withRemedy(thrown, 'patch and create', describeTarget(target.resource)));
    const isOwned = fieldConflicts(error).length > 0 && options.force !== true;
    return failure(resultOf(target), error, isOwned ? '; force: true takes the fields over' : '');
  }
}

/** How often an apply to a state that was read is tried, before it is applied to any state. */
const comparedAttempts = 5;

async function applied(
  client: ManifestClient,
  target: Target,
  options: ApplyManifestsOptions,
): Promise<AppliedManifest | UncomparedManifest> {
  const { fieldManager = 'kube-informers', force, dryRun, fieldValidation = 'Strict', signal } = options;
  const objects = client.resource(target.resource, target.namespace);
  const write = { fieldManager, force, dryRun, fieldValidation, signal };
  // targetsOf has checked apiVersion, kind and name.
  const wanted = target.object as ApplyConfiguration<Unstructured>;
  const isPinned = wanted.metadata.resourceVersion !== undefined;
  for (let attempt = 1; ; attempt++) {
    const live = await liveObject(objects, target.name, { signal });
    const version = live === 'unreadable' ? undefined : live?.metadata?.resourceVersion;
    // Applied to the state that was read, so that what others write in between is not taken for a change of this call.
    const isCompared = version !== undefined && !isPinned && attempt <= comparedAttempts;
    const body = isCompared
      ? { ...wanted, metadata: { ...wanted.metadata, resourceVersion: version } }
      : wanted;
    let object: Unstructured;
    try {
      object = await objects.apply(body, write);
    } catch (thrown) {
      if (!isConflict(thrown)) throw thrown;
      const conflicts = fieldConflicts(thrown);
      if (conflicts.length === 0 && isCompared) continue;
      const old = live === 'unreadable' ? undefined : live;
      const managers = clientSideManagers(old);
      const isOfOld =
        conflicts.length > 0 && conflicts.every((manager) => manager !== undefined && managers.has(manager));
      if (old === undefined || !isOfOld) throw thrown;
      // A dry run cannot take over, but sees the same values.
      if (dryRun !== true) await migrate(objects, target.name, old, fieldManager, { signal });
      object = await objects.apply(wanted, dryRun === true ? { ...write, force: true } : write);
    }
    const given = object;
    const managers = clientSideManagers(object);
    if (managers.size > 0 && dryRun !== true) {
      await migrate(objects, target.name, object, fieldManager, { signal });
      object = await objects.apply(wanted, write);
    }
    const result = resultOf(target);
    if (live === 'unreadable') return { ...result, resource: target.resource, outcome: 'applied', object };
    // Another one has the name since it was read.
    const before = live?.metadata?.uid === object.metadata?.uid ? live : undefined;
    const isExact =
      before === undefined ||
      isCompared ||
      before.metadata?.resourceVersion === given.metadata?.resourceVersion;
    const changes = isExact ? changesBetween(before, object) : ownChanges(before, object, fieldManager);
    if (dryRun === true) changes.push(...fieldsOfOnly(object, managers));
    const outcome =
      object.metadata?.deletionTimestamp !== undefined
        ? 'terminating'
        : before === undefined
          ? 'created'
          : changes.length === 0
            ? 'unchanged'
            : 'configured';
    return { ...result, resource: target.resource, outcome, object, changes };
  }
}

/** The object before the call; `unreadable` if the user may not read it, which an apply does not need. */
async function liveObject(
  objects: ClientOf<Unstructured>,
  name: string,
  call: CallOptions,
): Promise<Unstructured | 'unreadable' | undefined> {
  try {
    return await objects.get(name, call);
  } catch (thrown) {
    if (isForbidden(thrown)) return 'unreadable';
    if (isNotFound(thrown) && !isPathNotFound(thrown)) return undefined;
    throw thrown;
  }
}

/** The changes of what the manager owns or owned: others write all the time. */
function ownChanges(before: Unstructured, after: Unstructured, fieldManager: string): FieldChange[] {
  const fields = [before, after].map((object) => appliedFields(object, fieldManager));
  return changesBetween(partOf(before, ...fields), partOf(after, ...fields));
}

/**
 * Makes the fields of `kubectl apply` those of this manager, so that a field that a manifest no longer has is removed.
 *
 * As kubectl does before its own server-side apply: with the resourceVersion, since others may change the owners meanwhile.
 */
async function migrate(
  objects: ClientOf<Unstructured>,
  name: string,
  given: Unstructured,
  fieldManager: string,
  call: CallOptions,
): Promise<void> {
  let object = given;
  for (let attempt = 1; ; attempt++) {
    const managers = clientSideManagers(object);
    if (managers.size === 0) return;
    const patch: readonly JsonPatchOperation[] = [
      {
        op: 'replace',
        path: '/metadata/managedFields',
        value: migratedFields(object, managers, fieldManager),
      },
      { op: 'replace', path: '/metadata/resourceVersion', value: object.metadata?.resourceVersion },
    ];
    try {
      await objects.patch(name, patch, { type: 'json', fieldManager, ...call });
      return;
    } catch (thrown) {
      if (!isConflict(thrown) || attempt === comparedAttempts) throw thrown;
      object = await objects.get(name, call);
    }
  }
}

function resultOf({ resource, namespace, name, description }: Target): ManifestTarget {
  return { resource, namespace, name, description };
}

/** Waits until the kinds of a definition that was applied are served, so that they can be resolved. */
async function servedOrFailed(
  client: ManifestClient,
  target: Target,
  result: ApplyResult,
  options: ApplyManifestsOptions,
): Promise<ApplyResult> {
  if (result.outcome === 'failed' || options.dryRun === true) return result;
  try {
    if (result.outcome !== 'unchanged') client.discovery.invalidate();
    for (const resource of definedBy(target.object)) await untilKnown(client, resource, options);
    return result;
  } catch (thrown) {
    throwIfAborted(options.signal);
    const error = asError(thrown);
    return failure(resultOf(target), error);
  }
}

/** Waits until discovery has a resource as its definition says. */
async function untilKnown(
  client: ManifestClient,
  wanted: Resource<Unstructured>,
  { servedTimeoutMs = 30_000, clock = systemClock, signal }: ApplyManifestsOptions,
): Promise<void> {
  const end = clock.monotonic() + servedTimeoutMs;
  for (let delayMs = firstPollMs; ; delayMs = Math.min(2 * delayMs, longestPollMs)) {
    const { resources } = await client.discovery.serverResources({ signal });
    const isKnown = resources.some(
      ({ apiVersion, resource, kind, namespaced }) =>
        apiVersion === wanted.apiVersion &&
        resource === wanted.resource &&
        kind === wanted.kind &&
        namespaced === wanted.namespaced,
    );
    if (isKnown) return;
    if (clock.monotonic() + delayMs > end)
      throw new ConfigError(
        'ERR_UNKNOWN_RESOURCE',
        `it was applied, but the server does not serve ${describeTarget(wanted)} after ${servedTimeoutMs} ms: see the conditions in its status`,
      );
    client.discovery.invalidate();
    await clock.sleep(delayMs, { signal });
  }
}

/** Waits until the server serves a kind whose definition was applied before. */
async function untilServed(
  client: ManifestClient,
  { resource, definition }: Target,
  { dryRun, servedTimeoutMs = 30_000, clock = systemClock, signal }: ApplyManifestsOptions,
  failedNames: ReadonlySet<string>,
): Promise<void> {
  const name = `CustomResourceDefinition ${definition ?? ''}`;
  if (failedNames.has(name))
    throw new ConfigError('ERR_UNKNOWN_RESOURCE', `not applied, since the ${name} failed`);
  const end = clock.monotonic() + servedTimeoutMs;
  for (let delayMs = firstPollMs; ; delayMs = Math.min(2 * delayMs, longestPollMs)) {
    try {
      await client.discovery.resolveKind(resource.apiVersion, resource.kind, { signal });
      return;
    } catch (thrown) {
      if (!isUnknown(thrown)) throw thrown;
      if (dryRun === true)
        throw new ConfigError(
          'ERR_UNKNOWN_RESOURCE',
          `not checked: a dry run does not create its ${name}, so the server does not know the kind`,
          { cause: thrown },
        );
      if (clock.monotonic() + delayMs > end)
        throw new ConfigError(
          'ERR_UNKNOWN_RESOURCE',
          `the ${name} was applied, but the server does not serve it after ${servedTimeoutMs} ms: see the conditions in its status`,
          { cause: thrown },
        );
    }
    await clock.sleep(delayMs, { signal });
  }
}
