/**
 * `kube-informers/compact`: a cache format that keeps objects as compressed bytes and decodes them when they are read.
 */
export { compact } from './compact-cache.js';
export type { CompactOptions } from './compact-cache.js';
export { rawJson } from './raw-json.js';
