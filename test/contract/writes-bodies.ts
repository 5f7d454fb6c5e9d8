import { describe, expect, test } from 'vitest';
import { configMaps } from './contract.js';
import type { Context } from './contract.js';
import { at } from './http.js';
import type { Answer } from './http.js';
import { envelope, message, number, text } from './protobuf.js';

/** The formats of bodies, and the handling of unknown fields. */
export function bodyContract(use: () => Context): void {
  const maps = (): string => configMaps(use().namespace);
  const send = (path: string, type: string, body: string | Buffer): Promise<Answer> =>
    use().api.call('POST', path, { body, headers: { 'content-type': `application/${type}` } });

  test('decodes YAML like JSON', async () => {
    const { status, json } = await send(
      maps(),
      'yaml',
      'metadata:\n  name: yaml\ndata:\n  a: "1"\n  b: |\n    x\n    y\n',
    );
    expect([status, json['data']]).toEqual([201, { a: '1', b: 'x\ny\n' }]);
    const number = await send(maps(), 'yaml', 'metadata: {name: yaml}\ndata: {a: 1}\n');
    expect([number.status, number.json['message']]).toEqual([
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ]);
    const twice = await send(
      `${maps()}?fieldValidation=Strict`,
      'yaml',
      'metadata:\n  name: one\n  name: two\n',
    );
    expect([twice.status, twice.json['message']]).toEqual([
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: yaml: unmarshal errors:\n  line 3: key "name" already set in map',
    ]);
  });

  test('decodes protobuf by field numbers', async () => {
    const { namespace } = use();
    const limits = message(text(1, 'cpu'), message.at(2, text(1, '1500m')));
    const port = message(number(3, 8080), text(4, 'TCP'));
    const probe = message(
      message.at(1, message.at(2, text(1, '/ok'), message.at(2, number(1, 1), text(3, 'http')))),
      number(2, 5),
    );
    const container = message(
      text(1, 'c'),
      text(2, 'nginx:1'),
      message.at(6, port),
      message.at(8, message.at(1, limits)),
      message.at(10, probe),
    );
    const template = message(
      message.at(1, message.at(11, text(1, 'a'), text(2, 'b'))),
      message.at(2, message.at(2, container)),
    );
    const spec = message(
      number(1, 2),
      message.at(2, message.at(1, text(1, 'a'), text(2, 'b'))),
      message.at(3, template),
    );
    const deployment = message(message.at(1, text(1, 'proto')), message.at(2, spec));
    const { status, json } = await send(
      `/apis/apps/v1/namespaces/${namespace}/deployments`,
      'vnd.kubernetes.protobuf',
      envelope('apps/v1', 'Deployment', deployment),
    );
    expect(status).toBe(201);
    expect(json).toMatchObject({
      metadata: { name: 'proto' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { a: 'b' } },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: {
            containers: [
              {
                name: 'c',
                image: 'nginx:1',
                ports: [{ containerPort: 8080, protocol: 'TCP' }],
                resources: { limits: { cpu: '1500m' } },
                livenessProbe: { httpGet: { path: '/ok', port: 'http' }, initialDelaySeconds: 5 },
              },
            ],
          },
        },
      },
    });
  });

  test('invalid protobuf is a bad request, and other formats are not supported', async () => {
    const none = await send(maps(), 'vnd.kubernetes.protobuf', 'x');
    expect([none.status, none.json['message']]).toEqual([
      400,
      'the object provided is unrecognized (must be of type ConfigMap): provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] (78)',
    ]);
    const other = await send(maps(), 'xml', '<a/>');
    expect([other.status, other.json['message']]).toEqual([
      415,
      'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    ]);
  });

  test('unknown fields of a kind are dropped, reported, or refused', async () => {
    const { api, namespace } = use();
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const body = (name: string): object => ({
      metadata: { name },
      spec: { bogus: 1, containers: [{ name: 'c', image: 'i', extra: true }] },
    });
    const warned = await api.post(pods, body('warned'));
    expect(warned.status).toBe(201);
    expect(warned.headers['warning']).toBe(
      '299 - "unknown field \\"spec.bogus\\"", 299 - "unknown field \\"spec.containers[0].extra\\""',
    );
    expect(at(warned.json, 'spec')).not.toHaveProperty('bogus');
    const silent = await api.post(`${pods}?fieldValidation=Ignore`, body('silent'));
    expect([silent.status, silent.headers['warning']]).toEqual([201, undefined]);
    const strict = await api.post(`${pods}?fieldValidation=Strict`, body('strict'));
    expect([strict.status, strict.json['message']]).toEqual([
      400,
      'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.bogus", unknown field "spec.containers[0].extra"',
    ]);
  });

  describe('a number of JSON with a point or an exponent', () => {
    const deployments = (): string => `/apis/apps/v1/namespaces/${use().namespace}/deployments`;
    const deployment = (name: string, replicas: string): string =>
      `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"${name}"},"spec":{"replicas":${replicas},"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}`;
    const refused = (written: string, go = 'DeploymentSpec.spec.replicas', type = 'int32'): string =>
      `json: cannot unmarshal number ${written} into Go struct field ${go} of type ${type}`;

    test.each(['3.0', '1e3', '1E+1', '-0.0', '1e400', '1.5'])('%s is not an integer', async (written) => {
      for (const validation of ['Ignore', 'Strict']) {
        const path = `${deployments()}?dryRun=All&fieldValidation=${validation}`;
        const { status, json } = await use().api.post(path, deployment('float', written));
        expect([status, json['message']]).toEqual([
          400,
          `Deployment in version "v1" cannot be handled as a Deployment: ${refused(written)}`,
        ]);
      }
      const first = deployment('twice', `${written},"replicas":2`);
      expect((await use().api.post(`${deployments()}?dryRun=All`, first)).status).toBe(400);
    });

    test('-0 is an integer, and YAML makes integers of whole numbers', async () => {
      const zero = await use().api.post(`${deployments()}?dryRun=All`, deployment('zero', '-0'));
      expect([zero.status, at(zero.json, 'spec.replicas')]).toEqual([201, 0]);
      for (const [written, replicas] of [
        ['3.0', 3],
        ['1.0e+3', 1000],
        ['-0.0', 0],
      ] as const) {
        const yaml = deployment('yaml', written).replace('"replicas":', '"replicas": ');
        const { status, json } = await send(`${deployments()}?dryRun=All`, 'yaml', yaml);
        expect([written, status, at(json, 'spec.replicas')]).toEqual([written, 201, replicas]);
      }
      const half = await send(`${deployments()}?dryRun=All`, 'yaml', deployment('yaml', '1.5'));
      expect([half.status, half.json['message']]).toEqual([400, expect.stringContaining(refused('1.5'))]);
    });

    test('a whole float is refused in JSON and merge patches, but not in strategic patches and apply', async () => {
      const { api } = use();
      await api.post(deployments(), deployment('patched', '2'));
      const own = `${deployments()}/patched`;
      const replace = (written: string): string =>
        `{"op":"replace","path":"/spec/replicas","value":${written}}`;
      for (const written of ['3.0', '1e3', '1.5']) {
        for (const answer of [
          await api.patch(own, 'merge', `{"spec":{"replicas":${written}}}`),
          await api.patch(own, 'json', `[${replace(written)}]`),
        ]) {
          const message = String(answer.json['message']);
          expect([answer.status, message]).toEqual([422, expect.stringContaining(refused(written))]);
          expect(message).toContain(`\\"replicas\\":${written},`);
        }
      }
      const last = await api.patch(own, 'json', `[${replace('1e3')},${replace('4')}]`);
      expect([last.status, at(last.json, 'spec.replicas')]).toEqual([200, 4]);
      const compared = await api.patch(own, 'json', '[{"op":"test","path":"/spec/replicas","value":4.0}]');
      expect(compared.status).toBe(422);
      const limits = '{"name":"c","image":"i","resources":{"limits":{"cpu":1.5}}}';
      const note = `{"metadata":{"annotations":{"a":"float 1.0"}},"spec":{"template":{"spec":{"containers":[${limits}]}}}}`;
      const noted = await api.patch(own, 'merge', note);
      expect(at(noted.json, 'metadata.annotations')).toEqual({ a: 'float 1.0' });
      expect(at(noted.json, 'spec.template.spec.containers.0.resources.limits')).toEqual({ cpu: '1500m' });
      const strategic = await api.patch(own, 'strategic', '{"spec":{"replicas":6.0}}');
      expect([strategic.status, at(strategic.json, 'spec.replicas')]).toEqual([200, 6]);
      const apply = `${own}?fieldManager=floats&force=true`;
      const configuration = (written: string): string =>
        `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"patched"},"spec":{"replicas":${written}}}`;
      const applied = await api.patch(apply, 'apply', configuration('7.0'));
      expect([applied.status, at(applied.json, 'spec.replicas')]).toEqual([200, 7]);
      const half = await api.patch(apply, 'apply', configuration('7.5'));
      expect([half.status, half.json['message']]).toEqual([
        500,
        'failed to convert new object (/patched; apps/v1, Kind=Deployment) to proper version: unable to convert unstructured object to apps/v1, Kind=Deployment: cannot convert float64 to int32',
      ]);
    });

    test('floats are refused in integers of every type, and kept in quantities', async () => {
      const { api, namespace } = use();
      const core = `/api/v1/namespaces/${namespace}`;
      const pod = (container: string): string =>
        `{"metadata":{"name":"floats"},"spec":{"containers":[{"name":"c","image":"i",${container}}]}}`;
      const definition = `{"metadata":{"name":"floats.example.com"},"spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"floats","kind":"Float"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"string","minLength":1e0}}}}}]}}`;
      for (const [path, body, problem] of [
        [
          `${core}/pods`,
          pod('"ports":[{"containerPort":80},{"containerPort":8e1}]'),
          refused('8e1', 'ContainerPort.spec.containers.ports.containerPort'),
        ],
        [
          `${core}/pods`,
          pod('"livenessProbe":{"httpGet":{"port":80.0}}'),
          'cannot unmarshal number 80.0 into',
        ],
        [
          `${core}/secrets`,
          '{"metadata":{"name":"floats"},"data":{"a":[1,2e0]}}',
          refused('2e0', 'Secret.data', 'uint8'),
        ],
        [
          '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
          definition,
          refused(
            '1e0',
            'JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.minLength',
            'int64',
          ),
        ],
      ] as const) {
        const { status, json } = await api.post(`${path}?dryRun=All`, body);
        expect([status, json['message']]).toEqual([400, expect.stringContaining(problem)]);
      }
      const quantity = await api.post(`${core}/pods?dryRun=All`, pod('"resources":{"limits":{"cpu":1e3}}'));
      expect(at(quantity.json, 'spec.containers.0.resources.limits')).toEqual({ cpu: '1e3' });
      await api.post(maps(), { metadata: { name: 'floats' } });
      const options = await api.call('DELETE', `${maps()}/floats`, { body: '{"gracePeriodSeconds":1e1}' });
      expect([options.status, options.json['message']]).toEqual([
        400,
        refused('1e1', 'DeleteOptions.gracePeriodSeconds', 'int64'),
      ]);
    });
  });

  test('reports duplicate fields', async () => {
    const body = '{"metadata":{"name":"twice","name":"twice"},"data":{"a":"1","a":"2"},"foo":1,"foo":2}';
    const { headers, json } = await use().api.post(maps(), body);
    expect(json['data']).toEqual({ a: '2' });
    expect(headers['warning']).toBe(
      '299 - "duplicate field \\"metadata.name\\"", 299 - "duplicate field \\"data.a\\"", 299 - "unknown field \\"foo\\""',
    );
  });

  test.each([
    [
      { spec: { containers: {} } },
      'object into Go struct field PodSpec.spec.containers of type []v1.Container',
    ],
    [
      { spec: { containers: [{ ports: [{ containerPort: 3e9 }] }] } },
      'number 3000000000 into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32',
    ],
    [
      { spec: { containers: [{ livenessProbe: { httpGet: { path: 5 } } }] } },
      'number into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.path of type string',
    ],
    [{ spec: { hostNetwork: 'true' } }, 'string into Go struct field PodSpec.spec.hostNetwork of type bool'],
    [
      { spec: { restartPolicy: 5 } },
      'number into Go struct field PodSpec.spec.restartPolicy of type v1.RestartPolicy',
    ],
  ])('a field of a wrong type is a bad request: %j', async (pod, why) => {
    const { status, json } = await use().api.post(`/api/v1/namespaces/${use().namespace}/pods`, pod);
    expect([status, json['message']]).toEqual([
      400,
      `Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal ${why}`,
    ]);
  });

  test.each([
    [
      { metadata: { creationTimestamp: 'x' } },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      { metadata: { creationTimestamp: '2020-13-01T00:00:00Z' } },
      'parsing time "2020-13-01T00:00:00Z": month out of range',
    ],
    [{ binaryData: { x: 'A!' } }, 'illegal base64 data at input byte 1'],
  ])('an invalid value is a bad request: %j', async (map, why) => {
    const { status, json } = await use().api.post(maps(), map);
    expect([status, json['message']]).toEqual([
      400,
      `ConfigMap in version "v1" cannot be handled as a ConfigMap: ${why}`,
    ]);
  });

  test('returns quantities in canonical form, and zero values as Go writes them', async () => {
    const { api, namespace } = use();
    const { json } = await api.post(`/api/v1/namespaces/${namespace}/pods`, {
      metadata: { name: 'canonical', labels: {}, finalizers: [] },
      spec: {
        hostNetwork: false,
        containers: [
          {
            name: 'c',
            image: 'i:1',
            env: [{ name: 'A', value: '' }],
            resources: {
              limits: { cpu: '1000m', memory: '1024Mi' },
              requests: { cpu: 0.5, memory: 1048576 },
            },
          },
        ],
      },
    });
    expect(at(json, 'spec.containers.0.resources')).toEqual({
      limits: { cpu: '1', memory: '1Gi' },
      requests: { cpu: '500m', memory: '1048576' },
    });
    expect(at(json, 'spec.containers.0.env')).toEqual([{ name: 'A' }]);
    expect(at(json, 'spec')).not.toHaveProperty('hostNetwork');
    for (const field of ['labels', 'finalizers']) expect(at(json, 'metadata')).not.toHaveProperty(field);
  });

  test('caps quantities with a binary suffix, and no others', async () => {
    const { api, namespace } = use();
    const forms = {
      '7Ei': '7Ei',
      '8Ei': '9223372036854775807',
      '99999999999999999999.5Ki': '9223372036854775807',
      '8E': '8E',
      '100E': '100E',
      '1e60': '1e60',
      '1e100': '10e99',
    };
    // A quota may have any quantity that is not negative.
    const hard = Object.fromEntries(
      Object.keys(forms).map((text, index) => [`requests.example.com/q${index}`, text]),
    );
    const { json } = await api.post(`/api/v1/namespaces/${namespace}/resourcequotas`, {
      metadata: { name: 'quantities' },
      spec: { hard },
    });
    expect(Object.values((at(json, 'spec.hard') ?? {}) as Record<string, string>)).toEqual(
      Object.values(forms),
    );
  });

  test('the field manager must be printable', async () => {
    const { api } = use();
    const long = await api.post(`${maps()}?fieldManager=${'m'.repeat(129)}`, {});
    expect([long.status, long.json['message']]).toEqual([
      422,
      'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
    ]);
    const odd = await api.post(`${maps()}?fieldManager=a%0Ab`, {});
    expect(odd.json['message']).toBe(
      'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Invalid value: "a\\nb": invalid character U+000A (at position 1)',
    );
  });
}
