import { createPublicKey, verify } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Clientset } from '../../../../kube-informers/src/client/clientset.js';
import { appsV1 } from '../../../../kube-informers/src/resources/index.js';
import type { KubernetesObject } from '../../../../kube-informers/src/meta/types.js';
import type { corev1, policyv1 } from '../../../../kube-informers/src/resources/types.js';
import { FakeClock } from '../../index.js';
import { ApiServer } from '../api-server.js';

const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

let server: ApiServer;
let clientset: Clientset;
const pods = () => clientset.coreV1().pods('default');
const spec = { containers: [{ name: 'app', image: 'app' }] };

beforeEach(async () => {
  server = await ApiServer.start({ clock: new FakeClock(Date.UTC(2026, 0, 1)) });
  clientset = new Clientset({ host: server.url }, { maxRetries: 0 });
});

afterEach(async () => {
  await clientset.close();
  await server.stop();
});

async function running(name: string, ready = true): Promise<corev1.Pod> {
  const pod = await pods().create({ metadata: { name, labels: { app: 'web' } }, spec });
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }] as const;
  return pods().updateStatus({ ...pod, status: { phase: 'Running', conditions: [...conditions] } });
}

async function budget(name: string, status: Partial<policyv1.PodDisruptionBudgetStatus>): Promise<void> {
  const budgets = clientset.policyV1().podDisruptionBudgets('default');
  const selector = { matchLabels: { app: 'web' } };
  const created = await budgets.create({ metadata: { name }, spec: { minAvailable: 1, selector } });
  await budgets.updateStatus({
    ...created,
    status: {
      currentHealthy: 1,
      desiredHealthy: 1,
      expectedPods: 1,
      disruptionsAllowed: 0,
      observedGeneration: 1,
      ...status,
    },
  });
}

const isGone = async (name: string) =>
  pods()
    .get(name)
    .then(
      () => false,
      () => true,
    );

describe('an eviction', () => {
  test('deletes a pod without a budget', async () => {
    await running('web');
    expect(await pods().evict('web', { dryRun: true })).toMatchObject({ status: 'Success', code: 201 });
    expect(await isGone('web')).toBe(false);
    await pods().evict('web');
    expect(await isGone('web')).toBe(true);
    await expect(pods().evict('web')).rejects.toThrow('pods "web" not found');
  });

  test('is refused by a budget without disruptions, with the budget as the cause', async () => {
    await running('web');
    await budget('web', {});
    await expect(pods().evict('web')).rejects.toMatchObject({
      statusCode: 429,
      status: {
        reason: 'TooManyRequests',
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        details: {
          causes: [
            {
              reason: 'DisruptionBudget',
              message: 'The disruption budget web needs 1 healthy pods and has 1 currently',
            },
          ],
        },
      },
    });
    expect(await isGone('web')).toBe(false);
  });

  test('uses up the disruptions of the budget', async () => {
    await running('one');
    await running('two');
    await budget('web', { disruptionsAllowed: 1, currentHealthy: 2 });
    await pods().evict('one', { dryRun: true });
    await pods().evict('one');
    const { status } = await clientset.policyV1().podDisruptionBudgets('default').get('web');
    expect(status).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { one: '2026-01-01T00:00:00Z' },
    });
    await expect(pods().evict('two')).rejects.toMatchObject({ statusCode: 429 });
  });

  test('of a pod that is not ready, pending or finished disrupts nothing', async () => {
    await running('unready', false);
    await pods().create({ metadata: { name: 'pending', labels: { app: 'web' } }, spec });
    await running('ready');
    await budget('web', {});
    await pods().evict('unready');
    await pods().evict('pending');
    await expect(pods().evict('ready')).rejects.toMatchObject({ statusCode: 429 });
  });

  test('waits for a budget that no controller has seen, and refuses two budgets', async () => {
    await running('web');
    await budget('web', { observedGeneration: 0, disruptionsAllowed: 1 });
    await expect(pods().evict('web')).rejects.toMatchObject({
      statusCode: 429,
      status: { details: { retryAfterSeconds: 10 } },
    });
    await budget('second', { disruptionsAllowed: 1 });
    await expect(pods().evict('web')).rejects.toThrow('This pod has more than one PodDisruptionBudget');
  });

  test('with another uid is a conflict', async () => {
    await running('web');
    await expect(pods().evict('web', { preconditions: { uid: 'other' } })).rejects.toMatchObject({
      statusCode: 409,
    });
  });
});

