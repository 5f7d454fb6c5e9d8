import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { defaultKeyFunc } from '../key-of.js';
import type { AddInfo, KeyFunc, ResourceEventHandler } from '../types.js';
import { isAsyncHandler, passesOnPromises } from './callback-scope.js';
import { requireHandler } from './require-handler.js';
import { requireFunction } from '../../util/require.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Options of `filteringHandler`. */
export interface FilteringHandlerOptions<T> {
  /** As the informer's; gives the key of an object that passes no more. Default: `namespace/name`, or `name`. */
  readonly keyFunc?: KeyFunc<T> | undefined;
}

const filteringHandlerOptionNames: OptionNames<FilteringHandlerOptions<unknown>> = { keyFunc: true };

const live: AddInfo = Object.freeze({ isInInitialList: false });

/**
 * cache.FilteringResourceEventHandler: tells `handler` only of the objects that pass the filter.
 *
 * An update by which an object comes to pass is an add; one by which it passes no more is a delete of its old state. A
 * deletion of which only the key is known is always passed on, since nothing tells whether the handler knew the object.
 * The filter may be called more than once for an object and must not change it; what it throws counts as the handler's
 * failure.
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
  const filtering: ResourceEventHandler<T> & { readonly [passesOnPromises]: boolean } = {
    [passesOnPromises]: isAsyncHandler(handler),
    onAdd(object, info) {
      return filter(object) ? handler.onAdd?.(object, info) : undefined;
    },
    onUpdate(oldObject, newObject) {
      const newer = filter(newObject);
      const older = filter(oldObject);
      if (newer && older) return handler.onUpdate?.(oldObject, newObject);
      if (newer) return handler.onAdd?.(newObject, live);
      if (older)
        return handler.onDelete?.({
          // A key function only reads.
          key: keyFunc(oldObject as T),
          object: oldObject,
          finalStateUnknown: false,
          leftScope: true,
        });
      return undefined;
    },
    onDelete(deletion) {
      if (deletion.object !== undefined && !filter(deletion.object)) return undefined;
      return handler.onDelete?.(deletion);
    },
  };
  return filtering;
}
