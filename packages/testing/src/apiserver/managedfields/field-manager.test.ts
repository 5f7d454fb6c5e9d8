import { describe, expect, test } from 'vitest';
import type { ManagedFieldsEntry } from '../../../../kube-informers/src/meta/types.js';
import { StatusError } from '../../../../kube-informers/src/meta/errors.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { FieldManager } from './field-manager.js';
import { untypedDeduced } from './schema.js';
import { TypedError } from './typed-value.js';

let clock = 0;

function manager(subresource = ''): FieldManager {
  return new FieldManager({
    kind: 'Thing',
    apiVersion: 'g/v1',
    subresource,
    type: untypedDeduced,
    converter: {
      convert(object, version) {
        if (version !== 'g/v1') throw new TypedError(`no version ${version}`);
        return object;
      },
    },
    resetFields: () => undefined,
    now: () => `2026-01-01T00:00:${String(++clock).padStart(2, '0')}Z`,
    empty: () => ({}),
    complete: (object) => object,
  });
}

function entry(over: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry {
  return {
    manager: 'm',
    operation: 'Apply',
    apiVersion: 'g/v1',
    time: '2020-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:a': {} },
    ...over,
  };
}

const config = (rest: object): Record<string, unknown> => ({ apiVersion: 'g/v1', kind: 'Thing', ...rest });
const stored = (managedFields: ManagedFieldsEntry[] | undefined, rest: object = { a: 1 }): ObjectBody => ({
  metadata: { name: 'x', uid: 'u', ...(managedFields === undefined ? {} : { managedFields }) },
  ...rest,
});
const owners = (body: ObjectBody): string[] =>
  (body.metadata?.managedFields ?? []).map(
    ({ manager = '', operation, subresource, fieldsV1 }) =>
      `${manager} ${operation} ${subresource ?? ''} ${JSON.stringify(fieldsV1)}`,
  );

describe('TestAdmission, TestUpdateNoErrors: the managers that a client sends', () => {
  const updated = (given: ManagedFieldsEntry[] | undefined, subresource = ''): string[] => {
    const body = stored(given, { a: 1, b: 2 });
    manager(subresource).update(stored([entry({ manager: 'live' })]), body, 'me');
    return owners(body);
  };
  const mine = 'me Update  {"f:b":{}}';
  const live = 'live Apply  {"f:a":{}}';

  test('replace those of the object', () => {
    expect(updated([entry()])).toEqual(['m Apply  {"f:a":{}}', mine]);
  });

  test.each([
    ['none', undefined],
    ['an unknown operation', [entry({ operation: 'Patch' as 'Apply' })]],
    ['no version', [entry({ apiVersion: '' })]],
    ['no type', [entry({ fieldsType: '' })]],
    ['another type', [entry({ fieldsType: 'FieldsV2' as 'FieldsV1' })]],
    ['fields that are none', [entry({ fieldsV1: { a: {} } })]],
  ])('are those of the object instead of %s', (_name, given) => {
    expect(updated(given)).toEqual([live, mine]);
  });

  test('are removed by an empty list or entry, until the next apply', () => {
    expect(updated([])).toEqual([]);
    expect(updated([{} as ManagedFieldsEntry])).toEqual([]);
    const body = stored(undefined, { a: 1, b: 2 });
    manager().update(stored(undefined), body, 'me');
    expect(owners(body)).toEqual([]);
    expect(owners(manager().apply(body, config({ c: 3 }), 'me', false))).toEqual([
      'me Apply  {"f:c":{}}',
      'before-first-apply Update  {"f:a":{},"f:b":{}}',
    ]);
  });

  test('are not taken from the body of a subresource', () => {
    expect(updated([entry()], 'status')).toEqual([live, 'me Update status {"f:b":{}}']);
  });

  test('are those of the object if it cannot be converted to their version', () => {
    expect(updated([entry({ apiVersion: 'g/v9' })])).toEqual([live]);
    const lost = (): unknown =>
      manager().apply(stored([entry({ apiVersion: 'g/v9' })]), config({ b: 1 }), 'me', false);
    expect(lost).toThrow('no version g/v9');
  });
});

