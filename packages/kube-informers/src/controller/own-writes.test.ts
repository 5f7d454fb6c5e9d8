import { expect, test } from 'vitest';
import { noteTrouble } from '../meta/refusals.js';
import { newForbidden } from '../meta/status.js';
import type { KubernetesObject } from '../meta/types.js';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import type { CacheView } from './cache-view.js';
import type { ObjectEvent } from './object-event.js';
import { mayBeOutage } from './failures.js';
import { isEcho, OwnWrites } from './own-writes.js';
import type { OwnWrite } from './own-writes.js';

function viewOf(mayBeListed: boolean): CacheView {
  return { resourceId: 'websites.example.com', mayBeListed: () => mayBeListed } as unknown as CacheView;
}

const view = viewOf(false);
const listed = viewOf(true);

function written(resourceVersion: number) {
  return {
    resourceId: view.resourceId,
    namespace: 'default',
    name: `site-${resourceVersion}`,
    description: `Website default/site-${resourceVersion}`,
    outcome: 'written' as const,
    uid: 'u',
    resourceVersion: String(resourceVersion),
  };
}

const eventOf = (resourceVersion: number) =>
  ({
    type: 'add',
    isInInitialList: false,
    object: { metadata: { resourceVersion: String(resourceVersion) } },
  }) as const;

test('recognises the events of the last 10,000 writes, of 25,000', () => {
  const ownWrites = new OwnWrites(new FakeClock(), 5000, () => []);
  for (let version = 1; version <= 25_000; version++) ownWrites.record('default/a', written(version));
  expect(ownWrites.causeOf(view, eventOf(25_000))?.resourceVersion).toBe('25000');
  expect(ownWrites.causeOf(view, eventOf(15_001))?.resourceVersion).toBe('15001');
  expect(ownWrites.causeOf(view, eventOf(15_000))).toBeUndefined();
  // No informer of the controller has these objects, so nothing waits for them.
  expect(ownWrites.size).toBe(0);
});

test.each<[string, readonly (readonly [version: number, base: string | undefined, key?: string])[], boolean]>(
  [
    ['a write without a precondition', [[9, undefined]], false],
    [
      'a write after one without a precondition',
      [
        [7, undefined],
        [9, '7'],
      ],
      false,
    ],
    ['a write to what the cache had', [[9, '5']], true],
    [
      'two writes, one after the other',
      [
        [7, '5'],
        [9, '7'],
      ],
      true,
    ],
    ['a write to a state that the cache never had', [[9, '8']], false],
    [
      'a write after one of another key',
      [
        [7, '5', 'b'],
        [9, '7'],
      ],
      false,
    ],
    ['a create after a delete by someone else', [[9, '']], false],
    [
      'writes whose preconditions name each other',
      [
        [7, '9'],
        [9, '7'],
      ],
      false,
    ],
  ],
)(
  'of an update that a watch brought the key is the cause, of a listed one not always: %s',
  (_what, writes, isOwn) => {
    const ownWrites = new OwnWrites(new FakeClock(), 5000, () => []);
    for (const [version, base, key = 'a'] of writes) ownWrites.record(key, { ...written(version), base });
    const object = { metadata: { uid: 'u', resourceVersion: '9' } };
    const oldObject = { metadata: { uid: 'u', resourceVersion: '5' } };
    const event = { type: 'update', oldObject, object } as const;
    expect(ownWrites.causeOf(view, event)).toMatchObject({ key: 'a' });
    expect(ownWrites.causeOf(listed, event) !== undefined).toBe(isOwn);
  },
);

