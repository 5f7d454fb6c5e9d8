import { builtin } from '../../util/builtin.js';
import { isConflict, isNotFound, withoutCall } from '../../meta/errors.js';
import { formatGroupKind, parseGroupKind } from '../../meta/group-version.js';
import type { Resource } from '../../meta/resource.js';
import type { CallOptions } from '../../meta/calls.js';
import { version } from '../../rest/version.js';
import { asError, ConfigError } from '../../util/errors.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { requireString } from '../../util/require.js';
import { shownValue } from '../../util/shown.js';
import type { ApplyConfiguration, Unstructured } from '../call-options.js';
import { describeTarget } from '../requests.js';
import type { ResourceTarget } from '../requests.js';
import type { ClientOf } from '../subresource-calls.js';
import { throwIfAborted } from '../../util/signal.js';
import { isKindGone, isPathNotFound } from './absent-kinds.js';
import { fieldConflicts } from './managed-fields.js';
import type { ManifestClient, Target } from './targets.js';

/** The set that the applied objects form, in the format of KEP-3659, which `kubectl apply --prune --applyset` uses too. */
export interface PruneSet {
  /**
   * The parent object that records the set, as kubectl's --applyset: `configmaps/web`, `secrets/web` or only `web` for a Secret. It is
   * created in the call's namespace if it does not exist. A custom resource must exist.
   */
  readonly applySet: string;
  /**
   * The tool that owns the set, `name/version`. A set of another tool is refused. Default: `kube-informers/v…`. `kubectl/v1.37` shares
   * sets with kubectl.
   */
  readonly tooling?: string | undefined;
}

const pruneSetNames: OptionNames<PruneSet> = { applySet: requireString, tooling: requireTooling };

/** Labels and annotations of KEP-3659. */
const idLabel = 'applyset.kubernetes.io/id';
const partOfLabel = 'applyset.kubernetes.io/part-of';
const toolingAnnotation = 'applyset.kubernetes.io/tooling';
const kindsAnnotation = 'applyset.kubernetes.io/contains-group-kinds';
const namespacesAnnotation = 'applyset.kubernetes.io/additional-namespaces';

/** How often the parent is read and written again if others write it at the same time. */
const writeAttempts = 5;

/** An object of the set that the manifests no longer have. */
export interface Pruned {
  readonly resource: Resource<Unstructured>;
  readonly object: Unstructured;
}

/** A kind of the set whose members cannot be found. */
export interface UnknownKind {
  /** As in the annotation: `Widget.example.com`. */
  readonly kind: string;
  readonly error: Error;
}

/** Options of the writes of a set. */
export interface SetCallOptions extends CallOptions {
  readonly dryRun?: boolean | undefined;
}

/** Checks that a value is a PruneSet. */
export function requirePruneSet(what: string, prune: unknown): void {
  requireKnownOptions(what, prune, pruneSetNames);
  requireString(`applySet of ${what}`, (prune as Partial<PruneSet>).applySet);
}

function requireTooling(what: string, value: unknown): void {
  requireString(what, value);
  if (/^[^/]+\/.+$/.test(String(value))) return;
  throw new ConfigError('ERR_APPLY_SET', `${what} must be name/version, got ${shownValue(value)}`);
}

/** The value of the labels: `applyset-…-v1`, from name, namespace, kind and group of the parent. */
export function applySetId(name: string, namespace: string, kind: string, group: string): string {
  const hash = builtin('node:crypto').createHash('sha256').update([name, namespace, kind, group].join('.'));
  return `applyset-${hash.digest('base64url')}-v1`;
}

