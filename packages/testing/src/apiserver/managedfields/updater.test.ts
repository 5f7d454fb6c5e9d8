import { describe, expect, test } from 'vitest';
import { fieldSetOf } from './field-set.js';
import { untypedDeduced } from './schema.js';
import { TypedError } from './typed-value.js';
import {
  boolean,
  listOf,
  mapOf,
  numeric,
  recursiveMap,
  Scene,
  setOf,
  string,
  struct,
} from './updater.test-support.js';

/** The tables of structured-merge-diff's merge package, by the names of their tests. */

const leaves = struct({ numeric, string, bool: boolean });

describe.each([
  ['TestUpdateLeaf', leaves],
  ['TestDeduced', untypedDeduced],
])('%s', (_name, type) => {
  const scene = (): Scene => new Scene(type);

  test('apply_twice, leaf_apply_twice: the manager owns what it applied last', () => {
    scene()
      .apply('me', { numeric: 1, string: 's' })
      .apply('me', { numeric: 2, string: 's', bool: false })
      .expect({ numeric: 2, string: 's', bool: false }, { me: 'v1 .bool .numeric .string' });
  });

  test('apply_twice_different_versions: its fields are those of the last version', () => {
    scene()
      .apply('me', { numeric: 1, string: 's' })
      .apply('me', { numeric: 2, bool: true }, 'v2')
      .expect({ numeric: 2, bool: true }, { me: 'v2 .bool .numeric' });
  });

  test.each(['v1', 'v2'])('apply_update_apply_no_conflict, …_different_version: %s', (version) => {
    scene()
      .apply('me', { numeric: 1, string: 's' })
      .update('editor', { numeric: 1, string: 's', bool: true }, version)
      .apply('me', { numeric: 2, string: 's' })
      .expect(
        { numeric: 2, string: 's', bool: true },
        { me: 'v1 .numeric .string', editor: `${version} .bool` },
      );
  });

  test.each(['v1', 'v2'])('apply_update_apply_with_conflict, …_across_version: %s', (version) => {
    scene()
      .apply('me', { numeric: 1, string: 's' })
      .update('editor', { numeric: 1, string: 'edited', bool: true }, version)
      .refused('me', { numeric: 2, string: 'mine' }, ['editor .string'])
      .force('me', { numeric: 2, string: 'mine' })
      .expect(
        { numeric: 2, string: 'mine', bool: true },
        { me: 'v1 .numeric .string', editor: `${version} .bool` },
      );
  });

  test.each(['v1', 'v2'])('apply_twice_remove, …_different_version: %s', (version) => {
    scene()
      .apply('me', { numeric: 1, string: 's', bool: false })
      .apply('me', { string: 'new' }, version)
      .expect({ string: 'new' }, { me: `${version} .string` });
  });

  test('update_apply_omits: a field that an updater took over stays', () => {
    scene()
      .apply('me', { numeric: 2 })
      .update('editor', { numeric: 1 })
      .apply('me', {})
      .expect({ numeric: 1 }, { editor: 'v1 .numeric' });
  });

  test('update_remove_empty_set: a manager without fields is dropped', () => {
    scene()
      .apply('me', { string: 's' })
      .update('editor', { string: 'new' })
      .expect({ string: 'new' }, { editor: 'v1 .string' });
  });

  test('apply_remove_empty_set: an empty configuration removes everything', () => {
    scene().apply('me', { string: 's' }).apply('me', {}).expect(null, {});
  });
});

describe('TestDeduced', () => {
  test('apply_twice_list_is_atomic', () => {
    new Scene(untypedDeduced)
      .apply('me', { list: ['a', 'c'] })
      .apply('me', { list: ['a', 'd', 'c'] })
      .expect({ list: ['a', 'd', 'c'] }, { me: 'v1 .list' });
  });

  test('apply_update_apply_list: the whole list is taken over', () => {
    new Scene(untypedDeduced)
      .apply('me', { list: ['a', 'c'] })
      .update('editor', { list: ['a', 'b', 'c'] })
      .force('me', { list: ['a', 'b'] })
      .expect({ list: ['a', 'b'] }, { me: 'v1 .list' });
  });

  test.each([
    ['apply_update_apply_nested', 'v1', 'v1'],
    ['apply_update_apply_nested_different_version', 'v2', 'v3'],
  ])('%s', (_name, updated, applied) => {
    const config = { a: 2, b: { c: { d: 2, e: [3, 2], f: [{ name: 'n', value: 1 }] } } };
    new Scene(untypedDeduced)
      .apply('me', { ...config, a: 1 })
      .update('editor', { a: 1, b: { c: { d: 3, e: [3], f: [], g: 5 } } }, updated)
      .refused('me', config, ['editor .b.c.d', 'editor .b.c.e', 'editor .b.c.f'], applied)
      .force('me', config, applied)
      .expect(
        { a: 2, b: { c: { ...config.b.c, g: 5 } } },
        { me: `${applied} .a .b .b.c .b.c.d .b.c.e .b.c.f`, editor: `${updated} .b.c.g` },
      );
  });
});

