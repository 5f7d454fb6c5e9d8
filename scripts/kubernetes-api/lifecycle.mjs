/**
 * Which minor version of Kubernetes 1 introduced a kind, deprecated it, and removes it.
 *
 * Versions that are not stable are deprecated three minor versions after they came and removed six after, unless their markers say
 * otherwise: the rule of prerelease-lifecycle-gen in k8s.io/code-generator.
 */

/** Removed kinds stay for as many minor versions: about the year for which Kubernetes supports each. */
const minorsKept = 2;

const minorOf = (version) => (version === undefined ? undefined : Number(version.split('.')[1]));

/**
 * @param last the last minor version that has the package, if that is not the newest
 * @returns { introduced, deprecated, removed, replacement }: minor versions; undefined for what has not been decided
 */
export function lifecycleOf(declaration, packageName, last) {
  const introduced = minorOf(declaration.introduced);
  const prerelease = /v\d+(?:alpha|beta)\d+$/.test(packageName);
  const deprecated =
    minorOf(declaration.deprecated) ?? (prerelease && introduced !== undefined ? introduced + 3 : undefined);
  const planned = minorOf(declaration.removed) ?? (deprecated === undefined ? undefined : deprecated + 3);
  // The sources keep some types for years after their removal.
  const removed = last === undefined ? planned : Math.min(last + 1, planned ?? Infinity);
  return { introduced, deprecated, removed, replacement: declaration.replacement };
}

/** Whether a kind is part of the generated API: served by this minor version, or removed not long ago. */
export function isKept({ removed }, minor) {
  return removed === undefined || removed > minor - minorsKept;
}

/** Whether there are lists of a kind: reviews and bindings can only be created. */
export function isListed({ onlyVerbs }) {
  return onlyVerbs === undefined || onlyVerbs.includes('list');
}
