import { expect, test } from 'vitest';
import { Api, at, names } from '../../../../../test/contract/http.js';
import { coordinationV1beta1, coreV1 } from '../../../../kube-informers/src/resources/index.js';
import { ApiServer } from '../api-server.js';

/** What kube-apiserver gives the objects of some kinds besides defaults. */

const core = '/api/v1/namespaces/default';
const jobs = '/apis/batch/v1/namespaces/default/jobs';
const containers = [{ name: 'c', image: 'i' }];

async function start(): Promise<{ server: ApiServer; api: Api }> {
  const server = await ApiServer.start();
  return { server, api: new Api({ baseUrl: server.url }) };
}

test('a service gets an address of its own and keeps it', async () => {
  const { server, api } = await start();
  await using _server = server;
  const create = async (name: string, spec: object): Promise<unknown> => {
    const { status, json } = await api.post(`${core}/services`, { metadata: { name }, spec });
    expect(status).toBe(201);
    return at(json, 'spec');
  };
  const ports = [{ port: 80 }];
  const first = await create('a', { ports, selector: { a: 'b' } });
  expect(first).toMatchObject({ clusterIP: '10.96.0.2', clusterIPs: ['10.96.0.2'], ipFamilies: ['IPv4'] });
  expect(await create('b', { ports })).toMatchObject({
    clusterIP: '10.96.0.3',
    ipFamilyPolicy: 'SingleStack',
  });
  expect(await create('headless', { ports, clusterIP: 'None' })).toMatchObject({
    clusterIPs: ['None'],
    ipFamilies: ['IPv4', 'IPv6'],
    ipFamilyPolicy: 'RequireDualStack',
  });
  expect(await create('name', { type: 'ExternalName', externalName: 'x.y' })).not.toHaveProperty('clusterIP');
  const replaced = await api.put(`${core}/services/a`, { metadata: { name: 'a' }, spec: { ports } });
  expect(at(replaced.json, 'spec.clusterIPs')).toEqual(['10.96.0.2']);
  const moved = await api.patch(`${core}/services/a`, 'merge', { spec: { clusterIP: '10.96.0.9' } });
  expect(moved.json['message']).toBe(
    'Service "a" is invalid: spec.clusterIPs[0]: Invalid value: ["10.96.0.9"]: may not change once set',
  );
  const taken = await api.post(`${core}/services`, {
    metadata: { name: 'c' },
    spec: { ports, clusterIP: '10.96.0.2' },
  });
  expect([taken.status, taken.json['message']]).toEqual([
    422,
    'Service "c" is invalid: spec.clusterIPs: Invalid value: ["10.96.0.2"]: failed to allocate IP 10.96.0.2: provided IP is already allocated',
  ]);
  await server.delete(coreV1.services, 'a');
  expect(await create('c', { ports, clusterIP: '10.96.0.2' })).toMatchObject({ clusterIP: '10.96.0.2' });
});

test('a service has node ports as long as its type needs them', async () => {
  const { server, api } = await start();
  await using _server = server;
  const ports = [
    { name: 'tcp', port: 53 },
    { name: 'udp', port: 53, protocol: 'UDP' },
    { name: 'web', port: 80 },
  ];
  const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports };
  const created = await api.post(`${core}/services`, { metadata: { name: 'a' }, spec });
  const portsOf = (json: unknown): unknown[] =>
    (at(json, 'spec.ports') as { nodePort?: number }[]).map(({ nodePort }) => nodePort);
  expect(portsOf(created.json)).toEqual([30_000, 30_000, 30_001]);
  expect(at(created.json, 'spec.healthCheckNodePort')).toBe(30_002);
  const other = {
    metadata: { name: 'b' },
    spec: { type: 'NodePort', ports: [{ port: 1, nodePort: 30_001 }] },
  };
  expect((await api.post(`${core}/services`, other)).json['message']).toBe(
    'Service "b" is invalid: spec.ports[0].nodePort: Invalid value: 30001: provided port is already allocated',
  );
  other.spec.ports = [{ port: 1, nodePort: 80 }];
  expect((await api.post(`${core}/services`, other)).json['message']).toBe(
    'Service "b" is invalid: spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
  );
  const inner = await api.patch(`${core}/services/a`, 'merge', { spec: { type: 'ClusterIP' } });
  expect(portsOf(inner.json)).toEqual([undefined, undefined, undefined]);
  for (const field of ['healthCheckNodePort', 'externalTrafficPolicy', 'allocateLoadBalancerNodePorts'])
    expect(at(inner.json, 'spec')).not.toHaveProperty(field);
});

