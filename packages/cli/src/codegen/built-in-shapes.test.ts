import { expect, test } from 'vitest';
import { typeOfKind } from '../../../testing/src/apiserver/types/type-table.js';
import { schemaOf } from '../../../testing/src/apiserver/types/type-schemas.js';
import { BuiltInShapes } from './built-in-shapes.js';
import { compile, generated, withSpec } from './codegen.test-support.js';

const quantity = {
  'x-kubernetes-int-or-string': true,
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  pattern:
    '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
};

/** Returns a built-in type as controller-gen writes it: without references, what is not left out when empty required. */
function written(group: string, version: string, name: string): object {
  const type = typeOfKind(group, version, name);
  if (type === undefined) throw new Error(`no type ${name}`);
  const all: Record<string, object> = {};
  const root = schemaOf(type, '', all);
  const inline = (schema: Record<string, unknown>, owner: typeof type): Record<string, unknown> => {
    const required = [...owner.fields.values()].flatMap((field) =>
      field.omitEmpty || field.omitZero ? [] : [field.json],
    );
    const properties: Record<string, unknown> = {};
    for (const field of owner.fields.values()) {
      properties[field.json] = valueOf(
        (schema['properties'] as Record<string, Record<string, unknown>>)[field.json] ?? {},
        field.type,
      );
    }
    return { type: 'object', properties, ...(required.length > 0 && { required }) };
  };
  const valueOf = (schema: Record<string, unknown>, of: { readonly is: string }): unknown => {
    const each = of as never as Parameters<typeof plainType>[0];
    const plain = plainType(each);
    if (plain.is === 'struct') {
      if (plain.name === 'meta.v1.ObjectMeta') return { type: 'object' };
      return inline(schemaOf(plain, '', all), plain);
    }
    if (plain.is === 'special' && plain.form === 'quantity') return quantity;
    if (plain.is === 'special' && plain.form === 'intorstring') return { 'x-kubernetes-int-or-string': true };
    if (plain.is === 'list') return { type: 'array', items: valueOf(schema['items'] as never, plain.items) };
    if (plain.is === 'map') {
      return {
        type: 'object',
        additionalProperties: valueOf(schema['additionalProperties'] as never, plain.values),
      };
    }
    const { $ref: ref } = schema;
    const own = (typeof ref === 'string' ? all[ref] : schema) as Record<string, unknown>;
    return { type: own['type'], ...(typeof own['format'] === 'string' && { format: own['format'] }) };
  };
  return inline(root, type);
}

type AnyType = NonNullable<ReturnType<typeof typeOfKind>>['declared'][number]['type'];

function plainType(type: AnyType): Exclude<AnyType, { is: 'pointer' }> {
  return type.is === 'pointer' ? plainType(type.to) : type;
}

test('a complete PodTemplateSpec is imported, and one with an extra field is not', async () => {
  const template = written('', 'v1', 'PodTemplateSpec') as { properties: { spec: { properties: object } } };
  expect(await generated(withSpec({ template }))).toContain(
    '  template?: corev1.PodTemplateSpec | undefined;',
  );
  Object.assign(template.properties.spec.properties, { ours: { type: 'string' } });
  const text = await generated(withSpec({ template }));
  expect(text).toContain('  template?: BackupSpecTemplate | undefined;');
  expect(text).toContain('  ours?: string | undefined;');
  expect(text).toContain('  containers: corev1.Container[];');
});

test.each([
  ['an enum', { properties: { name: { type: 'string' }, namespace: { type: 'string', enum: ['a', 'b'] } } }],
  ['oneOf', { oneOf: [{ required: ['name'] }, { required: ['namespace'] }] }],
  ['a rule', { 'x-kubernetes-validations': [{ rule: 'has(self.name)' }] }],
])('a schema with the fields of a built-in type and %s of its own is not imported', async (_name, more) => {
  const secretRef = {
    type: 'object',
    properties: { name: { type: 'string' }, namespace: { type: 'string' } },
  };
  expect(await generated(withSpec({ secretRef }))).toContain(
    '  secretRef?: corev1.SecretReference | undefined;',
  );
  const text = await generated(withSpec({ secretRef: { ...secretRef, ...more } }));
  expect(text).toContain('  secretRef?: BackupSpecSecretRef | undefined;');
});

test('a condition is imported with the enum that controller-gen writes, or none', async () => {
  const condition = written('meta.k8s.io', 'v1', 'Condition') as { properties: { status: object } };
  const conditions = { type: 'array', items: condition };
  expect(await generated(withSpec({ conditions }))).toContain(
    '  conditions?: metav1.Condition[] | undefined;',
  );
  condition.properties.status = { type: 'string', enum: ['True', 'False', 'Unknown'] };
  expect(await generated(withSpec({ conditions }))).toContain(
    '  conditions?: metav1.Condition[] | undefined;',
  );
  condition.properties.status = { type: 'string', enum: ['True', 'False'] };
  expect(await generated(withSpec({ conditions }))).toContain(
    '  conditions?: BackupSpecCondition[] | undefined;',
  );
});

test('of types with the same fields the name of the property decides', async () => {
  const selector = written('', 'v1', 'SecretKeySelector');
  const text = await generated(withSpec({ secretKeyRef: selector, passwordSecret: selector }));
  expect(text).toContain('  secretKeyRef?: corev1.SecretKeySelector | undefined;');
  expect(await generated(withSpec({ configMapKeyRef: selector }))).toContain(
    '  configMapKeyRef?: corev1.ConfigMapKeySelector | undefined;',
  );
  expect(await generated(withSpec({ source: selector }))).toContain(
    '  source?: BackupSpecSource | undefined;',
  );
});

test('the library exports every type that may be imported', { timeout: 120_000 }, async () => {
  const all = new BuiltInShapes().all();
  expect(all.length).toBeGreaterThan(100);
  const namespaces = [...new Set(all.map(({ from }) => from))].join(', ');
  const lines = all.map(({ from, name }, index) => `export type T${index} = ${from}.${name};`);
  const text = `import type { ${namespaces} } from 'kube-informers';\n${lines.join('\n')}\n`;
  expect(await compile({ 'all.ts': text })).toBe('');
});
