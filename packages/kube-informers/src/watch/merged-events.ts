import { CoalescingBacklog } from '../cache/handlers/coalescing-backlog.js';
import { filteringHandler } from '../cache/handlers/filtering-handler.js';
import type { AddEventHandlerOptions, HandlerRegistration } from '../cache/handlers/event-handler.js';
import type { ResourceEventHandler } from '../cache/types.js';
import type { StateRegistration } from '../cache/informer/informer-monitor.js';
import type { CallOptions } from '../meta/calls.js';
import { isOther, metaNamespaceKey } from '../meta/names.js';
import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { ConfigError } from '../util/errors.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import { requireAbortSignal, requireFunction, requireMethods, requireObject } from '../util/require.js';
import { interruptible, linkSignal, onAbort } from '../util/signal.js';
import { lastStateOf } from './informer-watcher.js';

/** What `mergedEvents` needs of a SharedIndexInformer. */
export interface MergedInformer<T extends KubernetesObject> {
  /** Adds a handler, which first gets the objects in the cache. */
  addEventHandler(handler: ResourceEventHandler<T>, options?: AddEventHandlerOptions): HandlerRegistration;
  /** Calls the listener after each change of the informer's state. */
  onStateChange(listener: () => void): StateRegistration;
  /** True as soon as a stop was requested. */
  readonly isStopped: boolean;
}

/** An informer, or a factory's `core().v1().pods()`. */
export type MergedSource<T extends KubernetesObject> =
  | MergedInformer<T>
  | {
      /** Returns the informer. */
      readonly informer: () => MergedInformer<T>;
    };

/** Informers by the names that their events get. */
export type MergedSources = Readonly<Record<string, MergedSource<KubernetesObject>>>;

/** The change of an object. */
export interface MergedChange<R extends string, T extends KubernetesObject> {
  /** Name of the informer, as given to `mergedEvents`. */
  readonly resource: R;
  /** What happened since the last event of the object. */
  readonly type: 'add' | 'update' | 'delete';
  /** `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string;
  /** The newest state; the last known one of a deleted object. */
  readonly object: DeepReadonly<T>;
}

/** Marks that everything that the first lists contained has been read. */
export interface MergedSync {
  /** Comes once. */
  readonly type: 'synced';
  /** Always undefined, so that `event.resource` tells changes apart. */
  readonly resource: undefined;
}

/** An event of `mergedEvents`: a change of an object of one of the informers, or the mark. */
export type MergedEvent<S extends MergedSources> =
  | {
      [R in keyof S & string]: S[R] extends MergedSource<infer T> ? MergedChange<R, T> : never;
    }[keyof S & string]
  | MergedSync;

/** Options of `mergedEvents`. */
export interface MergedEventsOptions<R extends string> extends CallOptions {
  /**
   * Reads only objects for which this returns true: those of one namespace, for example. Default: all.
   *
   * For one that begins to match, an `add` comes, for one that no longer matches a `delete`. The answer must depend on the arguments
   * alone. It may be asked several times; if it throws, that counts as a failure of a handler of the informer, and the event is lost.
   */
  readonly where?: ((object: DeepReadonly<KubernetesObject>, resource: R) => boolean) | undefined;
}

const mergedEventsOptionNames: OptionNames<MergedEventsOptions<string>> = {
  signal: requireAbortSignal,
  where: requireFunction,
};

/**
 * Reads the changes of several informers as one stream, at the reader's pace: for dashboards and other mirrors.
 *
 * ```ts
 * for await (const event of mergedEvents({ pods: core.pods(), nodes: core.nodes() }, { signal })) {
 *   if (event.type === 'synced') console.log('complete');
 *   else if (event.resource === 'pods') console.log(event.type, event.key, event.object.status?.phase);
 * }
 * ```
 *
 * First come the objects of the caches as `added`, then `synced`, once all informers have synced, then every change. The events
 * of one object are in order.
 *
 * A reader that is slower than the changes gets fewer of them, never wrong ones: what waits for it is merged for each object,
 * to one event, or a delete and the add after it. Added and updated become added with the newest state; updated and deleted
 * become deleted; added and deleted disappear. So at most two events for each object wait, and the informers never do.
 *
 * Iteration adds a handler to each informer, and its end removes them: when the signal aborts, when the reader leaves the loop,
 * or when all informers have stopped and the reader has read what was left. It does not start or stop the informers. `synced`
 * does not come if one stops before it has synced. The first read rejects with InformerError `ERR_INFORMER_STOPPED` if an
 * informer has been stopped before. Throws ConfigError `ERR_OPTION`.
 */
