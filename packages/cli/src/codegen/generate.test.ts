import { expect, test } from 'vitest';
import { compile, definitionOf, generate, generated, withSpec } from './codegen.test-support.js';

const backup = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: backups.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: backups, singular: backup, kind: Backup, shortNames: [bk], categories: [all] }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      selectableFields: [{ jsonPath: .spec.mode }]
      schema:
        openAPIV3Schema:
          type: object
          description: Backup copies a volume.
          required: [spec]
          properties:
            apiVersion: { type: string }
            kind: { type: string }
            metadata: { type: object }
            spec:
              type: object
              description: What to copy.
              required: [schedule, targetRef]
              x-kubernetes-validations:
                - { rule: self.keep > 0, message: keep must be positive }
              properties:
                schedule: { type: string, description: When., pattern: '^\\S+$' }
                keep: { type: integer, minimum: 1, maximum: 99, default: 7 }
                mode: { type: string, enum: [Full, Incremental] }
                port: { x-kubernetes-int-or-string: true }
                note: { type: string, nullable: true }
                x-y: { type: boolean }
                labels: { type: object, additionalProperties: { type: string } }
                values: { type: object, x-kubernetes-preserve-unknown-fields: true }
                targetRef:
                  type: object
                  required: [name]
                  properties: { name: { type: string }, kind: { type: string } }
                others:
                  type: array
                  items:
                    type: object
                    required: [name]
                    properties: { name: { type: string }, kind: { type: string } }
                steps:
                  type: array
                  items:
                    type: object
                    properties: { run: { type: string }, after: { type: array, items: { type: string, enum: [a, b] } } }
            status:
              type: object
              x-kubernetes-preserve-unknown-fields: true
              properties: { phase: { type: string } }
`;

// The compiler reads the library's sources, too.
const slow = { timeout: 120_000 };

test('a definition becomes an interface for each object, and a descriptor', slow, async () => {
  const [file] = await generate(backup);
  expect(file?.fileName).toBe('example.com-v1.ts');
  expect(file?.text.split('\n').slice(1).join('\n')).toBe(`import { defineResource } from 'kube-informers';
import type { KubernetesObject, Resource, SelectableBy } from 'kube-informers';

/** Backup copies a volume. */
export interface Backup extends KubernetesObject, SelectableBy<'spec.mode'> {
  apiVersion?: 'example.com/v1' | undefined;
  kind?: 'Backup' | undefined;
  /** What to copy. */
  spec: BackupSpec;
  status?: BackupStatus | undefined;
}

/** The resource backups of example.com/v1. */
export const backups: Resource<Backup, 'status'> = defineResource<Backup, 'status'>({
  group: 'example.com',
  version: 'v1',
  resource: 'backups',
  kind: 'Backup',
  namespaced: true,
  shortNames: ['bk'],
  subresources: ['status'],
  categories: ['all'],
  selectableFields: ['.spec.mode'],
});

/**
 * What to copy.
 *
 * Rule: keep must be positive: \`self.keep > 0\`
 */
export interface BackupSpec {
  /**
   * Value: 1 to 99.
   *
   * @default 7
   */
  keep?: number | undefined;
  labels?: { [key: string]: string } | undefined;
  mode?: 'Full' | 'Incremental' | (string & {}) | undefined;
  note?: string | null | undefined;
  others?: BackupSpecOther[] | undefined;
  port?: number | string | undefined;
  /**
   * When.
   *
   * Pattern: \`^\\S+$\`
   */
  schedule: string;
  steps?: BackupSpecStep[] | undefined;
  targetRef: BackupSpecOther;
  values?: { [key: string]: unknown } | undefined;
  'x-y'?: boolean | undefined;
}

export interface BackupSpecOther {
  kind?: string | undefined;
  name: string;
}

export interface BackupSpecStep {
  after?: ('a' | 'b' | (string & {}))[] | undefined;
  run?: string | undefined;
}

