import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/nightly.test-support.js';
import { alternativesOf } from './alternatives.js';
import { compile, definitionOf, generate, generated, withSpec } from './codegen.test-support.js';

// A fixed seed, so that every run has the same cases.

// The compiler reads the library's sources, too.
const slow = { timeout: 120_000 };

const names = ['a', 'b', 'c', 'd'];
const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));

function required(...fields: string[]): { required: string[] } {
  return { required: fields };
}

test('oneOf and anyOf of required fields become unions', slow, async () => {
  const source = { type: 'object', properties: { bucket: { type: 'string' }, volume: { type: 'integer' } } };
  const [file] = await generate(
    definitionOf(
      withSpec({
        one: { ...source, description: 'Where from.', oneOf: [required('bucket'), required('volume')] },
        some: { ...source, anyOf: [required('bucket'), required('volume')] },
      }),
      {},
      { subresources: { status: {} } },
    ),
  );
  const text = file?.text ?? '';
  expect(text).toContain(`
/**
 * Where from.
 *
 * Exactly one of these is set: \`bucket\`, \`volume\`.
 */
export type BackupSpecOne = {
  bucket?: string | undefined;
  volume?: number | undefined;
} & (
  | { bucket: string; volume?: undefined }
  | { bucket?: undefined; volume: number }
);
`);
  expect(text).toContain(`
export type BackupSpecSome = {
  bucket?: string | undefined;
  volume?: number | undefined;
} & (
  | { bucket: string }
  | { volume: number }
);
`);
  const use = `
import type { BackupSpecOne, BackupSpecSome } from './backup.js';
export const bucket: BackupSpecOne = { bucket: 'a' };
export const volume: BackupSpecOne = { volume: 1 };
// @ts-expect-error one of them is missing
export const neither: BackupSpecOne = {};
// @ts-expect-error one is too many
export const both: BackupSpecOne = { bucket: 'a', volume: 1 };
// @ts-expect-error not a field
export const other: BackupSpecOne = { bucket: 'a', other: 1 };
export const anyBoth: BackupSpecSome = { bucket: 'a', volume: 1 };
// @ts-expect-error one of them is missing
export const anyNone: BackupSpecSome = {};
export function read(one: BackupSpecOne): string | number {
  return one.bucket === undefined ? one.volume : one.bucket;
}
`;
  expect(await compile({ 'backup.ts': text, 'use.ts': use })).toBe('');
});

test('the descriptor has the calls of its subresources, and no others', slow, async () => {
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  const schema = withSpec({ replicas: { type: 'integer' } });
  const status = { type: 'object', properties: { replicas: { type: 'integer' } } };
  const whole = { ...schema, properties: { ...(schema as { properties: object }).properties, status } };
  const files: Record<string, string> = {};
  for (const [name, subresources] of Object.entries({
    plain: undefined,
    status: { status: {} },
    scaled: { status: {}, scale },
  })) {
    const [file] = await generate(definitionOf(whole, {}, subresources && { subresources }));
    files[`${name}.ts`] = file?.text ?? '';
  }
  expect(files['plain.ts']).toContain('export const backups: Resource<Backup, never> =');
  expect(files['scaled.ts']).toContain("export const backups: Resource<Backup, 'scale' | 'status'> =");
  files['use.ts'] = `
import type { Clientset, Informer } from './library.js';
import { backups as plain } from './plain.js';
import { backups as status } from './status.js';
import { backups as scaled } from './scaled.js';
export async function use(clientset: Clientset, factory: Informer): Promise<void> {
  await clientset.resource(scaled, 'a').scale('b', 1);
  // @ts-expect-error no scale
  await clientset.resource(status, 'a').scale('b', 1);
  // @ts-expect-error no scale
  await clientset.resource(plain, 'a').scale('b', 1);
  await clientset.resource(plain, 'a').get('b');
  for (const resource of [plain, status, scaled]) factory.forResource(resource);
}
`;
  files['library.ts'] = `
export type { Clientset, SharedInformerFactory as Informer } from 'kube-informers';
`;
  expect(await compile(files)).toBe('');
});

test('Istio’s form of “at most one” is read, too', () => {
  const oneOf = [{ not: { anyOf: [required('a'), required('b')] } }, required('a'), required('b')];
  expect(alternativesOf({ properties, oneOf })).toEqual([
    { required: [], absent: ['a', 'b'] },
    { required: ['a'], absent: ['b'] },
    { required: ['b'], absent: ['a'] },
  ]);
});

