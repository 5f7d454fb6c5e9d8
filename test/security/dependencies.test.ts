import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
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

/** A package in a package-lock.json. */
interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

/** What lets an install take other bytes than those that were tested: a line for each package. */
function lockProblems(packagesOfLock: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packagesOfLock).flatMap(([path, { version, resolved, integrity, link }]) => {
    // The folders of this repository, and the links to them.
    if (link === true || !path.includes('node_modules/')) return [];
    const problems = [
      // The form of the configured registry, which .npmrc does not change.
      resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')
        ? ''
        : `is from ${resolved}`,
      /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? '' : `has the integrity ${integrity}`,
      /^\d+\.\d+\.\d+/.test(version ?? '') ? '' : `has the version ${version}`,
    ];
    return problems.filter((problem) => problem !== '').map((problem) => `${path} ${problem}`);
  });
}

function locksIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(\..*|node_modules|dist)$/.test(entry.name) ? [] : locksIn(path);
    return /^(package-lock|npm-shrinkwrap)\.json$/.test(entry.name) ? [path] : [];
  });
}

test('every locked package comes from the public registry with the bytes that were tested', () => {
  const locks = locksIn('.');
  expect(locks).toContain('package-lock.json');
  for (const path of locks) {
    const { lockfileVersion, packages: locked } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
      readonly lockfileVersion: number;
      readonly packages: Readonly<Record<string, LockedPackage>>;
    };
    expect(lockfileVersion, path).toBe(3);
    expect(Object.keys(locked).length, path).toBeGreaterThan(10);
    expect(lockProblems(locked), path).toEqual([]);
  }
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).not.toMatch(/registry/i);
});

test.each<[string, LockedPackage, string]>([
  ['no integrity', { version: '1.0.0' }, 'has the integrity undefined'],
  [
    'a weak hash',
    { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    'has the integrity sha1-',
  ],
  [
    'another registry',
    {
      version: '1.0.0',
      integrity: `sha512-${'a'.repeat(86)}==`,
      resolved: 'https://registry.npmjs.org.evil.example/a.tgz',
    },
    'is from https://registry.npmjs.org.evil.example/a.tgz',
  ],
  [
    'a repository',
    {
      integrity: `sha512-${'a'.repeat(86)}==`,
      resolved: 'git+ssh://git@github.com/a/b.git#1',
      version: '1.0.0',
    },
    'is from git+ssh:',
  ],
])('a lock file with %s is refused', (_what, locked, problem) => {
  const link: LockedPackage = { link: true, resolved: 'packages/cli' };
  const found = lockProblems({
    '': {},
    'packages/cli': {},
    'node_modules/cli': link,
    'node_modules/a': locked,
  });
  expect(found).toEqual([expect.stringContaining(`node_modules/a ${problem}`)]);
});

test('no job that may write or publish runs what the repository or its dependencies contain', () => {
  interface Job {
    readonly permissions?: Readonly<Record<string, string>> | string;
    readonly steps?: readonly { readonly run?: string; readonly uses?: string }[];
    /** A workflow that it calls, instead of steps. */
    readonly uses?: string;
  }
  const folder = '.github/workflows';
  for (const name of readdirSync(join(root, folder))) {
    const workflow = parse(readFileSync(join(root, folder, name), 'utf8')) as {
      readonly permissions?: unknown;
      readonly jobs: Readonly<Record<string, Job>>;
    };
    // What a job without permissions of its own has.
    expect(['read-all', { contents: 'read' }], name).toContainEqual(workflow.permissions);
    for (const [job, { permissions = {}, steps = [], uses: called }] of Object.entries(workflow.jobs)) {
      const what = `${name} ${job}`;
      for (const { uses } of steps)
        if (uses !== undefined) expect(uses, what).toMatch(/^[\w./-]+@[0-9a-f]{40}$/);
      expect(typeof permissions, what).toBe('object');
      // The workflow called is one of these, with at most the permissions of the job.
      if (called !== undefined) {
        expect(called, what).toMatch(/^\.\/\.github\/workflows\/\w+\.yml$/);
        expect(permissions, what).toEqual({});
      }
      if (!Object.values(permissions).includes('write')) continue;
      const commands = steps.flatMap(({ run = '' }) => run.split('\n'));
      expect(
        commands.filter((line) => /\b(npm (ci|install|i|test|run|exec)|npx|node|bash|sh) /.test(line)),
        what,
      ).toEqual([]);
      expect(
        commands.filter((line) => /npm publish/.test(line) && !/--ignore-scripts/.test(line)),
        what,
      ).toEqual([]);
    }
  }
});

test('SECURITY.md explains how to report, without an invented address', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  expect(text).toContain('private advisory');
  expect(text).not.toMatch(/[\w.]+@[\w.]+/);
});
