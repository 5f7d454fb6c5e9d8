import { expect, test } from 'vitest';
import { UndeltaStore } from '../../../src/cache/stores/undelta-store.js';

interface Item {
  readonly name: string;
  readonly value: number;
}

function create(): { store: UndeltaStore<Item>; pushed: Item[][] } {
  const pushed: Item[][] = [];
  const store = new UndeltaStore<Item>(
    (objects) => pushed.push(objects),
    ({ name }) => {
      if (name === '') throw new Error('no name');
      return name;
    },
  );
  return { store, pushed };
}

const a = { name: 'a', value: 1 };
const b = { name: 'b', value: 1 };

test('TestUpdateCallsPush: add and update each push the whole content once', () => {
  const { store, pushed } = create();
  store.add(a);
  store.update(b);
  store.update({ name: 'a', value: 2 });
  expect(pushed).toEqual([[a], [a, b], [{ name: 'a', value: 2 }, b]]);
});

test('TestDeleteCallsPush: delete pushes the whole content', () => {
  const { store, pushed } = create();
  store.add(a);
  store.delete(a);
  expect(pushed).toEqual([[a], []]);
});

test('TestReplaceCallsPush: replace pushes the whole content', () => {
  const { store, pushed } = create();
  store.replace([a, b], '5');
  expect(pushed).toEqual([[a, b]]);
});

test('TestReadsDoNotCallPush: reads, resync and bookmarks push nothing', () => {
  const { store, pushed } = create();
  store.list();
  store.listKeys();
  store.get(a);
  store.getByKey('a');
  store.resync();
  store.bookmark('7');
  expect([store.resourceVersion, pushed]).toEqual(['7', []]);
});

test('a refused write pushes nothing', () => {
  const { store, pushed } = create();
  expect(() => store.add({ name: '', value: 1 })).toThrow('no name');
  expect(pushed).toEqual([]);
});
