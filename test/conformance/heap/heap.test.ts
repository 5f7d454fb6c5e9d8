import { describe, expect, test } from 'vitest';
import { Heap, HeapClosedError } from '../../../src/cache/index.js';

interface Item {
  readonly name: string;
  readonly value: number;
}

function newHeap(values: Readonly<Record<string, number>> = {}): Heap<Item> {
  const heap = new Heap<Item>({ keyFunc: ({ name }) => name, less: (a, b) => a.value < b.value });
  for (const [name, value] of Object.entries(values)) heap.add({ name, value });
  return heap;
}

function drain(heap: Heap<Item>): number[] {
  const values: number[] = [];
  for (let item = heap.tryPop(); item !== undefined; item = heap.tryPop()) values.push(item.value);
  return values;
}

const amount = 500;

describe('client-go heap_test', () => {
  test('TestHeapBasic', async () => {
    const heap = newHeap();
    // Several orders, mixed.
    for (let i = 0; i < amount; i++) {
      heap.add({ name: `a${amount - i}`, value: amount - i });
      heap.add({ name: `b${i}`, value: i + 1 });
    }
    expect(heap.length).toBe(2 * amount);
    const values: number[] = [];
    for (let i = 0; i < 2 * amount; i++) values.push((await heap.pop()).value);
    expect(values).toEqual(Array.from({ length: 2 * amount }, (_, i) => Math.floor(i / 2) + 1));
    expect(heap.length).toBe(0);
  });

  test('TestHeap_Add', () => {
    const heap = newHeap({ foo: 10, bar: 1, baz: 11, zab: 30 });
    heap.add({ name: 'foo', value: 13 });
    expect(heap.tryPop()?.value).toBe(1);
    expect(heap.tryPop()?.value).toBe(11);
    expect(heap.delete('baz')).toBe(false);
    heap.add({ name: 'foo', value: 14 });
    expect(drain(heap)).toEqual([14, 30]);
  });

  test('TestHeap_BulkAdd', async () => {
    const heap = newHeap();
    // A waiting pop gets the first item of the order, not the item that was added first.
    const first = heap.pop();
    heap.addAll(Array.from({ length: amount }, (_, i) => ({ name: `a${i}`, value: amount - i })));
    expect((await first).value).toBe(1);
    expect(drain(heap)).toEqual(Array.from({ length: amount - 1 }, (_, i) => i + 2));
  });

  test('TestHeapEmptyPop', async () => {
    const heap = newHeap();
    const popped = heap.pop();
    heap.close();
    await expect(popped).rejects.toThrow(HeapClosedError);
    await expect(heap.pop()).rejects.toMatchObject({ code: 'ERR_HEAP_CLOSED' });
  });

  test('TestHeap_AddIfNotPresent', () => {
    const heap = newHeap({ bar: 1, baz: 11, zab: 30 });
    expect(heap.addIfAbsent({ name: 'foo', value: 10 })).toBe(true);
    expect(heap.addIfAbsent({ name: 'foo', value: 13 })).toBe(false);
    expect(heap.length).toBe(4);
    expect(heap.get('foo')?.value).toBe(10);
    expect(heap.tryPop()?.value).toBe(1);
    expect(heap.tryPop()?.value).toBe(10);
    expect(heap.addIfAbsent({ name: 'bar', value: 14 })).toBe(true);
    expect(drain(heap)).toEqual([11, 14, 30]);
  });

  test('TestHeap_Delete', () => {
    const heap = newHeap({ foo: 10, bar: 1, bal: 31, baz: 11 });
    expect(heap.delete('bar')).toBe(true);
    expect(heap.tryPop()?.value).toBe(10);
    heap.add({ name: 'zab', value: 30 });
    heap.add({ name: 'faz', value: 30 });
    expect(heap.delete('non-existent')).toBe(false);
    expect(heap.length).toBe(4);
    expect(heap.delete('bal')).toBe(true);
    expect(heap.delete('zab')).toBe(true);
    expect(drain(heap)).toEqual([11, 30]);
  });

  test('TestHeap_Update', () => {
    const heap = newHeap({ foo: 10, bar: 1, bal: 31, baz: 11 });
    heap.add({ name: 'baz', value: 0 });
    expect(heap.peek()?.name).toBe('baz');
    expect(heap.tryPop()?.value).toBe(0);
    heap.add({ name: 'bar', value: 100 });
    expect(heap.peek()?.name).toBe('foo');
    expect(drain(heap)).toEqual([10, 31, 100]);
  });

  test('TestHeap_Get', () => {
    const heap = newHeap({ foo: 10, bar: 1, bal: 31, baz: 11 });
    expect(heap.get('baz')).toEqual({ name: 'baz', value: 11 });
    expect(heap.get('non-existing')).toBeUndefined();
    expect(heap.length).toBe(4);
  });

  test('TestHeap_GetByKey', () => {
    const heap = newHeap({ foo: 10, bar: 1 });
    expect([heap.has('foo'), heap.has('non-existing')]).toEqual([true, false]);
  });

  test('TestHeap_Close', () => {
    const heap = newHeap({ foo: 10, bar: 1 });
    expect(heap.closed).toBe(false);
    heap.close();
    expect(heap.closed).toBe(true);
  });

  test('TestHeap_List', () => {
    expect(newHeap().list()).toEqual([]);
    const items = { foo: 10, bar: 1, bal: 30, baz: 11, faz: 30 };
    const listed = newHeap(items).list();
    expect(listed).toHaveLength(5);
    expect(Object.fromEntries(listed.map(({ name, value }) => [name, value]))).toEqual(items);
  });

  test('TestHeap_ListKeys', () => {
    expect(newHeap().keys()).toEqual([]);
    expect(newHeap({ foo: 10, bar: 1, bal: 30, baz: 11, faz: 30 }).keys().toSorted()).toEqual(
      ['foo', 'bar', 'bal', 'baz', 'faz'].toSorted(),
    );
  });

  test('TestHeapAddAfterClose', () => {
    const heap = newHeap();
    heap.close();
    const item = { name: 'test', value: 1 };
    expect(() => heap.add(item)).toThrow(HeapClosedError);
    expect(() => heap.addIfAbsent(item)).toThrow(HeapClosedError);
    expect(() => heap.addAll([item])).toThrow(HeapClosedError);
    expect(heap.length).toBe(0);
  });
});

