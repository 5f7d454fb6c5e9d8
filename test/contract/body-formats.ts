import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { configMaps } from './contract.js';
import type { Context } from './contract.js';
import { define, definitionOf, definitions, version } from './custom-resources-support.js';
import { protobufOf } from './encode.js';
import type { Answer, Api, Json } from './http.js';

/** A schema with every kind of field that JSONSchemaProps has. */
const schema = {
  description: 'all of it',
  type: 'object',
  properties: {
    list: {
      type: 'array',
      items: { type: 'string', enum: ['x', 'y'], default: 'x' },
      minItems: 0,
      maxItems: 5,
      'x-kubernetes-list-type': 'set',
    },
    map: {
      type: 'object',
      'x-kubernetes-map-type': 'granular',
      additionalProperties: { type: 'number', minimum: -1, maximum: 1.5, exclusiveMaximum: true },
    },
    keyed: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', maxLength: 9, pattern: '^a' } },
      },
    },
    open: { type: 'object', nullable: true, 'x-kubernetes-preserve-unknown-fields': true },
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    either: { 'x-kubernetes-int-or-string': true },
    words: {
      type: 'string',
      format: 'date',
      title: 't',
      example: { q: [1] },
      externalDocs: { url: 'u', description: 'd' },
    },
    logic: {
      type: 'object',
      properties: {
        a: { type: 'string' },
        n: { type: 'integer', format: 'int64', default: 0, multipleOf: 2 },
      },
      anyOf: [{ required: ['a'] }, { required: ['n'] }],
      not: { required: ['a', 'n'] },
      minProperties: 0,
    },
  },
};

