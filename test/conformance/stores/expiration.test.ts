import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../packages/testing/src/fake-clock.js';
import {
  ExpirationStore,
  newTTLStore,
  ttlPolicy,
} from '../../../packages/kube-informers/src/cache/stores/expiration-store.js';
import type { TimestampedEntry } from '../../../packages/kube-informers/src/cache/stores/expiration-store.js';

interface Item {
  readonly name: string;
  readonly value: number;
}

const keyFunc = (object: Item): string => object.name;

function item(name: string, value = 0): Item {
  return { name, value };
}

describe('newTTLStore', () => {
  test('TestTTLExpirationBasic: removes an item that is too old', async () => {
    const clock = new FakeClock();
    const store = newTTLStore(keyFunc, 1000, { clock });
    store.add(item('a'));
    await clock.advance(1000);
    expect(store.getByKey('a')).toEqual(item('a'));
    await clock.advance(1);
    expect([store.getByKey('a'), store.get(item('a'))]).toEqual([undefined, undefined]);
    expect([store.list(), store.listKeys(), store.size]).toEqual([[], [], 0]);
    expect(clock.pendingTimers).toBe(0);
  });

  test('TestReAddExpiredItem: a write starts a new TTL', async () => {
    const clock = new FakeClock();
    const store = newTTLStore(keyFunc, 1000, { clock });
    store.add(item('a', 1));
    await clock.advance(900);
    store.update(item('a', 2));
    await clock.advance(900);
    expect(store.getByKey('a')).toEqual(item('a', 2));
    await clock.advance(200);
    expect(store.getByKey('a')).toBeUndefined();
    store.add(item('a', 3));
    expect(store.getByKey('a')).toEqual(item('a', 3));
  });

  test('TestTTLList: a list omits only expired items', async () => {
    const clock = new FakeClock();
    const store = newTTLStore(keyFunc, 1000, { clock });
    store.replace([item('old'), item('renewed')], '1');
    await clock.advance(600);
    store.add(item('young'));
    store.update(item('renewed', 1));
    await clock.advance(600);
    expect(store.listKeys()).toEqual(['renewed', 'young']);
    expect(store.list()).toEqual([item('renewed', 1), item('young')]);
    expect(store.size).toBe(2);
  });

  test.each([0, -1])('TestTTLPolicy: a TTL of %d keeps everything', async (ttlMs) => {
    const clock = new FakeClock();
    const store = newTTLStore(keyFunc, ttlMs, { clock });
    store.add(item('a'));
    await clock.advance(1_000_000_000);
    expect(store.size).toBe(1);
  });

  test('refuses a TTL that is not a number', () => {
    expect(() => newTTLStore(keyFunc, Number.NaN)).toThrow('ttlMs must be a number of milliseconds, got NaN');
  });
});

test('TestTTLPolicy: expires one millisecond after the TTL', async () => {
  const clock = new FakeClock();
  const policy = ttlPolicy<Item>(50, { clock });
  const entry = { object: item('a'), timestampMs: clock.monotonic() };
  await clock.advance(50);
  expect(policy.isExpired(entry)).toBe(false);
  await clock.advance(1);
  expect(policy.isExpired(entry)).toBe(true);
});

test('ExpirationStore uses the given policy', () => {
  const asked: TimestampedEntry<Item>[] = [];
  const clock = new FakeClock();
  const store = new ExpirationStore(
    keyFunc,
    {
      isExpired: (entry) => {
        asked.push(entry);
        return entry.object.name === 'bad';
      },
    },
    { clock },
  );
  store.replace([item('bad'), item('good')], '1');
  expect(store.listKeys()).toEqual(['good']);
  expect(asked).toEqual([
    { object: item('bad'), timestampMs: 0 },
    { object: item('good'), timestampMs: 0 },
  ]);
});