describe('TestUpdateSet', () => {
  const scene = (): Scene => new Scene(struct({ list: setOf(string) }));
  const items = (list: string): object => ({ list: list.split('') });
  const owned = (list: string, version = 'v1'): string =>
    [version, ...list.split('').map((item) => `.list[="${item}"]`)].join(' ');

  test('apply_twice', () => {
    scene()
      .apply('me', items('ac'))
      .apply('me', items('abcd'))
      .expect(items('abcd'), { me: owned('abcd') });
  });

  test.each(['v1', 'v2'])('apply_update_apply_no_overlap, …_and_different_version: %s', (version) => {
    scene()
      .apply('me', items('ac'))
      .update('editor', items('abcd'), version)
      .apply('me', items('axcy'))
      .expect(items('abxcdy'), { me: owned('acxy'), editor: owned('bd', version) });
  });

  test.each(['v1', 'v2'])('apply_update_apply_with_overlap, …_and_different_version: %s', (version) => {
    scene()
      .apply('me', items('ac'))
      .update('editor', items('abcd'), version)
      .apply('me', items('abc'))
      .expect(items('abcd'), { me: owned('abc'), editor: owned('bd', version) });
  });

  test('apply_twice_reorder: the order is that of the configuration', () => {
    scene()
      .apply('me', items('abcd'))
      .apply('me', items('adcb'))
      .expect(items('adcb'), { me: owned('abcd') });
  });

  test.each(['v1', 'v2'])('apply_update_apply_reorder, …_across_versions: %s', (version) => {
    scene()
      .apply('me', items('abcd'))
      .update('editor', items('adcb'))
      .apply('me', items('abcd'), version)
      .expect(items('abcd'), { me: owned('abcd', version) });
  });

  test.each(['v1', 'v2'])('apply_twice_remove, …_across_versions: %s', (version) => {
    scene()
      .apply('me', items('abcd'))
      .apply('me', items('ace'), version)
      .expect(items('ace'), { me: owned('ace', version) });
  });
});

describe('TestDefaultKeysFlat', () => {
  const port = struct({ port: numeric, protocol: { type: string, default: 'TCP' }, name: string });
  const scene = (): Scene => new Scene(struct({ ports: listOf(port, 'port', 'protocol') }));
  const tcp = '.ports[port=80,protocol="TCP"]';
  const udp = '.ports[port=80,protocol="UDP"]';

  test('apply_missing_defaulted_key_A: an omitted key has its default, and is not owned', () => {
    scene()
      .apply('me', { ports: [{ port: 80 }] })
      .apply('me', { ports: [{ port: 80 }] })
      .expect({ ports: [{ port: 80 }] }, { me: `v1 ${tcp} ${tcp}.port` });
  });

  test('apply_missing_defaulted_key_B', () => {
    const ports = [{ port: 80 }, { port: 80, protocol: 'UDP' }];
    scene()
      .apply('me', { ports })
      .expect({ ports }, { me: `v1 ${tcp} ${udp} ${tcp}.port ${udp}.port ${udp}.protocol` });
  });

  test('apply_missing_defaulted_key_with_conflict', () => {
    scene()
      .apply('one', { ports: [{ port: 80, protocol: 'TCP', name: 'a' }] })
      .refused('two', { ports: [{ port: 80, name: 'b' }] }, [`one ${tcp}.name`])
      .expect(undefined, { one: `v1 ${tcp} ${tcp}.name ${tcp}.port ${tcp}.protocol` });
  });

  test('apply_missing_undefaulted_defaulted_key: a key without default may be missing', () => {
    const item = '.ports[protocol="TCP"]';
    scene()
      .apply('me', { ports: [{ protocol: 'TCP', name: 'a' }] })
      .expect(undefined, { me: `v1 ${item} ${item}.name ${item}.protocol` });
  });

  test('TestDefaultKeysFlatErrors: apply_missing_defaulted_key_ambiguous_A and _B', () => {
    const problem = `.ports: duplicate entries for key [port=80,protocol="TCP"]`;
    expect(() => scene().apply('me', { ports: [{ port: 80 }, { port: 80 }] })).toThrow(problem);
    expect(() => scene().apply('me', { ports: [{ port: 80 }, { port: 80, protocol: 'TCP' }] })).toThrow(
      problem,
    );
  });

  test('TestDefaultKeysNested: apply_missing_every_key_nested, apply_integer_key_with_float_default', () => {
    const number = (value: number): { type: typeof numeric; default: number } => ({
      type: numeric,
      default: value,
    });
    const sentence = struct({ page: number(2.0), line: number(3), text: string });
    const chapter = struct({ chapter: number(1), sentences: listOf(sentence, 'page', 'line') });
    const item = '.book[chapter=1]';
    const inner = `${item}.sentences[line=3,page=2]`;
    new Scene(struct({ book: listOf(chapter, 'chapter') }))
      .apply('me', { book: [{ sentences: [{ text: 'a' }] }] })
      .apply('me', { book: [{ sentences: [{ text: 'a', page: 2 }] }] })
      .expect(
        { book: [{ sentences: [{ text: 'a', page: 2 }] }] },
        { me: `v1 ${item} ${inner} ${inner}.page ${inner}.text` },
      );
  });
});