test('a job gets a selector and labels of its own, unless its selector is manual', async () => {
  const { server, api } = await start();
  await using _server = server;
  const spec = { restartPolicy: 'Never', containers };
  const made = await api.post(jobs, { metadata: { name: 'a' }, spec: { template: { spec } } });
  const uid = at(made.json, 'metadata.uid');
  const labels = {
    'batch.kubernetes.io/controller-uid': uid,
    'controller-uid': uid,
    'batch.kubernetes.io/job-name': 'a',
    'job-name': 'a',
  };
  expect(at(made.json, 'metadata.labels')).toEqual(labels);
  expect(at(made.json, 'spec.template.metadata.labels')).toEqual(labels);
  expect(at(made.json, 'spec.selector.matchLabels')).toEqual({ 'batch.kubernetes.io/controller-uid': uid });
  const template = { metadata: { labels: { a: 'b' } }, spec };
  const selector = { matchLabels: { a: 'b' } };
  const refused = await api.post(jobs, { metadata: { name: 'b' }, spec: { selector, template } });
  expect(refused.json['message']).toMatch(/`selector` not auto-generated$/);
  const manual = { manualSelector: true, selector, template };
  const own = await api.post(jobs, { metadata: { name: 'b' }, spec: manual });
  expect([own.status, at(own.json, 'spec.selector'), at(own.json, 'metadata.labels')]).toEqual([
    201,
    selector,
    { a: 'b' },
  ]);
});

test('a pod gets the priority of its class, and tolerates lost nodes', async () => {
  const { server, api } = await start();
  await using _server = server;
  const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
  const create = async (name: string, spec: object): Promise<unknown> => {
    const { json } = await api.post(`${core}/pods`, { metadata: { name }, spec: { containers, ...spec } });
    return json['kind'] === 'Status' ? json['message'] : at(json, 'spec');
  };
  const lost = (key: string): object => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 300,
  });
  expect(await create('plain', {})).toMatchObject({
    priority: 0,
    preemptionPolicy: 'PreemptLowerPriority',
    tolerations: [lost('node.kubernetes.io/not-ready'), lost('node.kubernetes.io/unreachable')],
  });
  expect(await create('everywhere', { tolerations: [{ operator: 'Exists' }] })).toMatchObject({
    tolerations: [{ operator: 'Exists' }],
  });
  await api.post(classes, { metadata: { name: 'high' }, value: 1000, preemptionPolicy: 'Never' });
  expect(await create('high', { priorityClassName: 'high' })).toMatchObject({
    priority: 1000,
    preemptionPolicy: 'Never',
  });
  expect(await create('unknown', { priorityClassName: 'nothing' })).toBe(
    'pods "unknown" is forbidden: no PriorityClass with name nothing was found',
  );
  expect(await create('own', { priority: 5 })).toBe(
    'pods "own" is forbidden: the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
  );
  await api.post(classes, { metadata: { name: 'usual' }, value: 7, globalDefault: true });
  expect(await create('usual', {})).toMatchObject({ priority: 7, priorityClassName: 'usual' });
});

