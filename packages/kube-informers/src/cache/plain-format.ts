import { dropManagedFields } from '../meta/drop-managed-fields.js';
import { droppingFormat, sharingFormat } from '../wire/json-format.js';
import type { CacheFormat } from './cache-format.js';

/** The default format: stores objects as decoded; equal field sets in `metadata.managedFields` share one frozen object. */
export const plainFormat: CacheFormat = {
  newCache: () => ({
    intake: (transform) => ({
      // Fields that the transform drops need not be parsed.
      objectFormat: transform === dropManagedFields ? droppingFormat() : sharingFormat(),
      transformer: transform,
    }),
  }),
};
