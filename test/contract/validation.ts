import { expect, test } from 'vitest';
import { configMaps } from './contract.js';
import type { Context } from './contract.js';

export function validationContract(use: () => Context): void {
  const maps = (): string => configMaps(use().namespace);

  async function refused(path: string, body: unknown): Promise<[number, unknown]> {
    const { status, json } = await use().api.post(path, body);
    return [status, json['message']];
  }

  const subdomain =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

  test('validates names, labels and annotations', async () => {
    const { status, json } = await use().api.post(maps(), { metadata: { name: 'A_b' } });
    expect(status).toBe(422);
    expect(json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: `ConfigMap "A_b" is invalid: metadata.name: Invalid value: "A_b": ${subdomain}`,
      reason: 'Invalid',
      details: {
        name: 'A_b',
        kind: 'ConfigMap',
        causes: [
          {
            reason: 'FieldValueInvalid',
            message: `Invalid value: "A_b": ${subdomain}`,
            field: 'metadata.name',
          },
        ],
      },
      code: 422,
    });
    expect(await refused(maps(), { metadata: {} })).toEqual([
      422,
      'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    ]);
    const [, label] = await refused(maps(), { metadata: { name: 'a', labels: { k: 'bad value!' } } });
    expect(label).toMatch(
      /^ConfigMap "a" is invalid: metadata.labels: Invalid value: "bad value!": a valid label must be/,
    );
    const [, key] = await refused(maps(), { metadata: { name: 'a', annotations: { 'bad key!': '' } } });
    expect(key).toMatch(
      /^ConfigMap "a" is invalid: metadata.annotations: Invalid value: "bad key!": name part must consist of/,
    );
    expect(await refused(maps(), { metadata: { name: 'a', ownerReferences: [{ name: 'x' }] } })).toEqual([
      422,
      'ConfigMap "a" is invalid: [metadata.ownerReferences[0].apiVersion: Required value: must not be empty, metadata.ownerReferences[0].kind: Required value: must not be empty, metadata.ownerReferences[0].uid: Required value: must not be empty]',
    ]);
    const long = await refused(maps(), { metadata: { name: 'a'.repeat(254) } });
    expect(long).toEqual([422, expect.stringMatching(/: must be no more than 253 characters$/)]);
    const [, base] = await refused(maps(), { metadata: { generateName: 'Bad_' } });
    expect(base).toMatch(
      /^ConfigMap "Bad_.{5}" is invalid: \[metadata.generateName: Invalid value: "Bad_": .*, metadata.name: Invalid value: "Bad_/,
    );
    expect(await refused('/api/v1/namespaces', { metadata: { name: 'a.b' } })).toEqual([
      422,
      'Namespace "a.b" is invalid: metadata.name: Invalid value: "a.b": must not contain dots',
    ]);
  });

  test('workloads need containers and a selector', async () => {
    const { namespace } = use();
    expect(await refused(`/api/v1/namespaces/${namespace}/pods`, { metadata: { name: 'a' } })).toEqual([
      422,
      'Pod "a" is invalid: spec.containers: Required value',
    ]);
    expect(
      await refused(`/apis/apps/v1/namespaces/${namespace}/deployments`, { metadata: { name: 'd' } }),
    ).toEqual([
      422,
      'Deployment.apps "d" is invalid: [spec.selector: Required value, spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`, spec.template.spec.containers: Required value]',
    ]);
    const template = {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    const other = { selector: { matchLabels: { a: 'c' } }, template };
    for (const [resource, kind] of [
      ['deployments', 'Deployment'],
      ['replicasets', 'ReplicaSet'],
      ['statefulsets', 'StatefulSet'],
      ['daemonsets', 'DaemonSet'],
    ]) {
      const spec = resource === 'statefulsets' ? { ...other, serviceName: 's' } : other;
      expect(
        await refused(`/apis/apps/v1/namespaces/${namespace}/${resource}`, { metadata: { name: 'd' }, spec }),
      ).toEqual([
        422,
        `${kind}.apps "d" is invalid: spec.template.metadata.labels: Invalid value: {"a":"b"}: \`selector\` does not match template \`labels\``,
      ]);
    }
  });

  test("a pod's spec is immutable, except for images and a few fields", async () => {
    const { api, namespace } = use();
    const path = `/api/v1/namespaces/${namespace}/pods`;
    await api.post(path, { metadata: { name: 'frozen' }, spec: { containers: [{ name: 'c', image: '1' }] } });
    const image = await api.patch(`${path}/frozen`, 'strategic', {
      spec: { containers: [{ name: 'c', image: '2' }] },
    });
    expect(image.status).toBe(200);
    const policy = await api.patch(`${path}/frozen`, 'merge', { spec: { restartPolicy: 'Never' } });
    expect(policy.status).toBe(422);
    expect(policy.json['message']).toMatch(
      /^Pod "frozen" is invalid: spec: Forbidden: pod updates may not change fields other than/,
    );
  });

  test.each([
    [
      '{bad',
      "couldn't get version/kind; json parse error: invalid character 'b' looking for beginning of object key string ({bad)",
    ],
    ['', "couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)"],
    ['{"a":1', 'couldn\'t get version/kind; json parse error: unexpected end of JSON input ({"a":1)'],
    [
      '{"a":1}}',
      "couldn't get version/kind; json parse error: invalid character '}' after top-level value ({\"a\":1}})",
    ],
    [
      '{"a" 1}',
      "couldn't get version/kind; json parse error: invalid character '1' after object key ({\"a\" 1})",
    ],
  ])('a body that is not valid JSON is a bad request: %s', async (body, why) => {
    expect(await refused(maps(), body)).toEqual([
      400,
      `the object provided is unrecognized (must be of type ConfigMap): ${why}`,
    ]);
  });

  test('fields of a wrong type are a bad request', async () => {
    const wrong = (why: string): [number, string] => [
      400,
      `ConfigMap in version "v1" cannot be handled as a ConfigMap: ${why}`,
    ];
    expect(await refused(maps(), { metadata: { name: 'z' }, data: { a: 5 } })).toEqual(
      wrong('json: cannot unmarshal number into Go struct field ConfigMap.data of type string'),
    );
    expect(await refused(maps(), { metadata: 'x' })).toEqual(
      wrong('json: cannot unmarshal string into Go struct field ConfigMap.metadata of type v1.ObjectMeta'),
    );
    expect(await refused(maps(), { metadata: { name: 5 } })).toEqual(
      wrong('json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string'),
    );
    const [status, message] = await refused(maps(), '[]');
    expect(status).toBe(400);
    expect(message).toMatch(/json: cannot unmarshal array into Go value of type/);
  });

  test('another kind or version is a bad request', async () => {
    expect(await refused(maps(), { kind: 'Service', apiVersion: 'v1', metadata: { name: 'y' } })).toEqual([
      400,
      'Service in version "v1" cannot be handled as a ConfigMap: converting (v1.Service) to (core.ConfigMap): unknown conversion',
    ]);
    const { namespace } = use();
    expect(
      await refused(`/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`, {
        kind: 'Service',
        apiVersion: 'v1',
        metadata: { name: 'y' },
      }),
    ).toEqual([
      400,
      'Service in version "v1" cannot be handled as a Role: converting (v1.Service) to (rbac.Role): unknown conversion',
    ]);
    // Another version of the same kind could be converted.
    expect(
      await refused(`/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`, {
        kind: 'HorizontalPodAutoscaler',
        apiVersion: 'autoscaling/v1',
        metadata: { name: 'y' },
      }),
    ).toEqual([
      400,
      'the API version in the data (autoscaling/v1) does not match the expected API version (autoscaling/v2)',
    ]);
    const [status, message] = await refused(maps(), {
      kind: 'ConfigMap',
      apiVersion: 'apps/v1',
      metadata: { name: 'y' },
    });
    expect(status).toBe(400);
    expect(message).toMatch(/no kind "ConfigMap" is registered for version "apps\/v1"/);
  });
}