describe('TestDuplicates', () => {
  const item = struct({ name: string, one: numeric, two: numeric });
  const scene = (): Scene =>
    new Scene(struct({ set: setOf(numeric), list: listOf(item, 'name'), unrelated: numeric }));
  const a1 = { name: 'a', one: 1 };
  const a2 = { name: 'a', one: 2 };
  const b = { name: 'b', one: 3 };
  const [itemA, itemB] = ['.list[name="a"]', '.list[name="b"]'];

  test('sets/ownership: duplicates, add_duplicate, remove_duplicate', () => {
    scene()
      .update('one', { set: [1, 1, 3] })
      .expect(undefined, { one: 'v1 .set .set[=1] .set[=3]' });
    for (const [before, after] of [
      [
        [1, 3],
        [1, 1, 3],
      ],
      [
        [1, 1, 3],
        [1, 3],
      ],
    ])
      // prettier-ignore
      scene()
        .update('one', { set: before })
        .update('two', { set: after })
        .expect(undefined, { one: 'v1 .set .set[=3]', two: 'v1 .set[=1]' });
  });

  test('sets/merging/remove_duplicate', () => {
    scene()
      .update('one', { set: [1, 1, 3] })
      .refused('two', { set: [1] }, ['one .set[=1]'])
      .force('two', { set: [1] })
      .expect({ set: [1, 3] }, { one: 'v1 .set .set[=3]', two: 'v1 .set[=1]' });
  });

  test('sets/merging/ignore_duplicate', () => {
    scene()
      .update('one', { set: [1, 1, 3] })
      .apply('two', { set: [5] })
      .expect({ set: [1, 1, 3, 5] }, { one: 'v1 .set .set[=1] .set[=3]', two: 'v1 .set[=5]' });
  });

  test('list/ownership: duplicated_items are owned once, without their fields', () => {
    scene()
      .update('one', { list: [a1, a2, b] })
      .expect(undefined, { one: `v1 .list ${itemA} ${itemB} ${itemB}.name ${itemB}.one` });
  });

  test('list/ownership: change_duplicated_items, change_fields_, add_duplicated_items_different_field', () => {
    for (const [before, after] of [
      [
        [a1, a2, b],
        [a1, { name: 'a', one: 3 }, b],
      ],
      [
        [a1, a2, b],
        [a1, { ...a2, two: 3 }, b],
      ],
      [
        [a1, b],
        [a1, { name: 'a', two: 3 }, b],
      ],
    ])
      scene()
        .update('one', { list: before })
        .update('two', { list: after })
        .expect(undefined, { one: `v1 .list ${itemB} ${itemB}.name ${itemB}.one`, two: `v1 ${itemA}` });
  });

  test('list/ownership/add_unrelated_to_list_with_duplicates', () => {
    scene()
      .update('one', { list: [a1, a2] })
      .update('two', { list: [a1, a2, b] })
      .expect(undefined, { one: `v1 .list ${itemA}`, two: `v1 ${itemB} ${itemB}.name ${itemB}.one` });
  });

  test('list/merge/unrelated_with_duplicated_items', () => {
    scene()
      .update('one', { list: [a1, a2, b] })
      .force('two', { unrelated: 5 })
      .expect(
        { list: [a1, a2, b], unrelated: 5 },
        {
          one: `v1 .list ${itemA} ${itemB} ${itemB}.name ${itemB}.one`,
          two: 'v1 .unrelated',
        },
      );
  });

  test('list/merge: change_duplicated_item, unchanged_duplicated_item', () => {
    for (const one of [2, 3])
      scene()
        .update('one', { list: [a1, a2, b] })
        .refused('two', { list: [{ name: 'a', one }] }, [`one ${itemA}`])
        .force('two', { list: [{ name: 'a', one }] })
        .expect(
          { list: [{ name: 'a', one }, b] },
          {
            one: `v1 .list ${itemB} ${itemB}.name ${itemB}.one`,
            two: `v1 ${itemA} ${itemA}.name ${itemA}.one`,
          },
        );
  });

  test('list/merge/change_non_duplicated_item', () => {
    scene()
      .update('one', { list: [a1, a2, b] })
      .force('two', { list: [{ name: 'b', one: 4 }] })
      .expect(
        { list: [a1, a2, { name: 'b', one: 4 }] },
        {
          one: `v1 .list ${itemA} ${itemB} ${itemB}.name`,
          two: `v1 ${itemB} ${itemB}.name ${itemB}.one`,
        },
      );
  });

  test('list/merge/apply_update_duplicates_apply_without: duplicates of another stay', () => {
    scene()
      .apply('one', { list: [a1, b] })
      .update('two', { list: [a1, a2, b] })
      .apply('one', { list: [b] })
      .expect({ list: [a1, a2, b] }, { one: `v1 ${itemB} ${itemB}.name ${itemB}.one`, two: `v1 ${itemA}` });
  });
});

const nested = struct({
  listOfLists: listOf(struct({ name: string, value: setOf(string) }), 'name'),
  listOfMaps: listOf(struct({ name: string, value: mapOf(string) }), 'name'),
  mapOfLists: mapOf(setOf(string)),
  mapOfMaps: mapOf(mapOf(string)),
  recursive: recursiveMap,
  struct: struct({ name: string, value: numeric }),
});

