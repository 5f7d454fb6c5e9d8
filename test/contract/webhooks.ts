import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { configMap, pod } from './contract.js';
import type { Context } from './contract.js';
import { define, definitionOf, version, warnings } from './custom-resources-support.js';
import { at, text } from './http.js';
import type { Answer, Json } from './http.js';
import { patchedBy, reviewOf, send, WebhookServer } from './webhook-server.js';
import type { TestWebhook } from './webhook-server.js';

const group = '/apis/admissionregistration.k8s.io/v1';
const allow = { allowed: true };
const addLabel = (name: string, value = 'yes'): Json =>
  patchedBy({ op: 'add', path: `/metadata/labels/${name}`, value });

type Type = 'mutating' | 'validating';

/** Admission webhooks: whom they are asked about, what they are sent, and what their answers do. */
export function webhookContract(use: () => Context): void {
  const server = new WebhookServer();
  let count = 0;

  beforeAll(() => server.listen());
  afterAll(() => server.close());

  const maps = (): string => `/api/v1/namespaces/${use().namespace}/configmaps`;

  /** A webhook of a configuration, for the config maps that have the label `case` of this value. */
  const hook = (of: string, webhook: Pick<TestWebhook, 'clientConfig'>, extra: object = {}): object => ({
    name: `${of}.contract.example.com`,
    clientConfig: webhook.clientConfig,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    objectSelector: { matchLabels: { case: of } },
    rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    ...extra,
  });

  /** Creates a configuration, waits until the server asks its webhooks, and removes it after the test. */
  async function configure(
    type: Type,
    webhooks: readonly object[],
    name = `contract-${count++}`,
  ): Promise<void> {
    const { api } = use();
    const probe = server.add(() => allow);
    const path = `${group}/${type}webhookconfigurations`;
    const created = await api.post(path, {
      metadata: { name },
      webhooks: [...webhooks, hook(`probe-${name}`, probe)],
    });
    expect([created.status, created.text]).toEqual([201, expect.anything()]);
    onTestFinished(async () => void (await api.delete(`${path}/${name}`)));
    const asked = configMap('probe', {}, { case: `probe-${name}` });
    while (probe.reviews.length === 0) await api.post(`${maps()}?dryRun=All`, asked);
  }

  /** The request of a webhook's review, without the object and what differs between servers. */
  function requestOf(webhook: TestWebhook, index = 0): Json {
    return (at(webhook.reviews[index], 'request') ?? {}) as Json;
  }

  const create = async (of: string, name = of, data: Record<string, string> = {}): Promise<Answer> =>
    use().api.post(maps(), configMap(name, data, { case: of }));
  const refusal = ({ status, json }: Answer): unknown[] => [status, json['reason'], json['message']];

  test('a mutating webhook is sent the new object, and its patch is applied', async () => {
    const { api, namespace } = use();
    const mutates = server.add(() => addLabel('added'));
    await configure('mutating', [hook('mutate', mutates)]);
    const created = await api.post(`${maps()}?fieldManager=me`, {
      metadata: { name: 'mutate', labels: { case: 'mutate' }, uid: 'ours', generation: 7 },
      data: { a: '1' },
    });
    expect([created.status, at(created.json, 'metadata.labels')]).toEqual([
      201,
      { case: 'mutate', added: 'yes' },
    ]);
    expect(mutates.reviews[0]).toMatchObject({ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' });
    const { uid, userInfo, object, ...request } = requestOf(mutates);
    expect(uid).toMatch(/^[0-9a-f]{8}-/);
    expect(at(userInfo, 'groups')).toContain('system:masters');
    expect(request).toEqual({
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      requestKind: { group: '', version: 'v1', kind: 'ConfigMap' },
      requestResource: { group: '', version: 'v1', resource: 'configmaps' },
      name: 'mutate',
      namespace,
      operation: 'CREATE',
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'me' },
    });
    expect(object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { a: '1' } });
    expect(at(object, 'metadata.namespace')).toBe(namespace);
    expect(at(object, 'metadata.uid')).toBeUndefined();
    expect(at(object, 'metadata.creationTimestamp')).toBeUndefined();
    expect(at(object, 'metadata.managedFields.0.manager')).toBe('me');
  });

  test('managed fields that a webhook makes invalid become what they were, with a warning', async () => {
    const { api } = use();
    let entry: Json = {};
    const breaks = server.add(() =>
      patchedBy({ op: 'replace', path: '/metadata/managedFields', value: [entry] }),
    );
    await configure('mutating', [hook('managers', breaks)]);
    const right = {
      manager: 'hook',
      operation: 'Update',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': {} },
    };
    const warning = (why: string): string =>
      `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${why}`;
    for (const [wrong, why] of [
      [{ ...right, operation: 'Delete' }, 'operation must be `Apply` or `Update`'],
      [{ ...right, apiVersion: '' }, 'apiVersion must not be empty'],
      [{ ...right, fieldsType: 'FieldsV2' }, 'invalid fieldsType "FieldsV2" in managed fields entry 0'],
    ] as const) {
      entry = wrong;
      const created = await api.post(
        `${maps()}?fieldManager=me&dryRun=All`,
        configMap('managers', {}, { case: 'managers' }),
      );
      expect([created.status, warnings(created)]).toEqual([201, [warning(why)]]);
      expect(at(created.json, 'metadata.managedFields.0.manager')).toBe('me');
    }
    entry = right;
    const created = await api.post(
      `${maps()}?fieldManager=me`,
      configMap('managers', {}, { case: 'managers' }),
    );
    expect([warnings(created), at(created.json, 'metadata.managedFields')]).toEqual([[], [right]]);
    entry = { ...right, fieldsV1: { f: {} } };
    const changed = await api.patch(`${maps()}/managers?fieldManager=me`, 'merge', { data: { a: '1' } });
    expect([changed.status, warnings(changed)]).toEqual([200, [expect.stringContaining('after admission')]]);
    expect(at(changed.json, 'metadata.managedFields')).toContainEqual(
      expect.objectContaining({ manager: 'me' }),
    );
  });

  test('every change is asked about: update, patch, apply, delete, a collection', async () => {
    const { api } = use();
    const sees = server.add(() => allow);
    await configure('validating', [hook('each', sees)]);
    const created = await create('each');
    const changed = { ...created.json, data: { a: '1' } };
    await api.put(`${maps()}/each?fieldManager=put&dryRun=All`, changed);
    await api.patch(`${maps()}/each?fieldManager=patch`, 'merge', { data: { b: '2' } });
    await api.patch(`${maps()}/each?fieldManager=apply`, 'apply', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'each' },
      data: { c: '3' },
    });
    await api.delete(`${maps()}/each`, { propagationPolicy: 'Background', gracePeriodSeconds: 5 });
    await create('each', 'each-2');
    await api.delete(`${maps()}?labelSelector=case%3Deach`);
    const shown = sees.reviews.map((_review, index) => {
      const { name, operation, dryRun, options, object, oldObject } = requestOf(sees, index);
      return [operation, name, dryRun, options, at(object, 'data'), at(oldObject, 'data')];
    });
    const options = (kind: string, more: object = {}): object => ({
      kind,
      apiVersion: 'meta.k8s.io/v1',
      ...more,
    });
    expect(shown).toEqual([
      ['CREATE', 'each', false, options('CreateOptions'), undefined, undefined],
      [
        'UPDATE',
        'each',
        true,
        options('UpdateOptions', { dryRun: ['All'], fieldManager: 'put' }),
        { a: '1' },
        undefined,
      ],
      ['UPDATE', 'each', false, options('UpdateOptions', { fieldManager: 'patch' }), { b: '2' }, undefined],
      [
        'UPDATE',
        'each',
        false,
        options('UpdateOptions', { fieldManager: 'apply' }),
        { b: '2', c: '3' },
        { b: '2' },
      ],
      [
        'DELETE',
        'each',
        false,
        options('DeleteOptions', { gracePeriodSeconds: 5, propagationPolicy: 'Background' }),
        undefined,
        { b: '2', c: '3' },
      ],
      ['CREATE', 'each-2', false, options('CreateOptions'), undefined, undefined],
      ['DELETE', undefined, false, options('DeleteOptions'), undefined, undefined],
    ]);
    expect(text(requestOf(sees, 6), 'oldObject.metadata.name')).toBe('each-2');
  });

  test('subresources are asked about with their own kinds', async () => {
    const { api, namespace } = use();
    const sees = server.add(() => allow);
    const rule = (apiGroups: string[], resources: string[]): object => ({
      operations: ['*'],
      apiGroups,
      apiVersions: ['v1'],
      resources,
    });
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': namespace } };
    await configure('validating', [
      hook('subresources', sees, {
        objectSelector: {},
        namespaceSelector,
        rules: [rule([''], ['pods/*', 'serviceaccounts/token']), rule(['apps'], ['deployments/scale'])],
      }),
    ]);
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    await api.post(pods, pod('asked'));
    await api.post(`${pods}/asked/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'asked' },
      target: { name: 'node-x' },
    });
    await api.patch(`${pods}/asked/status`, 'merge', { status: { phase: 'Running' } });
    await api.get(`${pods}/asked/exec?command=ls&stdout=true`);
    await api.post(`${pods}/asked/eviction`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'asked' },
      deleteOptions: { gracePeriodSeconds: 0 },
    });
    const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    await api.post(accounts, { metadata: { name: 'asked' } });
    await api.post(`${accounts}/asked/token`, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { audiences: ['a'] },
    });
    await api.post(deployments, {
      metadata: { name: 'asked' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    });
    await api.patch(`${deployments}/asked/scale`, 'merge', { spec: { replicas: 3 } });
    const shown = sees.reviews.map((_review, index) => {
      const { kind, resource, subResource, operation } = requestOf(sees, index);
      const of = `${text(kind, 'group')}/${text(kind, 'version')} ${text(kind, 'kind')}`;
      return `${String(operation)} ${text(resource, 'resource')}/${String(subResource)} ${of}`;
    });
    expect(shown).toEqual([
      'CREATE pods/undefined /v1 Pod',
      'CREATE pods/binding /v1 Binding',
      'UPDATE pods/status /v1 Pod',
      'CONNECT pods/exec /v1 PodExecOptions',
      'CREATE pods/eviction policy/v1 Eviction',
      'CREATE serviceaccounts/token authentication.k8s.io/v1 TokenRequest',
      'UPDATE deployments/scale autoscaling/v1 Scale',
    ]);
    expect(requestOf(sees, 3)).toMatchObject({
      name: 'asked',
      namespace,
      options: null,
      object: { kind: 'PodExecOptions', apiVersion: 'v1', stdout: true, command: ['ls'] },
    });
    expect(requestOf(sees, 6)).toMatchObject({
      object: { kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 3 } },
      oldObject: { kind: 'Scale', spec: { replicas: 1 } },
    });
  });

  test.each([
    ['a message', { message: 'never' }, [400, undefined, ': never']],
    ['a reason', { reason: 'Forbidden', code: 403 }, [403, 'Forbidden', ': Forbidden']],
    ['a code', { code: 422, message: 'no', reason: 'Invalid' }, [422, 'Invalid', ': no']],
    ['a code of success', { code: 200, status: 'Success' }, [400, undefined, ' without explanation']],
    ['nothing', undefined, [400, undefined, ' without explanation']],
  ] as const)(
    'a refusal with %s is the answer to the request',
    async (_what, status, [code, reason, why]) => {
      const of = `deny-${count}`;
      const denies = server.add(() => ({ allowed: false, ...(status && { status }), warnings: ['careful'] }));
      await configure('validating', [hook(of, denies)]);
      const refused = await create(of);
      const message = `admission webhook "${of}.contract.example.com" denied the request${why}`;
      expect(refusal(refused)).toEqual([code, reason, message]);
      expect(refused.headers['warning']).toBe('299 - "careful"');
      expect((await use().api.get(`${maps()}/${of}`)).status).toBe(404);
    },
  );

  test.each([
    ['no review', () => ({}), 'webhook response was absent'],
    [
      'another uid',
      (review: Json) => reviewOf(review, { ...allow, uid: 'x' }),
      'expected response.uid="UID", got "x"',
    ],
    [
      'a patch of a validating webhook',
      (review: Json) => reviewOf(review, patchedBy({ op: 'test', path: '/kind', value: 'ConfigMap' })),
      'validating webhook may not return response.patch',
    ],
  ] as const)('an answer with %s fails the request', async (_what, answer, problem) => {
    const of = `answer-${count}`;
    const answers = server.add(() => (response, review) => send(response, 200, answer(review)));
    await configure('validating', [hook(of, answers)]);
    const refused = await create(of);
    const head = `Internal error occurred: failed calling webhook "${of}.contract.example.com": `;
    expect([refused.status, refused.json['reason']]).toEqual([500, 'InternalError']);
    expect(refused.json['message']).toContain(head);
    const message = String(refused.json['message']).replace(text(requestOf(answers), 'uid'), 'UID');
    expect(message).toBe(`${head}received invalid webhook response: ${problem}`);
  });

  test.each([
    [
      '500 and a text',
      500,
      'broken\n',
      'text/plain',
      'an error on the server ("broken") has prevented the request from succeeding',
    ],
    [
      '500 and JSON',
      500,
      '{}',
      'application/json',
      'an error on the server ("unknown") has prevented the request from succeeding',
    ],
    ['404', 404, '', 'text/plain', 'the server could not find the requested resource'],
    [
      'a Status',
      500,
      '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"so it is"}',
      'application/json',
      'so it is',
    ],
    [
      'garbage',
      200,
      'garbage',
      'text/plain',
      `couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    ],
    [
      'nothing',
      200,
      '',
      'application/json',
      '0-length response with status code: 200 and content type: application/json',
    ],
    [
      'another kind',
      200,
      '{"kind":"Review","apiVersion":"admission.k8s.io/v1","response":{"allowed":true}}',
      'application/json',
      'no kind "Review" is registered for version "admission.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      'a value of another type',
      200,
      '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{"allowed":"yes"}}',
      'application/json',
      'json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool',
    ],
  ])('a webhook that answers with %s fails the request', async (_what, code, body, type, problem) => {
    const of = `fails-${count}`;
    const fails = server.add(() => (response) => send(response, code, body, type));
    await configure('validating', [hook(of, fails)]);
    const refused = await create(of);
    const head = `Internal error occurred: failed calling webhook "${of}.contract.example.com": `;
    expect(refusal(refused)).toEqual([500, 'InternalError', `${head}failed to call webhook: ${problem}`]);
    expect(at(refused.json, 'details.causes.0.message')).toContain('failed calling webhook');
  });

  test('a webhook that cannot be reached or trusted fails the request, unless failures are ignored', async () => {
    const closed = {
      clientConfig: { ...server.add(() => allow).clientConfig, url: 'https://127.0.0.1:1/x' },
    };
    const untrusted = server.add(() => allow);
    const { url } = untrusted.clientConfig;
    await configure('validating', [
      hook('closed', closed),
      hook('untrusted', { clientConfig: { url, caBundle: '' } }),
      hook('ignored', closed, { failurePolicy: 'Ignore' }),
      hook('service', { clientConfig: { service: { namespace: 'none', name: 'none' } } as never }),
    ]);
    const head = (of: string): string =>
      `Internal error occurred: failed calling webhook "${of}.contract.example.com": failed to call webhook: `;
    expect((await create('closed')).json['message']).toBe(
      `${head('closed')}Post "https://127.0.0.1:1/x?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused`,
    );
    expect((await create('untrusted')).json['message']).toBe(
      `${head('untrusted')}Post "${url}?timeout=10s": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
    );
    expect((await create('service')).json['message']).toBe(
      `${head('service')}Post "https://none.none.svc:443/?timeout=10s": service "none" not found`,
    );
    expect((await create('ignored')).status).toBe(201);
    expect(untrusted.reviews).toEqual([]);
  });

  test('a webhook that does not answer in time fails the request', async () => {
    const waits = server.add(() => () => undefined);
    await configure('mutating', [hook('waits', waits, { timeoutSeconds: 1 })]);
    expect((await create('waits')).json['message']).toBe(
      `Internal error occurred: failed calling webhook "waits.contract.example.com": failed to call webhook: Post "${waits.clientConfig.url}?timeout=1s": context deadline exceeded`,
    );
  });

  test('mutating webhooks are asked in the order of their configurations, and again if needed', async () => {
    const order: string[] = [];
    const named = (name: string): TestWebhook =>
      server.add(({ object }) => {
        order.push(name);
        const isNew = at(object, `metadata.labels.${name}`) === undefined;
        return isNew ? addLabel(name) : allow;
      });
    const extra = { objectSelector: { matchLabels: { case: 'order' } } };
    const again = { ...extra, reinvocationPolicy: 'IfNeeded' };
    await configure('mutating', [hook('c', named('c'), extra), hook('d', named('d'), again)], 'contract-y');
    await configure('mutating', [hook('a', named('a'), again), hook('b', named('b'), extra)], 'contract-x');
    const created = await create('order');
    expect(order).toEqual(['a', 'b', 'c', 'd', 'a']);
    const yes = 'yes';
    expect(at(created.json, 'metadata.labels')).toEqual({ case: 'order', a: yes, b: yes, c: yes, d: yes });
  });

  test('one that is asked again and changes the object has those after it asked again', async () => {
    const order: string[] = [];
    const extra = { objectSelector: { matchLabels: { case: 'rounds' } }, reinvocationPolicy: 'IfNeeded' };
    const counts = server.add(() => {
      order.push('counts');
      return addLabel('count', String(order.length));
    });
    const labels = server.add(() => {
      order.push('labels');
      return addLabel('labeled');
    });
    const looks = server.add(() => {
      order.push('looks');
      return allow;
    });
    await configure('mutating', [
      hook('counts', counts, extra),
      hook('labels', labels, { ...extra, reinvocationPolicy: 'Never' }),
      hook('looks', looks, extra),
    ]);
    const created = await create('rounds');
    expect(order).toEqual(['counts', 'labels', 'looks', 'counts', 'looks']);
    expect(at(created.json, 'metadata.labels.count')).toBe('4');
  });

  test('mutating webhooks are asked about an update before its version is required', async () => {
    const { api, namespace } = use();
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    const lease = { metadata: { name: 'versionless', labels: { case: 'versionless' } } };
    await api.post(leases, lease);
    const asked = server.add(() => ({ allowed: true, warnings: ['asked'] }));
    const rules = [
      {
        operations: ['UPDATE'],
        apiGroups: ['coordination.k8s.io'],
        apiVersions: ['v1'],
        resources: ['leases'],
      },
    ];
    await configure('mutating', [hook('versionless', asked, { rules })]);
    const refused = await api.put(`${leases}/versionless`, lease);
    expect([refused.status, refused.headers['warning']]).toEqual([422, '299 - "asked"']);
    expect(at(refused.json, 'details.causes.0.message')).toContain('must be specified for an update');
  });

  test('validating webhooks are sent what mutating ones and the server made of an object', async () => {
    const { api } = use();
    const mutates = server.add(() => addLabel('added'));
    const validates = server.add(() => allow);
    await configure('mutating', [hook('generated', mutates)]);
    await configure('validating', [hook('generated', validates)]);
    const created = await api.post(maps(), {
      metadata: { generateName: 'generated-', labels: { case: 'generated' } },
    });
    expect(created.status).toBe(201);
    const name = text(created.json, 'metadata.name');
    expect([requestOf(mutates)['name'], requestOf(validates)['name']]).toEqual([undefined, name]);
    expect(at(requestOf(validates), 'object.metadata')).toMatchObject({
      name,
      uid: text(created.json, 'metadata.uid'),
      labels: { added: 'yes' },
    });
  });

  test.each([
    ['cannot be applied', { op: 'remove', path: '/data/none' }, 500],
    ['makes the object invalid', { op: 'add', path: '/metadata/labels/bad', value: 'a b' }, 422],
    ['has a wrong type', { op: 'add', path: '/data', value: 'text' }, 500],
    ['renames the object', { op: 'replace', path: '/metadata/name', value: 'renamed' }, 201],
  ])('a patch that %s', async (_what, operation, code) => {
    const of = `patch-${count}`;
    await configure('mutating', [
      hook(
        of,
        server.add(() => patchedBy(operation)),
      ),
    ]);
    const answer = await create(of);
    expect([answer.status, answer.json['reason']]).toEqual([
      code,
      code === 201 ? undefined : code === 422 ? 'Invalid' : 'InternalError',
    ]);
  });

  test('a patch that does not apply fails the request with the reason', async () => {
    let operation: Json = {};
    const patches = server.add(() => patchedBy(operation));
    await configure('mutating', [hook('apply', patches)]);
    const said: unknown[] = [];
    for (operation of inapplicable.map(([each]) => each)) said.push((await create('apply')).json['message']);
    expect(said).toEqual(inapplicable.map(([, message]) => `Internal error occurred: ${message}`));
  });

  test.each([
    ['text', 'received undecodable patch in webhook response: '],
    ['{}', 'received undecodable patch in webhook response: '],
  ])('a patch that is %s fails the request', async (patch, problem) => {
    const of = `undecodable-${count}`;
    const encoded = Buffer.from(patch).toString('base64');
    await configure('mutating', [
      hook(
        of,
        server.add(() => ({ ...allow, patchType: 'JSONPatch', patch: encoded })),
      ),
    ]);
    const refused = await create(of);
    expect(refused.status).toBe(500);
    expect(refused.json['message']).toContain(
      `Internal error occurred: failed calling webhook "${of}.contract.example.com": ${problem}`,
    );
  });

  test('selectors look at the namespace, and at the old and the new object', async () => {
    const { api, namespace } = use();
    const sees = server.add(() => allow);
    const other = server.add(() => allow);
    const selector = (operator: string): object => ({
      matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator, values: [namespace] }],
    });
    await configure('validating', [
      hook('selected', sees, { namespaceSelector: selector('In') }),
      hook('selected-not', other, {
        namespaceSelector: selector('NotIn'),
        objectSelector: { matchLabels: { case: 'selected' } },
      }),
    ]);
    await api.post(maps(), configMap('selected'));
    await api.patch(`${maps()}/selected`, 'merge', { metadata: { labels: { case: 'selected' } } });
    await api.patch(`${maps()}/selected`, 'merge', { metadata: { labels: null } });
    await api.patch(`${maps()}/selected`, 'merge', { data: { a: '1' } });
    expect(sees.reviews).toHaveLength(2);
    expect(other.reviews).toEqual([]);
  });

  test('validating webhooks are sent the stored version of an update without one', async () => {
    const { api } = use();
    const created = await create('unversioned');
    const validates = server.add(() => allow);
    await configure('validating', [hook('unversioned', validates)]);
    const updated = configMap('unversioned', { a: '1' }, { case: 'unversioned' });
    expect((await api.put(`${maps()}/unversioned`, updated)).status).toBe(200);
    expect(at(requestOf(validates), 'object.metadata.resourceVersion')).toBe(
      text(created.json, 'metadata.resourceVersion'),
    );
  });

  test('what an apply leaves empty and a webhook adds to a custom object stays so between webhooks', async () => {
    const { api, namespace } = use();
    const kind = { group: 'empties.example.com', plural: 'empties' };
    const path = `/apis/${kind.group}/v1/namespaces/${namespace}/${kind.plural}`;
    const spec = { type: 'object', properties: { a: { type: 'string' } } };
    const schema = { type: 'object', properties: { spec } };
    await define(api, definitionOf(kind.group, kind.plural, 'Empty', [version(schema)]), path);
    const first = server.add(() =>
      patchedBy(
        { op: 'add', path: '/metadata/annotations', value: { a: 'b' } },
        { op: 'add', path: '/unknown', value: 1 },
      ),
    );
    const second = server.add(() => allow);
    const rules = [
      {
        operations: ['CREATE', 'UPDATE'],
        apiGroups: [kind.group],
        apiVersions: ['v1'],
        resources: [kind.plural],
      },
    ];
    const all = { rules, objectSelector: {} };
    await configure('mutating', [hook('first', first, all), hook('second', second, all)]);
    const applied = { apiVersion: `${kind.group}/v1`, kind: 'Empty', metadata: { name: 'one', labels: {} } };
    const created = await api.patch(`${path}/one?fieldManager=a`, 'apply', applied);
    expect([created.status, created.json['unknown']]).toEqual([201, undefined]);
    expect(requestOf(second)['object']).toMatchObject({
      metadata: { labels: {}, annotations: { a: 'b' } },
      unknown: 1,
    });
    const empty = { ...applied, metadata: { name: 'two' }, spec: { a: null } };
    const refused = await api.patch(`${path}/two?fieldManager=a`, 'apply', empty);
    expect(at(requestOf(second, 1), 'object.spec')).toEqual({ a: null });
    expect([refused.status, at(refused.json, 'details.causes.0.field')]).toEqual([422, 'spec.a']);
    await api.delete(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${kind.plural}.${kind.group}`);
  });

  test('webhooks are asked twice about an update that only stores a custom object in another form', async () => {
    const { api, namespace } = use();
    const kind = { group: 'forms.example.com', plural: 'forms' };
    const path = `/apis/${kind.group}/v1/namespaces/${namespace}/${kind.plural}`;
    await define(api, definitionOf(kind.group, kind.plural, 'Form', [version({ type: 'object' })]), path);
    const applied = { apiVersion: `${kind.group}/v1`, kind: 'Form', metadata: { name: 'one', labels: {} } };
    const created = await api.patch(`${path}/one?fieldManager=a`, 'apply', applied);
    const asked = server.add(() => allow);
    const rules = [
      { operations: ['UPDATE'], apiGroups: [kind.group], apiVersions: ['v1'], resources: [kind.plural] },
    ];
    await configure('validating', [hook('forms', asked, { rules, objectSelector: {} })]);
    // Its watch cache has the object.
    const since = text(created.json, 'metadata.resourceVersion');
    await api.get(`${path}?resourceVersion=${since}&resourceVersionMatch=NotOlderThan`);
    for (const reviews of [2, 3]) {
      expect((await api.patch(`${path}/one`, 'merge', {})).status).toBe(200);
      expect(asked.reviews).toHaveLength(reviews);
    }
    await api.delete(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${kind.plural}.${kind.group}`);
  });

  test('validating webhooks are sent the generation that an update counts; a status counts none', async () => {
    const { api, namespace } = use();
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const labels = { case: 'generation' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'i' }] } };
    await api.post(path, {
      metadata: { name: 'generation', labels },
      spec: { selector: { matchLabels: labels }, template },
    });
    const mutates = server.add(({ subResource }) =>
      subResource === 'status'
        ? patchedBy({ op: 'add', path: '/metadata/annotations', value: { a: 'b' } })
        : allow,
    );
    const validates = server.add(() => allow);
    const rules = [
      {
        operations: ['UPDATE'],
        apiGroups: ['apps'],
        apiVersions: ['v1'],
        resources: ['deployments', 'deployments/status'],
      },
    ];
    await configure('mutating', [hook('generation', mutates, { rules })]);
    await configure('validating', [hook('generation', validates, { rules })]);
    await api.patch(`${path}/generation`, 'merge', { spec: { replicas: 3 } });
    await api.patch(`${path}/generation/status`, 'merge', { status: { replicas: 1 } });
    expect([0, 1].map((index) => at(requestOf(validates, index), 'object.metadata.generation'))).toEqual([
      2, 2,
    ]);
  });

  test('a patch that changes nothing counts as a change of a built-in object with new managers', async () => {
    const order: string[] = [];
    const extra = { objectSelector: { matchLabels: { case: 'nothing' } }, reinvocationPolicy: 'IfNeeded' };
    const named = (name: string): TestWebhook =>
      server.add(() => {
        order.push(name);
        return patchedBy({ op: 'add', path: '/metadata/labels/case', value: 'nothing' });
      });
    const first = server.add(() => {
      order.push('first');
      return allow;
    });
    await configure('mutating', [
      hook('first', first, extra),
      hook('b', named('b'), extra),
      hook('c', named('c'), extra),
    ]);
    expect((await create('nothing')).status).toBe(201);
    expect(order).toEqual(['first', 'b', 'c', 'first']);
  });

  test('a rule for one version of a resource matches the others, converted, unless it must be exact', async () => {
    const { api, namespace } = use();
    const kind = { group: 'webhooks.example.com', plural: 'widgets' };
    const path = (of: string): string => `/apis/${kind.group}/${of}/namespaces/${namespace}/${kind.plural}`;
    const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const versions = [version(schema), { ...(version(schema) as Json), name: 'v2', storage: false }];
    await define(api, definitionOf(kind.group, kind.plural, 'Widget', versions), path('v2'));
    const equivalent = server.add(() => addLabel('added'));
    const exact = server.add(() => allow);
    const rules = [
      { operations: ['CREATE'], apiGroups: [kind.group], apiVersions: ['v1'], resources: [kind.plural] },
    ];
    await configure('mutating', [
      hook('equivalent', equivalent, { rules, objectSelector: {} }),
      hook('exact', exact, { rules, objectSelector: {}, matchPolicy: 'Exact' }),
    ]);
    const created = await api.post(path('v2'), {
      apiVersion: `${kind.group}/v2`,
      kind: 'Widget',
      metadata: { name: 'one', labels: { own: 'yes' } },
    });
    expect([created.status, created.json['apiVersion'], at(created.json, 'metadata.labels')]).toEqual([
      201,
      `${kind.group}/v2`,
      { own: 'yes', added: 'yes' },
    ]);
    expect(requestOf(equivalent)).toMatchObject({
      kind: { group: kind.group, version: 'v1', kind: 'Widget' },
      resource: { version: 'v1' },
      requestKind: { version: 'v2' },
      requestResource: { version: 'v2' },
      object: { apiVersion: `${kind.group}/v1` },
    });
    expect(exact.reviews).toEqual([]);
    await api.delete(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${kind.plural}.${kind.group}`);
  });

  test('webhooks are not asked about webhooks and policies', async () => {
    const { api } = use();
    const denies = server.add(() => ({ allowed: false }));
    const rules = [
      {
        operations: ['*'],
        apiGroups: ['admissionregistration.k8s.io'],
        apiVersions: ['*'],
        resources: ['*/*'],
      },
    ];
    await configure('validating', [hook('exempt', denies, { rules, objectSelector: {} })]);
    const path = `${group}/mutatingwebhookconfigurations`;
    expect((await api.post(path, { metadata: { name: 'contract-exempt' } })).status).toBe(201);
    expect((await api.delete(`${path}/contract-exempt`)).status).toBe(200);
    expect(denies.reviews).toEqual([]);
  });

  test('a write that meets another one while its webhook is asked begins again, or conflicts', async () => {
    const { api } = use();
    let writes = 0;
    let round = 1;
    const meets = server.add(async ({ operation, dryRun }) => {
      const isFirst = operation === 'UPDATE' && dryRun === false && writes++ === 0;
      if (isFirst) await api.patch(`${maps()}/meets`, 'merge', { data: { other: `${round++}` } });
      return allow;
    });
    await configure('mutating', [hook('meets', meets)]);
    const created = await create('meets');
    const patched = await api.patch(`${maps()}/meets`, 'merge', { data: { mine: 'y' } });
    expect([patched.status, patched.json['data']]).toEqual([200, { other: '1', mine: 'y' }]);
    writes = 0;
    const stale = { ...patched.json, data: { third: 'z' } };
    expect((await api.put(`${maps()}/meets`, stale)).status).toBe(409);
    expect((await api.put(`${maps()}/meets`, created.json)).status).toBe(409);
  });

  test('a configuration is validated', async () => {
    const refused = await use().api.post(`${group}/mutatingwebhookconfigurations`, {
      metadata: { name: 'contract-invalid' },
      webhooks: [
        { name: 'short', clientConfig: {}, admissionReviewVersions: [], sideEffects: 'Some' },
        {
          name: 'a.b.example.com',
          clientConfig: { url: 'http://user@127.0.0.1/x?y#z' },
          admissionReviewVersions: ['v3', 'v3', 'A'],
          sideEffects: 'None',
          timeoutSeconds: 31,
          failurePolicy: 'Never',
          matchPolicy: 'Some',
          reinvocationPolicy: 'Always',
          rules: [
            {},
            {
              operations: ['*', 'READ'],
              apiGroups: ['*', 'a'],
              apiVersions: ['', '*'],
              resources: ['*', 'pods', 'pods/*', 'pods/x', '*/x', '', '*/*'],
              scope: 'Some',
            },
          ],
        },
        {
          name: 'a.b.example.com',
          clientConfig: { service: { namespace: '', name: '', path: 'a//B', port: 70_000 } },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
        },
      ],
    });
    expect(refused.status).toBe(422);
    const causes = at(refused.json, 'details.causes') as readonly Json[];
    // The values of a name may differ: the real server writes them as Go does.
    const shown = causes.map(({ field, message }) => `${String(field)}: ${String(message)}`);
    expect(
      shown.map((line) => line.replace(/Invalid value: [[{].*[\]}]: /, '').replace(/ \(e\.g\. .*/, '')),
    ).toEqual([
      'webhooks[0].name: Invalid value: "short": should be a domain with at least three segments separated by dots',
      'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
      'webhooks[0].clientConfig: Required value: exactly one of url or service is required',
      'webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1',
      'webhooks[1].rules[0].operations: Required value',
      'webhooks[1].rules[0].apiGroups: Required value',
      'webhooks[1].rules[0].apiVersions: Required value',
      'webhooks[1].rules[0].resources: Required value',
      "webhooks[1].rules[1].operations: if '*' is present, must not specify other operations",
      'webhooks[1].rules[1].operations[1]: Unsupported value: "READ": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
      "webhooks[1].rules[1].apiGroups: if '*' is present, must not specify other API groups",
      "webhooks[1].rules[1].apiVersions: if '*' is present, must not specify other API versions",
      'webhooks[1].rules[1].apiVersions[0]: Required value',
      `webhooks[1].rules[1].resources[3]: Invalid value: "pods/x": if 'pods/*' is present, must not specify pods/x`,
      'webhooks[1].rules[1].resources[5]: Required value',
      "webhooks[1].rules[1].resources: if '*/*' is present, must not specify other resources",
      "webhooks[1].rules[1].resources: if '*' is present, must not specify other resources without subresources",
      'webhooks[1].rules[1].scope: Unsupported value: "Some": supported values: "*", "Cluster", "Namespaced"',
      'webhooks[1].failurePolicy: Unsupported value: "Never": supported values: "Fail", "Ignore"',
      'webhooks[1].matchPolicy: Unsupported value: "Some": supported values: "Equivalent", "Exact"',
      'webhooks[1].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds',
      'webhooks[1].reinvocationPolicy: Unsupported value: "Always": supported values: "IfNeeded", "Never"',
      `webhooks[1].clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
      'webhooks[1].clientConfig.url: Invalid value: "user": user information is not permitted in the URL',
      'webhooks[1].clientConfig.url: Invalid value: "z": fragments are not permitted in the URL',
      'webhooks[1].clientConfig.url: Invalid value: "y": query parameters are not permitted in the URL',
      'webhooks[1].admissionReviewVersions[1]: Invalid value: "v3": duplicate version',
      `webhooks[1].admissionReviewVersions[2]: Invalid value: "A": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character`,
      'webhooks[1].admissionReviewVersions: must include at least one of v1, v1beta1',
      'webhooks[2].clientConfig.service.name: Required value',
      'webhooks[2].clientConfig.service.namespace: Required value',
      'webhooks[2].clientConfig.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive',
      `webhooks[2].clientConfig.service.path: Invalid value: "a//B": must start with a '/'`,
      'webhooks[2].clientConfig.service.path: Invalid value: "a//B": segment[0] may not be empty',
      'webhooks[2].clientConfig.service.path: Invalid value: "a//B": segment[1] may not be empty',
      `webhooks[2].clientConfig.service.path: Invalid value: "a//B": segment[2]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character`,
      'webhooks[2].name: Duplicate value: "a.b.example.com"',
    ]);
  });
}

/** Operations that do not apply to a config map, and why (json-patch v4). */
const inapplicable: readonly (readonly [Json, string])[] = [
  [
    { op: 'add', path: '/none/a', value: 1 },
    'add operation does not apply: doc is missing path: "/none/a": missing value',
  ],
  [
    { op: 'add', path: '', value: {} },
    'add operation does not apply: doc is missing path: "": missing value',
  ],
  [{ op: 'add', value: 1 }, 'add operation failed to decode path: missing value'],
  [
    { op: 'add', path: '/metadata/managedFields/x', value: 1 },
    `error in add for path: '/metadata/managedFields/x': value was not a proper array index: 'x': strconv.Atoi: parsing "x": invalid syntax`,
  ],
  [
    { op: 'add', path: '/metadata/managedFields/9', value: 1 },
    `error in add for path: '/metadata/managedFields/9': Unable to access invalid index: 9: invalid index referenced`,
  ],
  [
    { op: 'remove', path: '/data' },
    `error in remove for path: '/data': Unable to remove nonexistent key: data: missing value`,
  ],
  [
    { op: 'remove', path: '/none/a' },
    'remove operation does not apply: doc is missing path: "/none/a": missing value',
  ],
  [
    { op: 'remove', path: '/metadata/managedFields/-7' },
    `error in remove for path: '/metadata/managedFields/-7': Unable to access invalid index: -7: invalid index referenced`,
  ],
  [
    { op: 'replace', path: '/none/a', value: 1 },
    'replace operation does not apply: doc is missing path: /none/a: missing value',
  ],
  [
    { op: 'replace', path: '/metadata/managedFields/9', value: 1 },
    'replace operation does not apply: doc is missing key: /metadata/managedFields/9: missing value',
  ],
  [{ op: 'replace', path: '', value: 'text' }, 'replace operation value must be object or array: %!w(<nil>)'],
  [
    { op: 'move', from: '/none', path: '/data' },
    `error in move for path: 'none': Unable to remove nonexistent key: none: missing value`,
  ],
  [
    { op: 'move', from: '/none/a', path: '/data' },
    'move operation does not apply: doc is missing from path: /none/a: missing value',
  ],
  [
    { op: 'move', path: '/data' },
    'move operation failed to decode from: operation, missing from field: missing value',
  ],
  [
    { op: 'move', from: '/kind', path: '/none/a' },
    'move operation does not apply: doc is missing destination path: /none/a: missing value',
  ],
  [
    { op: 'copy', from: '/none/a', path: '/data' },
    'copy operation does not apply: doc is missing from path: /none/a: missing value',
  ],
  [
    { op: 'copy', from: '/kind', path: '/none/a' },
    'copy operation does not apply: doc is missing destination path: /none/a: missing value',
  ],
  [{ op: 'test', path: '/kind', value: 'Other' }, 'testing value /kind failed: test failed'],
  [
    { op: 'test', path: '/none/a', value: 1 },
    'test operation does not apply: is missing path: /none/a: missing value',
  ],
  [{ op: 'other', path: '/kind' }, 'Unexpected kind: other'],
];
