import type { KubernetesObject } from '../meta/types.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import { CompactItemsReader } from './compact-items-reader.js';
import { CompactObjects } from './compact-objects.js';
import { compactOptions, defaultHotObjects } from './compact-options.js';
import type { CompactOptions } from './compact-options.js';
import { CompactWatchDecoder } from './compact-watch-decoder.js';
import { Kernel } from './kernel/kernel.js';
import type { ObjectKernel } from './object-kernel.js';

/** What an informer with the option `compact` keeps its objects with. */
export class CompactCache {
  /** For sources that speak bytes. */
  readonly format: ObjectFormat<KubernetesObject>;
  readonly objects: CompactObjects;

  /**
   * `frozen`: what is decoded is frozen in depth, so that a write to it throws. `withoutManagedFields`: objects are kept
   * without them, for who drops them anyway.
   */
  constructor(kernel: ObjectKernel, options: CompactOptions, frozen = false, withoutManagedFields = false) {
    const objects = new CompactObjects(kernel, {
      hotObjects: options.hotObjects ?? defaultHotObjects,
      frozen,
      withoutManagedFields,
    });
    this.objects = objects;
    this.format = {
      itemsReader: (reader) => new CompactItemsReader(objects, reader),
      watchDecoder: (decoder) => new CompactWatchDecoder(objects, decoder),
    };
  }

  /**
   * The transform of a queue in front of a compact cache: the user's, for objects that have not been through it, then the
   * object as this cache keeps it. One that cannot be written as JSON makes it throw, as a transform may.
   */
  transformer<T>(transform: ((object: T) => T) | undefined): (object: T) => T {
    const { objects } = this;
    // An object stays of its type: it reads as the one that it was made of.
    if (transform === undefined) return (object) => objects.compact(object) as T;
    return (object) => (objects.has(object) ? object : (objects.compact(transform(object)) as T));
  }

  /** To be told of what a store holds: frees what left it. */
  readonly changed = (previous: unknown, next: unknown): void => {
    this.objects.changed(previous, next);
  };
}

/**
 * A cache for the option `compact` of an informer; undefined where that is off. Throws ConfigError: `ERR_OPTION` for what
 * the option cannot be, `ERR_COMPACT` where there is no WebAssembly with SIMD.
 */
export function newCompactCache(
  compact: unknown,
  frozen: boolean,
  withoutManagedFields: boolean,
): CompactCache | undefined {
  const options = compactOptions(compact);
  if (options === undefined) return undefined;
  return new CompactCache(Kernel.shared(), options, frozen, withoutManagedFields);
}