describe('TestUpdateNestedType', () => {
  const item = (name: string): string => `[name="${name}"]`;
  test.each([
    ['listOfLists_change_value',
      { listOfLists: [{ name: 'a', value: ['b', 'c'] }] }, { listOfLists: [{ name: 'a', value: ['a', 'c'] }] },
      `.listOfLists${item('a')} .listOfLists${item('a')}.name .listOfLists${item('a')}.value[="a"] .listOfLists${item('a')}.value[="c"]`],
    ['listOfLists_change_key_and_value',
      { listOfLists: [{ name: 'a', value: ['b'] }] }, { listOfLists: [{ name: 'b', value: ['a'] }] },
      `.listOfLists${item('b')} .listOfLists${item('b')}.name .listOfLists${item('b')}.value[="a"]`],
    ['listOfMaps_change_value',
      { listOfMaps: [{ name: 'a', value: { b: 'x', c: 'y' } }] }, { listOfMaps: [{ name: 'a', value: { a: 'x', c: 'z' } }] },
      `.listOfMaps${item('a')} .listOfMaps${item('a')}.name .listOfMaps${item('a')}.value.a .listOfMaps${item('a')}.value.c`],
    ['listOfMaps_change_key_and_value',
      { listOfMaps: [{ name: 'a', value: { b: 'x' } }] }, { listOfMaps: [{ name: 'b', value: { a: 'x' } }] },
      `.listOfMaps${item('b')} .listOfMaps${item('b')}.name .listOfMaps${item('b')}.value.a`],
    ['mapOfLists_change_value',
      { mapOfLists: { a: ['b', 'c'] } }, { mapOfLists: { a: ['a', 'c'] } }, '.mapOfLists.a .mapOfLists.a[="a"] .mapOfLists.a[="c"]'],
    ['mapOfLists_change_key_and_value',
      { mapOfLists: { a: ['b'] } }, { mapOfLists: { b: ['a'] } }, '.mapOfLists.b .mapOfLists.b[="a"]'],
    ['mapOfMaps_change_value',
      { mapOfMaps: { a: { b: 'x', c: 'y' } } }, { mapOfMaps: { a: { a: 'x', c: 'z' } } }, '.mapOfMaps.a .mapOfMaps.a.a .mapOfMaps.a.c'],
    ['mapOfMaps_change_key_and_value',
      { mapOfMaps: { a: { b: 'x' } } }, { mapOfMaps: { b: { a: 'x' } } }, '.mapOfMaps.b .mapOfMaps.b.a'],
    ['mapOfMapsRecursive_change_middle_key',
      { recursive: { a: { b: { c: null } } } }, { recursive: { a: { d: { c: null } } } }, '.recursive.a .recursive.a.d .recursive.a.d.c'],
  ])('%s', (_name, first, second, owned) => {
    new Scene(nested).apply('me', first).apply('me', second).expect(second, { me: `v1 ${owned}` });
  }); // prettier-ignore

  test('struct_apply_remove_all', () => {
    new Scene(nested)
      .apply('me', { struct: { name: 'a', value: 1 } })
      .apply('me', {})
      .expect(null, {});
  });

  test('struct_apply_remove_dangling: an applied null keeps the struct', () => {
    new Scene(nested)
      .apply('me', { struct: { name: 'a' } })
      .apply('me', { struct: null })
      .expect({ struct: null }, { me: 'v1 .struct' });
  });

  test.each([
    ['struct_apply_update_remove_all', {}, { value: 1 }],
    ['struct_apply_update_dict_dangling', { struct: {} }, { value: 1 }],
    ['struct_apply_update_dict_null', { struct: null }, { value: 1 }],
  ])('%s: what an updater added stays', (_name, config, left) => {
    const scene = new Scene(nested)
      .apply('me', { struct: { name: 'a' } })
      .update('editor', { struct: { name: 'a', value: 1 } })
      .apply('me', config);
    const own = 'struct' in config ? { me: 'v1 .struct' } : {};
    scene.expect({ struct: left }, { ...own, editor: 'v1 .struct.value' });
  });

  test('struct_apply_update_took_over', () => {
    new Scene(nested)
      .apply('me', { struct: { name: 'a' } })
      .update('editor', { struct: { name: 'b', value: 1 } })
      .apply('me', { struct: null })
      .expect(
        { struct: { name: 'b', value: 1 } },
        { me: 'v1 .struct', editor: 'v1 .struct.name .struct.value' },
      );
  });
});

