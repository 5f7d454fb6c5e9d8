import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configMap, configMaps, pod } from './contract.js';
import type { Context } from './contract.js';
import { Api, at, names, shown, text } from './http.js';
import type { Target } from './http.js';

export function lifecycleContract(use: () => Context): void {
  const maps = (): string => configMaps(use().namespace);

  test('a delete returns a Status, or the object, depending on the kind', async () => {
    const { api, namespace } = use();
    const created = await api.post(maps(), configMap('deleted'));
    const { status, json } = await api.delete(`${maps()}/deleted`);
    expect(status).toBe(200);
    expect(json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'deleted', kind: 'configmaps', uid: at(created.json, 'metadata.uid') },
    });
    const again = await api.delete(`${maps()}/deleted`);
    expect([again.status, again.json['message']]).toEqual([404, 'configmaps "deleted" not found']);
    await api.post(`/api/v1/namespaces/${namespace}/pods`, pod('deleted'));
    expect((await api.delete(`/api/v1/namespaces/${namespace}/pods/deleted`)).json['kind']).toBe('Pod');
  });

  test('deleting a pod with a grace period sends two events', async () => {
    const { api, namespace } = use();
    const path = `/api/v1/namespaces/${namespace}/pods`;
    const created = await api.post(path, pod('marked'));
    const watch = await api.watch(
      `${path}?watch=true&fieldSelector=metadata.name%3Dmarked&resourceVersion=${text(created.json, 'metadata.resourceVersion')}`,
    );
    await api.delete(`${path}/marked`);
    const events = await watch.take(2);
    watch.close();
    expect(events.map(shown)).toEqual(['MODIFIED marked', 'DELETED marked']);
    expect(at(events[1], 'object.metadata')).toMatchObject({ deletionGracePeriodSeconds: 0, generation: 2 });
  });

  test('preconditions must hold', async () => {
    const { api } = use();
    await api.post(maps(), configMap('conditional'));
    const uid = await api.delete(`${maps()}/conditional`, { preconditions: { uid: 'nope' } });
    expect(uid.status).toBe(409);
    expect(uid.json['message']).toMatch(
      /^Operation cannot be fulfilled on ConfigMap "conditional": the UID in the precondition \(nope\) does not match the UID in record \([0-9a-f-]{36}\)\. The object might have been deleted and then recreated$/,
    );
    const version = await api.delete(`${maps()}/conditional`, { preconditions: { resourceVersion: '1' } });
    expect(version.status).toBe(409);
    expect(version.json['message']).toMatch(
      /the ResourceVersion in the precondition \(1\) does not match the ResourceVersion in record/,
    );
    const { json } = await api.get(`${maps()}/conditional`);
    const right = { uid: at(json, 'metadata.uid'), resourceVersion: at(json, 'metadata.resourceVersion') };
    expect((await api.delete(`${maps()}/conditional`, { preconditions: right })).status).toBe(200);
  });

  test('a dry run of a deletion returns the result; finalizers stay by default; only one owner controls', async () => {
    const { api } = use();
    await api.post(maps(), configMap('dry-deleted'));
    const dry = await api.delete(`${maps()}/dry-deleted?dryRun=All`);
    expect([dry.json['kind'], dry.json['status']]).toEqual(['Status', 'Success']);
    await api.post(maps(), { metadata: { name: 'kept', finalizers: ['a.b/c', 'foregroundDeletion'] } });
    const kept = await api.delete(`${maps()}/kept`);
    expect(at(kept.json, 'metadata.finalizers')).toEqual(['a.b/c', 'foregroundDeletion']);
    await api.patch(`${maps()}/kept`, 'merge', { metadata: { finalizers: null } });
    const owners = ['a', 'b'].map((name) => ({
      apiVersion: 'v1',
      kind: 'A',
      name,
      uid: name,
      controller: true,
    }));
    const two = await api.post(maps(), { metadata: { name: 'owned', ownerReferences: owners } });
    expect([two.status, two.json['message']]).toEqual([
      422,
      expect.stringMatching(
        /Only one reference can have Controller set to true\. Found "true" in references for A\/a and A\/b$/,
      ),
    ]);
  });

  test('owner references that are equal to an earlier one are dropped, with a warning', async () => {
    const { api } = use();
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u1' };
    const other = { ...owner, name: 'p', uid: 'u2' };
    const renamed = { ...owner, name: 'q' };
    const owned = (ownerReferences: readonly object[]): object => ({
      metadata: { name: 'owned', ownerReferences },
    });
    const warning = (moment: string, uids: string): string =>
      `299 - ".metadata.ownerReferences contains duplicate entries${moment}; API server dedups owner references in ` +
      `1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids}"`;
    const patched = ' after mutating admission happens';
    const path = `${maps()}/owned`;
    const answers = [
      [
        await api.post(maps(), owned([owner, other, owner, renamed, other])),
        '',
        'u1, u2',
        [owner, other, renamed],
      ],
      [await api.put(path, owned([owner, owner])), '', 'u1', [owner]],
      [await api.patch(path, 'merge', owned([other, other])), patched, 'u2', [other]],
      [
        await api.patch(path, 'json', [{ op: 'add', path: '/metadata/ownerReferences/-', value: other }]),
        patched,
        'u2',
        [other],
      ],
    ] as const;
    for (const [{ status, json, headers }, moment, uids, owners] of answers) {
      expect([200, 201]).toContain(status);
      expect(at(json, 'metadata.ownerReferences')).toEqual(owners);
      expect(headers['warning']).toBe(warning(moment, uids));
    }
    const unique = await api.patch(path, 'merge', owned([owner, other]));
    expect(unique.headers['warning']).toBeUndefined();
  });

  test('delete options are checked', async () => {
    const { api } = use();
    await api.post(maps(), configMap('options'));
    const policy = await api.delete(`${maps()}/options`, { propagationPolicy: 'Weird' });
    expect([policy.status, policy.json['message']]).toEqual([
      422,
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Weird": supported values: "Foreground", "Background", "Orphan", "nil"',
    ]);
    const both = await api.delete(`${maps()}/options`, {
      propagationPolicy: 'Background',
      orphanDependents: true,
    });
    expect([both.status, both.json['reason']]).toEqual([422, 'Invalid']);
    const broken = await api.delete(`${maps()}/options`, '{bad');
    expect([broken.status, broken.json['message']]).toEqual([
      400,
      "couldn't get version/kind; json parse error: invalid character 'b' looking for beginning of object key string",
    ]);
    const type = await api.delete(`${maps()}/options`, { gracePeriodSeconds: 'x' });
    expect([type.status, type.json['message']]).toEqual([
      400,
      'json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
    ]);
    expect((await api.delete(`${maps()}/options`, '[]')).status).toBe(400);
    const foreground = await api.delete(`${maps()}/options`, { propagationPolicy: 'Foreground' });
    expect(at(foreground.json, 'metadata.finalizers')).toEqual(['foregroundDeletion']);
    await api.patch(`${maps()}/options`, 'merge', { metadata: { finalizers: null } });
  });

  test('finalizers keep an object until the last one is removed', async () => {
    const { api } = use();
    await api.post(maps(), { metadata: { name: 'held', finalizers: ['x.y/z'] } });
    const marked = await api.delete(`${maps()}/held`);
    expect(marked.status).toBe(200);
    expect(at(marked.json, 'metadata')).toMatchObject({
      finalizers: ['x.y/z'],
      deletionGracePeriodSeconds: 0,
    });
    expect(text(marked.json, 'metadata.deletionTimestamp')).toMatch(/Z$/);
    const again = await api.delete(`${maps()}/held`);
    expect(at(again.json, 'metadata.resourceVersion')).toBe(at(marked.json, 'metadata.resourceVersion'));
    const added = await api.patch(`${maps()}/held`, 'merge', {
      metadata: { finalizers: ['x.y/z', 'k.l/m'] },
    });
    expect([added.status, added.json['message']]).toEqual([
      422,
      'ConfigMap "held" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"k.l/m"}',
    ]);
    const other = await api.patch(`${maps()}/held`, 'merge', { metadata: { labels: { still: 'here' } } });
    expect(other.status).toBe(200);
    const watch = await api.watch(
      `${maps()}?watch=true&fieldSelector=metadata.name%3Dheld&resourceVersion=${text(other.json, 'metadata.resourceVersion')}`,
    );
    const released = await api.patch(`${maps()}/held`, 'merge', { metadata: { finalizers: null } });
    expect(released.status).toBe(200);
    expect((await watch.take(1)).map(shown)).toEqual(['DELETED held']);
    watch.close();
    expect((await api.get(`${maps()}/held`)).status).toBe(404);
  });

  test('a later deletion of a held object stores the finalizers that its policy asks for', async () => {
    const { api } = use();
    await api.post(maps(), { metadata: { name: 'kept', finalizers: ['a.b/c'] } });
    const policies = [
      ['', 200, ['a.b/c']],
      ['?propagationPolicy=Foreground', 200, ['a.b/c', 'foregroundDeletion']],
      ['', 200, ['a.b/c', 'foregroundDeletion']],
      ['?propagationPolicy=Orphan', 200, ['a.b/c', 'orphan']],
      ['?dryRun=All&propagationPolicy=Background', 200, ['a.b/c', 'orphan']],
      ['?propagationPolicy=Background', 200, ['a.b/c']],
      ['?orphanDependents=true', 200, ['a.b/c', 'orphan']],
      ['?orphanDependents=false', 202, ['a.b/c']],
      ['?gracePeriodSeconds=-5', 200, ['a.b/c']],
    ] as const;
    for (const [query, status, finalizers] of policies) {
      const answer = await api.delete(`${maps()}/kept${query}`);
      expect([query, answer.status]).toEqual([query, status]);
      const { json } = await api.get(`${maps()}/kept`);
      expect([query, at(json, 'metadata.finalizers')]).toEqual([query, finalizers]);
      if (!query.includes('dryRun')) expect(answer.json).toEqual(json);
    }
    await api.patch(`${maps()}/kept`, 'merge', { metadata: { finalizers: null } });
    expect((await api.get(`${maps()}/kept`)).status).toBe(404);
  });

  test('deletes a collection by selector and returns the deleted objects', async () => {
    const { api } = use();
    await api.post(maps(), configMap('many-1', {}, { many: 'yes' }));
    await api.post(maps(), configMap('many-2', {}, { many: 'yes' }));
    const dry = await api.delete(`${maps()}?labelSelector=many%3Dyes&dryRun=All`);
    expect(names(dry.json)).toEqual(['many-1', 'many-2']);
    const { status, json } = await api.delete(`${maps()}?labelSelector=many%3Dyes`);
    expect([status, json['kind'], names(json)]).toEqual([200, 'ConfigMapList', ['many-1', 'many-2']]);
    expect(names((await api.get(`${maps()}?labelSelector=many`)).json)).toEqual([]);
    const namespaces = await api.delete('/api/v1/namespaces');
    expect([namespaces.status, namespaces.json['message']]).toEqual([
      405,
      'the server does not allow this method on the requested resource',
    ]);
  });
}

