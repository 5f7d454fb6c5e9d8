import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { defaultKeyFunc } from '../key-of.js';
import type { AddInfo, KeyFunc, ResourceEventHandler } from '../types.js';
import { isAsyncHandler, passesOnPromises } from './callback-scope.js';
import { requireHandler } from './event-handler.js';
import { refusePromise, requireFunction } from '../../util/require.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Options of `filteringHandler`. */
export interface FilteringHandlerOptions<T> {
  /**
   * Returns the key for the delete event of an object that no longer passes the filter. Must be the informer's key function.
   * Default: `namespace/name`, or `name`.
   */
  readonly keyFunc?: KeyFunc<T> | undefined;
}

const filteringHandlerOptionNames: OptionNames<FilteringHandlerOptions<unknown>> = {
  keyFunc: requireFunction,
};

const live: AddInfo = Object.freeze({ isInInitialList: false });

/**
 * Calls `handler` only for objects that pass the filter (client-go's FilteringResourceEventHandler).
 *
 * An update after which an object passes becomes an add; an update after which it no longer passes becomes a delete of its
 * old state. A deletion without an object, of which only the key is known, is always passed on, because the handler may
 * have seen the object. The filter may be called several times for an object and must not change it; an exception from it
 * counts as a failure of the handler.
 */
export function filteringHandler<T>(
  filter: (object: DeepReadonly<T>) => boolean,
  handler: ResourceEventHandler<T>,
  options: FilteringHandlerOptions<T> = {},
): ResourceEventHandler<T> {
  requireFunction('filter of a filtering handler', filter);
  requireHandler(handler);
  requireKnownOptions('filteringHandler', options, filteringHandlerOptionNames);
  const keyFunc: KeyFunc<T> = options.keyFunc ?? defaultKeyFunc;
  const passes = (object: DeepReadonly<T>): boolean => {
    const result: unknown = filter(object);
    if (typeof result === 'object') refusePromise('filter of a filtering handler', result);
    return Boolean(result);
  };
  const filtering: ResourceEventHandler<T> & { readonly [passesOnPromises]: boolean } = {
    [passesOnPromises]: isAsyncHandler(handler),
    onAdd(object, info) {
      return passes(object) ? handler.onAdd?.(object, info) : undefined;
    },
    onUpdate(oldObject, newObject) {
      const newer = passes(newObject);
      const older = passes(oldObject);
      if (newer && older) return handler.onUpdate?.(oldObject, newObject);
      if (newer) return handler.onAdd?.(newObject, live);
      if (older)
        return handler.onDelete?.({
          // A key function does not change the object.
          key: keyFunc(oldObject as T),
          object: oldObject,
          finalStateUnknown: false,
          leftScope: true,
        });
      return undefined;
    },
    onDelete(deletion) {
      if (deletion.object !== undefined && !passes(deletion.object)) return undefined;
      return handler.onDelete?.(deletion);
    },
  };
  return filtering;
}
