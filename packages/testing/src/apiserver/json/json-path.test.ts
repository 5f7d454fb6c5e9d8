import { expect, test } from 'vitest';
import { firstValueAt } from './json-path.js';

const body = {
  metadata: { annotations: { 'example.com/a.b': 'text' } },
  spec: {
    color: 'red',
    'a.b': 1,
    list: [
      { name: 'x', value: 1 },
      { name: 'y', value: 2, nothing: null },
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
  ['.spec.list[1].nothing', null],
  ['.metadata.annotations.example\\.com/a\\.b', 'text'],
  // Of several values the first.
  ['.spec.list[*].name', 'x'],
  ['.spec.list[*]', body.spec.list[0]],
  ['.spec.*', 'red'],
  ['..name', 'x'],
  ['.spec.list[0:1].name', 'x'],
  ['.spec.list[-1].name', 'y'],
  [".spec['color']", 'red'],
  ['.spec.list[?(@.value>1)].name', 'y'],
  ['.spec.list[?(@.value>2)].name', null],
])('%s shows the first value', (path, value) => {
  expect(firstValueAt(path)?.(body)).toEqual(value);
});

test.each(['.spec[', '.spec.list[?(@.name=="y"', '{range .items}'])('%s is not understood', (path) => {
  expect(firstValueAt(path)).toBeUndefined();
});
