/**
 * kube-informers: client-go's informer system for TypeScript.
 *
 * The names that an application uses. The building blocks are in `kube-informers/cache`, the HTTP client in
 * `kube-informers/rest`.
 */

// Informers
export type { KubeInformersErrorCode } from './util/error-code.js';
export { SharedInformerFactory } from './factories/shared-informer-factory.js';
export type * from './factories/built-in-informers.js';
export type {
  InformerFactory,
  InformerFactoryOptions,
  InformerTarget,
  ResourceInformer,
} from './factories/informer-factory.js';
export type { InformerScope } from './factories/informer-scope.js';
export { DynamicSharedInformerFactory } from './factories/dynamic-shared-informer-factory.js';
export { MetadataSharedInformerFactory } from './factories/metadata-shared-informer-factory.js';
export { SharedIndexInformer } from './cache/informer/shared-index-informer.js';
export type { SharedIndexInformerOptions } from './cache/informer/shared-index-informer.js';
export type { InformerStats } from './cache/informer/informer-monitor.js';
export type {
  AddEventHandlerOptions,
  HandlerFailure,
  HandlerRegistration,
} from './cache/handlers/event-handler.js';
export type {
  InformerFailure,
  InformerHealth,
  InformerPhase,
  InformerState,
} from './cache/reflector/reflector-status.js';
export type { InformerShard, Shard, ShardBy } from './cache/informer/informer-shard.js';
export type { AddInfo, Deletion, ResourceEventHandler } from './cache/types.js';
export { filteringHandler } from './cache/handlers/filtering-handler.js';
export type { FilteringHandlerOptions } from './cache/handlers/filtering-handler.js';
export { CacheSyncError, waitForCacheSync } from './cache/informer/cache-sync.js';
export type { Syncable, WaitForCacheSyncOptions } from './cache/informer/cache-sync.js';
export { InformerError } from './cache/informer-error.js';
export type {
  InformerOptions,
  WatchErrorHandler,
  WatchErrorInfo,
} from './cache/informer/informer-options.js';
export { ReflectorError } from './cache/reflector/reflector-errors.js';
export { TransformError, WhereError } from './cache/transform.js';
export type { Projected } from './meta/projected.js';
export { copyOf } from './meta/copy-of.js';
export { plainFormat } from './cache/cache-format.js';
export { exactInteger } from './meta/exact-integer.js';
export type { DeepReadonly } from './util/deep-readonly.js';
export type { CacheFormat } from './cache/cache-format.js';

// Reading the cache
export { Lister } from './cache/stores/lister.js';
export type { NamespaceLister } from './cache/stores/lister.js';
export { fieldIndexers, fieldSelectorOf } from './cache/stores/field-query.js';
export type { SelectableBy } from './meta/selectable-fields.js';
export { IndexError } from './cache/stores/object-table.js';

// Starting while the API server is away
export { keepSnapshot, openSnapshot, saveSnapshot } from './snapshot/snapshot.js';
export type {
  KeepSnapshotOptions,
  OpenSnapshotOptions,
  SaveSnapshotOptions,
  Snapshot,
  SnapshotKeeper,
} from './snapshot/snapshot.js';
export { SnapshotError } from './snapshot/snapshot-file.js';

// Configuration
export { buildConfigFromFlags, loadConfig } from './kubeconfig/load-config.js';
export type { LoadConfigOptions } from './kubeconfig/load-config.js';
export { inClusterConfig } from './kubeconfig/in-cluster.js';
export type { InClusterOptions } from './kubeconfig/in-cluster.js';
export { KubeConfig } from './kubeconfig/kube-config.js';
export type { ToRestConfigOptions } from './kubeconfig/kube-config.js';
export type { CredentialPluginOptions } from './kubeconfig/plugin-policy.js';
export type { CredentialsOptions } from './kubeconfig/credentials-options.js';
export type { KubeConfigCluster, KubeConfigContext, KubeConfigUser } from './kubeconfig/types.js';
export { fromClientNode } from './kubeconfig/client-node.js';
export { CredentialsError } from './kubeconfig/errors.js';

