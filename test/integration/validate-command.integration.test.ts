// `kube-informers validate` beside kube-apiserver: the same objects are accepted and refused, for the same fields.
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { finish, TemporaryFolder } from '../../packages/cli/src/cli.test-support.js';
import {
  at,
  asObject,
  objectsOf,
  textAt,
  type JsonObject,
} from '../../packages/schema/src/values/json-fields.js';
import type { Send } from '../built-in-kinds/compare.js';
import { mutated, mutationsOf } from '../built-in-kinds/mutations.js';
import { samples } from '../built-in-kinds/objects.js';
import { realSend } from '../built-in-kinds/servers.js';
import { numbersOf } from '../chance.test-support.js';
import { nightly } from '../nightly.test-support.js';
import { RandomObjects } from '../schema/random-objects.js';
import { canStartServers } from './own-server.js';

const root = new URL('../../', import.meta.url);
const builtInCases = nightly ? 4000 : 400;
const objectsOfDefinition = nightly ? 40 : 12;
const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** An object, and where it would be created. */
interface Case {
  readonly path: string;
  readonly object: JsonObject;
}

/** What is said of an object: the fields that are wrong, sorted; or why it cannot be decoded. */
interface Verdict {
  readonly fields: readonly string[];
  readonly undecodable?: string | undefined;
}

/** Refusals that depend on other objects and on the addresses of a cluster. */
const ofTheCluster =
  /no PriorityClass with name|priority admission controller|provided (IP|port) is|not in the valid range|already exists|failed to allocate/;

const field = (name: string): string => (name === '<nil>' ? '' : name);
const sorted = (fields: Iterable<string>): string[] => [...new Set(fields)].toSorted();

/** What kube-apiserver says; undefined if that depends on the cluster. */
async function theirVerdict(send: Send, { path, object }: Case): Promise<Verdict | undefined> {
  const strict = await send('POST', `${path}?dryRun=All&fieldValidation=Strict`, object);
  if (strict.code < 300) return { fields: [] };
  const message = textAt(strict.body, 'message');
  if (ofTheCluster.test(message)) return undefined;
  const [, listed] = /strict decoding error: (.*)$/s.exec(message) ?? [];
  if (listed === undefined && strict.code === 400) return { fields: [], undecodable: message };
  const unknown = [...(listed ?? '').matchAll(/unknown field "((?:[^"\\]|\\.)*)"/g)].map(
    ([, name = '']) => name,
  );
  const lenient = await send('POST', `${path}?dryRun=All&fieldValidation=Ignore`, object);
  if (lenient.code >= 300 && ofTheCluster.test(textAt(lenient.body, 'message'))) return undefined;
  const causes = lenient.code < 300 ? [] : objectsOf(at(lenient.body, 'details', 'causes'));
  return { fields: sorted([...unknown, ...causes.map((cause) => field(textAt(cause, 'field')))]) };
}

/** Writes the objects to files, half of them as YAML, and runs the command. */
async function ourVerdicts(cases: readonly Case[], definitions: readonly JsonObject[]): Promise<Verdict[]> {
  await using folder = await TemporaryFolder.create();
  const crds = definitions.map((definition) => JSON.stringify(definition)).join('\n');
  const args = definitions.length === 0 ? [] : ['--crds', await folder.write('crds.json', crds)];
  const files: string[] = [];
  for (const [index, { object }] of cases.entries()) {
    const isYaml = index % 2 === 0;
    const text = isYaml ? stringify(object, { version: '1.1' }) : JSON.stringify(object);
    files.push(await folder.write(`${index}.${isYaml ? 'yaml' : 'json'}`, text));
  }
  const { out, err } = await finish(['validate', '-o', 'json', ...args, '-f', ...files]);
  expect(err).toBe('');
  const problems = objectsOf(at(JSON.parse(out), 'problems'));
  return files.map((file) => {
    const own = problems.filter((problem) => problem['file'] === file);
    return {
      fields: sorted(own.map((problem) => textAt(problem, 'field'))),
      undecodable: own.map((problem) => textAt(problem, 'message')).join('\n'),
    };
  });
}

/** Compares both verdicts; returns the differences. */
async function differences(
  send: Send,
  cases: readonly Case[],
  definitions: readonly JsonObject[],
): Promise<{ readonly found: string[]; readonly refused: number; readonly accepted: number }> {
  const ours = await ourVerdicts(cases, definitions);
  const found: string[] = [];
  let [refused, accepted] = [0, 0];
  for (const [index, each] of cases.entries()) {
    const theirs = await theirVerdict(send, each);
    // The embedded server has an empty list there count as an absent one (docs/testing.md).
    const noPolicies = at(each.object, 'spec', 'behavior', 'scaleDown', 'policies');
    if (theirs === undefined || (Array.isArray(noPolicies) && noPolicies.length === 0)) continue;
    const own = ours[index] ?? { fields: [] };
    if (theirs.undecodable === undefined && theirs.fields.length === 0) accepted++;
    else refused++;
    // Messages name the first of several wrong values.
    const isSame =
      theirs.undecodable === undefined
        ? JSON.stringify(theirs.fields) === JSON.stringify(own.fields)
        : own.fields.length > 0 &&
          own.undecodable?.split('\n').some((message) => theirs.undecodable?.includes(message)) === true;
    if (!isSame) found.push(JSON.stringify({ object: each.object, theirs, ours: own }));
  }
  return { found, refused, accepted };
}