describe('TestUpdateAssociativeLists, TestMultipleAppliersSet', () => {
  const scene = (): Scene =>
    new Scene(struct({ list: listOf(struct({ name: string, value: numeric }), 'name') }));
  const names = (list: string): object => ({ list: list.split('').map((name) => ({ name })) });
  const item = (name: string): string => `.list[name="${name}"]`;

  test('removing_obsolete_applied_structs', () => {
    scene()
      .apply('me', { list: [{ name: 'a', value: 1 }] })
      .apply('me', { list: [{ name: 'b', value: 2 }] })
      .expect(
        { list: [{ name: 'b', value: 2 }] },
        { me: `v1 ${item('b')} ${item('b')}.name ${item('b')}.value` },
      );
  });

  test('remove_one', () => {
    scene()
      .apply('one', names('ab'))
      .apply('two', names('c'), 'v2')
      .apply('one', names('a'), 'v3')
      .expect(names('ac'), {
        one: `v3 ${item('a')} ${item('a')}.name`,
        two: `v2 ${item('c')} ${item('c')}.name`,
      });
  });

  test('same_value_no_conflict', () => {
    const owned = `${item('a')} ${item('a')}.name ${item('a')}.value`;
    scene()
      .apply('one', { list: [{ name: 'a', value: 0 }] })
      .apply('two', { list: [{ name: 'a', value: 0 }] }, 'v2')
      .expect(undefined, { one: `v1 ${owned}`, two: `v2 ${owned}` });
  });

  test('change_value_yes_conflict', () => {
    scene()
      .apply('one', { list: [{ name: 'a', value: 0 }] })
      .refused('two', { list: [{ name: 'a', value: 1 }] }, [`one ${item('a')}.value`], 'v2')
      .expect(
        { list: [{ name: 'a', value: 0 }] },
        { one: `v1 ${item('a')} ${item('a')}.name ${item('a')}.value` },
      );
  });

  test('remove_one_keep_one', () => {
    scene()
      .apply('one', names('abc'))
      .apply('two', names('cd'), 'v2')
      .apply('one', names('a'), 'v3')
      .expect(names('acd'), {
        one: `v3 ${item('a')} ${item('a')}.name`,
        two: `v2 ${item('c')} ${item('d')} ${item('c')}.name ${item('d')}.name`,
      });
  });
});

describe('TestMultipleAppliersNestedType', () => {
  const [a, b] = ['.listOfLists[name="a"]', '.listOfLists[name="b"]'];
  const lists = (...list: object[]): object => ({ listOfLists: list });

  test('remove_one_keep_one_with_two_sub_items, …_with_sub_item', () => {
    new Scene(nested)
      .apply('one', lists({ name: 'a' }, { name: 'b', value: ['c'] }))
      .apply('two', lists({ name: 'b', value: ['d'] }), 'v2')
      .apply('one', lists({ name: 'a' }), 'v3')
      .expect(lists({ name: 'a' }, { name: 'b', value: ['d'] }), {
        one: `v3 ${a} ${a}.name`,
        two: `v2 ${b} ${b}.name ${b}.value[="d"]`,
      });
  });

  test('remove_one_keep_one_with_dangling_subitem', () => {
    new Scene(nested)
      .apply('one', lists({ name: 'a' }, { name: 'b', value: ['c'] }))
      .apply('two', lists({ name: 'b', value: ['d'] }), 'v2')
      .update('editor', lists({ name: 'a' }, { name: 'b', value: ['c', 'd', 'e'] }), 'v2')
      .apply('one', lists({ name: 'a' }), 'v3')
      .expect(lists({ name: 'a' }, { name: 'b', value: ['d', 'e'] }), {
        one: `v3 ${a} ${a}.name`,
        two: `v2 ${b} ${b}.name ${b}.value[="d"]`,
        editor: `v2 ${b}.value[="e"]`,
      });
  });

  test('remove_one_with_dangling_subitem_keep_one, …_with_managed_subitem: an item takes its parts along', () => {
    new Scene(nested)
      .apply('one', lists({ name: 'a' }, { name: 'b', value: ['c'] }))
      .apply('two', lists({ name: 'a', value: ['b'] }), 'v2')
      .update('editor', lists({ name: 'a', value: ['b'] }, { name: 'b', value: ['c', 'd'] }), 'v2')
      .apply('one', lists({ name: 'a' }), 'v3')
      .expect(lists({ name: 'a', value: ['b'] }), {
        one: `v3 ${a} ${a}.name`,
        two: `v2 ${a} ${a}.name ${a}.value[="b"]`,
      });
  });

  test.each([
    ['multiple_appliers_recursive_map', nested, (value: object): object => ({ recursive: value }), '.recursive'],
    ['TestMultipleAppliersDeducedType: multiple_appliers_recursive_map_deduced', untypedDeduced, (value: object): object => value, ''],
  ])('%s', (_name, type, wrap, at) => {
    new Scene(type)
      .apply('one', wrap({ a: { b: null }, c: { d: null } }))
      .apply('two', wrap({ a: null, c: { d: null } }), 'v2')
      .update('first', wrap({ a: { b: { c: null } }, c: { d: { e: null } } }), 'v3')
      .update('second', wrap({ a: { b: { c: { d: null } } }, c: { d: { e: { f: null } } } }), 'v2')
      .update('first', wrap({ a: { b: { c: { d: { e: null } } } }, c: { d: { e: { f: { g: null } } } } }), 'v3')
      .apply('one', at === '' ? {} : { recursive: null }, 'v4')
      .expect(wrap({ a: null, c: { d: { e: { f: { g: null } } } } }), {
        ...(at === '' ? {} : { one: `v4 ${at}` }),
        two: `v2 ${at}.a ${at}.c ${at}.c.d`,
        first: `v3 ${at}.c.d.e ${at}.c.d.e.f.g`,
        second: `v2 ${at}.c.d.e.f`,
      });
  }); // prettier-ignore
});

