import { isDeepStrictEqual } from 'node:util';
import { metaNamespaceKey } from 'kube-informers';
import type { KubernetesObject } from 'kube-informers';
import type { DeepReadonly } from '../../packages/kube-informers/src/util/deep-readonly.js';

/** How a copy may differ from the server's objects. */
export interface CompareOptions<T> {
  /** The informer's transform, applied first to a copy of each of the server's objects. */
  readonly transform?: ((object: T) => T) | undefined;
}

/** One object that differs. */
export interface Difference {
  readonly key: string;
  /** resourceVersion in the copy; undefined if it is not there. */
  readonly here: string | undefined;
  /** resourceVersion on the server; undefined if it is not there. */
  readonly there: string | undefined;
  readonly text: string;
}

/** Compares a copy with the server's objects, key by key and deeply. */
export function differences<T extends KubernetesObject>(
  copy: ReadonlyMap<string, DeepReadonly<T>>,
  serverObjects: readonly T[],
  options: CompareOptions<T> = {},
): Difference[] {
  const found: Difference[] = [];
  const missing = new Set(copy.keys());
  for (const original of serverObjects) {
    const key = metaNamespaceKey(original);
    const there = original.metadata?.resourceVersion ?? '';
    const held = copy.get(key);
    missing.delete(key);
    if (held === undefined) {
      found.push({ key, here: undefined, there, text: 'the server has it' });
      continue;
    }
    const here = held.metadata?.resourceVersion ?? '';
    const expected =
      options.transform === undefined ? original : options.transform(structuredClone(original));
    if (here !== there) found.push({ key, here, there, text: 'the server has another resourceVersion' });
    else if (!isDeepStrictEqual(held, expected))
      found.push({
        key,
        here,
        there,
        text: `the content differs in ${differingFields(held, expected).join(', ')}`,
      });
  }
  for (const key of missing) {
    const here = copy.get(key)?.metadata?.resourceVersion ?? '';
    found.push({ key, here, there: undefined, text: 'the server does not have it' });
  }
  return found;
}

/** The part of an informer's indexer that is compared. */
export interface ReadableCache<T> {
  listKeys(): string[];
  getByKey(key: string): DeepReadonly<T> | undefined;
}

/** Returns the differences between a cache and the server's objects as messages; empty when they are equal. */
export function compareCache<T extends KubernetesObject>(
  cache: ReadableCache<T>,
  serverObjects: readonly T[],
  options: CompareOptions<T> = {},
): string[] {
  const copy = new Map<string, DeepReadonly<T>>();
  for (const key of cache.listKeys()) {
    const object = cache.getByKey(key);
    if (object !== undefined) copy.set(key, object);
  }
  return differences(copy, serverObjects, options).map(
    ({ key, here, there, text }) =>
      `cache: ${key} (here ${here ?? 'absent'}, server ${there ?? 'absent'}): ${text}`,
  );
}

function differingFields(held: object, expected: object): string[] {
  const a: Record<string, unknown> = { ...held };
  const b: Record<string, unknown> = { ...expected };
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (field) => !isDeepStrictEqual(a[field], b[field]),
  );
}
