import { expect, test } from 'vitest';
import { configMap, configMaps, pod } from './contract.js';
import type { Context } from './contract.js';
import { at, text } from './http.js';
import type { Json } from './http.js';

export function writeContract(use: () => Context): void {
  const pods = (): string => `/api/v1/namespaces/${use().namespace}/pods`;
  const maps = (): string => configMaps(use().namespace);
  const leases = (): string => `/apis/coordination.k8s.io/v1/namespaces/${use().namespace}/leases`;

  test('a create sets the fields that only the server sets', async () => {
    const { api, namespace } = use();
    const { status, json } = await api.post(maps(), {
      metadata: {
        name: 'created',
        uid: 'mine',
        creationTimestamp: '2020-01-01T00:00:00Z',
        deletionTimestamp: '2020-01-01T00:00:00Z',
        selfLink: '/x',
      },
      data: { k: 'v' },
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'created', namespace },
      data: { k: 'v' },
    });
    expect(text(json, 'metadata.uid')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(text(json, 'metadata.creationTimestamp')).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(text(json, 'metadata.creationTimestamp')).not.toBe('2020-01-01T00:00:00Z');
    expect(text(json, 'metadata.resourceVersion')).toMatch(/^[1-9]\d*$/);
    for (const field of ['deletionTimestamp', 'selfLink', 'generation'])
      expect(at(json, 'metadata')).not.toHaveProperty(field);
    expect((await api.get(`${maps()}/created`)).json).toEqual(json);
  });

  test('a pod gets its defaults, generation 1 and the phase Pending', async () => {
    const { json } = await use().api.post(pods(), { ...pod('defaults'), status: { phase: 'Running' } });
    expect(json).toMatchObject({
      metadata: { generation: 1 },
      spec: {
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: 30,
        dnsPolicy: 'ClusterFirst',
        schedulerName: 'default-scheduler',
        containers: [
          {
            name: 'c',
            image: 'nginx:1',
            imagePullPolicy: 'IfNotPresent',
            terminationMessagePath: '/dev/termination-log',
          },
        ],
      },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    });
  });

  test('generateName adds five characters', async () => {
    const { json, status } = await use().api.post(maps(), { metadata: { generateName: 'gen-' } });
    expect(status).toBe(201);
    expect(text(json, 'metadata.name')).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(at(json, 'metadata.generateName')).toBe('gen-');
  });

  test('a name can be used once', async () => {
    const { api } = use();
    await api.post(maps(), configMap('taken'));
    const { status, json } = await api.post(maps(), configMap('taken'));
    expect(status).toBe(409);
    expect(json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'configmaps "taken" already exists',
      reason: 'AlreadyExists',
      details: { name: 'taken', kind: 'configmaps' },
      code: 409,
    });
  });

  test('the namespace must exist and be that of the URL', async () => {
    const { api } = use();
    const missing = await api.post(configMaps('no-such-namespace'), configMap('a'));
    expect([missing.status, missing.json['message']]).toEqual([
      404,
      'namespaces "no-such-namespace" not found',
    ]);
    const other = await api.post(maps(), { metadata: { name: 'a', namespace: 'other' } });
    expect([other.status, other.json['message']]).toEqual([
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ]);
  });

  test('a new object must not have a version', async () => {
    const { api } = use();
    const { status, json } = await api.post(maps(), {
      metadata: { name: 'versioned', resourceVersion: '5' },
    });
    expect([status, json['message']]).toEqual([
      500,
      'resourceVersion should not be set on objects to be created',
    ]);
    expect((await api.post(maps(), { metadata: { name: 'versioned', resourceVersion: '0' } })).status).toBe(
      201,
    );
  });

  test('the status of a deployment is written without its labels', async () => {
    const { api, namespace } = use();
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const labels = { app: 'labeled' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { replicas: 0, selector: { matchLabels: labels }, template };
    await api.post(path, { metadata: { name: 'labeled', labels }, spec });
    const changes = { labels: { app: null, new: '1' }, annotations: { kept: '1' } };
    const changed = await api.patch(`${path}/labeled/status?fieldManager=status`, 'merge', {
      metadata: changes,
      status: { observedGeneration: 7 },
    });
    expect([changed.status, changed.json['metadata']]).toMatchObject([
      200,
      { labels, annotations: { kept: '1' } },
    ]);
    const managers = at(changed.json, 'metadata.managedFields') as readonly Json[];
    const own = managers.find(({ manager }) => manager === 'status');
    expect(Object.keys(at(own, 'fieldsV1.f:metadata') as Json)).toEqual(['f:annotations']);
  });

  test('an update needs the version that it is based on, or no version', async () => {
    const { api } = use();
    const created = await api.post(maps(), configMap('updated', { n: '1' }));
    const first = await api.put(`${maps()}/updated`, { ...created.json, data: { n: '2' } });
    expect(first.status).toBe(200);
    const stale = await api.put(`${maps()}/updated`, { ...created.json, data: { n: '3' } });
    expect(stale.status).toBe(409);
    expect(stale.json).toMatchObject({
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on configmaps "updated": the object has been modified; please apply your changes to the latest version and try again',
      details: { name: 'updated', kind: 'configmaps' },
    });
    const forced = await api.put(`${maps()}/updated`, configMap('updated', { n: '4' }));
    expect([forced.status, forced.json['data']]).toEqual([200, { n: '4' }]);
    expect(at(forced.json, 'metadata.uid')).toBe(at(created.json, 'metadata.uid'));
    expect(at(forced.json, 'metadata.creationTimestamp')).toBe(
      at(created.json, 'metadata.creationTimestamp'),
    );
  });

  test('an update that changes nothing keeps the version', async () => {
    const { api } = use();
    const created = await api.post(maps(), configMap('same', { a: '1', b: '2' }));
    const again = await api.put(`${maps()}/same`, { metadata: { name: 'same' }, data: { b: '2', a: '1' } });
    expect(at(again.json, 'metadata.resourceVersion')).toBe(at(created.json, 'metadata.resourceVersion'));
  });

  test('the name must be that of the URL, and the uid that of the stored object', async () => {
    const { api } = use();
    await api.post(maps(), configMap('identity'));
    const name = await api.put(`${maps()}/identity`, configMap('other'));
    expect([name.status, name.json['message']]).toEqual([
      400,
      'the name of the object (other) does not match the name on the URL (identity)',
    ]);
    const none = await api.put(`${maps()}/identity`, { metadata: {} });
    expect([none.status, none.json['message']]).toEqual([
      400,
      'the name of the object (identity based on URL) was undeterminable: name must be provided',
    ]);
    const uid = await api.put(`${maps()}/identity`, { metadata: { name: 'identity', uid: 'zzz' } });
    expect(uid.status).toBe(409);
    expect(uid.json['message']).toMatch(
      /Precondition failed: UID in precondition: zzz, UID in object meta: [0-9a-f-]{36}$/,
    );
  });

  test('an update of an unknown object is not found, unless the kind creates on update', async () => {
    const { api } = use();
    const missing = await api.put(`${maps()}/missing`, configMap('missing'));
    expect([missing.status, missing.json['message']]).toEqual([404, 'configmaps "missing" not found']);
    const lease = await api.put(`${leases()}/made`, { metadata: { name: 'made' }, spec: {} });
    expect(lease.status).toBe(201);
    const versioned = await api.put(`${leases()}/anew`, {
      metadata: { name: 'anew', resourceVersion: '5' },
      spec: {},
    });
    expect(versioned.status).toBe(201);
    const uid = await api.put(`${leases()}/uid`, { metadata: { name: 'uid', uid: 'abc' }, spec: {} });
    expect(uid.status).toBe(409);
    expect(uid.json['message']).toMatch(
      /Precondition failed: UID in precondition: abc, UID in object meta: $/,
    );
  });

  test('only a deletion sets the fields of a deletion', async () => {
    const { api } = use();
    await api.post(maps(), configMap('marks'));
    const time = await api.put(`${maps()}/marks`, {
      metadata: { name: 'marks', deletionTimestamp: '2020-01-01T00:00:00Z' },
    });
    expect([time.status, time.json['message']]).toEqual([
      422,
      'ConfigMap "marks" is invalid: metadata.deletionTimestamp: Invalid value: "2020-01-01T00:00:00Z": field is immutable',
    ]);
    const grace = await api.patch(`${maps()}/marks`, 'merge', {
      metadata: { deletionGracePeriodSeconds: 5 },
    });
    expect([grace.status, grace.json['message']]).toEqual([
      422,
      'ConfigMap "marks" is invalid: metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable',
    ]);
  });

  test('an empty list of managedFields removes them', async () => {
    const { api } = use();
    await api.post(maps(), configMap('forgotten', { a: '1' }));
    const { json } = await api.patch(`${maps()}/forgotten`, 'merge', { metadata: { managedFields: [] } });
    expect(at(json, 'metadata')).not.toHaveProperty('managedFields');
  });

  test('status is written only at its own endpoint', async () => {
    const { api } = use();
    const created = await api.post(pods(), pod('status'));
    const own = await api.put(`${pods()}/status`, { ...created.json, status: { phase: 'Failed' } });
    expect(at(own.json, 'status.phase')).toBe('Pending');
    const status = await api.patch(`${pods()}/status/status`, 'merge', {
      status: { phase: 'Running' },
      spec: { nodeName: 'x' },
    });
    expect(at(status.json, 'status.phase')).toBe('Running');
    expect(at(status.json, 'spec')).not.toHaveProperty('nodeName');
    expect(at(status.json, 'metadata.generation')).toBe(1);
    expect((await api.get(`${pods()}/status/status`)).json['kind']).toBe('Pod');
    expect((await api.get(`${maps()}/any/status`)).status).toBe(404);
  });

  test('generation counts changes of the spec', async () => {
    const { api, namespace } = use();
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const created = await api.post(path, {
      metadata: { name: 'gen' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    });
    expect(at(created.json, 'metadata.generation')).toBe(1);
    expect(created.json['spec']).toMatchObject({
      replicas: 1,
      revisionHistoryLimit: 10,
      strategy: { type: 'RollingUpdate' },
    });
    const label = await api.patch(`${path}/gen`, 'merge', { metadata: { labels: { x: 'y' } } });
    expect(at(label.json, 'metadata.generation')).toBe(1);
    const scaled = await api.patch(`${path}/gen`, 'merge', { spec: { replicas: 3 } });
    expect(at(scaled.json, 'metadata.generation')).toBe(2);
    const status = await api.patch(`${path}/gen/status`, 'merge', { status: { replicas: 3 } });
    expect(at(status.json, 'metadata.generation')).toBe(2);
  });

  test('a dry run returns the result and stores nothing', async () => {
    const { api } = use();
    const created = await api.post(`${maps()}?dryRun=All`, configMap('dry', { k: 'v' }));
    expect([created.status, created.json['data']]).toEqual([201, { k: 'v' }]);
    expect((await api.get(`${maps()}/dry`)).status).toBe(404);
    await api.post(maps(), configMap('dry', { k: '1' }));
    const patched = await api.patch(`${maps()}/dry?dryRun=All`, 'merge', { data: { k: '2' } });
    expect(patched.json['data']).toEqual({ k: '2' });
    const updated = await api.put(`${maps()}/dry?dryRun=All`, configMap('dry', { k: '3' }));
    expect([updated.status, updated.json['data']]).toEqual([200, { k: '3' }]);
    expect((await api.delete(`${maps()}/dry?dryRun=All`)).status).toBe(200);
    expect((await api.get(`${maps()}/dry`)).json['data']).toEqual({ k: '1' });
    const wrong = await api.post(`${maps()}?dryRun=Foo`, configMap('dry'));
    expect([wrong.status, wrong.json['message']]).toEqual([
      422,
      'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Foo"]: supported values: "All"',
    ]);
  });

  test('managedFields name the writer and its fields', async () => {
    const { api } = use();
    const created = await api.post(`${maps()}?fieldManager=me`, configMap('managed', { a: '1' }));
    expect(at(created.json, 'metadata.managedFields')).toMatchObject([
      {
        manager: 'me',
        operation: 'Update',
        apiVersion: 'v1',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } },
      },
    ]);
    const patched = await api.patch(`${maps()}/managed?fieldManager=you`, 'merge', {
      data: { a: '2', b: '3' },
    });
    expect(at(patched.json, 'metadata.managedFields')).toMatchObject([
      { manager: 'me', fieldsV1: { 'f:data': {} } },
      { manager: 'you', fieldsV1: { 'f:data': { 'f:a': {}, 'f:b': {} } } },
    ]);
  });

  test('a secret accepts text and returns base64', async () => {
    const { api, namespace } = use();
    const { json } = await api.post(`/api/v1/namespaces/${namespace}/secrets`, {
      metadata: { name: 's' },
      stringData: { a: 'b' },
    });
    expect(json).toMatchObject({ data: { a: 'Yg==' }, type: 'Opaque' });
    expect(json).not.toHaveProperty('stringData');
  });
}
