import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { filteringHandler } from './filtering-handler.js';
import type { ResourceEventHandler } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

const web: KubernetesObject = { metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } } };
const db: KubernetesObject = { metadata: { name: 'db', namespace: 'shop' } };
const isWeb = (object: DeepReadonly<KubernetesObject>): boolean => object.metadata?.labels?.['app'] === 'web';

function recorder(): { seen: unknown[][]; handler: ResourceEventHandler<KubernetesObject> } {
  const seen: unknown[][] = [];
  return {
    seen,
    handler: {
      onAdd: (object, info) => void seen.push(['add', object, info.isInInitialList]),
      onUpdate: (oldObject, newObject) => void seen.push(['update', oldObject, newObject]),
      onDelete: (deletion) => void seen.push(['delete', deletion]),
    },
  };
}

describe('filteringHandler', () => {
  test.each([
    { name: 'pass to pass is an update', from: web, to: web, expected: [['update', web, web]] },
    {
      name: 'fail to pass is an add, not of the initial list',
      from: db,
      to: web,
      expected: [['add', web, false]],
    },
    {
      name: 'pass to fail is a delete of the old state',
      from: web,
      to: db,
      expected: [['delete', { key: 'shop/web', object: web, finalStateUnknown: false, leftScope: true }]],
    },
    { name: 'fail to fail calls nothing', from: db, to: db, expected: [] },
  ])('update: $name', async ({ from, to, expected }) => {
    const { seen, handler } = recorder();
    await filteringHandler(isWeb, handler).onUpdate?.(from, to);
    expect(seen).toEqual(expected);
  });

  test('passes on adds and deletes of objects that pass, with all their fields', async () => {
    const { seen, handler } = recorder();
    const filtered = filteringHandler(isWeb, handler);
    await filtered.onAdd?.(web, { isInInitialList: true });
    await filtered.onAdd?.(db, { isInInitialList: true });
    const deletion = { key: 'shop/web', object: web, finalStateUnknown: true, leftScope: false };
    await filtered.onDelete?.(deletion);
    await filtered.onDelete?.({ key: 'shop/db', object: db, finalStateUnknown: false, leftScope: false });
    expect(seen).toEqual([
      ['add', web, true],
      ['delete', deletion],
    ]);
  });

  test('passes on a deletion without an object', async () => {
    const { seen, handler } = recorder();
    const deletion = { key: 'shop/web', object: undefined, finalStateUnknown: true, leftScope: false };
    await filteringHandler(isWeb, handler).onDelete?.(deletion);
    expect(seen).toEqual([['delete', deletion]]);
  });

  test("returns the callback's promise, so that it is awaited", async () => {
    let finished = false;
    const filtered = filteringHandler<KubernetesObject>(isWeb, {
      async onAdd() {
        await Promise.resolve();
        finished = true;
      },
    });
    await filtered.onAdd?.(web, { isInInitialList: false });
    expect(finished).toBe(true);
  });

  test('callbacks may be absent', async () => {
    const filtered = filteringHandler<KubernetesObject>(isWeb, { onDelete: () => undefined });
    await filtered.onAdd?.(web, { isInInitialList: false });
    await filtered.onUpdate?.(web, db);
    await filtered.onUpdate?.(web, web);
    await filtered.onDelete?.({ key: 'shop/web', object: web, finalStateUnknown: false, leftScope: false });
  });

  test('takes the key of an object that no longer passes from the key function', async () => {
    const { seen, handler } = recorder();
    const keyFunc = (object: KubernetesObject): string => `uid-of-${object.metadata?.name}`;
    await filteringHandler(isWeb, handler, { keyFunc }).onUpdate?.(web, db);
    expect(seen).toEqual([
      ['delete', { key: 'uid-of-web', object: web, finalStateUnknown: false, leftScope: true }],
    ]);
  });
});
