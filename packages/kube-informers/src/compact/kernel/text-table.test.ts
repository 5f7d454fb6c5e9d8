import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FoundField, FoundStatus, Kernel } from './kernel.js';
import { taken, takeLines } from './kernel.test-support.js';

const options = { seed: 20_261_122, numRuns: 60 };

function line(labels: unknown, more: object = {}): Buffer {
  const object = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a', labels, ...more } };
  return Buffer.from(`${JSON.stringify({ type: 'ADDED', object })}\n`);
}

describe('labels and owners', () => {
  test('have one number where they are equal to the byte, labels and owners alike', () => {
    const kernel = new Kernel();
    const dictionary = kernel.newDictionary();
    const owners = { ownerReferences: [{ name: 'set' }] };
    const found = takeLines(kernel, dictionary, [
      Buffer.concat([line({ a: '1' }, owners), line({ a: '2' }, owners), line({ a: '1' }), line(undefined)]),
    ]);
    expect(found.map(({ labelsNumber }) => labelsNumber)).toEqual([1, 3, 1, 0]);
    expect(found.map(({ ownersNumber }) => ownersNumber)).toEqual([2, 2, 0, 0]);
    const { texts } = dictionary;
    expect([1, 2, 3].map((number) => texts.textOf(number))).toEqual([
      '{"a":"1"}',
      '[{"name":"set"}]',
      '{"a":"2"}',
    ]);
    expect(texts.size).toBe(3);
    expect(texts.isFull).toBe(false);
  });

  test('are distinguished like strings in a Map, across every growth and sweep', () => {
    const label = fc.dictionary(fc.string({ maxLength: 9 }), fc.string({ unit: 'binary', maxLength: 70 }), {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 400 }), fc.nat(6), (all, forget) => {
        const kernel = new Kernel();
        const dictionary = kernel.newDictionary();
        const { texts } = dictionary;
        let known = new Map<string, number>();
        for (const labels of [...all, ...all]) {
          const [object] = takeLines(kernel, dictionary, [line(labels)]);
          if (object?.status !== FoundStatus.Whole) continue;
          const text = object.labels;
          const number = object.labelsNumber;
          if (number === 0) expect(texts.isFull).toBe(true);
          else {
            expect(texts.textOf(number)).toBe(text);
            if (known.has(text)) expect(number).toBe(known.get(text));
            known.set(text, number);
          }
          expect(texts.size).toBe(known.size);
          if (!texts.isFull) continue;
          const kept = [...known].filter((_, index) => index % 7 !== forget);
          const numbers = texts.keep(kept.map(([, old]) => old));
          expect(texts.isFull).toBe(false);
          expect(texts.size).toBe(kept.length);
          known = new Map(kept.map(([old], index) => [old, numbers[index] as number]));
          for (const [old, now] of known) expect(texts.textOf(now)).toBe(old);
        }
      }),
      options,
    );
  });

  test('that are very long are not kept', () => {
    const kernel = new Kernel();
    const dictionary = kernel.newDictionary();
    const [object] = takeLines(kernel, dictionary, [line({ a: 'x'.repeat(5000) })]);
    expect(object?.labelsNumber).toBe(0);
    expect(object?.labels).toContain('xxx');
    expect(dictionary.texts.size).toBe(0);
    expect(dictionary.texts.isFull).toBe(false);
  });

  test('leave room for others when their dictionary is released', () => {
    const kernel = new Kernel();
    const before = kernel.newDictionary();
    takeLines(kernel, before, [
      Buffer.concat(Array.from({ length: 300 }, (_, number) => line({ number: `${number}` }))),
    ]);
    expect(before.texts.isFull).toBe(true);
    before.texts.keep([1, 2, 3]);
    before.release();
    const { length } = kernel.bytes;
    for (let round = 0; round < 50; round++) {
      const dictionary = kernel.newDictionary();
      const [object] = takeLines(kernel, dictionary, [line({ round: `${round}` })]);
      expect(object?.labelsNumber).toBe(1);
      dictionary.release();
    }
    expect(kernel.bytes.length).toBe(length);
  });
});

describe('a type', () => {
  function sameTypes(objects: readonly object[]): boolean[] {
    const kernel = new Kernel();
    const lines = objects.map((object) => `${JSON.stringify({ type: 'ADDED', object })}\n`);
    kernel.load([Buffer.from(lines.join(''))]);
    const count = kernel.nextLines(kernel.newDictionary());
    return Array.from({ length: count }, (_, index) => taken(kernel, index).sameType);
  }
  const metadata = { name: 'a' };

  test('is said to be that of the whole object before, if it is', () => {
    const pod = { kind: 'Pod', apiVersion: 'v1', metadata };
    expect(sameTypes([pod, pod, { ...pod, kind: 'Pot' }, pod, pod])).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
    expect(sameTypes([pod, { ...pod, apiVersion: 'v12' }, { ...pod, apiVersion: 'v1' }])).toEqual([
      false,
      false,
      false,
    ]);
    // An odd object is read by JavaScript, which does not keep its type.
    expect(sameTypes([pod, { ...pod, kind: 'Node', metadata: {} }, pod])).toEqual([false, false, true]);
  });

  test('is not that of an earlier object, for an object without a type', () => {
    const pod = { kind: 'Pod', apiVersion: 'v1', metadata };
    expect(sameTypes([pod, { metadata }, pod, { kind: 'Pod', metadata }, pod])).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test('is not that of an object of the call before', () => {
    const kernel = new Kernel();
    const dictionary = kernel.newDictionary();
    for (let round = 0; round < 2; round++) {
      kernel.load([line({})]);
      expect(kernel.nextLines(dictionary)).toBe(1);
      expect(kernel.found[FoundField.SameType]).toBe(0);
    }
  });
});

test.each([
  ['0', 0],
  ['7', 7],
  ['20000001', 20_000_001],
  ['999999999', 999_999_999],
  ['1000000000', 1e9],
  ['4294967296', 4_294_967_296],
  ['999999999999999', 999_999_999_999_999],
  ['1000000000000000', -1],
  ['00', -1],
  ['07', -1],
  ['', -1],
  ['1a', -1],
  ['-1', -1],
  [':', -1],
])('version %s is the number %d', (resourceVersion, number) => {
  const kernel = new Kernel();
  const [object] = takeLines(kernel, kernel.newDictionary(), [line({}, { resourceVersion })]);
  expect(object?.version).toBe(resourceVersion);
  if (number === -1) expect(object?.versionNumber).toBeLessThan(0);
  else expect(object?.versionNumber).toBe(number);
});

test.each([
  ['a/b', undefined],
  ['a', 'b/c'],
  ['0123456789abcdef/', undefined],
  ['0123456789abcdef', '0123456789abcde/'],
])('name %s of namespace %s would make an ambiguous key: JavaScript reads it', (name, namespace) => {
  const kernel = new Kernel();
  const [object] = takeLines(kernel, kernel.newDictionary(), [line({}, { name, namespace })]);
  expect(object?.status).toBe(FoundStatus.Odd);
});