/** Every request body may be JSON, YAML or protobuf. */
export function bodyFormatContract(use: () => Context): void {
  const formats: readonly (readonly [string, (object: Json) => string | Buffer])[] = [
    ['application/json', (object) => JSON.stringify(object)],
    ['application/yaml', (object) => stringify(object, { version: '1.1' })],
    ['application/vnd.kubernetes.protobuf', protobufOf],
  ];

  /** Sends the same object in each format; the responses must be equal except for values that the server generates. */
  async function alike(
    send: (api: Api, body: string | Buffer, headers: Readonly<Record<string, string>>) => Promise<Answer>,
    object: (serial: number) => Json,
    status: number,
  ): Promise<void> {
    const answers: string[] = [];
    for (const [serial, [type, write]] of formats.entries()) {
      const answer = await send(use().api, write(object(serial)), { 'content-type': type });
      expect([type, answer.status, answer.json['message']]).toEqual([type, status, undefined]);
      answers.push(
        answer.text
          .replaceAll(
            /"(uid|resourceVersion|creationTimestamp|time|lastTransitionTime|clusterIP)":"[^"]*"/g,
            '"$1":""',
          )
          .replaceAll(/"clusterIPs":\[[^\]]*\]/g, '"clusterIPs":[]')
          .replaceAll(/format-\d/g, 'format'),
      );
    }
    expect(new Set(answers).size).toBe(1);
  }

  const metadata = (serial: number): Json => ({
    name: `format-${serial}`,
    labels: { a: 'b' },
    annotations: { 'x/y': 'é' },
    finalizers: ['example.com/f'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'node', uid: 'u', controller: true }],
  });
  const container = {
    name: 'c',
    image: 'i',
    args: ['-v', ''],
    env: [{ name: 'E', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
    ports: [{ containerPort: 80, protocol: 'TCP' }],
    resources: { limits: { cpu: '500m' } },
    readinessProbe: { httpGet: { path: '/', port: 'web' }, periodSeconds: 3 },
    lifecycle: { preStop: { tcpSocket: { port: 8080 } } },
    securityContext: { runAsUser: 0, privileged: false },
  };
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container], hostNetwork: true } };
  const selector = {
    matchLabels: { a: 'b' },
    matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }],
  };

  const creations: readonly (readonly [string, string, Json])[] = [
    [
      'api/v1',
      'configmaps',
      { kind: 'ConfigMap', data: { k: 'v', e: '' }, binaryData: { b: 'AAEC' }, immutable: true },
    ],
    ['api/v1', 'secrets', { kind: 'Secret', type: 'Opaque', data: { k: 'dg==' } }],
    ['api/v1', 'pods', { kind: 'Pod', spec: { containers: [container], terminationGracePeriodSeconds: 0 } }],
    [
      'api/v1',
      'services',
      { kind: 'Service', spec: { ports: [{ port: 80, targetPort: 'web' }], selector: { a: 'b' } } },
    ],
    ['apis/apps/v1', 'deployments', { kind: 'Deployment', spec: { replicas: 0, selector, template } }],
    ['apis/apps/v1', 'replicasets', { kind: 'ReplicaSet', spec: { replicas: 2, selector, template } }],
    [
      'apis/coordination.k8s.io/v1',
      'leases',
      { kind: 'Lease', spec: { holderIdentity: 'h', renewTime: '2026-01-02T03:04:05.678000Z' } },
    ],
  ];

  test.each(creations)('decodes every body format alike: POST /%s/%s', async (root, resource, object) => {
    const path = `/${root}/namespaces/${use().namespace}/${resource}`;
    const apiVersion = root.slice(root.indexOf('/') + 1);
    await alike(
      (api, body, headers) => api.call('POST', path, { body, headers }),
      (serial) => ({ apiVersion, ...object, metadata: metadata(serial) }),
      201,
    );
  });

  test('decodes every body format alike: PUT of an object and of its status', async () => {
    const { api, namespace } = use();
    const path = `/apis/apps/v1/namespaces/${namespace}/replicasets`;
    const object = { apiVersion: 'apps/v1', kind: 'ReplicaSet', spec: { replicas: 5, selector, template } };
    for (const serial of formats.keys()) {
      await api.post(path, { ...object, metadata: { name: `put-format-${serial}` } });
    }
    const put =
      (suffix: string) => async (_: Api, body: string | Buffer, headers: Readonly<Record<string, string>>) =>
        api.call(
          'PUT',
          `${path}/put-format-${formats.findIndex(([type]) => type === headers['content-type'])}${suffix}`,
          { body, headers },
        );
    const changed = (serial: number): Json => ({ ...object, metadata: { name: `put-format-${serial}` } });
    await alike(put(''), (serial) => ({ ...changed(serial), spec: { ...object.spec, replicas: 0 } }), 200);
    const status = {
      replicas: 1,
      conditions: [{ type: 'T', status: 'True', lastTransitionTime: '2026-01-02T03:04:05Z' }],
    };
    await alike(put('/status'), (serial) => ({ ...changed(serial), status }), 200);
  });

  test('decodes every body format alike: POST of a CustomResourceDefinition with its schema', async () => {
    const { api, namespace } = use();
    const group = (serial: number): string => `format-${serial}.${namespace}.example.com`;
    const columns = [{ name: 'C', type: 'string', jsonPath: '.spec.c', priority: 1 }];
    const extra = { additionalPrinterColumns: columns, subresources: { status: {} }, deprecated: true };
    await alike(
      (_, body, headers) => api.call('POST', definitions, { body, headers }),
      (serial) => ({ ...definitionOf(group(serial), 'things', 'Thing', [version(schema, extra)]) }),
      201,
    );
    for (const serial of formats.keys()) await api.delete(`${definitions}/things.${group(serial)}`);
  });

  test('decodes every body format alike: PUT of a scale', async () => {
    const { api, namespace } = use();
    const group = `scaled.${namespace}.example.com`;
    const path = `/apis/${group}/v1/namespaces/${namespace}/things`;
    const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const thing = definitionOf(group, 'things', 'Thing', [version(open, { subresources: { scale } })]);
    await define(api, thing, path);
    await api.post(path, {
      apiVersion: `${group}/v1`,
      kind: 'Thing',
      metadata: { name: 't' },
      spec: { replicas: 1 },
    });
    const wanted = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 't', namespace },
      spec: { replicas: 7 },
    };
    const put = (body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> =>
      api.call('PUT', `${path}/t/scale`, { body, headers });
    await alike(
      (_, body, headers) => put(body, headers),
      () => wanted,
      200,
    );
    expect((await put({ ...wanted, spec: {} })).json['spec']).toEqual({});
    const other = await put({ ...wanted, metadata: { name: 'other' } });
    expect([other.status, other.json['message']]).toEqual([
      400,
      'the name of the object (other) does not match the name on the URL (t)',
    ]);
    const xml = await put('<a/>', { 'content-type': 'application/xml' });
    expect([xml.status, xml.json['message']]).toEqual([
      415,
      'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    ]);
    await api.delete(`${definitions}/things.${group}`);
  });

  test('decodes every body format alike: the options of a DELETE', async () => {
    const { api, namespace } = use();
    const group = `deleted.${namespace}.example.com`;
    const things = `/apis/${group}/v1/namespaces/${namespace}/things`;
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    await define(api, definitionOf(group, 'things', 'Thing', [version(open)]), things);
    const options = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid: 'another' },
      propagationPolicy: 'Background',
    };
    for (const [path, object] of [
      [configMaps(namespace), {}],
      [things, { apiVersion: `${group}/v1`, kind: 'Thing' }],
    ] as const) {
      await api.post(path, { ...object, metadata: { name: 'format-kept' } });
      for (const [type, write] of formats) {
        const headers = { 'content-type': type };
        const one = await api.call('DELETE', `${path}/format-kept`, { body: write(options), headers });
        expect([type, one.status, one.json['reason']]).toEqual([type, 409, 'Conflict']);
        const dry = write({ apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'] });
        const all = await api.call('DELETE', path, { body: dry, headers });
        expect([type, all.status]).toEqual([type, 200]);
      }
      expect((await api.get(`${path}/format-kept`)).status).toBe(200);
    }
    await api.delete(`${definitions}/things.${group}`);
  });
}
