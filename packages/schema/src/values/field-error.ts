import { formatNumber } from './go-float.js';
import { goQuote } from './go-quote.js';
import { isNumber, toJson } from './json.js';

/** field.ErrorType: the kind of an error. The values are the `reason` of a Status's causes. */
export const FieldErrorType = {
  /** The value refers to something that does not exist. */
  NotFound: 'FieldValueNotFound',
  /** A required value is missing. */
  Required: 'FieldValueRequired',
  /** The value occurs twice. */
  Duplicate: 'FieldValueDuplicate',
  /** The value does not have the required form. */
  Invalid: 'FieldValueInvalid',
  /** The value is not one of the allowed ones. */
  NotSupported: 'FieldValueNotSupported',
  /** The field must not be set here. */
  Forbidden: 'FieldValueForbidden',
  /** The value is too long. */
  TooLong: 'FieldValueTooLong',
  /** The list has too many items. */
  TooMany: 'FieldValueTooMany',
  /** The value has the wrong type. */
  TypeInvalid: 'FieldValueTypeInvalid',
  /** The check itself has failed. */
  Internal: 'InternalError',
} as const;
export type FieldErrorType = (typeof FieldErrorType)[keyof typeof FieldErrorType];

/** field.Error: one field of an object violates one rule. */
export interface FieldError {
  /** Which rule is violated. */
  readonly type: FieldErrorType;
  /** `spec.containers[0].name`. */
  readonly field: string;
  /** Printed for the types that show it; absent for the others. */
  readonly badValue?: unknown;
  /** True if the value is not printed whatever the type, because it is large. */
  readonly omitsValue?: true | undefined;
  /** What was expected; may be "". */
  readonly detail: string;
}

/** The API server's wording for each type. */
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

/** The types whose message does not contain the value: it is missing, secret or too long. */
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

/** field.TypeInvalid: the value has a different type than the schema. */
export function typeInvalidField(field: string, badValue: unknown, detail: string): FieldError {
  return { type: FieldErrorType.TypeInvalid, field, badValue, detail };
}

/** field.Required: the value is missing. */
export function requiredField(field: string, detail = ''): FieldError {
  return { type: FieldErrorType.Required, field, detail };
}

/** field.NotSupported: the value is not in a fixed list, which the message contains in the given order. */
export function notSupportedField(
  field: string,
  badValue: unknown,
  supported: readonly string[],
): FieldError {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(goQuote).join(', ')}`;
  return { type: FieldErrorType.NotSupported, field, badValue, detail };
}

/** field.Duplicate: the value must be unique, but is repeated. */
export function duplicateField(field: string, badValue: unknown): FieldError {
  return { type: FieldErrorType.Duplicate, field, badValue, detail: '' };
}

/** field.Forbidden: the field must not be set here. */
export function forbiddenField(field: string, detail: string): FieldError {
  return { type: FieldErrorType.Forbidden, field, detail };
}

/** field.TooLong: the value has more than `maxBytes` bytes. */
export function tooLongField(field: string, maxBytes: number): FieldError {
  const unit = maxBytes === 1 ? 'byte' : 'bytes';
  return { type: FieldErrorType.TooLong, field, detail: `may not be more than ${String(maxBytes)} ${unit}` };
}

/** field.TooMany: the list has `actual` items and may have at most `max`. */
export function tooManyField(field: string, actual: number, max: number): FieldError {
  const unit = max === 1 ? 'item' : 'items';
  return {
    type: FieldErrorType.TooMany,
    field,
    badValue: actual,
    detail: `must have at most ${String(max)} ${unit}`,
  };
}

/** field.Error.ErrorBody: the message without the field's name, as in a Status's cause. */
export function fieldErrorBody(error: FieldError): string {
  const word = words[error.type];
  const value =
    error.omitsValue === true || withoutValue.has(error.type) ? '' : `: ${printValue(error.badValue)}`;
  const detail = error.detail === '' ? '' : `: ${error.detail}`;
  return word + value + detail;
}

/** field.Error.Error: `metadata.name: Required value: name or generateName is required`. */
export function formatFieldError(error: FieldError): string {
  return `${error.field}: ${fieldErrorBody(error)}`;
}

/** field.ErrorList.ToAggregate: one error unchanged, several in brackets, each once; "" without errors. */
export function formatFieldErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(formatFieldError))];
  return texts.length > 1 ? `[${texts.join(', ')}]` : (texts[0] ?? '');
}

function printValue(value: unknown): string {
  if (typeof value === 'string') return goQuote(value);
  if (isNumber(value)) return formatNumber(value);
  // Go's JSON escapes these five characters because of HTML.
  return toJson(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
