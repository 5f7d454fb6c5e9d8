import { expect, test } from 'vitest';
import type { FieldError } from '../values/field-error.js';
import { definitionErrors, definitionUpdateErrors, type DefinitionBody } from './definition-errors.js';

function definition(rule: string, extra: object = {}): DefinitionBody {
  const items = { type: 'string', maxLength: 10 };
  const list = { type: 'array', maxItems: 1500, items, 'x-kubernetes-validations': [{ rule }] };
  const schema = { openAPIV3Schema: { type: 'object', properties: { list, ...extra } } };
  const names = { plural: 'lists', singular: 'list', kind: 'List', listKind: 'ListList' };
  return {
    metadata: { name: 'lists.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names,
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
    status: { storedVersions: ['v1'], conditions: [{ type: 'Established', status: 'True' }] },
  };
}

const shown = (errors: readonly FieldError[]): string[] => errors.map(({ detail }) => detail);

test('a rule that costs too much is accepted again while its schema is unchanged', () => {
  const stored = definition('self.all(a, self.exists_one(b, a == b))');
  expect(shown(definitionErrors(stored))).toEqual([expect.stringContaining('estimated rule cost exceeds')]);
  expect(definitionUpdateErrors(stored, stored)).toEqual([]);
  const changed = definition('self.all(a, self.exists_one(b, a == b))', { other: { type: 'string' } });
  expect(shown(definitionUpdateErrors(changed, stored))).toEqual([
    expect.stringContaining('estimated rule cost exceeds'),
  ]);
});

test('an update may keep an expression with a function that new ones must not use', () => {
  const stored = definition('self.includes(self[0])');
  expect(shown(definitionErrors(stored))).toEqual([expect.stringContaining('undeclared reference')]);
  const changed = definition('self.includes(self[0])', { other: { type: 'string' } });
  expect(definitionUpdateErrors(changed, stored)).toEqual([]);
  expect(shown(definitionUpdateErrors(definition('self.includes(self[1])'), stored))).toEqual([
    expect.stringContaining('undeclared reference'),
  ]);
});
