import { describe, expect, test } from 'vitest';
import type { HandlerRegistration, KubernetesObject, ResourceEventHandler } from 'kube-informers';
import { compareCache } from './compare-cache.js';
import { HandlerHistory } from './handler-history.js';
import type { HandlerHistoryOptions } from './handler-history.js';
import { expectWithinBound, mostWithin, outsideBound } from './request-bound.js';

interface Thing extends KubernetesObject {
  data?: string;
}

function thing(name: string, version: number, data = 'x', uid = `uid-${name}`): Thing {
  return { metadata: { name, namespace: 'ns', uid, resourceVersion: String(version) }, data };
}

interface Calls {
  add(object: Thing, isInInitialList?: boolean): void;
  update(old: Thing, object: Thing): void;
  delete(object: Thing): void;
  tombstone(object: Thing | undefined, key?: string): void;
}

function historyOf(options: Partial<HandlerHistoryOptions> = {}): [HandlerHistory<Thing>, Calls] {
  const history = new HandlerHistory<Thing>({ name: 'h', ...options });
  const handler: ResourceEventHandler<Thing> = history.handler();
  const keyOf = (object: Thing | undefined): string => `ns/${object?.metadata?.name ?? '?'}`;
  return [
    history,
    {
      add: (object, isInInitialList = false) => handler.onAdd?.(object, { isInInitialList }),
      update: (old, object) => handler.onUpdate?.(old, object),
      delete: (object) =>
        handler.onDelete?.({ key: keyOf(object), object, finalStateUnknown: false, leftScope: false }),
      tombstone: (object, key = keyOf(object)) =>
        handler.onDelete?.({ key, object, finalStateUnknown: true, leftScope: false }),
    },
  ];
}

describe('a legal history', () => {
  test('of adds, updates, a deletion and a re-creation ends in the server’s state', () => {
    const [history, call] = historyOf();
    call.add(thing('a', 1), true);
    call.add(thing('b', 2), true);
    call.update(thing('a', 1), thing('a', 5, 'y'));
    call.delete(thing('b', 9));
    call.add(thing('b', 10));
    const server = [thing('a', 5, 'y'), thing('b', 10)];
    expect(history.hasReached(server)).toBe(true);
    expect(history.finish(server)).toEqual([]);
    expect(history.counts).toMatchObject({ adds: 3, initialAdds: 2, updates: 1, deletes: 1, tombstones: 0 });
  });

  test('may have tombstones and new uids when there was a relist', () => {
    const [history, call] = historyOf({ relists: () => 1 });
    call.add(thing('a', 1));
    call.add(thing('b', 2));
    call.tombstone(thing('a', 1));
    call.update(thing('b', 2), thing('b', 9, 'x', 'uid-new'));
    expect(history.finish([thing('b', 9, 'x', 'uid-new')])).toEqual([]);
    expect(history.counts).toMatchObject({ tombstones: 1, recreated: 1 });
  });

  test('may have updates that change nothing if the handler asked for resyncs', () => {
    const [history, call] = historyOf({ resyncs: true });
    const a = thing('a', 1);
    call.add(a);
    call.update(a, a);
    expect(history.finish([a])).toEqual([]);
    expect(history.counts.resyncs).toBe(1);
  });

  test('may go back only while another backend is declared', () => {
    const [history, call] = historyOf();
    call.add(thing('a', 100));
    const declared = history.mayGoBack();
    call.update(thing('a', 100), thing('a', 7));
    declared[Symbol.dispose]();
    expect(history.report()).toEqual([]);
    call.update(thing('a', 7), thing('a', 6));
    expect(history.violations.map(({ kind }) => kind)).toEqual(['wentBack']);
  });
});

