import { gunzipSync, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { configMap, configMaps, pod } from './contract.js';
import type { Context } from './contract.js';
import { at, shown, text } from './http.js';
import type { Json } from './http.js';

// For a busy machine.
const long = { timeout: 60_000 };
const end = 'k8s.io/initial-events-end';
const watchList =
  'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
const table = 'application/json;as=Table;g=meta.k8s.io;v=v1';
const partial = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

/** The rules of watches beyond single events: bookmarks, selectors, representations, slow readers. */
export function watchStreamContract(use: () => Context): void {
  let serial = 0;

  async function fresh(resource: 'configmaps' | 'pods' = 'configmaps'): Promise<string> {
    const { api, namespace } = use();
    const own = `${namespace}-s${++serial}`;
    await api.post('/api/v1/namespaces', { metadata: { name: own } });
    return resource === 'pods' ? `/api/v1/namespaces/${own}/pods` : configMaps(own);
  }

  async function versionOf(path: string): Promise<string> {
    return text((await use().api.get(path)).json, 'metadata.resourceVersion');
  }

  function versions(events: readonly Json[]): bigint[] {
    return events.map((event) => BigInt(text(event, 'object.metadata.resourceVersion')));
  }

  test('a watch sends a bookmark two seconds before its end, even if no object matched', async () => {
    const { api } = use();
    const path = await fresh();
    const version = await versionOf(path);
    const selectors = 'labelSelector=none%3Dsuch&fieldSelector=metadata.name!%3Dx';
    const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=4&resourceVersion=${version}&${selectors}`;
    const [watch, silent] = await Promise.all([
      api.watch(`${path}?${query}`),
      api.watch(`${path}?${query.replace('allowWatchBookmarks=true&', '')}`),
    ]);
    const written = await api.post(path, configMap('unseen'));
    const [events, none] = await Promise.all([watch.rest(), silent.rest()]);
    expect(none).toEqual([]);
    expect(events.map(({ type }) => type)).toContain('BOOKMARK');
    expect(events.every(({ type }) => type === 'BOOKMARK')).toBe(true);
    expect(events[0]?.['object']).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
    expect(Object.keys(at(events[0], 'object.metadata') as object)).toEqual(['resourceVersion']);
    expect(versions(events)[0]).toBeGreaterThanOrEqual(
      BigInt(text(written.json, 'metadata.resourceVersion')),
    );
  });

  test('a watch resumes at a bookmark like at an event', async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('a'));
    const first = await api.watch(`${path}?${watchList}`);
    const [, mark] = await first.take(2);
    first.close();
    await api.post(path, configMap('b'));
    const version = text(mark, 'object.metadata.resourceVersion');
    const second = await api.watch(`${path}?watch=true&resourceVersion=${version}&timeoutSeconds=1`);
    expect((await second.rest()).map(shown)).toEqual(['ADDED b']);
  });

  test('objects that enter or leave a field selector come as ADDED and DELETED', async () => {
    const { api } = use();
    const path = await fresh('pods');
    await api.post(path, pod('p', { nodeName: 'n1' }));
    const version = await versionOf(path);
    const query = `watch=true&resourceVersion=${version}&timeoutSeconds=20&fieldSelector=status.phase%3DRunning,spec.nodeName%3Dn1`;
    const watch = await api.watch(`${path}?${query}`);
    const status = (phase: string): object => ({ status: { phase } });
    await api.patch(`${path}/p/status`, 'merge', status('Running'));
    await api.patch(`${path}/p`, 'merge', { metadata: { labels: { seen: 'yes' } } });
    const out = await api.patch(`${path}/p/status`, 'merge', status('Succeeded'));
    await api.patch(`${path}/p`, 'merge', { metadata: { labels: { seen: 'no' } } });
    await api.patch(`${path}/p/status`, 'merge', status('Running'));
    const events = await watch.take(4);
    watch.close();
    expect(events.map(shown)).toEqual(['ADDED p', 'MODIFIED p', 'DELETED p', 'ADDED p']);
    // The last state that matched, with the version of the change that removed it.
    expect(at(events[2], 'object.status.phase')).toBe('Running');
    expect(at(events[2], 'object.metadata.labels')).toEqual({ seen: 'yes' });
    expect(versions(events)[2]).toBe(BigInt(text(out.json, 'metadata.resourceVersion')));
  });

  test('sends no event for objects that never matched, not even their deletion', async () => {
    const { api } = use();
    const path = await fresh();
    const version = await versionOf(path);
    await api.post(path, configMap('out'));
    await api.patch(`${path}/out`, 'merge', { data: { k: 'v' } });
    await api.delete(`${path}/out`);
    await api.post(path, configMap('in', {}, { in: 'yes' }));
    await api.delete(`${path}/in`);
    const query = `watch=true&labelSelector=in&resourceVersion=${version}&timeoutSeconds=1`;
    const events = await (await api.watch(`${path}?${query}`)).rest();
    expect(events.map(shown)).toEqual(['ADDED in', 'DELETED in']);
  });

  test('watch-list with a selector sends matching objects, and objects that match later', async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('in', {}, { in: 'yes' }));
    await api.post(path, configMap('out'));
    const watch = await api.watch(`${path}?${watchList}&labelSelector=in%3Dyes`);
    const first = await watch.take(2);
    await api.patch(`${path}/out`, 'merge', { metadata: { labels: { in: 'yes' } } });
    await api.patch(`${path}/in`, 'merge', { metadata: { labels: { in: null } } });
    const then = await watch.changes(2);
    watch.close();
    expect([...first, ...then].map(shown)).toEqual(['ADDED in', 'BOOKMARK', 'ADDED out', 'DELETED in']);
  });

  test('the bookmark of an empty watch-list is sent at once, and only with allowWatchBookmarks', async () => {
    const { api } = use();
    const path = await fresh();
    const watch = await api.watch(`${path}?${watchList}`);
    const mark = await watch.next();
    watch.close();
    expect(at(mark, 'object.metadata.annotations')).toEqual({ [end]: 'true' });
    const without = await api.watch(
      `${path}?${watchList.replace('&allowWatchBookmarks=true', '')}&timeoutSeconds=1`,
    );
    expect(await without.rest()).toEqual([]);
  });

  test("a bookmark has only the fields that the kind's type never omits", async () => {
    const { api } = use();
    const path = await fresh('pods');
    const watch = await api.watch(`${path}?${watchList}`);
    const mark = await watch.next();
    watch.close();
    const version = text(mark, 'object.metadata.resourceVersion');
    expect(mark).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'Pod',
        apiVersion: 'v1',
        metadata: { resourceVersion: version, annotations: { [end]: 'true' } },
        spec: { containers: null },
        status: {},
      },
    });
  });

  test('in a watch of tables the bookmark is a row, even if rows have no objects', async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('a'));
    const watch = await api.watch(`${path}?${watchList}&includeObject=None`, { accept: table });
    const [added, mark] = await watch.take(2);
    watch.close();
    expect(at(added, 'object.rows.0.object')).toBeNull();
    expect(at(mark, 'object.kind')).toBe('Table');
    expect(at(mark, 'object.columnDefinitions')).toBeNull();
    expect(at(mark, 'object.rows.0.cells.0')).toBe('');
    expect(at(mark, 'object.rows.0.object')).toMatchObject({
      kind: 'PartialObjectMetadata',
      metadata: { annotations: { [end]: 'true' } },
    });
  });

  test('in a watch-list of metadata the bookmark is metadata', async () => {
    const { api } = use();
    const path = await fresh('pods');
    await api.post(path, pod('a'));
    const watch = await api.watch(`${path}?${watchList}`, { accept: partial });
    const [added, mark] = await watch.take(2);
    watch.close();
    expect(shown(added)).toBe('ADDED a');
    expect(Object.keys(added?.['object'] as object).toSorted()).toEqual(['apiVersion', 'kind', 'metadata']);
    const version = text(mark, 'object.metadata.resourceVersion');
    expect(mark).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { resourceVersion: version, annotations: { [end]: 'true' } },
      },
    });
  });

  test('a deletion in a watch of metadata is PartialObjectMetadata', async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('a', { k: 'v' }));
    const version = await versionOf(path);
    await api.delete(`${path}/a`);
    const query = `watch=true&resourceVersion=${version}&timeoutSeconds=1`;
    const [event] = await (await api.watch(`${path}?${query}`, { accept: partial })).rest();
    expect(shown(event)).toBe('DELETED a');
    expect(event?.['object']).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' });
    expect(Object.keys(event?.['object'] as object).toSorted()).toEqual(['apiVersion', 'kind', 'metadata']);
  });

  test('a watch that requests lists of metadata ends at its first event', async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('a'));
    const watch = await api.watch(`${path}?watch=true&timeoutSeconds=5`, {
      accept: partial.replace('Metadata', 'MetadataList'),
    });
    expect(watch.response.statusCode).toBe(200);
    expect(await watch.rest()).toEqual([]);
    expect(watch.response.complete).toBe(true);
  });

  test('compresses a long list and a watch-list, but no other watch', async () => {
    const { api } = use();
    const path = await fresh();
    const filler = 'x'.repeat(70_000);
    for (const name of ['a', 'b', 'c']) await api.post(path, configMap(name, { filler }));
    const zip = { 'accept-encoding': 'gzip' };
    const types = ['ADDED', 'ADDED', 'ADDED', 'BOOKMARK'];
    const zipped = await api.call('GET', `${path}?${watchList}&timeoutSeconds=1`, { headers: zip });
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    // One member: after the end of a first, Go's reader waits for a second.
    const [header, trailer] = [10, 8];
    const member = inflateRawSync(zipped.bytes.subarray(header, -trailer)).toString();
    expect(gunzipSync(zipped.bytes).toString()).toBe(member);
    const lines = member.trimEnd().split('\n');
    expect(lines.map((line) => text(JSON.parse(line), 'type')).slice(0, 4)).toEqual(types);
    for (const [query, headers] of [
      [`${watchList}`, {}],
      ['watch=true', zip],
    ] as const) {
      const watch = await api.watch(`${path}?${query}`, headers);
      expect(watch.response.headers['content-encoding']).toBeUndefined();
      expect((await watch.take(3)).map(({ type }) => type)).toEqual(types.slice(0, 3));
      watch.close();
    }
    const list = await api.get(path, zip);
    expect(list.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(list.bytes).length).toBeGreaterThan(210_000);
    for (const refused of ['gzip;q=1', '*', 'GZIP', 'deflate']) {
      const plain = await api.get(path, { 'accept-encoding': refused });
      expect([refused, plain.headers['content-encoding']]).toEqual([refused, undefined]);
    }
    const short = await api.get(`${path}?limit=1`, zip);
    expect(short.headers['content-encoding']).toBeUndefined();
  });

  test('disconnects a reader that does not read: its events have no gap and end cleanly', long, async () => {
    const { api } = use();
    const path = await fresh();
    await api.post(path, configMap('a', { filler: 'x'.repeat(400_000) }));
    const watch = await api.watch(`${path}?watch=true&resourceVersion=${await versionOf(path)}`);
    const written: bigint[] = [];
    // Each event is long; each request and its response are short.
    for (let index = 0; index < 160; index++) {
      const { json } = await api.call('PATCH', `${path}/a`, {
        body: { data: { n: String(index) } },
        headers: { 'content-type': 'application/merge-patch+json', accept: partial },
      });
      written.push(BigInt(text(json, 'metadata.resourceVersion')));
    }
    const read = versions(await watch.rest());
    expect(watch.response.complete).toBe(true);
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(written.length);
    expect(read).toEqual(written.slice(0, read.length));
  });
}
