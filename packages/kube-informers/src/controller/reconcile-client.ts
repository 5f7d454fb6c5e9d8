import type {
  ApplyConfiguration,
  Unstructured,
  ApplyOptions,
  DeleteOptions,
  GetOptions,
  PatchBody,
  PatchOptions,
  PatchType,
  PatchTypeOption,
  WriteOptions,
} from '../client/call-options.js';
import type { ResourceTarget, Requester } from '../client/requests.js';
import { createResourceClient } from '../client/subresource-calls.js';
import type { ClientOf } from '../client/subresource-calls.js';
import { formatGroupVersion } from '../meta/group-version.js';
import type { Resource, Verb } from '../meta/resource.js';
import type { Whole, WholeObject } from '../meta/projected.js';
import type { KubernetesObject, Status } from '../meta/types.js';
import { resources } from '../resources/index.js';
import type { ResourceTable } from '../resources/index.js';
import { ConfigError } from '../util/errors.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { shownValue, shownWord } from '../util/shown.js';
import type { Logger } from '../util/logger.js';
import { isPlainObject } from '../util/type-checks.js';
import { ControllerError } from './errors.js';

/** Finds a resource by the apiVersion and kind of an object. */
export class KnownResources {
  readonly #byKind = new Map<string, ResourceTarget>();
  readonly #informers: () => Iterable<ResourceTarget>;

  constructor(informers: () => Iterable<ResourceTarget>) {
    this.#informers = informers;
  }

  /** Throws ConfigError `ERR_RESOURCE` for an unknown kind. */
  find({ apiVersion, kind }: DeepReadonly<KubernetesObject>): ResourceTarget {
    const id = `${apiVersion} ${kind}`;
    const known = this.#byKind.get(id) ?? this.#informer(apiVersion, kind) ?? builtIns().get(id);
    if (known === undefined) {
      throw new ConfigError(
        'ERR_RESOURCE',
        `no resource is known for apiVersion ${shownWord(apiVersion)} and kind ${shownWord(kind)}: set both, and for a custom resource write client.resource(descriptor) or pass its informer to the controller`,
      );
    }
    this.#byKind.set(id, known);
    return known;
  }

  #informer(apiVersion: string | undefined, kind: string | undefined): ResourceTarget | undefined {
    if (kind === undefined) return undefined;
    for (const resource of this.#informers())
      if (resource.kind === kind && formatGroupVersion(resource.group, resource.version) === apiVersion)
        return resource;
    return undefined;
  }
}

type AnyResource = Resource<KubernetesObject, string, never>;

let builtIn: ReadonlyMap<string, AnyResource> | undefined;

function builtIns(): ReadonlyMap<string, AnyResource> {
  builtIn ??= new Map(
    Object.values<ResourceTable>(resources)
      .flatMap((table) => Object.values(table))
      // Some kinds are served under two names; the first one is the resource itself.
      .toReversed()
      .map((resource) => [`${resource.apiVersion} ${resource.kind}`, resource]),
  );
  return builtIn;
}

/** An object as a run may pass it: its own, or one of a cache. */
export type AnyObject = DeepReadonly<KubernetesObject>;

/**
 * The client of one run of a reconcile.
 *
 * It finds the resource of an object by its apiVersion and kind: among the informers of the controller, then among the
 * built-in resources. `resource` gives a client of any other resource.
 *
 * What it writes is recorded: the next run of the same key starts when the caches show it. Its requests end with the run's
 * signal. Writes are refused with ControllerError `ERR_RUN_OVER` after the run, and by the controller's fence.
 */
export class ReconcileClient {
  readonly #requester: Requester;
  readonly #resources: KnownResources;
  readonly #fieldManager: string;

  /** @internal */
  constructor(requester: Requester, known: KnownResources, fieldManager: string) {
    this.#requester = requester;
    this.#resources = known;
    this.#fieldManager = fieldManager;
  }