test('TestCapManagersManagerMergesEntries: the oldest of more than ten updaters become ancient-changes', () => {
  let live: ObjectBody = { metadata: { name: 'x' } };
  for (let index = 0; index < 12; index++) {
    const body: ObjectBody = { ...structuredClone(live), [`f${index}`]: 1 };
    manager().update(index === 0 ? undefined : live, body, `m${index}`);
    live = { ...body, metadata: { ...body.metadata, uid: 'u' } };
  }
  expect(owners(live)).toHaveLength(10);
  expect(live.metadata?.managedFields?.[0]).toMatchObject({
    manager: 'ancient-changes',
    fieldsV1: { 'f:f0': {}, 'f:f1': {}, 'f:f2': {} },
  });
  // Appliers are not counted.
  const applied = manager().apply(live, config({ z: 1 }), 'me', false);
  expect(owners(applied)).toHaveLength(11);
});

test('TestTakingOverManagedFieldsDuringApplyDoesNotModifyPreviousManagerTime: an apply that changes nothing keeps the times', () => {
  const live = stored([entry()]);
  const again = manager().apply(live, config({ a: 1 }), 'm', false);
  expect(again.metadata?.managedFields).toEqual([entry()]);
  const second = manager().apply(live, config({ a: 1 }), 'other', false);
  expect(second.metadata?.managedFields?.map(({ manager, time }) => [manager, time])).toEqual([
    ['other', undefined],
    ['m', '2020-01-01T00:00:00Z'],
  ]);
});

describe('refusals of an apply', () => {
  const refusal = (live: ObjectBody | undefined, applied: Record<string, unknown>): unknown => {
    try {
      manager().apply(live, applied, 'me', false);
      return undefined;
    } catch (error) {
      return error instanceof StatusError ? [error.status.code, error.message] : error;
    }
  };

  test.each([
    [{ apiVersion: 'g/v2', kind: 'Thing' }, 400, 'invalid object type: g/v2, Kind=Thing'],
    [{ kind: 'Other' }, 400, 'invalid object type: /, Kind=Other'],
    [config({ metadata: { managedFields: [] } }), 400, 'metadata.managedFields must be nil'],
    [config({ a: 2 }), 409, 'Apply failed with 1 conflict: conflict with "m": .a'],
  ])('%j: %s %s', (applied, code, message) => {
    expect(refusal(stored([entry()]), applied)).toEqual([code, message]);
  });

  test('conflicts are grouped by their managers, who are named with subresource and version', () => {
    const fieldsV1 = { 'f:a': {}, 'f:b': {} };
    const live = stored(
      [
        entry({ manager: 'z', operation: 'Update', fieldsV1 }),
        entry({ manager: 'a', operation: 'Update', subresource: 'status', fieldsV1: { 'f:c': {} } }),
      ],
      { a: 1, b: 1, c: 1 },
    );
    expect(refusal(live, config({ a: 2, b: 2, c: 2 }))).toEqual([
      409,
      'Apply failed with 3 conflicts: conflicts with "a" with subresource "status" using g/v1:\n- .c\n' +
        'conflicts with "z" using g/v1:\n- .a\n- .b',
    ]);
  });
});

describe('TestApplyUsingLastAppliedAnnotation', () => {
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  const live = (text: string, rest: object): ObjectBody => {
    const body = stored([entry({ operation: 'Update', fieldsV1: { 'f:a': {}, 'f:b': {} } })], rest);
    return { ...body, metadata: { ...body.metadata, annotations: { [annotation]: text } } };
  };

  test('kubectl takes over what its annotation has and no one has changed', () => {
    const text = JSON.stringify(config({ a: 1, b: 1 }));
    const taken = manager().apply(live(text, { a: 1, b: 1 }), config({ a: '<', b: 1 }), 'kubectl', false);
    expect(taken['a']).toBe('<');
    // It is renewed, as Go writes JSON.
    expect(taken.metadata?.annotations?.[annotation]).toBe(
      '{"a":"\\u003c","apiVersion":"g/v1","b":1,"kind":"Thing"}\n',
    );
  });

  test.each([
    ['a changed field', JSON.stringify(config({ a: 9 })), 'kubectl'],
    ['another manager', JSON.stringify(config({ a: 1 })), 'me'],
    ['another version', JSON.stringify({ ...config({ a: 1 }), apiVersion: 'g/v2' }), 'kubectl'],
    ['no kind', JSON.stringify({ apiVersion: 'g/v1', a: 1 }), 'kubectl'],
    ['invalid JSON', '{', 'kubectl'],
  ])('not %s', (_name, text, name) => {
    const apply = (): unknown => manager().apply(live(text, { a: 1, b: 1 }), config({ a: 2 }), name, false);
    expect(apply).toThrow('conflict with "m" using g/v1: .a');
  });
});
