import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FieldSetKernel } from './field-set-kernel.js';
import { FieldSets } from './field-sets.js';
import { parseJson } from '../util/json.js';
import { kernelBytes } from './kernel-bytes.js';
import { runs } from '../../../../test/nightly.test-support.js';

// The same cases in every run.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(sets.violations()).toEqual([]);
});

interface Build {
  compileKernel(kernel: string): Promise<Buffer>;
}
// A script, which has no types.
const build = (await import('../../../../scripts/build-kernel.mjs' as string)) as Build;

interface TestObject {
  metadata: { name: string; managedFields: { manager: string; fieldsV1: Record<string, unknown> }[] };
}

let sets: FieldSets;
let surprises: number;
beforeEach(() => {
  sets = new FieldSets(0);
  surprises = 0;
});

function parse(text: string, objectOf: (value: unknown) => unknown = (value) => value): unknown {
  // Neither at the start nor at the end of its buffer.
  const bytes = Buffer.from(`  ${text}\n{"`);
  return sets.parse(bytes, 2, bytes.length - 3, objectOf, () => {
    surprises++;
  });
}

/** JSON.parse's value; undefined for invalid JSON. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A set of about 200 bytes, for a container of this name. */
function specOf(name: string): Record<string, unknown> {
  return {
    'f:containers': {
      [`k:{"name":"${name}"}`]: {
        '.': {},
        'f:image': {},
        'f:imagePullPolicy': {},
        'f:name': {},
        'f:resources': {},
      },
    },
    'f:dnsPolicy': {},
    'f:restartPolicy': {},
    'f:schedulerName': {},
  };
}

function statusOf(ip: string): Record<string, unknown> {
  return {
    'f:status': {
      'f:conditions': {
        '.': {},
        'k:{"type":"Ready"}': { '.': {}, 'f:lastProbeTime': {}, 'f:status': {}, 'f:type': {} },
      },
      'f:phase': {},
      'f:podIPs': { '.': {}, [`k:{"ip":"${ip}"}`]: { '.': {}, 'f:ip': {} } },
    },
  };
}

function pod(number: number, container = 'web'): TestObject {
  return {
    metadata: {
      name: `pod-${number}`,
      managedFields: [
        { manager: 'kube-controller-manager', fieldsV1: { 'f:spec': specOf(container) } },
        { manager: 'kubelet', fieldsV1: statusOf(`10.0.0.${number}`) },
      ],
    },
  };
}

function fieldsOf(value: unknown, index = 0, entry = 0): Record<string, unknown> {
  const fields = (value as TestObject[])[index]?.metadata.managedFields[entry]?.fieldsV1;
  if (fields === undefined) throw new Error('no such entry');
  return fields;
}

describe('the kernel', () => {
  test('matches its compiled sources', async () => {
    const compiled = await build.compileKernel('packages/kube-informers/src/wire');
    expect(inflateRawSync(Buffer.from(kernelBytes, 'base64')).equals(compiled)).toBe(true);
    expect(compiled.length).toBeLessThan(5000);
  }, 60_000);

  test('is not loaded without WebAssembly, and JSON.parse reads everything', () => {
    vi.stubGlobal('WebAssembly', undefined);
    sets = new FieldSets(0);
    expect(parse('{}')).toBeUndefined();
  });

  test('is not loaded if the engine rejects it', () => {
    vi.stubGlobal('WebAssembly', {
      Module: class {
        constructor() {
          throw new SyntaxError('invalid value type');
        }
      },
    });
    expect(FieldSetKernel.load()).toBeUndefined();
  });
});