  /** Returns the client of a resource; without a namespace it covers all namespaces. */
  resource<T extends KubernetesObject, S extends string = string, V extends Verb = Verb>(
    resource: Resource<T, S, V> | ResourceTarget,
    namespace?: string,
  ): ClientOf<T, S, V> {
    return createResourceClient<T, S, V>(this.#requester, resource, { namespace });
  }

  /** Returns the client of an object's resource, for its namespace. */
  clientFor<T extends KubernetesObject>(object: DeepReadonly<T>): ClientOf<T> {
    // DeepReadonly of a generic T has the members of its constraint.
    const { apiVersion, kind, metadata } = object as AnyObject;
    return this.resource<T>(this.#resources.find({ apiVersion, kind }), metadata?.namespace);
  }

  /** Reads an object from the server: the newest state, not that of a cache. Rejects with NotFound if it does not exist. */
  async get<O extends AnyObject>(reference: O, options: GetOptions = {}): Promise<O> {
    return this.#of(reference).get(nameOf('get', reference), options);
  }

  /** Creates an object. */
  async create<O extends AnyObject & Whole>(object: O, options: WriteOptions = {}): Promise<O> {
    return this.#of(object).create(object, this.#named(options));
  }

  /** Replaces an object. With `metadata.resourceVersion`, as cached objects have it, a concurrent change is a Conflict. */
  async update<O extends AnyObject & Whole>(object: O, options: WriteOptions = {}): Promise<O> {
    return this.#of(object).update(object, this.#named(options));
  }

  /** Replaces the status of an object, as `update` does. */
  async updateStatus<O extends AnyObject & Whole>(object: O, options: WriteOptions = {}): Promise<O> {
    return this.#of(object).updateStatus(object, this.#named(options));
  }

  /**
   * Sets the given fields by server-side apply, and creates the object if it does not exist.
   *
   * `force` is true by default, as Kubernetes recommends for controllers: fields of other managers are taken over.
   * `client.apply<Deployment>({ … })` checks the fields of the object.
   */
  async apply<T extends KubernetesObject = Unstructured>(
    object: WholeObject<ApplyConfiguration<NoInfer<T>>>,
    options: Partial<ApplyOptions> = {},
  ): Promise<T> {
    return this.#applying<T>(object).apply(object, { force: true, ...this.#named(options) });
  }

  /** Sets the given fields of the status by server-side apply, as `apply` does. */
  async applyStatus<T extends KubernetesObject = Unstructured>(
    object: WholeObject<ApplyConfiguration<NoInfer<T>>>,
    options: Partial<ApplyOptions> = {},
  ): Promise<T> {
    return this.#applying<T>(object).applyStatus(object, { force: true, ...this.#named(options) });
  }

  /** Changes part of an object: see `ResourceClient.patch`, which also checks the fields of a body. */
  async patch<O extends AnyObject, P extends PatchType>(
    reference: O,
    body: PatchBody<Unstructured, P>,
    options: PatchOptions & PatchTypeOption<P>,
  ): Promise<O> {
    return this.#of(reference).patch(nameOf('patch', reference), body, this.#named(options));
  }

  /**
   * Deletes an object. If it has a uid, as a cached one has, only that object: one that was created later under the same
   * name is a Conflict.
   */
  async delete<O extends AnyObject>(reference: O, options: DeleteOptions = {}): Promise<O | Status> {
    const uid = reference.metadata?.uid;
    const preconditions = uid === undefined ? options.preconditions : { uid, ...options.preconditions };
    return this.#of(reference).delete(nameOf('delete', reference), { ...options, preconditions });
  }

  #of<O extends AnyObject>(object: O): ObjectCalls<O> {
    // The type of the object is the caller's, as with any client. Objects of a cache are only read.
    return this.clientFor(object as never) as unknown as ObjectCalls<O>;
  }

  #applying<T extends KubernetesObject>(
    object: WholeObject<ApplyConfiguration<T>>,
  ): Pick<ClientOf<T>, 'apply' | 'applyStatus'> {
    // It has the apiVersion, kind and metadata of an object. Which other calls the client has depends on T, and does not matter here.
    return this.clientFor<T>(object as never) as Pick<ClientOf<T>, 'apply' | 'applyStatus'>;
  }

  #named<O extends { readonly fieldManager?: string | undefined }>(
    options: O,
  ): O & { readonly fieldManager: string } {
    // A JavaScript caller may omit required options; the client of the resource then reports what is missing.
    const { fieldManager = this.#fieldManager } = (options as O | undefined) ?? {};
    return { ...options, fieldManager };
  }
}

/** The calls of a ResourceClient for objects that may be read-only. */
interface ObjectCalls<O> {
  get(name: string, options: GetOptions): Promise<O>;
  create(object: O, options: WriteOptions): Promise<O>;
  update(object: O, options: WriteOptions): Promise<O>;
  updateStatus(object: O, options: WriteOptions): Promise<O>;
  patch(name: string, body: unknown, options: PatchOptions): Promise<O>;
  delete(name: string, options: DeleteOptions): Promise<O | Status>;
}

function nameOf(verb: string, { kind, metadata }: AnyObject): string {
  if (metadata?.name) return metadata.name;
  throw new ConfigError(
    'ERR_NAME',
    `${verb} of a ${shownWord(kind)} needs an object with metadata.name, got none`,
  );
}

/** Records events about one object. Never throws for a server's failure. */
export interface ObjectEvents {
  /** Records an event of type Normal about the object. */
  normal(reason: string, note: string): void;
  /** Records an event of type Warning about the object. */
  warning(reason: string, note: string): void;
}

