/** controller-runtime pkg/predicate/predicate_test.go */
import { describe, expect, test } from 'vitest';
import type { ObjectEvent } from '../../../packages/kube-informers/src/controller/object-event.js';
import {
  and,
  annotationsChanged,
  generationChanged,
  labelSelector,
  labelsChanged,
  not,
  or,
  passes,
  resourceVersionChanged,
} from '../../../packages/kube-informers/src/controller/predicates.js';
import type { Predicate } from '../../../packages/kube-informers/src/controller/predicates.js';
import type { KubernetesObject, ObjectMeta } from '../../../packages/kube-informers/src/meta/types.js';

const object = (metadata: ObjectMeta): KubernetesObject => ({ metadata: { name: 'a', ...metadata } });
const added = (metadata: ObjectMeta = {}): ObjectEvent => ({
  type: 'add',
  object: object(metadata),
  isInInitialList: false,
});
const deleted = (metadata: ObjectMeta = {}): ObjectEvent => ({
  type: 'delete',
  object: object(metadata),
  finalStateUnknown: false,
});
const updated = (before: ObjectMeta, after: ObjectMeta): ObjectEvent => ({
  type: 'update',
  oldObject: object(before),
  object: object(after),
});

const yes: Predicate = () => true;
const no: Predicate = () => false;

describe('a predicate of functions', () => {
  // Upstream: Funcs.
  test('lets an event without a function pass', () => {
    for (const event of [added(), deleted(), updated({}, {})]) expect(passes({}, event)).toBe(true);
  });

  // Upstream: Funcs; NewPredicateFuncs.
  test('asks the function of each kind of event', () => {
    const kinds: string[] = [];
    const predicate: Predicate = {
      add: () => kinds.push('add') > 10,
      update: (before, after) => kinds.push(`update ${before.metadata?.name} ${after.metadata?.name}`) > 10,
      delete: () => kinds.push('delete') > 10,
    };
    for (const event of [added(), updated({}, { name: 'b' }), deleted()])
      expect(passes(predicate, event)).toBe(false);
    expect(kinds).toEqual(['add', 'update a b', 'delete']);
  });
});

// Not in controller-runtime, where such an update is compared field by field.
test('an object that replaced another of its name is a deletion and an add', () => {
  const replaced = updated({ uid: 'a', generation: 1 }, { uid: 'b', generation: 1 });
  for (const predicate of [generationChanged, labelsChanged, annotationsChanged, resourceVersionChanged]) {
    expect(passes(predicate, replaced)).toBe(true);
    expect(passes(and(yes, predicate), replaced)).toBe(true);
    expect(passes(predicate, updated({ uid: 'a', generation: 1 }, { uid: 'a', generation: 1 }))).toBe(false);
  }
  const kinds: string[] = [];
  const update = (): boolean => kinds.push('update') > 0;
  const gone = ({ metadata }: KubernetesObject): boolean => kinds.push(`delete ${metadata?.uid}`) > 10;
  const made = ({ metadata }: KubernetesObject): boolean => kinds.push(`add ${metadata?.uid}`) > 10;
  expect(passes({ add: made, update, delete: gone }, replaced)).toBe(false);
  expect(passes({ add: made, delete: () => true }, replaced)).toBe(true);
  expect(kinds).toEqual(['delete a', 'add b']);
});

const changes: [string, Predicate, ObjectMeta, ObjectMeta][] = [
  ['resourceVersionChanged', resourceVersionChanged, { resourceVersion: '1' }, { resourceVersion: '2' }],
  ['generationChanged', generationChanged, { generation: 1 }, { generation: 2 }],
  ['labelsChanged', labelsChanged, { labels: { a: '1' } }, { labels: { a: '2' } }],
  ['annotationsChanged', annotationsChanged, { annotations: { a: '1' } }, { annotations: { a: '2' } }],
];

describe.each(changes)('%s', (_name, predicate, before, after) => {
  // Upstream: ResourceVersionChanged; GenerationChanged.
  test('filters only updates', () => {
    expect(passes(predicate, added(after))).toBe(true);
    expect(passes(predicate, deleted(after))).toBe(true);
  });

  // Upstream: ResourceVersionChanged; GenerationChanged; AnnotationChanged; LabelChanged.
  test('passes an update that changes it, and no other', () => {
    expect(passes(predicate, updated(before, after))).toBe(true);
    expect(passes(predicate, updated(after, structuredClone(after)))).toBe(false);
  });
});

// Upstream: AnnotationChanged; LabelChanged.
test('labelsChanged and annotationsChanged see added and removed entries; two empty maps are equal', () => {
  for (const [predicate, field] of [
    [labelsChanged, 'labels'],
    [annotationsChanged, 'annotations'],
  ] as const) {
    expect(passes(predicate, updated({ [field]: { a: '1' } }, { [field]: { a: '1', b: '2' } }))).toBe(true);
    expect(passes(predicate, updated({ [field]: { a: '1', b: '2' } }, { [field]: { a: '1' } }))).toBe(true);
    expect(passes(predicate, updated({ [field]: { a: '1' } }, { [field]: { b: '1' } }))).toBe(true);
    expect(passes(predicate, updated({}, { [field]: {} }))).toBe(false);
    expect(passes(predicate, updated({ [field]: { a: '1' } }, {}))).toBe(true);
  }
});

// Upstream: JOSDK ControllerEventSourceTest.
test('generationChanged passes updates of objects without a generation, and a new deletionTimestamp', () => {
  expect(passes(generationChanged, updated({ resourceVersion: '1' }, { resourceVersion: '2' }))).toBe(true);
  const deletionTimestamp = '2026-01-01T00:00:00Z';
  expect(passes(generationChanged, updated({ generation: 1 }, { generation: 1, deletionTimestamp }))).toBe(
    true,
  );
});

// Upstream: And, Or, Not.
test('and passes if all pass, or if one passes, not inverts', () => {
  const both = (predicate: Predicate): boolean[] =>
    [added(), updated({}, {}), deleted()].map((event) => passes(predicate, event));
  expect(both(and(yes, yes))).toEqual([true, true, true]);
  expect(both(and(yes, no))).toEqual([false, false, false]);
  expect(both(or(no, yes))).toEqual([true, true, true]);
  expect(both(or(no, no))).toEqual([false, false, false]);
  expect(both(not(no))).toEqual([true, true, true]);
  expect(both(not({ update: () => true, add: () => false }))).toEqual([true, false, false]);
});

// Upstream: LabelSelectorPredicate.
test('labelSelector passes objects that match, and an update of an object that stops matching', () => {
  const predicate = labelSelector('app=web');
  const web = { labels: { app: 'web' } };
  expect(passes(predicate, added(web))).toBe(true);
  expect(passes(predicate, added())).toBe(false);
  expect(passes(predicate, deleted(web))).toBe(true);
  expect(passes(predicate, updated({}, web))).toBe(true);
  expect(passes(predicate, updated(web, {}))).toBe(true);
  expect(passes(predicate, updated({}, {}))).toBe(false);
  expect(() => labelSelector('a b')).toThrow(/a b/);
});

test('a value that is not a predicate is refused', () => {
  expect(() => and(yes, 5 as never)).toThrow(
    'predicate of and must be a function or an object with add, update, delete, got number',
  );
  expect(() => not(undefined as never)).toThrow('predicate of not must be');
  expect(() => or({ create: () => true } as never)).toThrow('unknown option "create" of predicate of or');
});