describe('a binding', () => {
  test('sets the node and the condition, once', async () => {
    await pods().create({ metadata: { name: 'web' }, spec });
    await pods().bind('web', 'node-1', { dryRun: true });
    expect((await pods().get('web')).spec?.nodeName).toBeUndefined();
    expect(await pods().bind('web', 'node-1')).toMatchObject({ status: 'Success' });
    const bound = await pods().get('web');
    expect(bound.spec?.nodeName).toBe('node-1');
    expect(bound.status?.conditions).toMatchObject([{ type: 'PodScheduled', status: 'True' }]);
    expect(bound.status?.phase).toBe('Pending');
    await expect(pods().bind('web', 'node-2')).rejects.toThrow(
      'Operation cannot be fulfilled on pods/binding "web": pod web is already assigned to node "node-1"',
    );
    await expect(pods().bind('other', 'node-2')).rejects.toThrow('pods "other" not found');
  });

  test('with another uid or resourceVersion is a conflict', async () => {
    const { metadata } = await pods().create({ metadata: { name: 'web' }, spec });
    for (const preconditions of [{ uid: 'other' }, { resourceVersion: '1' }])
      await expect(pods().bind('web', 'node', { preconditions })).rejects.toMatchObject({ statusCode: 409 });
    const { uid, resourceVersion } = metadata ?? {};
    await pods().bind('web', 'node', { preconditions: { uid, resourceVersion } });
  });
});

test('a token request has a token, its expiry and audiences', async () => {
  const accounts = clientset.coreV1().serviceAccounts('default');
  await accounts.create({ metadata: { name: 'app' } });
  const { status, spec: given } = await accounts.createToken('app', { expirationSeconds: 600 });
  expect(status?.expirationTimestamp).toBe('2026-01-01T00:10:00Z');
  expect(given?.audiences).toEqual(['https://kubernetes.default.svc.cluster.local']);
  const [, claims = ''] = (status?.token ?? '').split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    sub: 'system:serviceaccount:default:app',
  });
  await expect(accounts.createToken('app', { expirationSeconds: 5 })).rejects.toThrow(
    'may not specify a duration less than 10 minutes',
  );
  await expect(accounts.createToken('none')).rejects.toMatchObject({ statusCode: 404 });
});

test('the published key verifies a token', async () => {
  const accounts = clientset.coreV1().serviceAccounts('default');
  await accounts.create({ metadata: { name: 'app' } });
  const { status } = await accounts.createToken('app');
  const [head = '', claims = '', signature = ''] = (status?.token ?? '').split('.');
  const configuration = await clientset.restClient.request<{ jwks_uri: string }>({
    method: 'GET',
    path: '/.well-known/openid-configuration',
  });
  expect(configuration).toMatchObject({ issuer: 'https://kubernetes.default.svc.cluster.local' });
  const response = await fetch(configuration.jwks_uri);
  expect(response.headers.get('content-type')).toBe('application/jwk-set+json');
  const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid: string; alg: string })[] };
  const { kid, alg } = keys[0] ?? {};
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg, kid });
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const given = Buffer.from(signature, 'base64url');
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, given)).toBe(true);
});

test.each([
  [
    { audiences: 'a' },
    'cannot unmarshal string into Go struct field TokenRequestSpec.spec.audiences of type []string',
  ],
  [
    { audiences: [5] },
    'cannot unmarshal number into Go struct field TokenRequestSpec.spec.audiences of type string',
  ],
  [{ expirationSeconds: 600.5 }, 'cannot unmarshal number 600.5 into Go struct field'],
  [{ boundObjectRef: 5 }, 'cannot unmarshal number into Go struct field'],
])('a token request with %j is refused', async (invalid, message) => {
  const accounts = clientset.coreV1().serviceAccounts('default');
  await accounts.create({ metadata: { name: 'app' } });
  await expect(accounts.createToken('app', invalid as object)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining(message) as string,
  });
});

