/** Field paths and errors, for functions that are translated from Go. A path is its text. */
import {
  type FieldError,
  duplicateField,
  forbiddenField,
  invalidField,
  notSupportedField,
  requiredField,
  tooLongField,
  tooManyField,
} from '@kube-informers/schema/internal';
import { isError } from 'kube-informers/internal';

/** An error with what decides between the two kinds of validation. */
export interface Problem extends FieldError {
  /** The rule's name. */
  origin?: string;
  /** A declarative rule finds it, too. */
  covered?: boolean;
  /** A declarative rule that is not enforced yet. */
  alpha?: boolean;
  /** Of a declarative rule, in whose place other validation may have found the same. */
  beta?: boolean;
}

type Path = string | undefined;

const textOf = (path: Path): string => path ?? '<nil>';

export const field_NewPath = (name: string, ...more: readonly string[]): string => [name, ...more].join('.');
export const Path_Child = (path: Path, ...names: readonly string[]): string =>
  path === undefined || path === '' ? names.join('.') : `${path}.${names.join('.')}`;
export const Path_Index = (path: Path, index: number): string => `${path ?? ''}[${index}]`;
export const Path_Key = Path_Index as unknown as (path: Path, key: string) => string;
export const Path_Root = (path: Path): string => /^[^.[]*/.exec(path ?? '')?.[0] ?? '';
export const Path_String = textOf;

/** The value of an error, as encoding/json writes it: an absent one is null. */
const shown = (value: unknown): unknown => value ?? null;

export const field_Invalid = (path: Path, value: unknown, detail: string): Problem =>
  invalidField(textOf(path), shown(value), detail);
export const field_Required = (path: Path, detail: string): Problem => requiredField(textOf(path), detail);
export const field_Forbidden = (path: Path, detail: string): Problem => forbiddenField(textOf(path), detail);
export const field_Duplicate = (path: Path, value: unknown): Problem =>
  duplicateField(textOf(path), shown(value));
export const field_NotFound = (path: Path, value: unknown): Problem => ({
  type: 'FieldValueNotFound',
  field: textOf(path),
  badValue: shown(value),
  detail: '',
});
export const field_NotSupported = (path: Path, value: unknown, supported?: readonly string[]): Problem =>
  notSupportedField(textOf(path), shown(value), supported ?? []);
export const field_TooLong = (path: Path, _value: unknown, max: number): Problem =>
  max < 0
    ? { type: 'FieldValueTooLong', field: textOf(path), detail: 'value is too long' }
    : tooLongField(textOf(path), max);
export const field_TooMany = (path: Path, actual: number, max: number): Problem =>
  tooManyField(textOf(path), actual, max);
export const field_InternalError = (path: Path, error: unknown): Problem => ({
  type: 'InternalError',
  field: textOf(path),
  detail: isError(error) ? error.message : String(error),
});

export function Error_WithOrigin(error: Problem, origin: string): Problem {
  error.origin = origin;
  return error;
}

export function Error_MarkCoveredByDeclarative(error: Problem): Problem {
  error.covered = true;
  return error;
}

function marked(set: (error: Problem) => void): (errors: Problem[] | undefined) => Problem[] {
  return (errors = []) => {
    for (const error of errors) set(error);
    return errors;
  };
}

export const ErrorList_WithOrigin = (errors: Problem[] | undefined, origin: string): Problem[] =>
  marked((error) => (error.origin = origin))(errors);
export const ErrorList_MarkCoveredByDeclarative = marked((error) => (error.covered = true));
export const ErrorList_MarkAlpha = marked((error) => (error.alpha = true));

/** Forbids the fields of a struct that are set but not allowed, by their names in Go. */
export function fieldAllowList(
  value: Readonly<Record<string, unknown>>,
  allowed: Readonly<Record<string, boolean>> | undefined,
  text: string,
  path: Path,
  names: Readonly<Record<string, readonly string[]>>,
): Problem[] {
  return Object.entries(names)
    .filter(([name]) => allowed?.[name] !== true)
    .filter(([, fields]) => fields.some((field) => !isZero(value[field])))
    .map(([name]) => field_Forbidden(Path_Child(path, name.charAt(0).toLowerCase() + name.slice(1)), text));
}

function isZero(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
