import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The fields of a package.json that are checked. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly license?: string;
}

function manifest(path: string): Manifest {
  // Ours, or npm's promise.
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
}

const own = manifest('package.json');
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

test('CONTRIBUTING.md lists exactly the dependencies, with reasons', () => {
  const [runtime = '', development = ''] = contributing
    .slice(contributing.indexOf('## Dependencies'))
    .split('Needed only by this repository');
  const rows = (text: string): [string, string][] =>
    [...text.matchAll(/^\| `([^`]+)` *\| ([^|]+?) *\|$/gm)].map(([, name = '', why = '']) => [name, why]);
  for (const [text, listed] of [
    [runtime, own.dependencies],
    [development, own.devDependencies],
  ] as const) {
    expect(
      rows(text)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(Object.keys(listed ?? {}).toSorted());
    for (const [name, why] of rows(text)) expect(why.length, name).toBeGreaterThan(5);
  }
});

test('every version is exact, so that users install the tested versions', () => {
  for (const [name, version] of Object.entries({ ...own.dependencies, ...own.devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
});

test('installing the package adds no further packages and runs no scripts', () => {
  expect(own.optionalDependencies).toBeUndefined();
  for (const name of Object.keys(own.dependencies ?? {})) {
    const {
      dependencies = {},
      optionalDependencies = {},
      scripts = {},
      license,
    } = manifest(`node_modules/${name}/package.json`);
    expect([dependencies, optionalDependencies], name).toEqual([{}, {}]);
    for (const script of ['preinstall', 'install', 'postinstall'])
      expect(scripts, name).not.toHaveProperty(script);
    expect(['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause']).toContain(license);
  }
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(own.scripts).not.toHaveProperty(script);
});

test('SECURITY.md explains how to report, without an invented address', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  expect(text).toContain('private advisory');
  expect(text).not.toMatch(/[\w.]+@[\w.]+/);
});