test.each<[string, readonly (readonly [version: number, base: string | undefined])[], boolean]>([
  ['a create', [[9, '']], true],
  ['an apply, which may have found the object of someone else', [[9, undefined]], false],
  ['an update of an object that someone else created', [[9, '8']], false],
  [
    'a create and an update',
    [
      [7, ''],
      [9, '7'],
    ],
    true,
  ],
])(
  'of an object that a watch added the key is the cause, of a listed one not always: %s',
  (_what, writes, isOwn) => {
    const ownWrites = new OwnWrites(new FakeClock(), 5000, () => []);
    for (const [version, base] of writes) ownWrites.record('a', { ...written(version), base });
    const event = eventOf(9);
    expect(ownWrites.causeOf(view, event)).toMatchObject({ key: 'a' });
    // The cache shows other changes as well to a handler that was added later.
    for (const [of, isInInitialList] of [
      [listed, false],
      [view, true],
    ] as const)
      expect(ownWrites.causeOf(of, { ...event, isInInitialList }) !== undefined).toBe(isOwn);
  },
);

test('of a missed deletion only an own delete is the cause, not the write before it', () => {
  const ownWrites = new OwnWrites(new FakeClock(), 5000, () => []);
  ownWrites.record('a', written(9));
  const event = { type: 'delete', object: { metadata: { uid: 'u', resourceVersion: '9' } } } as const;
  expect(ownWrites.causeOf(view, { ...event, finalStateUnknown: true })).toBeUndefined();
  ownWrites.record('a', { ...written(9), outcome: 'deleted', resourceVersion: undefined });
  expect(ownWrites.causeOf(view, { ...event, finalStateUnknown: true })).toMatchObject({
    outcome: 'deleted',
  });
});

test('an update that shows a create after an own delete is caused by the key', () => {
  const ownWrites = new OwnWrites(new FakeClock(), 5000, () => []);
  ownWrites.record('a', { ...written(5), outcome: 'deleted', uid: 'old', resourceVersion: undefined });
  ownWrites.record('a', { ...written(9), base: '' });
  const object = { metadata: { uid: 'u', resourceVersion: '9' } };
  const oldObject = { metadata: { uid: 'old', resourceVersion: '5' } };
  expect(ownWrites.causeOf(listed, { type: 'update', oldObject, object })).toMatchObject({ key: 'a' });
});

const at = (resourceVersion: string | undefined): KubernetesObject => ({
  metadata: { uid: 'u', resourceVersion },
});
const updateFrom = (resourceVersion: string | undefined): ObjectEvent => ({
  type: 'update',
  oldObject: at(resourceVersion),
  object: at('9'),
});
const added: ObjectEvent = { type: 'add', object: at('9'), isInInitialList: false };

test.each<[string, Partial<OwnWrite>, ObjectEvent, boolean]>([
  ['an update of what the cache had', { base: '5' }, updateFrom('5'), true],
  ['an update after a change by another client', { base: '7' }, updateFrom('5'), false],
  ['an update without a precondition', { base: undefined }, updateFrom('5'), false],
  ['the same of an object without a resourceVersion', { base: undefined }, updateFrom(undefined), false],
  ['a create', { base: '' }, added, true],
  ['an update of an object that the cache did not have', { base: '7' }, added, false],
  ['a create after a deletion that the cache did not see', { base: '' }, updateFrom('5'), false],
  [
    'a delete',
    { base: '5', outcome: 'deleted' },
    { type: 'delete', object: at('5'), finalStateUnknown: false },
    false,
  ],
])('an event is the echo of an own write or not: %s', (_what, write, event, expected) => {
  expect(isEcho({ ...written(9), ...write }, event)).toBe(expected);
});

/** A cache that holds one object at most, at a resourceVersion. */
class FakeView {
  readonly resourceId: string;
  cached: KubernetesObject | undefined;
  readonly informer: { hasSynced: boolean; name: string; indexer: { resourceVersion: string } };

  constructor(resourceId: string, resourceVersion: string) {
    this.resourceId = resourceId;
    this.informer = { hasSynced: true, name: resourceId, indexer: { resourceVersion } };
  }

  readonly covers = (): boolean => true;
  /** As the selectors and the shard say. */
  selected: boolean | undefined = true;
  readonly selects = (): boolean | undefined => this.selected;
  readonly get = (): KubernetesObject | undefined => this.cached;

