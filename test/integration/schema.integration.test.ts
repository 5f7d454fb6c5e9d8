// Definitions of public projects with rules, their objects and mutations of both: what kube-apiserver, the embedded server and
// `schemaOf` say of them.
import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { schemaOf, SchemaError, type Violation } from '@kube-informers/schema';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { StatusError } from '../../packages/kube-informers/src/meta/errors.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import {
  asObject,
  at,
  isJsonObject,
  objectsOf,
  textAt,
  type JsonObject,
} from '../../packages/schema/src/values/json-fields.js';
import { numbersOf } from '../chance.test-support.js';
import { nightly } from '../nightly.test-support.js';
import { mutateRule, RandomObjects } from '../schema/random-objects.js';
import { connect, freshNamespace } from './harness.js';

const seed = Number(process.env['TEST_SEED'] ?? 1);
const folder = new URL('../schema/definitions/', import.meta.url);
const all = gunzipSync(readFileSync(new URL('public.jsonl.gz', folder)))
  .toString()
  .trim()
  .split('\n')
  // Lines of our own file.
  .map((line) => (JSON.parse(line) as { definition: JsonObject }).definition);
const constructs = parse(readFileSync(new URL('constructs.yaml', folder), 'utf8')) as JsonObject; // As above.
/** The definitions of a run: all at night, otherwise some by the seed. */
const tried = [constructs, ...(nightly ? all : all.filter((_, index) => index % 12 === seed % 12))];
const named = tried.map((definition) => ({ name: textAt(definition, 'metadata', 'name'), definition }));
/** Two projects may have a definition of one name. */
const stored = named.filter(({ name }, index) => named.findIndex((other) => other.name === name) === index);
const objectsEach = nightly ? 20 : 8;
const rulesEach = nightly ? 15 : 8;

/** What a server or `schemaOf` said: the causes, sorted; undefined if it accepted. */
type Answer = readonly string[] | undefined;

interface Difference {
  readonly of: string;
  readonly theirs: Answer;
  readonly ours: Answer;
  readonly given: unknown;
}

interface Cause {
  readonly cause: string;
  readonly excuses: (difference: Difference) => boolean;
  used: boolean;
}

/** Why answers may differ. What nothing here excuses fails the run, and so does a cause that excuses nothing in a night. */
const causes: readonly Cause[] = [
  {
    cause:
      'what is expected at a syntax error, and which errors follow it, depends on how the parser goes on',
    excuses: ({ theirs, ours }) =>
      firstSyntaxErrors(theirs) !== undefined && firstSyntaxErrors(theirs) === firstSyntaxErrors(ours),
    used: false,
  },
  {
    cause: 'of rules that cost the same, the server names four by chance',
    excuses: ({ theirs, ours }) =>
      JSON.stringify(theirs?.filter(isOfOneRule)) === JSON.stringify(ours?.filter(isOfOneRule)) &&
      theirs?.length === ours?.length,
    used: false,
  },
];

/** The fields with the places of their first syntax errors; undefined without one. */
function firstSyntaxErrors(answer: Answer): string | undefined {
  const places = answer?.map((each) =>
    /^(.*?): .*?<input>:(\d+:\d+): Syntax error: /s.exec(each)?.slice(1).join(' '),
  );
  return places?.some((place) => place !== undefined) === true ? places.join('\n') : undefined;
}

const isOfOneRule = (text: string): boolean => !text.includes('contributed to estimated rule cost total');

let real: Clientset;
let server: ApiServer;
let embedded: Clientset;
let namespace: string;
let differences: Difference[] = [];

beforeAll(async () => {
  await using client = await connect();
  server = await ApiServer.start();
  namespace = await freshNamespace(client);
  await server.create(coreV1.namespaces, { metadata: { name: namespace } });
});
// Clients of each test: connections of a shared one would count as what a test leaves open.
beforeEach(async () => {
  real = await connect();
  embedded = new Clientset({ host: server.url });
});
afterEach(async () => {
  await embedded.close();
  await real.close();
});
afterAll(async () => {
  await using client = await connect();
  await Promise.all(
    tried.map((definition) =>
      client.restClient
        .request({ method: 'DELETE', path: `${definitions}/${textAt(definition, 'metadata', 'name')}` })
        .catch(ignoreMissing),
    ),
  );
  await server.stop();
});

