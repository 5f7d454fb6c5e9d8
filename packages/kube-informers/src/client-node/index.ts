/**
 * kube-informers/client-node: the informers of \@kubernetes/client-node 1.4 and 2, on the informers of this library.
 */
export { ADD, CHANGE, CONNECT, DELETE, ERROR, UPDATE } from './informer.js';
export type {
  ClientNodeList,
  ClientNodeObject,
  ErrorCallback,
  Informer,
  ListCallback,
  ListPromise,
  ObjectCache,
  ObjectCallback,
} from './informer.js';
export { ListWatch, makeInformer } from './list-watch.js';
export type { ClientNodeWatch } from './own-watch.js';
export { Watch } from './watch.js';
