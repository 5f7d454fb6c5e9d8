/**
 * @kube-informers/schema: what a CustomResourceDefinition means, as the API server reads it.
 */
export { FieldErrorType } from './values/field-error.js';
export type { FieldError } from './values/field-error.js';
