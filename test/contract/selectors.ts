import { expect, test } from 'vitest';
import { configMap, configMaps } from './contract.js';
import type { Context } from './contract.js';
import { names, text } from './http.js';

const part =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** Label selectors, and which of a (n=1), b (n=2, x) and c (x=, without n) they select. */
const chosen: readonly (readonly [string, string])[] = [
  ['n', 'a b'],
  ['!n', 'c'],
  ['n=1', 'a'],
  ['n==1', 'a'],
  ['n!=1', 'b c'],
  ['n in (1,2)', 'a b'],
  ['n notin (1,3)', 'b c'],
  ['n>1', 'b'],
  ['n<2', 'a'],
  ['x=', 'b c'],
  ['x,n', 'b'],
  ['n in (1),x', ''],
  [' n = 1 ', 'a'],
  ['n in (1,,2)', 'a b'],
  ['x in ()', 'b c'],
];

const unreadable: readonly (readonly [string, string])[] = [
  ['n=1,', "found '', expected: identifier after ','"],
  ['n in', "unable to parse requirement: found '' expected: '('"],
  ['n in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
  ['!!n', "unable to parse requirement: found '!', expected: identifier"],
  [
    'n>x',
    "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
  ],
  ['-n=1', `unable to parse requirement: <nil>: Invalid value: "-n": ${part}`],
];

const config = '/api/v1/configmaps';
const unknown = (field: string): string =>
  `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
const unsupported = (field: string): string => `field label not supported: ${field}`;

/** Field selectors that a kind does not support, or that are malformed. */
const refusedFields: readonly (readonly [string, string, string])[] = [
  [config, 'spec.x=1', unknown('spec.x')],
  ['/api/v1/pods', 'spec.x=1', unsupported('spec.x')],
  ['/api/v1/nodes', 'status.phase=x', unsupported('status.phase')],
  ['/api/v1/namespaces', 'spec.x=1', unsupported('spec.x')],
  ['/api/v1/secrets', 'data=x', unsupported('data')],
  ['/api/v1/events', 'message=x', unsupported('message')],
  ['/apis/apps/v1/deployments', 'status.replicas=1', unknown('status.replicas')],
  ['/api/v1/nodes', 'metadata.namespace=x', unsupported('metadata.namespace')],
  ['/api/v1/persistentvolumes', 'status.phase=x', unknown('status.phase')],
  ['/apis/apps/v1/replicasets', 'status.replicas=1', unknown('status.replicas')],
  ['/apis/batch/v1/jobs', 'spec.x=1', 'field label "spec.x" not supported for Job'],
  [
    '/apis/resource.k8s.io/v1/resourceslices',
    'spec.x=1',
    'field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: spec.x',
  ],
  [config, 'metadata.uid=x', unknown('metadata.uid')],
  [config, 'metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
  [config, 'metadata.name=a=b', 'invalid field selector: unescaped character in value: 61'],
  [config, 'metadata.name=a\\x', 'invalid field selector: invalid escape sequence: \\x'],
  [
    config,
    'metadata.name in (a)',
    "invalid selector: 'metadata.name in (a)'; can't understand 'metadata.name in (a)'",
  ],
];

export function selectorContract(use: () => Context): void {
  let made: Promise<string> | undefined;

  async function three(): Promise<string> {
    const { api, namespace } = use();
    made ??= (async () => {
      const own = `${namespace}-sel`;
      await api.post('/api/v1/namespaces', { metadata: { name: own } });
      await api.post(configMaps(own), configMap('a', {}, { n: '1' }));
      await api.post(configMaps(own), configMap('b', {}, { n: '2', x: '' }));
      await api.post(configMaps(own), configMap('c', {}, { x: '' }));
      return configMaps(own);
    })();
    return made;
  }

  test.each(chosen)('labelSelector=%s', async (selector, wanted) => {
    const path = await three();
    const query = `labelSelector=${encodeURIComponent(selector)}`;
    const { status, json } = await use().api.get(`${path}?${query}`);
    expect([status, names(json).join(' ')]).toEqual([200, wanted]);
    const watch = await use().api.watch(`${path}?watch=true&allowWatchBookmarks=true&${query}`);
    const seen: string[] = [];
    for (let event = await watch.next(); event?.['type'] === 'ADDED'; event = await watch.next()) {
      seen.push(text(event, 'object.metadata.name'));
    }
    watch.close();
    expect(seen.toSorted().join(' ')).toBe(wanted);
  });

  test.each(unreadable)(
    'labelSelector=%s is a bad request, of a list and of a watch',
    async (selector, why) => {
      const query = `labelSelector=${encodeURIComponent(selector)}`;
      for (const watch of ['', '&watch=true']) {
        const { status, json } = await use().api.get(`${await three()}?${query}${watch}`);
        expect([status, json['reason'], json['message']]).toEqual([400, 'BadRequest', why]);
      }
    },
  );

  test.each(refusedFields)(
    '%s?fieldSelector=%s is a bad request, of a list and of a watch',
    async (path, selector, why) => {
      const query = `fieldSelector=${encodeURIComponent(selector)}`;
      for (const watch of ['', '&watch=true']) {
        const { status, json } = await use().api.get(`${path}?${query}${watch}`);
        expect([status, json['reason'], json['message']]).toEqual([400, 'BadRequest', why]);
      }
    },
  );

  test('a name in a watch path and a field selector must agree', async () => {
    const { api, namespace } = use();
    await three();
    const path = `/api/v1/watch/namespaces/${namespace}-sel/configmaps/a`;
    const wrong = await api.get(`${path}?fieldSelector=metadata.name%3Db`);
    expect([wrong.status, wrong.json['message']]).toEqual([
      400,
      "fieldSelector metadata.name doesn't match requested name",
    ]);
    const same = await api.watch(`${path}?fieldSelector=metadata.name%3Da`);
    expect(text(await same.next(), 'object.metadata.name')).toBe('a');
    same.close();
  });

  test('a selector for a namespace restricts a list of all namespaces', async () => {
    const { api, namespace } = use();
    await three();
    const query = `fieldSelector=metadata.namespace%3D${namespace}-sel`;
    const whole = await api.get(`${config}?${query}`);
    expect(names(whole.json)).toEqual(['a', 'b', 'c']);
    const page = await api.get(`${config}?${query}&limit=2`);
    expect(names(page.json)).toEqual(['a', 'b']);
    // Its token belongs to a list of that namespace.
    const token = text(page.json, 'metadata.continue');
    expect(Buffer.from(token, 'base64url').toString('utf8')).toContain(String.raw`"start":"/b\u0000"`);
    const rest = await api.get(`${await three()}?limit=2&continue=${token}`);
    expect(names(rest.json)).toEqual(['c']);
  });

  test('pages with a selector contain all matching objects', async () => {
    const { api } = use();
    const path = await three();
    const found: string[] = [];
    let token = '';
    do {
      const { json } = await api.get(
        `${path}?labelSelector=x&limit=1${token === '' ? '' : `&continue=${token}`}`,
      );
      expect(json['metadata']).not.toHaveProperty('remainingItemCount');
      found.push(...names(json));
      token = text(json, 'metadata.continue');
    } while (token !== '');
    expect(found).toEqual(['b', 'c']);
  });
}
