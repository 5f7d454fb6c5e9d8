import { describe, expect, test } from 'vitest';
import { metaNamespaceKey } from '../../meta/names.js';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock } from '../../../../testing/src/fake-clock.js';
import type { LogFields } from '../../util/logger.js';
import { noopLogger } from '../../util/logger.js';
import { MemoryIndexer } from './indexer.js';
import { MutationCache } from './mutation-cache.js';
import type { MutationCacheOptions } from './mutation-cache.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

type Pod = KubernetesObject;

function pod(name: string, uid: string, resourceVersion: string, app = 'web'): Pod {
  return { metadata: { name, uid, resourceVersion, labels: { app } } };
}

const byApp = (object: DeepReadonly<Pod>): string[] => {
  const app = object.metadata?.labels?.['app'];
  if (app === 'bad') throw new Error('bad app');
  return app === undefined ? [] : [app];
};

function create(options: MutationCacheOptions<Pod> = {}): {
  store: MemoryIndexer<Pod>;
  cache: MutationCache<Pod>;
} {
  const store = new MemoryIndexer<Pod>({ keyFunc: metaNamespaceKey, indexers: { app: byApp } });
  return { store, cache: new MutationCache(store, { indexer: store, clock: new FakeClock(), ...options }) };
}

function versionOf(object: DeepReadonly<Pod> | undefined): string | undefined {
  return object?.metadata?.resourceVersion;
}

describe('getByKey', () => {
  test('returns the newer of stored object and mutation', () => {
    const { store, cache } = create();
    store.add(pod('pod', 'u', '9'));
    cache.mutation(pod('pod', 'u', '10'));
    expect(versionOf(cache.getByKey('pod'))).toBe('10');
    store.update(pod('pod', 'u', '11'));
    expect(versionOf(cache.getByKey('pod'))).toBe('11');
  });

  test('a mutation is dropped once the store has a newer version', () => {
    const { store, cache } = create();
    cache.mutation(pod('pod', 'u', '10'));
    store.update(pod('pod', 'u', '10'));
    cache.getByKey('pod');
    store.update(pod('pod', 'u', '9'));
    expect(versionOf(cache.getByKey('pod'))).toBe('9');
  });

  test('an object that the store does not have is absent, unless includeAdds is set', () => {
    const without = create();
    without.cache.mutation(pod('pod', 'u', '1'));
    expect(without.cache.getByKey('pod')).toBeUndefined();
    const { cache } = create({ includeAdds: true });
    cache.mutation(pod('pod', 'u', '1'));
    expect(versionOf(cache.getByKey('pod'))).toBe('1');
    expect(cache.getByKey('other')).toBeUndefined();
  });

  test('distinguishes versions beyond the precision of a number', () => {
    const { store, cache } = create();
    store.add(pod('pod', 'u', '9007199254740993'));
    cache.mutation(pod('pod', 'u', '9007199254740992'));
    expect(versionOf(cache.getByKey('pod'))).toBe('9007199254740993');
    cache.mutation(pod('pod', 'u', '9007199254740994'));
    expect(versionOf(cache.getByKey('pod'))).toBe('9007199254740994');
  });

  test('an older mutation does not replace a newer one', () => {
    const { store, cache } = create();
    store.add(pod('pod', 'u', '1'));
    cache.mutation(pod('pod', 'u', '3'));
    cache.mutation(pod('pod', 'u', '2'));
    expect(versionOf(cache.getByKey('pod'))).toBe('3');
  });

  test('a mutation is dropped after ttlMs', async () => {
    const clock = new FakeClock();
    const { store, cache } = create({ clock, ttlMs: 1000 });
    store.add(pod('pod', 'u', '1'));
    cache.mutation(pod('pod', 'u', '2'));
    await clock.advance(1000);
    expect(versionOf(cache.getByKey('pod'))).toBe('2');
    await clock.advance(1);
    expect(versionOf(cache.getByKey('pod'))).toBe('1');
    expect(clock.pendingTimers).toBe(0);
  });

  test('above maxSize, the least recently used mutation is dropped', () => {
    const { cache } = create({ includeAdds: true, maxSize: 2 });
    cache.mutation(pod('a', 'u1', '1'));
    cache.mutation(pod('b', 'u2', '2'));
    cache.getByKey('a');
    cache.mutation(pod('c', 'u3', '3'));
    expect(['a', 'b', 'c'].map((key) => versionOf(cache.getByKey(key)))).toEqual(['1', undefined, '3']);
    const byDefault = create({ includeAdds: true }).cache;
    for (let number = 0; number < 300; number++) byDefault.mutation(pod(`p${number}`, `u${number}`, '1'));
    expect(['p199', 'p200', 'p299'].map((key) => versionOf(byDefault.getByKey(key)))).toEqual([
      undefined,
      '1',
      '1',
    ]);
  });

  test('returns the stored object if versions cannot be compared', () => {
    const { store, cache } = create();
    cache.mutation(pod('pod', 'u', '5'));
    store.add(pod('pod', 'u', 'odd'));
    expect(versionOf(cache.getByKey('pod'))).toBe('odd');
  });
});