test.each([
  [
    '{"spec":{"replicas":2147483648}}',
    422,
    'cannot unmarshal number 2147483648 into Go struct field ScaleSpec.spec.replicas of type int32',
  ],
  [
    '{"spec":{"replicas":"5"}}',
    422,
    'cannot unmarshal string into Go struct field ScaleSpec.spec.replicas of type int32',
  ],
  ['{"spec":5}', 422, 'cannot unmarshal number into Go struct field Scale.spec of type v1.ScaleSpec'],
  ['{"kind":"Foo"}', 422, 'no kind "Foo" is registered for version "autoscaling/v1"'],
  ['{"metadata":{"name":"y"}}', 400, 'the name of the object (y) does not match the name on the URL (web)'],
])('a scale patched by %s is refused', async (patch, statusCode, message) => {
  const deployments = clientset.appsV1().deployments('default');
  const labels = { app: 'web' };
  await deployments.create({
    metadata: { name: 'web' },
    spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  });
  await expect(deployments.subresource('scale').patch('web', patch, { type: 'merge' })).rejects.toMatchObject(
    {
      statusCode,
      message: expect.stringContaining(message) as string,
    },
  );
  expect((await deployments.get('web')).spec?.replicas).toBe(1);
});

// What a real server answers to the same patches of a Deployment, whose replicas have the type of a Scale's.
const replace = (path: string, value: string): string =>
  `[{"op":"replace","path":${JSON.stringify(path)},"value":${value}}]`;
const overflow = 'json: cannot unmarshal number 1e400 into Go';
test.each<['merge' | 'json' | 'strategic', string, string, string]>([
  [
    'merge',
    '{"spec":{"replicas":1e400}}',
    `422 ${overflow} struct field ScaleSpec.spec.replicas of type int32`,
    `400 error decoding patch: ${overflow} value`,
  ],
  ['merge', '{"x":1e400}', '200 1', `400 error decoding patch: ${overflow} value`],
  [
    'json',
    replace('/spec/replicas', '1e400'),
    `422 ${overflow} struct field ScaleSpec.spec.replicas of type int32`,
    `400 error decoding patch: ${overflow} struct field jsonPatchOp.value of type float64`,
  ],
  [
    'strategic',
    '{"spec":{"replicas":1e400}}',
    `400 ${overflow} value of type float64`,
    `400 ${overflow} value of type float64`,
  ],
  ['merge', '{"spec":{"replicas":1e3}}', '422 number 1e3', '422 number 1e3'],
  ['json', replace('/spec/replicas', '2.0'), '422 number 2.0', '422 number 2.0'],
  ['json', replace('/spec', '{"replicas":2.0}'), '422 number 2.0', '422 number 2.0'],
  ['strategic', '{"spec":{"replicas":1e3}}', '200 1000', '200 1000'],
  ['merge', '{"x":1.5,"spec":{"replicas":2}}', '200 2', '422 unknown field "x"'],
  ['merge', '{"spec":{"x":1.0}}', '200 1', '422 unknown field "spec.x"'],
  ['merge', '{"spec":5}', '422 cannot unmarshal number', '422 cannot unmarshal number'],
])(
  'a %s patch %s of a scale: ignoring unknown fields %s, strictly %s',
  async (type, patch, ignoring, strictly) => {
    const labels = { app: 'web' };
    await clientset
      .appsV1()
      .deployments('default')
      .create({
        metadata: { name: 'web' },
        spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
      });
    const url = `${server.url}/apis/apps/v1/namespaces/default/deployments/web/scale`;
    const answer = async (fieldValidation: string): Promise<string> => {
      const response = await fetch(`${url}?dryRun=All&fieldValidation=${fieldValidation}`, {
        method: 'PATCH',
        headers: { 'content-type': patchTypes[type] },
        body: patch,
      });
      const body = (await response.json()) as { message?: string; spec?: { replicas?: number } };
      return `${response.status} ${body.message ?? body.spec?.replicas}`;
    };
    for (const [directive, expected] of [
      ['Ignore', ignoring],
      ['Strict', strictly],
    ] as const) {
      const [code = '', ...words] = expected.split(' ');
      const found = await answer(directive);
      expect(found.slice(0, 3)).toBe(code);
      expect(found).toContain(words.join(' '));
    }
  },
);

