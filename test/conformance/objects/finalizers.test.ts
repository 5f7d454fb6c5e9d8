import { describe, expect, test } from 'vitest';
import type { Clientset } from '../../../packages/kube-informers/src/client/clientset.js';
import type { ResourceClient } from '../../../packages/kube-informers/src/client/resource-client.js';
import {
  ensureFinalizer,
  removeFinalizer,
  runFinalizers,
} from '../../../packages/kube-informers/src/controller/objects/finalizers.js';
import { isNotFound } from '../../../packages/kube-informers/src/meta/errors.js';
import type { ObjectOf } from '../../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import { coreV1 } from '../../../packages/kube-informers/src/resources/core-v1.js';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';
import { onServer } from './server.test-support.js';

type ConfigMap = ObjectOf<typeof coreV1.configMaps>;

const own = 'example.com/own';
const other = 'example.com/other';

interface Given {
  readonly client: ResourceClient<ConfigMap>;
  /** Requests of the client, in order. */
  readonly requests: string[];
  readonly object: ConfigMap;
}

/** An object with these finalizers on a server; deleted on demand. */
function withFinalizers(
  finalizers: readonly string[],
  run: (given: Given) => Promise<void>,
  options: { readonly deleting?: boolean } = {},
): Promise<void> {
  return onServer(async (clientset: Clientset) => {
    const client = clientset.resource(coreV1.configMaps, 'default');
    let object = await client.create({ metadata: { name: 'a', finalizers: [...finalizers] } });
    if (options.deleting === true) {
      await client.delete('a');
      if (finalizers.length > 0) object = await client.get('a');
      else
        object = { ...object, metadata: { ...object.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
    }
    const requests: string[] = [];
    const recorded: ResourceClient<ConfigMap> = new Proxy(client, {
      get(target, name) {
        if (name === 'namespace') return () => recorded;
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]): unknown => {
          requests.push(String(name));
          return method.apply(target, args);
        };
      },
    });
    await run({ client: recorded, requests, object });
  });
}

const finalizersOf = (object: DeepReadonly<KubernetesObject>): unknown => object.metadata?.finalizers;

describe('AddFinalizer', () => {
  test('should add the finalizer when not present', () =>
    withFinalizers([], async ({ client, object, requests }) => {
      const result = await ensureFinalizer(client, object, own);
      expect(result.outcome).toBe('added');
      expect(finalizersOf(result.object)).toEqual([own]);
      expect(finalizersOf(object)).toBeUndefined();
      expect(requests).toEqual(['patch']);
    }));

  test('should not add the finalizer when already present', () =>
    withFinalizers([own], async ({ client, object, requests }) => {
      expect(await ensureFinalizer(client, object, own)).toEqual({ outcome: 'present', object });
      expect(requests).toEqual([]);
    }));

  test("should add the input finalizer to the object's list of finalizers", () =>
    withFinalizers([other], async ({ client, object }) => {
      const result = await ensureFinalizer(client, object, own);
      expect(finalizersOf(result.object)).toEqual([other, own]);
    }));

  test('reads the object when its finalizers have changed, and keeps those of others', () =>
    withFinalizers([], async ({ client, object, requests }) => {
      await client.patch('a', { metadata: { finalizers: [other] } }, { type: 'merge' });
      const result = await ensureFinalizer(client, object, own);
      expect(result.outcome).toBe('added');
      expect(finalizersOf(result.object)).toEqual([other, own]);
      expect(requests).toEqual(['patch', 'patch', 'get', 'patch']);
    }));

  test('of an object that is gone rejects with NotFound', () =>
    withFinalizers([], async ({ client, object }) => {
      await client.delete('a');
      await expect(ensureFinalizer(client, object, own)).rejects.toSatisfy(isNotFound);
    }));
});

