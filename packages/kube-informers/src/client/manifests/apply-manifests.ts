import type { CallOptions } from '../../meta/calls.js';
import { isConflict, isNotFound } from '../../meta/errors.js';
import type { Resource } from '../../meta/resource.js';
import { systemClock } from '../../util/clock.js';
import { asError, ConfigError } from '../../util/errors.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import {
  numberFrom,
  requireAbortSignal,
  requireBoolean,
  requireClock,
  requireFunction,
  requireString,
} from '../../util/require.js';
import type { TestOptions } from '../../util/clock.js';
import { throwIfAborted } from '../../util/signal.js';
import type { ApplyConfiguration, DeleteOptions, FieldValidation, Unstructured } from '../call-options.js';
import { deleteBody, deleteOptionNames, describeTarget } from '../requests.js';
import { ApplySet, requirePruneSet } from './apply-set.js';
import { withRemedy } from '../../streams/errors.js';
import type { PruneSet, SetCallOptions } from './apply-set.js';
import { changesBetween } from './changes.js';
import type { FieldChange } from './changes.js';
import { isUnknown, targetsOf } from './targets.js';
import type { ManifestClient, Manifests, Target } from './targets.js';

/** What `Clientset.apply` and `Clientset.delete` report of each object. */
export interface ManifestTarget {
  /** Its resource. */
  readonly resource: Resource<Unstructured>;
  /** Its namespace; undefined for a cluster-scoped object. */
  readonly namespace: string | undefined;
  /** Its name. */
  readonly name: string;
  /** For messages, with the place in the text: `deployments.apps "web" in namespace shop (web.yaml, document 1, line 1)`. */
  readonly description: string;
}

/** An object that could not be applied or deleted. */
export interface ManifestFailure extends ManifestTarget {
  /** The server refused the object, or it was not tried. */
  readonly outcome: 'failed';
  /** Why, and what to do. */
  readonly reason: string;
  /** The error of the server, if there is one. */
  readonly error: Error;
}

/** The result of one object of `Clientset.apply`. */
export type ApplyResult = AppliedManifest | PrunedManifest | ManifestFailure;

/** An object of the set that was deleted, since the manifests no longer have it. */
export interface PrunedManifest extends ManifestTarget {
  /** It was deleted, or would be in a dry run. Its finalizers may keep it for a time. */
  readonly outcome: 'pruned';
  /** The object as it was. */
  readonly object: Unstructured;
  /** One change, of the whole object to nothing. */
  readonly changes: readonly FieldChange[];
}

/** The result of one object of `Clientset.delete`. */
export type DeleteResult = DeletedManifest | ManifestFailure;

/** An object that is gone, or is being deleted. */
export interface DeletedManifest extends ManifestTarget {
  /** `absent` if it did not exist. With finalizers an object that was `deleted` stays for a time: see `waitFor`. */
  readonly outcome: 'deleted' | 'absent';
}

/** An object that was applied. */
export interface AppliedManifest extends ManifestTarget {
  /** What happened: `unchanged` if every field had its value before, even if the server now records another owner. */
  readonly outcome: 'created' | 'configured' | 'unchanged';
  /** The object as the server stores it, or would store it in a dry run. */
  readonly object: Unstructured;
  /** The difference between the live object and `object`, without metadata that the server sets. May contain a Secret's data. */
  readonly changes: readonly FieldChange[];
}

