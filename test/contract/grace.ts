import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pod } from './contract.js';
import { Api, at, shown, text } from './http.js';
import type { Target } from './http.js';

/** A server whose pods have a grace period as with a kubelet: a deletion marks them, and another client deletes them. */
export function gracefulSuite(
  title: string,
  start: () => Promise<{ readonly target: Target; stop(): Promise<void> }>,
): void {
  describe(title, () => {
    let server: { readonly target: Target; stop(): Promise<void> } | undefined;
    const path = '/api/v1/namespaces/grace/pods';

    beforeAll(async () => {
      server = await start();
      await new Api(server.target).post('/api/v1/namespaces', { metadata: { name: 'grace' } });
    });
    afterAll(async () => {
      await server?.stop();
    });

    function use(): Api {
      if (server === undefined) throw new Error('the server did not start');
      return new Api(server.target);
    }

    async function create(name: string, spec: object = { nodeName: 'n' }): Promise<string> {
      const { status, json } = await use().post(path, pod(name, spec));
      expect(status).toBe(201);
      return text(json, 'metadata.resourceVersion');
    }

    test('a deletion with a grace period marks a running pod; one without deletes it', async () => {
      const api = use();
      const version = await create('marked');
      const marked = await api.delete(`${path}/marked`);
      expect([marked.status, marked.json['kind']]).toEqual([200, 'Pod']);
      expect(at(marked.json, 'metadata')).toMatchObject({ deletionGracePeriodSeconds: 30, generation: 2 });
      expect(text(marked.json, 'metadata.deletionTimestamp')).toMatch(/Z$/);
      expect((await api.get(`${path}/marked`)).status).toBe(200);
      const again = await api.delete(`${path}/marked`);
      expect(at(again.json, 'metadata.resourceVersion')).toBe(at(marked.json, 'metadata.resourceVersion'));
      await api.delete(`${path}/marked`, { gracePeriodSeconds: 0 });
      expect((await api.get(`${path}/marked`)).status).toBe(404);
      const query = `watch=true&resourceVersion=${version}&fieldSelector=metadata.name%3Dmarked&timeoutSeconds=1`;
      const events = await (await api.watch(`${path}?${query}`)).rest();
      // The second deletion shows that the grace period is over.
      expect(events.map(shown)).toEqual(['MODIFIED marked', 'MODIFIED marked', 'DELETED marked']);
      const graces = events.map((event) => at(event, 'object.metadata.deletionGracePeriodSeconds'));
      expect(graces).toEqual([30, 0, 0]);
    });

    test('the requested grace period applies; a later deletion can shorten but not extend it', async () => {
      const api = use();
      await create('graced');
      const graceOf = async (gracePeriodSeconds: number): Promise<unknown> => {
        const { json } = await api.delete(`${path}/graced`, { gracePeriodSeconds });
        return at(json, 'metadata.deletionGracePeriodSeconds');
      };
      expect(await graceOf(20)).toBe(20);
      expect(await graceOf(50)).toBe(20);
      expect(await graceOf(5)).toBe(5);
      expect((await api.delete(`${path}/graced?gracePeriodSeconds=0`)).status).toBe(200);
      expect((await api.get(`${path}/graced`)).status).toBe(404);
    });

    test('the grace period of the pod is the default', async () => {
      await create('own', { nodeName: 'n', terminationGracePeriodSeconds: 7 });
      const { json } = await use().delete(`${path}/own`);
      expect(at(json, 'metadata.deletionGracePeriodSeconds')).toBe(7);
    });

    test('a pod without a node is deleted at once', async () => {
      await create('unscheduled', {});
      await use().delete(`${path}/unscheduled`);
      expect((await use().get(`${path}/unscheduled`)).status).toBe(404);
    });

    test('a finalizer keeps a pod beyond its grace period', async () => {
      const api = use();
      await create('held');
      await api.patch(`${path}/held`, 'merge', { metadata: { finalizers: ['a.b/c'] } });
      const ended = await api.delete(`${path}/held`, { gracePeriodSeconds: 0 });
      expect(at(ended.json, 'metadata')).toMatchObject({
        deletionGracePeriodSeconds: 0,
        finalizers: ['a.b/c'],
      });
      expect((await api.get(`${path}/held`)).status).toBe(200);
      await api.patch(`${path}/held`, 'merge', { metadata: { finalizers: null } });
      expect((await api.get(`${path}/held`)).status).toBe(404);
    });
  });
}
