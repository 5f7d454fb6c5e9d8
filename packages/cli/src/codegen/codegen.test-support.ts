import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { kindsOf, readDefinitions } from './definitions.js';
import { generateCustomTypes } from './generate.js';
import type { GeneratedFile } from './generate.js';

const root = resolve(import.meta.dirname, '../../../..');

/** Returns a definition of backups.example.com with one version of this schema. */
export function definitionOf(schema: unknown, spec: object = {}, version: object = {}): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'backups.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'backups', singular: 'backup', kind: 'Backup' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version },
      ],
      ...spec,
    },
  };
}

/** Generates the modules of definitions, given as values or as YAML. */
export async function generate(...definitions: readonly unknown[]): Promise<GeneratedFile[]> {
  const kinds = [];
  for (const definition of definitions) {
    const text = typeof definition === 'string' ? definition : stringify(definition);
    const read = await readDefinitions({ origin: 'crd.yaml', text }, { skipOthers: false });
    kinds.push(...read.flatMap(kindsOf));
  }
  return generateCustomTypes(kinds);
}

/** Returns the text of the one module of a schema, without its first line. */
export async function generated(schema: unknown): Promise<string> {
  const [file] = await generate(definitionOf(schema));
  return (file?.text ?? '').split('\n').slice(1).join('\n');
}

/** Returns the schema of an object with these properties of its spec. */
export function withSpec(properties: object, more: object = {}): object {
  return { type: 'object', properties: { spec: { type: 'object', properties, ...more } } };
}

/** Compiles modules under the strictest options; returns what the compiler reports. */
export async function compile(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kube-informers-codegen-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        declaration: true,
        isolatedDeclarations: true,
        noPropertyAccessFromIndexSignature: true,
        typeRoots: [join(root, 'node_modules/@types')],
        paths: {
          'kube-informers': [join(root, 'packages/kube-informers/src/index.ts')],
          'kube-informers/internal': [join(root, 'packages/kube-informers/src/internal.ts')],
        },
      },
      include: ['*.ts'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder });
    return '';
  } catch (error) {
    const { code, stdout } = error as { readonly code: unknown; readonly stdout: string };
    // tsc ends with 1 or 2 if it found errors, and prints them.
    if ((code !== 1 && code !== 2) || stdout === '') throw error;
    const lines = stdout.split('\n');
    // The library's own sources are not written for isolatedDeclarations.
    return lines.filter((line) => line !== '' && !line.startsWith('..') && !line.startsWith(' ')).join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
