import { expect, test } from 'vitest';
import type { Clientset } from '../../../packages/kube-informers/src/client/clientset.js';
import type { ResourceClient } from '../../../packages/kube-informers/src/client/resource-client.js';
import { createOrUpdate } from '../../../packages/kube-informers/src/controller/objects/create-or-update.js';
import { newInternalError } from '../../../packages/kube-informers/src/meta/status.js';
import type { ObjectOf } from '../../../packages/kube-informers/src/meta/resource.js';
import { appsV1 } from '../../../packages/kube-informers/src/resources/apps-v1.js';
import { ConfigError } from '../../../packages/kube-informers/src/util/errors.js';
import { onServer } from './server.test-support.js';

type Deployment = ObjectOf<typeof appsV1.deployments>;

const deployment: Deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: { selector: {}, template: {} },
};

function specified(object: Deployment): void {
  object.spec = {
    selector: { matchLabels: { foo: 'bar' } },
    template: {
      metadata: { labels: { foo: 'bar' } },
      spec: { containers: [{ name: 'busybox', image: 'busybox' }] },
    },
  };
}

function renamed(object: Deployment): void {
  object.metadata = { ...object.metadata, name: 'web-1' };
}

/** A client that counts its writes. */
function counted(clientset: Clientset): { client: ResourceClient<Deployment>; writes: string[] } {
  const writes: string[] = [];
  const client = clientset.resource(appsV1.deployments, 'default');
  const recorded = new Proxy(client, {
    get(target, name) {
      if (name === 'namespace') return () => recorded;
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]): unknown => {
        if (name !== 'get') writes.push(String(name));
        return method.apply(target, args);
      };
    },
  });
  return { client: recorded, writes };
}

// Upstream: CreateOrUpdate.
test("creates a new object if one doesn't exists", () =>
  onServer(async (clientset) => {
    const { client } = counted(clientset);
    const { outcome, object } = await createOrUpdate(client, deployment, specified);
    expect(outcome).toBe('created');
    expect(await client.get('web')).toEqual(object);
    expect(object.spec?.template.spec?.containers[0]).toMatchObject({ name: 'busybox', image: 'busybox' });
    expect(deployment.spec).toEqual({ selector: {}, template: {} });
  }));

// Upstream: CreateOrUpdate.
test('updates existing object', () =>
  onServer(async (clientset) => {
    const { client, writes } = counted(clientset);
    await createOrUpdate(client, deployment, specified);
    const { outcome, object } = await createOrUpdate(client, deployment, (existing) => ({
      ...existing,
      spec: { ...existing.spec, replicas: 2 } as Deployment['spec'] & object,
    }));
    expect(outcome).toBe('updated');
    expect(object.spec?.replicas).toBe(2);
    expect(writes).toEqual(['create', 'update']);
  }));

// Upstream: CreateOrUpdate.
test('updates only changed objects', () =>
  onServer(async (clientset) => {
    const { client, writes } = counted(clientset);
    await createOrUpdate(client, deployment, specified);
    const { outcome, object } = await createOrUpdate(client, deployment, async () => {});
    expect(outcome).toBe('unchanged');
    expect(object.metadata?.uid).toBeDefined();
    expect(writes).toEqual(['create']);
  }));

test('a change that the server reverts by its defaults is unchanged', () =>
  onServer(async (clientset) => {
    const { client, writes } = counted(clientset);
    await createOrUpdate(client, deployment, specified);
    const { outcome } = await createOrUpdate(client, deployment, (existing) => {
      delete existing.spec?.replicas;
    });
    expect(outcome).toBe('unchanged');
    expect(writes).toEqual(['create', 'update']);
  }));

// Upstream: CreateOrUpdate.
test('errors when MutateFn changes object name on creation', () =>
  onServer(async (clientset) => {
    const { client, writes } = counted(clientset);
    const both = (object: Deployment): void => {
      specified(object);
      renamed(object);
    };
    await expect(createOrUpdate(client, deployment, both)).rejects.toThrow(
      'mutate of createOrUpdate must not change name or namespace, got Deployment "default/web-1", expected Deployment "default/web"',
    );
    expect(writes).toEqual([]);
  }));

// Upstream: CreateOrUpdate.
test('errors when MutateFn renames an object', () =>
  onServer(async (clientset) => {
    const { client, writes } = counted(clientset);
    await createOrUpdate(client, deployment, specified);
    await expect(createOrUpdate(client, deployment, renamed)).rejects.toThrow(ConfigError);
    expect(writes).toEqual(['create']);
  }));

// Upstream: CreateOrUpdate.
test('errors when object namespace changes', () =>
  onServer(async (clientset) => {
    const { client, writes } = counted(clientset);
    await createOrUpdate(client, deployment, specified);
    const moved = createOrUpdate(client, deployment, (object) => ({
      ...object,
      metadata: { ...object.metadata, namespace: 'other' },
    }));
    await expect(moved).rejects.toThrow(expect.objectContaining({ code: 'ERR_MUTATE' }));
    expect(writes).toEqual(['create']);
  }));

// Upstream: CreateOrUpdate.
test('aborts immediately if there was an error initially retrieving the object', async () => {
  const error = newInternalError('unexpected error');
  let mutated = 0;
  const client = {
    get: () => Promise.reject(error),
    create: () => Promise.reject(new Error('created')),
    update: () => Promise.reject(new Error('updated')),
    namespace: (): ResourceClient<Deployment> => client as never,
  };
  await expect(createOrUpdate(client, deployment, () => void mutated++)).rejects.toBe(error);
  expect(mutated).toBe(0);
});
