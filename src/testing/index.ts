/**
 * kube-informers/testing: what a controller's tests need besides `kube-informers/apiserver`: a clock that stands still,
 * sources that can forget and fail, and a check for what was left open.
 */
export { FakeClock, settle } from './fake-clock.js';
export { leakCheck, LeakError } from './leak-check.js';
export type { LeakCheck, LeakCheckOptions } from './leak-check.js';
export * from './fake-source.js';
export * from './fake-lister-watcher.js';
export * from './fake-watch-stream.js';
export * from './fault-proxy/index.js';
