import { describe, expect, test } from 'vitest';
import type { Clientset } from '../../client/clientset.js';
import { isConflict } from '../../meta/errors.js';
import { newForbidden, newInternalError } from '../../meta/status.js';
import type { KubernetesObject } from '../../meta/types.js';
import { coreV1 } from '../../resources/core-v1.js';
import { ConfigError } from '../../util/errors.js';
import { onServer } from '../../../../../test/conformance/objects/server.test-support.js';
import { setControllerReference } from './owner-references.js';
import { deleteUnwanted } from './delete-unwanted.js';

const resource = coreV1.configMaps;

/** An owner with two objects, and an object that is not its own. */
async function family(clientset: Clientset) {
  const client = clientset.resource(resource, 'default');
  const owner = await client.create({ metadata: { name: 'owner', namespace: 'default' } });
  const other = await client.create({ metadata: { name: 'other', namespace: 'default' } });
  const create = (name: string, parent = owner) =>
    client.create(setControllerReference(parent, { metadata: { name, namespace: 'default' } }));
  await create('a');
  await create('b');
  await create('of-other', other);
  const { items } = await client.list();
  return { client, owner, lister: { list: () => items }, items };
}

const names = (objects: readonly KubernetesObject[]): unknown[] =>
  objects.map(({ metadata }) => metadata?.name);

test('deletes what the owner controls and no longer wants', () =>
  onServer(async (clientset) => {
    const { client, owner, lister } = await family(clientset);
    const deleted = await deleteUnwanted(clientset, {
      owner,
      resource,
      lister,
      keep: [{ metadata: { name: 'b' } }],
    });
    expect(deleted).toEqual(['default/a']);
    const left = (await client.list({ fieldSelector: 'metadata.name!=kube-root-ca.crt' })).items;
    expect(names(left)).toEqual(['b', 'of-other', 'other', 'owner']);
    expect(await deleteUnwanted(clientset, { owner, resource, lister, keep: [] })).toEqual(['default/b']);
  }));

test('leaves an object that has changed and a new one of the same name, and throws the conflicts', () =>
  onServer(async (clientset) => {
    const { client, owner, lister } = await family(clientset);
    await client.delete('a');
    await client.create({ metadata: { name: 'a' } });
    const pruned = () =>
      deleteUnwanted(clientset, { owner, resource, lister, keep: [{ metadata: { name: 'b' } }] });
    await expect(pruned()).rejects.toSatisfy(isConflict);
    expect((await client.get('a')).metadata?.ownerReferences).toBeUndefined();
    await client.patch('b', { data: { changed: 'true' } }, { type: 'merge' });
    const all = deleteUnwanted(clientset, { owner, resource, lister, keep: [] });
    await expect(all).rejects.toThrow('deleteUnwanted failed to delete 2 objects');
    await expect(all).rejects.toSatisfy(({ errors }: AggregateError) => errors.every(isConflict));
    const { items } = await client.list();
    expect(
      await deleteUnwanted(clientset, { owner, resource, lister: { list: () => items }, keep: [] }),
    ).toEqual(['default/b']);
  }));

test('leaves out objects that are gone or being deleted', () =>
  onServer(async (clientset) => {
    const { client, owner, lister, items } = await family(clientset);
    await client.delete('a');
    const b = items.find(({ metadata }) => metadata?.name === 'b');
    if (b?.metadata !== undefined) Object.assign(b.metadata, { deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(await deleteUnwanted(clientset, { owner, resource, lister, keep: [] })).toEqual([]);
    expect((await client.get('b')).metadata?.name).toBe('b');
  }));

describe('without a server', () => {
  const owner = { apiVersion: 'v1', kind: 'Site', metadata: { name: 's', uid: 'u' } };
  const owned = (name: string) =>
    setControllerReference(owner, {
      metadata: { name, namespace: 'n', uid: `${name}-uid`, resourceVersion: '5' },
    });
  const lister = { list: () => ['a', 'b', 'c'].map(owned) };

  test('tries the others when a deletion fails, then throws', async () => {
    const calls: unknown[] = [];
    const failing = (count: number) => ({
      resource: (_resource: unknown, namespace?: string) => ({
        delete: (name: string, options: object = {}) => {
          calls.push([namespace, name, options]);
          if (calls.length <= count) return Promise.reject(newForbidden(resource, name, 'no permission'));
          return Promise.resolve({} as never);
        },
      }),
    });
    await expect(deleteUnwanted(failing(1), { owner, resource, lister, keep: [] })).rejects.toThrow(
      '"a" is forbidden',
    );
    const options = { propagationPolicy: undefined, signal: undefined };
    expect(calls).toEqual(
      ['a', 'b', 'c'].map((name) => [
        'n',
        name,
        { preconditions: { uid: `${name}-uid`, resourceVersion: '5' }, ...options },
      ]),
    );
    calls.length = 0;
    await expect(deleteUnwanted(failing(2), { owner, resource, lister, keep: [] })).rejects.toThrow(
      'deleteUnwanted failed to delete 2 objects',
    );
    expect(calls).toHaveLength(3);
  });

  test('stops when the signal aborts', async () => {
    const stop = new AbortController();
    let calls = 0;
    const client = {
      resource: () => ({
        delete: () => {
          calls++;
          stop.abort(new Error('stopped'));
          return Promise.reject(newInternalError('cut'));
        },
      }),
    };
    const pruned = deleteUnwanted(client, { owner, resource, lister, keep: [], signal: stop.signal });
    await expect(pruned).rejects.toThrow('cut');
    expect(calls).toBe(1);
  });

  test('ignores objects with damaged owner references', async () => {
    const client = { resource: (): never => expect.unreachable() };
    const damaged = [null, 'x', {}, [null], [{ uid: 'u', controller: true }]].map((ownerReferences) => ({
      metadata: { name: 'a', namespace: 'n', uid: 'x', ownerReferences },
    }));
    const list = { list: () => damaged as never[] };
    expect(await deleteUnwanted(client, { owner, resource, lister: list, keep: [] })).toEqual([]);
  });

  test.each<[string, object, string]>([
    [
      'an owner without a uid',
      { owner: { metadata: { name: 's' } } },
      'deleteUnwanted: object "s" has no metadata.uid',
    ],
    [
      'an object to keep without a namespace',
      { keep: [{ metadata: { name: 'a' } }] },
      'keep of deleteUnwanted: object "a" needs metadata.namespace, since its owner is cluster-scoped',
    ],
    ['names to keep', { keep: ['a'] }, 'keep of deleteUnwanted takes an object, got string'],
    ['one object to keep', { keep: owner }, 'keep of deleteUnwanted must be an array of objects, got object'],
    ['a list', { lister: [] }, 'lister of deleteUnwanted must have the methods list'],
    ['an unknown option', { wanted: [] }, 'unknown option "wanted" of deleteUnwanted'],
  ])('refuses %s', async (_title, given, message) => {
    const pruned = deleteUnwanted(
      { resource: (): never => expect.unreachable() },
      { owner, resource, lister, keep: [], ...given },
    );
    await expect(pruned).rejects.toThrow(ConfigError);
    await expect(pruned).rejects.toThrow(message);
  });
});
