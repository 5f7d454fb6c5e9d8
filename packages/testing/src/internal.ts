/** What other packages of kube-informers use of this one. It is no public API: any version may change it. */
export { Work } from './apiserver/custom/work.js';
export { SchemaTypeError, decodeSchema } from './apiserver/definitions/schema-decoder.js';
export { schemaErrors } from './apiserver/definitions/schema-errors.js';
export { selectableErrors } from './apiserver/definitions/definition-errors.js';
export { depthProblem } from './apiserver/json/json-depth.js';
export {
  asObject,
  at,
  isJsonObject,
  objectsOf,
  textAt,
  type JsonObject,
} from './apiserver/json/json-fields.js';
export { yamlDocumentsToJson } from './apiserver/json/yaml-body.js';
export { kubernetesVersion } from './apiserver/types/api-types.js';
export {
  typeOfKind,
  unwrapped,
  type ApiType,
  type Field,
  type StructType,
} from './apiserver/types/type-table.js';
export {
  encodeEvent,
  encodeListMessage,
  encodeMessage,
  envelope,
} from './apiserver/types/encode-protobuf.js';
