import {
  type Clock,
  type KubernetesObject,
  parseFieldSelector,
  parseSelector,
  type ReadonlyIndexer,
} from 'kube-informers';
import { fieldValue } from 'kube-informers/internal';
import { asError, printable, shortened } from 'kube-informers/internal';
import { cellsOf, columnsOf } from './columns.js';
import { isConcealed, isNamespaceIndex, mayHoldSecrets, visible } from './conceal-secrets.js';
import { RefusedError } from './exchange.js';
import type { IndexModel, ObjectsModel } from './model.js';
import { forEachInSlices } from './slices.js';

/** Rows of a table, unless the request asks for fewer. */
export const defaultRows = 100;
/** Most rows of a table. */
export const maxRows = 500;
/** Values of an index that are listed. */
const listedValues = 10;
/** Longest text of a cell or index value. */
const maxText = 200;
const unknownResource = { group: '', resource: '' };

type Indexer = ReadonlyIndexer<KubernetesObject>;
/** The resource of an informer; undefined if it is unknown. */
type Resource = { readonly group: string; readonly resource: string } | undefined;

/** What to show of an informer's objects. */
export interface ObjectsQuery {
  /** Part of the key, in any case. */
  readonly search: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** Only objects with this value of this index. */
  readonly index: string;
  readonly value: string;
  /** The key after which the page begins. */
  readonly after: string;
  readonly limit: number;
}

/** Reads the query of a request. Throws RefusedError for a parameter that is not valid. */
export function objectsQuery(query: URLSearchParams): ObjectsQuery {
  const text = (name: string): string => query.get(name)?.trim() ?? '';
  const limit = Number(query.get('limit') ?? defaultRows);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxRows)
    throw new RefusedError(
      400,
      `limit must be an integer from 1 to ${maxRows}, got ${printable(query.get('limit')?.slice(0, 100) ?? '')}`,
    );
  return {
    search: text('search').toLowerCase(),
    labelSelector: text('labelSelector'),
    fieldSelector: text('fieldSelector'),
    index: text('index'),
    value: query.get('value') ?? '',
    after: query.get('after') ?? '',
    limit,
  };
}

/**
 * Returns a page of a cache's objects, in the order of their keys.
 *
 * Looks at every key, in slices. A compact cache decodes objects only for a selector and for the rows of the page: whether one
 * is a Secret shows in its kind and apiVersion, which are read without decoding it.
 */
export async function listObjects(
  indexer: Indexer,
  resource: Resource,
  query: ObjectsQuery,
  clock: Clock,
): Promise<ObjectsModel> {
  const matches = matcherOf(indexer, resource, query);
  const page = new SmallestKeys(query.limit + 1, query.after);
  let matching = 0;
  await forEachInSlices(keysOf(indexer, query), clock, (key) => {
    if (!matches(key)) return;
    matching++;
    page.add(key);
  });
  const keys = page.keys.slice(0, query.limit);
  const columns = columnsOf(resource ?? unknownResource, {
    wide: true,
    withNamespace: keys.some((key) => key.includes('/')),
  });
  const nowMs = clock.now();
  const rows = keys.flatMap((key) => {
    const object = indexer.getByKey(key);
    if (object === undefined) return [];
    // Columns read any JSON.
    const shown = visible(object, resource) as typeof object;
    return [{ key, cells: cellsOf(columns, shown, nowMs).map((cell) => shortened(cell, maxText)) }];
  });
  return {
    columns: columns.map(({ header }) => header),
    rows,
    matching,
    total: indexer.size,
    next: page.keys.length > query.limit ? keys.at(-1) : undefined,
  };
}

/**
 * Returns the indexes with the values that have the most objects.
 *
 * The value of an index may be a value of a Secret: an informer that may hold Secrets shows those of the index by namespace
 * alone, any other one those without a Secret. A compact cache decodes nothing for this.
 */
export async function listIndexes(indexer: Indexer, resource: Resource, clock: Clock): Promise<IndexModel[]> {
  const models: IndexModel[] = [];
  for (const name of Object.keys(indexer.indexers)) {
    const values = indexer.indexFuncValues(name);
    const largest: { value: string; objects: number }[] = [];
    await forEachInSlices(values, clock, (value) => {
      const objects = indexer.indexKeys(name, value).length;
      if (largest.length >= listedValues && objects <= (largest.at(-1)?.objects ?? 0)) return;
      largest.push({ value, objects });
      largest.sort((a, b) => b.objects - a.objects);
      largest.length = Math.min(largest.length, listedValues);
    });
    const shown: IndexModel['largest'][number][] = [];
    for (const { value, objects } of largest) {
      const isShown =
        isNamespaceIndex(indexer.indexers, name) ||
        (!mayHoldSecrets(resource) && !(await hasConcealed(indexer, name, value, resource, clock)));
      shown.push({ value: isShown ? shortened(value, maxText) : undefined, objects });
    }
    models.push({ name, values: values.length, largest: shown });
  }
  return models;
}

async function hasConcealed(
  indexer: Indexer,
  index: string,
  value: string,
  resource: Resource,
  clock: Clock,
): Promise<boolean> {
  let found = false;
  await forEachInSlices(indexer.indexKeys(index, value), clock, (key) => {
    found ||= isConcealed(indexer.getByKey(key), resource);
  });
  return found;
}

function keysOf(indexer: Indexer, { index, value }: ObjectsQuery): readonly string[] {
  if (index === '') return indexer.listKeys();
  if (!Object.hasOwn(indexer.indexers, index))
    throw new RefusedError(400, `unknown index ${JSON.stringify(index.slice(0, maxText))}`);
  return indexer.indexKeys(index, value);
}

function matcherOf(indexer: Indexer, resource: Resource, query: ObjectsQuery): (key: string) => boolean {
  const { search, index } = query;
  // An index must not reveal whether a Secret has a value.
  const isRevealing =
    index !== '' && !isNamespaceIndex(indexer.indexers, index)
      ? (key: string): boolean => isConcealed(indexer.getByKey(key), resource)
      : () => false;
  const found = (key: string): boolean =>
    (search === '' || key.toLowerCase().includes(search)) && !isRevealing(key);
  if (query.labelSelector === '' && query.fieldSelector === '') return found;
  const labels = parsed('label selector', () => parseSelector(query.labelSelector));
  const fields = parsed('field selector', () => parseFieldSelector(query.fieldSelector));
  const byField = query.fieldSelector !== '';
  return (key) => {
    if (!found(key)) return false;
    const object = indexer.getByKey(key);
    if (object === undefined || !labels.matches(object.metadata?.labels ?? {})) return false;
    if (!byField) return true;
    // A selector must not reveal whether a Secret has a value.
    const shown = visible(object, resource);
    return fields.matches((field) => fieldValue(shown, field));
  };
}

function parsed<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (thrown) {
    throw new RefusedError(400, `${what}: ${asError(thrown).message}`);
  }
}

/** The first keys in order of all that are added, behind a given one. */
class SmallestKeys {
  readonly keys: string[] = [];
  readonly #most: number;
  readonly #after: string;

  constructor(most: number, after: string) {
    this.#most = most;
    this.#after = after;
  }

  add(key: string): void {
    if (key <= this.#after) return;
    const { keys } = this;
    const last = keys.at(-1);
    if (keys.length >= this.#most && last !== undefined && key >= last) return;
    let low = 0;
    for (let high = keys.length; low < high;) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    keys.splice(low, 0, key);
    if (keys.length > this.#most) keys.pop();
  }
}
