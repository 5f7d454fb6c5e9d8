import { plainObjectFormat } from '../cache/cache-format.js';
import type {
  CacheFormat,
  CacheFormatStats,
  CacheIntake,
  CacheObjects,
  NewCacheOptions,
} from '../cache/cache-format.js';
import type { ObjectSteps } from '../cache/transform.js';
import type { IntakeFunc, TransformFunc } from '../cache/types.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import { CompactItemsReader } from './compact-items-reader.js';
import { CompactObjects } from './compact-objects.js';
import { CompactWatchDecoder } from './compact-watch-decoder.js';
import { Kernel } from './kernel/kernel.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { wholeFrom } from '../util/require.js';
import type { ObjectKernel } from './object-kernel.js';

/** Options of a compact cache. */
export interface CompactOptions {
  /**
   * Maximum number of recently read objects that are kept decoded. Each costs what it costs in an ordinary cache (a pod
   * about 6 kB), and reading it again costs nothing. 0: none. Default: 64.
   */
  readonly hotObjects?: number | undefined;
}

const optionNames: OptionNames<CompactOptions> = { hotObjects: wholeFrom(0) };

const defaultHotObjects = 64;

/**
 * Returns the cache format that keeps each object as compressed bytes. It decodes an object when more of it is read than
 * its key, kind, version, labels and owners: less memory, for programs that read few of their objects.
 * See docs/compact.md.
 *
 * Throws ConfigError `ERR_OPTION` for an invalid option. Making a cache with it throws ConfigError `ERR_COMPACT` if
 * WebAssembly with SIMD is missing.
 */
export function compact(options: CompactOptions = {}): CacheFormat {
  requireKnownOptions('compact', options, optionNames);
  const { hotObjects = defaultHotObjects } = options;
  return {
    id: `compact ${hotObjects}`,
    newCache: (cache) => new CompactCache(Kernel.shared(), { hotObjects }, cache),
  };
}

/**
 * The objects of a compact cache, and the formats that create them.
 * @internal
 */
export class CompactCache implements CacheObjects {
  /** For sources that read bytes. */
  readonly format: ObjectFormat<KubernetesObject>;
  readonly objects: CompactObjects;

  constructor(
    kernel: ObjectKernel,
    { hotObjects = defaultHotObjects }: CompactOptions = {},
    { frozen, mask }: NewCacheOptions = { frozen: false },
  ) {
    const objects = new CompactObjects(kernel, { hotObjects, frozen, mask });
    this.objects = objects;
    this.format = {
      itemsReader: (reader) => new CompactItemsReader(objects, reader),
      watchDecoder: (decoder) => new CompactWatchDecoder(objects, decoder),
    };
  }

  intake<T>({ apply, runsUserCode }: ObjectSteps<T>): CacheIntake<T> {
    const { mask } = this.objects;
    // The kernel leaves out managedFields itself.
    const isForKernel = !runsUserCode && (mask === undefined || mask.keepsWhole);
    return {
      objectFormat: isForKernel ? this.format : plainObjectFormat(mask),
      transformer: this.transformer(apply),
    };
  }

  /**
   * Returns the transform of a queue in front of this cache: the user's transform, unless the object has passed it already,
   * then the conversion to a compact object. Throws what the user's transform throws.
   */
  transformer<T>(transform: TransformFunc<T> | undefined): TransformFunc<T>;
  transformer<T>(transform: IntakeFunc<T> | undefined): IntakeFunc<T>;
  transformer<T>(transform: IntakeFunc<T> | undefined): IntakeFunc<T> {
    const { objects } = this;
    // A compact object reads like the object that it was created from, so it has the same type. `notKept` stays as it is.
    if (transform === undefined) return (object) => objects.compact(object) as T;
    return (object) => (objects.has(object) ? object : (objects.compact(transform(object)) as T));
  }

  stats(): CacheFormatStats {
    return this.objects.stats();
  }

  /** Frees an object that has left the store. */
  readonly onChange = (previous: unknown, next: unknown): void => {
    this.objects.changed(previous, next);
  };
}
