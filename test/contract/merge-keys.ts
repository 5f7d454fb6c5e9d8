import { afterAll, expect, test } from 'vitest';
import type { Context } from './contract.js';
import { at, text } from './http.js';
import type { Json } from './http.js';

/** Where a list of a built-in kind is, the key its elements have, and three of them: the last one is the first, changed. */
interface Row {
  readonly of: keyof typeof places;
  readonly list: string;
  /** undefined: the list is one value, and a patch replaces it. */
  readonly key: string | undefined;
  readonly first: Json;
  readonly second: Json;
  readonly changed: Json;
}

const container = { name: 'c', image: 'i' };
const labels = { matchLabels: { a: 'b' } };

/** A list is put at the end of `path` in an object of the kind; a `subresource` has it where the object has not. */
const places = {
  template: { resource: 'apps/v1 deployments', path: 'spec.template.spec', subresource: '' },
  container: { resource: 'apps/v1 deployments', path: 'spec.template.spec.containers.0', subresource: '' },
  deployment: { resource: 'apps/v1 deployments', path: 'status', subresource: '/status' },
  replicaset: { resource: 'apps/v1 replicasets', path: 'status', subresource: '/status' },
  job: { resource: 'batch/v1 jobs', path: 'status', subresource: '/status' },
  podStatus: { resource: 'v1 pods', path: 'status', subresource: '/status' },
  service: { resource: 'v1 services', path: 'spec', subresource: '' },
  serviceStatus: { resource: 'v1 services', path: 'status', subresource: '/status' },
  serviceAccount: { resource: 'v1 serviceaccounts', path: '', subresource: '' },
  configMap: { resource: 'v1 configmaps', path: 'metadata', subresource: '' },
  node: { resource: 'v1 nodes', path: 'spec', subresource: '' },
  nodeStatus: { resource: 'v1 nodes', path: 'status', subresource: '/status' },
} as const;

const named = { key: 'name', first: { name: 'a' }, second: { name: 'b' } } as const;
const conditions = {
  list: 'conditions',
  key: 'type',
  first: { type: 'A', status: 'True' },
  second: { type: 'B', status: 'True' },
  changed: { type: 'A', status: 'False' },
} as const;

