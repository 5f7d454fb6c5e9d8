import { afterEach, describe, expect, test, vi } from 'vitest';
import { FieldSetKernel } from './field-set-kernel.js';
import { FieldSets } from './field-sets.js';
import { difference } from '../../../../test/hostile-json.test-support.js';

/** Numbers from 0 to below `below`, the same in every run. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

let surprises = 0;
afterEach(() => {
  surprises = 0;
  vi.restoreAllMocks();
});

function parse(sets: FieldSets, text: string, leaveOut = false): unknown {
  const bytes = Buffer.from(text);
  return sets.parse(
    bytes,
    0,
    bytes.length,
    (value) => value,
    () => {
      surprises++;
    },
    leaveOut,
  );
}

/** Parses the text as a decoder does. */
function decoded(sets: FieldSets, text: string): unknown {
  return parse(sets, text) ?? JSON.parse(text);
}

const objectWith = (fieldsV1: string, name = 'x'): string =>
  `{"metadata":{"name":"${name}","managedFields":[{"manager":"m","fieldsV1":${fieldsV1}}]}}`;

/** A field set `depth` levels deep. */
const nested = (depth: number): string => `${'{"f:a":'.repeat(depth)}{}${'}'.repeat(depth)}`;

/** A set that is shared when it was seen twice. */
const ordinary = (name: string): string =>
  `{"f:data":{".":{},"f:${name}":{},"f:password":{},"f:username":{}},"f:type":{},"f:immutable":{},"f:more":{}}`;

describe('field sets that an author has chosen', () => {
  test.each([101, 102, 103, 104, 105, 120, 1_000, 7_000, 100_000])(
    '%i levels deep are not shared even if repeated, and later ones are correct',
    (depth) => {
      const sets = new FieldSets(0);
      const deep = objectWith(nested(depth));
      for (let seen = 0; seen < 3; seen++)
        expect(difference(decoded(sets, deep), JSON.parse(deep))).toBeUndefined();
      let shared = 0;
      for (let number = 0; number < 200; number++) {
        const text = objectWith(ordinary(`key-${number % 50}`));
        const value = parse(sets, text);
        if (value === undefined) continue;
        shared++;
        expect(difference(value, JSON.parse(text))).toBeUndefined();
      }
      expect(shared).toBe(200);
      expect(sets.violations()).toEqual([]);
    },
  );

  test('of up to 100 levels are shared', () => {
    const sets = new FieldSets(0);
    const text = objectWith(nested(99));
    parse(sets, text);
    parse(sets, text);
    const [first, second] = [parse(sets, text), parse(sets, text)] as {
      metadata: { managedFields: { fieldsV1: object }[] };
    }[];
    expect(second?.metadata.managedFields[0]?.fieldsV1).toBe(first?.metadata.managedFields[0]?.fieldsV1);
    expect(difference(first, JSON.parse(text))).toBeUndefined();
  });

  test('and an empty text, even as the first one, leave the kernel usable', () => {
    const sets = new FieldSets(0);
    expect(parse(sets, '')).toBeUndefined();
    expect(parse(sets, ' ')).toBeUndefined();
    expect(parse(sets, objectWith('{}'))).toBeDefined();
    expect(sets.violations()).toEqual([]);
  });

  test('that cannot be shared affect only their own texts', () => {
    const sets = new FieldSets(0);
    for (let seen = 0; seen < 3; seen++) parse(sets, objectWith(ordinary('a')));
    expect(parse(sets, `[${objectWith(nested(500))},${objectWith(ordinary('a'))}]`)).toBeUndefined();
    expect(parse(sets, objectWith(ordinary('a')))).toBeDefined();
    expect(surprises).toBe(0);
  });

  // The kernel's own numbers: only its rules for refusing input distinguish them from an author's.
  test.each([
    ['a number for a set', (n: number) => `"managedFields":[{"fieldsV1":${n}}]`],
    ['a number within a set', (n: number) => `"managedFields":[{"fieldsV1":{"f:data":${n}}}]`],
    ['an array with a number', (n: number) => `"managedFields":[{"fieldsV1":[${n},{}]}]`],
    ['a number with an exponent', (n: number) => `"managedFields":[{"fieldsV1":${n / 1000}e3}]`],
    ['spaces before the array', (n: number) => `"managedFields" : [{"fieldsV1":${n}}]`],
    ['a space in the array', (n: number) => `"managedFields":[ {"fieldsV1":${n}}]`],
    ['a letter by its number', (n: number) => `"managed\\u0046ields":[{"fieldsV1":${n}}]`],
    ['another letter by its number', (n: number) => `"\\u006danagedFields":[{"fieldsV1":${n}}]`],
    ['a number for managedFields', (n: number) => `"managedFields":${n}`],
    ['an array in the array', (n: number) => `"managedFields":[[{"fieldsV1":${n}}]]`],
    ['managedFields twice', (n: number) => `"managedFields":[],"managedFields":[{"fieldsV1":${n}}]`],
  ])('with %s are never mistaken for known ones', (_, membersOf) => {
    const sets = new FieldSets(0);
    for (let seen = 0; seen < 3; seen++) parse(sets, objectWith(ordinary('a')));
    const victim = objectWith(ordinary('a'));
    const numbers = [0, 1, 999, 1000, 1001, 1002, 9999, 10_000];
    for (const number of numbers) {
      const forged = `{"metadata":{"name":"y",${membersOf(number)}}}`;
      for (const text of [forged, `[${forged},${victim}]`, `[${victim},${forged}]`])
        expect(difference(decoded(sets, text), JSON.parse(text))).toBeUndefined();
      const out = parse(sets, `[${forged},${victim}]`, true);
      if (out !== undefined) expect((out as unknown[])[1]).toMatchObject({ metadata: { managedFields: [] } });
    }
    expect(parse(sets, victim)).toBeDefined();
    expect(sets.violations()).toEqual([]);
  });

  test.each([1_000, 100_000, 200_000, 600_000])('%i bytes long are parsed like JSON.parse', (length) => {
    const sets = new FieldSets(0);
    for (let number = 0; number < 30; number++) {
      const member = `"f:${'x'.repeat(length)}${number >> 2}":{}`;
      const text = objectWith(`{"f:data":{${member},"f:b":{}}}`);
      expect(difference(decoded(sets, text), JSON.parse(text))).toBeUndefined();
    }
    expect(sets.violations()).toEqual([]);
  });

  test('that name __proto__ are members like others', () => {
    const sets = new FieldSets(0);
    const name = (escaped: string): string =>
      `{"${escaped}":{"f:polluted":{}},"f:__proto__":{"f:constructor":{},"f:b":{}},"k:{\\"name\\":\\"__proto__\\"}":{}}`;
    for (const text of ['__proto__', '\\u005f_proto__'].map((key) => objectWith(name(key))))
      for (let seen = 0; seen < 4; seen++)
        expect(difference(decoded(sets, text), JSON.parse(text))).toBeUndefined();
    expect(({} as Record<string, unknown>)['f:polluted']).toBeUndefined();
  });
});