function ignoreMissing(error: unknown): void {
  if (!(error instanceof StatusError) || error.status.code !== 404) throw error;
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** A name of a type that a server makes up, and lists whose order is by chance, are left out. */
function shown(field: string, message: string): string {
  return `${field}: ${message.replaceAll(/selfType\d+/g, 'selfType').replaceAll(/^(Invalid value|Unsupported value): \{.*?\}(?=: )/gs, '$1: {}')}`;
}

async function send(client: Clientset, method: string, path: string, body: object): Promise<Answer> {
  try {
    await client.restClient.request({ method, path, body, query: { dryRun: 'All' } });
    return undefined;
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const { details, message = '' } = error.status;
    const found = details?.causes?.map(({ field = '', message: text = '' }) => shown(field, text)) ?? [
      message,
    ];
    return [...new Set(found)].toSorted();
  }
}

function said(violations: readonly Violation[]): Answer {
  if (violations.length === 0) return undefined;
  return [...new Set(violations.map(({ field, message }) => shown(field, message)))].toSorted();
}

function compare(of: string, given: unknown, theirs: Answer, ours: Answer): void {
  if (JSON.stringify(theirs) === JSON.stringify(ours)) return;
  const difference = { of, given, theirs, ours };
  const excuse = causes.find(({ excuses }) => excuses(difference));
  if (excuse === undefined) differences.push(difference);
  else excuse.used = true;
}

function storageVersion(definition: JsonObject): JsonObject {
  const found = objectsOf(at(definition, 'spec', 'versions')).find(({ storage }) => storage === true);
  if (found === undefined) throw new Error('the definition has no storage version');
  return found;
}

function rulesSaid(definition: JsonObject): Answer {
  try {
    schemaOf(definition);
    return undefined;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return error.violations.length === 0 ? [error.message] : said(error.violations);
  }
}

describe('a definition with a changed rule is accepted and refused alike, with the same fields and messages', () => {
  const chance = numbersOf(seed);
  let refused = 0;
  test.each(named)('$name', async ({ name, definition }) => {
    differences = [];
    for (let round = 0; round < rulesEach; round++) {
      const changed = structuredClone(definition);
      if (round > 0 && !mutateRule(changed, chance)) break;
      const theirs = await send(real, 'POST', definitions, changed);
      if (theirs !== undefined) refused++;
      compare(`schemaOf, definition ${name}`, rulesOf(changed, definition), theirs, rulesSaid(changed));
      if (round < 3)
        compare(
          `embedded, definition ${name}`,
          rulesOf(changed, definition),
          theirs,
          await send(embedded, 'POST', definitions, changed),
        );
    }
    expect(differences).toEqual([]);
  });
  test('more are refused than definitions were changed', () => expect(refused).toBeGreaterThan(tried.length));
});

/** The rules that were changed. */
function rulesOf(changed: JsonObject, from: JsonObject): unknown {
  const texts = (definition: JsonObject): string[] =>
    [...JSON.stringify(definition).matchAll(/"x-kubernetes-validations":(\[.*?\}\])/g)].map(
      ([, text = '']) => text,
    );
  const before = new Set(texts(from));
  return texts(changed).filter((text) => !before.has(text));
}