export interface BackupStatus {
  phase?: string | undefined;
  [key: string]: unknown;
}
`);
  const use = `
import { fieldIndexers, fieldSelectorOf } from 'kube-informers';
import type { ApplyConfiguration, Lister } from 'kube-informers';
import type { SelectableFieldOf } from 'kube-informers/internal';
import { backups, type Backup } from './backup.js';

export const backup: Backup = { metadata: { name: 'a' }, spec: { schedule: '* * * * *', targetRef: { name: 'a' } } };
export const applied: ApplyConfiguration<Backup> = { apiVersion: 'example.com/v1', kind: 'Backup', metadata: { name: 'a' } };
export const fields: Record<SelectableFieldOf<Backup>, 0> = { 'metadata.name': 0, 'metadata.namespace': 0, 'spec.mode': 0 };
export function check(lister: Lister<Backup>): void {
  lister.list({ fieldSelector: { 'spec.mode': 'Full', 'metadata.name': 'a' } });
  // @ts-expect-error the definition does not make it selectable
  lister.list({ fieldSelector: { 'spec.keep': '7' } });
  fieldSelectorOf(backups, { 'spec.mode': 'Full' });
  // @ts-expect-error the definition does not make it selectable
  fieldSelectorOf(backups, { 'spec.keep': '7' });
  fieldIndexers(backups, 'spec.mode');
  // @ts-expect-error the definition does not make it selectable
  fieldIndexers(backups, 'status.phase');
}
`;
  expect(await compile({ 'backup.ts': file?.text ?? '', 'use.ts': use })).toBe('');
});

test(
  'a schema equal to a built-in type is imported, and one that differs in a field is not',
  slow,
  async () => {
    const toleration = {
      type: 'object',
      properties: {
        effect: { type: 'string', description: 'Other words than those of the built-in type.' },
        key: { type: 'string' },
        operator: { type: 'string' },
        tolerationSeconds: { type: 'integer', format: 'int64' },
        value: { type: 'string' },
      },
    };
    const { value: _value, ...fewer } = toleration.properties;
    const text = await generated(
      withSpec({
        tolerations: { type: 'array', items: toleration },
        older: { type: 'array', items: { type: 'object', properties: fewer } },
      }),
    );
    expect(text).toContain("import type { KubernetesObject, Resource, corev1 } from 'kube-informers';");
    expect(text).toContain('  tolerations?: corev1.Toleration[] | undefined;');
    expect(text).toContain('  older?: BackupSpecOlderItem[] | undefined;');
    expect(await compile({ 'backup.ts': `// first line\n${text}` })).toBe('');
  },
);

test('a resource that is defined twice is refused', async () => {
  await expect(generate(definitionOf({ type: 'object' }), definitionOf({ type: 'object' }))).rejects.toThrow(
    'crd.yaml: backups.example.com v1 is defined in crd.yaml, too',
  );
});

test('a string of format int-or-string is a string', async () => {
  const text = await generated(
    withSpec({
      port: { type: 'string', format: 'int-or-string' },
      either: { 'x-kubernetes-int-or-string': true, format: 'int-or-string' },
    }),
  );
  expect(text).toContain('  port?: string | undefined;');
  expect(text).toContain('  either?: number | string | undefined;');
});

test.each([
  [{ status: {}, scale: null }, "  subresources: ['status'],"],
  [{ status: null }, undefined],
  [null, undefined],
])('a subresource that is null is absent, as to the API server: %j', async (subresources, line) => {
  const [file] = await generate(definitionOf(withSpec({}), {}, { subresources }));
  const lines = (file?.text ?? '').split('\n');
  expect(lines.find((text) => text.startsWith('  subresources:'))).toBe(line);
});

test('a subresource that is not an object is refused', async () => {
  await expect(generate(definitionOf(withSpec({}), {}, { subresources: { status: true } }))).rejects.toThrow(
    'crd.yaml: spec.versions[0].subresources.status must be an object, got a boolean',
  );
});
