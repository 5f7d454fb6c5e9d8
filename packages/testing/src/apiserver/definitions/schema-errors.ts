import type { FieldError } from 'kube-informers';
import { forbiddenField, invalidField } from 'kube-informers/internal';
import { asObject } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import { defaultErrors } from './default-errors.js';
import { internalSchema } from './internal-form.js';
import { schemaFields } from './schema-fields.js';
import { schemaRuleErrors } from './schema-rules.js';
import { readSchema } from '../custom/schema.js';
import { structuralErrors, structuralProblem } from './structural.js';
import type { Work } from '../custom/work.js';

/** The Go names of the fields allowed at the root of a schema with a status subresource. */
const allowedAtRoot = [
  'Description',
  'Type',
  'Format',
  'Title',
  'Maximum',
  'ExclusiveMaximum',
  'Minimum',
  'ExclusiveMinimum',
  'MaxLength',
  'MinLength',
  'Pattern',
  'MaxItems',
  'MinItems',
  'UniqueItems',
  'MultipleOf',
  'Required',
  'Items',
  'Properties',
  'ExternalDocs',
  'Example',
  'XPreserveUnknownFields',
  'XValidations',
];

/** Validates the schema of one version, or of all. */
export function schemaErrors(
  validation: JsonObject | undefined,
  field: string,
  hasStatus: boolean,
  work: Work,
): FieldError[] {
  const schema = asObject(validation?.['openAPIV3Schema']);
  if (schema === undefined) return [];
  const own = `${field}.openAPIV3Schema`;
  const errors: FieldError[] = hasStatus ? rootErrors(schema, own) : [];
  if (schema['nullable'] === true) {
    errors.push(forbiddenField(`${own}.nullable`, 'nullable cannot be true at the root'));
  }
  const problem = structuralProblem(schema);
  if (problem === undefined) {
    const structural = structuralErrors(schema, own);
    errors.push(...(structural.length > 0 ? structural : defaultErrors(readSchema(schema), own, work)));
  }
  errors.push(...schemaRuleErrors(schema, own));
  if (errors.length === 0 && problem !== undefined) errors.push(invalidField(own, '', problem));
  return errors;
}

function rootErrors(schema: JsonObject, field: string): FieldError[] {
  for (const [json, go] of schemaFields) {
    if (schema[json] === undefined) continue;
    if (go === 'Type' && schema['type'] !== 'object') {
      const why =
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
      return [invalidField(`${field}.type`, schema['type'], why)];
    }
    if (allowedAtRoot.includes(go)) continue;
    const why = `only [${allowedAtRoot.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`;
    return [invalidField(field, internalSchema(schema), why)];
  }
  return [];
}
