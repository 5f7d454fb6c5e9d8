import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { finish } from '../../packages/cli/src/cli.test-support.js';
import { compile, definitionOf, withSpec } from '../../packages/cli/src/codegen/codegen.test-support.js';
import { apiextensionsV1 } from '../../packages/kube-informers/src/resources/apiextensions-v1.js';
import type { CustomResourceDefinition } from '../../packages/kube-informers/src/resources/types/apiextensions-v1.js';
import { connect, ensure } from './harness.js';

const env = { KUBECONFIG: process.env['KUBECONFIG'] };
const group = 'types.kube-informers.example.com';
const definition = {
  ...definitionOf(
    withSpec({
      every: { type: 'string', default: '1h', pattern: '^[0-9a-z-.]+$' },
      port: { 'x-kubernetes-int-or-string': true },
      mode: { type: 'string', enum: ['Full', 'Incremental'], nullable: true },
      steps: { type: 'array', items: { type: 'object', properties: { run: { type: 'string' } } } },
    }),
    { group },
    { subresources: { status: {} } },
  ),
  metadata: { name: `backups.${group}` },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kube-informers-types-'));
  await using clientset = await connect();
  // The same object that is written to the file: the helper's result is JSON.
  const object = definition as unknown as CustomResourceDefinition;
  await ensure(clientset.resource(apiextensionsV1.customResourceDefinitions), object);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('types of a definition in the cluster are those of its file', async () => {
  const file = join(folder, 'crd.yaml');
  await writeFile(file, stringify(definition));
  const fromFile = await finish(['types', '--from', file]);
  const fromCluster = await finish(['types', '--from', 'cluster', `${group}/*`], { env });
  expect(fromCluster).toEqual(fromFile);
  expect(fromCluster.exitCode).toBe(0);
  expect(fromCluster.out).toContain("export const backups: Resource<Backup, 'status'>");
});

test('--built-in writes modules of what the server serves, which compile', { timeout: 120_000 }, async () => {
  const output = join(folder, 'types');
  const { err, exitCode } = await finish(['types', '--from', 'cluster', '--built-in', '-o', output], { env });
  expect(err).toBe('');
  expect(exitCode).toBe(0);
  const names = await readdir(output);
  expect(names).not.toContain(`${group}-v1.ts`);
  const texts = await Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await readFile(join(output, name), 'utf8')]),
  );
  const modules = Object.fromEntries(texts);
  expect(modules['core-v1.ts']).toMatch(
    /^export const pods: Resource<Pod, [^>]*'status'[^>]*> = defineResource<Pod, /m,
  );
  // A real server lists the values of enums.
  expect(modules['core-v1.ts']).toContain(
    "restartPolicy?: 'Always' | 'Never' | 'OnFailure' | (string & {}) | undefined;",
  );
  expect(await compile(modules)).toBe('');
});
