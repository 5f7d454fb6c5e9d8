import { metaNamespaceKey } from '../../meta/names.js';
import type { KubernetesList, KubernetesObject } from '../../meta/types.js';
import { asError } from '../../util/errors.js';
import { shownWord } from '../../util/shown.js';
import { objectsPerStep, stepsOverEach } from '../../util/steps.js';
import { isUnsupportedTable } from './expected-type.js';
import { ReflectorError } from './reflector-errors.js';

/**
 * Checks that the response to a list (or to one page of it) is a list, and returns it.
 *
 * `items: null` becomes an empty list: that is how Go encodes a nil slice. Throws ReflectorError: `ERR_TABLE`, or
 * `ERR_LIST` (no metadata, or items that are not an array). So a response that is not a list, such as a proxy's page,
 * never empties a store.
 */
export function checkedList<T>(name: string, list: KubernetesList<T>): KubernetesList<T> {
  // A ListerWatcher may be a caller's untyped function, which can return anything.
  const answer: unknown = list;
  if (typeof answer !== 'object' || answer === null) throw notAList(name, `it is ${describe(answer)}`);
  const { items, metadata, kind, apiVersion } = answer as { [key in keyof KubernetesList<T>]?: unknown };
  if (isUnsupportedTable({ kind, apiVersion })) {
    throw new ReflectorError(
      'ERR_TABLE',
      `${name}: received a Table of ${shownWord(apiVersion)} instead of a list: request objects, not as=Table`,
    );
  }
  if (typeof metadata !== 'object' || metadata === null)
    throw notAList(name, `its metadata is ${describe(metadata)}`);
  if (items === null) return { ...list, items: [] };
  if (!Array.isArray(items)) throw notAList(name, `its items are ${describe(items)}`);
  return list;
}

/**
 * Checks the names of a list's items, in steps.
 *
 * Throws ReflectorError `ERR_LIST_ITEM`, naming the index, for an item without metadata.name. Items that have no valid key
 * (see `metaNamespaceKey`) are left out, since one of them must not keep the others from the store: `leaveOut` is called
 * once, with the other items and an ERR_LIST_ITEM.
 */
export function* checkNames<T extends KubernetesObject>(
  name: string,
  items: readonly T[],
  leaveOut: (rest: readonly T[], error: ReflectorError) => void,
): Generator<undefined, void, void> {
  const refused = new Set<T>();
  let first = '';
  yield* stepsOverEach(items, objectsPerStep, (item, index) => {
    const itemName: unknown = (item as KubernetesObject | null | undefined)?.metadata?.name;
    if (typeof itemName !== 'string' || itemName === '') {
      throw new ReflectorError(
        'ERR_LIST_ITEM',
        `${name}: metadata.name of item ${index} of the list must be a non-empty string, got ${describe(itemName)}; no item of the list was stored`,
      );
    }
    try {
      metaNamespaceKey(item);
    } catch (thrown) {
      if (refused.size === 0) first = `item ${index}: ${asError(thrown).message}`;
      refused.add(item);
    }
  });
  if (refused.size === 0) return;
  const left = `${refused.size} of ${items.length} items of the list were left out`;
  leaveOut(
    items.filter((item) => !refused.has(item)),
    new ReflectorError('ERR_LIST_ITEM', `${name}: ${left}; ${first}`),
  );
}

function notAList(name: string, found: string): ReflectorError {
  return new ReflectorError(
    'ERR_LIST',
    `${name}: the answer to a list must be a list with metadata and items, but ${found}`,
  );
}

function describe(value: unknown): string {
  if (value === undefined) return 'absent';
  return typeof value === 'string'
    ? JSON.stringify(value.slice(0, 80))
    : value === null
      ? 'null'
      : `of type ${typeof value}`;
}
