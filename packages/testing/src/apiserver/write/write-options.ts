import { newInvalid } from 'kube-informers/internal';
import {
  type FieldError,
  invalidField,
  notSupportedField,
  tooLongField,
} from '@kube-informers/schema/internal';
import type { FieldValidation, WriteOptions } from '../registry/context.js';
import { dryRunErrors } from './delete.js';
import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { addWarning } from '../http/warnings.js';

const fieldValidations: readonly FieldValidation[] = ['Ignore', 'Strict', 'Warn'];

/**
 * Parses the options of a write.
 *
 * Throws 422 for a dryRun other than `All`, a fieldManager that is too long or not printable, and an unknown
 * fieldValidation.
 */
export function writeOptions(exchange: Exchange, kind: string): WriteOptions {
  const dryRun = exchange.query.getAll('dryRun');
  const asManager = exchange.query.get('fieldManager') ?? '';
  const errors: FieldError[] = [...managerErrors(asManager), ...dryRunErrors(dryRun)];
  const asked = exchange.query.get('fieldValidation') ?? '';
  const fieldValidation = asked === '' ? 'Warn' : fieldValidations.find((value) => value === asked);
  if (fieldValidation === undefined) {
    errors.push(notSupportedField('fieldValidation', asked, ['', ...fieldValidations]));
  }
  if (errors.length > 0 || fieldValidation === undefined)
    throw newInvalid({ group: 'meta.k8s.io', kind }, '', errors);
  return {
    dryRun: dryRun.length > 0,
    fieldManager: asManager === '' ? defaultManager(exchange) : asManager,
    trusted: false,
    fieldValidation,
    user: exchange.user,
    warn: (text) => addWarning(exchange.response, text),
  };
}

// validation.FieldManagerMaxLength.
const maxManagerBytes = 128;

/** validation.ValidateFieldManager. */
function managerErrors(manager: string): FieldError[] {
  const errors: FieldError[] = [];
  if (Buffer.byteLength(manager) > maxManagerBytes)
    errors.push(tooLongField('fieldManager', maxManagerBytes));
  let at = 0;
  for (const character of manager) {
    if (/(?! )[\p{C}\p{Z}]/u.test(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      errors.push(invalidField('fieldManager', manager, `invalid character U+${code} (at position ${at})`));
    }
    at += Buffer.byteLength(character);
  }
  return errors;
}

/** handlers.managerOrUserAgent: the user agent up to the first slash. */
function defaultManager({ request }: Exchange): string {
  const agent = headerOf(request, 'user-agent') ?? '';
  const name = agent.split('/')[0] ?? '';
  return name === '' ? 'unknown' : name.slice(0, 128);
}
