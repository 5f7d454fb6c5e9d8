import { expect, test } from 'vitest';
import { Controller } from '../../../packages/kube-informers/src/controller/controller.js';
import { generationChanged } from '../../../packages/kube-informers/src/controller/predicates.js';
import { Manager } from '../../../packages/kube-informers/src/controller/manager/manager.js';
import { createOrUpdate } from '../../../packages/kube-informers/src/controller/objects/create-or-update.js';
import {
  ensureFinalizer,
  removeFinalizer,
  runFinalizers,
} from '../../../packages/kube-informers/src/controller/objects/finalizers.js';
import { SharedInformerFactory } from '../../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { isInvalid, isNotFound } from '../../../packages/kube-informers/src/meta/errors.js';
import { coreV1 } from '../../../packages/kube-informers/src/resources/core-v1.js';
import { waitFor } from '../../../packages/kube-informers/src/wait/wait-for.js';
import { onServer } from '../../conformance/objects/server.test-support.js';

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

test('failure 28: an object terminates for ever: an operator that starts after the deletion finishes it', () =>
  onServer(async (clientset) => {
    const client = clientset.resource(coreV1.configMaps, 'default');
    await client.create({ metadata: { name: 'a', finalizers: [finalizer] } });
    // The operator was removed before its objects. Nothing but the first list will show this one.
    await client.delete('a');
    expect((await client.get('a')).metadata?.deletionTimestamp).toBeDefined();
    const factory = new SharedInformerFactory(clientset);
    const cleaned: string[] = [];
    const controller = new Controller('site', {
      for: {
        informer: factory.core().v1().configMaps({ namespace: 'default' }),
        predicate: generationChanged,
      },
      initialSpreadMs: 0,
      reconcile: async ({ object, key, client: writer }) => {
        if (object?.metadata?.finalizers?.includes(finalizer) !== true) return;
        await runFinalizers(writer, object, { [finalizer]: () => cleaned.push(key) });
      },
    });
    const manager = new Manager(clientset, { factory, controllers: [controller] });
    const stop = new AbortController();
    const run = manager.run({ signal: stop.signal });
    await waitFor(clientset, coreV1.configMaps, 'a', 'delete', { namespace: 'default', timeoutMs: 60_000 });
    stop.abort();
    await run;
    expect(cleaned).toEqual(['default/a']);
  }));

test('failure 29: a finalizer added to an object that is being deleted is refused in an endless loop', () =>
  onServer(async (clientset) => {
    const client = clientset.resource(coreV1.configMaps, 'default');
    const fresh = await client.create({ metadata: { name: 'a', finalizers: ['example.com/other'] } });
    await client.delete('a');
    const add = { op: 'add' as const, path: '/metadata/finalizers/-', value: finalizer };
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
