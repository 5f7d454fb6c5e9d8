import { dropManagedFields } from '../meta/drop-managed-fields.js';
import { droppingFormat, sharingFormat } from '../wire/json-format.js';
import type { CacheFormat } from './cache-format.js';

/** Keeps objects as they are decoded; equal field sets in `metadata.managedFields` are one frozen object. The default. */
export const plainFormat: CacheFormat = {
  newCache: () => ({
    intake: (transform) => ({
      // What is about to be dropped need not be parsed.
      objectFormat: transform === dropManagedFields ? droppingFormat() : sharingFormat(),
      transformer: transform,
    }),
  }),
};
