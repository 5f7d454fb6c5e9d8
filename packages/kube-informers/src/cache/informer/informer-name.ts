import { shownValue } from '../../util/shown.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { resourceName } from '../../meta/resource.js';
import type { GroupVersionResource } from '../../meta/resource.js';
import { ConfigError } from '../../util/errors.js';
import { hasMethods, requireLogger, requireString, requireStrings, requireText } from '../../util/require.js';
import { containLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';

/**
 * A registry of informer names. Names are unique within a registry.
 *
 * An InformerName uses the registry of the process by default. A program with several metrics registries creates one
 * InformerNames for each.
 */
export class InformerNames {
  readonly #taken = new Set<string>();

  /** Reserves a name. Throws ConfigError `ERR_OPTION` if it is not a non-empty string or is taken. */
  take(name: string): void {
    requireText('an informer name', name);
    if (this.#taken.has(name)) {
      throw new ConfigError(
        'ERR_OPTION',
        `informer name ${shownValue(name)} is already registered: release it or choose another`,
      );
    }
    this.#taken.add(name);
  }

  /** Releases a name; does nothing if it is not taken. */
  release(name: string): void {
    this.#taken.delete(name);
  }
}

/** The default registry. Shared by the process, because names must be unique in the metrics of a process. */
const processInformerNames = new InformerNames();

/** Options of an InformerName. */
export interface InformerNameOptions {
  /** The registry in which the name must be unique. Default: one for the process. */
  readonly registry?: InformerNames | undefined;
  /** Logs a resource that is registered twice at level error. Default: no log. */
  readonly logger?: Logger | undefined;
}

const informerNameOptionNames: OptionNames<InformerNameOptions> = {
  registry: hasMethods('take', 'release'),
  logger: requireLogger,
};

/**
 * Names a program's informers in its metrics (client-go's InformerName). The name is unique in its registry.
 *
 * ```ts
 * const informerName = new InformerName('my-operator');
 * const factory = new SharedInformerFactory(clientset, { informerName });
 * ```
 */
export class InformerName implements Disposable {
  /** The name that metrics show. */
  readonly name: string;
  readonly #registry: InformerNames;
  readonly #logger: Logger;
  readonly #identities = new Map<string, () => void>();
  #released = false;

  /** Reserves a name for the metrics of informers. Throws ConfigError `ERR_OPTION` if it is not a non-empty string, or is taken. */
  constructor(name: string, options: InformerNameOptions = {}) {
    requireKnownOptions('an InformerName', options, informerNameOptionNames);
    const { registry = processInformerNames } = options;
    const logger = containLogger(options.logger);
    registry.take(name);
    this.name = name;
    this.#registry = registry;
    this.#logger = logger;
  }

  /**
   * Returns the identity of one informer of a resource. `informer` is the name of that informer; default: the resource's name.
   *
   * Only the first identity with a name is `reserved`, because the metrics of two informers would mix. None is reserved after
   * `release`.
   */
  withResource(resource: GroupVersionResource, informer?: string): InformerIdentity {
    if (informer !== undefined) requireString('informer of withResource', informer);
    requireStrings('resource of withResource', resource, ['group', 'version', 'resource']);
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

  /** Releases the name and all its identities, which are no longer reserved. Calling it again does nothing. */
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

/** Identifies an informer in metrics (client-go's InformerNameAndResource). */
export interface InformerIdentity {
  /** Name of the program or its part, as given to InformerName. */
  readonly name: string;
  /** Group, version and plural name. */
  readonly resource: GroupVersionResource;
  /** False for a duplicate and after the name's release: then no metrics are published. */
  readonly reserved: boolean;
}
