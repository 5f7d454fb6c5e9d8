import { type JsonObject, objectsOf, textAt } from '@kube-informers/schema/internal';

/** Returns sentences on what a schema demands beyond its type: CEL rules, alternatives, limits. */
export function remarksOf(schema: JsonObject): string[] {
  return [...limitsOf(schema), ...alternativesOf(schema), ...rulesOf(schema)];
}

function limitsOf(schema: JsonObject): string[] {
  const remarks: string[] = [];
  const range = (least: string, most: string, what: string): void => {
    const from = schema[least];
    const to = schema[most];
    if (typeof from === 'number' && typeof to === 'number') remarks.push(`${what}: ${from} to ${to}.`);
    else if (typeof from === 'number') remarks.push(`${what}: at least ${from}.`);
    else if (typeof to === 'number') remarks.push(`${what}: at most ${to}.`);
  };
  range('minimum', 'maximum', 'Value');
  range('minLength', 'maxLength', 'Length');
  range('minItems', 'maxItems', 'Items');
  range('minProperties', 'maxProperties', 'Entries');
  const pattern = textAt(schema, 'pattern');
  if (pattern !== '') remarks.push(`Pattern: \`${pattern}\``);
  const format = textAt(schema, 'format');
  if (format !== '' && schema['type'] === 'string') remarks.push(`Format: ${format}.`);
  return remarks;
}

/** Describes alternatives that differ in the fields they require; others have no short form. */
function alternativesOf(schema: JsonObject): string[] {
  return ['oneOf', 'anyOf'].flatMap((field) => {
    const parts = objectsOf(schema[field]);
    const required = parts.map((part) =>
      Array.isArray(part['required']) ? (part['required'] as unknown[]).map(String) : [],
    );
    if (parts.length < 2 || required.some((names) => names.length === 0)) return [];
    // With further conditions a field may be set although its alternative does not hold.
    const isExact = field === 'oneOf' && parts.every((part) => Object.keys(part).length === 1);
    const texts = required.map((names) => names.map((name) => `\`${name}\``).join(' with '));
    return [`${isExact ? 'Exactly' : 'At least'} one of these is set: ${texts.join(', ')}.`];
  });
}

function rulesOf(schema: JsonObject): string[] {
  return objectsOf(schema['x-kubernetes-validations']).map((rule) => {
    const message = textAt(rule, 'message');
    const expression = `\`${textAt(rule, 'rule').trim()}\``;
    return message === '' ? `Rule: ${expression}` : `Rule: ${message.trim()}: ${expression}`;
  });
}
