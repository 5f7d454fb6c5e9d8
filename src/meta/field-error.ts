import { goQuote } from './go-quote.js';

/** field.ErrorType: what is wrong with a field. The values are the `reason` of a Status's causes. */
export const FieldErrorType = {
  NotFound: 'FieldValueNotFound',
  Required: 'FieldValueRequired',
  Duplicate: 'FieldValueDuplicate',
  Invalid: 'FieldValueInvalid',
  NotSupported: 'FieldValueNotSupported',
  Forbidden: 'FieldValueForbidden',
  TooLong: 'FieldValueTooLong',
  TooMany: 'FieldValueTooMany',
  TypeInvalid: 'FieldValueTypeInvalid',
  Internal: 'InternalError',
} as const;
export type FieldErrorType = (typeof FieldErrorType)[keyof typeof FieldErrorType];

/** field.Error: one field of an object breaks one rule. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** `spec.containers[0].name`. */
  readonly field: string;
  /** Printed for the types that show it; absent for the others. */
  readonly badValue?: unknown;
  /** What was expected; "" says nothing. */
  readonly detail: string;
}

/** The words that the API server uses for each type. */
const words: Readonly<Record<FieldErrorType, string>> = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueTypeInvalid: 'Invalid value',
  InternalError: 'Internal error',
};

/** The types whose text names no value: it is missing, secret or too long to print. */
const withoutValue: ReadonlySet<FieldErrorType> = new Set([
  FieldErrorType.Required,
  FieldErrorType.Forbidden,
  FieldErrorType.TooLong,
  FieldErrorType.Internal,
]);

/** field.Invalid: the value is malformed. */
export function invalidField(field: string, badValue: unknown, detail: string): FieldError {
  return { type: FieldErrorType.Invalid, field, badValue, detail };
}

/** field.TypeInvalid: the value is of another type than the schema's. */
export function typeInvalidField(field: string, badValue: unknown, detail: string): FieldError {
  return { type: FieldErrorType.TypeInvalid, field, badValue, detail };
}

/** field.Required: the value is missing. */
export function requiredField(field: string, detail = ''): FieldError {
  return { type: FieldErrorType.Required, field, detail };
}

/** field.NotSupported: the value is none of a fixed list, which the text names in the order given. */
export function notSupportedField(
  field: string,
  badValue: unknown,
  supported: readonly string[],
): FieldError {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(goQuote).join(', ')}`;
  return { type: FieldErrorType.NotSupported, field, badValue, detail };
}

/** field.Duplicate: the value must be unique and is not. */
export function duplicateField(field: string, badValue: unknown): FieldError {
  return { type: FieldErrorType.Duplicate, field, badValue, detail: '' };
}

/** field.NotFound: what the value names is not there. */
export function notFoundField(field: string, badValue: unknown): FieldError {
  return { type: FieldErrorType.NotFound, field, badValue, detail: '' };
}

/** field.Forbidden: the value may stand elsewhere, not here. */
export function forbiddenField(field: string, detail: string): FieldError {
  return { type: FieldErrorType.Forbidden, field, detail };
}

/** field.TooLong: the value has more than `maxBytes` bytes. */
export function tooLongField(field: string, maxBytes: number): FieldError {
  const unit = maxBytes === 1 ? 'byte' : 'bytes';
  return { type: FieldErrorType.TooLong, field, detail: `may not be more than ${String(maxBytes)} ${unit}` };
}

/** field.TooMany: the list has `actual` items and may have `max`. */
export function tooManyField(field: string, actual: number, max: number): FieldError {
  const unit = max === 1 ? 'item' : 'items';
  return {
    type: FieldErrorType.TooMany,
    field,
    badValue: actual,
    detail: `must have at most ${String(max)} ${unit}`,
  };
}

/** field.Error.ErrorBody: the text without the field's name, the `message` of a Status's cause. */
export function fieldErrorBody(error: FieldError): string {
  const word = words[error.type];
  const value = withoutValue.has(error.type) ? '' : `: ${printValue(error.badValue)}`;
  const detail = error.detail === '' ? '' : `: ${error.detail}`;
  return word + value + detail;
}

/** field.Error.Error: `metadata.name: Required value: name or generateName is required`. */
export function formatFieldError(error: FieldError): string {
  return `${error.field}: ${fieldErrorBody(error)}`;
}

/** field.ErrorList.ToAggregate: one error as it is, several in brackets, each text once; "" for none. */
export function formatFieldErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(formatFieldError))];
  return texts.length > 1 ? `[${texts.join(', ')}]` : (texts[0] ?? '');
}

function printValue(value: unknown): string {
  if (typeof value === 'string') return goQuote(value);
  // Go's JSON writes these five characters as escapes, for the sake of HTML.
  return (JSON.stringify(value) ?? 'null').replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
