import type { ApplyConfiguration } from '../../client/call-options.js';
import { requireWhole } from '../../meta/field-mask.js';
import type { Whole } from '../../meta/projected.js';
import type { KubernetesObject } from '../../meta/types.js';
import { copyDeep } from '../../util/deep.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { ConfigError, KubeInformersError } from '../../util/errors.js';
import { exactMember, parseJson, toJson, withTextsOf } from '../../util/json.js';
import { exactMembers } from '../../util/json-values.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireObject, requireString } from '../../util/require.js';
import { describeObject, metadataOf, textOf } from '../../meta/unknown-object.js';
import { isObject } from '../../util/type-checks.js';
import type { UnknownMetadata } from '../../meta/unknown-object.js';

/** Options of `extractApply`. */
export interface ExtractApplyOptions {
  /**
   * Extracts the fields applied through this subresource, such as `status`. Default: those applied through the object
   * itself.
   */
  readonly subresource?: string | undefined;
}

const extractApplyOptionNames: OptionNames<ExtractApplyOptions> = { subresource: requireString };

// Far deeper than the API's types, and well within the stack.
const maxDepth = 500;

/**
 * Returns the fields of an object that a field manager applied (client-go's Extract functions).
 *
 * Reads `metadata.managedFields`. If the manager never applied the object, the result has only apiVersion, kind, name
 * and namespace. Fields that another manager has taken over by force are missing, so applying the result again gives
 * them up. Fields set by an update or another patch are not included.
 *
 * Throws ConfigError `ERR_MANAGED_FIELDS` for a stored object without managedFields, as a cache with
 * `exclude` may have it: applying the result would remove all that the manager owns. Throws KubeInformersError
 * `ERR_MANAGED_FIELDS` if the fields nest deeper than 500 levels.
 */
export function extractApply<T extends KubernetesObject>(
  object: (DeepReadonly<T> | NoInfer<T>) & Whole,
  fieldManager: string,
  options: ExtractApplyOptions = {},
): ApplyConfiguration<T> {
  requireObject('extractApply', object);
  requireWhole('extractApply', object);
  requireString('fieldManager of extractApply', fieldManager);
  requireKnownOptions('extractApply', options, extractApplyOptionNames);
  const { subresource = '' } = options;
  const own: Fields[] = [];
  const others: Fields[] = [];
  const metadata = metadataOf(object);
  const entries = entriesOf(metadata);
  if (entries.length === 0 && textOf(metadata, 'uid') !== undefined) {
    throw new ConfigError(
      'ERR_MANAGED_FIELDS',
      `extractApply needs metadata.managedFields, but ${describeObject(object)} has none: read it from the server, or from a cache that keeps them`,
    );
  }
  for (const entry of entries) {
    const isOwn =
      entry['manager'] === fieldManager &&
      entry['operation'] === 'Apply' &&
      (entry['subresource'] ?? '') === subresource;
    const fields = entry['fieldsV1'];
    if (isObject(fields)) (isOwn && own.length === 0 ? own : others).push(fields);
  }
  const [fields] = own;
  const extracted = fields === undefined ? {} : extractFields(object, fields, others, 0);
  // It has only fields of T.
  return withIdentity(isObject(extracted) ? extracted : {}, object) as ApplyConfiguration<T>;
}

/** A level of `fieldsV1`: `f:name`, `k:{"name":"a"}`, `v:"a"`, `i:0`, and `.` for the level itself. */
type Fields = Readonly<Record<string, unknown>>;

function entriesOf(metadata: UnknownMetadata): Fields[] {
  const entries: unknown = metadata['managedFields'];
  return Array.isArray(entries) ? entries.filter((entry): entry is Fields => isObject(entry)) : [];
}

/**
 * Returns the parts of a value that a level of fields selects; undefined if it selects nothing.
 *
 * `others` are the same level of the other managers. A level without fields is a leaf: an atomic value, which is taken
 * whole, or an empty map or list that others may have filled, of which nothing is taken.
 */