export function mergedEvents<S extends MergedSources>(
  informers: S,
  options: MergedEventsOptions<keyof S & string> = {},
): AsyncIterable<MergedEvent<S>> {
  requireObject('mergedEvents', informers);
  requireKnownOptions('mergedEvents', options, mergedEventsOptionNames);
  const sources = Object.entries(informers).map(([resource, source]) => ({
    resource,
    informer: informerOf(resource, source),
  }));
  if (sources.length === 0)
    throw new ConfigError('ERR_OPTION', 'mergedEvents takes at least one informer, got an empty object');
  const { signal, where } = options as MergedEventsOptions<string>;
  // The names and types of `sources` are those of S.
  return interruptible((left) => read(sources, where, signal, left)) as AsyncIterable<MergedEvent<S>>;
}

interface Source {
  readonly resource: string;
  readonly informer: MergedInformer<KubernetesObject>;
}

function informerOf(
  resource: string,
  source: MergedSource<KubernetesObject>,
): MergedInformer<KubernetesObject> {
  const what = `${resource} of mergedEvents`;
  requireObject(what, source);
  const informer = 'informer' in source && typeof source.informer === 'function' ? source.informer() : source;
  requireMethods(what, informer, ['addEventHandler', 'onStateChange']);
  // Checked above.
  return informer as MergedInformer<KubernetesObject>;
}

async function* read(
  sources: readonly Source[],
  where: MergedEventsOptions<string>['where'],
  parent: AbortSignal | undefined,
  left: AbortSignal,
): AsyncGenerator<MergedEvent<MergedSources>, undefined, void> {
  const link = linkSignal(parent, left);
  const { signal } = link;
  const backlog = new CoalescingBacklog<KubernetesObject>();
  let wakeReader: (() => void) | undefined;
  const changed = (): void => wakeReader?.();
  const registrations: HandlerRegistration[] = [];
  const states: StateRegistration[] = [];
  const undo = onAbort(signal, changed);
  try {
    for (const [index, { informer, resource }] of sources.entries()) {
      const offer = (key: string, event: Parameters<typeof backlog.offer>[1]): void => {
        backlog.offer(`${index} ${key}`, event);
        changed();
      };
      const handler: ResourceEventHandler<KubernetesObject> = {
        onAdd: (object, { isInInitialList }) =>
          offer(metaNamespaceKey(object), { event: 'add', object, isInInitialList }),
        onUpdate(oldObject, object) {
          const key = metaNamespaceKey(object);
          if (isOther(oldObject, object)) {
            const deletion = { key, object: oldObject, finalStateUnknown: true, leftScope: false };
            offer(key, { event: 'delete', deletion });
            offer(key, { event: 'add', object, isInInitialList: false });
          } else offer(key, { event: 'update', oldObject, object });
        },
        onDelete: (deletion) => {
          const { object, key } = deletion;
          offer(object === undefined ? key : metaNamespaceKey(object), { event: 'delete', deletion });
        },
      };
      const wanted = where && filteringHandler((object) => where(object, resource), handler);
      registrations.push(
        informer.addEventHandler(wanted ?? handler, { name: 'mergedEvents', resyncPeriodMs: 0 }),
      );
      states.push(informer.onStateChange(changed));
    }
    let syncedSent = false;
    Promise.all(registrations.map(({ synced }) => synced)).then(
      () => {
        backlog.upstreamSynced();
        changed();
      },
      // An informer that stopped has never synced; its end is noticed below.
      changed,
    );
    for (;;) {
      if (signal.aborted) return undefined;
      if (!syncedSent && backlog.hasReadInitial) {
        syncedSent = true;
        yield { type: 'synced', resource: undefined };
        continue;
      }
      const key = backlog.nextKey;
      const event = backlog.next();
      if (key !== undefined && event !== undefined) {
        const { resource } = sources[Number.parseInt(key, 10)] as Source;
        const shown = key.slice(key.indexOf(' ') + 1);
        if (event.event === 'delete')
          yield { resource, type: 'delete', key: shown, object: lastStateOf(event.deletion) };
        else {
          const type = event.event === 'add' ? 'add' : 'update';
          yield { resource, type, key: shown, object: event.object };
        }
        continue;
      }
      if (sources.every(({ informer }) => informer.isStopped)) return undefined;
      await new Promise<void>((resolve) => {
        wakeReader = resolve;
      });
      wakeReader = undefined;
    }
  } finally {
    for (const registration of registrations) registration.remove();
    for (const state of states) state.remove();
    undo();
    link.dispose();
  }
}
