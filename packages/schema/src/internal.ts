/** What other packages of kube-informers use of this one. It is no public API: any version may change it. */
export { type ApiType, type Field, type SpecialForm, type StructType, unwrapped } from './values/api-type.js';
export { type DecodeProblem, type DecodeWords, decodeTyped, emptyFields } from './values/decode-typed.js';
export {
  type FieldError,
  duplicateField,
  fieldErrorBody,
  forbiddenField,
  formatFieldError,
  invalidField,
  notSupportedField,
  requiredField,
  tooLongField,
  tooManyField,
} from './values/field-error.js';
export {
  type WrittenFloats,
  arrangeList,
  arrangeObject,
  arrangeSorted,
  compareText,
  escapeJson,
  goSyntax,
  goType,
  goTypeOf,
  goValue,
  indentJson,
  isNumber,
  jsonTypeOf,
  mapJson,
  parseJson,
  quote,
  sortedJson,
  sortedKeys,
  toJson,
  unarrangeable,
} from './values/json.js';
export {
  type JsonObject,
  asObject,
  at,
  childOf,
  fillDefaults,
  isJsonObject,
  objectsOf,
  setField,
  textAt,
} from './values/json-fields.js';
export {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  multiplyQuantity,
  quantityProblem,
  quantityValue,
  roundUpQuantity,
} from './values/quantity.js';
export { canonicalTime, durationText, timeOfUnix, timeProblem } from './values/times.js';
export { TooMuchWorkError, Work, maxSteps } from './values/work.js';
export { regexpProblem } from './regexp/go-regexp.js';
export { isKnownFormat } from './structural/formats.js';
export { decodeMetadata, labelErrors, metadataErrorsOf, ownerErrors } from './structural/object-meta.js';
export { applySchemaDefaults, dropNulls, prune } from './structural/pruning.js';
export {
  type AllowsHttp,
  bundleProblem,
  clientConfigErrors,
  hasKnownVersion,
  reviewVersionErrors,
} from './definitions/client-config.js';
export {
  definitionErrors,
  definitionUpdateErrors,
  selectableErrors,
} from './definitions/definition-errors.js';
export {
  ScalePathError,
  type ScalePaths,
  integerAt,
  pathOf,
  scalePathsOf,
  setAt,
  stringAt,
} from './definitions/scale-paths.js';
export { SchemaTypeError, decodeSchema } from './definitions/schema-decoder.js';
export { schemaErrors } from './definitions/schema-errors.js';
export { everySchema } from './definitions/schema-fields.js';
export { evaluationWork } from './cel/effort.js';
export { type ValidationContext, VersionSchema } from './definitions/version-schema.js';
export {
  type AuthorizationCheck,
  AUTHORIZER,
  AuthorizerValue,
  type Decision,
  RESOURCE_CHECK,
  ResourceCheckValue,
  type ServiceAccountName,
} from './cel/libraries/authorizer.js';
export {
  type Bindings,
  type CelType,
  type CelValue,
  type CompileResult,
  type TypeProvider,
  BOOL,
  CelError,
  CelList,
  CelMap,
  compile,
  CostLimitError,
  DYN,
  EvaluationError,
  INT,
  listOf,
  mapOf,
  objectType,
  STRING,
  TIMESTAMP,
} from './cel/index.js';
export { allDocuments, YamlDepthError } from './values/yaml-documents.js';
export { readDefinition } from './schema-of.js';
