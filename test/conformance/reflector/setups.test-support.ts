import { DeltaFIFO } from '../../../packages/kube-informers/src/cache/queues/delta-fifo.js';
import { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import { processDeltas } from '../../../packages/kube-informers/src/cache/queues/process-deltas.test-support.js';
import type { ChangeSink } from '../../../packages/kube-informers/src/cache/queues/process-deltas.js';
import type { ReflectorOptions } from '../../../packages/kube-informers/src/cache/reflector/reflector.js';
import {
  contents,
  podList,
  rig,
  scripted,
  track,
} from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import type {
  Pod,
  Rig,
} from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import type {
  Queue,
  ReflectorStore,
  TransformFunc,
} from '../../../packages/kube-informers/src/cache/types.js';
import type { KubernetesList } from '../../../packages/kube-informers/src/meta/types.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import type {
  FakeListerWatcher,
  FakeListerWatcherOptions,
} from '../../../packages/testing/src/fake-lister-watcher.js';
import type { FakeWatchStream } from '../../../packages/testing/src/fake-watch-stream.js';

/** The targets of a Reflector: a store, or a queue as an informer makes it, emptied into a store. */
export const sinks = ['MemoryIndexer', 'DeltaFIFO'] as const;
export type SinkKind = (typeof sinks)[number];

/** The target of a Reflector, and its kind of first list. */
export interface Setup {
  readonly sink: SinkKind;
  readonly useWatchList: boolean;
}

/** Every target with both kinds of first list, for behaviour that must not depend on them. */
export const everySetup: readonly Setup[] = sinks.flatMap((sink) => [
  { sink, useWatchList: false },
  { sink, useWatchList: true },
]);

/** A store or a queue, and its content. */
export interface Sink {
  readonly store: ReflectorStore<Pod>;
  /** Name → resourceVersion of everything that is in the store, or was popped from the queue. */
  readonly contents: () => Record<string, string>;
}

const ignored: ChangeSink<Pod> = {
  onAdd: () => undefined,
  onUpdate: () => undefined,
  onDelete: () => undefined,
};

export function makeSink(kind: SinkKind, transformer?: TransformFunc<Pod>): Sink {
  const indexer = new MemoryIndexer<Pod>();
  if (kind === 'MemoryIndexer') return { store: indexer, contents: () => contents(indexer) };
  const queue = makeQueue(transformer);
  return {
    store: queue,
    contents() {
      drain(queue, indexer);
      return contents(indexer);
    },
  };
}

/** As an informer makes it (`informer-controllers.ts`). */
export function makeQueue(transformer?: TransformFunc<Pod>): Queue<Pod> {
  return new DeltaFIFO<Pod>({ transformer, atomicEvents: true });
}

export function drain(queue: Queue<Pod>, indexer: MemoryIndexer<Pod>): void {
  while (queue.tryPop((deltas, initial) => processDeltas(ignored, indexer, deltas, initial)));
}

/** A reflector and its surroundings. */
export interface Bench extends Omit<Rig, 'store'>, Sink {
  readonly source: FakeListerWatcher<Pod>;
}

export function bench(
  { sink, useWatchList }: Setup,
  sourceOptions: FakeListerWatcherOptions<Pod> = {},
  options: ReflectorOptions = {},
): Bench {
  const made = makeSink(sink);
  const source = scripted({ ...sourceOptions, watchListUnsupported: !useWatchList });
  const { store: _unused, ...rest } = rig(source, { ...options, store: made.store });
  return { ...rest, ...made, source };
}

/** A bench whose reflector has the content of `first` and an open watch. */
export interface Synced extends Bench {
  readonly stream: FakeWatchStream<Pod>;
  /** The promise of listAndWatch, or of run if `run` is set. */
  readonly round: Promise<void>;
}

/** Lists, or gets a watch-list up to its bookmark, and opens its watch. */
export async function synced(
  setup: Setup,
  {
    first = podList('1'),
    source: sourceOptions = {},
    reflector: options = {},
    rounds = 'one',
  }: {
    readonly first?: KubernetesList<Pod>;
    readonly source?: FakeListerWatcherOptions<Pod>;
    readonly reflector?: ReflectorOptions;
    readonly rounds?: 'one' | 'many';
  } = {},
): Promise<Synced> {
  const made = bench(setup, { list: () => first, ...sourceOptions }, options);
  const { reflector, signal, source } = made;
  const round = rounds === 'many' ? reflector.run({ signal }) : reflector.listAndWatch({ signal });
  track(round);
  const stream = await source.nextStream();
  if (setup.useWatchList) giveInitialEvents(stream, first);
  await settle();
  return { ...made, stream, round };
}

/** The first events of a watch-list from a server. */
export function giveInitialEvents(stream: FakeWatchStream<Pod>, list: KubernetesList<Pod>): void {
  for (const item of list.items) stream.add(item);
  stream.bookmark(list.metadata.resourceVersion ?? '', { initialEventsEnd: true });
}

/** Requests that returned, or should have returned, all objects. */
export function fullReads(source: FakeListerWatcher<Pod>): number {
  return source.lists.length + source.watches.filter((options) => options.sendInitialEvents === true).length;
}
