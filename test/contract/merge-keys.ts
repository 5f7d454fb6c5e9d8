import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { Context } from './contract.js';
import { at, text } from './http.js';
import type { Json } from './http.js';

/** A list of a built-in kind, the merge key of its elements, and three elements: the last one is the first, changed. */
interface Row {
  readonly of: keyof typeof places;
  readonly list: string;
  /** undefined: the list is atomic, and a patch replaces it. */
  readonly key: string | undefined;
  readonly first: Json;
  readonly second: Json;
  readonly changed: Json;
}

const container = { name: 'c', image: 'i' };
const labels = { matchLabels: { a: 'b' } };

/** A list is at the end of `path` in an object of the kind; with `subresource`, only the subresource has it. */
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

/** One line of the file is one row. */
const rows = (
  JSON.parse(
    readFileSync(new URL('./merge-keys-cases.json', import.meta.url), 'utf8'),
  ) as readonly (readonly [Row['of'], string, string | null, Json, Json, Json])[]
).map(([of, list, key, first, second, changed]): Row => ({
  of,
  list,
  key: key ?? undefined,
  first,
  second,
  changed,
}));

/** A strategic merge patch merges the lists of the built-in kinds by the keys that their types declare, and no others. */
export function mergeKeyContract(use: () => Context): void {
  let serial = 0;
  const nodes: string[] = [];

  afterAll(async () => {
    for (const path of nodes) await use().api.delete(path);
  });

  /** A minimal valid object, and the path at which it is written. */
  async function made(row: Row): Promise<string> {
    const { api, namespace } = use();
    const [version = '', resource = ''] = places[row.of].resource.split(' ');
    const base = version === 'v1' ? '/api/v1' : `/apis/${version}`;
    const scope = resource === 'nodes' ? '' : `/namespaces/${namespace}`;
    const name = resource === 'nodes' ? `${namespace}-${++serial}` : `keys-${++serial}`;
    const pod = {
      containers: [container],
      volumes: ['v', 'w'].map((volume) => ({ name: volume, emptyDir: {} })),
    };
    const template = { metadata: { labels: { a: 'b' } }, spec: pod };
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
    // They are cluster-scoped, so deleting the namespace does not delete them.
    if (resource === 'nodes') nodes.push(path);
    return path;
  }

  /** The list's elements in a patch of the object. */
  function patch(row: Row, elements: readonly Json[]): object {
    let body: object = { [row.list]: elements };
    for (const step of places[row.of].path.split('.').toReversed()) {
      // A container is identified in its list.
      if (step === '0') body = [{ name: container.name, ...body }];
      else if (step !== '') body = { [step]: body };
    }
    return body;
  }

  test('a strategic merge patch merges the addresses of a pod by ip', async () => {
    const { api } = use();
    const path = await made({
      of: 'podStatus',
      list: 'podIPs',
      key: 'ip',
      first: {},
      second: {},
      changed: {},
    });
    const send = async (ip: string): Promise<unknown> => {
      // The first address must be that of podIP; else the server drops the others.
      const status = { podIP: ip, podIPs: [{ ip }] };
      const { json } = await api.patch(`${path}/status`, 'strategic', { status });
      return at(json, 'status.podIPs');
    };
    expect(await send('10.0.0.1')).toEqual([{ ip: '10.0.0.1' }]);
    expect(await send('fd00::2')).toEqual([{ ip: 'fd00::2' }, { ip: '10.0.0.1' }]);
  });

  test.each(rows.map((row) => [row.of, row.list, row.key ?? 'none', row] as const))(
    'a strategic merge patch, %s: the merge key of %s is %s',
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
        // The object's other elements do not matter.
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
