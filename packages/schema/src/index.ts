/**
 * @kube-informers/schema: what a CustomResourceDefinition means, as the API server reads it.
 */
export { schemaOf, SchemaError } from './schema-of.js';
export type { ResourceSchema, SchemaOptions, ValidateOptions, Violation } from './schema-of.js';
export type { FieldErrorType } from './values/field-error.js';