describe('field sets by the ten thousands', () => {
  const spellings = ['a', 'é', '\\"', '\\\\', '\\u003c', '\\n', '7', '__proto__', 'long'.repeat(12)];

  /** A set of about 100 to 3,000 bytes; most share parts with others, some are deep, some contain an object's own address. */
  function setOf(chance: (below: number) => number, size: number): string {
    const part = chance(size);
    const members = Array.from(
      { length: 2 + (part % 5) },
      (_, index) => `"f:${spellings[(part + index) % spellings.length]}${part}-${index}":{}`,
    );
    const spec = `"f:spec":{"f:template":{${members.join(',')},"f:z":{"f:restartPolicy":{},"f:dnsPolicy":{}}}}`;
    const more = [
      () => '',
      () =>
        `,"f:status":{"f:phase":{},"f:podIP":{},"f:podIPs":{".":{},"k:{\\"ip\\":\\"10.0.0.${chance(250)}\\"}":{}}}`,
      () => `,"f:deep":${nested(1 + chance(110))}`,
      () => `,"v:\\"x\\"":${nested(1 + chance(8))}`,
      () => `,"f:spec":{"f:twice${chance(3)}":{}}`,
    ];
    return `{${spec}${more[chance(more.length)]?.()}}`;
  }

  function objectOf(chance: (below: number) => number, size: number): string {
    switch (chance(40)) {
      case 0:
        return `{"metadata":{"managedFields":[{"fieldsV1":${1000 + chance(5000)}}]}}`;
      case 1:
        return `{"spec":{"metadata":${objectWith(setOf(chance, size))}}}`;
      case 2:
        return 'null';
      default:
        return `{"metadata":{"managedFields":[{"fieldsV1":${setOf(chance, size)}},{"fieldsV1":${setOf(chance, 40)},"manager":"k"}]}}`;
    }
  }

  test.each([1, 2, 3])(
    'are parsed like JSON.parse while the pool fills up and is emptied (seed %i)',
    (seed) => {
      const chance = numbersOf(seed);
      const sets = new FieldSets(0);
      const begins = vi.spyOn(FieldSetKernel.prototype, 'empty');
      let shared = 0;
      let objects = 0;
      for (let round = 0; begins.mock.calls.length < 4 || round < 600; round++) {
        expect(round).toBeLessThan(5_000);
        // Few objects per text: a string with an unusual one is left to JSON.parse.
        const texts = Array.from({ length: 1 + chance(8) }, () => objectOf(chance, 200 + 20 * round));
        const text = `[${[...texts, ...texts].join(',')}]`;
        const leaveOut = chance(10) === 0;
        // The bytes saved by known sets are the budget for adding more.
        for (let again = 0; again < 6; again++) {
          objects += 2 * texts.length;
          const value = parse(sets, text, leaveOut);
          if (value === undefined || leaveOut) continue;
          shared += 2 * texts.length;
          expect(difference(value, JSON.parse(text))).toBeUndefined();
        }
        if (round % 100 === 0) expect(sets.violations()).toEqual([]);
      }
      expect(sets.violations()).toEqual([]);
      expect(begins.mock.calls.length).toBeGreaterThanOrEqual(4);
      expect(objects).toBeGreaterThan(15_000);
      expect(shared).toBeGreaterThan(objects / 4);
    },
    60_000,
  );

  test('of two caches are kept apart', () => {
    const one = new FieldSets(0);
    const other = new FieldSets(0);
    for (let seen = 0; seen < 3; seen++) parse(one, objectWith(ordinary('a')));
    for (let seen = 0; seen < 3; seen++) parse(other, objectWith(ordinary('b')));
    const setOfOne = parse(one, objectWith(ordinary('b')));
    expect(setOfOne).toEqual(JSON.parse(objectWith(ordinary('b'))));
    expect(parse(other, objectWith(ordinary('a')))).toEqual(JSON.parse(objectWith(ordinary('a'))));
    expect([...one.violations(), ...other.violations()]).toEqual([]);
  });
});

