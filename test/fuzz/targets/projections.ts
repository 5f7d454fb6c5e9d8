import { FieldMask, keptOf } from '../../../packages/kube-informers/src/meta/field-mask.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import type { WatchEvent } from '../../../packages/kube-informers/src/meta/watch.js';
import { ConfigError } from '../../../packages/kube-informers/src/util/errors.js';
import { jsonText } from '../../../packages/kube-informers/src/util/json.js';
import { jsonFormat, projectedFormat } from '../../../packages/kube-informers/src/wire/json-format.js';
import { SkipKernel } from '../../../packages/kube-informers/src/wire/skipping/skip-kernel.js';
import { difference } from '../../hostile-json.test-support.js';
import { maskedBy } from '../../masks.test-support.js';
import type { Mask, Names } from '../../masks.test-support.js';
import { Chance } from '../../soak/chance.js';
import { objectText } from '../object-texts.js';
import { expectThat, inPieces, outcomeOf, parameterOf, withParameter } from '../target.js';
import type { FuzzTarget } from '../target.js';
import { decodeList, decodeWatch, eventLine, expectSame, listBody } from './wire.js';
import type { Decoded } from './wire.js';

const words = [
  '"metadata":',
  '"spec":',
  '"spec":[{',
  '}},{',
  ']}',
  '"\\u0073pec":',
  '"kind":"Status"',
  '"é":',
  ':',
];

/** A list whose items are masked: what JSON.parse returns and the mask keeps, with and without WebAssembly. */
export function projectedListTarget(): FuzzTarget {
  return {
    seeds: [withParameter(1, listBody([sample, sample])), withParameter(2, listBody([]))],
    words,
    generate: (chance) =>
      withParameter(
        chance.between(0, 2 ** 31),
        listBody(Array.from({ length: chance.between(0, 6) }, () => objectText(chance))),
      ),
    run(input) {
      const { parameter, rest } = parameterOf(input);
      const plain = decodeList([rest], jsonFormat);
      const chance = new Chance(parameter, 'projection');
      const { names, mask } = maskFor(chance, plain.objects);
      const format = projectedFormat(mask);
      const pieces = inPieces(rest, chance);
      const found = decodeList(pieces, format);
      expectSame(
        'with and without WebAssembly',
        found,
        withoutKernel(() => decodeList(pieces, format)),
      );
      for (const read of [found, decodeList([rest], format)]) {
        expectThat(
          plain.error !== undefined || read.error === undefined,
          `refused, but not without a mask: ${String(read.error)}`,
        );
        for (const object of read.objects) expectMasked(object, names, mask);
        if (plain.error === undefined) expectKept(read.objects, plain.objects, names, mask);
      }
    },
  };
}

/** A watch, or a list as a watch, whose objects are masked: as the items of a list. */
export function projectedWatchTarget(): FuzzTarget {
  const end = `{"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"annotations":{"k8s.io/initial-events-end":"true"}}}}\n`;
  const added = `{"type":"ADDED","object":${sample}}\n`;
  return {
    seeds: [withParameter(1, added + added + end), withParameter(2, `${added}\r\n \n${added.trim()}`)],
    words: [...words, '{"type":"ADDED","object":', '"type":"ERROR"', ' \n', end, added],
    generate: (chance) => {
      const lines = Array.from({ length: chance.between(0, 6) }, () => eventLine(chance));
      if (chance.happens(0.3)) lines.splice(chance.between(0, lines.length + 1), 0, end);
      return withParameter(chance.between(0, 2 ** 31), lines.join(''));
    },
    run(input) {
      const { parameter, rest } = parameterOf(input);
      const plain = decodeWatch([rest], jsonFormat, new Chance(parameter, 'plain'));
      const events = plain.objects as readonly WatchEvent<KubernetesObject>[];
      const chance = new Chance(parameter, 'projection');
      const { names, mask } = maskFor(
        chance,
        events.map(({ object }) => object),
      );
      const format = projectedFormat(mask);
      const pieces = inPieces(rest, chance);
      const decode = (): Decoded => decodeWatch(pieces, format, new Chance(parameter, 'flushes'));
      const found = decode();
      expectSame('with and without WebAssembly', found, withoutKernel(decode));
      for (const read of [found, decodeWatch([rest], format, chance)]) {
        expectThat(
          plain.error !== undefined || read.error === undefined,
          `refused, but not without a mask: ${String(read.error)}`,
        );
        const readEvents = read.objects as readonly WatchEvent<KubernetesObject>[];
        for (const { type, object } of readEvents) if (isMasked(type)) expectMasked(object, names, mask);
        // What is left out of a line may hide that it is not valid JSON, so that more are read than without a mask.
        if (plain.error === undefined)
          expectThat(readEvents.length === events.length, `${readEvents.length} events of ${events.length}`);
        for (const [index, { object, ...event }] of events.entries()) {
          const { object: readObject, ...readEvent } = readEvents[index] ?? { type: 'none', object: {} };
          const differs = difference(readEvent, event);
          expectThat(differs === undefined, `event ${index}: ${String(differs)}`);
          if (isMasked(event.type)) expectKept([readObject], [object], names, mask);
          else expectThat(difference(readObject, object) === undefined, `event ${index} is not whole`);
        }
      }
    },
  };
}