test.each<[string, (call: Calls) => void, Partial<HandlerHistoryOptions>?]>([
  ['addOfKnown', (call) => [call.add(thing('a', 1)), call.add(thing('a', 2))]],
  ['updateOfUnknown', (call) => call.update(thing('a', 1), thing('a', 2))],
  ['deleteOfUnknown', (call) => call.delete(thing('a', 1))],
  ['notLastSeen', (call) => [call.add(thing('a', 1)), call.update(thing('a', 2), thing('a', 3))]],
  ['notLastSeen', (call) => [call.add(thing('a', 1)), call.update(thing('a', 1, 'y'), thing('a', 3))]],
  ['notLastSeen', (call) => [call.add(thing('a', 1)), call.tombstone(thing('a', 2))]],
  ['notLastSeen', (call) => [call.add(thing('a', 1)), call.delete(thing('a', 2, 'x', 'other'))]],
  ['wentBack', (call) => [call.add(thing('a', 9)), call.update(thing('a', 9), thing('a', 8))]],
  // As text, 10 is below 9.
  ['wentBack', (call) => [call.add(thing('a', 10)), call.update(thing('a', 10), thing('a', 9))]],
  ['wentBack', (call) => [call.add(thing('a', 9)), call.delete(thing('a', 8))]],
  ['wentBack', (call) => [call.add(thing('a', 1)), call.delete(thing('a', 8)), call.add(thing('a', 7))]],
  [
    'sameVersionDiffers',
    (call) => [call.add(thing('a', 1)), call.update(thing('a', 1), thing('a', 1, 'y'))],
    { resyncs: true },
  ],
  ['unasked', (call) => [call.add(thing('a', 1)), call.update(thing('a', 1), thing('a', 1))]],
  ['withoutRelist', (call) => [call.add(thing('a', 1)), call.tombstone(thing('a', 1))], { relists: () => 0 }],
  [
    'withoutRelist',
    (call) => [call.add(thing('a', 1)), call.update(thing('a', 1), thing('a', 2, 'x', 'other'))],
    { relists: () => 0 },
  ],
  ['initialTooLate', (call) => [call.add(thing('a', 1)), call.add(thing('b', 2), true)]],
  [
    'wrongKey',
    (call) => [call.add(thing('a', 1)), call.add(thing('b', 1)), call.tombstone(thing('a', 1), 'ns/b')],
  ],
])('a history with %s is found illegal', (kind, story, options) => {
  const [history, call] = historyOf(options);
  story(call);
  expect(history.violations.map((violation) => violation.kind)).toContain(kind);
  expect(history.violations[0]).toMatchObject({
    handler: 'h',
    key: expect.stringMatching(/^ns\/[ab]$/) as string,
  });
});

test('finds an object that was changed after it had been passed to a handler', () => {
  const [history, call] = historyOf();
  const a = thing('a', 1);
  call.add(a);
  Object.assign(a.metadata ?? {}, { resourceVersion: '3' });
  call.update(a, thing('a', 4));
  expect(history.violations.map(({ kind }) => kind)).toEqual(['mutated']);
});

test('finds an initial add after the registration has synced', () => {
  const [history, call] = historyOf();
  history.joined({ hasSynced: true } as HandlerRegistration);
  call.add(thing('a', 1), true);
  expect(history.violations.map(({ kind }) => kind)).toEqual(['initialTooLate']);
});

test('finds a call while another is running, and a call after the end', async () => {
  const history = new HandlerHistory<Thing>({ name: 'h' });
  let release: (() => void) | undefined;
  const handler = history.handler({
    manner: 'async',
    wait: () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  });
  const first = handler.onAdd?.(thing('a', 1), { isInInitialList: false });
  const releaseFirst = release;
  const second = handler.onAdd?.(thing('b', 2), { isInInitialList: false });
  expect(history.violations.map(({ kind }) => kind)).toEqual(['overlap']);
  releaseFirst?.();
  release?.();
  await Promise.all([first, second]);
  history.ended();
  void handler.onAdd?.(thing('c', 3), { isInInitialList: false });
  release?.();
  expect(history.violations.map(({ kind }) => kind)).toEqual(['overlap', 'afterTheEnd']);
});

test('a throwing handler records the call that it throws on', () => {
  const history = new HandlerHistory<Thing>({ name: 'h' });
  const handler = history.handler({ manner: 'throwing', every: 2 });
  handler.onAdd?.(thing('a', 1), { isInInitialList: false });
  expect(() => handler.onAdd?.(thing('b', 2), { isInInitialList: false })).toThrow(/on purpose/);
  expect(history.finish([thing('a', 1), thing('b', 2)])).toEqual([]);
  expect(history.counts.thrown).toBe(1);
});