/** Repeats the letter of each key as often as the number of the version says. */
function repeated(value: unknown, to: string, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const times = Number(to.slice(1));
  const entries = Object.entries(value).map(([key, part]) => [
    depth === 0 ? key : key.slice(0, 1).repeat(times),
    repeated(part, to, depth + 1),
  ]);
  return Object.fromEntries(entries) as unknown;
}

const repeating = { convert: (value: unknown, _from: string, to: string): unknown => repeated(value, to) };

describe('TestMultipleAppliersRealConversion', () => {
  test('multiple_appliers_recursive_map_real_conversion', () => {
    new Scene(nested, repeating)
      .apply('one', { recursive: { a: { b: null }, c: { d: null } } })
      .apply('two', { recursive: { aa: null, cc: { dd: null } } }, 'v2')
      .update(
        'editor',
        { recursive: { aaa: { bbb: { ccc: { ddd: null } } }, ccc: { ddd: { eee: { fff: null } } } } },
        'v3',
      )
      .apply('one', { recursive: null }, 'v4')
      .expect(
        { recursive: { aaaa: null, cccc: { dddd: { eeee: { ffff: null } } } } },
        {
          one: 'v4 .recursive',
          two: 'v2 .recursive.aa .recursive.cc .recursive.cc.dd',
          editor: 'v3 .recursive.ccc.ddd.eee .recursive.ccc.ddd.eee.fff',
        },
        'v4',
      );
  });

  test('appliers_remove_from_controller_real_conversion', () => {
    new Scene(nested, repeating)
      .apply('me', { recursive: { aaa: { bbb: null } } }, 'v3')
      .update('editor', { recursive: { a: { b: { c: null } } } })
      .apply('me', { recursive: { aa: { bb: null }, cc: { dd: null } } }, 'v2')
      .apply('me', { recursive: { aaa: null, ccc: null } }, 'v3')
      .expect({ recursive: { aaa: null, ccc: null } }, { me: 'v3 .recursive.aaa .recursive.ccc' }, 'v3');
  });

  test('applier_updater_shared_ownership_real_conversion', () => {
    new Scene(nested, repeating)
      .update('editor', { recursive: { a: { b: { c: null } } } })
      .apply('me', { recursive: { aa: { bb: { cc: { dd: null } } } } }, 'v2')
      .apply('me', { recursive: { aaa: null, ccc: null } }, 'v3')
      .expect(
        { recursive: { aaa: { bbb: { ccc: null } }, ccc: null } },
        {
          editor: 'v1 .recursive .recursive.a .recursive.a.b .recursive.a.b.c',
          me: 'v3 .recursive.aaa .recursive.ccc',
        },
        'v3',
      );
  });
});

describe('TestMultipleAppliersFieldUnsetting, TestMultipleAppliersFieldRenameConversions', () => {
  const versions = ['v1', 'v2', 'v3'];
  const typeIn = (version: string) =>
    struct({
      struct: struct({
        name: string,
        [`scalar_${version}`]: string,
        [`complex_${version}`]: struct({ name: string }),
      }),
    });
  const types = Object.fromEntries(versions.map((version) => [version, typeIn(version)]));
  const convert = (value: unknown, from: string, to: string): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(`_${from}"`, `_${to}"`));
  const all = versions.flatMap((a) => versions.flatMap((b) => versions.map((c) => [a, b, c] as const)));
  const own = { name: 'a' };

  test.each(all)('in %s, %s and %s', (v1, v2, v3) => {
    const scene = (): Scene => new Scene(types, { convert });
    const scalar = (version: string, value = 'a'): object => ({ [`scalar_${version}`]: value });
    const complex = (version: string): object => ({ [`complex_${version}`]: { name: 'b' } });
    // unset_scalar_sole_owner, unset_complex_sole_owner
    for (const field of [scalar, complex])
      scene()
        .apply('one', { struct: { ...own, ...field(v1) } }, v1)
        .apply('one', { struct: own }, v2)
        .expect({ struct: own }, { one: `${v2} .struct.name` }, v3);
    // unset_scalar_shared_with_applier, unset_complex_shared_with_applier
    for (const [field, path] of [
      [scalar, `.struct.scalar_${v2}`],
      [complex, `.struct.complex_${v2}.name`],
    ] as const)
      // prettier-ignore
      scene()
        .apply('one', { struct: { ...own, ...field(v1) } }, v1)
        .apply('two', { struct: field(v2) }, v2)
        .apply('one', { struct: own }, v3)
        .expect({ struct: { ...own, ...field(v3) } }, { one: `${v3} .struct.name`, two: `${v2} ${path}` }, v3);
    // unset_scalar_shared_with_updater
    scene()
      .update('editor', { struct: { ...own, ...scalar(v1) } }, v1)
      .apply('me', { struct: { ...own, ...scalar(v2) } }, v2)
      .apply('me', { struct: own }, v3)
      .expect(
        { struct: { ...own, ...scalar(v3) } },
        { editor: `${v1} .struct .struct.name .struct.scalar_${v1}`, me: `${v3} .struct.name` },
        v3,
      );
    // updater_claims_field
    scene()
      .apply('me', { struct: { ...own, ...scalar(v1) } }, v1)
      .update('editor', { struct: { ...own, ...scalar(v2, 'b') } }, v2)
      .expect(
        { struct: { ...own, ...scalar(v3, 'b') } },
        { editor: `${v2} .struct.scalar_${v2}`, me: `${v1} .struct.name` },
        v3,
      );
  });
});