  at(resourceVersion: string): void {
    this.informer.indexer.resourceVersion = resourceVersion;
  }
}

/** The waiting keys that an event of the cache lets run. */
function endedBy(own: OwnWrites, view: FakeView): readonly string[] {
  const keys: string[] = [];
  own.observe(view as unknown as CacheView, 'default/site', (key) => keys.push(key));
  return keys;
}

function recordOf(...views: FakeView[]): OwnWrites {
  return new OwnWrites(new FakeClock(), 5000, () => views as unknown as CacheView[]);
}

const write = (resourceId: string, resourceVersion: string, name = 'site') => ({
  ...written(0),
  resourceId,
  name,
  resourceVersion,
});

// Upstream: kopf test_consistency.py, test_consistency_tracking.py.
test.each<[string, (own: OwnWrites, a: FakeView, b: FakeView) => void, number]>([
  ['no writes', () => undefined, 0],
  [
    'the store has no resourceVersion yet',
    (own, a) => {
      a.informer.hasSynced = false;
      a.at('');
      own.record('k', write('a', '10'));
    },
    0,
  ],
  ['bookmark below the write', (own, a) => (own.record('k', write('a', '10')), a.at('5')), 1],
  ['bookmark at the write', (own, a) => (own.record('k', write('a', '10')), a.at('10')), 0],
  ['bookmark above the write', (own, a) => (own.record('k', write('a', '10')), a.at('15')), 0],
  [
    'a second resource is behind',
    (own, a, b) => {
      own.record('k', write('a', '10'));
      own.record('k', write('b', '100'));
      a.at('15');
      b.at('50');
    },
    1,
  ],
  [
    'both reached',
    (own, a, b) => {
      own.record('k', write('a', '10'));
      own.record('k', write('b', '100'));
      a.at('15');
      b.at('100');
    },
    0,
  ],
  [
    'a resourceVersion that cannot be compared',
    (own, _a, b) => {
      own.record('k', write('a', 'etcd-10'));
      own.record('k', write('b', '100'));
      b.at('etcd-50');
    },
    0,
  ],
])('TestOwnerRecord_IsReady: %s', (_what, happens, unseen) => {
  const [a, b] = [new FakeView('a', '1'), new FakeView('b', '1')];
  const own = recordOf(a, b);
  happens(own, a, b);
  expect(own.unseen('k')).toHaveLength(unseen);
});

test('TestOwnerRecord_WroteAt, TestConsistencyStore_EnsureWrittenRecord, TestConsistencyStore_WroteAt: keeps the last write of each object and key', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  own.record('k', write('a', '5'));
  own.record('k', write('a', '10'));
  own.record('other', write('a', '7', 'another'));
  expect(own.size).toBe(2);
  view.at('7');
  expect([own.unseen('k').length, own.unseen('other').length]).toEqual([1, 0]);
  // An object that is older than the write is behind, whatever the store says.
  view.at('12');
  view.cached = { metadata: { name: 'site', namespace: 'default', uid: 'u', resourceVersion: '5' } };
  expect(own.unseen('k')).toHaveLength(1);
});

// Upstream: JOSDK TemporaryResourceCacheTest.
test('TestConsistencyStore_Clear, TestConsistencyStore_IsReady: forgets a write as soon as the cache shows it', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  own.record('k', write('a', '10'));
  own.beginWait('k', 0);
  expect(endedBy(own, view)).toEqual([]);
  view.cached = { metadata: { name: 'site', namespace: 'default', uid: 'u', resourceVersion: '11' } };
  expect(endedBy(own, view)).toEqual(['k']);
  expect(own.size).toBe(0);
  expect(own.unseen('another')).toEqual([]);
});