/** A server whose namespaces are emptied by a controller, its own or another program. */
export function namespaceSuite(
  title: string,
  start: () => Promise<{ readonly target: Target; stop(): Promise<void> }>,
): void {
  describe(title, () => {
    let server: { readonly target: Target; stop(): Promise<void> } | undefined;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(async () => {
      await server?.stop();
    });

    test('deleting a namespace deletes its objects, after their finalizers', async () => {
      if (server === undefined) throw new Error('the server did not start');
      const api = new Api(server.target);
      const own = `gone-${Date.now().toString(36)}`;
      const created = await api.post('/api/v1/namespaces', { metadata: { name: own } });
      expect(created.json).toMatchObject({
        metadata: { labels: { 'kubernetes.io/metadata.name': own } },
        spec: { finalizers: ['kubernetes'] },
        status: { phase: 'Active' },
      });
      await api.post(configMaps(own), { metadata: { name: 'held', finalizers: ['x.y/z'] } });
      await api.post(configMaps(own), configMap('free'));
      const watch = await api.watch(
        `/api/v1/namespaces?watch=true&fieldSelector=metadata.name%3D${own}&resourceVersion=${text(created.json, 'metadata.resourceVersion')}`,
      );
      const maps = await api.watch(
        `${configMaps(own)}?watch=true&fieldSelector=metadata.name!%3Dkube-root-ca.crt&resourceVersion=${text(created.json, 'metadata.resourceVersion')}`,
      );
      const leaving = await api.delete(`/api/v1/namespaces/${own}`);
      expect(at(leaving.json, 'status.phase')).toBe('Terminating');
      // Both existed: one is deleted, one is marked.
      expect((await maps.take(4)).map(shown).toSorted()).toEqual([
        'ADDED free',
        'ADDED held',
        'DELETED free',
        'MODIFIED held',
      ]);
      maps.close();
      const late = await api.post(configMaps(own), configMap('late'));
      expect(late.status).toBe(403);
      expect(late.json).toMatchObject({
        reason: 'Forbidden',
        message: `configmaps "late" is forbidden: unable to create new content in namespace ${own} because it is being terminated`,
        details: {
          causes: [
            {
              reason: 'NamespaceTerminating',
              message: `namespace ${own} is being terminated`,
              field: 'metadata.namespace',
            },
          ],
        },
      });
      await api.patch(`${configMaps(own)}/held`, 'merge', { metadata: { finalizers: null } });
      let last = '';
      while (last !== `DELETED ${own}`) last = shown(await watch.next());
      watch.close();
      expect((await api.get(`/api/v1/namespaces/${own}`)).status).toBe(404);
    });
  });
}
