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
 * Which informer names are taken. One registry serves one place where numbers are gathered; nearly every program has one
 * such place and uses `processInformerNames`. A program (or test) with several makes its own.
 */
export class InformerNames {
  readonly #taken = new Set<string>();

  /** Takes a name. Throws ConfigError `ERR_OPTION` for "" and for one that is taken and was not released. */
  take(name: string): void {
    if (typeof name !== 'string' || name === '') {
      throw new ConfigError(
        'ERR_OPTION',
        `an informer name must be a text that is not empty, got ${JSON.stringify(name)}`,
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

/**
 * The registry that is used when none is given: the only state of this library that all of a process shares, since a name
 * must be unique where all of a process's numbers end up.
 */
export const processInformerNames: InformerNames = new InformerNames();

/** Options of `newInformerName`. */
export interface InformerNameOptions {
  /** Where the name must be unique. Default: `processInformerNames`. */
  readonly registry?: InformerNames | undefined;
  /** Told, at level error, of a resource that is asked for twice. Default: none. */
  readonly logger?: Logger | undefined;
}

/**
 * cache.NewInformerName: a name for a program's informers in its metrics, unique among all that are not released.
 *
 *     const informerName = newInformerName('my-operator');
 *     const factory = new SharedInformerFactory(clientset, { informerName, metrics });
 *
 * Throws ConfigError `ERR_OPTION` for "" and for a name that is taken.
 */
export function newInformerName(name: string, options: InformerNameOptions = {}): InformerName {
  return new InformerName(name, options);
}

const informerNameOptionNames: OptionNames<InformerNameOptions> = { registry: true, logger: true };

/** cache.InformerName; see `newInformerName`. */
export class InformerName implements Disposable {
  readonly name: string;
  readonly #registry: InformerNames;
  readonly #logger: Logger;
  readonly #identities = new Map<string, () => void>();
  #released = false;

  /** Throws as `newInformerName` does. */
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