const sample =
  '{"metadata":{"name":"a","namespace":"b","labels":{"x":"é"}},"spec":{"c":[{"i":"x","j":[1]}]}}';

function isMasked(type: string): boolean {
  return type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED';
}

/** The objects are what the mask keeps of the others, and numbers that a double does not hold are written as they were. */
function expectKept(read: readonly unknown[], plain: readonly unknown[], names: Mask, mask: FieldMask): void {
  expectThat(read.length === plain.length, `${read.length} objects of ${plain.length}`);
  for (const [index, whole] of plain.entries()) {
    const object = read[index] as object;
    const problem = difference(object, maskedBy(names, whole as KubernetesObject));
    expectThat(problem === undefined, `object ${index} by the mask ${mask.text}: ${String(problem)}`);
    // Of metadata that is a list, which no server sends, the items are masked in the bytes only.
    if (Array.isArray((whole as { readonly metadata?: unknown }).metadata)) continue;
    expectThat(
      jsonText(object) === jsonText(mask.apply(whole as object)),
      `the numbers of object ${index} by the mask ${mask.text}`,
    );
  }
}

/** Whatever the bytes were, the object has no more than the mask keeps, and says so. */
function expectMasked(object: unknown, names: Mask, mask: FieldMask): void {
  const problem = difference(object, maskedBy(names, object as KubernetesObject));
  expectThat(problem === undefined, `more than the mask ${mask.text} keeps: ${String(problem)}`);
  const said = keptOf(object as object);
  expectThat(said === (mask.keepsWhole ? undefined : mask.text), `marked as ${String(said)}`);
}

/** The kernel refuses texts, as it does those that are too long. */
function withoutKernel<V>(run: () => V): V {
  const kernel = SkipKernel.prototype;
  const take: unknown = Reflect.get(kernel, 'take');
  Object.assign(kernel, { take: () => false });
  try {
    return run();
  } finally {
    Object.assign(kernel, { take });
  }
}

interface Chosen {
  readonly names: Mask;
  readonly mask: FieldMask;
}

/** A mask of names that the objects have, and others. */
function maskFor(chance: Chance, objects: readonly unknown[]): Chosen {
  const like = objects.length === 0 ? JSON.parse(sample) : objects[chance.between(0, objects.length)];
  const tree = namesFor(chance, like as unknown);
  const names = chance.happens(0.6) ? { fields: tree } : { exclude: tree };
  const isRefused = (error: unknown): boolean => error instanceof ConfigError;
  const mask = outcomeOf(() => FieldMask.of('the fuzzer', names), isRefused);
  if (mask !== undefined) return { names, mask };
  // Identity cannot be excluded.
  const usual = chance.pick([
    { exclude: { metadata: { managedFields: true } } },
    { exclude: { spec: true, metadata: { labels: true } } },
    { fields: {} },
  ] as const);
  return { names: usual, mask: FieldMask.of('the fuzzer', usual) as FieldMask };
}

const otherNames = [
  'spec',
  'status',
  'é',
  '',
  '__proto__',
  'constructor',
  'x/y',
  '0',
  '\ud800',
  '\uFFFD',
  'a"b',
  'a\\b',
];

function namesFor(chance: Chance, value: unknown, depth = 0): Names {
  const known = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const picked = Array.from({ length: chance.between(1, 4) }, (): [string, true | Names] => {
    const [name, member]: [string, unknown] =
      known.length > 0 && chance.happens(0.85) ? chance.pick(known) : [chance.pick(otherNames), undefined];
    const inner: unknown = Array.isArray(member) ? member[0] : member;
    const goesDeeper = depth < 5 && chance.happens(typeof inner === 'object' ? 0.7 : 0.1);
    return [name, goesDeeper ? namesFor(chance, inner, depth + 1) : true];
  });
  return Object.fromEntries(picked);
}