// Clients
export { Clientset, DynamicClient } from './client/clientset.js';
export type * from './client/built-in-clients.js';
export { ResourceClient } from './client/resource-client.js';
export type { SubresourceClient } from './client/resource-client.js';
export type {
  BindOptions,
  ClientOf,
  AllLogsOptions,
  RolloutRestartOptions,
  PodLogOptions,
} from './client/subresource-calls.js';
export type { PodLogLine } from './streams/all-logs.js';
export type { CopyOptions, CopyProgress, CopyResult } from './streams/copy.js';
export { ExecError } from './streams/errors.js';
export type { ForwardedPort, PortForward, PortForwardOptions } from './streams/port-forward.js';
export type {
  AttachOptions,
  ExecExit,
  ExecOptions,
  ExecResult,
  RemoteProcess,
  SpawnOptions,
  TerminalSize,
} from './streams/remote-process.js';
export type {
  ApplyConfiguration,
  ApplyOptions,
  DeleteOptions,
  FieldValidation,
  GetOptions,
  JsonPatchOperation,
  MergePatch,
  PatchBody,
  PatchOptions,
  PatchType,
  StrategicPatch,
  Unstructured,
  WriteOptions,
} from './client/call-options.js';
export { MetadataClient } from './client/metadata-client.js';
export type { MetadataResourceClient } from './client/metadata-client.js';
export { Discovery } from './client/discovery.js';
export type { ApiGroup, DiscoveryFailure, ServerResources, ServerVersion } from './client/discovery.js';

// Resources and their objects
export { builtInResources, resources } from './resources/index.js';
export type * from './resources/types.js';
export type * from './resources/bare-names.js';
export { defineResource } from './meta/resource.js';
export type {
  GroupVersionKind,
  GroupVersionResource,
  ObjectOf,
  Resource,
  ResourceDefinition,
  Verb,
} from './meta/resource.js';
export type { GroupKind, GroupResource } from './meta/group-version.js';
export type * from './meta/types.js';
export { KeyError, metaNamespaceKey, splitMetaNamespaceKey } from './meta/names.js';
export type { ObjectName } from './meta/names.js';
export { compareResourceVersion, ResourceVersionError } from './meta/resource-version.js';

// Selectors
export {
  everything,
  labelSelectorAsSelector,
  nothing,
  parseSelector,
  selectorFromSet,
  SelectorError,
} from './meta/label-selector.js';
export type { Selector, SelectorLike } from './meta/label-selector.js';
export { parseFieldSelector } from './meta/field-selector.js';
export type { FieldSelector } from './meta/field-selector.js';

// Errors
export { ConfigError, KubeInformersError, TransportError } from './util/errors.js';
export {
  StatusError,
  asStatusError,
  hasStatusCause,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isNotSent,
  isExpired,
  isForbidden,
  isInternalError,
  isInvalid,
  isNotFound,
  isRequestEntityTooLarge,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
  isTransportError,
  isUnauthorized,
} from './meta/errors.js';

// Permissions
export { AccessError, AccessReviews, requireAccess, whoAmI } from './client/permissions.js';
export type {
  AccessDecision,
  AccessNeed,
  AccessReviewsOptions,
  AccessRule,
  AccessUser,
} from './client/permissions.js';

// Manifests
export { readManifests } from './client/manifests/manifests.js';
export type { ReadManifestsOptions } from './client/manifests/read-manifests.js';
export type { ApplyManifestsOptions, DeleteManifestsOptions } from './client/manifests/apply-manifests.js';
export { ManifestsError } from './client/manifests/results.js';
export type {
  AppliedManifest,
  ApplyResult,
  DeletedManifest,
  DeleteResult,
  ManifestFailure,
  ManifestTarget,
  PrunedManifest,
  UncomparedManifest,
} from './client/manifests/results.js';
export type { PruneSet } from './client/manifests/apply-set.js';
export type { FieldChange } from './util/json-values.js';
export type { Manifests } from './client/manifests/targets.js';

// Waiting for a state
export { waitFor } from './wait/wait-for.js';
export type { WaitForOptions } from './wait/wait-for-objects.js';
export { WaitError } from './meta/wait-error.js';

// The metrics API
export { topNodes, topPods } from './client/top.js';
export type {
  ContainerUsage,
  NodeUsage,
  PodUsage,
  ResourceUsage,
  TopNodesOptions,
  TopPodsOptions,
} from './client/top.js';
export { parseQuantity } from './meta/quantity.js';

// Interfaces and classes to inject
export type { Clock, Timer, Random } from './util/clock.js';
export { consoleLogger } from './util/console-logger.js';
export type { ConsoleLoggerOptions } from './util/console-logger.js';
export { noopLogger } from './util/logger.js';
export type { LogFields, Logger } from './util/logger.js';
export type { BackoffOptions } from './util/backoff.js';

// Types of other entries that applications name
export type { CallOptions } from './meta/calls.js';
export type {
  Indexer,
  Indexers,
  IndexFunc,
  KeyFunc,
  ListerWatcher,
  ReadonlyIndexer,
  ReadonlyStore,
  Store,
  TransformFunc,
  WhereFunc,
} from './cache/types.js';
export type { WatchEvent, WatchStream } from './meta/watch.js';
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
