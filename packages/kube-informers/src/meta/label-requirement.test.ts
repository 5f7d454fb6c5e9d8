import { describe, expect, test } from 'vitest';
import { Requirement, everything, newRequirement } from './label-selector.js';
import type { Labels, Selector, SelectorOperator } from './label-selector.js';

type Parts = [key: string, operator: SelectorOperator, ...values: string[]];

const requirement = ([key, operator, ...values]: Parts) => newRequirement(key, operator, values);
/** `x in a b; y exists`: key, operator and values of each requirement. */
const selectorOf = (text: string): Selector =>
  // The tables spell the operators.
  everything().add(...text.split('; ').map((part) => requirement(part.split(' ') as Parts)));

describe('TestRequirementConstructor', () => {
  test.each<Parts>([
    ['x3', 'in', 'foo'],
    ['x4', 'notin', 'foo'],
    ['x6', 'exists'],
    ['x7', '!'],
    ['x9', 'in', ''],
    ['x11', 'gt', '1'],
    ['x12', 'lt', '6'],
  ])('%s %s %s', (...parts) => {
    expect(requirement(parts)).toMatchObject({ key: parts[0], operator: parts[1], values: parts.slice(2) });
  });

  const long = 'a'.repeat(254);
  test.each<[Parts, string]>([
    [['x1', 'in'], "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"],
    [['x2', 'notin'], "values: Invalid value: []: for 'in', 'notin' operators"],
    [
      ['x5', '=', 'bar', 'foo'],
      'values: Invalid value: ["bar","foo"]: exact-match compatibility requires one',
    ],
    [['x5', '!='], 'values: Invalid value: []: exact-match'],
    [['x8', 'exists', 'foo'], 'values: Invalid value: ["foo"]: values set must be empty for exists'],
    [['x8', '!', 'foo'], 'values: Invalid value: ["foo"]: values set must be empty for exists'],
    [['x13', 'gt'], "values: Invalid value: []: for 'Gt', 'Lt' operators, exactly one value is required"],
    [
      ['x14', 'gt', 'bar'],
      "values[0]: Invalid value: \"bar\": for 'Gt', 'Lt' operators, the value must be an",
    ],
    [['x15', 'lt', 'bar'], 'values[0]: Invalid value: "bar"'],
    [['x15', 'lt', '9223372036854775808'], 'values[0]: Invalid value: "9223372036854775808"'],
    [[long, 'exists'], `key: Invalid value: "${long}": name part must be no more than 63 bytes`],
    [['x16', '=', long], `values[0][x16]: Invalid value: "${long}": must be no more than 63 bytes`],
    [['x17', '=', 'a b'], 'values[0][x17]: Invalid value: "a b": a valid label must be'],
    [
      // Only an untyped caller can pass this.
      ['x18', 'unsupportedOp' as SelectorOperator],
      'operator: Unsupported value: "unsupportedOp": supported values: "in", "notin", "=", "==", "!=", "gt", "lt", "exists", "!"',
    ],
  ])('%j is refused', (parts, detail) => {
    expect(() => requirement(parts)).toThrow(
      expect.objectContaining({
        code: 'ERR_SELECTOR',
        position: undefined,
        detail: expect.stringContaining(detail),
      }),
    );
    expect(() => requirement(parts)).toThrow(`label selector requirement on "${parts[0]}" is wrong: `);
  });
});

describe('TestToString, TestSafeSort', () => {
  test.each([
    ['x in def abc; y notin jkl; z exists', 'x in (abc,def),y notin (jkl),z'],
    ['x notin abc def; y != jkl; z !', 'x notin (abc,def),y!=jkl,!z'],
    ['x notin abc; y in jkl mno; z notin ', 'x notin (abc),y in (jkl,mno),z notin ()'],
    ['x = abc; y == jkl; z != a; z exists', 'x=abc,y==jkl,z!=a,z'],
    ['x gt 2; y lt 8; z exists', 'x>2,y<8,z'],
  ])('%s', (parts, text) => {
    expect(selectorOf(parts).toString()).toBe(text);
  });

  test('TestSafeSort: printing does not reorder the values themselves', () => {
    const values = ['foo', 'bar', 'foo'];
    const both = newRequirement('x', 'in', values);
    expect(both.toString()).toBe('x in (bar,foo,foo)');
    expect(both.values).toEqual(['foo', 'bar', 'foo']);
    values.push('later');
    expect(both.values).toHaveLength(3);
  });
});

describe('TestRequirementSelectorMatching', () => {
  test.each<[Labels, string, boolean]>([
    [{ x: 'foo', y: 'baz' }, 'x in foo; y notin alpha', true],
    [{ x: 'foo', y: 'baz' }, 'x in foo; y in alpha', false],
    [{ y: '' }, 'x notin ; y exists', true],
    [{ y: '' }, 'x !; y exists', true],
    [{ y: '' }, 'x notin ; y !', false],
    [{ y: 'baz' }, 'x in ', false],
    [{ z: '2' }, 'z gt 1', true],
    [{ z: 'v2' }, 'z gt 1', false],
  ])('%j against %s: %s', (labels, parts, expected) => {
    expect(selectorOf(parts).matches(labels)).toBe(expected);
  });
});

test('TestRequirementEqual: key, operator and values in order', () => {
  const base = new Requirement('key', '=', ['foo', 'bar']);
  expect(base.equals(new Requirement('key', '=', ['foo', 'bar']))).toBe(true);
  expect(base.equals(new Requirement('key2', '=', ['foo', 'bar']))).toBe(false);
  expect(base.equals(new Requirement('key', 'in', ['foo', 'bar']))).toBe(false);
  expect(base.equals(new Requirement('key', '=', ['foo', 'foobar']))).toBe(false);
  expect(base.equals(new Requirement('key', '=', ['bar', 'foo']))).toBe(false);
  expect(base.equals(new Requirement('key', '=', ['foo']))).toBe(false);
});
