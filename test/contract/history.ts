import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configMap, configMaps } from './contract.js';
import { Api, at, names, shown, text } from './http.js';
import type { Answer, Target } from './http.js';

/** A server whose history a test can compact. */
export interface ForgetfulServer {
  readonly target: Target;
  /** Compacts the history up to now. */
  readonly compact: () => Promise<void>;
  stop(): Promise<void>;
}

/** How the server answers clients whose versions were compacted. */
export function compactionSuite(title: string, start: () => Promise<ForgetfulServer>): void {
  describe(title, () => {
    let server: ForgetfulServer | undefined;
    const path = configMaps('compaction');

    beforeAll(async () => {
      server = await start();
      await new Api(server.target).post('/api/v1/namespaces', { metadata: { name: 'compaction' } });
    });
    afterAll(async () => {
      await server?.stop();
    });

    function running(): ForgetfulServer {
      if (server === undefined) throw new Error('the server did not start');
      return server;
    }

    /** Five config maps, one of them deleted after a first page was read; then the history is compacted. */
    async function compacted(): Promise<{ api: Api; token: string; version: string }> {
      const { target, compact } = running();
      const api = new Api(target);
      await api.delete(path);
      for (const name of ['c1', 'c2', 'c3', 'c4', 'c5']) await api.post(path, configMap(name));
      const first = await api.get(`${path}?limit=2`);
      expect(names(first.json)).toEqual(['c1', 'c2']);
      await api.delete(`${path}/c3`);
      await api.post(path, configMap('c45'));
      await compact();
      return {
        api,
        token: text(first.json, 'metadata.continue'),
        version: text(first.json, 'metadata.resourceVersion'),
      };
    }

    test('an expired continue token is answered with one for an inconsistent rest', async () => {
      const { api, token } = await compacted();
      const expired = await api.get(`${path}?limit=2&continue=${token}`);
      expect(expired.status).toBe(410);
      expect(expired.json).toMatchObject({
        kind: 'Status',
        reason: 'Expired',
        code: 410,
        message:
          'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
      });
      const inconsistent = text(expired.json, 'metadata.continue');
      expect(JSON.parse(Buffer.from(inconsistent, 'base64url').toString('utf8'))).toEqual({
        v: 'meta.k8s.io/v1',
        rv: -1,
        start: 'c2\0',
      });
      const second = await api.get(`${path}?limit=2&continue=${inconsistent}`);
      expect([second.status, names(second.json)]).toEqual([200, ['c4', 'c45']]);
      // From here on the list is consistent again: its token contains the newest version.
      const version = text(second.json, 'metadata.resourceVersion');
      expect(at(await api.get(path).then(({ json }) => json), 'metadata.resourceVersion')).toBe(version);
      const next = text(second.json, 'metadata.continue');
      expect(JSON.parse(Buffer.from(next, 'base64url').toString('utf8'))).toMatchObject({
        rv: Number(version),
      });
      const third = await api.get(`${path}?limit=2&continue=${next}`);
      expect(names(third.json)).toEqual(['c5']);
    });

    test.each(['resourceVersionMatch=Exact', 'limit=5'])(
      'a list at a version and %s is expired',
      async (how) => {
        const { api, version } = await compacted();
        const { status, json } = await api.get(`${path}?resourceVersion=${version}&${how}`);
        expect([status, json['reason']]).toEqual([410, 'Expired']);
        expect(json['message']).toBe('The resourceVersion for the provided list is too old.');
        expect(json['metadata']).toEqual({});
      },
    );

    test('a list with NotOlderThan still succeeds', async () => {
      const { api, version } = await compacted();
      for (const how of [
        '',
        '&resourceVersionMatch=NotOlderThan',
        '&resourceVersionMatch=NotOlderThan&limit=9',
      ]) {
        const { status, json } = await api.get(`${path}?resourceVersion=${version}${how}`);
        expect([how, status, names(json)]).toEqual([how, 200, ['c1', 'c2', 'c4', 'c45', 'c5']]);
      }
    });

    test('a watch from a compacted version gets one ERROR event and ends', async () => {
      const { api, version } = await compacted();
      const watch = await api.watch(`${path}?watch=true&resourceVersion=${version}`);
      expect(watch.response.statusCode).toBe(200);
      const events = await watch.rest();
      expect(watch.response.complete).toBe(true);
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({
        type: 'ERROR',
        object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired', code: 410 },
      });
    });

    test('open watches continue', async () => {
      const { target, compact } = running();
      const api = new Api(target);
      await api.delete(path);
      const { json } = await api.get(path);
      const watch = await api.watch(
        `${path}?watch=true&resourceVersion=${text(json, 'metadata.resourceVersion')}`,
      );
      await api.post(path, configMap('before'));
      await compact();
      await api.post(path, configMap('after'));
      expect((await watch.take(2)).map(shown)).toEqual(['ADDED before', 'ADDED after']);
      watch.close();
    });
  });
}

