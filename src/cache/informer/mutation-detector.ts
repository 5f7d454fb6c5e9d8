import { environmentFlag } from '../../util/environment-flag.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { isKept } from '../../meta/kept-object.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { freezeDeep } from '../../util/deep.js';
import { requireBooleans } from '../../util/require.js';

/** Makes a write to a cached object fail where it happens. */
export interface MutationDetector {
  readonly enabled: boolean;
  /** From now on, changing the object or anything in it throws a TypeError in strict code, and does nothing elsewhere. */
  add(object: unknown): void;
}

/** Whether to look. */
export interface MutationDetectorOptions {
  /**
   * Default: whether the environment variable `KUBE_CACHE_MUTATION_DETECTOR` is true, in one of the spellings that
   * client-go takes (`1`, `t`, `T`, `true`, `TRUE`, `True`), when the detector is made.
   */
  readonly enabled?: boolean | undefined;
}

const mutationDetectorOptionNames: OptionNames<MutationDetectorOptions> = { enabled: true };

/**
 * cache.NewCacheMutationDetector: finds code that changes objects of the cache, which everyone shares.
 *
 * client-go keeps a copy of each object, compares every second and panics. Here each object is frozen in depth, so the
 * TypeError's stack names the line that writes, nothing is copied, and the cache stays right. Freezing costs time for
 * each object: use it in tests and while developing.
 */
export function createMutationDetector(options: MutationDetectorOptions = {}): MutationDetector {
  requireKnownOptions('createMutationDetector', options, mutationDetectorOptionNames);
  requireBooleans('createMutationDetector', options, ['enabled']);
  const enabled = options.enabled ?? environmentFlag(process.env, 'KUBE_CACHE_MUTATION_DETECTOR');
  return enabled ? freezingDetector : idleDetector;
}

const idleDetector: MutationDetector = {
  enabled: false,
  add() {
    // Switched off: the cache is trusted.
  },
};

const freezingDetector: MutationDetector = {
  enabled: true,
  add(object) {
    // A tombstone's object was in the cache, so it was frozen when it came. What a cache format keeps is read-only, and
    // the format freezes what it decodes.
    if (!(object instanceof DeletedFinalStateUnknown) && !isKept(object)) freezeDeep(object);
  },
};
