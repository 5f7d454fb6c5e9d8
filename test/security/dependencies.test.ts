import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packages } from '../../scripts/packages.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The fields of a package.json that are checked. */
interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly license?: string;
}

function manifest(path: string): Manifest {
  // Ours, or npm's promise.
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
}

const manifests = packages.map(({ folder }) => manifest(`${relative(root, folder)}/package.json`));
const own = new Set(packages.map(({ name }) => name));
const outside = (
  pick: (each: Manifest) => Readonly<Record<string, string>> | undefined,
  all: readonly Manifest[],
) =>
  Object.entries(Object.assign({}, ...all.map(pick)) as Readonly<Record<string, string>>).filter(
    ([name]) => !own.has(name),
  );
/** What the packages depend on, and what is needed to develop them. */
const runtimeDependencies = outside(({ dependencies }) => dependencies, manifests);
const developing = outside(
  ({ devDependencies }) => devDependencies,
  [manifest('package.json'), ...manifests],
);
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

test('CONTRIBUTING.md lists exactly the dependencies, with reasons', () => {
  const [runtime = '', development = ''] = contributing
    .slice(contributing.indexOf('## Dependencies'))
    .split('Needed only by this repository');
  const rows = (text: string): [string, string][] =>
    [...text.matchAll(/^\| `([^`]+)` *\| ([^|]+?) *\|$/gm)].map(([, name = '', why = '']) => [name, why]);
  for (const [text, listed] of [
    [runtime, runtimeDependencies],
    [development, developing.filter(([name]) => !runtimeDependencies.some(([each]) => each === name))],
  ] as const) {
    expect(
      rows(text)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(listed.map(([name]) => name).toSorted());
    for (const [name, why] of rows(text)) expect(why.length, name).toBeGreaterThan(5);
  }
});

test('users may install any version from the oldest tested one on, and this repository has exact ones', () => {
  for (const [name, range] of runtimeDependencies) expect(range, name).toMatch(/^\^\d+\.\d+\.\d+$/);
  for (const [name, version] of developing) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
});

test('the packages have one version, and need each other in that version', () => {
  const { version } = manifest('package.json');
  for (const { dependencies, devDependencies, peerDependencies, ...each } of manifests) {
    expect(each.version).toBe(version);
    for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies }))
      if (own.has(name)) expect(wanted, name).toBe(version);
  }
});

test('installing a package adds no further packages and runs no scripts', () => {
  for (const { optionalDependencies, scripts } of manifests)
    expect([optionalDependencies, scripts]).toEqual([undefined, undefined]);
  for (const [name] of runtimeDependencies) {
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
});

test('SECURITY.md explains how to report, without an invented address', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  expect(text).toContain('private advisory');
  expect(text).not.toMatch(/[\w.]+@[\w.]+/);
});
