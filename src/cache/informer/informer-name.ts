import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { resourceName } from '../../meta/resource.js';
import type { GroupVersionResource } from '../../meta/resource.js';
import { ConfigError } from '../../util/errors.js';
import { noopLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import type { InformerMetrics } from '../informer-metrics.js';
import type { ReflectorMetrics } from '../reflector-metrics.js';

/**
 * Holds the informer names that are taken. Names are unique within one registry; without one of its own, an InformerName uses
 * the process's registry. A program with several metrics registries makes one for each.
 */
export class InformerNames {
  readonly #taken = new Set<string>();

  /** Takes a name. Throws ConfigError `ERR_OPTION` for "" and for one that is taken and was not released. */
  take(name: string): void {
    if (typeof name !== 'string' || name === '') {
      throw new ConfigError(
        'ERR_OPTION',
        `an informer name must be a non-empty string, got ${JSON.stringify(name)}`,
      );
    }
    if (this.#taken.has(name)) {
      throw new ConfigError(
        'ERR_OPTION',
        `informer name ${JSON.stringify(name)} is already registered: release it, or choose another`,
      );
    }
    this.#taken.add(name);
  }

  /** Gives a name back. One that is not taken does no harm. */
  release(name: string): void {
    this.#taken.delete(name);
  }
}

/** Used where no registry is given. Shared by the process: a name must be unique where a process's metrics end up. */
const processInformerNames = new InformerNames();

/** Options of an InformerName. */
export interface InformerNameOptions {
  /** Where the name must be unique. Default: one registry for the process. */
  readonly registry?: InformerNames | undefined;
  /** Logs a resource that is registered twice, at level error. Default: no log. */
  readonly logger?: Logger | undefined;
}

const informerNameOptionNames: OptionNames<InformerNameOptions> = { registry: true, logger: true };

/**
 * cache.InformerName: names a program's informers in its metrics, unique among all names that are not released.
 *
 *     const informerName = new InformerName('my-operator');
 *     const factory = new SharedInformerFactory(clientset, { informerName, metrics });
 */
export class InformerName implements Disposable {
  readonly name: string;
  readonly #registry: InformerNames;
  readonly #logger: Logger;
  readonly #identities = new Map<string, () => void>();
  #released = false;

  /** Throws ConfigError `ERR_OPTION` for "" and for a name that is taken. */
  constructor(name: string, options: InformerNameOptions = {}) {
    requireKnownOptions('an InformerName', options, informerNameOptionNames);
    const { registry = processInformerNames, logger = noopLogger } = options;
    registry.take(name);
    this.name = name;
    this.#registry = registry;
    this.#logger = logger;
  }

  /**
   * The identity of one informer of a resource. `informer` is that informer's name, default: the resource's. The first with
   * this name is `reserved`; a further one is not, since its numbers would mix with those of the first, nor is any after
   * `release`.
   */
  withResource(resource: GroupVersionResource, informer?: string): InformerIdentity {
    const { group, version, resource: plural } = resource;
    const gvr: GroupVersionResource = { group, version, resource: plural };
    const key = informer ?? resourceName(gvr);
    let reserved = false;
    if (!this.#released) {
      if (this.#identities.has(key)) {
        this.#logger.error(
          { informerName: this.name, group, version, resource: plural },
          'duplicate informer registration, metrics will not be published',
        );
      } else {
        reserved = true;
        this.#identities.set(key, () => {
          reserved = false;
        });
      }
    }
    return {
      name: this.name,
      resource: gvr,
      get reserved() {
        return reserved;
      },
    };
  }

  /** Ends it: none of its identities is reserved any more, and the name can be taken again. Calling it again does nothing. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    for (const end of this.#identities.values()) end();
    this.#identities.clear();
    this.#registry.release(this.name);
  }

  [Symbol.dispose](): void {
    this.release();
  }
}

/** cache.InformerNameAndResource: whose numbers they are. */
export interface InformerIdentity {
  readonly name: string;
  readonly resource: GroupVersionResource;
  /** False for a duplicate and after the name's release: then no numbers are published. */
  readonly reserved: boolean;
}

/** The metrics of an informer with an identity: none when it is not reserved, and silent from its release on. */
export function reservedMetrics(
  metrics: (InformerMetrics & ReflectorMetrics) | undefined,
  identity: InformerIdentity | undefined,
): (InformerMetrics & ReflectorMetrics) | undefined {
  if (metrics === undefined || identity === undefined) return metrics;
  if (!identity.reserved) return undefined;
  return {
    queuedItems: (count) => {
      if (identity.reserved) metrics.queuedItems?.(count);
    },
    processingLatency: (seconds) => {
      if (identity.reserved) metrics.processingLatency?.(seconds);
    },
    storeResourceVersion: (resourceVersion) => {
      if (identity.reserved) metrics.storeResourceVersion?.(resourceVersion);
    },
    handlerBacklog: (handler, count) => {
      if (identity.reserved) metrics.handlerBacklog?.(handler, count);
    },
    listed: (durationMs, items) => {
      if (identity.reserved) metrics.listed?.(durationMs, items);
    },
    watched: (durationMs, items, short) => {
      if (identity.reserved) metrics.watched?.(durationMs, items, short);
    },
    reachedResourceVersion: (resourceVersion) => {
      if (identity.reserved) metrics.reachedResourceVersion?.(resourceVersion);
    },
  };
}