test.each([
  [
    'a field with a default',
    { properties: { ...properties, a: { type: 'string', default: 'x' } } },
    undefined,
  ],
  ['a field that the schema does not have', {}, [required('a'), required('unknown')]],
  ['the name of a method of objects', {}, [required('a'), required('constructor')]],
  ['a branch that says more', {}, [required('a'), { ...required('b'), properties: { b: { minLength: 1 } } }]],
  ['a branch that rules out two together', {}, [required('a'), { not: required('a', 'b') }]],
  ['one branch', {}, [required('a')]],
  ['nine branches', {}, Array.from({ length: 9 }, () => required('a'))],
  ['branches that contain each other', {}, [required('a'), required('a', 'b')]],
])('%s makes no union', (_what, schema, oneOf = [required('a'), required('b')]) => {
  expect(alternativesOf({ properties, oneOf, ...schema })).toEqual([]);
  expect(alternativesOf({ properties, anyOf: oneOf, ...schema })).toEqual([]);
});

test('more alternatives than fit are only in the comment', async () => {
  const many = Array.from({ length: 9 }, (_, index) => `f${index}`);
  const fields = Object.fromEntries(many.map((name) => [name, { type: 'string' }]));
  const choice = { type: 'object', properties: fields, oneOf: many.map((name) => required(name)) };
  const text = await generated(withSpec({ choice }));
  expect(text).toContain('Exactly one of these is set: `f0`, `f1`, ');
  expect(text).toContain('export interface BackupSpecChoice {');
});

test('alternatives with further conditions do not claim that only one of their fields is set', async () => {
  const properties = { a: { type: 'string' }, b: { type: 'string' } };
  const oneOf = [{ ...required('a'), properties: { a: { enum: ['x'] } } }, required('b')];
  const text = await generated(withSpec({ choice: { type: 'object', properties, oneOf } }));
  // The API server accepts { a: 'y', b: '' }.
  expect(text).toContain('At least one of these is set: `a`, `b`.');
  expect(text).not.toContain('Exactly one');
});

test('a long alternative has a line for each field', slow, async () => {
  const long = ['first', 'second', 'third', 'fourth'].map((name) => `${name}${'x'.repeat(20)}`);
  const [file] = await generate(
    definitionOf(
      withSpec(Object.fromEntries(long.map((name) => [name, { type: 'string' }])), {
        oneOf: long.map((name) => required(name)),
      }),
    ),
  );
  expect(file?.text).toContain(`} & (
  | {
      first${'x'.repeat(20)}: string;
      fourth${'x'.repeat(20)}?: undefined;
`);
  expect(await compile({ 'backup.ts': file?.text ?? '' })).toBe('');
});

test('every object that the schema accepts agrees with one of the alternatives', () => {
  const some = fc.subarray(names, { minLength: 1, maxLength: 2 });
  const branch = fc.oneof(
    some.map((fields) => required(...fields)),
    some.map((fields) => ({ not: { anyOf: fields.map((name) => required(name)) } })),
    fc.tuple(some, some).map(([fields, [name = 'a']]) => ({ ...required(...fields), not: required(name) })),
  );
  const branches = fc.array(branch, { minLength: 2, maxLength: 4 });
  let unions = 0;
  fc.assert(
    fc.property(
      fc.constantFrom('oneOf', 'anyOf'),
      branches,
      fc.subarray(names, { maxLength: 1 }),
      (form, parts, always) => {
        const found = alternativesOf({ properties, required: always, [form]: parts });
        if (found.length === 0) return;
        unions++;
        for (const fields of subsets(names)) {
          const matched = parts.filter((part) => matches(part, fields)).length;
          const accepted = always.every((name) => fields.includes(name)) && matched > 0;
          if (!accepted || (form === 'oneOf' && matched > 1)) continue;
          expect(
            found.some(
              (each) =>
                each.required.every((name) => fields.includes(name)) &&
                !each.absent.some((name) => fields.includes(name)),
            ),
          ).toBe(true);
        }
      },
    ),
    { numRuns: runs(2000) },
  );
  expect(unions).toBeGreaterThan(runs(200));
});

interface Part {
  readonly required?: readonly string[];
  readonly not?:
    | { readonly required: readonly string[] }
    | { readonly anyOf: readonly { required: string[] }[] };
}

function matches({ required: needed = [], not }: Part, fields: readonly string[]): boolean {
  const excluded = not === undefined ? [] : 'anyOf' in not ? not.anyOf : [not];
  return (
    needed.every((name) => fields.includes(name)) &&
    !excluded.some((each) => each.required.every((name) => fields.includes(name)))
  );
}

function subsets(all: readonly string[]): string[][] {
  return all.reduce<string[][]>((found, name) => [...found, ...found.map((each) => [...each, name])], [[]]);
}
