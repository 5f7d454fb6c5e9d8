/**
 * kube-informers: client-go's informer system for TypeScript.
 *
 * The public surface, the users' symbols first. What is not here is internal, whatever its file exports.
 */

// Informers
export { SharedInformerFactory } from './informers/shared-informer-factory.js';
export type { GroupInformers, NewInformerFunc } from './informers/shared-informer-factory.js';
export type {
  InformerFactory,
  InformerFactoryOptions,
  InformerTarget,
  ResourceInformer,
} from './informers/informer-factory.js';
export type { InformerScope } from './informers/informer-scope.js';
export type { TargetClient } from './informers/target-list-watch.js';
export { DynamicSharedInformerFactory } from './informers/dynamic-shared-informer-factory.js';
export { MetadataSharedInformerFactory } from './informers/metadata-shared-informer-factory.js';
export { SharedIndexInformer } from './cache/informer/shared-index-informer.js';
export type { SharedIndexInformerOptions } from './cache/informer/shared-index-informer.js';
export type {
  AddEventHandlerOptions,
  HandlerFailure,
  HandlerRegistration,
} from './cache/handlers/handler-registration.js';
export type { AddInfo, Deletion, ResourceEventHandler } from './cache/types.js';
export { filteringHandler } from './cache/handlers/filtering-handler.js';
export type { FilteringHandlerOptions } from './cache/handlers/filtering-handler.js';
export { CacheSyncError, waitForCacheSync } from './cache/informer/cache-sync.js';
export type { Syncable, UnsyncedCache, WaitForCacheSyncOptions } from './cache/informer/cache-sync.js';
export { InformerError } from './cache/informer-error.js';
export type { InformerMetrics } from './cache/informer-metrics.js';
export type {
  InformerOptions,
  QueueKind,
  WatchErrorHandler,
  WatchErrorInfo,
} from './cache/informer/informer-options.js';
export type { CompactOptions } from './compact/compact-options.js';
export { decodeObject } from './compact/decode-object.js';
export { SliceRunner } from './cache/slice-runner.js';
export type { SlicedTask, SliceRunnerOptions } from './cache/slice-runner.js';

export {
  newInformerName,
  InformerName,
  InformerNames,
  processInformerNames,
} from './cache/informer/informer-name.js';
export type { InformerIdentity, InformerNameOptions } from './cache/informer/informer-name.js';

// Reading the cache
export { Lister, NamespaceLister } from './cache/stores/lister.js';
export { MemoryIndexer, metaNamespaceIndexFunc, namespaceIndex, newIndexer } from './cache/stores/indexer.js';
export type { MemoryIndexerOptions } from './cache/stores/indexer.js';
export { newStore } from './cache/stores/store.js';
export { listAll, listAllByNamespace } from './cache/stores/lister.js';
export type { ListedResource, ListerSource } from './cache/stores/lister.js';
export { isTransactionStore, TransactionError } from './cache/stores/transaction.js';
export type { TransactionStore } from './cache/stores/transaction.js';
export { TransformError } from './cache/transform.js';
export { dropManagedFields } from './cache/informer/drop-managed-fields.js';
export { newUndeltaStore, UndeltaStore } from './cache/stores/undelta-store.js';
export type { PushFunc } from './cache/stores/undelta-store.js';
export { IndexError } from './cache/stores/named-index.js';
export {
  ExpirationStore,
  newExpirationStore,
  newTTLStore,
  ttlPolicy,
} from './cache/stores/expiration-store.js';
export { MutationCache } from './cache/stores/mutation-cache.js';
export type { MutationCacheOptions } from './cache/stores/mutation-cache.js';
export type {
  ExpirationOptions,
  ExpirationPolicy,
  TimestampedEntry,
} from './cache/stores/expiration-store.js';
export { createMutationDetector } from './cache/informer/mutation-detector.js';
export type { MutationDetector, MutationDetectorOptions } from './cache/informer/mutation-detector.js';
export type { Indexer, Indexers, IndexFunc, KeyFunc, Store, TransformFunc } from './cache/types.js';