test.each(['{"x":1.5,"spec":{"replicas":2}}', '{"spec":{"replicas":2},"status":{"x":[1.0]}}'])(
  'an updated scale may have floats in unknown fields that are ignored: %s',
  async (body) => {
    const labels = { app: 'web' };
    await clientset
      .appsV1()
      .deployments('default')
      .create({
        metadata: { name: 'web' },
        spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
      });
    const response = await fetch(
      `${server.url}/apis/apps/v1/namespaces/default/deployments/web/scale?fieldValidation=Ignore`,
      {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body:
          JSON.stringify({ metadata: { name: 'web', namespace: 'default' } }).slice(0, -1) +
          `,${body.slice(1)}`,
      },
    );
    expect(await response.json()).toMatchObject({ spec: { replicas: 2 } });
  },
);

test('scales a deployment', async () => {
  const deployments = clientset.appsV1().deployments('default');
  const labels = { app: 'web' };
  await deployments.create({
    metadata: { name: 'web' },
    spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  });
  expect(await deployments.scale('web', 3)).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } });
  const scale = await deployments.getScale('web');
  expect(scale.status).toMatchObject({ selector: 'app=web' });
  await deployments.updateScale('web', { ...scale, spec: { replicas: 0 } });
  expect((await deployments.get('web')).spec?.replicas).toBe(0);
  await expect(deployments.updateScale('web', { ...scale, spec: { replicas: 5 } })).rejects.toMatchObject({
    statusCode: 409,
  });
});

describe('an applied scale', () => {
  const labels = { app: 'web' };
  const deployments = () => clientset.appsV1().deployments('default');
  const apply = async (fieldManager: string, scale: object, force = false): Promise<unknown> =>
    deployments()
      .subresource('scale')
      .patch(
        'web',
        { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web' }, ...scale },
        { type: 'apply', fieldManager, force },
      );
  const owners = async () => {
    const { spec: own, metadata } = await deployments().get('web');
    const ofReplicas = metadata?.managedFields?.filter(
      ({ fieldsV1 }) => JSON.stringify(fieldsV1)?.includes('f:replicas') === true,
    );
    return [
      own?.replicas,
      ofReplicas?.map(({ manager, operation, subresource, apiVersion, time }) =>
        [manager, operation, subresource, apiVersion, time].join(' '),
      ),
    ];
  };

  beforeEach(async () => {
    await deployments().create(
      {
        metadata: { name: 'web' },
        spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
      },
      { fieldManager: 'creator' },
    );
  });

  test('owns the replicas of the object, and conflicts with other owners', async () => {
    await expect(apply('scaler', { spec: { replicas: 3 } })).rejects.toMatchObject({
      statusCode: 409,
      message: expect.stringContaining(
        'Apply failed with 1 conflict: conflict with "creator" using autoscaling/v1: .spec.replicas',
      ) as string,
    });
    expect(await apply('scaler', { spec: { replicas: 3 } }, true)).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 3 },
      status: { selector: 'app=web' },
    });
    expect(await owners()).toEqual([3, ['scaler Apply scale apps/v1 ']]);

    await apply('other', { spec: { replicas: 3 } });
    await expect(apply('scaler', { spec: { replicas: 4 } })).rejects.toMatchObject({
      message: expect.stringContaining(
        'Apply failed with 1 conflict: conflict with "other" with subresource "scale": .spec.replicas',
      ) as string,
    });
    await apply('other', {});
    expect(await owners()).toEqual([3, ['scaler Apply scale apps/v1 ']]);
    await apply('scaler', {});
    expect(await owners()).toEqual([0, []]);
  });

  test.each<[object, number, string]>([
    [{ spec: { replicas: -1 } }, 422, 'must be greater than or equal to 0'],
    [{ spec: { replicas: 1.5 } }, 500, 'cannot convert float64 to int32'],
    [{ spec: { replicas: '3' } }, 500, '.spec.replicas: expected numeric (int or float), got string'],
    [{ spec: { x: 1 } }, 500, '.spec.x: field not declared in schema'],
    [{ kind: 'Deployment' }, 400, 'invalid object type: autoscaling/v1, Kind=Deployment'],
    [{ metadata: { name: 'api' } }, 400, 'does not match the name on the URL (web)'],
    [{ metadata: { name: 'web', namespace: 'other' } }, 400, 'the namespace of the provided object'],
    [{ metadata: { name: 'web', resourceVersion: '1' }, spec: { replicas: 2 } }, 409, 'has been modified'],
  ])('of %j is refused', async (scale, statusCode, message) => {
    await expect(apply('scaler', scale, true)).rejects.toMatchObject({
      statusCode,
      message: expect.stringContaining(message) as string,
    });
    expect(await owners()).toMatchObject([1, [expect.stringContaining('creator')]]);
  });
});