test('a manifest replaces what was made of it: what the server gave stays', async () => {
  const { server, api } = await start();
  await using _server = server;
  const replace = async (path: string, manifest: { metadata: object; spec?: object }): Promise<unknown> => {
    expect((await api.post(path, manifest)).status).toBe(201);
    const changed = { ...manifest, metadata: { ...manifest.metadata, annotations: { a: 'b' } } };
    const { status, json } = await api.put(`${path}/a`, changed);
    return status === 200 ? json : [status, json['message']];
  };
  const metadata = { name: 'a' };
  expect(await replace(`${core}/pods`, { metadata, spec: { containers } })).toMatchObject({
    metadata: { generation: 1 },
    spec: { priority: 0, tolerations: [{ tolerationSeconds: 300 }, { tolerationSeconds: 300 }] },
  });
  expect(await replace('/api/v1/namespaces', { metadata, spec: {} })).toMatchObject({
    spec: { finalizers: ['kubernetes'] },
  });
  const headless = { clusterIP: 'None', ports: [{ port: 80 }], selector: { a: 'b' } };
  expect(await replace(`${core}/services`, { metadata, spec: headless })).toMatchObject({
    spec: { clusterIPs: ['None'], ipFamilies: ['IPv4'] },
  });
  // Their changed annotations count as a change of what is wanted.
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers } };
  const deployment = { metadata, spec: { selector: { matchLabels: { a: 'b' } }, template } };
  expect(await replace('/apis/apps/v1/namespaces/default/deployments', deployment)).toMatchObject({
    metadata: { generation: 2 },
  });
  const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';
  const slice = { metadata, addressType: 'IPv4', endpoints: [] };
  expect(await replace(slices, slice)).toMatchObject({ metadata: { generation: 1 } });
  const labelled = await api.put(`${slices}/a`, { ...slice, metadata: { name: 'a', labels: { a: 'b' } } });
  expect(at(labelled.json, 'metadata.generation')).toBe(2);
  // A job's generated selector is not in its manifest, and may not change.
  const job = { metadata, spec: { template: { spec: { containers, restartPolicy: 'Never' } } } };
  expect(await replace(jobs, job)).toEqual([422, expect.stringContaining('spec.selector: Required value')]);
});

test('labels of a job that are those of its pods are not changed', async () => {
  const { server, api } = await start();
  await using _server = server;
  const labels = { a: 'b' };
  const template = { metadata: { labels }, spec: { containers, restartPolicy: 'Never' } };
  const { json } = await api.post(jobs, { metadata: { name: 'a', labels }, spec: { template } });
  expect(at(json, 'metadata.labels')).toEqual(labels);
});

test('the address of a pod is the first of its addresses', async () => {
  const { server, api } = await start();
  await using _server = server;
  await server.create(coreV1.pods, { metadata: { name: 'a' }, spec: { containers } });
  const path = `${core}/pods/a/status`;
  const one = await api.patch(path, 'merge', { status: { podIP: '1.2.3.4' } });
  expect(at(one.json, 'status.podIPs')).toEqual([{ ip: '1.2.3.4' }]);
  const other = await api.patch(path, 'merge', { status: { podIP: '5.6.7.8' } });
  expect(at(other.json, 'status.podIPs')).toEqual([{ ip: '5.6.7.8' }]);
});

test('a new node is tainted as not ready, once', async () => {
  const { server, api } = await start();
  await using _server = server;
  const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
  const created = await api.post('/api/v1/nodes', { metadata: { name: 'a' } });
  expect(at(created.json, 'spec.taints')).toEqual([taint]);
  const given = await api.post('/api/v1/nodes', { metadata: { name: 'b' }, spec: { taints: [taint] } });
  expect(at(given.json, 'spec.taints')).toEqual([taint]);
  const ready = await api.patch('/api/v1/nodes/a', 'merge', { spec: { taints: null } });
  expect(at(ready.json, 'spec')).toEqual({});
});

