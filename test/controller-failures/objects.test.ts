import { expect, test } from 'vitest';
import { createOrUpdate } from '../../src/controller/objects/create-or-update.js';
import { ensureFinalizer, removeFinalizer, runFinalizers } from '../../src/controller/objects/finalizers.js';
import { isInvalid, isNotFound } from '../../src/meta/errors.js';
import { coreV1 } from '../../src/resources/core-v1.js';
import { onServer } from '../conformance/objects/server.test-support.js';

const finalizer = 'example.com/dns';

test('failure 14: a create refused because the object still carried the resourceVersion of a listed one', () =>
  onServer(async (clientset) => {
    const client = clientset.resource(coreV1.configMaps, 'default');
    const listed = await client.create({ metadata: { name: 'a' }, data: { key: 'value' } });
    await client.delete('a');
    await expect(client.create(listed)).rejects.toThrow('resourceVersion should not be set');
    const { outcome, object } = await createOrUpdate(client, listed, (copy) => {
      copy.data = { key: 'changed' };
    });
    expect(outcome).toBe('created');
    expect(object.data).toEqual({ key: 'changed' });
    expect(object.metadata?.uid).not.toBe(listed.metadata?.uid);
    expect(listed.data).toEqual({ key: 'value' });
  }));

test('failure 28: an object terminates for ever: the finalizer goes once the clean-up has succeeded', () =>
  onServer(async (clientset) => {
    const client = clientset.resource(coreV1.configMaps, 'default');
    const { object } = await ensureFinalizer(
      client,
      await client.create({ metadata: { name: 'a' } }),
      finalizer,
    );
    await client.delete('a');
    const deleting = await client.get('a');
    let isDown = true;
    const cleanUp = (): void => {
      if (isDown) throw new Error('the DNS provider is down');
    };
    // The clean-up fails: the finalizer stays, and the error reaches the caller, who tries again.
    await expect(runFinalizers(client, deleting, { [finalizer]: cleanUp })).rejects.toThrow(
      'provider is down',
    );
    expect((await client.get('a')).metadata?.finalizers).toEqual([finalizer]);
    isDown = false;
    // A stale copy from a cache does no harm: it is read again.
    await client
      .patch('a', { metadata: { finalizers: ['example.com/other', finalizer] } }, { type: 'merge' })
      .catch((error: unknown) => expect(error).toSatisfy(isInvalid));
    await runFinalizers(client, deleting, { [finalizer]: cleanUp });
    await expect(client.get('a')).rejects.toSatisfy(isNotFound);
    expect((await removeFinalizer(client, object, finalizer)).outcome).toBe('gone');
  }));

test('failure 29: a finalizer added to an object that is being deleted is refused in an endless loop', () =>
  onServer(async (clientset) => {
    const client = clientset.resource(coreV1.configMaps, 'default');
    const fresh = await client.create({ metadata: { name: 'a', finalizers: ['example.com/other'] } });
    await client.delete('a');
    const add = { op: 'add', path: '/metadata/finalizers/-', value: finalizer };
    await expect(client.patch('a', [add], { type: 'json' })).rejects.toSatisfy(isInvalid);

    // From a cache that has seen the deletion: no request at all.
    const deleting = await client.get('a');
    const noRequests = { namespace: () => noRequests, patch: unexpected, get: unexpected } as never;
    expect(await ensureFinalizer(noRequests, deleting, finalizer)).toEqual({
      outcome: 'deleting',
      object: deleting,
    });
    // From a cache that has not: one refused patch, one read, and the same result.
    expect((await ensureFinalizer(client, fresh, finalizer)).outcome).toBe('deleting');
  }));

function unexpected(): never {
  throw new Error('unexpected request');
}
