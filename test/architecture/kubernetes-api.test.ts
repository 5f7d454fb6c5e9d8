import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ApiServer } from '../../src/apiserver/index.js';

const root = new URL('../../', import.meta.url);
const scripts = new URL('scripts/kubernetes-api/', root);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const facts = JSON.parse(gunzipSync(readFileSync(new URL('api-facts.json.gz', scripts))).toString()) as {
  readonly kubernetes: string;
};

test('documents and the embedded server name the version of Kubernetes whose types there are', async () => {
  expect(read('docs/types.md')).toContain(`version of Kubernetes: **${facts.kubernetes}**`);
  expect(read('docs/faq.md').replaceAll('\n', ' ')).toContain(`are those of Kubernetes ${facts.kubernetes}:`);
  expect(read('CHANGELOG.md')).toContain(`The types of Kubernetes ${facts.kubernetes},`);
  const server = await ApiServer.start();
  const version = await fetch(`${server.url}/version`).then(async (response) => response.json() as unknown);
  await server.stop();
  expect(version).toMatchObject({ gitVersion: expect.stringMatching(`^v${facts.kubernetes}\\.`) as unknown });
});

interface DocComments {
  readonly docComment: (
    what: { comment?: string; names?: string[]; deprecated?: string },
    indent?: string,
  ) => string;
}
interface Lifecycle {
  readonly lifecycleOf: (declaration: object, packageName: string, last?: number) => object;
  readonly isKept: (lifecycle: object, minor: number) => boolean;
}
const load = async (file: string): Promise<unknown> => import(new URL(file, scripts).href);
const { docComment } = (await load('doc-comments.mjs')) as DocComments;
const { lifecycleOf, isKept } = (await load('lifecycle.mjs')) as Lifecycle;

describe('comments of the Go sources', () => {
  test('are shortened to the first sentence', () => {
    const comment =
      'The port, e.g. 80. More info: https://kubernetes.io/docs\n\nTODO: allow names.\n---\nInternal.';
    expect(docComment({ comment })).toBe('/** The port, e.g. 80. */\n');
    expect(docComment({ comment: 'Selects pods.\nRequired in v1.' }, '  ')).toBe('  /** Selects pods. */\n');
  });

  test('are left out when they only repeat names', () => {
    const names = ['DeploymentSpec', 'replicas'];
    expect(docComment({ comment: 'replicas is the list of replicas of the deployment.', names })).toBe('');
    expect(docComment({ comment: 'replicas is the number of pods.', names })).not.toBe('');
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

  test('what was removed stays for two minor versions', () => {
    expect([34, 35, 36, 37, undefined].map((removed) => isKept({ removed }, 36))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});