test('events of both groups are the same objects, in two forms', async () => {
  const { server, api } = await start();
  await using _server = server;
  const newer = '/apis/events.k8s.io/v1/namespaces/default/events';
  const watch = await api.watch(`${newer}?watch=true&resourceVersion=${server.resourceVersion}`);
  const involvedObject = { kind: 'Pod', name: 'p', namespace: 'default' };
  await api.post(`${core}/events`, { metadata: { name: 'a' }, involvedObject, message: 'm', count: 3 });
  expect(at(await watch.next(), 'object')).toMatchObject({
    apiVersion: 'events.k8s.io/v1',
    regarding: involvedObject,
    note: 'm',
    deprecatedCount: 3,
  });
  await api.post(newer, { metadata: { name: 'b' }, regarding: involvedObject, note: 'n', reason: 'R' });
  expect(at(await watch.next(), 'object.note')).toBe('n');
  expect((await api.get(`${core}/events/b`)).json).toMatchObject({
    apiVersion: 'v1',
    involvedObject,
    message: 'n',
    reason: 'R',
  });
  expect(names((await api.get(`${core}/events?fieldSelector=involvedObject.name%3Dp`)).json)).toEqual([
    'a',
    'b',
  ]);
  expect(names((await api.get(`${newer}?fieldSelector=regarding.name%3Dp,reason%3DR`)).json)).toEqual(['b']);
  const patched = await api.patch(`${newer}/a`, 'merge', { note: 'changed' });
  expect([at(patched.json, 'note'), at(patched.json, 'regarding')]).toEqual(['changed', involvedObject]);
  expect(at((await api.get(`${core}/events/a`)).json, 'message')).toBe('changed');
  await api.delete(`${newer}/a`);
  expect((await api.get(`${core}/events/a`)).status).toBe(404);
  watch.close();
});

test('versions that are not stable are served only when asked for', async () => {
  const path = '/apis/coordination.k8s.io/v1beta1/leasecandidates';
  const versions = async (server: ApiServer): Promise<unknown[]> => {
    const { json } = await new Api({ baseUrl: server.url }).get('/apis/coordination.k8s.io');
    return (at(json, 'versions') as { version: string }[]).map(({ version }) => version);
  };
  await using stable = await ApiServer.start();
  expect(await versions(stable)).toEqual(['v1']);
  expect((await new Api({ baseUrl: stable.url }).get(path)).status).toBe(404);
  await expect(stable.list(coordinationV1beta1.leaseCandidates)).rejects.toThrow('not found');
  await using beta = await ApiServer.start({ runtimeConfig: { 'coordination.k8s.io/v1beta1': true } });
  expect(await versions(beta)).toEqual(['v1', 'v1beta1']);
  expect((await new Api({ baseUrl: beta.url }).get(path)).status).toBe(200);
  await using less = await ApiServer.start({ runtimeConfig: { 'api/all': true, 'api/alpha': false } });
  expect(await versions(less)).toEqual(['v1', 'v1beta1']);
  await expect(ApiServer.start({ runtimeConfig: { 'apps/v9': true } })).rejects.toThrow(
    'a key of runtimeConfig of ApiServer.start must be GROUP/VERSION of a built-in resource, or one of api/all',
  );
});

test('discovery lists reviews and bindings, which only have create', async () => {
  const { server, api } = await start();
  await using _server = server;
  const legacy = (await api.get('/apis/authorization.k8s.io/v1')).json;
  expect((at(legacy, 'resources') as object[])[0]).toEqual({
    name: 'localsubjectaccessreviews',
    singularName: 'localsubjectaccessreview',
    namespaced: true,
    kind: 'LocalSubjectAccessReview',
    verbs: ['create'],
  });
  expect(JSON.stringify((await api.get('/api/v1')).json)).toContain('"name":"bindings"');
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const { json } = await api.get('/apis', { accept });
  const groups = at(json, 'items') as { metadata: { name: string } }[];
  expect(groups.map(({ metadata }) => metadata.name)).toContain('authentication.k8s.io');
});
