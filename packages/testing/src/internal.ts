/** What other packages of kube-informers use of this one. It is no public API: any version may change it. */
export { depthProblem } from './apiserver/json/json-depth.js';
export { duplicateFields } from './apiserver/json/json-syntax.js';
export { yamlDocumentsToJson } from './apiserver/json/yaml-body.js';
export { ObjectChecker, type ObjectProblem } from './apiserver/object-checker.js';
export { kubernetesVersion } from './apiserver/types/api-types.js';
export { typeOfKind } from './apiserver/types/type-table.js';
export {
  encodeEvent,
  encodeListMessage,
  encodeMessage,
  envelope,
} from './apiserver/types/encode-protobuf.js';
