import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packageFiles } from '../sources.test-support.js';
import { ApiServer } from '@kube-informers/testing';
import { kubernetesVersion } from '../../packages/testing/src/apiserver/types/api-types.js';
import { certificatesV1alpha1 } from '../../packages/kube-informers/src/resources/index.js';

const root = new URL('../../', import.meta.url);
const scripts = new URL('scripts/kubernetes-api/', root);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const facts = JSON.parse(gunzipSync(readFileSync(new URL('api-facts.json.gz', scripts))).toString()) as {
  readonly kubernetes: string;
  readonly source: string;
  readonly releases: Releases;
};

test('documents and the embedded server name the version of Kubernetes whose types there are', async () => {
  expect(read('docs/types.md')).toContain(`version of Kubernetes: **${facts.kubernetes}**`);
  expect(read('docs/faq.md').replaceAll('\n', ' ')).toContain(
    `have the types of Kubernetes ${facts.kubernetes}:`,
  );
  expect(read('CHANGELOG.md')).toContain(`The types of Kubernetes ${facts.kubernetes} `);
  const server = await ApiServer.start();
  const version = await fetch(`${server.url}/version`).then(async (response) => response.json() as unknown);
  await server.stop();
  expect(version).toMatchObject({ gitVersion: expect.stringMatching(`^v${facts.kubernetes}\\.`) as unknown });
});

test('the sources state the patch version of Kubernetes once, in a generated file', () => {
  const patch = new RegExp(`(?<![\\d.])[01]\\.${facts.kubernetes.split('.')[1]}\\.\\d`);
  // The first line of a generated file names its source.
  const stating = packageFiles.filter(
    (file) => !file.endsWith('.test.ts') && patch.test(read(file).replace(/^\/\/ Generated from .*/, '')),
  );
  expect(stating).toEqual(['packages/testing/src/apiserver/types/api-types.ts']);
  expect(facts.source).toBe(`k8s.io/api 0.${kubernetesVersion.replace('v1.', '')}`);
});

interface DocComments {
  readonly docComment: (
    what: { comment?: string; names?: string[]; deprecated?: string },
    indent?: string,
  ) => string;
}
type Releases = Readonly<Record<number, string>>;
interface Lifecycle {
  readonly lifecycleOf: (declaration: object, packageName: string, last?: number) => object;
  readonly isKept: (
    lifecycle: object,
    newest: { readonly minor: number; readonly date: string; readonly releases: Releases },
  ) => boolean;
  readonly keptUntil: (removed: number, releases: Releases) => string | undefined;
}
interface Model {
  readonly minor: number;
  readonly apiVersionOf: (name: string) => string;
  readonly resourcesByPackage: ReadonlyMap<
    string,
    readonly {
      readonly package: string;
      readonly kind: string;
      readonly lifecycle: { readonly removed?: number };
    }[]
  >;
}
interface GoPackage {
  readonly types: ReadonlyMap<string, { readonly last?: number; readonly fields: readonly object[] }>;
}
interface GoSource {
  readonly readPackage: (name: string, folder: string) => Promise<GoPackage>;
  readonly addRemovedTypes: (pack: GoPackage, older: GoPackage, last: number) => void;
}
const load = async (file: string): Promise<unknown> => import(new URL(file, scripts).href);
const { docComment } = (await load('doc-comments.mjs')) as DocComments;
const { readPackage, addRemovedTypes } = (await load('go-source.mjs')) as GoSource;
const { lifecycleOf, isKept, keptUntil } = (await load('lifecycle.mjs')) as Lifecycle;
const { minor, apiVersionOf, resourcesByPackage } = (await load('model.mjs')) as Model;

describe('comments of the Go sources', () => {
  test('are shortened to the first sentence', () => {
    const comment =
      'The port, e.g. 80. More info: https://kubernetes.io/docs\n\nTODO: allow names.\n---\nInternal.';
    expect(docComment({ comment })).toBe('/** The port, e.g. 80. */\n');
    expect(docComment({ comment: 'Selects pods.\nRequired in v1.' }, '  ')).toBe('  /** Selects pods. */\n');
  });

  test('are a short line when they only repeat names, or are absent', () => {
    const names = ['DeploymentSpec', 'podID'];
    const repeated = 'podID is the pod id of the deployment.';
    expect(docComment({ comment: repeated, names })).toBe('/** The pod id of the deployment. */\n');
    const long =
      'podID is the pod id, that is the id which the pod of the deployment, as given by the spec, has';
    expect(docComment({ comment: long, names })).toBe('/** Pod ID. */\n');
    expect(docComment({ names })).toBe('/** Pod ID. */\n');
  });

  test('lose the name that they begin with', () => {
    const first = (comment: string): string => docComment({ comment, names: ['Volume', 'key'] });
    expect(first('key is the name of a file.')).toBe('/** The name of a file. */\n');
    expect(first('Key specifies which file.')).toBe('/** Specifies which file. */\n');
    expect(first('key is used only once.')).toBe('/** key is used only once. */\n');
    expect(first('key objects rotate daily.')).toBe('/** key objects rotate daily. */\n');
    expect(first('file is the other one.')).toBe('/** file is the other one. */\n');
  });

  test('become @deprecated where they advise against something', () => {
    expect(docComment({ comment: 'The old way.\nDeprecated: use the new one. It is better.' })).toBe(
      '/**\n * The old way.\n * @deprecated use the new one.\n */\n',
    );
    expect(docComment({ comment: 'A kind.', deprecated: 'Since Kubernetes 1.30.' })).toContain(
      '@deprecated Since Kubernetes 1.30.',
    );
  });

  test('cannot end a comment or start a tag', () => {
    expect(docComment({ comment: 'Such as */* or @internal.' })).toBe(
      '/** Such as *\\/* or \\@internal. */\n',
    );
  });
});