/** Options of `Clientset.apply`. */
export interface ApplyManifestsOptions extends CallOptions, Pick<TestOptions, 'clock'> {
  /** Namespace of objects without one. Default: that of the config, or `default`. */
  readonly namespace?: string | undefined;
  /** Name of the text's file, for messages. */
  readonly file?: string | undefined;
  /** Name under which the server records field ownership. Default: `kube-informers`. */
  readonly fieldManager?: string | undefined;
  /** Takes over fields owned by other managers, which otherwise fail. Default: false. */
  readonly force?: boolean | undefined;
  /** Has the server check everything and store nothing. Default: false. */
  readonly dryRun?: boolean | undefined;
  /** Default: `Strict`, as in kubectl: an unknown field fails. */
  readonly fieldValidation?: FieldValidation | undefined;
  /** Longest wait for the kind of a new CustomResourceDefinition to be served, ms. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
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
  file: requireString,
  fieldManager: requireString,
  force: requireBoolean,
  dryRun: requireBoolean,
  fieldValidation: requireString,
  timeoutMs: numberFrom(0),
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
  const { namespace = client.namespace, prune, signal, dryRun } = options;
  let targets = await targetsOf('apply', client, manifests, options);
  const set = prune === undefined ? undefined : await ApplySet.read(client, prune, namespace, { signal });
  if (set !== undefined) {
    targets = targets.map((target) => set.member(target));
    await set.record('before', targets, { dryRun, signal });
  }
  const results: ApplyResult[] = [];
  const report = (result: ApplyResult): void => {
    results.push(result);
    options.onResult?.(result);
  };
  const failedNames = new Set<string>();
  for (const target of targets) {
    const result = await appliedOrFailed(client, target, options, failedNames);
    if (result.outcome === 'failed') failedNames.add(`${target.resource.kind} ${target.name}`);
    report(result);
  }
  if (set !== undefined) await pruneSet(client, set, targets, results, report, { dryRun, signal });
  return results;
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
        `nothing was pruned, since ${failures} of ${targets.length} objects failed: call again when they are repaired`,
      );
    const uids = results.flatMap((result) =>
      result.outcome === 'failed' ? [] : [result.object.metadata?.uid ?? ''],
    );
    let pruned = 0;
    const stale = await set.stale(new Set(uids), { signal: options.signal });
    for (const { resource: of, object } of stale) {
      const { name: pruneName = '', namespace: home, uid } = object.metadata ?? {};
      const where = home === undefined ? '' : ` in namespace ${home}`;
      const target: ManifestTarget = {
        resource: of,
        namespace: home,
        name: pruneName,
        description: `${describeTarget(of, pruneName)}${where}`,
      };
      const result = await deletedOrFailed(client, target, { ...options, preconditions: { uid } });
      if (result.outcome === 'failed') report(result);
      else {
        pruned++;
        const changes = [{ path: '', before: object, after: undefined }];
        report({ ...target, outcome: 'pruned', object, changes });
      }
    }
    if (pruned === stale.length) await set.record('after', targets, options);
  } catch (thrown) {
    throwIfAborted(options.signal);
    const error = asError(thrown);
    report({ ...parent, outcome: 'failed', reason: error.message, error });
  }
}

/** Options of `Clientset.delete`. */
export interface DeleteManifestsOptions extends DeleteOptions {
  /** Namespace of objects without one. Default: that of the config, or `default`. */
  readonly namespace?: string | undefined;
  /** Name of the text's file, for messages. */
  readonly file?: string | undefined;
  /** Called with each result at once. */
  readonly onResult?: ((result: DeleteResult) => void) | undefined;
}

const deleteManifestsOptionNames: OptionNames<DeleteManifestsOptions> = {
  ...deleteOptionNames,
  namespace: requireString,
  file: requireString,
  onResult: requireFunction,
};

/** Deletes manifests: see `Clientset.delete`. */
export async function deleteManifests(
  client: ManifestClient,
  manifests: Manifests,
  options: DeleteManifestsOptions,
): Promise<DeleteResult[]> {
  requireKnownOptions('delete', options, deleteManifestsOptionNames);
  const { namespace, file, onResult, ...call } = options;
  deleteBody(call);
  throwIfAborted(call.signal);
  const targets = await targetsOf('delete', client, manifests, { namespace, file, signal: call.signal });
  const results: DeleteResult[] = [];
  for (const target of targets.toReversed()) {
    const result = await deletedOrFailed(client, resultOf(target), call);
    results.push(result);
    onResult?.(result);
  }
  return results;
}

async function deletedOrFailed(
  client: ManifestClient,
  target: ManifestTarget,
  options: DeleteOptions,
): Promise<DeleteResult> {
  try {
    await client.resource(target.resource, target.namespace).delete(target.name, options);
    return { ...target, outcome: 'deleted' };
  } catch (thrown) {
    throwIfAborted(options.signal);
    if (isNotFound(thrown)) return { ...target, outcome: 'absent' };
    const error = asError(withRemedy(thrown, 'delete', describeTarget(target.resource)));
    return { ...target, outcome: 'failed', reason: error.message, error };
  }
}

async function appliedOrFailed(
  client: ManifestClient,
  target: Target,
  options: ApplyManifestsOptions,
  failedNames: ReadonlySet<string>,
): Promise<ApplyResult> {
  try {
    if (target.definition !== undefined) await untilServed(client, target, options, failedNames);
    return await applied(client, target, options);
  } catch (thrown) {
    throwIfAborted(options.signal);
    const error = asError(withRemedy(thrown, 'get, patch and create', describeTarget(target.resource)));
    const remedy = isConflict(error) && options.force !== true ? '; force: true takes the fields over' : '';
    return { ...resultOf(target), outcome: 'failed', reason: `${error.message}${remedy}`, error };
  }
}

async function applied(
  client: ManifestClient,
  target: Target,
  options: ApplyManifestsOptions,
): Promise<AppliedManifest> {
  const { fieldManager = 'kube-informers', force, dryRun, fieldValidation = 'Strict', signal } = options;
  const objects = client.resource(target.resource, target.namespace);
  const live = await objects.get(target.name, { signal }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  // targetsOf has checked apiVersion, kind and name.
  const wanted = target.object as ApplyConfiguration<Unstructured>;
  const object = await objects.apply(wanted, { fieldManager, force, dryRun, fieldValidation, signal });
  const changes = changesBetween(live, object);
  const outcome = live === undefined ? 'created' : changes.length === 0 ? 'unchanged' : 'configured';
  return { ...resultOf(target), outcome, object, changes };
}

function resultOf({ resource, namespace, name, description }: Target): ManifestTarget {
  return { resource, namespace, name, description };
}

/** Waits until the server serves a kind whose definition was applied before. */
async function untilServed(
  client: ManifestClient,
  { resource, definition }: Target,
  { dryRun, timeoutMs = 30_000, clock = systemClock, signal }: ApplyManifestsOptions,
  failedNames: ReadonlySet<string>,
): Promise<void> {
  const name = `CustomResourceDefinition ${definition ?? ''}`;
  if (failedNames.has(name))
    throw new ConfigError('ERR_UNKNOWN_RESOURCE', `not applied, since the ${name} failed`);
  const end = clock.monotonic() + timeoutMs;
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
          `the ${name} was applied, but the server does not serve it after ${timeoutMs} ms: see the conditions in its status`,
          { cause: thrown },
        );
    }
    await clock.sleep(delayMs, { signal });
  }
}