test('a deployment with an invalid selector has no scale', async () => {
  const deployments = clientset.appsV1().deployments('default');
  const labels = { 'a b': 'web' };
  // Not by a client: the server refuses such a selector.
  await server.create(appsV1.deployments, {
    metadata: { name: 'web' },
    spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: {}, spec } },
  });
  const refused = {
    statusCode: 400,
    message: expect.stringContaining('key: Invalid value: "a b"') as string,
  };
  await expect(deployments.getScale('web')).rejects.toMatchObject(refused);
  await expect(deployments.scale('web', 3)).rejects.toMatchObject(refused);
  const scale = { metadata: { name: 'web', namespace: 'default' }, spec: { replicas: 3 } };
  await expect(deployments.updateScale('web', scale)).rejects.toMatchObject(refused);
  expect((await deployments.get('web')).spec?.replicas).toBe(1);
});

describe('a log', () => {
  const lines = async (name: string, options = {}) => {
    const seen: string[] = [];
    for await (const line of pods().logs(name, options)) seen.push(line);
    return seen;
  };

  test('is empty, or what an interceptor answers', async () => {
    await pods().create({ metadata: { name: 'web' }, spec });
    expect(await lines('web', { container: 'app', tailLines: 3 })).toEqual([]);
    server.intercept(({ path }) =>
      path.endsWith('/web/log') ? { status: 200, body: 'one\ntwo\n' } : undefined,
    );
    expect(await lines('web')).toEqual(['one', 'two']);
  });

  test('needs a pod, and one of its containers', async () => {
    await pods().create({
      metadata: { name: 'web' },
      spec: { containers: [...spec.containers, { name: 'side', image: 's' }] },
    });
    await expect(lines('other')).rejects.toThrow('pods "other" not found');
    await expect(lines('web')).rejects.toThrow(
      'a container name must be specified for pod web, choose one of: [app side]',
    );
    await expect(lines('web', { container: 'x' })).rejects.toThrow('container x is not valid for pod web');
    expect(await lines('web', { container: 'side' })).toEqual([]);
  });
});