describe('field sets', () => {
  test('that were seen twice are one frozen object from then on, whole or in part', () => {
    const pods = [0, 1, 2, 3].map((number) => pod(number));
    const text = JSON.stringify(pods);
    const value = parse(text);
    expect(value).toEqual(pods);
    const shared = fieldsOf(value, 2);
    expect(fieldsOf(value, 3)).toBe(shared);
    expect(fieldsOf(value, 0)).not.toBe(shared);
    expect(Object.isFrozen(shared)).toBe(true);
    expect(Object.isFrozen((shared['f:spec'] as Record<string, unknown>)['f:containers'])).toBe(true);
    // The pods' addresses differ, the rest does not.
    const status = (index: number): Record<string, unknown> =>
      fieldsOf(value, index, 1)['f:status'] as Record<string, unknown>;
    expect(status(2)).not.toBe(status(3));
    expect(status(2)['f:conditions']).toBe(status(3)['f:conditions']);
    expect(status(2)['f:podIPs']).not.toEqual(status(3)['f:podIPs']);
    // Later texts share them as well, and so do those of other kinds.
    const later = parse(JSON.stringify(pod(4)));
    expect(later).toEqual(pod(4));
    expect((later as TestObject).metadata.managedFields[0]?.fieldsV1).toBe(shared);
    expect(surprises).toBe(0);
  });

  test('that differ only in a member that names items of a list share the others', () => {
    const pods = Array.from({ length: 20 }, (_, number) => pod(number));
    parse(JSON.stringify(pods));
    const value = parse(JSON.stringify(pods.slice(0, 2)));
    expect(JSON.stringify(value)).toBe(JSON.stringify(pods.slice(0, 2)));
    const status = (index: number): Record<string, unknown> =>
      fieldsOf(value, index, 1)['f:status'] as Record<string, unknown>;
    expect(status(0)).not.toBe(status(1));
    expect(status(0)['f:phase']).toBe(status(1)['f:phase']);
    expect(Object.isFrozen(status(0)['f:phase'])).toBe(true);
    // An object's own part can be changed without effect on others.
    (status(0)['f:podIPs'] as Record<string, unknown>)['f:a'] = {};
    status(0)['f:b'] = {};
    expect(parse(JSON.stringify(pods.slice(0, 2)))).toEqual(pods.slice(0, 2));
    expect(surprises).toBe(0);
  });

  test.each([
    ['twice, the own one last', (ip: string) => `"f:podIPs":{},"f:podIPs":${ip}`],
    ['twice, the own one first', (ip: string) => `"f:podIPs":${ip},"f:podIPs":{}`],
    ['twice, both their own', (ip: string) => `"f:podIPs":${ip},"f:podIPs":${ip}`],
    ['beside another', (ip: string) => `"f:hostIPs":${ip},"f:podIPs":${ip}`],
    ['by a name in escapes', (ip: string) => `"f:pod\\"IPs":${ip}`],
    ['and an order of JavaScript', (ip: string) => `"7":{},"f:podIPs":${ip},"1":{},"f:__proto__":{}`],
  ])('that have their own member %s are parsed like JSON.parse', (_, membersOf) => {
    const rest = JSON.stringify(specOf('web')).slice(1, -1);
    let taken = 0;
    for (let number = 0; number < 40; number++) {
      const own = membersOf(`{".":{},"k:{\\"ip\\":\\"10.0.0.${number}\\"}":{".":{},"f:ip":{}}}`);
      const text = `{"metadata":{"managedFields":[{"fieldsV1":{"f:status":{${rest},${own},"f:z":{}}}}]}}`;
      const value = parse(text);
      if (value === undefined) continue;
      taken++;
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
    }
    expect(taken).toBeGreaterThan(5);
  });

  test('are found in what an event holds', () => {
    const events = [0, 1, 2, 3].map((number) => ({ type: 'ADDED', object: pod(number) }));
    const value = parse(
      JSON.stringify(events),
      (event) => (event as { object: unknown }).object,
    ) as typeof events;
    expect(value).toEqual(events);
    expect(value[3]?.object.metadata.managedFields[0]?.fieldsV1).toBe(
      value[2]?.object.metadata.managedFields[0]?.fieldsV1,
    );
  });

  test('that differ in one byte are not the same', () => {
    parse(JSON.stringify([pod(0), pod(1), pod(2)]));
    const value = parse(JSON.stringify([pod(3, 'wec')]));
    expect(value).toEqual([pod(3, 'wec')]);
  });

  const field = fc.constantFrom(
    'f:metadata',
    'f:spec',
    'f:status',
    'f:labels',
    'f:template',
    'f:a',
    'k:{"name":"web"}',
    'v:"x"',
    '.',
    '0',
    '1',
    '__proto__',
    'f:__proto__',
    'é',
    'f:\u2028',
    'f:"',
    'f:\\',
    'f:\n',
    `f:${'long'.repeat(20)}`,
  );
  const { set } = fc.letrec<{ set: Record<string, unknown> }>((tie) => ({
    set: fc.dictionary(
      field,
      fc.oneof(
        { depthSize: 'medium' },
        fc.constant({}),
        tie('set'),
        fc.constantFrom(specOf('web'), specOf('db')),
        fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 9).map((number) => statusOf(`10.0.0.${number}`)['f:status']),
      ),
      { maxKeys: 6 },
    ),
  }));
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      1000,
      1001,
      [1000],
      { 'f:spec': 1000 },
      { 'f:spec': [specOf('web')] },
      { 'f:spec': { a: specOf('web') } },
    ),
  );
  const entry = fc.oneof(
    {
      weight: 60,
      arbitrary: fc.record({ manager: fc.constant('m'), fieldsV1: set, subresource: fc.constant('status') }),
    },
    { weight: 1, arbitrary: fc.record({ manager: fc.constant('m'), fieldsV1: odd }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  );
  const managedFields = fc.array(entry, { maxLength: 3 });
  const object = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        metadata: fc.record({ managedFields, name: fc.string() }),
        spec: fc.jsonValue(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        metadata: fc.record({ managedFields }),
        spec: fc.record({ metadata: fc.record({ managedFields }) }),
      }),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  const space = fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1);

  test('parse every text like JSON.parse', () => {
    let left = 0;
    let taken = 0;
    fc.assert(
      fc.property(fc.array(object, { maxLength: 4 }), space, (objects, indent) => {
        const text = JSON.stringify(objects, undefined, indent);
        const value = parse(text);
        if (value === undefined) left++;
        else {
          taken++;
          expect(JSON.stringify(value)).toBe(JSON.stringify(parseJson(text)));
          expect(value).toEqual(parseJson(text));
        }
      }),
      { numRuns: runs(4000) },
    );
    // JSON.parse reads texts with unusual or nested managedFields, and with members that JavaScript reorders.
    expect(taken).toBeGreaterThan(left / 2);
    expect(left).toBeGreaterThan(runs(100));
  }, 60_000);

  test('in a damaged text are parsed like JSON.parse, or left to it', () => {
    const text = JSON.stringify([pod(1), pod(2)]);
    for (let round = 0; round < 3; round++) parse(text);
    const damages = ['"', '\\', '{', '}', '[', ']', ':', ',', ' ', '\0', '1', 'f', '\n'];
    for (let at = 0; at < text.length; at++) {
      for (const damaged of [
        text.slice(0, at),
        ...damages.map((byte) => text.slice(0, at) + byte + text.slice(at + 1)),
      ]) {
        const value = parse(damaged);
        if (value !== undefined) expect(JSON.stringify(value)).toBe(JSON.stringify(parsed(damaged)));
      }
    }
    expect(fieldsOf(parse(text))).toBe(fieldsOf(parse(text)));
  });

  test('at other places are left to JSON.parse, and the caller is notified', () => {
    const text = JSON.stringify([{ metadata: {}, spec: { template: pod(1) } }]);
    const values = [parse(text), parse(text), parse(text), parse(text)];
    expect(values.slice(2)).toEqual([undefined, undefined]);
    expect(surprises).toBe(2);
  });

  test.each([
    ['given twice', (known: string) => `{"fieldsV1":${known},"fieldsV1":${known}}`],
    ['given twice, the second a number', (known: string) => `{"fieldsV1":${known},"fieldsV1":1000}`],
    ['with a number beside it', (known: string) => `{"fieldsV1":{"f:a":${known},"f:b":1000}}`],
    ['whose members have a new order', (known: string) => `{"fieldsV1":{"f:a":${known},"f:b":{},"f:a":{}}}`],
  ])('%s are parsed like JSON.parse', (_, entryOf) => {
    const known = JSON.stringify(specOf('web'));
    for (let round = 0; round < 3; round++) parse(`{"metadata":{"managedFields":[{"fieldsV1":${known}}]}}`);
    const text = `{"metadata":{"managedFields":[${entryOf(known)}]}}`;
    for (let round = 0; round < 10; round++) {
      const value = parse(text);
      if (value !== undefined) expect(value).toEqual(parseJson(text));
    }
  });

  test('that are left out are an empty list or the parsed value, and nested ones stay', () => {
    const leftOut = (text: string): unknown => {
      const bytes = Buffer.from(text);
      return sets.parse(
        bytes,
        0,
        bytes.length,
        (value) => value,
        () => surprises++,
        true,
      );
    };
    expect(leftOut(JSON.stringify([pod(0), pod(1)]))).toEqual(
      [0, 1].map((number) => ({ metadata: { name: `pod-${number}`, managedFields: [] } })),
    );
    expect(leftOut(JSON.stringify({ ...pod(0), spec: { template: pod(1) } }))).toBeUndefined();
    expect(surprises).toBe(1);
    const without = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), function (this: unknown, name, member: unknown) {
        return name === 'managedFields' ? undefined : member;
      }) as unknown;
    let empty = 0;
    fc.assert(
      fc.property(fc.array(object, { maxLength: 4 }), space, (objects, indent) => {
        const text = JSON.stringify(objects, undefined, indent);
        const value = leftOut(text);
        if (value === undefined) return;
        expect(without(value)).toEqual(without(parseJson(text)));
        const expected = parseJson(text) as Partial<TestObject>[];
        for (const [index, each] of (value as Partial<TestObject>[]).entries()) {
          const fields = each?.metadata?.managedFields;
          if (Array.isArray(fields) && fields.length === 0) empty++;
          else expect(each).toEqual(expected[index]);
        }
      }),
      { numRuns: runs(2000) },
    );
    expect(empty).toBeGreaterThan(runs(1000));
  });

  test('stay correct when the pool is emptied because there are too many', () => {
    for (let round = 0; round < 60; round++) {
      const pods = Array.from({ length: 100 }, (_, number) => pod(number, `container-${round}-${number}`));
      const text = JSON.stringify([...pods, ...pods]);
      expect(parse(text)).toEqual([...pods, ...pods]);
      // Later ones are shared as well.
      if (round % 10 === 9) {
        const again = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(() => parse(JSON.stringify([pods[0], pods[0]])));
        expect(fieldsOf(again[9])).toBe(fieldsOf(again[8]));
      }
    }
    expect(surprises).toBe(0);
  });

  test('in more than a MiB of text are left to JSON.parse', () => {
    expect(parse(JSON.stringify([pod(1), 'x'.repeat(1024 * 1024)]))).toBeUndefined();
    expect(parse(JSON.stringify([pod(1), 'x'.repeat(1000 * 1024)]))).toHaveLength(2);
  });
});