describe('a late mutation does not restore a deleted object', () => {
  test('ignores a deletion without an object', () => {
    const { cache } = create({ includeAdds: true });
    cache.mutation(pod('pod', 'u', '1'));
    cache.onDelete({ object: undefined });
    expect(versionOf(cache.getByKey('pod'))).toBe('1');
  });

  test('deleted at another version of the same instance', () => {
    const { cache } = create({ includeAdds: true });
    // A tombstone's object may be older than the deletion, so an equal UID is what counts.
    cache.onDelete({ object: pod('pod', 'uid-1', '2') });
    cache.mutation(pod('pod', 'uid-1', '3'));
    expect(cache.getByKey('pod')).toBeUndefined();
  });

  test('an older version of another instance', () => {
    const { cache } = create({ includeAdds: true });
    cache.onDelete({ object: pod('pod', 'uid-2', '5') });
    cache.mutation(pod('pod', 'uid-1', '4'));
    expect(cache.getByKey('pod')).toBeUndefined();
  });

  test('but a newer instance is kept', () => {
    const { cache } = create({ includeAdds: true });
    cache.onDelete({ object: pod('pod', 'uid-1', '5') });
    cache.mutation(pod('pod', 'uid-2', '6'));
    expect(versionOf(cache.getByKey('pod'))).toBe('6');
  });

  test('an older deletion does not hide a newer one', () => {
    const { cache } = create({ includeAdds: true });
    cache.onDelete({ object: pod('pod', 'uid-2', '9') });
    cache.onDelete({ object: pod('pod', 'uid-1', '3') });
    cache.mutation(pod('pod', 'uid-2', '8'));
    expect(cache.getByKey('pod')).toBeUndefined();
  });

  test('a recorded deletion is never returned, even if the store is behind', () => {
    const { store, cache } = create({ includeAdds: true });
    const behind = pod('pod', 'uid-1', '1');
    store.add(behind);
    cache.onDelete({ object: pod('pod', 'uid-1', '2') });
    expect(cache.getByKey('pod')).toBe(behind);
    expect(cache.byIndex('app', 'web')).toEqual([behind]);
  });
});

describe('byIndex', () => {
  test('returns the newest version of each object with the value', () => {
    const { store, cache } = create();
    store.replace([pod('a', 'u1', '1'), pod('b', 'u2', '2'), pod('c', 'u3', '3', 'api')], '3');
    cache.mutation(pod('a', 'u1', '4'));
    expect(cache.byIndex('app', 'web').map(versionOf)).toEqual(['4', '2']);
  });

  test('a mutation is found by its own values, not by those of the older object', () => {
    const { store, cache } = create();
    store.replace([pod('a', 'u1', '1'), pod('b', 'u2', '2', 'api')], '2');
    cache.mutation(pod('a', 'u1', '3', 'api'));
    cache.mutation(pod('b', 'u2', '4', 'web'));
    expect(cache.byIndex('app', 'web').map(versionOf)).toEqual(['4']);
    expect(cache.byIndex('app', 'api').map(versionOf)).toEqual(['3']);
  });

  test('returns an object that the store does not have only with includeAdds', () => {
    const without = create();
    without.cache.mutation(pod('a', 'u', '1'));
    expect(without.cache.byIndex('app', 'web')).toEqual([]);
    const { cache } = create({ includeAdds: true });
    cache.mutation(pod('a', 'u', '1'));
    expect(cache.byIndex('app', 'web').map(versionOf)).toEqual(['1']);
    expect(cache.byIndex('app', 'api')).toEqual([]);
  });

  test('a mutation on which the index function fails is left out and logged', () => {
    const lines: LogFields[] = [];
    const logger = { ...noopLogger, warn: (fields: LogFields) => void lines.push(fields) };
    const { cache } = create({ includeAdds: true, logger });
    cache.mutation(pod('a', 'u', '1', 'bad'));
    cache.mutation(pod('b', 'u', '2'));
    expect(cache.byIndex('app', 'web').map(versionOf)).toEqual(['2']);
    expect(lines).toEqual([expect.objectContaining({ index: 'app', key: 'a' })]);
  });

  test('needs an indexer, and an existing index', () => {
    const { store, cache } = create();
    expect(() => new MutationCache(store).byIndex('app', 'web')).toThrow('byIndex needs the option indexer');
    expect(() => cache.byIndex('nope', 'web')).toThrow('no index is named "nope"');
  });
});

describe('invalid objects', () => {
  test.each([
    ['an object without a name', { metadata: { resourceVersion: '1' } }],
    ['a version that is not a number', pod('pod', 'u', 'odd')],
  ])('%s is logged and ignored', (_name, object) => {
    const lines: LogFields[] = [];
    const logger = { ...noopLogger, error: (fields: LogFields) => void lines.push(fields) };
    const { cache } = create({ includeAdds: true, logger });
    cache.mutation(object);
    cache.onAdd(object);
    cache.onDelete({ object });
    expect(lines).toHaveLength(3);
    expect(cache.getByKey('pod')).toBeUndefined();
  });

  test('an object without a version is older than any', () => {
    const { store, cache } = create();
    const unversioned: Pod = { metadata: { name: 'pod' } };
    cache.mutation(unversioned);
    store.add(pod('pod', 'u', '1'));
    expect(versionOf(cache.getByKey('pod'))).toBe('1');
    cache.mutation(pod('pod', 'u', '2'));
    store.update(unversioned);
    expect(versionOf(cache.getByKey('pod'))).toBe('2');
  });

  test.each([
    [{ ttlMs: 0 }, 'ttlMs of a MutationCache must be a number above 0, got 0'],
    [{ ttlMs: Number.NaN }, 'ttlMs of a MutationCache must be a number above 0, got NaN'],
    [{ maxSize: 0 }, 'maxSize of a MutationCache must be a whole number of 1 or more, got 0'],
    [{ maxSize: 1.5 }, 'maxSize of a MutationCache must be a whole number of 1 or more, got 1.5'],
  ])('options %j are refused', (options, message) => {
    expect(() => create(options)).toThrow(expect.objectContaining({ code: 'ERR_OPTION', message }));
  });
});