describe('a subresource that changes a part', () => {
  const patch = (path: string, body: object) =>
    clientset.restClient.request<KubernetesObject>({
      method: 'PATCH',
      path,
      body,
      headers: { 'Content-Type': patchTypes.strategic },
    });
  const pod = '/api/v1/namespaces/default/pods/web';

  test('ephemeral containers are added, and nothing else', async () => {
    await pods().create({ metadata: { name: 'web' }, spec });
    const ephemeralContainers = [{ name: 'debugger', image: 'busybox' }];
    const metadata = { labels: { a: 'b' } };
    await patch(`${pod}/ephemeralcontainers`, { metadata, spec: { nodeName: 'n', ephemeralContainers } });
    const changed = await pods().get('web');
    expect(changed.spec?.ephemeralContainers).toMatchObject([
      { name: 'debugger', terminationMessagePath: '/dev/termination-log' },
    ]);
    expect(changed.spec?.nodeName).toBeUndefined();
    expect(changed.metadata?.labels).toBeUndefined();
    expect(changed.metadata?.generation).toBe(2);
  });

  test('resources of containers are resized, and checked', async () => {
    await pods().create({ metadata: { name: 'web' }, spec });
    const resize = (cpu: string) => {
      const resources = { requests: { cpu }, limits: { cpu: '1' } };
      return patch(`${pod}/resize`, { spec: { containers: [{ name: 'app', image: 'other', resources }] } });
    };
    await resize('500m');
    const container = (await pods().get('web')).spec?.containers[0];
    expect(container).toMatchObject({ image: 'app', resources: { requests: { cpu: '500m' } } });
    await expect(resize('2')).rejects.toThrow('must be less than or equal to cpu limit');
  });

  test('only finalize changes the finalizers in the spec of a namespace', async () => {
    const namespaces = clientset.coreV1().namespaces();
    const made = await namespaces.create({ metadata: { name: 'shop' } });
    const finalizers = ['kubernetes', 'example.com/f'];
    const { resourceVersion: _version, ...metadata } = made.metadata ?? {};
    const body = { ...made, metadata, spec: { finalizers } };
    expect((await namespaces.update(body)).spec).toEqual({ finalizers: ['kubernetes'] });
    const path = '/api/v1/namespaces/shop/finalize';
    await clientset.restClient.request({ method: 'PUT', path, body });
    expect((await namespaces.get('shop')).spec).toEqual({ finalizers });
    await expect(patch(path, {})).rejects.toMatchObject({ statusCode: 405 });
  });

  test('a certificate is approved by a condition, whose times the server sets', async () => {
    const requests = clientset.certificatesV1().certificateSigningRequests();
    const signing = { request: 'bm9uZQ==', signerName: 'example.com/signer', usages: ['client auth'] };
    await requests.create({ metadata: { name: 'jane' }, spec: signing });
    const conditions = [{ type: 'Approved', status: 'True' }];
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests/jane/approval';
    await patch(path, { spec: { signerName: 'other' }, status: { certificate: 'bm9uZQ==', conditions } });
    const { status, spec: kept } = await requests.get('jane');
    const now = '2026-01-01T00:00:00Z';
    expect(status).toEqual({
      conditions: [{ type: 'Approved', status: 'True', lastUpdateTime: now, lastTransitionTime: now }],
    });
    expect(kept.signerName).toBe('example.com/signer');
  });

  test('proxies answer 501, or what an interceptor does', async () => {
    await pods().create({ metadata: { name: 'web' }, spec });
    const get = () => fetch(`${server.url}${pod}/proxy/health`);
    expect((await get()).status).toBe(501);
    server.intercept(({ path }) =>
      path.includes('/proxy/') ? { status: 200, body: { ok: true } } : undefined,
    );
    expect(await (await get()).json()).toEqual({ ok: true });
  });
});

test('a scale is shown as a table', async () => {
  const labels = { app: 'web' };
  await clientset
    .appsV1()
    .deployments('default')
    .create({
      metadata: { name: 'web' },
      spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    });
  const path = '/apis/apps/v1/namespaces/default/deployments/web/scale';
  const headers = { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
  const table = await fetch(server.url + path, { headers });
  expect(await table.json()).toMatchObject({
    kind: 'Table',
    columnDefinitions: [{ name: 'Name' }, { name: 'Desired' }, { name: 'Available' }, { name: 'Age' }],
    rows: [{ cells: ['web', 2, 0, '0s'], object: { kind: 'PartialObjectMetadata' } }],
  });
});

test('discovery has the kinds and verbs of these subresources', async () => {
  const { resources } = await clientset.restClient.request<{ resources: { name: string }[] }>({
    method: 'GET',
    path: '/api/v1',
  });
  const found = (name: string) => resources.find((resource) => resource.name === name);
  expect(found('pods/eviction')).toMatchObject({ group: 'policy', kind: 'Eviction', verbs: ['create'] });
  expect(found('pods/binding')).toMatchObject({ kind: 'Binding', verbs: ['create'] });
  expect(found('pods/log')).toMatchObject({ kind: 'Pod', verbs: ['get'] });
  expect(found('serviceaccounts/token')).toMatchObject({ kind: 'TokenRequest', verbs: ['create'] });
  expect(found('pods/resize')).toMatchObject({ kind: 'Pod', verbs: ['get', 'patch', 'update'] });
  expect(found('namespaces/finalize')).toMatchObject({ kind: 'Namespace', verbs: ['update'] });
  expect(found('services/proxy')).toMatchObject({ kind: 'ServiceProxyOptions' });
});
