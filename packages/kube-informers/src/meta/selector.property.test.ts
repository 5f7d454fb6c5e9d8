import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../util/errors.js';
import { escapeFieldValue, parseFieldSelector } from './field-selector.js';
import { everything, newRequirement, parseSelector } from './label-selector.js';
import type { Requirement } from './label-selector.js';

const name = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,20}[A-Za-z0-9])?$/),
  fc.constantFrom('in', 'notin', 'exists', 'gt'),
);
const prefix = fc.stringMatching(/^[a-z0-9]{1,8}(\.[a-z0-9]{1,8}){0,2}$/);
const key = fc.oneof(
  name,
  fc.tuple(prefix, name).map(([a, b]) => `${a}/${b}`),
);
const value = fc.oneof(name, fc.constant(''));

const requirement: fc.Arbitrary<Requirement> = fc.oneof(
  fc
    .tuple(key, fc.constantFrom('in' as const, 'notin' as const), fc.uniqueArray(value, { minLength: 1 }))
    .map(([k, operator, values]) => newRequirement(k, operator, values)),
  fc
    .tuple(key, fc.constantFrom('=' as const, '==' as const, '!=' as const), value)
    .map(([k, operator, v]) => newRequirement(k, operator, [v])),
  fc.tuple(key, fc.constantFrom('exists' as const, '!' as const)).map(([k, o]) => newRequirement(k, o)),
  fc
    .tuple(key, fc.constantFrom('gt' as const, 'lt' as const), fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }))
    .map(([k, operator, n]) => newRequirement(k, operator, [String(n)])),
);

/** Tokens of the grammar in random order: closer to a real selector than random characters. */
const soup = fc
  .array(
    fc.constantFrom(
      'x',
      'in',
      'notin',
      '(',
      ')',
      ',',
      '=',
      '==',
      '!=',
      '!',
      '<',
      '>',
      ' ',
      '1',
      '\\',
      'a/b',
      '-',
      'é',
      '\0',
    ),
  )
  .map((parts) => parts.join(''));
const garbage = fc.oneof(soup, fc.string({ unit: 'binary' }), fc.string());

describe('label selectors', () => {
  test('a printed selector parses to the same selector', () => {
    fc.assert(
      fc.property(fc.array(requirement), (requirements) => {
        const selector = everything().add(...requirements);
        const again = parseSelector(selector.toString());
        expect(again.toString()).toBe(selector.toString());
        const sorted = (list: readonly Requirement[]) =>
          list.map((r) => ({ key: r.key, operator: r.operator, values: r.values.toSorted() }));
        expect(sorted(again.requirements().requirements)).toEqual(
          sorted(selector.requirements().requirements),
        );
      }),
      { numRuns: 3000, seed: 1 },
    );
  });

  test('the copy selects the same objects', () => {
    fc.assert(
      fc.property(fc.array(requirement), fc.dictionary(key, value), (requirements, labels) => {
        const selector = everything().add(...requirements);
        expect(parseSelector(selector.toString()).matches(labels)).toBe(selector.matches(labels));
        expect(selector.matches(labels)).toBe(requirements.every((r) => r.matches(labels)));
      }),
      { numRuns: 3000, seed: 1 },
    );
  });

  test('any string parses or throws a ConfigError with a position in it', () => {
    fc.assert(
      fc.property(garbage, (text) => {
        try {
          parseSelector(parseSelector(text).toString());
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
          expect(error).toMatchObject({ code: 'ERR_SELECTOR', position: expect.any(Number) });
          const { position } = error as { position: number };
          expect(position).toBeGreaterThanOrEqual(0);
          expect(position).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 3000, seed: 1 },
    );
  });
});

describe('field selectors', () => {
  const path = fc.stringMatching(/^[a-z]{1,8}(\.[a-zA-Z]{1,8}){0,2}$/);
  const term = fc
    .tuple(path, fc.boolean(), fc.string({ unit: 'binary' }))
    .map(([field, equal, value]) => ({ field, operator: equal ? '=' : '!=', value }));

  test('a printed selector parses to the same terms', () => {
    fc.assert(
      fc.property(fc.array(term), (terms) => {
        const written = terms.map(({ field, operator, value }) => field + operator + escapeFieldValue(value));
        const again = parseFieldSelector(written.join(','));
        const sorted = (parts: readonly unknown[]) => parts.map((part) => JSON.stringify(part)).toSorted();
        expect(sorted(again.requirements())).toEqual(sorted(terms));
        expect(parseFieldSelector(again.toString()).toString()).toBe(again.toString());
      }),
      { numRuns: 3000, seed: 1 },
    );
  });

  test('any string parses or throws a ConfigError with a position in it', () => {
    fc.assert(
      fc.property(garbage, (text) => {
        try {
          parseFieldSelector(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
          expect(error).toMatchObject({ code: 'ERR_SELECTOR', position: expect.any(Number) });
        }
      }),
      { numRuns: 3000, seed: 1 },
    );
  });
});