/** A set and its parent, as the server has them before the call. */
export class ApplySet {
  readonly id: string;
  /** For messages: `configmaps "web" in namespace shop`. */
  readonly description: string;
  readonly resource: Resource<Unstructured>;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly #client: ManifestClient;
  readonly #objects: ClientOf<Unstructured>;
  readonly #tooling: string;
  /** The resourceVersion of the parent that was read or written last. */
  #version: string | undefined;
  /** True if another call has written the parent since this one read it, and may be about to create what it recorded. */
  #isShared = false;
  /** What the parent had when it was read last. */
  #recorded: { readonly kinds: ReadonlySet<string>; readonly namespaces: ReadonlySet<string> } = {
    kinds: new Set(),
    namespaces: new Set(),
  };

  private constructor(
    client: ManifestClient,
    resource: Resource<Unstructured>,
    name: string,
    namespace: string,
    tooling: string,
  ) {
    const home = resource.namespaced ? namespace : undefined;
    this.#client = client;
    this.resource = resource;
    this.name = name;
    this.namespace = home;
    this.#tooling = tooling;
    this.#objects = client.resource(resource, home);
    this.id = applySetId(name, home ?? '', resource.kind, resource.group);
    this.description = `${describeTarget(resource, name)}${home === undefined ? '' : ` in namespace ${home}`}`;
  }

  /** Reads the set. Rejects with ConfigError `ERR_APPLY_SET` if the parent is not one, or belongs to another tool. */
  static async read(
    client: ManifestClient,
    { applySet, tooling = `kube-informers/v${version}` }: PruneSet,
    namespace: string,
    call: CallOptions,
  ): Promise<ApplySet> {
    const [, plural = 'secrets', name = ''] = /^(?:([^/]+)\/)?([^/]+)$/.exec(applySet) ?? [];
    if (name === '')
      throw new ConfigError(
        'ERR_APPLY_SET',
        `applySet must be name or resource/name, such as configmaps/web, got ${shownValue(applySet)}`,
      );
    const resource = await client.discovery.resolve(plural, call);
    const set = new ApplySet(client, resource, name, namespace, tooling);
    await set.#read(call);
    return set;
  }

  async #read(call: CallOptions): Promise<void> {
    const { group, resource } = this.resource;
    let parent: Unstructured;
    try {
      parent = await this.#objects.get(this.name, call);
    } catch (thrown) {
      if (!isNotFound(thrown)) throw thrown;
      if (group === '' && (resource === 'secrets' || resource === 'configmaps')) return;
      throw new ConfigError(
        'ERR_APPLY_SET',
        `the ApplySet ${this.description} does not exist: create it, or use a Secret or ConfigMap`,
        {
          cause: thrown,
        },
      );
    }
    const { labels = {}, annotations = {} } = parent.metadata ?? {};
    const refuse = (why: string): never => {
      throw new ConfigError('ERR_APPLY_SET', `${this.description} exists, ${why}; nothing was changed`);
    };
    const owner = annotations[toolingAnnotation];
    if (owner === undefined || labels[idLabel] === undefined)
      return refuse(
        `but is no ApplySet: use another name, or give it the label ${idLabel} and the annotation ${toolingAnnotation}`,
      );
    if (baseName(owner) !== baseName(this.#tooling))
      return refuse(`but is managed by ${shownValue(owner)}: pass that as tooling of prune to take part`);
    if (labels[idLabel] !== this.id)
      return refuse(`but its label ${idLabel} is ${shownValue(labels[idLabel])} instead of ${this.id}`);
    if (annotations[kindsAnnotation] === undefined)
      return refuse(`but lacks the annotation ${kindsAnnotation}, which says what to prune`);
    this.#version = parent.metadata?.resourceVersion;
    this.#recorded = {
      kinds: new Set(split(annotations[kindsAnnotation])),
      namespaces: new Set([
        ...split(annotations[namespacesAnnotation] ?? ''),
        ...(this.namespace === undefined ? [] : [this.namespace]),
      ]),
    };
  }

  /**
   * Returns the target as a member. Throws ConfigError `ERR_APPLY_SET` for one that says that it belongs to another set, and for the
   * parent: once the manifests lack it, it would be deleted, with all that it records.
   */
  member(target: Target): Target {
    const { metadata = {} } = target.object;
    if (this.#isParent(target.resource, target.namespace, metadata.name))
      throw new ConfigError(
        'ERR_APPLY_SET',
        `${target.description} is the parent of the set and cannot be a member of it: name another object in applySet; nothing was changed`,
      );
    const given = metadata.labels?.[partOfLabel];
    if (given !== undefined && given !== this.id)
      throw new ConfigError(
        'ERR_APPLY_SET',
        `${target.description} has the label ${partOfLabel} of another set: remove it; nothing was changed`,
      );
    const labels = { ...metadata.labels, [partOfLabel]: this.id };
    return { ...target, object: { ...target.object, metadata: { ...metadata, labels } } };
  }

  /**
   * Records the kinds and namespaces of the targets in the parent, `before` the objects are applied together with those that it has,
   * so that nothing is lost if the call does not end. What another call has recorded in the meantime stays.
   */
  async record(when: 'before' | 'after', targets: readonly Target[], options: SetCallOptions): Promise<void> {
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          // A parent that changes all the time, as with a status, is written in the end.
          const version = attempt < writeAttempts ? this.#version : undefined;
          await this.#write(when === 'before' || this.#isShared, version, targets, options);
          return;
        } catch (thrown) {
          if (!isConflict(thrown) || attempt === writeAttempts) throw thrown;
          this.#isShared = true;
          await this.#read({ signal: options.signal });
        }
      }
    } catch (thrown) {
      if (when === 'after' || options.signal?.aborted === true) throw thrown;
      throw new ConfigError(
        'ERR_APPLY_SET',
        `the ApplySet ${this.description} cannot be written: ${withoutCall(asError(thrown))}; nothing was changed: its namespace must exist`,
        { cause: thrown },
      );
    }
  }

  async #write(
    keepsOthers: boolean,
    resourceVersion: string | undefined,
    targets: readonly Target[],
    options: SetCallOptions,
  ): Promise<void> {
    const kinds = new Set(keepsOthers ? this.#recorded.kinds : []);
    const namespaces = new Set(keepsOthers ? this.#recorded.namespaces : []);
    for (const { resource, namespace } of targets) {
      kinds.add(formatGroupKind(resource));
      if (namespace !== undefined) namespaces.add(namespace);
    }
    if (this.namespace !== undefined) namespaces.delete(this.namespace);
    const parent: ApplyConfiguration<Unstructured> = {
      apiVersion: this.resource.apiVersion,
      kind: this.resource.kind,
      metadata: {
        name: this.name,
        ...(this.namespace !== undefined && { namespace: this.namespace }),
        ...(resourceVersion !== undefined && { resourceVersion }),
        labels: { [idLabel]: this.id },
        annotations: {
          [toolingAnnotation]: this.#tooling,
          [kindsAnnotation]: [...kinds].sort().join(','),
          [namespacesAnnotation]: [...namespaces].sort().join(','),
        },
      },
    };
    const write = { ...options, fieldManager: `${baseName(this.#tooling)}-applyset` };
    const written = await this.#objects.apply(parent, write).catch((thrown: unknown) => {
      // kubectl takes its own fields back in the same way.
      if (fieldConflicts(thrown).length === 0) throw thrown;
      return this.#objects.apply(parent, { ...write, force: true });
    });
    if (options.dryRun !== true) this.#version = written.metadata?.resourceVersion;
  }

  /**
   * Finds the members that the call has not applied, among the kinds and namespaces that the parent had before.
   *
   * A kind that discovery lacks or that cannot be listed is `unknown`, unless its objects are certainly gone: what is forgotten here
   * would run on for ever.
   */
  async stale(
    keepUids: ReadonlySet<string>,
    call: CallOptions,
  ): Promise<{ readonly stale: Pruned[]; readonly unknown: UnknownKind[] }> {
    const stale: Pruned[] = [];
    const unknown: UnknownKind[] = [];
    for (const text of this.#recorded.kinds) {
      const find = async (): Promise<void> => {
        const resource = await this.#resolve(text, call);
        if (resource === undefined) return;
        for await (const object of this.#members(resource, call)) {
          const { uid = '', namespace, name } = object.metadata ?? {};
          if (!keepUids.has(uid) && !this.#isParent(resource, namespace, name))
            stale.push({ resource, object });
        }
      };
      try {
        await find().catch((thrown: unknown) => {
          if (!isPathNotFound(thrown)) throw thrown;
          // It is served with another scope now, or no more.
          this.#client.discovery.invalidate();
          return find();
        });
      } catch (thrown) {
        throwIfAborted(call.signal);
        unknown.push({ kind: text, error: asError(thrown) });
      }
    }
    return { stale, unknown };
  }

  #isParent(
    { group, kind }: ResourceTarget,
    namespace: string | undefined,
    name: string | undefined,
  ): boolean {
    const { resource } = this;
    return (
      group === resource.group && kind === resource.kind && name === this.name && namespace === this.namespace
    );
  }

  async *#members(
    resource: Resource<Unstructured>,
    call: CallOptions,
  ): AsyncGenerator<Unstructured, void, void> {
    for (const namespace of resource.namespaced ? this.#recorded.namespaces : [undefined]) {
      const objects = this.#client.resource(resource, namespace);
      yield* objects.items({ labelSelector: `${partOfLabel}=${this.id}`, ...call });
    }
  }

  /** Resolves with the resource of a kind of the set; undefined for one that is certainly gone. */
  async #resolve(text: string, call: CallOptions): Promise<Resource<Unstructured> | undefined> {
    const groupKind = parseGroupKind(text);
    const { discovery } = this.#client;
    // The preferred version of a group comes first.
    const find = async (): Promise<Resource<Unstructured> | undefined> => {
      const { resources } = await discovery.serverResources(call);
      return resources.find(({ group, kind }) => group === groupKind.group && kind === groupKind.kind);
    };
    let found = await find();
    if (found === undefined) {
      discovery.invalidate();
      found = await find();
    }
    if (found !== undefined || (await isKindGone(this.#client, groupKind, call))) return found;
    throw new ConfigError(
      'ERR_UNKNOWN_RESOURCE',
      `the server does not serve it at the moment: call again, or, if it is gone for good, remove it from the annotation ${kindsAnnotation} of ${this.description}`,
    );
  }
}

function baseName(tooling: string): string {
  return tooling.includes('/') ? tooling.slice(0, tooling.lastIndexOf('/')) : tooling;
}

function split(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
}