/** A server whose watch caches are not ready for the first request after its start. */
export function initializingSuite(title: string, start: () => Promise<RestartableServer>): void {
  describe(title, () => {
    let server: RestartableServer | undefined;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(async () => {
      await server?.stop();
    });

    test.each([
      'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
      'resourceVersion=0',
    ])('answers the first request for custom resources after a start with 429: %s', async (query) => {
      if (server === undefined) throw new Error('the server did not start');
      const api = new Api(server.target);
      const names = { kind: 'Late', listKind: 'LateList', plural: 'lates', singular: 'late' };
      const schema = { openAPIV3Schema: { type: 'object' } };
      await api.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
        metadata: { name: 'lates.example.net' },
        spec: {
          group: 'example.net',
          scope: 'Cluster',
          names,
          versions: [{ name: 'v1', served: true, storage: true, schema }],
        },
      });
      const path = '/apis/example.net/v1/lates';
      while ((await api.get(path)).status === 404);
      let answer: Answer;
      let starts = 0;
      // A real server is sometimes fast enough.
      do {
        await server.restart();
        answer = await api.get(`${path}?${query}&timeoutSeconds=1`);
      } while (answer.status === 200 && ++starts < 8);
      const { status, headers, json } = answer;
      expect([status, headers['retry-after']]).toEqual([429, '1']);
      expect(json).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'storage is (re)initializing',
        reason: 'TooManyRequests',
        details: { retryAfterSeconds: 1 },
        code: 429,
      });
      // A page of all objects is read from etcd, without the cache.
      const page = await api.get(`${path}?limit=1`);
      expect([page.status, page.json['items']]).toEqual([200, []]);
    });
  });
}

/** A server that can be restarted. */
export interface RestartableServer {
  readonly target: Target;
  /** Stops as at SIGTERM and starts again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** How clients see a restart of the server: its watch cache begins anew, and etcd continues. */
export function restartSuite(title: string, start: () => Promise<RestartableServer>): void {
  describe(title, () => {
    let server: RestartableServer | undefined;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(async () => {
      await server?.stop();
    });

    test('watches end cleanly; afterwards lists and pages continue, and old watches are expired', async () => {
      if (server === undefined) throw new Error('the server did not start');
      const api = new Api(server.target);
      await api.post('/api/v1/namespaces', { metadata: { name: 'restart' } });
      const path = configMaps('restart');
      for (const name of ['a', 'b', 'c']) await api.post(path, configMap(name));
      const first = await api.get(`${path}?limit=1`);
      const version = text(first.json, 'metadata.resourceVersion');
      const token = text(first.json, 'metadata.continue');
      const open = await api.watch(`${path}?watch=true&resourceVersion=${version}`);
      await api.patch(`${path}/b`, 'merge', { data: { k: 'v' } });
      expect(shown(await open.next())).toBe('MODIFIED b');
      const [rest] = await Promise.all([open.rest(), server.restart()]);
      expect([rest, open.response.complete]).toEqual([[], true]);

      const old = await (await api.watch(`${path}?watch=true&resourceVersion=${version}`)).rest();
      expect(old).toHaveLength(1);
      expect(old[0]).toMatchObject({ type: 'ERROR', object: { reason: 'Expired', code: 410 } });
      expect(at(old[0], 'object.message')).toMatch(/^too old resource version: \d+ \(\d+\)$/);
      const page = await api.get(`${path}?limit=1&continue=${token}`);
      expect([page.status, names(page.json), at(page.json, 'items.0.data')]).toEqual([200, ['b'], undefined]);
      const exact = await api.get(`${path}?resourceVersion=${version}&resourceVersionMatch=Exact`);
      expect([exact.status, at(exact.json, 'items.1.data')]).toEqual([200, undefined]);
      const now = text((await api.get(path)).json, 'metadata.resourceVersion');
      const again = await api.watch(`${path}?watch=true&resourceVersion=${now}`);
      await api.post(path, configMap('d'));
      expect(shown(await again.next())).toBe('ADDED d');
      again.close();
    });
  });
}