/** Puts an unknown field or a value of a wrong type into an object. */
function damaged(object: JsonObject, next: (below: number) => number): JsonObject {
  const copy = structuredClone(object);
  const inside: JsonObject[] = [];
  JSON.stringify(copy, (key, value: unknown) => {
    const part = asObject(value);
    if (part !== undefined && key !== '' && !/labels|annotations|[dD]ata|atch|equests|imits/.test(key))
      inside.push(part);
    return value;
  });
  const part = inside[next(inside.length)] ?? copy;
  const keys = Object.keys(part);
  const key = keys[next(keys.length)];
  if (next(2) === 0 || key === undefined || part === copy) part[`x${next(9)}`] = [1];
  else part[key] = typeof part[key] === 'string' ? { a: 1 } : 'wrong';
  return copy;
}

test.skipIf(!canStartServers)(
  'built-in kinds, and the manifests of the examples, are accepted and refused as by kube-apiserver',
  async () => {
    const next = numbersOf(Number(process.env['TEST_SEED'] ?? 1));
    const cases: Case[] = [];
    for (const example of ['rbac.yaml', 'ci-runner/rbac.yaml', 'website-operator/deploy/rbac.yaml']) {
      const text = await readFile(new URL(`examples/${example}`, root), 'utf8');
      for (const document of parseAllDocuments(text)) {
        const object = document.toJS() as JsonObject;
        const isNamespaced =
          textAt(object, 'metadata', 'namespace') !== '' || !textAt(object, 'kind').startsWith('Cluster');
        const plural = `${textAt(object, 'kind').toLowerCase()}s`;
        if (!textAt(object, 'apiVersion').startsWith('rbac')) continue;
        const namespace = isNamespaced ? `/namespaces/default` : '';
        const metadata = {
          ...asObject(object['metadata']),
          ...(isNamespaced ? { namespace: 'default' } : {}),
        };
        cases.push({
          path: `/apis/rbac.authorization.k8s.io/v1${namespace}/${plural}`,
          object: { ...object, metadata },
        });
      }
    }
    const mutations = samples.flatMap((sample) =>
      mutationsOf(sample).map((mutation) => ({ sample, mutation })),
    );
    for (let round = 0; round < builtInCases; round++) {
      const { sample, mutation } = mutations[next(mutations.length)] ?? {};
      if (sample === undefined || mutation === undefined) continue;
      const object = mutated(sample.object, mutation);
      cases.push({ path: sample.path, object: round % 3 === 0 ? damaged(object, next) : object });
    }
    await using real = await realSend();
    const { found, refused, accepted } = await differences(real.send, cases, []);
    expect(found).toEqual([]);
    expect([refused > builtInCases / 4, accepted > builtInCases / 10]).toEqual([true, true]);
  },
);

test.skipIf(!canStartServers)('custom resources are accepted and refused as by kube-apiserver', async () => {
  const seed = Number(process.env['TEST_SEED'] ?? 1);
  const next = numbersOf(seed);
  const all = gunzipSync(await readFile(new URL('test/schema/definitions/public.jsonl.gz', root)))
    .toString()
    .trim()
    .split('\n')
    // Lines of our own file.
    .map((line) => (JSON.parse(line) as { definition: JsonObject }).definition);
  const nameOf = (definition: JsonObject): string => textAt(definition, 'metadata', 'name');
  // Some projects have definitions of others.
  const first = new Map(all.toReversed().map((definition) => [nameOf(definition), definition]));
  const definitions = all.filter(
    (definition, index) =>
      first.get(nameOf(definition)) === definition && (nightly || index % 20 === seed % 20),
  );
  await using real = await realSend();
  const cases: Case[] = [];
  for (const definition of definitions) {
    const { code, body } = await real.send('POST', definitionsPath, definition);
    expect(code, JSON.stringify(body)).toBe(201);
    const group = textAt(definition, 'spec', 'group');
    const isNamespaced = textAt(definition, 'spec', 'scope') === 'Namespaced';
    const plural = textAt(definition, 'spec', 'names', 'plural');
    for (const version of objectsOf(at(definition, 'spec', 'versions')).filter(
      ({ served }) => served === true,
    )) {
      const apiVersion = `${group}/${textAt(version, 'name')}`;
      const path = `/apis/${apiVersion}${isNamespaced ? '/namespaces/default' : ''}/${plural}`;
      await expect.poll(async () => (await real.send('GET', path)).code, { timeout: 30_000 }).toBe(200);
      const schema = asObject(at(version, 'schema', 'openAPIV3Schema')) ?? {};
      const random = new RandomObjects(schema, next);
      for (let round = 0; round < objectsOfDefinition; round++) {
        const made = asObject(random.value(schema)) ?? {};
        const changed = round % 2 === 0 ? made : (asObject(random.mutated(made, schema)) ?? {});
        const typed = { apiVersion, kind: textAt(definition, 'spec', 'names', 'kind') };
        const object = { ...changed, ...typed, metadata: { name: 'a' } };
        cases.push({ path, object: round % 3 === 0 ? damaged(object, next) : object });
      }
    }
  }
  const { found, refused } = await differences(real.send, cases, definitions);
  expect(found).toEqual([]);
  expect(refused).toBeGreaterThan(cases.length / 4);
});
