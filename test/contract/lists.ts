import { expect, test } from 'vitest';
import { configMap, configMaps } from './contract.js';
import type { Context } from './contract.js';
import { at, names, text } from './http.js';
import type { Json } from './http.js';

interface Token {
  readonly v: string;
  readonly rv: number;
  readonly start: string;
}

function decodeToken(token: string): Token {
  return JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as Token;
}

export function listContract(use: () => Context): void {
  let prepared: Promise<string> | undefined;

  /** Five config maps with labels i=1…5, created once in their own namespace. */
  async function five(): Promise<string> {
    const { api, namespace } = use();
    const own = `${namespace}-lists`;
    prepared ??= (async () => {
      await api.post('/api/v1/namespaces', { metadata: { name: own } });
      for (const i of ['1', '2', '3', '4', '5']) {
        await api.post(configMaps(own), configMap(`c${i}`, { i }, { i }));
      }
      return configMaps(own);
    })();
    return prepared;
  }

  async function list(query: string): Promise<{ status: number; json: Json }> {
    return use().api.get(`${await five()}${query}`);
  }

  async function currentVersion(): Promise<string> {
    const { json } = await list('');
    return text(json, 'metadata.resourceVersion');
  }

  test('items are in the order of their keys, without their own kind and apiVersion', async () => {
    const { status, json } = await list('');
    expect(status).toBe(200);
    expect(json).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1' });
    expect(names(json)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5']);
    expect(at(json, 'items.0')).not.toHaveProperty('kind');
    expect(json['metadata']).not.toHaveProperty('continue');
  });

  test('a limit returns a page, a token and the remaining item count', async () => {
    const { json } = await list('?limit=2');
    expect(names(json)).toEqual(['c1', 'c2']);
    expect(at(json, 'metadata.remainingItemCount')).toBe(3);
    const rv = Number(text(json, 'metadata.resourceVersion'));
    expect(decodeToken(text(json, 'metadata.continue'))).toEqual({ v: 'meta.k8s.io/v1', rv, start: '/c2\0' });
  });

  test('pages show one state while writes go on', async () => {
    const { api } = use();
    const path = await five();
    const first = await list('?limit=2');
    const token = text(first.json, 'metadata.continue');
    await api.post(path, configMap('c25'));
    await api.delete(`${path}/c5`);
    await api.patch(`${path}/c3`, 'merge', { data: { i: 'changed' } });
    const second = await list(`?limit=2&continue=${token}`);
    const third = await list(`?limit=2&continue=${text(second.json, 'metadata.continue')}`);
    expect(names(second.json)).toEqual(['c3', 'c4']);
    expect(at(second.json, 'items.0.data')).toEqual({ i: '3' });
    expect(names(third.json)).toEqual(['c5']);
    expect(third.json['metadata']).not.toHaveProperty('continue');
    expect(at(third.json, 'metadata.resourceVersion')).toBe(at(first.json, 'metadata.resourceVersion'));
    await api.delete(`${path}/c25`);
    await api.patch(`${path}/c3`, 'merge', { data: { i: '3' } });
    await api.post(path, configMap('c5', { i: '5' }, { i: '5' }));
  });

  test('returns no remaining item count with a selector', async () => {
    const { json } = await list('?limit=1&labelSelector=i%20in%20(2,4)');
    expect(names(json)).toEqual(['c2']);
    expect(at(json, 'metadata.continue')).toBeTypeOf('string');
    expect(json['metadata']).not.toHaveProperty('remainingItemCount');
    const rest = await list(
      `?limit=1&labelSelector=i%20in%20(2,4)&continue=${text(json, 'metadata.continue')}`,
    );
    expect(names(rest.json)).toEqual(['c4']);
  });

  test('a limit is ignored at resourceVersion 0', async () => {
    const { json } = await list('?limit=2&resourceVersion=0');
    expect(names(json)).toHaveLength(5);
    expect(json['metadata']).not.toHaveProperty('continue');
  });

  test('Exact shows the state of that version, and so does a limit at a version', async () => {
    const { api } = use();
    const path = await five();
    const version = await currentVersion();
    await api.post(path, configMap('later'));
    for (const query of ['resourceVersionMatch=Exact', 'limit=50']) {
      const { json } = await list(`?resourceVersion=${version}&${query}`);
      expect(names(json)).not.toContain('later');
      expect(at(json, 'metadata.resourceVersion')).toBe(version);
    }
    // A list of the current state waits for the watch cache, which then serves the next list.
    await list('');
    const newer = await list(`?resourceVersion=${version}&resourceVersionMatch=NotOlderThan`);
    expect(names(newer.json)).toContain('later');
    await api.delete(`${path}/later`);
  });

  test('refuses a version ahead of the server after three seconds in every form', async () => {
    const matches = ['', '&resourceVersionMatch=Exact', '&resourceVersionMatch=NotOlderThan'];
    await five();
    const answers = await Promise.all(matches.map((match) => list(`?resourceVersion=99999999${match}`)));
    for (const [index, { json, status }] of answers.entries()) {
      expect([matches[index], status]).toEqual([matches[index], 504]);
      expect(json).toMatchObject({
        kind: 'Status',
        reason: 'Timeout',
        code: 504,
        details: {
          retryAfterSeconds: 1,
          causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        },
      });
      expect(json['message']).toMatch(/^Timeout: Too large resource version: 99999999, current: \d+$/);
    }
  });

  test.each([
    ['?resourceVersionMatch=Exact', 'resourceVersionMatch is forbidden unless resourceVersion is provided'],
    [
      '?resourceVersionMatch=Exact&resourceVersion=0',
      'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    ],
    ['?sendInitialEvents=true', 'sendInitialEvents is forbidden for list'],
  ])('%s is forbidden', async (query, why) => {
    const { json, status } = await list(query);
    expect(status).toBe(422);
    expect(json).toMatchObject({
      reason: 'Invalid',
      details: {
        group: 'meta.k8s.io',
        kind: 'ListOptions',
        causes: [{ reason: 'FieldValueForbidden', message: `Forbidden: ${why}` }],
      },
    });
  });

  test('the error for an unknown resourceVersionMatch lists the valid ones', async () => {
    const { json, status } = await list('?resourceVersionMatch=Foo&resourceVersion=1');
    expect(status).toBe(422);
    expect(json['message']).toBe(
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Unsupported value: "Foo": supported values: "Exact", "NotOlderThan", ""',
    );
  });

  test('resourceVersionMatch and continue exclude each other', async () => {
    const first = await list('?limit=2');
    const { json, status } = await list(
      `?limit=2&continue=${text(first.json, 'metadata.continue')}&resourceVersionMatch=Exact`,
    );
    expect(status).toBe(422);
    expect(at(json, 'details.causes')).toHaveLength(2);
  });

  test.each([
    [
      '?resourceVersion=abc',
      'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    ],
    ['?limit=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['?labelSelector=i%20in%20', "unable to parse requirement: found '' expected: '('"],
    ['?labelSelector=!!x', "unable to parse requirement: found '!', expected: identifier"],
    ['?fieldSelector=foo', "invalid selector: 'foo'; can't understand 'foo'"],
    [
      '?fieldSelector=foo%3Dbar',
      '"foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
  ])('%s is a bad request', async (query, message) => {
    const { json, status } = await list(query);
    expect(status).toBe(400);
    expect(json).toMatchObject({ reason: 'BadRequest', message });
  });

  test('an invalid continue token, or one with a version, is a bad request', async () => {
    const garbage = await list('?continue=garbage');
    expect(garbage.status).toBe(400);
    expect(garbage.json['message']).toMatch(/^invalid continue token: continue key is not valid: /);
    const first = await list('?limit=2');
    const both = await list(`?limit=2&continue=${text(first.json, 'metadata.continue')}&resourceVersion=5`);
    expect(both.status).toBe(400);
    expect(both.json['message']).toBe('specifying resource version is not allowed when using continue');
  });

  test('field selectors support metadata.name and the fields of the kind', async () => {
    expect(names((await list('?fieldSelector=metadata.name%3Dc2')).json)).toEqual(['c2']);
    expect(names((await list('?fieldSelector=metadata.name!%3Dc2')).json)).toEqual(['c1', 'c3', 'c4', 'c5']);
    const { api } = use();
    for (const path of [
      '/api/v1/pods?fieldSelector=spec.nodeName%3Dn,status.phase!%3DSucceeded,spec.restartPolicy%3DAlways,spec.schedulerName%3Ds,spec.serviceAccountName%3Da,status.podIP%3D1,status.nominatedNodeName%3Dn,spec.hostNetwork%3Dtrue',
      '/api/v1/nodes?fieldSelector=spec.unschedulable%3Dtrue',
      '/api/v1/namespaces?fieldSelector=status.phase%3DNone',
      '/api/v1/secrets?fieldSelector=type%3Dx',
      '/api/v1/events?fieldSelector=involvedObject.kind%3Dx,involvedObject.name%3Dx,reason%3Dx,type%3Dx,source%3Dx,reportingComponent%3Dx',
      '/api/v1/replicationcontrollers?fieldSelector=status.replicas%3D77',
      '/api/v1/services?fieldSelector=spec.type%3Dx,spec.clusterIP%3D1',
      '/apis/resource.k8s.io/v1/resourceslices?fieldSelector=spec.nodeName%3Dn,spec.driver%3Dd,spec.pool.name%3Dp',
      '/apis/events.k8s.io/v1/events?fieldSelector=regarding.kind%3Dx,reason%3Dx,type%3Dx,reportingController%3Dx',
      '/apis/batch/v1/jobs?fieldSelector=status.successful%3D77',
    ]) {
      // Other tests of a real cluster may have objects that these select.
      const answer = await api.get(`${path},metadata.name%3Dno-such-object`);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(names(answer.json)).toEqual([]);
    }
    const unknown = await api.get('/api/v1/pods?fieldSelector=spec.foo%3Da');
    expect([unknown.status, unknown.json['message']]).toEqual([400, 'field label not supported: spec.foo']);
  });

  test('an unknown namespace has no objects', async () => {
    const { api } = use();
    const answer = await api.get(configMaps('no-such-namespace'));
    expect([answer.status, answer.json['items']]).toEqual([200, []]);
  });
}