test('pops remaining items after the heap was closed', async () => {
  const heap = newHeap({ foo: 2, bar: 1 });
  heap.close();
  expect([(await heap.pop()).name, (await heap.pop()).name]).toEqual(['bar', 'foo']);
  await expect(heap.pop()).rejects.toThrow('the heap is closed');
});

test('a wait rejects with its signal’s reason and takes no item from other waits', async () => {
  const heap = newHeap();
  const stop = new AbortController();
  const given = heap.pop({ signal: stop.signal });
  const kept = heap.pop();
  stop.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  heap.add({ name: 'a', value: 1 });
  expect((await kept).name).toBe('a');
  await expect(heap.pop({ signal: stop.signal })).rejects.toThrow('enough');
});

test('throws the key function’s error for an item without a key and keeps the earlier items', () => {
  const heap = new Heap<Item>({
    keyFunc: ({ name }) => {
      if (name === '') throw new Error('no name');
      return name;
    },
    less: (a, b) => a.value < b.value,
  });
  const bad = { name: '', value: 0 };
  expect(() => heap.add(bad)).toThrow('no name');
  expect(() => heap.addAll([{ name: 'a', value: 1 }, bad, { name: 'b', value: 2 }])).toThrow('no name');
  expect(heap.keys()).toEqual(['a']);
});

test('behaves like a sorted list for any mixture of changes', () => {
  // Marsaglia's xorshift32, so that a failure can be repeated.
  let state = 7;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  const heap = newHeap();
  const model = new Map<string, number>();
  for (let step = 0; step < 20_000; step++) {
    const name = `k${below(60)}`;
    const value = below(1000);
    switch (below(4)) {
      case 0:
        expect(heap.delete(name)).toBe(model.delete(name));
        break;
      case 1: {
        const least = model.size === 0 ? undefined : Math.min(...model.values());
        const popped = heap.tryPop();
        expect(popped?.value).toBe(least);
        if (popped !== undefined) expect(model.delete(popped.name)).toBe(true);
        break;
      }
      default:
        heap.add({ name, value });
        model.set(name, value);
    }
    expect(heap.length).toBe(model.size);
  }
  expect(drain(heap)).toEqual([...model.values()].toSorted((a, b) => a - b));
});
