import type { KubernetesObject } from '../meta/types.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import { JsonItemsReader } from './json-items-reader.js';
import { WatchDecoder } from './watch-decoder.js';

/** Plain objects by `JSON.parse`: what sources use that are given no format. */
export const jsonFormat: ObjectFormat<KubernetesObject> = {
  itemsReader: (options) => new JsonItemsReader(options),
  watchDecoder: (options) => new WatchDecoder(options),
};