// The parts by themselves
export { Reflector } from './cache/reflector/reflector.js';
export type { ReflectorOptions } from './cache/reflector/reflector-options.js';
export type { ReflectorActivity } from './cache/reflector/reflector-step.js';
export type { ExpectedType } from './cache/reflector/expected-type.js';
export type { ReflectorMetrics } from './cache/reflector-metrics.js';
export { ReflectorError } from './cache/reflector/reflector-errors.js';
export { namespaceKeyedIndexerAndReflector } from './cache/reflector/namespace-keyed-indexer-and-reflector.js';
export { filteredListWatchFromClient, ListWatch, listWatchFromClient } from './cache/reflector/listwatch.js';
export type { ListFunc, ListWatchClient, ListWatchOptions, WatchFunc } from './cache/reflector/listwatch.js';
export { ListPager } from './cache/reflector/pager.js';
export type { ListPageFunc, ListPagerOptions, PagedList } from './cache/reflector/pager.js';
export { DeltaFIFO } from './cache/queues/delta-fifo.js';
export type { DeltaFIFOOptions } from './cache/queues/delta-fifo.js';
export { RealFIFO } from './cache/queues/real-fifo.js';
export type { GatedQueue } from './cache/queues/gated-queue.js';
export type { RealFIFOOptions } from './cache/queues/real-fifo.js';
export type { KnownObjects, QueueOptions } from './cache/queues/queue-options.js';
export { QueueClosedError } from './cache/queues/queue-gate.js';
export { Controller } from './cache/informer/controller.js';
export type { ControllerOptions, ProcessFunc } from './cache/informer/controller.js';
export type {
  ReplaceStepsOptions,
  ResyncStepsOptions,
  SteppedReplace,
  SteppedResync,
} from './cache/sliced-replace.js';
export type { Steps } from './util/steps.js';
export { newIndexerInformer, newInformer } from './cache/informer/informer.js';
export type { Informer } from './cache/informer/informer.js';
export { DeltaType } from './cache/types.js';
export type {
  CallOptions,
  Delta,
  DeltaKeys,
  Deltas,
  ListerWatcher,
  ObjectDelta,
  BatchProcessFunc,
  PopProcessFunc,
  Queue,
  ReflectorStore,
  SourceCallOptions,
  StoreDelta,
} from './cache/types.js';
export type {
  ItemsReader,
  ItemsReaderOptions,
  ObjectFormat,
  ObjectType,
  WatchBytesDecoder,
  WatchDecoderOptions,
} from './meta/wire-format.js';

export { AsyncTracker, SingleFileTracker, SyncTrackerError } from './cache/informer/sync-tracker.js';

// Watching without a cache, and waiting for a state
export { RetryWatcher } from './watch/retry-watcher.js';
export type { RetryWatcherOptions, Watcher } from './watch/retry-watcher.js';
export { newInformerWatcher } from './watch/informer-watcher.js';
export type { InformerWatcher } from './watch/informer-watcher.js';
export { until, UntilError, untilWithoutRetry, untilWithSync } from './watch/until.js';
export type { ConditionFunc, PreconditionFunc, UntilWithSyncOptions } from './watch/until.js';
export { prepareWatchListOptions } from './watch/watch-list-options.js';

