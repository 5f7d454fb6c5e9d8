// Manifests of somebody else, and servers that answer an apply with anything.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset, ConfigError, readManifests } from 'kube-informers';
import type { KubernetesObject } from 'kube-informers';

let server: ApiServer;
let clientset: Clientset;
beforeAll(async () => {
  server = await ApiServer.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  clientset = new Clientset({ host: server.url }, { maxRetries: 0 });
});
afterEach(() => clientset.close());

const map = (metadata: object, more: object = {}): KubernetesObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata, ...more }) as KubernetesObject;
const collect = { onFailure: 'collect' } as const;

describe('names in manifests', () => {
  const paths: string[] = [];
  beforeEach(() => {
    paths.length = 0;
  });

  test.each([
    '../../secrets/a',
    '..',
    '.',
    'a/b',
    'a?dryRun=All',
    'a#b',
    '%2e%2e%2fsecrets',
    'a%2Fb',
    'a\u0000',
    'a\r\nX: 1',
    '\\..\\a',
  ])('%j leads to no other path', async (name) => {
    // prettier-ignore
    using _log = server.intercept(({ method, path }) => {
      if (method !== 'GET') paths.push(path);
    });
    const manifests = [map({ name }), map({ name: 'a', namespace: name })];
    const results = [
      ...(await clientset.apply(manifests, collect)),
      ...(await clientset.delete(manifests, collect)),
    ];
    for (const result of results) expect(['failed', 'absent']).toContain(result.outcome);
    for (const path of paths) expect(path).toMatch(/^\/api\/v1\/namespaces\/[^/]+\/configmaps\/[^/]+$/);
  });

  test.each([
    ['apiVersion', '../../api/v1'],
    ['apiVersion', 'v1/namespaces/kube-system/secrets'],
    ['apiVersion', '?a'],
    ['kind', '../Secret'],
    ['kind', 'constructor'],
    ['apiVersion', '__proto__'],
  ])('%s %j is a kind that the server does not have', async (field, value) => {
    const [result] = await clientset.apply([{ ...map({ name: 'a' }), [field]: value }], collect);
    expect(result).toMatchObject({ outcome: 'failed', error: { name: 'ConfigError' } });
  });

  test('of prototypes are fields like all others', async () => {
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: proto }\ndata: { __proto__: polluted, constructor: a, toString: b }\n`;
    const [object] = await readManifests(text);
    expect(Object.keys((object as { data: object }).data)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(await clientset.apply(text)).toMatchObject([{ outcome: 'created' }]);
    expect(
      Object.keys((await clientset.coreV1().configMaps('default').get('proto')).data ?? {}).toSorted(),
    ).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
});

describe('a text of manifests', () => {
  const aliases = (levels: number): string =>
    Array.from({ length: levels }, (_, level) =>
      level === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${level}: &a${level} [${Array(9)
            .fill(`*a${level - 1}`)
            .join(', ')}]`,
    ).join('\n');

  test.each([
    ['of aliases that grow without end', aliases(12)],
    ['that nests too deep in YAML', `${'- '.repeat(5000)}x`],
    ['that nests too deep in brackets', `a: ${'['.repeat(100_000)}`],
    ['that nests too deep in JSON', `{"a":${'['.repeat(100_000)}`],
    ['of an alias of itself', 'a: &a [*a]'],
    ['of a key that is an alias of a map', '? &a {b: c}\n: d'],
  ])('%s is refused, and not quoted', async (_what, text) => {
    const error: unknown = await readManifests(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ code: 'ERR_MANIFEST' });
    expect((error as ConfigError).message.length).toBeLessThan(300);
  });

  test('of a Secret is in no error', async () => {
    const secret = (rest: string): string =>
      `apiVersion: v1\nkind: Secret\nmetadata: { name: login }\n${rest}\n`;
    for (const text of [
      secret('data: { password: hunter2-is-no-base64 }'),
      secret('data: hunter2'),
      secret('data: [hunter2]'),
      secret('stringData: { password: { deep: hunter2 } }'),
      secret('stringData: { password: "hunter2'),
      secret('stringData: { password: hunter2 }\nhunter: hunter2'),
    ]) {
      const error: unknown = await clientset.apply(text).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(String((error as Error).message)).not.toContain('hunter2');
    }
  });
});

describe('a server that answers an apply with', () => {
  test.each<[string, unknown]>([
    ['nothing', ''],
    ['null', null],
    ['a list', []],
    ['a text', '"configured"'],
    ['no metadata', { apiVersion: 'v1', kind: 'ConfigMap' }],
    ['another object', map({ name: 'other', uid: 'x' })],
    ['metadata of lists', map({ name: 'a', labels: [], annotations: 5, managedFields: { a: 1 } })],
    [
      'damaged owners',
      map({
        name: 'a',
        managedFields: [null, 5, { fieldsV1: 'x' }, { manager: {}, fieldsV1: { 'f:': null } }],
      }),
    ],
    ['a success that is none', { kind: 'Status', status: 'Success' }],
    ['a failure with code 200', { kind: 'Status', status: 'Failure', message: 'no', code: 200 }],
  ])('%s gets a result or a documented error', async (_what, body) => {
    using _answer = server.intercept(({ verb, resource }) =>
      resource === 'configmaps' && (verb === 'patch' || verb === 'get' || verb === 'delete')
        ? { status: 200, body, headers: { 'content-type': 'application/json' } }
        : undefined,
    );
    const results = [
      ...(await clientset.apply([map({ name: 'a' }, { data: { a: 'b' } })], collect)),
      ...(await clientset.delete([map({ name: 'a' })], collect)),
    ];
    expect(results).toHaveLength(2);
    for (const result of results) {
      if (result.outcome !== 'failed') continue;
      // TypeErrors of ours would be here.
      expect(result.error.constructor.name).toMatch(/^(StatusError|TransportError|ConfigError|\w+Error)$/);
      expect(result.error).toHaveProperty('code');
    }
  });
});