describe('which versions are generated', () => {
  test('a prerelease version ends six minor versions after it came, unless a marker has another', () => {
    expect(lifecycleOf({ introduced: '1.31' }, 'a/v1beta1')).toMatchObject({ deprecated: 34, removed: 37 });
    expect(lifecycleOf({ introduced: '1.31', removed: '1.40' }, 'a/v1beta1')).toMatchObject({ removed: 40 });
    expect(lifecycleOf({ introduced: '1.5' }, 'a/v1')).toMatchObject({
      deprecated: undefined,
      removed: undefined,
    });
  });

  test('one that the newest sources lack was removed with the version after the last that has it', () => {
    expect(lifecycleOf({}, 'a/v1alpha1', 34)).toMatchObject({ removed: 35 });
  });

  test('so was a kind that the newest sources of its version lack', () => {
    expect(lifecycleOf({ last: 34, introduced: '1.34' }, 'a/v1alpha1')).toMatchObject({ removed: 35 });
    expect(certificatesV1alpha1.podCertificateRequests.apiVersion).toBe('certificates.k8s.io/v1alpha1');
    expect(read('packages/kube-informers/src/resources/certificates-v1alpha1.ts')).toMatch(
      /@deprecated Removed in Kubernetes 1\.35, kept here until 2026-12-17\.\n {3}\*\/\n {2}readonly podCertificateRequests:/,
    );
  });

  test('is marked as deprecated, also if its sources have no markers', () => {
    for (const each of [
      'storage-v1alpha1',
      'storagemigration-v1alpha1',
      'scheduling-v1alpha1',
      'scheduling-v1alpha2',
    ])
      expect(read(`packages/kube-informers/src/resources/${each}.ts`)).toMatch(
        /@deprecated Removed in Kubernetes 1\.3[567], kept here until 202[67]-/,
      );
  });

  test('the types that only older sources have are added to those of the newest', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kube-informers-go-'));
    const version = async (name: string, ...types: readonly string[]): Promise<GoPackage> => {
      await mkdir(join(folder, name));
      const source = types.map((each) => `type ${each} struct {\n\tA string \`json:"a"\`\n}\n`).join('\n');
      await writeFile(join(folder, name, 'types.go'), `package v1alpha1\n\n${source}`);
      return readPackage('a/v1alpha1', join(folder, name));
    };
    try {
      const newest = await version('36', 'Kept');
      addRemovedTypes(newest, await version('35', 'Kept', 'Lately'), 35);
      addRemovedTypes(newest, await version('34', 'Kept', 'Lately', 'Earlier'), 34);
      expect([...newest.types].map(([name, { last, fields }]) => [name, last, fields.length])).toEqual([
        ['Kept', undefined, 1],
        ['Lately', 35, 1],
        ['Earlier', 34, 1],
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('removed types stay for a year after the first release without them', () => {
    const releases = { 35: '2025-12-17', 36: '2026-04-22', 37: '2026-08-26' };
    expect(keptUntil(36, releases)).toBe('2027-04-22');
    const kept = (date: string, newest: number) =>
      [34, 35, 36, 37, 38, undefined].filter((removed) =>
        isKept({ removed }, { minor: newest, date, releases }),
      );
    expect(kept('2026-12-16', 37)).toEqual([35, 36, 37, 38, undefined]);
    expect(kept('2026-12-17', 37)).toEqual([36, 37, 38, undefined]);
    expect(kept('2027-04-22', 38)).toEqual([37, undefined]);
  });

  test('docs/types.md lists those that stay, with the day', () => {
    const rows = [...resourcesByPackage.values()]
      .flat()
      .flatMap(({ package: name, kind, lifecycle: { removed } }) =>
        removed === undefined || removed > minor
          ? []
          : [
              `\`${kind}\` of \`${apiVersionOf(name)}\` 1.${removed - 1} ${keptUntil(removed, facts.releases) ?? ''}`,
            ],
      );
    const listed = [...read('docs/types.md').matchAll(/^\| (`\w+` of `\S+`) +\| (1\.\d+) +\| (\S+) \|$/gm)];
    expect(listed.map(([, ...cells]) => cells.join(' ')).toSorted()).toEqual(rows.toSorted());
    expect(rows).toHaveLength(10);
  });
});