describe('RemoveFinalizer', () => {
  test('should remove finalizer if present', () =>
    withFinalizers([other, own], async ({ client, object, requests }) => {
      const result = await removeFinalizer(client, object, own);
      expect(result.outcome).toBe('removed');
      expect(finalizersOf(result.object)).toEqual([other]);
      expect(requests).toEqual(['patch']);
    }));

  test('should remove all equal finalizers if present', async () => {
    // A server stores a name once; an object may still hold it twice.
    const bodies: unknown[] = [];
    const twice = { metadata: { name: 'a', uid: 'u', finalizers: [own, other, own] } };
    const client = {
      get: () => Promise.reject(new Error('read')),
      patch: (_name: string, body: object | string) => {
        bodies.push(body);
        return Promise.resolve({ metadata: { name: 'a', uid: 'u', finalizers: [other] } });
      },
      namespace: (): ResourceClient<KubernetesObject> => client as never,
    };
    await removeFinalizer<KubernetesObject>(client, twice, own);
    expect(bodies).toEqual([
      [
        { op: 'test', path: '/metadata/uid', value: 'u' },
        { op: 'test', path: '/metadata/finalizers/2', value: own },
        { op: 'remove', path: '/metadata/finalizers/2' },
        { op: 'test', path: '/metadata/finalizers/0', value: own },
        { op: 'remove', path: '/metadata/finalizers/0' },
      ],
    ]);
  });

  test("should not modify the object's list of finalizers", () =>
    withFinalizers([other], async ({ client, object, requests }) => {
      expect(await removeFinalizer(client, object, own)).toEqual({ outcome: 'absent', object });
      expect(requests).toEqual([]);
    }));

  test('reads the object when its finalizers have changed, and keeps those of others', () =>
    withFinalizers([own], async ({ client, object }) => {
      await client.patch('a', { metadata: { finalizers: [other, own] } }, { type: 'merge' });
      const result = await removeFinalizer(client, object, own);
      expect(result.outcome).toBe('removed');
      expect(finalizersOf(result.object)).toEqual([other]);
    }));

  test('removes nothing from a new object of the same name', () =>
    withFinalizers([own], async ({ client, object }) => {
      await client.patch('a', { metadata: { finalizers: null } }, { type: 'merge' });
      await client.delete('a');
      await client.create({ metadata: { name: 'a', finalizers: [own] } });
      expect((await removeFinalizer(client, object, own)).outcome).toBe('gone');
      expect(finalizersOf(await client.get('a'))).toEqual([own]);
    }));

  test('removing the last finalizer of a deleted object deletes it; doing it again has no effect', () =>
    withFinalizers(
      [own],
      async ({ client, object }) => {
        expect((await removeFinalizer(client, object, own)).outcome).toBe('removed');
        await expect(client.get('a')).rejects.toSatisfy(isNotFound);
        expect((await removeFinalizer(client, object, own)).outcome).toBe('gone');
      },
      { deleting: true },
    ));
});

describe('TestFinalizer', () => {
  test('successfully finalizes and returns true for Updated when deletion timestamp is nil and finalizer does not exist', () =>
    withFinalizers([], async ({ client, object }) => {
      let calls = 0;
      const result = await runFinalizers(client, object, { [own]: () => calls++ });
      expect(result.deleting).toBe(false);
      expect(finalizersOf(result.object)).toEqual([own]);
      expect(calls).toBe(0);
    }));

  test('successfully finalizes and returns true for Updated when deletion timestamp is not nil and the finalizer exists', () =>
    withFinalizers(
      [own],
      async ({ client, object }) => {
        const seen: unknown[] = [];
        const result = await runFinalizers(client, object, { [own]: (current) => seen.push(current) });
        expect(result.deleting).toBe(true);
        expect(seen).toEqual([object]);
        await expect(client.get('a')).rejects.toSatisfy(isNotFound);
      },
      { deleting: true },
    ));

  test("should return no error and return false for Updated when deletion timestamp is nil and finalizer doesn't exist", () =>
    withFinalizers([own], async ({ client, object, requests }) => {
      expect(await runFinalizers(client, object, { [own]: () => {} })).toEqual({ deleting: false, object });
      expect(requests).toEqual([]);
    }));

  test("should return no error and return false for Updated when deletion timestamp is not nil and the finalizer doesn't exist", () =>
    withFinalizers(
      [other],
      async ({ client, object, requests }) => {
        let calls = 0;
        expect(await runFinalizers(client, object, { [own]: () => calls++ })).toEqual({
          deleting: true,
          object,
        });
        expect(calls).toBe(0);
        expect(requests).toEqual([]);
      },
      { deleting: true },
    ));

  test('successfully finalizes multiple finalizers and returns true for Updated when deletion timestamp is not nil and the finalizer exists', () =>
    withFinalizers(
      [own, other],
      async ({ client, object }) => {
        const calls: string[] = [];
        await runFinalizers(client, object, {
          [own]: () => calls.push('own'),
          [other]: () => calls.push('other'),
        });
        expect(calls).toEqual(['own', 'other']);
        await expect(client.get('a')).rejects.toSatisfy(isNotFound);
      },
      { deleting: true },
    ));

  test('should return result as false and a non-nil error', () =>
    withFinalizers(
      [own],
      async ({ client, object, requests }) => {
        const run = runFinalizers(client, object, {
          [own]: () => Promise.reject(new Error('finalizer failed')),
        });
        await expect(run).rejects.toThrow('finalizer failed');
        expect(requests).toEqual([]);
        expect(finalizersOf(await client.get('a'))).toEqual([own]);
      },
      { deleting: true },
    ));

  test('should return expected result values and error values when registering multiple finalizers', () =>
    withFinalizers(
      ['example.com/1', 'example.com/2', 'example.com/3'],
      async ({ client, object }) => {
        const failed = (message: string) => (): never => {
          throw new Error(message);
        };
        const run = runFinalizers(client, object, {
          'example.com/1': failed('first'),
          'example.com/2': () => {},
          'example.com/3': failed('third'),
        });
        await expect(run).rejects.toThrow('2 finalizers failed');
        await expect(run).rejects.toMatchObject({ errors: [{ message: 'first' }, { message: 'third' }] });
        expect(finalizersOf(await client.get('a'))).toEqual(['example.com/1', 'example.com/3']);
      },
      { deleting: true },
    ));
});