test('TestMultipleAppliersReliantFieldsConversions: a pruned field may be needed for a conversion', () => {
  const types = { v1: struct({ foo: string, common: string }), v2: struct({ bar: string, common: string }) };
  const convert = (value: unknown, from: string, to: string): unknown => {
    if (from === to) return value;
    const { bar, foo, ...rest } = value as { bar?: string; foo?: string };
    if (to === 'v2') return { ...rest, bar: foo };
    if (bar === undefined) throw new TypedError('bar is required');
    return { ...rest, foo: bar };
  };
  new Scene(types, { convert })
    .apply('two', { bar: 'a' }, 'v2')
    .apply('one', { common: 'b' }, 'v1')
    .apply('two', { bar: 'b' }, 'v2')
    .expect({ bar: 'b', common: 'b' }, { two: 'v2 .bar', one: 'v1 .common' }, 'v2');
});

test('TestMultipleApplierAtomicMaps: force', () => {
  new Scene(struct({ map: struct({ one: string, two: string }, { atomic: true }) }))
    .apply('one', { map: { one: 'a' } })
    .refused('two', { map: { two: 'b' } }, ['one .map'])
    .force('two', { map: { two: 'b' } })
    .expect({ map: { two: 'b' } }, { two: 'v1 .map' });
});

describe('TestIgnoreFilter, TestFilteredFieldsUsesVersions', () => {
  test('update_does_not_own_ignored, apply_does_not_own_ignored, …_deep_ignored', () => {
    const reset = { v1: fieldSetOf(['f:numeric']) };
    new Scene(leaves, { reset })
      .update('one', { numeric: 1, string: 's' })
      .apply('two', { numeric: 1, string: 's' })
      .expect(undefined, { one: 'v1 .string', two: 'v1 .string' });
    new Scene(nested, { reset: { v1: fieldSetOf(['f:struct']) } })
      .update('one', { struct: { name: 'a' }, mapOfLists: {} })
      .apply('two', { struct: { name: 'a' }, mapOfLists: {} })
      .expect(undefined, { one: 'v1 .mapOfLists', two: 'v1 .mapOfLists' });
  });

  test('does_use_ignored_fields_versions: each version has its own', () => {
    const reset = Object.fromEntries(
      [1, 2, 3, 4].map((times) => [`v${times}`, fieldSetOf(['f:recursive', `f:${'c'.repeat(times)}`])]),
    );
    new Scene(nested, { ...repeating, reset })
      .apply('one', { recursive: { a: { b: null }, c: { d: null } } })
      .apply('two', { recursive: { aa: null, cc: { dd: null } } }, 'v2')
      .apply('one', { recursive: null }, 'v4')
      .expect(
        { recursive: { aaaa: null, cccc: { dddd: null } } },
        { one: 'v4 .recursive', two: 'v2 .recursive.aa' },
        'v4',
      );
  });

  test('update_does_not_steal_ignored, apply_does_not_steal_ignored', () => {
    const reset = { v2: fieldSetOf(['f:struct', 'f:value']) };
    new Scene(nested, { reset })
      .update('one', { struct: { name: 'a', value: 1 } })
      .update('two', { struct: { name: 'b', value: 1 } }, 'v2')
      .expect(undefined, { one: 'v1 .struct .struct.value', two: 'v2 .struct.name' });
    new Scene(nested, { reset })
      .apply('one', { struct: { name: 'a', value: 1 } })
      .apply('two', { struct: { name: 'a', value: 1 } }, 'v2')
      .expect(undefined, { one: 'v1 .struct.name .struct.value', two: 'v2 .struct.name' });
  });
});

test('TestObsoleteVersions: the managers of a lost version are dropped', () => {
  const scene = new Scene(untypedDeduced).update('one', { a: 0 }, 'v1').update('two', { a: 0, b: 0 }, 'v2');
  scene.lost.add('v1');
  scene.update('three', { a: 0, b: 0, c: 0 }, 'v3').expect(undefined, { two: 'v2 .b', three: 'v3 .c' }, 'v3');
});

test('TestApplyObsoleteVersion: what was applied in a lost version stays', () => {
  const scene = new Scene(struct({ list: setOf(string) })).apply('me', { list: ['a', 'b'] });
  scene.lost.add('v1');
  scene.apply('me', { list: ['a'] }, 'v2').expect({ list: ['a', 'b'] }, { me: 'v2 .list[="a"]' }, 'v2');
});

test('TestPreserveUnknownFields: preserve_unknown_fields', () => {
  new Scene(struct({ num: numeric }, { element: string }))
    .apply('me', { num: 5, unknown: 'a' })
    .apply('me', { num: 6, unknown: 'b' })
    .expect({ num: 6, unknown: 'b' }, { me: 'v1 .num .unknown' });
});