const rows: readonly Row[] = [
  {
    of: 'template',
    list: 'containers',
    key: 'name',
    first: { name: 'c', image: '1' },
    second: { name: 'd', image: '1' },
    changed: { name: 'c', image: '2' },
  },
  {
    of: 'template',
    list: 'initContainers',
    key: 'name',
    first: { name: 'i', image: '1' },
    second: { name: 'j', image: '1' },
    changed: { name: 'i', image: '2' },
  },
  {
    of: 'template',
    list: 'volumes',
    ...named,
    first: { name: 'a', hostPath: { path: '/1' } },
    second: { name: 'b', hostPath: { path: '/1' } },
    changed: { name: 'a', hostPath: { path: '/2' } },
  },
  { of: 'template', list: 'imagePullSecrets', ...named, changed: { name: 'a' } },
  {
    of: 'template',
    list: 'hostAliases',
    key: 'ip',
    first: { ip: '10.0.0.1', hostnames: ['a'] },
    second: { ip: '10.0.0.2', hostnames: ['b'] },
    changed: { ip: '10.0.0.1', hostnames: ['c'] },
  },
  {
    of: 'template',
    list: 'topologySpreadConstraints',
    key: 'topologyKey',
    first: { topologyKey: 'a', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' },
    second: { topologyKey: 'b', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' },
    changed: { topologyKey: 'a', maxSkew: 2 },
  },
  {
    of: 'template',
    list: 'tolerations',
    key: undefined,
    first: { key: 'a', operator: 'Exists' },
    second: { key: 'b', operator: 'Exists' },
    changed: { key: 'a', operator: 'Exists', effect: 'NoSchedule' },
  },
  {
    of: 'container',
    list: 'env',
    ...named,
    first: { name: 'a', value: '1' },
    second: { name: 'b', value: '1' },
    changed: { name: 'a', value: '2' },
  },
  {
    of: 'container',
    list: 'ports',
    key: 'containerPort',
    first: { containerPort: 80 },
    second: { containerPort: 81 },
    changed: { containerPort: 80, name: 'web' },
  },
  {
    of: 'container',
    list: 'volumeMounts',
    key: 'mountPath',
    first: { mountPath: '/a', name: 'v' },
    second: { mountPath: '/b', name: 'v' },
    changed: { mountPath: '/a', name: 'w' },
  },
  {
    of: 'container',
    list: 'envFrom',
    key: undefined,
    first: { prefix: 'A' },
    second: { prefix: 'B' },
    changed: { prefix: 'A' },
  },
  { of: 'deployment', ...conditions },
  { of: 'replicaset', ...conditions },
  { of: 'job', ...conditions },
  { of: 'podStatus', ...conditions },
  { of: 'serviceStatus', ...conditions },
  { of: 'nodeStatus', ...conditions },
  {
    of: 'podStatus',
    list: 'podIPs',
    key: 'ip',
    first: { ip: '10.0.0.1' },
    second: { ip: '10.0.0.2' },
    changed: { ip: '10.0.0.1' },
  },
  {
    of: 'podStatus',
    list: 'containerStatuses',
    key: undefined,
    first: { name: 'a', ready: true },
    second: { name: 'b', ready: true },
    changed: { name: 'a', ready: false },
  },
  {
    of: 'service',
    list: 'ports',
    key: 'port',
    first: { port: 80, name: 'a' },
    second: { port: 81, name: 'b' },
    changed: { port: 80, name: 'c' },
  },
  { of: 'serviceAccount', list: 'secrets', ...named, changed: { name: 'a', namespace: 'x' } },
  {
    of: 'serviceAccount',
    list: 'imagePullSecrets',
    key: undefined,
    first: { name: 'a' },
    second: { name: 'b' },
    changed: { name: 'a' },
  },
  {
    of: 'nodeStatus',
    list: 'addresses',
    key: 'type',
    first: { type: 'InternalIP', address: '10.0.0.1' },
    second: { type: 'Hostname', address: 'h' },
    changed: { type: 'InternalIP', address: '10.0.0.2' },
  },
  {
    of: 'node',
    list: 'taints',
    key: undefined,
    first: { key: 'a', effect: 'NoSchedule' },
    second: { key: 'b', effect: 'NoSchedule' },
    changed: { key: 'a', effect: 'NoExecute' },
  },
  {
    of: 'configMap',
    list: 'ownerReferences',
    key: 'uid',
    first: { uid: '1', apiVersion: 'v1', kind: 'A', name: 'a' },
    second: { uid: '2', apiVersion: 'v1', kind: 'A', name: 'b' },
    changed: { uid: '1', name: 'c' },
  },
];

/** A strategic merge patch merges the lists of the built-in kinds by the keys that their types declare, and no others. */
export function mergeKeyContract(use: () => Context): void {
  let serial = 0;
  const nodes: string[] = [];

  afterAll(async () => {
    for (const path of nodes) await use().api.delete(path);
  });

  /** An object that is valid but for nothing, and the path it is written at. */
  async function made(row: Row): Promise<string> {
    const { api, namespace } = use();
    const [version = '', resource = ''] = places[row.of].resource.split(' ');
    const base = version === 'v1' ? '/api/v1' : `/apis/${version}`;
    const scope = resource === 'nodes' ? '' : `/namespaces/${namespace}`;
    const name = resource === 'nodes' ? `${namespace}-${++serial}` : `keys-${++serial}`;
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
    const specs: Readonly<Record<string, object>> = {
      deployments: { selector: labels, template },
      replicasets: { selector: labels, template },
      jobs: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
      pods: template.spec,
      services: { ports: [{ port: 1, name: 'one' }] },
    };
    const { status, text: answer } = await api.post(`${base}${scope}/${resource}`, {
      metadata: { name },
      ...(specs[resource] === undefined ? {} : { spec: specs[resource] }),
    });
    expect([status, answer]).toEqual([201, expect.anything()]);
    const path = `${base}${scope}/${resource}/${name}`;
    // They are in no namespace that goes.
    if (resource === 'nodes') nodes.push(path);
    return path;
  }

  /** The list's elements in a patch of the object. */
  function patch(row: Row, elements: readonly Json[]): object {
    let body: object = { [row.list]: elements };
    for (const step of places[row.of].path.split('.').toReversed()) {
      // A container is named in its list.
      if (step === '0') body = [{ name: container.name, ...body }];
      else if (step !== '') body = { [step]: body };
    }
    return body;
  }

  test.each(rows.map((row) => [row.of, row.list, row.key ?? 'none', row] as const))(
    'a strategic merge patch, %s: the key of %s is %s',
    async (_of, _list, _key, row) => {
      const { api } = use();
      const path = await made(row);
      const { path: place, subresource } = places[row.of];
      const keyOf = (element: Json): unknown => element[row.key ?? Object.keys(row.first)[0] ?? ''];
      const before = new Set<unknown>();
      const send = async (...elements: readonly Json[]): Promise<Json[]> => {
        const { status, json } = await api.patch(`${path}${subresource}`, 'strategic', patch(row, elements));
        expect([status, text(json, 'message')]).toEqual([200, '']);
        const list = at(json, place === '' ? row.list : `${place}.${row.list}`);
        // What the object had of itself is of no interest.
        return (Array.isArray(list) ? (list as Json[]) : []).filter((element) => !before.has(keyOf(element)));
      };
      const own = at((await api.get(path)).json, place === '' ? row.list : `${place}.${row.list}`);
      for (const element of Array.isArray(own) ? (own as Json[]) : []) {
        if (keyOf(element) !== keyOf(row.first)) before.add(keyOf(element));
      }
      const keys = (elements: readonly Json[]): unknown[] => elements.map(keyOf).map(String).toSorted();
      const both = [row.first, row.second];
      expect(keys(await send(row.first))).toEqual(keys([row.first]));
      const two = await send(row.second);
      if (row.key === undefined) {
        expect(keys(two)).toEqual(keys([row.second]));
        return;
      }
      expect(keys(two)).toEqual(keys(both));
      const changed = await send(row.changed);
      expect(keys(changed)).toEqual(keys(both));
      expect(changed.find((element) => keyOf(element) === keyOf(row.first))).toMatchObject({
        ...row.first,
        ...row.changed,
      });
      const less = await send({ [row.key]: keyOf(row.first), $patch: 'delete' });
      expect(keys(less)).toEqual(keys([row.second]));
    },
  );
}
