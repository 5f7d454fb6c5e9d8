/**
 * kube-informers/watch: client-go's watch tools, for programs that need each event, and informers read as a stream.
 *
 * To wait for a state of objects, use `waitFor` of `kube-informers`.
 */

export { RetryWatcher } from './retry-watcher.js';
export type { RetryWatcherOptions, Watcher } from './retry-watcher.js';
export { newInformerWatcher } from './informer-watcher.js';
export type { InformerWatcher } from './informer-watcher.js';
export { mergedEvents } from './merged-events.js';
export type { MergedEvent, MergedEventsOptions } from './merged-events.js';
export { until, untilWithoutRetry, untilWithSync } from './until.js';
export type { ConditionFunc, UntilOptions, UntilWithSyncOptions } from './until.js';