// Upstream: JOSDK TemporaryResourceCacheTest.
test('a delete is seen when its uid is gone and the writes before it are seen', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  own.record('k', write('a', '10'));
  own.record('k', { ...write('a', '10'), outcome: 'deleted', resourceVersion: undefined });
  // The cache has not even seen the object that was deleted.
  expect(own.unseen('k')).toHaveLength(1);
  view.cached = { metadata: { name: 'site', namespace: 'default', uid: 'u', resourceVersion: '10' } };
  expect(own.unseen('k')).toHaveLength(1);
  view.cached = { metadata: { name: 'site', namespace: 'default', uid: 'another', resourceVersion: '12' } };
  expect(own.unseen('k')).toEqual([]);
});

const gone = (resourceVersion?: string) =>
  ({ ...write('a', '10'), outcome: 'deleted', resourceVersion }) as const;

test('a delete whose response has a resourceVersion is seen when the cache has reached it, even of an object that the cache never had', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  own.record('k', gone('11'));
  expect(own.unseen('k')).toHaveLength(1);
  view.cached = { metadata: { name: 'site', namespace: 'default', uid: 'u', resourceVersion: '10' } };
  view.at('10');
  expect(own.unseen('k')).toHaveLength(1);
  view.cached = undefined;
  expect(own.unseen('k')).toHaveLength(1);
  view.at('11');
  expect(own.unseen('k')).toEqual([]);
});

test('without a resourceVersion, a delete of an object that the cache does not have counts as seen', () => {
  const own = recordOf(new FakeView('a', '1'));
  expect(own.record('k', gone())).toBeUndefined();
});

test('a delete with a resourceVersion is not hidden by an older object of the same name', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  view.cached = { metadata: { name: 'site', namespace: 'default', uid: 'older', resourceVersion: '3' } };
  own.record('k', gone('11'));
  expect(own.unseen('k')).toHaveLength(1);
  view.cached = { metadata: { name: 'site', namespace: 'default', uid: 'newer', resourceVersion: '12' } };
  expect(own.unseen('k')).toEqual([]);
});

test('a cache that had the object shows its deletion once it lacks it, whatever its version', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  view.cached = { metadata: { name: 'site', namespace: 'default', uid: 'u', resourceVersion: '5' } };
  // Of an object that another client deleted just before, the response has a later version, which no event has.
  own.record('k', gone('20'));
  expect(own.unseen('k')).toHaveLength(1);
  view.cached = undefined;
  view.at('11');
  expect(own.unseen('k')).toEqual([]);
});

test('a deletion that only marks the object is seen when the cache shows that version', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  const terminating = (resourceVersion: string) => ({
    metadata: {
      name: 'site',
      namespace: 'default',
      uid: 'u',
      resourceVersion,
      deletionTimestamp: '2026-01-01T00:00:00Z',
    },
  });
  view.cached = terminating('9');
  own.record('k', gone('11'), terminating('11'));
  expect(own.unseen('k')).toHaveLength(1);
  view.cached = terminating('11');
  expect(own.unseen('k')).toEqual([]);
});

test('an object that is gone is waited for until the cache lacks it, though it was being deleted before', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  view.cached = {
    metadata: {
      name: 'site',
      namespace: 'default',
      uid: 'u',
      resourceVersion: '11',
      deletionTimestamp: '2026-01-01T00:00:00Z',
    },
  };
  own.record('k', { ...gone(), isGone: true });
  expect(own.unseen('k')).toHaveLength(1);
  view.cached = undefined;
  expect(own.unseen('k')).toEqual([]);
});

test('a cache that may not select the object does not wait for the resourceVersion of its deletion', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  view.selected = undefined;
  expect(own.record('k', gone('11'))).toBeUndefined();
});

test.each([
  ['a cached object', true],
  ['an object that was created before, which the cache does not show', false],
])('a delete whose response has no uid is one of %s', (_what, isCached) => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  if (isCached)
    view.cached = { metadata: { name: 'site', namespace: 'default', uid: 'u', resourceVersion: '1' } };
  else own.record('k', write('a', '10'));
  own.record('k', { ...write('a', '10'), outcome: 'deleted', uid: undefined, resourceVersion: undefined });
  expect(own.unseen('k')).toMatchObject([{ write: { outcome: 'deleted', uid: 'u' } }]);
  view.cached = undefined;
  view.at('11');
  expect(own.unseen('k')).toEqual([]);
});