describe('a kernel whose memory does not grow', () => {
  const lengths = [500, 300_000, 500, 700_000, 1_000_000, 500];
  const memory = (globalThis as { WebAssembly?: { Memory: { prototype: { grow(pages: number): number } } } })
    .WebAssembly;
  if (memory === undefined) throw new Error('no WebAssembly');
  const { prototype } = memory.Memory;

  test.each([
    ['once', (call: number, failing: number) => call === failing],
    ['from then on', (call: number, failing: number) => call >= failing],
  ])('%s, at any call, reads all that follows as JSON.parse does', (_, fails) => {
    const grow = Object.getOwnPropertyDescriptor(prototype, 'grow')?.value as (pages: number) => number;
    const run = (failing: number): { calls: number; failed: number; shared: number } => {
      const counts = { calls: 0, failed: 0, shared: 0 };
      vi.spyOn(prototype, 'grow').mockImplementation(function (this: unknown, pages: number) {
        if (fails(counts.calls++, failing)) {
          counts.failed++;
          throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory');
        }
        return grow.call(this, pages);
      });
      const sets = new FieldSets(0);
      for (const length of [...lengths, ...lengths]) {
        for (let number = 0; number < 4; number++) {
          const text = `[${objectWith(ordinary('a'), 'x'.repeat(length))},${objectWith(ordinary(`b-${number}`))}]`;
          const value = parse(sets, text);
          if (value !== undefined) counts.shared++;
          expect(difference(value ?? JSON.parse(text), JSON.parse(text))).toBeUndefined();
        }
        expect(sets.violations()).toEqual([]);
      }
      vi.restoreAllMocks();
      return counts;
    };
    const { calls, shared: all } = run(Number.POSITIVE_INFINITY);
    expect(calls).toBe(5);
    for (let failing = 0; failing < calls; failing++) {
      const { failed, shared } = run(failing);
      expect(failed).toBeGreaterThan(0);
      // The first call is for the pool, the second for texts of up to 256 KiB. Without these nothing is shared.
      if (failing > 1) expect(shared).toBeGreaterThanOrEqual(all / 2);
      else if (failing === 1 && failed === 1) expect(shared).toBe(all - 1);
    }
  });
});