describe('objects by chance are accepted and refused alike, new ones and changed ones', () => {
  const chance = numbersOf(seed + 1);
  const counts = { accepted: 0, byRules: 0 };
  const note = (answer: Answer): void => {
    if (answer === undefined) counts.accepted++;
    if (answer?.some((text) => !text.includes(' in body ')) === true) counts.byRules++;
  };
  test.each(stored)('$name', async ({ name, definition }) => {
    differences = [];
    const version = storageVersion(definition);
    const schema = asObject(at(version, 'schema', 'openAPIV3Schema')) ?? {};
    for (const client of [real, embedded])
      await client.restClient.request({ method: 'POST', path: definitions, body: definition });
    await expect.poll(() => establishedOn(real, name), { timeout: 30_000, interval: 50 }).toBe(true);
    const group = textAt(definition, 'spec', 'group');
    const scope = textAt(definition, 'spec', 'scope') === 'Namespaced' ? `/namespaces/${namespace}` : '';
    const path = `/apis/${group}/${textAt(version, 'name')}${scope}/${textAt(definition, 'spec', 'names', 'plural')}`;
    const means = schemaOf(definition);
    const random = new RandomObjects(schema, chance);
    const typed = { apiVersion: `${group}/${textAt(version, 'name')}`, kind: means.kind };
    const make = (value: unknown): JsonObject => ({
      ...(isJsonObject(value) ? value : {}),
      ...typed,
      metadata: { name: 'a' },
    });
    for (let round = 0; round < objectsEach; round++) {
      const first = make(random.value(schema));
      const object = round % 2 === 0 ? first : random.mutated(first, schema);
      const theirs = await send(real, 'POST', path, object);
      note(theirs);
      compare(`schemaOf, create ${means.kind}`, object, theirs, said(means.validate(object)));
      compare(`embedded, create ${means.kind}`, object, theirs, await send(embedded, 'POST', path, object));
      if (theirs !== undefined) continue;
      await changes(path, object, means, (old) => random.mutated(old, schema), note);
    }
    expect(differences).toEqual([]);
  });
  test('some were accepted, some refused by rules, and no cause is unused', () => {
    expect(counts.accepted).toBeGreaterThan(10);
    expect(counts.byRules).toBeGreaterThan(10);
    const unused = causes.filter(({ used }) => !used).map(({ cause }) => cause);
    expect(nightly ? unused : []).toEqual([]);
  });
});

/** Stores an object, and compares what is said of changes of it. */
async function changes(
  path: string,
  object: JsonObject,
  means: ReturnType<typeof schemaOf>,
  mutated: (old: JsonObject) => JsonObject,
  note: (answer: Answer) => void,
): Promise<void> {
  const [old] = await Promise.all(
    [real, embedded].map((client) =>
      client.restClient.request<JsonObject>({ method: 'POST', path, body: object }),
    ),
  );
  for (let round = 0; round < 3; round++) {
    const { metadata, ...rest } = old ?? {};
    const changed: JsonObject = {
      ...mutated(rest),
      metadata: { name: 'a' },
      apiVersion: object['apiVersion'],
      kind: object['kind'],
    };
    const versioned = async (client: Clientset): Promise<JsonObject> => {
      const stored = await client.restClient.request<JsonObject>({ method: 'GET', path: `${path}/a` });
      return {
        ...changed,
        metadata: { name: 'a', resourceVersion: textAt(stored, 'metadata', 'resourceVersion') },
      };
    };
    const theirs = await send(real, 'PUT', `${path}/a`, await versioned(real));
    note(theirs);
    compare(
      `schemaOf, update ${means.kind}`,
      { old: rest, changed },
      theirs,
      said(means.validate({ ...changed, metadata }, old)),
    );
    compare(
      `embedded, update ${means.kind}`,
      { old: rest, changed },
      theirs,
      await send(embedded, 'PUT', `${path}/a`, await versioned(embedded)),
    );
  }
  for (const client of [real, embedded])
    await client.restClient.request({ method: 'DELETE', path: `${path}/a` });
}

async function establishedOn(client: Clientset, name: string): Promise<boolean> {
  const stored = await client.restClient.request<JsonObject>({
    method: 'GET',
    path: `${definitions}/${name}`,
  });
  const names = textAt(stored, 'spec', 'names', 'plural');
  const version = textAt(storageVersion(stored), 'name');
  const isEstablished = objectsOf(at(stored, 'status', 'conditions')).some(
    ({ type, status }) => type === 'Established' && status === 'True',
  );
  if (!isEstablished) return false;
  // The server serves a kind a moment after it says so.
  const path = `/apis/${textAt(stored, 'spec', 'group')}/${version}/${names}`;
  return client.restClient.request({ method: 'GET', path }).then(
    () => true,
    () => false,
  );
}
