/**
 * kube-informers/testing: a fake clock, fake sources that can drop changes and fail, a leak check and a fault proxy.
 *
 * For the tests of a controller, together with `kube-informers/apiserver`.
 */
export { FakeClock, settle } from './fake-clock.js';
export { leakCheck, LeakError } from './leak-check.js';
export type { LeakCheck, LeakCheckOptions } from './leak-check.js';
export * from './fake-source.js';
export * from './fake-lister-watcher.js';
export * from './fake-watch-stream.js';
export * from './fault-proxy/index.js';
