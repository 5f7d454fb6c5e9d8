import { CompactCache } from '../packages/kube-informers/src/compact/compact-cache.js';
import { isCompact } from '../packages/kube-informers/src/compact/compact-objects.js';
import { copyOf } from '../packages/kube-informers/src/meta/copy-of.js';
import { Kernel } from '../packages/kube-informers/src/compact/kernel/kernel.js';
import { metaNamespaceKey } from '../packages/kube-informers/src/meta/names.js';
import type { KubernetesObject } from '../packages/kube-informers/src/meta/types.js';
import type { WatchEvent } from '../packages/kube-informers/src/meta/watch.js';
import { withType } from '../packages/kube-informers/src/meta/wire-format.js';
import type { ObjectFormat } from '../packages/kube-informers/src/meta/wire-format.js';
import { ListDecoder } from '../packages/kube-informers/src/rest/response-body.js';
import {
  sharingFormat,
  droppingFormat,
  jsonFormat,
} from '../packages/kube-informers/src/wire/json-format.js';
import type { SharingFormat } from '../packages/kube-informers/src/wire/json-format.js';
import { cut } from './fuzz/mutate.test-support.js';
import { difference } from './hostile-json.test-support.js';

/*
 * Compares how the ordinary and the compact cache decode bytes with JSON.parse, for tests and fuzzers. Throws an Error that
 * shows where they differ.
 */

/** The compact caches of a check: one keeps nothing decoded, so that each read decodes; one omits managedFields. */
export interface CachesUnderTest {
  readonly cold: CompactCache;
  readonly hot: CompactCache;
  /** The ordinary caches: with shared field sets, and without managedFields. */
  readonly sharing: SharingFormat;
  readonly dropping: SharingFormat;
}

export function newCachesUnderTest(): CachesUnderTest {
  const kernel = new Kernel();
  return {
    cold: new CompactCache(kernel, { hotObjects: 0 }),
    hot: new CompactCache(kernel, {}, { frozen: true }),
    sharing: sharingFormat(0),
    dropping: droppingFormat(0),
  };
}

/** How many objects were compact, and how many field sets were shared: a check without any proves little. */
export interface Checked {
  readonly objects: number;
  readonly compact: number;
  /** Field sets that ordinary objects share. */
  readonly shared: number;
}

/** Compares both caches with JSON.parse for a list's body, which must be a list of objects. */
export function checkList(caches: CachesUnderTest, body: Buffer, lengths: readonly number[]): Checked {
  const parsed = JSON.parse(body.toString('utf8')) as { readonly items: readonly object[] };
  const expected = parsed.items.map((item) => withType({ apiVersion: 'v1', kind: 'Pod' }, item));
  same('ordinary list', readList(jsonFormat, body, lengths), expected);
  const sharing = readList(caches.sharing, body, lengths);
  same('sharing list', sharing, expected);
  same(
    'dropping list',
    readList(caches.dropping, body, lengths).map(withoutManagedFields),
    expected.map(withoutManagedFields),
  );
  checkFieldSets(caches);
  let compact = 0;
  for (const cache of [caches.cold, caches.hot]) {
    const items = readList(cache.format, body, lengths);
    if (items.length !== expected.length)
      throw new Error(`compact list: ${items.length} items are not ${expected.length}`);
    items.forEach((item, index) => checkObject(item, expected[index]));
    compact += items.filter(isCompact).length;
  }
  // A source of the user's own or a transform may return such objects.
  const transform = caches.cold.transformer(undefined);
  for (const plain of expected) checkObject(transform(plain), plain);
  return { objects: 2 * expected.length, compact, shared: sharedSets(sharing) };
}

/** Compares both caches with JSON.parse for a watch's body, which must consist of events. */
export function checkWatch(caches: CachesUnderTest, body: Buffer, lengths: readonly number[]): Checked {
  const expected = body
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as WatchEvent<KubernetesObject>);
  const plain = expected.map(essence);
  same('ordinary watch', readWatch(jsonFormat.watchDecoder({}), body, lengths).map(essence), plain);
  const sharing = readWatch(caches.sharing.watchDecoder({}), body, lengths);
  same('sharing watch', sharing.map(essence), plain);
  same(
    'dropping watch',
    readWatch(caches.dropping.watchDecoder({}), body, lengths).map(({ object }) =>
      withoutManagedFields(object),
    ),
    expected.map(({ object }) => withoutManagedFields(object)),
  );
  checkFieldSets(caches);
  let compact = 0;
  for (const cache of [caches.cold, caches.hot]) {
    const events = readWatch(cache.format.watchDecoder({}), body, lengths);
    if (events.length !== expected.length)
      throw new Error(`compact watch: ${events.length} events are not ${expected.length}`);
    events.forEach(({ type, object }, index) => {
      if (type !== expected[index]?.type) throw new Error(`compact watch: ${type} at ${index}`);
      checkObject(object, expected[index].object);
    });
    compact += events.filter(({ object }) => isCompact(object)).length;
  }
  return {
    objects: 2 * expected.length,
    compact,
    shared: sharedSets(sharing.map(({ object }) => object)),
  };
}

