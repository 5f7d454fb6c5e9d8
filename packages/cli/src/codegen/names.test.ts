import { expect, test } from 'vitest';
import { definitionOf, generate, generated, withSpec } from './codegen.test-support.js';
import { constantName, singularOf } from './names.js';

test.each([
  ['exports', 'Export', 'exportsResource'],
  ['backups', 'Backup', 'backups'],
  ['certificaterequests', 'CertificateRequest', 'certificateRequests'],
  ['networkpolicies', 'NetworkPolicy', 'networkPolicies'],
  ['httproutes', 'HTTPRoute', 'httpRoutes'],
  ['classes', 'Class', 'classes'],
  ['class', 'Class', 'classResource'],
  ['x-ys', 'XY', 'xYs'],
  ['1sts', 'First', 'resource1sts'],
])('the constant of %s, kind %s, is %s', (resource, kind, name) => {
  expect(constantName(resource, kind)).toBe(name);
});

test.each([
  ['containers', 'container'],
  ['policies', 'policy'],
  ['addresses', 'address'],
  ['databases', 'database'],
  ['matches', 'match'],
  ['status', 'statusItem'],
  ['timeSeries', 'timeSeriesItem'],
  ['config', 'configItem'],
])('one of %s is a %s', (name, one) => {
  expect(singularOf(name)).toBe(one);
});

const object = (name: string): object => ({ type: 'object', properties: { [name]: { type: 'string' } } });

test('names that are not identifiers are quoted, and types are named without them', async () => {
  const text = await generated(withSpec({ 'x-y': object('a'), class: object('b'), '1st': object('c') }));
  expect(text).toContain("  '1st'?: BackupSpec1st | undefined;");
  expect(text).toContain('  class?: BackupSpecClass | undefined;');
  expect(text).toContain("  'x-y'?: BackupSpecXY | undefined;");
});

test('two types of one name get different names', async () => {
  const text = await generated(
    withSpec({
      'x-y': object('a'),
      x_y: object('b'),
      items: { type: 'array', items: object('c') },
      item: object('d'),
    }),
  );
  expect(text).toContain("  'x-y'?: BackupSpecXY | undefined;");
  expect(text).toContain('  x_y?: BackupSpecXY2 | undefined;');
  expect(text).toContain('  item?: BackupSpecItem | undefined;');
  expect(text).toContain('  items?: BackupSpecItemsItem[] | undefined;');
});

test('a kind has its name, and a type that would have the same name gets another', async () => {
  const names = { plural: 'backupspecs', kind: 'BackupSpec' };
  const [file] = await generate(
    definitionOf(withSpec({ a: object('a') })),
    definitionOf({ type: 'object' }, { names }),
    definitionOf({ type: 'object' }, { names: { plural: 'resources', kind: 'Resource' } }),
  );
  expect(file?.text).toContain('  spec?: BackupSpec2 | undefined;');
  expect(file?.text).toContain('export interface BackupSpec extends KubernetesObject {');
  expect(file?.text).toContain('Resource as BuiltInResource');
  expect(file?.text).toContain(
    'export const resources: BuiltInResource<Resource, never> = defineResource<Resource, never>({',
  );
});

test('the order of properties and definitions does not matter', async () => {
  const one = definitionOf(withSpec({ a: object('x'), b: object('y') }));
  const two = definitionOf(withSpec({ b: object('y'), a: object('x') }));
  const other = definitionOf({ type: 'object' }, { names: { plural: 'others', kind: 'Other' } });
  expect(await generate(one, other)).toEqual(await generate(other, two));
});

test('versions have a module each, without those that are not served', async () => {
  const schema = { openAPIV3Schema: { type: 'object' } };
  const files = await generate(
    definitionOf(
      {},
      {
        versions: [
          { name: 'v1', served: true, storage: true, schema },
          {
            name: 'v1beta1',
            served: true,
            storage: false,
            deprecated: true,
            deprecationWarning: 'use v1',
            schema,
          },
          { name: 'v1alpha1', served: false, storage: false, schema },
        ],
      },
    ),
  );
  expect(files.map(({ fileName }) => fileName)).toEqual(['example.com-v1.ts', 'example.com-v1beta1.ts']);
  expect(files[0]?.text).not.toContain('@deprecated');
  expect(files[1]?.text).toContain('/** @deprecated use v1 */\nexport interface Backup');
});

test('two group-versions with one file name are refused', async () => {
  const own = (group: string, version: string): object =>
    definitionOf({ type: 'object' }, { group }, { name: version });
  await expect(generate(own('a.b', 'c-v1'), own('a.b-c', 'v1'))).rejects.toThrow(
    'a.b-c/v1 (crd.yaml) and a.b/c-v1 (crd.yaml) would both be written to a.b-c-v1.ts',
  );
});

test('a name beyond 120 letters is cut, and numbered', async () => {
  const long = 'a'.repeat(200);
  const text = await generated(withSpec({ [`${long}b`]: object('a'), [`${long}c`]: object('b') }));
  const names = [...text.matchAll(/^export interface (BackupSpecA\w+)/gm)].map(([, name]) => name);
  expect(names).toEqual([`BackupSpecA${'a'.repeat(109)}`, `BackupSpecA${'a'.repeat(109)}2`]);
});

test('an enum longer than a line has a line for each value', async () => {
  const values = Array.from({ length: 20 }, (_value, index) => `value-${index}`);
  const text = await generated(withSpec({ mode: { type: 'string', enum: values } }));
  expect(text).toContain("  mode?:\n    | 'value-0'\n    | 'value-1'\n");
  expect(text).toContain("    | 'value-19'\n    | (string & {})\n    | undefined;\n");
});
