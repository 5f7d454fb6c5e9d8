import { expect, test } from 'vitest';
import { isResync } from './object-event.js';

const object = { metadata: { name: 'a', namespace: 'default' } };
const at = (resourceVersion: string) => ({ metadata: { ...object.metadata, resourceVersion } });

test.each([
  ['the same version', at('1'), at('1'), true],
  ['another version', at('1'), at('2'), false],
  // Of a source of the program, whose objects have no versions.
  ['the identical object without a version', object, object, true],
  ['another object without a version', object, structuredClone(object), false],
])('an update with %s: a resync as for handlers, or a change', (_name, oldObject, newObject, expected) => {
  expect(isResync({ type: 'update', oldObject, object: newObject })).toBe(expected);
});

test('an object that was added is no resync', () => {
  expect(isResync({ type: 'add', object: at('1'), isInInitialList: false })).toBe(false);
});
