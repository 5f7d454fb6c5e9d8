import { definitionErrors, definitionUpdateErrors } from './definition-errors.js';
import { definitionWarnings } from './definition-warnings.js';
import { decodeSchema, SchemaTypeError } from './schema-decoder.js';
import { asObject, at, childOf, fillDefaults, objectsOf, textAt } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import type { WrittenFloats } from '../json/json-duplicates.js';
import type { KindOverrides, TypedBody } from '../objects/kind-rules.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** The finalizer of a CustomResourceDefinition whose objects are not yet deleted. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** How CustomResourceDefinitions are decoded, defaulted and validated. */
export const definitionRules: KindOverrides = {
  cleanupFinalizer,
  unconditionalUpdate: false,
  read: (_value, plain, floats) => readDefinition(plain(), floats),
  applyDefaults(body) {
    const spec = childOf(body, 'spec');
    const names = childOf(spec, 'names');
    const kind = textAt(names, 'kind');
    if (textAt(names, 'singular') === '' && kind !== '') names['singular'] = kind.toLowerCase();
    if (textAt(names, 'listKind') === '' && kind !== '') names['listKind'] = `${kind}List`;
    fillDefaults(spec, { conversion: { strategy: 'None' } });
    const service = asObject(at(spec, 'conversion', 'webhook', 'clientConfig', 'service'));
    if (service !== undefined) fillDefaults(service, { port: 443 });
  },
  prepareCreate(body) {
    body['status'] = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null };
    noteStoredVersion(body);
  },
  prepareUpdate: noteStoredVersion,
  validate: definitionErrors,
  validateChange: (body, old, subresource) =>
    subresource === 'status' ? [] : definitionUpdateErrors(body, old),
  warnings: definitionWarnings,
};

/** Adds the storage version to the stored versions. */
function noteStoredVersion(body: ObjectBody): void {
  const storage = objectsOf(at(body, 'spec', 'versions')).find((version) => version['storage'] === true);
  const status = asObject(body['status']);
  if (storage === undefined || status === undefined) return;
  const name = textAt(storage, 'name');
  const stored = Array.isArray(status['storedVersions']) ? (status['storedVersions'] as unknown[]) : [];
  if (!stored.includes(name)) status['storedVersions'] = [...stored, name];
}

/** Also decodes the schemas, which the table of types does not cover. */
function readDefinition(body: TypedBody, floats: WrittenFloats): TypedBody {
  if (body.problem !== undefined) return body;
  const unknown = [...body.unknown];
  try {
    objectsOf(at(body.value, 'spec', 'versions')).forEach((version, index) => {
      const validation: JsonObject | undefined = asObject(version['schema']);
      if (validation?.['openAPIV3Schema'] === undefined) return;
      const path = `spec.versions[${index}].schema.openAPIV3Schema`;
      const fields = 'spec.versions.schema.openAPIV3Schema';
      const schema = validation['openAPIV3Schema'];
      validation['openAPIV3Schema'] = decodeSchema(schema, path, fields, unknown, floats);
    });
  } catch (error) {
    if (error instanceof SchemaTypeError) return { ...body, problem: error.message };
    throw error;
  }
  return { ...body, unknown };
}
