import { environmentFlag } from '../../util/builtin.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { isEncoded } from '../../meta/encoded-object.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { freezeDeep } from '../../util/deep.js';
import { requireBoolean } from '../../util/require.js';

/** Makes writes to cached objects fail. */
export interface MutationDetector {
  /** True if objects are frozen. */
  readonly enabled: boolean;
  /** Freezes the object: changing anything in it throws a TypeError in strict mode, and has no effect otherwise. */
  add(object: unknown): void;
}

/** Options of `createMutationDetector`. */
export interface MutationDetectorOptions {
  /**
   * Default: true if the environment variable `KUBE_CACHE_MUTATION_DETECTOR` is one of the values that client-go accepts (`1`,
   * `t`, `T`, `true`, `TRUE`, `True`) when the detector is created.
   */
  readonly enabled?: boolean | undefined;
}

const mutationDetectorOptionNames: OptionNames<MutationDetectorOptions> = { enabled: requireBoolean };

/**
 * Creates a detector of code that changes cached objects, which are shared (client-go's NewCacheMutationDetector).
 *
 * client-go keeps a copy of each object, compares the two every second and panics. Here each object is deeply frozen: the
 * stack of the TypeError shows the write, nothing is copied, and the cache stays correct. Freezing takes time for each
 * object, so use it in tests and during development.
 */
export function createMutationDetector(options: MutationDetectorOptions = {}): MutationDetector {
  requireKnownOptions('createMutationDetector', options, mutationDetectorOptionNames);
  const enabled = options.enabled ?? environmentFlag(process.env, 'KUBE_CACHE_MUTATION_DETECTOR');
  return enabled ? freezingDetector : idleDetector;
}

const idleDetector: MutationDetector = {
  enabled: false,
  add() {}, // Disabled: nothing is frozen.
};

const freezingDetector: MutationDetector = {
  enabled: true,
  add(object) {
    // The object of a tombstone was frozen when it was added. Objects of a cache format are read-only already, and the
    // format freezes what it decodes.
    if (!(object instanceof DeletedFinalStateUnknown) && !isEncoded(object)) freezeDeep(object);
  },
};
