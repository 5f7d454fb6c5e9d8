import { expect, onTestFinished, test } from 'vitest';
import { pod } from './contract.js';
import type { Context } from './contract.js';
import { at } from './http.js';

const labels = { a: 'b' };
const { spec: podSpec } = pod('p') as { readonly spec: object };
const workload = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } };
const all = ['annotations', 'finalizers', 'labels', 'ownerReferences'];

/** A kind, the rest of an object, and what of the metadata its status endpoint changes. */
const kinds: readonly (readonly [path: string, spec: object, changed: readonly string[]])[] = [
  ['api/v1/namespaces/NAMESPACE/pods', podSpec, ['annotations', 'finalizers', 'labels']],
  ['api/v1/namespaces/NAMESPACE/services', { ports: [{ port: 80 }] }, all],
  [
    'apis/apps/v1/namespaces/NAMESPACE/deployments',
    workload,
    ['annotations', 'finalizers', 'ownerReferences'],
  ],
  ['apis/apps/v1/namespaces/NAMESPACE/replicasets', workload, all],
  [
    'apis/resource.k8s.io/v1/namespaces/NAMESPACE/resourceclaims',
    { devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'a' } }] } },
    [],
  ],
  ['apis/networking.k8s.io/v1/servicecidrs', { cidrs: ['10.9.0.0/24'] }, []],
  [
    'apis/storage.k8s.io/v1/volumeattachments',
    { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } },
    [],
  ],
  [
    'apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
    { matchingPrecedence: 1000, priorityLevelConfiguration: { name: 'global-default' } },
    [],
  ],
  [
    'apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
    { type: 'Limited', limited: { nominalConcurrencyShares: 1, limitResponse: { type: 'Reject' } } },
    [],
  ],
  [
    'apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
    {
      matchConstraints: {
        resourceRules: [
          { apiGroups: ['x.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['xs'] },
        ],
      },
      validations: [{ expression: 'true' }],
    },
    [],
  ],
];

/** What of an object's metadata its status endpoint changes, and who owns it then. */
export function statusContract(use: () => Context): void {
  test.each(kinds)('the status of /%s', async (path, spec, changed) => {
    const { api, namespace } = use();
    const collection = `/${path.replace('NAMESPACE', namespace)}`;
    const metadata = { name: `status-${namespace}`, labels: { 'kubernetes.io/a': 'b' } };
    const url = `${collection}/${metadata.name}`;
    const created = await api.post(`${collection}?fieldManager=creates`, { metadata, spec });
    expect([created.status, created.text]).toEqual([201, expect.anything()]);
    onTestFinished(async () => {
      await api.patch(url, 'merge', { metadata: { finalizers: null } });
      await api.delete(`${url}?gracePeriodSeconds=0`);
    });
    const more = {
      labels: { x: 'y' },
      annotations: { x: 'y' },
      finalizers: ['contract.example.com/a'],
      ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'p', uid: '1' }],
    };
    const patched = await api.patch(`${url}/status?fieldManager=changes`, 'merge', { metadata: more });
    expect([patched.status, patched.text]).toEqual([200, expect.anything()]);
    const { metadata: now } = patched.json;
    const isIn: Record<string, unknown> = {
      annotations: at(now, 'annotations.x'),
      finalizers: at(now, 'finalizers.0'),
      labels: at(now, 'labels.x'),
      ownerReferences: at(now, 'ownerReferences.0'),
    };
    expect(Object.keys(isIn).filter((field) => isIn[field] !== undefined)).toEqual(changed);
    const managers = at(now, 'managedFields') as readonly object[];
    const owned = managers.filter((entry) => at(entry, 'manager') === 'changes');
    const names = owned.flatMap((entry) => Object.keys(at(entry, 'fieldsV1.f:metadata') ?? {}));
    expect(names.toSorted()).toEqual(changed.map((field) => `f:${field}`));
  });
}