// Configuration
export { buildConfigFromFlags, loadConfig } from './kubeconfig/load-config.js';
export type { LoadConfigOptions } from './kubeconfig/load-config.js';
export { inClusterConfig } from './kubeconfig/in-cluster.js';
export type { InClusterOptions } from './kubeconfig/in-cluster.js';
export type { ReadFile } from './kubeconfig/files.js';
export { KubeConfig } from './kubeconfig/kube-config.js';
export type { ToRestConfigOptions } from './kubeconfig/kube-config.js';
export type { HttpFetch, HttpFetchRequest, HttpFetchResponse } from './kubeconfig/http-fetch.js';
export type { OidcTokens } from './kubeconfig/oidc.js';
export type {
  CredentialPluginAllowlistEntry,
  CredentialPluginOptions,
  CredentialPluginPolicy,
} from './kubeconfig/exec-lookup.js';
export type { CredentialsOptions } from './kubeconfig/rest-config.js';
export type { KubeConfigOverrides } from './kubeconfig/select.js';
export type {
  KubeConfigAuthProvider,
  KubeConfigCluster,
  KubeConfigContents,
  KubeConfigContext,
  KubeConfigExec,
  KubeConfigUser,
} from './kubeconfig/types.js';
export { fromClientNode } from './kubeconfig/client-node.js';
export type {
  ClientNodeCluster,
  ClientNodeHttpsOptions,
  ClientNodeKubeConfig,
} from './kubeconfig/client-node.js';
export { CredentialsError } from './kubeconfig/errors.js';
export type {
  Credentials,
  CredentialsProvider,
  ImpersonationConfig,
  PemSource,
  ProxyUrl,
  RestConfig,
  TlsConfig,
  WarningHandler,
} from './rest/config.js';

// Clients
export { Clientset } from './client/clientset.js';
export type { GroupVersionClient, GroupVersionClients } from './client/clientset.js';
export type { ClientBase, ClientOptions } from './client/client-base.js';
export { ResourceClient } from './client/resource-client.js';
export type { Requester, ResourceClientOptions } from './client/resource-client.js';
export { SubresourceClient } from './client/subresource-client.js';
export type { SubresourcePatchOptions, SubresourceTarget } from './client/subresource-client.js';
export type { ResourceTarget } from './client/paths.js';
export type * from './client/call-options.js';
export { DynamicClient } from './client/dynamic-client.js';
export type { Unstructured } from './client/unstructured.js';
export { MetadataClient, metadataOf } from './client/metadata-client.js';
export type { MetadataResourceClient } from './client/metadata-client.js';
export { Discovery } from './client/discovery.js';
export { findResource } from './client/resolve.js';
export type { ApiGroup, DiscoveryFailure } from './client/discovery-wire.js';
export type { ServerResources, ServerVersion } from './client/discovery.js';
export { RestClient } from './rest/rest-client.js';
export type {
  RestCall,
  RestClientOptions,
  RestListRequest,
  RestRequest,
  RestWatchRequest,
} from './rest/rest-client.js';
export type { Environment } from './rest/proxy.js';
export type { Query } from './rest/url.js';
export { deduplicateWarnings } from './rest/warnings.js';
export type { RestMetrics } from './rest/metrics.js';
export { UndiciTransport } from './rest/undici-transport.js';
export type { UndiciTransportOptions } from './rest/undici-transport.js';
export type { Transport, TransportBody, TransportRequest, TransportResponse } from './rest/transport.js';

// The API's own vocabulary
export * from './meta/index.js';
export * from './resources/index.js';

// What is injected
export { ConfigError, KubeInformersError, TransportError } from './util/errors.js';
export type { ErrorCause } from './util/errors.js';
export { Backoff, backoffUntil, delayWithReset } from './util/backoff.js';
export type {
  BackoffOptions,
  BackoffUntilOptions,
  DelayFunc,
  DelayWithResetOptions,
} from './util/backoff.js';
export { Heap, HeapClosedError } from './util/heap.js';
export type { HeapOptions } from './util/heap.js';
export { Lazy } from './util/lazy.js';
export { systemClock } from './util/clock.js';
export type { Clock, SleepOptions, Timer, TimerOptions } from './util/clock.js';
export { noopLogger } from './util/logger.js';
export type { LogFields, Logger } from './util/logger.js';
export type { Random } from './util/random.js';