function essence({ type, object }: WatchEvent<KubernetesObject>): object {
  return { type, object };
}

/** The metadata and all other members, as `exclude` leaves them. */
function withoutManagedFields(object: object): object {
  const { metadata } = object as { metadata?: unknown };
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return object;
  const { managedFields: _dropped, ...rest } = metadata as Record<string, unknown>;
  return { ...object, metadata: rest };
}

function sharedSets(objects: readonly object[]): number {
  let count = 0;
  for (const object of objects) {
    const { metadata } = object as { metadata?: { managedFields?: unknown } | null };
    const entries = metadata?.managedFields;
    if (!Array.isArray(entries)) continue;
    for (const entry of entries as ({ fieldsV1?: unknown } | null)[]) {
      const set = entry?.fieldsV1;
      if (typeof set === 'object' && set !== null && Object.isFrozen(set)) count++;
    }
  }
  return count;
}

function checkFieldSets({ sharing, dropping }: CachesUnderTest): void {
  const violations = [...sharing.fieldSets.violations(), ...dropping.fieldSets.violations()];
  if (violations.length > 0) throw new Error(violations.join('\n'));
}

function readList(
  format: ObjectFormat<KubernetesObject>,
  body: Buffer,
  lengths: readonly number[],
): readonly KubernetesObject[] {
  const decoder = new ListDecoder<KubernetesObject>({ name: 'GET /pods', format });
  for (const piece of cut(Buffer.from(body), lengths)) decoder.feed(Buffer.from(piece));
  return decoder.end().items;
}

function readWatch(
  decoder: ReturnType<ObjectFormat<KubernetesObject>['watchDecoder']>,
  body: Buffer,
  lengths: readonly number[],
): WatchEvent<KubernetesObject>[] {
  const events: WatchEvent<KubernetesObject>[] = [];
  cut(Buffer.from(body), lengths).forEach((piece, index) => {
    decoder.feed(piece, events);
    if (index % 3 === 0) decoder.flush(events);
  });
  decoder.end(events);
  return events;
}

/** Reads the object in every way that a program may, each time as the first read, and compares it with the plain object. */
export function checkObject(object: unknown, plain: unknown): void {
  const read = object as Readonly<Record<string, unknown>>;
  const expected = plain as Readonly<Record<string, unknown>>;
  checkMembers('metadata', read['metadata'], expected['metadata'], [
    'name',
    'namespace',
    'uid',
    'resourceVersion',
    'generation',
    'labels',
    'ownerReferences',
    'annotations',
    'finalizers',
    'creationTimestamp',
    'deletionTimestamp',
    'generateName',
    'managedFields',
  ]);
  checkMembers('', read, expected, ['kind', 'apiVersion', 'spec', 'status', 'metadata']);
  same(
    'key',
    outcomeOf(() => metaNamespaceKey(read)),
    outcomeOf(() => metaNamespaceKey(expected)),
  );
  same('whole', object, plain);
  same('spread', { ...read }, { ...expected });
  same('copyOf', copyOf(read), plain);
  const text = outcomeOf(() => JSON.stringify(plain));
  // Objects deeper than the stack allows: JSON.stringify accepts neither.
  if (text.error === undefined) same('JSON.stringify', JSON.stringify(object), text.value);
}

/** Every way to read members of an object or of its metadata. */
function checkMembers(what: string, read: unknown, expected: unknown, names: readonly string[]): void {
  if (typeof expected !== 'object' || expected === null) {
    same(what, read, expected);
    return;
  }
  // A compact object has an object for its metadata.
  const actual = read as object;
  const inherited = ['__proto__', 'constructor', 'toString', 'toJSON', 'then', ''];
  for (const name of [...names, ...inherited])
    same(`${what}.${name}`, Reflect.get(actual, name), Reflect.get(expected, name));
  same(`keys of ${what}`, Object.keys(actual), Object.keys(expected));
  for (const name of [...names, ...inherited, ...Object.keys(expected)]) {
    same(`${what}.${name}`, Reflect.get(actual, name), Reflect.get(expected, name));
    same(`${name} in ${what}`, name in actual, name in expected);
    const descriptor = Object.getOwnPropertyDescriptor(actual, name);
    same(`own ${what}.${name}`, descriptor?.value, Object.getOwnPropertyDescriptor(expected, name)?.value);
    same(`own ${what}.${name}`, descriptor !== undefined, Object.hasOwn(expected, name));
  }
}

function same(what: string, actual: unknown, expected: unknown): void {
  const found = difference(actual, expected);
  if (found !== undefined) throw new Error(`${what} ${found}`);
}

interface Outcome {
  readonly value?: unknown;
  readonly error?: string;
}

function outcomeOf(run: () => unknown): Outcome {
  try {
    return { value: run() };
  } catch (thrown) {
    return { error: String(thrown) };
  }
}
