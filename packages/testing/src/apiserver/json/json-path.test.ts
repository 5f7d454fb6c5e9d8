import { expect, test } from 'vitest';
import { followPath, isSimplePath, splitPath } from './json-path.js';

const body = {
  spec: {
    color: 'red',
    'a.b': 1,
    list: [
      { name: 'x', value: 1 },
      { name: 'y', value: 2 },
    ],
  },
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
};

test.each([
  ['.spec.color', 'red'],
  ['.spec.list[1].value', 2],
  ['.spec.list[?(@.name=="y")].value', 2],
  ['.spec', body.spec],
  ['.status.conditions[?(@.type == "Ready")].status', 'True'],
  ['.spec.missing.more', null],
])('%s is followed', (path, value) => {
  expect(isSimplePath(path)).toBe(true);
  expect(followPath(body, splitPath(path))).toEqual(value);
});

test.each([
  '.spec.list[*].name',
  '.spec.*',
  '..color',
  '.spec.list[0:1]',
  ".spec['color']",
  '.spec.list[-1]',
])('%s finds nothing', (path) => {
  expect(isSimplePath(path)).toBe(false);
  expect(followPath(body, splitPath(path))).toBeNull();
});