describe('TestGranularToAtomicSchemaChanges, TestAtomicToGranularSchemaChanges', () => {
  const granular = struct({ struct: struct({ numeric, string }) });
  const atomic = struct({ struct: struct({ numeric, string }, { atomic: true }) });

  test('to-atomic: the owner of a part owns the whole', () => {
    new Scene(granular)
      .apply('one', { struct: { numeric: 1 } })
      .change(atomic)
      .refused('two', { struct: { string: 's' } }, ['one .struct'])
      .force('two', { struct: { string: 's' } })
      .expect({ struct: { string: 's' } }, { two: 'v1 .struct' });
  });

  test('to-atomic-owner-with-no-child-fields', () => {
    new Scene(granular)
      .apply('one', { struct: { numeric: 1 } })
      .force('two', { struct: { numeric: 2 } })
      .change(atomic)
      .refused('three', { struct: { string: 's' } }, ['two .struct']);
  });

  test('to-granular: the owner of the whole owns none of the parts', () => {
    new Scene(atomic)
      .apply('one', { struct: { numeric: 1, string: 'a' } })
      .refused('two', { struct: { string: 'b' } }, ['one .struct'])
      .change(granular)
      .apply('two', { struct: { string: 'b' } })
      .expect({ struct: { numeric: 1, string: 'b' } }, { one: 'v1 .struct', two: 'v1 .struct.string' });
  });
});

describe('TestAssociativeListSchemaChanges, TestPromoteFieldToAssociativeListKey', () => {
  const list = (keys: string[], id = {}): ReturnType<typeof struct> =>
    struct({
      list: listOf(
        struct({ name: string, id: { type: numeric, default: undefined, ...id }, value: numeric }),
        ...keys,
      ),
    });
  const byName = list(['name']);
  const byBoth = list(['name', 'id']);

  test('new required key with default', () => {
    const items = [
      { name: 'a', value: 2 },
      { name: 'b', id: 1, value: 2 },
      { name: 'c', value: 1 },
      { name: 'c', id: 2, value: 2 },
    ];
    new Scene(byName)
      .apply('me', { list: ['a', 'b', 'c'].map((name) => ({ name, value: 1 })) })
      .change(list(['name', 'id'], { default: 1 }))
      .apply('me', { list: items })
      .expect(
        { list: items },
        {
          me: [
            'v1 .list[id=1,name="a"] .list[id=1,name="b"] .list[id=1,name="c"] .list[id=2,name="c"]',
            '.list[id=1,name="a"].name .list[id=1,name="a"].value .list[id=1,name="b"].id .list[id=1,name="b"].name',
            '.list[id=1,name="b"].value .list[id=1,name="c"].name .list[id=1,name="c"].value .list[id=2,name="c"].id',
            '.list[id=2,name="c"].name .list[id=2,name="c"].value',
          ].join(' '),
        },
      );
  });

  test.each([
    ['new optional key', [{ name: 'a', value: 1 }], [{ name: 'a', value: 2 }, { name: 'a', id: 1, value: 1 }]],
    ['identical item merges', [{ name: 'a', id: 1, value: 1 }], [{ name: 'a', id: 1, value: 2 }]],
    ['distinct item added', [{ name: 'a', id: 1, value: 1 }], [{ name: 'a', id: 1, value: 1 }, { name: 'a', id: 2, value: 2 }]],
    ['item missing new key field is distinct', [{ name: 'a', value: 1 }], [{ name: 'a', value: 1 }, { name: 'a', id: 2, value: 2 }]],
  ])('%s', (_name, before, after) => {
    const scene = new Scene(byName).apply('me', { list: before }).change(byBoth).apply('me', { list: after });
    // Applied again it changes nothing.
    scene.apply('me', { list: after }).refused('other', { list: after.map((item) => ({ ...item, value: 9 })) },
      after.map(({ name, id }) => `me .list[${id === undefined ? '' : `id=${id},`}name="${name}"].value`).toSorted(),
    );
  }); // prettier-ignore
});

describe('TestFieldLevelOverrides: a field decides about the type it refers to', () => {
  const fields = { string, numeric };

  test('test_override_atomic_map_with_separable, test_override_unspecified_map_with_atomic', () => {
    new Scene(struct({ separable: struct(fields), atomic: struct(fields, { atomic: true }) }))
      .apply('one', { separable: { string: 's' }, atomic: { string: 's' } })
      .apply('two', { separable: { numeric: 1 } })
      .refused('two', { atomic: { numeric: 1 } }, ['one .atomic'])
      .expect(
        { separable: { string: 's', numeric: 1 }, atomic: { string: 's' } },
        {
          one: 'v1 .atomic .separable.string',
          two: 'v1 .separable.numeric',
        },
      );
  });

  test('test_override_associative_list_with_atomic, test_override_inline_atomic_list_with_associative', () => {
    const list = (atomic: boolean): ReturnType<typeof listOf> => ({
      list: { items: string, keys: [], atomic },
    });
    new Scene(struct({ set: list(false), atomic: list(true) }))
      .apply('one', { set: ['a'], atomic: ['a'] })
      .apply('two', { set: ['b'] })
      .refused('two', { atomic: ['b'] }, ['one .atomic'])
      .expect({ set: ['a', 'b'], atomic: ['a'] }, { one: 'v1 .atomic .set[="a"]', two: 'v1 .set[="b"]' });
  });
});
