/**
 * kube-informers/cache: the building blocks of informers, as in client-go's tools/cache and tools/pager.
 */

// Reflectors and their sources
export { Reflector } from './reflector/reflector.js';
export { namespaceKeyedIndexerAndReflector } from './reflector/namespace-keyed-indexer-and-reflector.js';
export type { ReflectorOptions } from './reflector/reflector-options.js';
export type { ReflectorActivity } from './reflector/reflector-state.js';
export type { ExpectedType } from './reflector/expected-type.js';
export type { ListTrace, WatchTrace } from './reflector/reflector-traces.js';
export {
  filteredListWatchFromClient,
  ListWatch,
  listWatchFromClient,
  prepareWatchListOptions,
} from './reflector/listwatch.js';
export type {
  ListFunc,
  ListWatchClient,
  ListWatchOptions,
  MetadataListWatchClient,
  WatchFunc,
} from './reflector/listwatch.js';
export { ListPager } from '../meta/list-pager.js';
export type { ListPageFunc, PageOptions, ListPagerOptions, PagedList } from '../meta/list-pager.js';

// Queues
export { DeltaFIFO } from './queues/delta-fifo.js';
export type { DeltaFIFOOptions, KnownObjects } from './queues/queue-options.js';
export { QueueClosedError } from './queues/queue-state.js';
export { DeletedFinalStateUnknown } from '../meta/tombstone.js';

// Informers
export { InformerController } from './informer/informer-controller.js';
export type { InformerControllerOptions, PrepareFunc, ProcessFunc } from './informer/informer-controller.js';
export { newInformer } from './informer/informer.js';
export type { InformerOptions, WatchErrorHandler, WatchErrorInfo } from './informer/informer-options.js';
export type { CacheFormat, CacheIntake, CacheObjects, NewCacheOptions } from './cache-format.js';
export type { ObjectSteps } from './transform.js';
export { createMutationDetector } from './informer/mutation-detector.js';
export type { MutationDetector, MutationDetectorOptions } from './informer/mutation-detector.js';

// Stores
export { MemoryIndexer } from './stores/indexer.js';
export type { MemoryIndexerOptions } from './stores/indexer.js';

// Structures
export { Backoff } from '../util/backoff.js';
export type { BackoffOptions } from '../util/backoff.js';

// Shared types
export { DeltaType, notKept } from './types.js';
export type {
  AddInfo,
  BatchProcessFunc,
  Delta,
  DeltaKeys,
  Deletion,
  Deltas,
  Indexer,
  Indexers,
  IndexFunc,
  IntakeFunc,
  ChangeFunc,
  KeyFunc,
  ListerWatcher,
  ObjectDelta,
  PopProcessFunc,
  Queue,
  ReadonlyIndexer,
  ReadonlyStore,
  ReflectorStore,
  ResourceEventHandler,
  Store,
  ReplacedAll,
  StoreDelta,
  TransformFunc,
} from './types.js';
export type { CallOptions, SourceOptions, WaitToRetry } from '../meta/calls.js';
export type { DeepReadonly } from '../util/deep-readonly.js';
export { initialEventsAnnotation } from '../meta/watch.js';
export type { WatchEvent, WatchStream } from '../meta/watch.js';
