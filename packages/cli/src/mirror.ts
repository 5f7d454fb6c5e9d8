import { type Column, columnsOf, groupResourceName } from '@kube-informers/inspector/internal';
import {
  type Clock,
  type DeepReadonly,
  DynamicClient,
  type KubernetesObject,
  type Logger,
  metaNamespaceKey,
  SharedIndexInformer,
} from 'kube-informers';
import { filteredListWatchFromClient } from 'kube-informers/cache';
import { raceSignal, RefusalGrace } from 'kube-informers/internal';
import type { RestClient } from 'kube-informers/rest';
import { CountingListerWatcher } from './progress.js';
import type { ObjectEvent } from './printer.js';
import { isRefusal } from './refusal.js';
import { ServerTable } from './server-table.js';
import type { Target } from './targets.js';

/** What part of a resource is mirrored, and the callbacks. */
export interface MirrorOptions {
  /** "" for all namespaces, and for cluster-scoped resources. */
  readonly namespace: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** Which columns are shown; undefined if objects are not shown as rows. */
  readonly columns: 'usual' | 'wide' | undefined;
  readonly log: Logger;
  readonly clock: Clock;
  readonly onError: (mirror: Mirror, error: unknown) => void;
  /** Called when the response to a watch has begun. */
  readonly onAnswer: (mirror: Mirror) => void;
}

/** One resource of the command line, mirrored into a cache by a shared informer. */
export class Mirror {
  readonly target: Target;
  readonly namespace: string;
  readonly #source: CountingListerWatcher<KubernetesObject>;
  readonly #informer: SharedIndexInformer<KubernetesObject>;
  readonly #columnListeners: (() => void)[] = [];
  readonly #wasRefused: Promise<void>;
  #columns: readonly Column[];
  #refusal: unknown;

  constructor(rest: RestClient, target: Target, options: MirrorOptions) {
    this.target = target;
    this.namespace = options.namespace;
    const wide = options.columns === 'wide';
    const withNamespace = target.resource.namespaced && options.namespace === '';
    this.#columns = columnsOf(target.resource, { wide, withNamespace });
    const table = new ServerTable(options.clock, () => {
      this.#columns = table.columns({ wide, withNamespace });
      for (const listener of this.#columnListeners) listener();
    });
    const client = new DynamicClient(
      rest,
      {},
      options.columns === undefined ? undefined : (connection) => table.requester(connection),
    );
    const name = target.name === undefined ? '' : `metadata.name=${target.name}`;
    const fieldSelector = [options.fieldSelector, name].filter((part) => part !== '').join(',');
    this.#source = new CountingListerWatcher(
      filteredListWatchFromClient<KubernetesObject>(client, target.resource, options.namespace, (list) => {
        if (options.labelSelector !== '') list.labelSelector = options.labelSelector;
        if (fieldSelector !== '') list.fieldSelector = fieldSelector;
      }),
    );
    // Nothing was allowed before the first list; later, a refusal ends nothing.
    const grace = new RefusalGrace(options.clock);
    let onRefusal: () => void = () => undefined;
    this.#wasRefused = new Promise((resolve) => (onRefusal = resolve));
    this.#informer = new SharedIndexInformer(this.#source, {
      name: groupResourceName(target.resource),
      logger: options.log,
      clock: options.clock,
      onWatchError: (error) => {
        const mayPass = grace.mayRetry(error);
        if (isRefusal(error) && !mayPass) {
          this.#refusal = error;
          onRefusal();
        }
        options.onError(this, error);
      },
      target: () => ({
        resource: target.resource,
        kind: target.resource.kind,
        namespaces: options.namespace,
        labelSelector: options.labelSelector,
        fieldSelector,
      }),
    });
    this.#informer.onStateChange(({ phase }) => {
      if (phase === 'streaming' || phase === 'watching') options.onAnswer(this);
    });
  }

  /** `pods`, `deployments.apps`, `pods/web`. */
  get label(): string {
    const { resource, name } = this.target;
    return name === undefined ? groupResourceName(resource) : `${groupResourceName(resource)}/${name}`;
  }

  /** Number of objects received so far, by list and by watch. */
  get received(): number {
    return this.#source.received;
  }

  get hasSynced(): boolean {
    return this.#informer.hasSynced;
  }

  /** Why the server refused the first list; undefined if it has synced, or if nothing was refused. */
  get refusal(): unknown {
    return this.hasSynced ? undefined : this.#refusal;
  }

  /** What the server prints of each object, else the columns of `columnsOf`; another array once they change. */
  get columns(): readonly Column[] {
    return this.#columns;
  }

  /** Calls a function when the columns have changed. */
  onColumns(listener: () => void): void {
    this.#columnListeners.push(listener);
  }

  /** The cache's content, sorted by key. */
  objects(): DeepReadonly<KubernetesObject>[] {
    return this.#informer.indexer
      .listKeys()
      .sort()
      .map((key) => this.#informer.indexer.getByKey(key))
      .filter((object) => object !== undefined);
  }

  /** The informer, for its state. */
  get informer(): SharedIndexInformer<KubernetesObject> {
    return this.#informer;
  }

  /** Registers a callback for every later change; the current content of the cache only `withInitial`. */
  onEvent(
    callback: (event: ObjectEvent) => void,
    { withInitial = false }: { readonly withInitial?: boolean } = {},
  ): void {
    this.#informer.addEventHandler({
      onAdd: (object, { isInInitialList }) => {
        const key = metaNamespaceKey(object);
        if (!isInInitialList) callback({ type: 'ADDED', object, key });
        else if (withInitial) callback({ type: 'ADDED', object, key, isInInitialList: true });
      },
      onUpdate: (old, object) => callback({ type: 'UPDATED', object, old, key: metaNamespaceKey(object) }),
      onDelete: ({ object, key, finalStateUnknown }) =>
        callback({ type: 'DELETED', object: object ?? { metadata: { name: key } }, key, finalStateUnknown }),
    });
  }

  /** Runs until the signal aborts. */
  run(options: { readonly signal: AbortSignal }): Promise<void> {
    return this.#informer.run(options);
  }

  /** Resolves when each mirror's cache has synced or was refused; rejects with the signal's reason. */
  static async settled(mirrors: readonly Mirror[], options: { readonly signal: AbortSignal }): Promise<void> {
    const all = mirrors.map((mirror) => Promise.race([mirror.#informer.synced, mirror.#wasRefused]));
    await raceSignal(Promise.all(all), options.signal);
  }
}