/** Gives the events of an object, as an EventRecorder does. */
export interface EventSource {
  /** Returns the recorder of events about one object. */
  for(object: AnyObject): ObjectEvents;
}

/** What a reconcile receives. */
export interface ReconcileContext<T extends KubernetesObject = KubernetesObject> {
  /** `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string;
  /** "" if the key has no namespace. */
  readonly namespace: string;
  /** Name of the object. */
  readonly name: string;
  /** The cached object of `for`; undefined if it does not exist, which also means that it was deleted. */
  readonly object: DeepReadonly<T> | undefined;
  /** Writes objects of any resource; the writes are fenced and remembered as own ones. */
  readonly client: ReconcileClient;
  /** Records events about `object`; dropped if it is undefined. */
  readonly events: ObjectEvents;
  /** Aborts when the run times out, the term ends, or the run is over. */
  readonly signal: AbortSignal;
  /** 1 for the first run; rises with each run in a row that failed or asked for backoff. */
  readonly attempt: number;
  /** The priority with which the key was added. */
  readonly priority: number;
  /**
   * Why the key runs, in readable form: `update of Deployment default/web`, `own write: Website default/web (status)`.
   */
  readonly reasons: readonly string[];
  /** Identifies the run in logs. */
  readonly runId: string;
  /** The controller's logger with the fields controller, key and runId. */
  readonly logger: Logger;
}

/**
 * What a reconcile returns. Nothing or `{}`: done until the next change.
 *
 * - `{ afterMs }`: run again after so many milliseconds. Clears the key's backoff.
 * - `{ backoff: true }`: run again after the key's backoff, which grows each time, without an error.
 * - `priority`: of that next run. Default: that of this run.
 */
export type ReconcileResult =
  | { readonly afterMs?: undefined; readonly backoff?: undefined; readonly priority?: undefined }
  | {
      /** Delay until the next run, ms. */
      readonly afterMs: number;
      readonly backoff?: undefined;
      /** Priority of the next run. Default: that of this run. */
      readonly priority?: number | undefined;
    }
  | {
      /** True runs the key again after its backoff. */
      readonly backoff: true;
      readonly afterMs?: undefined;
      readonly priority?: number | undefined;
    };

/** A result that was checked. */
export type Outcome =
  | { readonly next: 'none' }
  | { readonly next: 'after'; readonly afterMs: number; readonly priority: number | undefined }
  | { readonly next: 'backoff'; readonly priority: number | undefined };

const expected = 'nothing, { afterMs }, { backoff: true }, each with priority if needed';

/** Checks what a reconcile returned. Throws ControllerError `ERR_RECONCILE_RESULT`. */
export function parseResult(controller: string, key: string, result: unknown): Outcome {
  if (result === undefined) return { next: 'none' };
  const invalid = (why: string): ControllerError =>
    new ControllerError(
      'ERR_RECONCILE_RESULT',
      `reconcile of controller ${controller} returned ${shown(result)} for ${key}: ${why}`,
    );
  if (!isPlainObject(result)) throw invalid(`expected ${expected}`);
  const { afterMs, backoff, priority, ...rest } = result as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(rest).find((name) => rest[name] !== undefined);
  if (unknown !== undefined) {
    const hint = /^requeue/i.test(unknown)
      ? 'write { afterMs } or { backoff: true }'
      : `expected ${expected}`;
    throw invalid(`unknown member ${shownValue(unknown)}, ${hint}`);
  }
  if (priority !== undefined && !Number.isSafeInteger(priority)) throw invalid('priority must be an integer');
  // Checked in the line above.
  const of = { priority: priority as number | undefined };
  if (afterMs !== undefined && backoff !== undefined)
    throw invalid('expected one of afterMs and backoff, not both');
  if (afterMs !== undefined) {
    if (typeof afterMs !== 'number' || !(afterMs >= 0 && afterMs < Infinity))
      throw invalid('afterMs must be a finite number, 0 or more');
    return { next: 'after', afterMs, ...of };
  }
  if (backoff !== undefined) {
    if (backoff !== true) throw invalid('backoff must be true or absent');
    return { next: 'backoff', ...of };
  }
  if (priority !== undefined) throw invalid('priority needs afterMs or backoff');
  return { next: 'none' };
}

const shownCharacters = 100;

function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value.slice(0, shownCharacters)) : String(value);
  if (!isPlainObject(value)) return Object.prototype.toString.call(value);
  const members = Object.entries(value).map(([name, member]) => {
    const simple = member === null || ['number', 'boolean', 'undefined'].includes(typeof member);
    return `${name}: ${simple ? String(member) : typeof member}`;
  });
  return `{ ${members.join(', ')} }`.slice(0, shownCharacters);
}
