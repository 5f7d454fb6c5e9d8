import type { KubernetesObject } from '../meta/types.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import { sharingParser } from './part-parser.js';
import { JsonItemsReader } from './json-items-reader.js';
import { WatchDecoder } from './watch-decoder.js';

/** Plain objects by `JSON.parse`, each its owner's alone: what sources use that are given no format. */
export const jsonFormat: ObjectFormat<KubernetesObject> = {
  itemsReader: (options) => new JsonItemsReader(options),
  watchDecoder: (options) => new WatchDecoder(options),
};

/**
 * The same, with the field sets of managedFields shared between all objects that have equal ones, and frozen: what caches use
 * that are given no format. Where there is no WebAssembly nothing is shared.
 */
export const cacheFormat: ObjectFormat<KubernetesObject> = {
  itemsReader: (options) => new JsonItemsReader(options, sharingParser(itself, false)),
  watchDecoder: (options) => new WatchDecoder(options, sharingParser(objectOfEvent, false)),
};

/**
 * For who drops managedFields anyway: they are an empty list where that saves parsing them, and what the server sent where not.
 */
export const droppingFormat: ObjectFormat<KubernetesObject> = {
  itemsReader: (options) => new JsonItemsReader(options, sharingParser(itself, true)),
  watchDecoder: (options) => new WatchDecoder(options, sharingParser(objectOfEvent, true)),
};

function itself(value: unknown): unknown {
  return value;
}

function objectOfEvent(value: unknown): unknown {
  return (value as { object?: unknown } | null)?.object;
}
