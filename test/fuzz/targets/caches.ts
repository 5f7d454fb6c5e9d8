import { CompactCache } from '../../../packages/kube-informers/src/compact/compact-cache.js';
import { isCompact } from '../../../packages/kube-informers/src/compact/compact-objects.js';
import { copyOf } from '../../../packages/kube-informers/src/meta/copy-of.js';
import { Kernel } from '../../../packages/kube-informers/src/compact/kernel/kernel.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import type { ObjectFormat } from '../../../packages/kube-informers/src/meta/wire-format.js';
import {
  sharingFormat,
  droppingFormat,
  jsonFormat,
} from '../../../packages/kube-informers/src/wire/json-format.js';
import type { SharingFormat } from '../../../packages/kube-informers/src/wire/json-format.js';
import { Chance } from '../../soak/chance.js';
import { objectText } from '../object-texts.js';
import { difference } from '../../hostile-json.test-support.js';
import { expectThat, inPieces, parameterOf, withParameter } from '../target.js';
import type { FuzzTarget } from '../target.js';
import { decodeList, decodeWatch, eventLine, expectSame, listBody } from './wire.js';
import type { Decoded } from './wire.js';

/** Inputs that one cache lives for: what one leaves behind must not harm the next. */
const inputsPerCache = 200;

/** Between the items of an input. */
const separator = '\u001e';

const managed = '{"manager":"kubelet","operation":"Update","fieldsV1":{"f:status":{"f:phase":{}}}}';
const pod = `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"b","resourceVersion":"7","labels":{"app":"web"},"managedFields":[${managed}]},"spec":{"nodeName":"n"}}`;
const words = [
  '"metadata":', '"name":', '"namespace":"",', '"resourceVersion":', '"managedFields":[', '"fieldsV1":{', '"labels":{', '"ownerReferences":[', '"uid":"0a1b2c3d-4e5f-6789-abcd-ef0123456789",',
  '"generation":-0,', '"kind":', '"apiVersion":', separator, managed, pod,
]; // prettier-ignore

/** The ordinary cache, the compact one and JSON.parse read the same lists and events, and must say the same. */
export function cachesTarget(): FuzzTarget {
  let caches = newCaches();
  let inputs = 0;
  return {
    seeds: [
      withParameter(1, [pod, pod].join(separator)),
      withParameter(8, [pod, '{"metadata":{}}'].join(separator)),
    ],
    words,
    generate: (chance) => {
      const isWatch = chance.happens(0.4);
      const texts = Array.from({ length: chance.between(1, 6) }, () =>
        isWatch ? eventLine(chance) : objectText(chance),
      );
      return withParameter(
        chance.between(0, 2 ** 30) * 2 + (isWatch ? 1 : 0),
        texts.join(isWatch ? '' : separator),
      );
    },
    run(input) {
      if (inputs++ % inputsPerCache === 0) caches = newCaches();
      const { parameter, rest } = parameterOf(input);
      const chance = new Chance(parameter, 'pieces');
      const isWatch = parameter % 2 === 1;
      const bytes = isWatch ? rest : Buffer.from(listBody(rest.toString().split(separator)));
      const pieces = inPieces(bytes, chance);
      const decode = (format: ObjectFormat<KubernetesObject>): Decoded =>
        isWatch ? decodeWatch(pieces, format, new Chance(parameter, 'flushes')) : decodeList(pieces, format);
      const plain = decode(jsonFormat);
      expectSame('with shared field sets', decode(caches.sharing), plain);
      expectWithoutManagedFields(decode(caches.dropping), plain);
      for (const { fieldSets } of [caches.sharing, caches.dropping])
        expectThat(fieldSets.violations().length === 0, fieldSets.violations().join('; '));
      // Twice: what the first time has taught the kernels must not change the second.
      for (let time = 0; time < 2; time++)
        checkCompact(caches.compact, decode(caches.compact.format), plain, isWatch);
    },
  };
}

/** One of each kind. Field sets are shared from the first byte on. */
function newCaches(): { sharing: SharingFormat; dropping: SharingFormat; compact: CompactCache } {
  return {
    sharing: sharingFormat(0),
    dropping: droppingFormat(0),
    compact: new CompactCache(new Kernel(), { hotObjects: 2 }),
  };
}

function objectsOf({ objects }: Decoded, isWatch: boolean): unknown[] {
  return objects.map((each) => (isWatch ? (each as { object: unknown }).object : each));
}

function checkCompact(cache: CompactCache, compact: Decoded, plain: Decoded, isWatch: boolean): void {
  // The two may report different ones of several mistakes.
  expectThat(
    (compact.error === undefined) === (plain.error === undefined),
    `compact: ${String(compact.error)}, plain: ${String(plain.error)}`,
  );
  if (compact.error !== undefined && !isWatch) return;
  const kept = objectsOf(compact, isWatch);
  const expected = objectsOf(plain, isWatch);
  expectThat(kept.length === expected.length, `compact: ${kept.length} objects, plain: ${expected.length}`);
  const transform = cache.transformer<unknown>(undefined);
  for (const [index, object] of expected.entries()) {
    checkRead(`compact [${index}]`, kept[index], object);
    if (typeof object !== 'object' || object === null) continue;
    checkRead(`transformed [${index}]`, transform(object), object);
    const own = copyOf(kept[index] as object);
    const problem = difference(withTypeLast(own), withTypeLast(object));
    expectThat(problem === undefined, `copyOf of [${index}]: ${String(problem)}`);
  }
  for (const object of kept) cache.onChange(undefined, object);
  for (const object of kept) cache.onChange(object, undefined);
}

/** First what a record answers by itself, then all of it. */
function checkRead(what: string, kept: unknown, plain: unknown): void {
  if (isCompact(kept)) {
    const metadata = (kept as KubernetesObject).metadata as unknown as Record<string, unknown>;
    const expected = (plain as KubernetesObject).metadata as unknown as Record<string, unknown>;
    for (const name of new Set([
      'name',
      'namespace',
      'uid',
      'generation',
      'resourceVersion',
      ...Object.keys(expected),
    ])) {
      if (name === '__proto__') continue;
      const problem = difference(metadata[name], expected[name]);
      expectThat(problem === undefined, `${what}.metadata.${name}: ${String(problem)}`);
    }
  }
  const problem = difference(withTypeLast(kept), withTypeLast(plain));
  expectThat(problem === undefined, `${what}: ${String(problem)}`);
}

/** Where kind and apiVersion stand among the members is not promised. */
function withTypeLast(object: unknown): unknown {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return object;
  const { kind, apiVersion, ...rest } = object as Record<string, unknown>;
  return { ...rest, kind, apiVersion };
}

/** As the plain ones, but that the managedFields may be an empty list. */
function expectWithoutManagedFields(dropping: Decoded, plain: Decoded): void {
  const without = (objects: readonly unknown[]): string[] =>
    objects.map((each) => {
      const event = each as { object?: { metadata?: unknown }; metadata?: unknown };
      const { metadata } = event.object ?? event;
      if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return 'none';
      const { managedFields: _left, ...rest } = metadata as Record<string, unknown>;
      return Object.entries(rest)
        .map(([name, value]) => `${name}=${typeof value}`)
        .join();
    });
  expectThat(String(dropping.error) === String(plain.error), `dropping: ${String(dropping.error)}`);
  expectThat(
    without(dropping.objects).join('\n') === without(plain.objects).join('\n'),
    'without managedFields something else changed',
  );
}
