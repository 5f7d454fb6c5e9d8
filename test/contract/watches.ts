import { expect, test } from 'vitest';
import { configMap, configMaps } from './contract.js';
import type { Context } from './contract.js';
import { at, shown, text } from './http.js';
import type { Watch } from './http.js';

const end = 'k8s.io/initial-events-end';

export function watchContract(use: () => Context): void {
  let serial = 0;

  /** The path of the config maps of a new, empty namespace. */
  async function fresh(): Promise<string> {
    const { api, namespace } = use();
    const own = `${namespace}-w${++serial}`;
    await api.post('/api/v1/namespaces', { metadata: { name: own } });
    return configMaps(own);
  }

  async function versionOf(path: string): Promise<string> {
    return text((await use().api.get(path)).json, 'metadata.resourceVersion');
  }

  async function refused(query: string): Promise<unknown> {
    const answer = await use().api.get(`${configMaps('default')}?watch=true&${query}`);
    expect(answer.status).toBe(422);
    return at(answer.json, 'details.causes');
  }

  test('sends the changes after a version, in order', async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('before'));
    const version = await versionOf(path);
    await api.post(path, configMap('a'));
    const watch = await api.watch(`${path}?watch=true&resourceVersion=${version}`);
    await api.patch(`${path}/a`, 'merge', { data: { k: 'v' } });
    await api.delete(`${path}/a`);
    const events = await watch.take(3);
    watch.close();
    expect(events.map(shown)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
    expect(events[0]?.['object']).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
    const versions = events.map((event) => Number(text(event, 'object.metadata.resourceVersion')));
    expect(versions).toEqual(versions.toSorted((x, y) => x - y));
    expect(new Set(versions).size).toBe(3);
    expect(at(events[2], 'object.data')).toEqual({ k: 'v' });
  });

  test.each(['', '&resourceVersion=0'])(
    'without a version the current state comes first: watch=true%s',
    async (query) => {
      const { api } = use();
      const path = await fresh();
      await api.post(path, configMap('a'));
      await api.post(path, configMap('b'));
      const watch = await api.watch(`${path}?watch=true${query}`);
      const first = await watch.take(2);
      await api.post(path, configMap('c'));
      const [third] = await watch.take(1);
      watch.close();
      expect(first.map(shown).toSorted()).toEqual(['ADDED a', 'ADDED b']);
      expect(shown(third)).toBe('ADDED c');
    },
  );

  test('timeoutSeconds ends the stream cleanly', async () => {
    const { api } = use();
    const path = await fresh();
    const watch = await api.watch(`${path}?watch=true&timeoutSeconds=1`);
    expect(watch.response.statusCode).toBe(200);
    expect(await watch.rest()).toEqual([]);
    expect(watch.response.complete).toBe(true);
  });

  test('objects that enter or leave a label selector come as ADDED and DELETED', async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('a', { n: '1' }));
    const version = await versionOf(path);
    const watch = await api.watch(`${path}?watch=true&labelSelector=in%3Dyes&resourceVersion=${version}`);
    await api.patch(`${path}/a`, 'merge', { metadata: { labels: { in: 'yes' } } });
    await api.patch(`${path}/a`, 'merge', { data: { n: '2' } });
    const out = await api.patch(`${path}/a`, 'merge', {
      data: { n: '3' },
      metadata: { labels: { in: null } },
    });
    const events = await watch.take(3);
    watch.close();
    expect(events.map(shown)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
    // The last state that matched, with the version of the change that removed it.
    expect(at(events[2], 'object.data')).toEqual({ n: '2' });
    expect(at(events[2], 'object.metadata.labels')).toEqual({ in: 'yes' });
    expect(at(events[2], 'object.metadata.resourceVersion')).toBe(at(out.json, 'metadata.resourceVersion'));
  });

  test('a field selector watches one object', async () => {
    const { api } = use();
    const path = await fresh();
    const version = await versionOf(path);
    const watch = await api.watch(
      `${path}?watch=true&fieldSelector=metadata.name%3Db&resourceVersion=${version}`,
    );
    await api.post(path, configMap('a'));
    await api.post(path, configMap('b'));
    const [event] = await watch.take(1);
    watch.close();
    expect(shown(event)).toBe('ADDED b');
  });

  test('the old paths below /watch still work', async () => {
    const { api, namespace } = use();
    await api.post(configMaps(namespace), configMap('old-path'));
    const one = await api.watch(`/api/v1/watch/namespaces/${namespace}/configmaps/old-path`);
    expect((await one.take(1)).map(shown)).toEqual(['ADDED old-path']);
    one.close();
    const all = await api.watch(`/api/v1/watch/namespaces/${namespace}/configmaps?timeoutSeconds=1`);
    expect((await all.rest()).map(shown)).toContain('ADDED old-path');
  });

  test('watch-list: the current state, a bookmark after it, then changes', async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('a'));
    await api.post(path, configMap('b'));
    const watch = await api.watch(
      `${path}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
    );
    const first = await watch.take(3);
    await api.delete(`${path}/b`);
    const [last] = await watch.changes(1);
    watch.close();
    expect(first.slice(0, 2).map(shown).toSorted()).toEqual(['ADDED a', 'ADDED b']);
    expect(first[2]).toMatchObject({
      type: 'BOOKMARK',
      object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { annotations: { [end]: 'true' } } },
    });
    expect(at(first[2], 'object.metadata')).not.toHaveProperty('name');
    expect(shown(last)).toBe('DELETED b');
    expect(Number(text(last, 'object.metadata.resourceVersion'))).toBeGreaterThan(
      Number(text(first[2], 'object.metadata.resourceVersion')),
    );
  });

  test('watch-list without allowWatchBookmarks has no bookmark; with sendInitialEvents=false no state', async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('a'));
    const state = await api.watch(
      `${path}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1`,
    );
    expect((await state.rest()).map(shown)).toEqual(['ADDED a']);
    const changes = await api.watch(
      `${path}?watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&timeoutSeconds=1`,
    );
    expect(await changes.rest()).toEqual([]);
  });

  test('watch-list from a version that is not reached yet ends with an ERROR event', async () => {
    const { api } = use();
    const watch = await api.watch(
      `${configMaps('default')}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=99999999`,
    );
    const events = await watch.rest();
    expect(watch.response.statusCode).toBe(200);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'ERROR',
      object: { kind: 'Status', code: 504, reason: 'Timeout', details: { retryAfterSeconds: 1 } },
    });
  });

  test('invalid options of a watch', async () => {
    expect(await refused('sendInitialEvents=true')).toMatchObject([
      { message: 'Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan' },
    ]);
    expect(await refused('resourceVersionMatch=NotOlderThan')).toMatchObject([
      {
        message:
          'Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      },
    ]);
    expect(await refused('resourceVersionMatch=Exact&sendInitialEvents=true')).toMatchObject([
      { reason: 'FieldValueForbidden' },
      {
        reason: 'FieldValueNotSupported',
        message: 'Unsupported value: "Exact": supported values: "NotOlderThan"',
      },
    ]);
    expect(await refused('continue=abc')).toMatchObject([
      { message: 'Forbidden: resourceVersionMatch is forbidden when continue is provided' },
    ]);
    const { api } = use();
    const number = await api.get(`${configMaps('default')}?watch=true&timeoutSeconds=x`);
    expect([number.status, number.json['message']]).toEqual([
      400,
      'strconv.ParseInt: parsing "x": invalid syntax',
    ]);
    const version = await api.get(`${configMaps('default')}?watch=true&resourceVersion=abc`);
    expect([version.status, version.json['message']]).toEqual([
      500,
      'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    ]);
  });

  test('a watch of metadata sends PartialObjectMetadata, also as bookmarks', async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('a', { k: 'v' }));
    const watch = await api.watch(`${path}?watch=true&allowWatchBookmarks=true`, {
      accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
    });
    const events = await watch.take(2);
    watch.close();
    for (const { object } of events) {
      expect(object).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' });
      expect(object).not.toHaveProperty('data');
    }
    expect(events.map(shown)).toEqual(['ADDED a', 'BOOKMARK']);
  });

  test('a watch of tables sends the columns once', async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('a'));
    await api.post(path, configMap('b'));
    const watch = await api.watch(`${path}?watch=true`, {
      accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
    });
    const [first, second] = await watch.take(2);
    watch.close();
    expect(at(first, 'object.kind')).toBe('Table');
    expect(at(first, 'object.columnDefinitions.0')).toMatchObject({
      name: 'Name',
      type: 'string',
      format: 'name',
    });
    expect(at(second, 'object.columnDefinitions')).toBeNull();
    expect(at(first, 'object.rows.0.object')).toMatchObject({ kind: 'PartialObjectMetadata' });
  });

  test('a slow reader gets all of a large state', async () => {
    const { api } = use();
    const path = await fresh();
    const large = 'x'.repeat(200_000);
    for (let index = 0; index < 20; index++) await api.post(path, configMap(`large-${index}`, { large }));
    const watch: Watch = await api.watch(`${path}?watch=true`);
    const seen = new Set<string>();
    for (let count = 0; count < 20; count++) seen.add(shown(await watch.next()));
    watch.close();
    expect(seen.size).toBe(20);
  });
}
