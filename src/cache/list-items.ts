import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import { isUnsupportedTable } from './expected-type.js';
import { ReflectorError } from './reflector-errors.js';

/**
 * The items of a list answer, checked before anything is done with them: an answer that is wrong in one place is refused
 * whole, so that a store is never filled by halves or emptied by something that is no list.
 *
 * Throws ReflectorError: `ERR_TABLE`, `ERR_LIST` (no metadata, or items that are no array), `ERR_LIST_ITEM` (naming the
 * index of the item that has no metadata.name).
 */
export function checkedItems<T extends KubernetesObject>(name: string, list: KubernetesList<T>): T[] {
  // A ListerWatcher may be anybody's function, and its answer anything.
  const answer: unknown = list;
  if (typeof answer !== 'object' || answer === null) throw noList(name, `it is ${describe(answer)}`);
  const { items, metadata, kind, apiVersion } = answer as { [key in keyof KubernetesList<T>]?: unknown };
  if (isUnsupportedTable({ kind, apiVersion })) {
    throw new ReflectorError(
      'ERR_TABLE',
      `${name}: the list came as a Table of ${String(apiVersion)}: ask for objects, not for as=Table`,
    );
  }
  if (typeof metadata !== 'object' || metadata === null)
    throw noList(name, `its metadata is ${describe(metadata)}`);
  // Go writes an empty list as null where nobody took care.
  if (items === null) return [];
  if (!Array.isArray(items)) throw noList(name, `its items are ${describe(items)}`);
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as KubernetesObject | null | undefined;
    const itemName: unknown = item?.metadata?.name;
    if (typeof itemName !== 'string' || itemName === '') {
      throw new ReflectorError(
        'ERR_LIST_ITEM',
        `${name}: metadata.name of item ${index} of the list must be a name, got ${describe(itemName)}; nothing of the list was taken`,
      );
    }
  }
  // Each item has metadata.name; what else it has is what the caller says of its ListerWatcher.
  return items as T[];
}

function noList(name: string, found: string): ReflectorError {
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
