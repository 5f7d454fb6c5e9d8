import { shownValue } from '../../util/shown.js';
import { fieldSelectorFromSet, parseFieldSelector } from '../../meta/field-selector.js';
import type { FieldSelector } from '../../meta/field-selector.js';
import { keptOf, requireKept } from '../../meta/field-mask.js';
import { hasKnownFields, selectableFieldsOf } from '../../meta/selectable-fields.js';
import type { FieldsOfResource, SelectableFieldOf } from '../../meta/selectable-fields.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { Resource } from '../../meta/resource.js';
import { ConfigError } from '../../util/errors.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { isPlainObject } from '../../util/type-checks.js';
import { refuse } from '../../util/require.js';
import type { Indexers } from '../types.js';

/** Values by field, all of which must be equal: `{ 'spec.nodeName': 'node-1' }`. "" means an absent or empty field. */
export type FieldValues<T extends KubernetesObject> = {
  readonly [F in SelectableFieldOf<T>]?: string | undefined;
};

/** A field selector in any form: parsed, as a string (`status.phase=Running`), or as values by field. */
export type FieldSelectorLike<T extends KubernetesObject> = FieldSelector | string | FieldValues<T>;

/** Name of the index of a field, as in controller-runtime. */
function indexOfField(field: string): string {
  return `field:${field}`;
}

/**
 * Returns the field selector of a resource.
 *
 * ```ts
 * const { items } = await pods.list({ fieldSelector: fieldSelectorOf(coreV1.pods, { 'spec.nodeName': '' }).toString() });
 * ```
 *
 * Throws ConfigError `ERR_SELECTOR` for a field that the API server does not support for this resource, and
 * SelectorError for an invalid selector.
 */
export function fieldSelectorOf<T extends KubernetesObject>(
  resource: Resource<T, string, never>,
  selector: FieldSelectorLike<T>,
): FieldSelector {
  return toFieldSelector(resource, selector);
}

/**
 * Returns index functions for fields of a resource, which listers use for field selectors.
 *
 * ```ts
 * informer.addIndexers(fieldIndexers(coreV1.pods, 'spec.nodeName', 'status.phase'));
 * lister.list({ fieldSelector: { 'spec.nodeName': 'node-1' } }); // looks at the pods of that node only
 * ```
 *
 * The indexes are named `field:spec.nodeName`. An absent field has the value "". Throws ConfigError `ERR_SELECTOR` as
 * `fieldSelectorOf` does.
 */
export function fieldIndexers<T extends KubernetesObject>(
  resource: Resource<T, string, never>,
  ...fields: readonly SelectableFieldOf<T>[]
): Indexers<T> {
  return Object.fromEntries(
    fields.map((field) => {
      const read = readerOf(resource, field);
      return [indexOfField(field), (object: DeepReadonly<T>) => [read(object)]];
    }),
  );
}

/** Returns the parsed selector. Throws as `fieldSelectorOf` does. */
export function toFieldSelector<T extends KubernetesObject>(
  resource: FieldsOfResource,
  selector: FieldSelectorLike<T>,
): FieldSelector {
  const parsed = parsedFieldSelector(selector);
  for (const { field } of parsed.requirements()) readerOf(resource, field);
  return parsed;
}

/**
 * Returns the parsed selector for a list or watch. A field that the kind does not have is an error if its fields are known; otherwise
 * the server decides. Throws as `fieldSelectorOf` does.
 */
export function serverFieldSelector<T extends KubernetesObject>(
  resource: FieldsOfResource,
  selector: FieldSelectorLike<T>,
): FieldSelector {
  return hasKnownFields(resource) ? toFieldSelector(resource, selector) : parsedFieldSelector(selector);
}

/** Returns the parsed selector of any resource. Throws ConfigError `ERR_OPTION` and SelectorError. */
export function parsedFieldSelector(selector: unknown): FieldSelector {
  if (typeof selector === 'string') return parseFieldSelector(selector);
  if (typeof selector === 'object' && selector !== null) {
    // A parsed selector has these methods; nothing else is read of it.
    const given = selector as FieldSelector;
    const isSelector = typeof given.matches === 'function' && typeof given.requirements === 'function';
    // A label selector has these, too, and `add`.
    if (isSelector && !('add' in given)) return given;
    if (isPlainObject(selector)) {
      const values = Object.entries(selector).filter(([, value]) => value !== undefined);
      // fieldSelectorFromSet requires strings.
      return fieldSelectorFromSet(Object.fromEntries(values) as Record<string, string>);
    }
  }
  return refuse(
    'a field selector',
    'a FieldSelector, a string such as status.phase=Running, or values by field',
    selector,
  );
}

/** Returns the objects that match; of those with an exact match through an index, if there is one. */
export function matchingFields<T extends KubernetesObject>(
  resource: FieldsOfResource,
  source: { readonly indexers: Indexers<T>; byIndex(name: string, value: string): DeepReadonly<T>[] },
  selector: FieldSelector,
  all: () => DeepReadonly<T>[],
): DeepReadonly<T>[] {
  const indexed = selector
    .requirements()
    .find(({ field, operator }) => operator === '=' && Object.hasOwn(source.indexers, indexOfField(field)));
  const objects = indexed === undefined ? all() : source.byIndex(indexOfField(indexed.field), indexed.value);
  if (selector.isEmpty) return objects;
  const fields = selector.requirements().map(({ field }) => [field, readerOf(resource, field)] as const);
  const reads = new Map<string, (object: unknown) => string>(fields);
  return objects.filter((object) => selector.matches((field) => reads.get(field)?.(object)));
}

/** Throws ConfigError `ERR_SELECTOR` for a field that the server does not support. What it returns throws for one that a cache does not have. */
function readerOf(resource: FieldsOfResource, field: string): (object: unknown) => string {
  const supported = selectableFieldsOf(resource);
  const read = Object.hasOwn(supported, field) ? supported[field] : undefined;
  const { group, resource: plural } = resource;
  const name = group === '' ? plural : `${plural}.${group}`;
  if (read === undefined) {
    throw new ConfigError(
      'ERR_SELECTOR',
      `${name} cannot be selected by the field ${shownValue(field)}: the API server supports ${Object.keys(supported).join(', ')}; those of a custom resource are selectableFields of its descriptor`,
    );
  }
  if (field.startsWith('metadata.')) return read;
  let seen: string | undefined;
  return (object) => {
    const kept = keptOf(Object(object) as object);
    if (kept !== seen) requireKept(`the field ${shownValue(field)} of ${name}`, kept, field.split('.'));
    seen = kept;
    if ((object as KubernetesObject).kind === 'PartialObjectMetadata') {
      throw new ConfigError(
        'ERR_SELECTOR',
        `${name} cannot be selected by the field ${shownValue(field)} in a cache of metadata, which has no such field`,
      );
    }
    return read(object);
  };
}
