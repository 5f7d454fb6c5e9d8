import { shownValue } from '../../util/shown.js';
import type { KubernetesObject } from '../../meta/types.js';
import { requireNamespaceName } from '../../meta/validation.js';
import { ConfigError } from '../../util/errors.js';
import type { ListerWatcher } from '../types.js';

/** Source of an informer of several namespaces: a list and watch for each namespace. */
export interface NamespacedListerWatcher<T extends KubernetesObject> {
  /** The initial namespaces: at least one. */
  readonly namespaces: readonly string[];
  /** Returns the lister-watcher of one namespace; called once each time the namespace is added. */
  forNamespace(namespace: string): ListerWatcher<T>;
}

/** True for the source of an informer that has a list and watch for each of several namespaces. */
export function isNamespaced<T extends KubernetesObject>(
  source: ListerWatcher<T> | NamespacedListerWatcher<T>,
): source is NamespacedListerWatcher<T> {
  // JavaScript callers pass values that no compiler has checked.
  return typeof (source as Partial<NamespacedListerWatcher<T>> | undefined)?.forNamespace === 'function';
}

/** Throws ConfigError: `ERR_OPTION` for an empty list or a value that is not a list, `ERR_NAMESPACE` for an invalid name. */
export function requireNamespaces(what: string, namespaces: unknown): void {
  if (!Array.isArray(namespaces) || namespaces.length === 0) {
    const got = Array.isArray(namespaces) ? 'an empty list' : shownValue(namespaces);
    throw new ConfigError(
      'ERR_OPTION',
      `namespaces of ${what} must be a list of at least one name, got ${got}; leave it out for all namespaces`,
    );
  }
  for (const namespace of namespaces as unknown[]) {
    if (namespace === '') {
      throw new ConfigError(
        'ERR_NAMESPACE',
        `namespaces of ${what} must be names of namespaces, got ""; leave namespaces out for all of them`,
      );
    }
    requireNamespaceName(`each of namespaces of ${what}`, namespace);
  }
}
