import { isSimplePath } from '../json/json-path.js';
import { asObject, at, objectsOf, textAt } from '../json/json-fields.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { isKnownFormat } from '../custom/formats.js';
import { everySchema } from './schema-fields.js';

/** Warning for definitions with CEL rules, which this server does not evaluate. */
export const celWarning =
  'x-kubernetes-validations: the embedded API server does not evaluate CEL rules: objects that break them are accepted';

/** Warning for definitions whose versions only a webhook can convert. */
export const conversionWarning =
  'spec.conversion.strategy: the embedded API server does not call webhooks: it answers 500 to requests that need a conversion';

/** Returns the warnings for an accepted definition; for a changed one only the new warnings. */
export function definitionWarnings(body: ObjectBody, old: ObjectBody | undefined): string[] {
  const before = new Set(old === undefined ? [] : warningsOf(old));
  return warningsOf(body).filter((warning) => !before.has(warning));
}

function warningsOf(body: ObjectBody): string[] {
  const formats: string[] = [];
  let rules = false;
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
      rules ||= Array.isArray(part['x-kubernetes-validations']);
    });
  }
  const columns = objectsOf(at(body, 'spec', 'versions'))
    .flatMap((version) => objectsOf(version['additionalPrinterColumns']))
    .map((column) => textAt(column, 'jsonPath'))
    .filter((path) => path !== '' && !isSimplePath(path))
    .map(
      (path) =>
        `additionalPrinterColumns: the embedded API server cannot follow ${path}: the column is empty`,
    );
  const webhook = textAt(body, 'spec', 'conversion', 'strategy') === 'Webhook';
  return [
    ...new Set(formats),
    ...(rules ? [celWarning] : []),
    ...new Set(columns),
    ...(webhook ? [conversionWarning] : []),
  ];
}