function extractFields(value: unknown, fields: Fields, others: readonly Fields[], depth: number): unknown {
  if (depth > maxDepth) {
    throw new KubeInformersError(
      'ERR_MANAGED_FIELDS',
      `metadata.managedFields nests deeper than ${maxDepth} levels`,
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  const steps = Object.keys(fields).filter((step) => step !== '.');
  if (steps.length === 0) {
    if (others.some((other) => Object.keys(other).some((step) => step !== '.')))
      return Array.isArray(value) ? [] : {};
    return copyDeep(value);
  }
  const below = (step: string): { own: Fields; others: Fields[] } => ({
    own: levelOf(fields, step) ?? {},
    others: others.map((other) => levelOf(other, step)).filter((level) => level !== undefined),
  });
  if (Array.isArray(value)) return extractItems(value, steps, below, depth);
  const members = steps.flatMap((step): [string, unknown][] => {
    const name = step.slice(2);
    if (!step.startsWith('f:') || !Object.hasOwn(value, name)) return [];
    const level = below(step);
    return [[name, extractFields(Reflect.get(value, name), level.own, level.others, depth + 1)]];
  });
  return withTextsOf(Object.fromEntries(members), value);
}

function levelOf(fields: Fields, step: string): Fields | undefined {
  const level = Object.hasOwn(fields, step) ? fields[step] : undefined;
  return isObject(level) ? level : undefined;
}

/** Returns the selected items in the order of the list. */
function extractItems(
  list: readonly unknown[],
  steps: readonly string[],
  below: (step: string) => { own: Fields; others: Fields[] },
  depth: number,
): unknown[] {
  const indexes = new ItemIndexes(list);
  const selected = new Map<number, unknown>();
  for (const step of steps) {
    const found = indexes.find(step);
    if (found === undefined) continue;
    const level = below(step);
    const item = extractFields(exactMember(list, String(found.index)), level.own, level.others, depth + 1);
    // The key fields identify the item in the next apply, also if another manager owns them.
    selected.set(found.index, isObject(item) ? { ...found.key, ...item } : item);
  }
  return [...selected].toSorted(([a], [b]) => a - b).map(([, item]) => item);
}

/** Maximum number of different sets of key fields in one list. */
const maxKeySets = 8;

/** Where a list has the item of a step; an index for each set of key fields, so that long lists take linear time. */
class ItemIndexes {
  readonly #list: readonly unknown[];
  readonly #byFields = new Map<string, ReadonlyMap<string, number>>();
  #byValue: ReadonlyMap<string, number> | undefined;

  constructor(list: readonly unknown[]) {
    this.#list = list;
  }

  find(step: string): { readonly index: number; readonly key: object } | undefined {
    const text = step.slice(2);
    // In a list, which has the text of a long number.
    const [value] = exactMembers(parsed(`[${text}]`));
    let index: number | undefined;
    if (step.startsWith('i:')) {
      index = typeof value === 'number' && Number.isInteger(value) ? value : undefined;
    } else if (step.startsWith('v:')) {
      this.#byValue ??= indexed(exactMembers(this.#list), scalarText);
      const wanted = scalarText(value);
      index = wanted === undefined ? undefined : this.#byValue.get(wanted);
    } else if (step.startsWith('k:') && isObject(value)) {
      index = this.#findByKey(value);
    }
    if (index === undefined || index < 0 || index >= this.#list.length) return undefined;
    return { index, key: step.startsWith('k:') && isObject(value) ? value : {} };
  }

  #findByKey(key: Readonly<Record<string, unknown>>): number | undefined {
    const names = Object.keys(key).toSorted();
    const textOfKey = (item: unknown): string | undefined => {
      if (!isObject(item)) return undefined;
      const values = names.map((name) =>
        Object.hasOwn(item, name) ? scalarText(exactMember(item, name)) : undefined,
      );
      return values.includes(undefined) ? undefined : JSON.stringify(values);
    };
    const fields = JSON.stringify(names);
    // A list has one set of key fields. Each costs a pass over the list, so made-up ones must not be many.
    if (!this.#byFields.has(fields) && this.#byFields.size >= maxKeySets) return undefined;
    const index = this.#byFields.get(fields) ?? indexed(this.#list, textOfKey);
    this.#byFields.set(fields, index);
    const wanted = textOfKey(key);
    return wanted === undefined ? undefined : index.get(wanted);
  }
}

/** Returns the first position of each text. */
function indexed(
  list: readonly unknown[],
  text: (item: unknown) => string | undefined,
): ReadonlyMap<string, number> {
  const index = new Map<string, number>();
  for (const [position, item] of list.entries()) {
    const key = text(item);
    if (key !== undefined && !index.has(key)) index.set(key, position);
  }
  return index;
}

/** Returns the JSON of a scalar; undefined for objects and arrays, which do not identify an item. */
function scalarText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? undefined : toJson(value);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // A step that is not valid selects nothing.
    return undefined;
  }
}

function withIdentity(extracted: Readonly<Record<string, unknown>>, object: unknown): object {
  const source = isObject(object) ? object : {};
  const metadata = metadataOf(object);
  const present = (record: Readonly<Record<string, unknown>>, name: string): object => {
    const text = textOf(record, name);
    return text === undefined ? {} : { [name]: text };
  };
  return {
    ...extracted,
    ...present(source, 'apiVersion'),
    ...present(source, 'kind'),
    metadata: { ...metadataOf(extracted), ...present(metadata, 'name'), ...present(metadata, 'namespace') },
  };
}