// Upstream: JOSDK TemporaryResourceCacheTest.
test('an event that arrives before the response of its write is held back until the response', () => {
  const view = new FakeView('a', '1') as unknown as CacheView;
  const own = recordOf();
  const object = { metadata: { name: 'site', namespace: 'default' } };
  const handled: string[] = [];
  const end = own.begin({ resourceId: 'a', namespace: 'default', name: 'site' });
  const endOther = own.begin({ resourceId: 'a', namespace: 'default', name: 'site' });
  expect(own.holdBack(view, object, () => handled.push('one'))).toBe(true);
  expect(own.holdBack(view, { metadata: { name: 'b' } }, () => handled.push('b'))).toBe(false);
  end();
  expect(handled).toEqual([]);
  endOther();
  expect(handled).toEqual(['one']);
  expect(own.holdBack(view, object, () => handled.push('two'))).toBe(false);
});

// Upstream: JOSDK TemporaryResourceCacheTest.
test('an event does not wait for writes that began after it', () => {
  const view = new FakeView('a', '1') as unknown as CacheView;
  const own = recordOf();
  const target = { resourceId: 'a', namespace: 'default', name: 'site' };
  const object = { metadata: { name: 'site', namespace: 'default' } };
  const handled: string[] = [];
  const endFirst = own.begin(target);
  own.holdBack(view, object, () => handled.push('one'));
  const endSecond = own.begin(target);
  own.holdBack(view, object, () => handled.push('two'));
  endFirst();
  expect(handled).toEqual(['one']);
  const endThird = own.begin(target);
  endSecond();
  expect(handled).toEqual(['one', 'two']);
  endThird();
  expect(own.holdBack(view, object, () => handled.push('three'))).toBe(false);
});

test('a key waits for its fresh writes, not for those of unknown outcome', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  own.record('k', write('a', '10'));
  own.record('k', { ...write('a', '0', 'other'), outcome: 'unknown' });
  own.beginWait('k', 0);
  expect(endedBy(own, view)).toEqual([]);
  view.at('10');
  expect(endedBy(own, view)).toEqual(['k']);
});

test('a cache that does not select the object has seen its writes, also that of a delete', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  view.selected = false;
  expect(own.record('k', write('a', '10'))).toBeUndefined();
  view.selected = true;
  own.record('k', write('a', '10'));
  own.record('k', { ...write('a', '10'), outcome: 'deleted', resourceVersion: undefined });
  expect(own.unseen('k')).toHaveLength(1);
  view.selected = false;
  expect(own.unseen('k')).toEqual([]);
});

test('a cache of which only the server knows is waited for until the server says that it has not the object', () => {
  const view = new FakeView('a', '1');
  const own = recordOf(view);
  view.selected = undefined;
  const entry = own.record('k', write('a', '10'));
  if (entry === undefined) throw new Error('not kept');
  own.beginWait('k', 3);
  expect([own.unsure(entry), endedBy(own, view)]).toEqual([[view], []]);
  const ended: unknown[] = [];
  own.leaveOut('k', entry, view as unknown as CacheView, (...waiting) => ended.push(waiting));
  expect([own.unsure(entry), ended]).toEqual([[], [['k', 3]]]);
});

test('a refusal counts as a failure of the server only while that may be starting', () => {
  const reason = 'User "jane" cannot patch resource "secrets" in API group "" in the namespace "shop"';
  const refusal = newForbidden({ group: '', resource: 'secrets' }, 'a', reason);
  expect(mayBeOutage(refusal)).toBe(false);
  noteTrouble(refusal, 5_000);
  expect(mayBeOutage(refusal)).toBe(true);
});