test('a final state that differs from the server’s is reported for each object, with the last calls', () => {
  const [history, call] = historyOf();
  for (const name of ['a', 'b', 'c']) call.add(thing(name, 1));
  call.update(thing('a', 1), thing('a', 2));
  const server = [thing('a', 3), thing('b', 1, 'y'), thing('d', 4)];
  expect(history.hasReached(server)).toBe(false);
  expect(history.finish(server)).toEqual([
    'h: wrongEnd ns/a (last 2, now 3): the server has another resourceVersion; its last calls: add 1, update 1→2',
    'h: wrongEnd ns/b (last 1, now 1): the content differs in data; its last calls: add 1',
    'h: wrongEnd ns/d (last nothing, now 4): the server has it',
    'h: wrongEnd ns/c (last 1, now nothing): the server does not have it; its last calls: add 1',
  ]);
});

test('memory does not grow with the number of calls, nor with the number of objects that have gone', () => {
  const [history, call] = historyOf();
  let version = 1;
  call.add(thing('a', version));
  for (; version < 5000; version++) call.update(thing('a', version), thing('a', version + 1));
  for (let index = 0; index < 3000; index++) {
    call.add(thing(`b-${index}`, ++version));
    call.delete(thing(`b-${index}`, ++version));
  }
  expect(history.size).toBe(1);
  call.update(thing('a', 1), thing('a', 1));
  expect(history.violations[0]?.recent).toHaveLength(4);
});

test('only counts violations beyond the first ones', () => {
  const [history, call] = historyOf({ maxViolations: 2 });
  for (const name of ['a', 'b', 'c', 'd']) call.delete(thing(name, 1));
  expect(history.report()).toHaveLength(3);
  expect(history.report().at(-1)).toBe('h: 2 more violations');
});

test('compareCache finds a missing, a stale, a changed and an extra object, and applies the transform', () => {
  const cache = new Map(
    [thing('a', 1), thing('b', 2), thing('c', 3), thing('e', 5)].map((o) => [`ns/${o.metadata?.name}`, o]),
  );
  const readable = { listKeys: () => [...cache.keys()], getByKey: (key: string) => cache.get(key) };
  const server = [thing('a', 1), thing('b', 3), thing('c', 3, 'y'), thing('d', 4)];
  expect(compareCache(readable, server)).toEqual([
    'cache: ns/b (here 2, server 3): the server has another resourceVersion',
    'cache: ns/c (here 3, server 3): the content differs in data',
    'cache: ns/d (here absent, server 4): the server has it',
    'cache: ns/e (here 5, server absent): the server does not have it',
  ]);
  const transform = (object: Thing): Thing => ({ ...object, data: 'x' });
  expect(
    compareCache(readable, [thing('a', 1, 'secret'), ...cache.values()].slice(1), { transform }),
  ).toEqual([]);
  expect(
    compareCache(readable, [...cache.values()], { transform: (object) => ({ ...object, data: 'z' }) }),
  ).toHaveLength(4);
});

test('a bound limits each verb, and the most requests in any minute', () => {
  const requests = [0, 1, 59_999, 60_000, 70_000].map((at) => ({ verb: at === 1 ? 'list' : 'watch', at }));
  expect(mostWithin(requests, 60_000)).toBe(3);
  expect(outsideBound(requests, { verbs: { list: 1, watch: [1, 4] }, perMinute: 3 })).toEqual([]);
  expect(outsideBound(requests, { verbs: { list: 1 } })).toEqual(['4 watch requests, expected 0']);
  expect(outsideBound([], { verbs: { watch: [1, 2] } })).toEqual(['0 watch requests, expected 1 to 2']);
  expect(() => expectWithinBound(requests, { perMinute: 2 })).toThrow(
    '3 requests within 60 s, at most 2 allowed (the last requests: watch@0 list@1 watch@59999',
  );
});
