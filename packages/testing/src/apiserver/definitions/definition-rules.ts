import {
  type AllowsHttp,
  type JsonObject,
  SchemaTypeError,
  type WrittenFloats,
  asObject,
  at,
  childOf,
  decodeSchema,
  definitionErrors,
  definitionUpdateErrors,
  everySchema,
  fillDefaults,
  isKnownFormat,
  objectsOf,
  textAt,
} from '@kube-informers/schema/internal';
import { firstValueAt } from '../json/json-path.js';
import { bounded } from '../objects/kind-rules.js';
import type { KindOverrides, TypedBody } from '../objects/kind-rules.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** The finalizer of a CustomResourceDefinition whose objects are not yet deleted. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** How CustomResourceDefinitions are decoded and defaulted. */
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
  warnings: definitionWarnings,
};

/** How CustomResourceDefinitions are validated. */
export function definitionValidation(allowsHttp: AllowsHttp): KindOverrides {
  return {
    validate: (body) => bounded(() => definitionErrors(body, allowsHttp)),
    validateChange: (body, old, subresource) =>
      subresource === 'status' ? [] : bounded(() => definitionUpdateErrors(body, old, allowsHttp)),
  };
}

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
    if (!(error instanceof SchemaTypeError)) throw error;
    const { message, path } = error;
    return { ...body, problem: message, problems: [{ field: path, message }] };
  }
  return { ...body, unknown };
}

/** Returns the warnings for an accepted definition; for a changed one only the new warnings. */
function definitionWarnings(body: ObjectBody, old: ObjectBody | undefined): string[] {
  const before = new Set(old === undefined ? [] : warningsOf(old));
  return warningsOf(body).filter((warning) => !before.has(warning));
}

function warningsOf(body: ObjectBody): string[] {
  const formats: string[] = [];
  const sets: string[] = [];
  for (const version of objectsOf(at(body, 'spec', 'versions'))) {
    const schema = asObject(at(version, 'schema', 'openAPIV3Schema'));
    if (schema === undefined) continue;
    everySchema(schema, (part) => {
      const { format, type } = part;
      if (
        typeof format === 'string' &&
        format !== '' &&
        !isKnownFormat(format, typeof type === 'string' ? type : '')
      ) {
        formats.push(`unrecognized format ${JSON.stringify(format)}`);
      }
      const itemType = part['x-kubernetes-list-type'] === 'set' ? textAt(part, 'items', 'type') : '';
      if (itemType === 'object' || itemType === 'array') {
        sets.push(
          `x-kubernetes-list-type: set for items of type ${JSON.stringify(itemType)} is not supported by server-side apply or CEL validation rules`,
        );
      }
    });
  }
  const columns = objectsOf(at(body, 'spec', 'versions'))
    .flatMap((version) => objectsOf(version['additionalPrinterColumns']))
    .map((column) => textAt(column, 'jsonPath'))
    .filter((path) => path !== '' && firstValueAt(path) === undefined)
    .map(
      (path) =>
        `additionalPrinterColumns: the embedded API server cannot follow ${path}: the column is empty`,
    );
  return [...new Set(formats), ...new Set(sets.toSorted()), ...new Set(columns)];
}
