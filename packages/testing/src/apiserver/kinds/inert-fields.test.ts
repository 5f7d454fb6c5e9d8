import { expect, test } from 'vitest';
import { Api, text } from '../../../../../test/contract/http.js';
import { ApiServer } from '../api-server.js';

const container = { name: 'c', image: 'i' };
const annotated = (name: string): object => ({ metadata: { name: 'x', annotations: { [name]: 'true' } } });
const namespaced = '/api/v1/namespaces/default';
const admission = '/apis/admissionregistration.k8s.io/v1';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const flow = '/apis/flowcontrol.apiserver.k8s.io/v1';
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' };

test.each([
  [
    `${admission}/mutatingadmissionpolicies`,
    { spec: { mutations: [], reinvocationPolicy: 'Never' } },
    'spec',
    'does not evaluate mutating admission policies',
  ],
  [
    `${admission}/mutatingadmissionpolicybindings`,
    { spec: { policyName: 'p' } },
    'spec',
    'does not evaluate mutating admission policies',
  ],
  [`${rbac}/namespaces/default/rolebindings`, { roleRef }, 'roleRef', 'allows everything to everyone'],
  [`${rbac}/clusterrolebindings`, { roleRef }, 'roleRef', 'allows everything to everyone'],
  [`${flow}/flowschemas`, { spec: { matchingPrecedence: 1 } }, 'spec', 'does not queue requests by priority'],
  [
    `${flow}/prioritylevelconfigurations`,
    { spec: { type: 'Exempt' } },
    'spec',
    'does not queue requests by priority',
  ],
  [
    '/apis/apiregistration.k8s.io/v1/apiservices',
    {
      metadata: { name: 'v1.a.b' },
      spec: { group: 'a.b', version: 'v1', service: { namespace: 'n', name: 's' } },
    },
    'spec.service',
    'does not aggregate other API servers',
  ],
  [`${namespaced}/resourcequotas`, { spec: { hard: { pods: '0' } } }, 'spec.hard', 'does not enforce quotas'],
  [
    `${namespaced}/limitranges`,
    { spec: { limits: [{ type: 'Pod' }] } },
    'spec.limits',
    'does not enforce limits, nor set their defaults',
  ],
  [
    '/apis/storage.k8s.io/v1/storageclasses',
    { provisioner: 'p', ...annotated('storageclass.kubernetes.io/is-default-class') },
    'metadata.annotations',
    'does not set the default class of claims',
  ],
  [
    '/apis/networking.k8s.io/v1/ingressclasses',
    annotated('ingressclass.kubernetes.io/is-default-class'),
    'metadata.annotations',
    'does not set the default class of ingresses',
  ],
  [
    `${namespaced}/pods`,
    { spec: { containers: [container], runtimeClassName: 'p' } },
    'spec.runtimeClassName',
    'does not look up runtime classes',
  ],
])('%s warns once about what is only stored: %j', async (path, object, field, why) => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const created = await api.post(path, { metadata: { name: 'x' }, ...object });
  expect([created.status, created.json['message']]).toEqual([201, undefined]);
  expect(created.headers['warning']).toBe(`299 - "${field}: the embedded API server ${why}"`);
  const name = text(created.json, 'metadata.name');
  const changed = await api.patch(`${path}/${name}`, 'merge', { metadata: { labels: { a: 'b' } } });
  expect([changed.status, changed.headers['warning']]).toEqual([200, undefined]);
});

test.each([
  [`${namespaced}/pods`, { spec: { containers: [container] } }],
  [`${namespaced}/services`, { spec: { clusterIP: 'None', ports: [{ port: 80 }] } }],
  [`${namespaced}/services`, { spec: { ports: [{ port: 80 }] } }],
  [`${namespaced}/services`, { spec: { type: 'ExternalName', externalName: 'x.y' } }],
  [`${admission}/validatingwebhookconfigurations`, { webhooks: [] }],
  ['/apis/scheduling.k8s.io/v1/priorityclasses', { value: 1 }],
])('%s does not warn about %j', async (path, object) => {
  await using server = await ApiServer.start();
  const created = await new Api({ baseUrl: server.url }).post(path, { metadata: { name: 'x' }, ...object });
  expect([created.status, created.headers['warning']]).toEqual([201, undefined]);
});

test('an impersonated request is carried out with a warning', async () => {
  await using server = await ApiServer.start();
  const response = await fetch(`${server.url}${namespaced}/pods`, { headers: { 'Impersonate-User': 'bob' } });
  await response.text();
  expect([response.status, response.headers.get('warning')]).toEqual([
    200,
    '299 - "Impersonate-User: the embedded API server allows everything to everyone"',
  ]);
});

test.each(['configmaps', 'secrets'])('immutable %s keep their data', async (resource) => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const path = `${namespaced}/${resource}`;
  await api.post(path, { metadata: { name: 'x' }, immutable: true, data: { a: 'MQ==' } });
  const changed = await api.patch(`${path}/x`, 'merge', { data: { a: 'Mg==' } });
  expect(changed.status).toBe(422);
  expect(changed.json['message']).toMatch('data: Forbidden: field is immutable when `immutable` is set');
  const freed = await api.patch(`${path}/x`, 'merge', { immutable: false });
  expect(freed.json['message']).toMatch('immutable: Forbidden: field is immutable when `immutable` is set');
  expect((await api.patch(`${path}/x`, 'merge', { metadata: { labels: { a: 'b' } } })).status).toBe(200);
  expect((await api.delete(`${path}/x`)).status).toBe(200);
});

test('a secret keeps its type', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  await api.post(`${namespaced}/secrets`, { metadata: { name: 'x' } });
  const changed = await api.patch(`${namespaced}/secrets/x`, 'merge', { type: 'example.com/other' });
  expect([changed.status, changed.json['message']]).toEqual([
    422,
    'Secret "x" is invalid: type: Invalid value: "example.com/other": field is immutable',
  ]);
});
