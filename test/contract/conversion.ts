import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from './contract.js';
import { causes, condition, define, definitionOf, definitions, until } from './custom-resources-support.js';
import { at, shown, text } from './http.js';
import type { Answer, Json } from './http.js';
import { send, WebhookServer } from './webhook-server.js';
import type { TestWebhook } from './webhook-server.js';

const group = 'conversion.example.com';
const name = `boxes.${group}`;

/** Answers instead of the converter; undefined: the objects are converted. */
type Mode = (converted: Json, review: Json) => Json | undefined;

/** Conversion webhooks: every verb in every version, a storage version that changes, and what a webhook may not do. */
export function conversionContract(use: () => Context): void {
  const server = new WebhookServer();
  let mode: Mode | undefined;
  let asked = 0;

  let webhook: TestWebhook;

  const convert = (): TestWebhook =>
    server.add(() => (response, review) => {
      asked++;
      const { uid, objects, desiredAPIVersion } = at(review, 'request') as {
        uid: string;
        objects: Json[];
        desiredAPIVersion: string;
      };
      const convertedObjects = objects.map((object) => convertBox(object, desiredAPIVersion));
      const answer = { uid, convertedObjects, result: { status: 'Success' } };
      const { kind, apiVersion } = review;
      send(response, 200, { kind, apiVersion, response: mode?.(answer, review) ?? answer });
    });

  const path = (version: string): string => `/apis/${group}/${version}/namespaces/${use().namespace}/boxes`;
  const box = (version: string, of: string, spec: object): object => ({
    apiVersion: `${group}/${version}`,
    kind: 'Box',
    metadata: { name: of },
    spec,
  });
  const version = (of: string, field: string, storage: boolean): object => ({
    name: of,
    served: true,
    storage,
    selectableFields: [{ jsonPath: `.spec.${field}` }],
    subresources: {
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    },
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: { [field]: { type: 'string' }, replicas: { type: 'integer' } },
          },
          status: { type: 'object', properties: { replicas: { type: 'integer' } } },
        },
      },
    },
  });
  const definition = (storage: string): object =>
    definitionOf(
      group,
      'boxes',
      'Box',
      [version('v1', 'size', storage === 'v1'), version('v2', 'dimensions', storage === 'v2')],
      {
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: webhook.clientConfig, conversionReviewVersions: ['v1'] },
        },
      },
    );

  beforeAll(async () => {
    await server.listen();
    webhook = convert();
    await define(use().api, definition('v1'), path('v2'));
  });
  afterAll(async () => {
    mode = undefined;
    await use().api.delete(path('v1'));
    await use().api.delete(`${definitions}/${name}`);
    await server.close();
  });

  test('an object is created, read and deleted in either version', async () => {
    const { api } = use();
    const created = await api.post(path('v2'), box('v2', 'one', { dimensions: 'XL', replicas: 1 }));
    expect([created.status, created.json['apiVersion'], created.json['spec']]).toEqual([
      201,
      `${group}/v2`,
      { dimensions: 'XL', replicas: 1 },
    ]);
    expect(asked).toBeGreaterThan(1);
    const other = await api.get(`${path('v1')}/one`);
    expect([other.json['apiVersion'], other.json['spec']]).toEqual([
      `${group}/v1`,
      { size: 'XL', replicas: 1 },
    ]);
    expect(at(other.json, 'metadata.uid')).toBe(at(created.json, 'metadata.uid'));
    expect((await api.get(`${path('v2')}/one`)).json).toEqual(created.json);
    expect((await api.delete(`${path('v2')}/one`)).status).toBe(200);
    expect((await api.get(`${path('v1')}/one`)).status).toBe(404);
  });

  test('lists and selectors show and look at converted objects', async () => {
    const { api } = use();
    for (const of of ['a', 'b', 'c']) await api.post(path('v1'), box('v1', of, { size: of }));
    const list = await api.get(path('v2'));
    expect((at(list.json, 'items') as Json[]).map(({ spec }) => spec)).toEqual(
      ['a', 'b', 'c'].map((dimensions) => ({ dimensions })),
    );
    const selected = await api.get(`${path('v2')}?fieldSelector=spec.dimensions%3Db`);
    expect(at(selected.json, 'items.0.metadata.name')).toBe('b');
    expect(at(selected.json, 'items.1')).toBeUndefined();
    const page = await api.get(`${path('v2')}?limit=2`);
    expect(at(page.json, 'items.1.spec')).toEqual({ dimensions: 'b' });
    expect((await api.delete(path('v2'))).status).toBe(200);
  });

  test('a watch shows converted objects: those that exist, and those that are written', async () => {
    const { api } = use();
    await api.post(path('v1'), box('v1', 'old', { size: 'S' }));
    const watch = await api.watch(`${path('v2')}?watch=true&resourceVersion=0`);
    await api.post(path('v1'), box('v1', 'new', { size: 'M' }));
    await api.patch(`${path('v1')}/new`, 'merge', { spec: { size: 'L' } });
    await api.delete(`${path('v1')}/new`);
    const events = await watch.changes(4);
    watch.close();
    expect(events.map((event) => [shown(event), text(event, 'object.spec.dimensions')])).toEqual([
      ['ADDED old', 'S'],
      ['ADDED new', 'M'],
      ['MODIFIED new', 'L'],
      ['DELETED new', 'L'],
    ]);
    await api.delete(`${path('v2')}/old`);
  });

  test('updates, patches, applies and scales write through a conversion', async () => {
    const { api } = use();
    const created = await api.post(path('v2'), box('v2', 'written', { dimensions: 'A', replicas: 1 }));
    const put = await api.put(`${path('v2')}/written`, {
      ...created.json,
      spec: { dimensions: 'B', replicas: 1 },
    });
    expect([put.status, put.json['spec']]).toEqual([200, { dimensions: 'B', replicas: 1 }]);
    const patched = await api.patch(`${path('v2')}/written`, 'merge', { spec: { dimensions: 'C' } });
    expect([patched.status, patched.json['spec']]).toEqual([200, { dimensions: 'C', replicas: 1 }]);
    const apply = `${path('v2')}/written?fieldManager=applier&force=true`;
    const applied = await api.patch(apply, 'apply', box('v2', 'written', { dimensions: 'D' }));
    expect([applied.status, applied.json['spec']]).toEqual([200, { dimensions: 'D', replicas: 1 }]);
    const conflicting = await api.patch(
      `${path('v1')}/written?fieldManager=other`,
      'apply',
      box('v1', 'written', { size: 'E' }),
    );
    expect([conflicting.status, conflicting.json['reason']]).toEqual([409, 'Conflict']);
    const scaled = await api.patch(`${path('v2')}/written/scale`, 'merge', { spec: { replicas: 7 } });
    expect([scaled.status, at(scaled.json, 'spec.replicas')]).toEqual([200, 7]);
    const dry = await api.patch(`${path('v2')}/written?dryRun=All`, 'merge', { spec: { dimensions: 'F' } });
    expect([dry.status, dry.json['spec']]).toEqual([200, { dimensions: 'F', replicas: 7 }]);
    expect((await api.get(`${path('v1')}/written`)).json['spec']).toEqual({ size: 'D', replicas: 7 });
    const same = await api.patch(`${path('v2')}/written`, 'merge', { spec: { dimensions: 'D' } });
    const again = await api.patch(`${path('v2')}/written`, 'merge', { spec: { dimensions: 'D' } });
    expect(at(again.json, 'metadata.resourceVersion')).toBe(at(same.json, 'metadata.resourceVersion'));
  });

  test('a webhook changes labels and annotations, and no other metadata', async () => {
    const { api } = use();
    mode = (answer) => ({
      ...answer,
      convertedObjects: (at(answer, 'convertedObjects') as Json[]).map((object) => ({
        ...object,
        metadata: {
          ...(object['metadata'] as Json),
          labels: { converted: 'yes' },
          finalizers: ['example.com/invented'],
          generation: 99,
        },
      })),
    });
    const created = await api.post(path('v2'), box('v2', 'labelled', { dimensions: 'A' }));
    mode = undefined;
    expect([created.status, at(created.json, 'metadata.labels')]).toEqual([201, { converted: 'yes' }]);
    expect(at(created.json, 'metadata.finalizers')).toBeUndefined();
    expect(at(created.json, 'metadata.generation')).toBe(1);
  });

  const head = `conversion webhook for ${group}/v2, Kind=Box`;
  const changed =
    (change: (object: Json) => unknown): Mode =>
    (answer) => ({
      ...answer,
      convertedObjects: (at(answer, 'convertedObjects') as Json[]).map(change),
    });
  const metadata =
    (change: object): Mode =>
    (answer) =>
      changed((object) => ({ ...object, metadata: { ...(object['metadata'] as Json), ...change } }))(
        answer,
        {},
      );

  test.each<[string, Mode, string]>([
    [
      'a failure with a message',
      () => ({ result: { status: 'Failure', message: 'it cannot' } }),
      `${head} failed: expected response.uid="UID", got ""`,
    ],
    [
      'a failure',
      (answer) => ({ ...answer, result: { status: 'Failure', message: 'it cannot' } }),
      `${head} failed: it cannot`,
    ],
    [
      'no status',
      (answer) => ({ ...answer, result: {} }),
      `${head} failed: response.result.status was '', not 'Success'`,
    ],
    [
      'no objects',
      (answer) => ({ ...answer, convertedObjects: [] }),
      `${head} returned 0 objects, expected 1`,
    ],
    [
      'another version',
      changed((object) => ({ ...object, apiVersion: `${group}/v3` })),
      `${head} returned invalid object at index 0: invalid groupVersion (expected ${group}/v1, received ${group}/v3)`,
    ],
    [
      'another kind',
      changed((object) => ({ ...object, kind: 'Crate' })),
      `${head} returned invalid object at index 0: invalid kind (expected Box, received Crate)`,
    ],
    [
      'another name',
      metadata({ name: 'other' }),
      `${head} returned invalid object: must have the same name: refused != other`,
    ],
    [
      'another namespace',
      metadata({ namespace: 'other' }),
      `${head} returned invalid object: must have the same namespace: NAMESPACE != other`,
    ],
    [
      'another uid',
      metadata({ uid: 'x' }),
      `${head} returned invalid object: must have the same UID: UID != x`,
    ],
    [
      'labels of another type',
      metadata({ labels: { a: 1 } }),
      `${head} returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object`,
    ],
  ])('an answer with %s refuses the write', async (_what, answer, message) => {
    const { api, namespace } = use();
    mode = answer;
    const refused = await api.post(path('v2'), box('v2', 'refused', { dimensions: 'A' }));
    mode = undefined;
    const got = String(refused.json['message'])
      .replace(namespace, 'NAMESPACE')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,27}/, 'UID');
    expect([refused.status, got]).toEqual([500, message]);
    expect((await api.get(`${path('v1')}/refused`)).status).toBe(404);
  });

  test.each<[string, Json, readonly string[]]>([
    [
      'no place',
      { webhook: { clientConfig: {}, conversionReviewVersions: ['v1'] } },
      ['Config: Required value: exactly one of url or service is required'],
    ],
    [
      'a wrong URL',
      {
        webhook: {
          clientConfig: { url: 'http://user@a.example.com/x?y#z', caBundle: 'eA==' },
          conversionReviewVersions: ['v1'],
        },
      },
      [
        `Config.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
        'Config.url: Invalid value: "user": user information is not permitted in the URL',
        'Config.url: Invalid value: "y": query parameters are not permitted in the URL',
        'Config.url: Invalid value: "z": fragments are not permitted in the URL',
      ],
    ],
    [
      'a wrong service',
      {
        webhook: {
          clientConfig: { service: { namespace: '', name: 'a', path: 'a', port: 70_000 } },
          conversionReviewVersions: ['v3', 'v3'],
        },
      },
      [
        'Config.service.name: Required value',
        `Config.service.path: Invalid value: "a": must start with a '/'`,
        'Config.service.path: Invalid value: "a": segment[0] may not be empty',
        'Config.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive',
        'conversionReviewVersions: Invalid value: ["v3","v3"]: must include at least one of v1, v1beta1',
        'conversionReviewVersions[1]: Invalid value: "v3": duplicate version',
      ],
    ],
    [
      'another strategy',
      {
        strategy: 'None',
        webhook: { clientConfig: { url: 'https://a.example.com' }, conversionReviewVersions: ['v1'] },
      },
      [
        'Config: Forbidden: should not be set when strategy is not set to Webhook',
        'conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook',
      ],
    ],
  ])('a conversion with %s is refused', async (_what, conversion, expected) => {
    const versions = [version('v1', 'size', true)];
    const body = definitionOf(group, 'wrongs', 'Wrong', versions, {
      conversion: { strategy: 'Webhook', ...conversion },
    });
    const found = causes(await use().api.post(`${definitions}?dryRun=All`, body));
    const shown = found.map((line) =>
      line.replace('spec.conversion.', '').replace('webhookClientConfig', 'Config'),
    );
    expect(shown.toSorted()).toEqual(expected);
  });

  test('an update may not make the bundle of a conversion invalid, but keep it', async () => {
    const { api } = use();
    const clientConfig = { ...webhook.clientConfig, caBundle: 'eA==' };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    const versions = [version('v1', 'size', true)];
    const own = `${definitions}/bundles.${group}`;
    const created = await api.post(
      definitions,
      definitionOf(group, 'bundles', 'Bundle', versions, { conversion }),
    );
    const from = text(created.json, 'metadata.resourceVersion');
    // Nothing is served while the bundle is invalid.
    const refused = await until(
      api,
      `bundles.${group}`,
      from,
      (object) => at(object, 'status.conditions.1.reason') === 'InvalidCABundle',
    );
    expect(condition(refused, 'Established')).toBe('False');
    const change = async (caBundle: string): Promise<Answer> =>
      api.patch(own, 'merge', { spec: { conversion: { webhook: { clientConfig: { caBundle } } } } });
    expect((await change('eQ==')).status).toBe(200);
    const right = await change(webhook.clientConfig.caBundle);
    expect(right.status).toBe(200);
    const now = text(right.json, 'metadata.resourceVersion');
    await until(api, `bundles.${group}`, now, (object) => condition(object, 'Established') === 'True');
    const pem = (type: string, body: string): string =>
      Buffer.from(`-----BEGIN ${type}-----\n${body}\n-----END ${type}-----\n`).toString('base64');
    for (const [bundle, why] of [
      ['eA==', 'unable to parse bytes as PEM block'],
      [pem('KEY', 'AAAA'), 'no valid certificate authority data seen'],
      [pem('CERTIFICATE', 'AAAA'), 'failed to parse certificate: x509: malformed certificate'],
    ] as const)
      expect(causes(await change(bundle))).toEqual([
        `spec.conversion.webhookClientConfig.caBundle: Invalid value: "${bundle}": unable to load root certificates: ${why}`,
      ]);
    await api.delete(own);
  });

  test('objects that were stored in an older version can be read when the storage version changes', async () => {
    const { api } = use();
    await api.post(path('v1'), box('v1', 'older', { size: 'A' }));
    const stored = await api.get(`${definitions}/${name}`);
    const { spec } = definition('v2') as { spec: object };
    const put = await api.put(`${definitions}/${name}`, { ...stored.json, spec });
    expect([put.status, at(put.json, 'status.storedVersions')]).toEqual([200, ['v1', 'v2']]);
    const written = await api.patch(`${path('v1')}/older`, 'merge', { spec: { replicas: 2 } });
    expect([written.status, written.json['spec']]).toEqual([200, { size: 'A', replicas: 2 }]);
    expect((await api.get(`${path('v2')}/older`)).json['spec']).toEqual({ dimensions: 'A', replicas: 2 });
    expect((await api.get(`${path('v1')}/written`)).json['spec']).toEqual({ size: 'D', replicas: 7 });
    expect((await api.delete(`${path('v1')}/older`)).status).toBe(200);
  });
}

function convertBox(object: Json, apiVersion: string): Json {
  const { size, dimensions, ...rest } = (object['spec'] ?? {}) as Json;
  const value = size ?? dimensions;
  const field = apiVersion.endsWith('/v1') ? 'size' : 'dimensions';
  const spec = { ...rest, ...(value === undefined ? {} : { [field]: value }) };
  return { ...object, apiVersion, ...(object['spec'] === undefined ? {} : { spec }) };
}
