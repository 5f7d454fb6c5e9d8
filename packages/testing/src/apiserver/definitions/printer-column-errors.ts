import type { FieldError } from 'kube-informers';
import { invalidField, requiredField } from 'kube-informers/internal';
import { objectsOf, textAt } from '../json/json-fields.js';

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];

const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Validates additionalPrinterColumns. */
export function columnErrors(columns: unknown, field: string): FieldError[] {
  return objectsOf(columns).flatMap((column, index) => {
    const own = `${field}[${index}]`;
    const errors: FieldError[] = [];
    const type = textAt(column, 'type');
    const format = textAt(column, 'format');
    const path = textAt(column, 'jsonPath');
    const oneOf = (words: readonly string[]): string => `must be one of ${words.join(',')}`;
    if (textAt(column, 'name') === '') errors.push(requiredField(`${own}.name`));
    if (type === '') errors.push(requiredField(`${own}.type`, oneOf(columnTypes)));
    else if (!columnTypes.includes(type)) errors.push(invalidField(`${own}.type`, type, oneOf(columnTypes)));
    if (format !== '' && !columnFormats.includes(format)) {
      errors.push(invalidField(`${own}.format`, format, oneOf(columnFormats)));
    }
    if (path === '') errors.push(requiredField(`${own}.JSONPath`));
    else if (!path.startsWith('.')) {
      errors.push(invalidField(`${own}.JSONPath`, path, 'must be a simple json path starting with .'));
    }
    return errors;
  });
}
