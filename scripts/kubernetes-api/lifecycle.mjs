/**
 * Which minor version of Kubernetes 1 introduced a kind, deprecated it, and removes it.
 *
 * Versions that are not stable are deprecated three minor versions after they came and removed six after, unless their markers say
 * otherwise: the rule of prerelease-lifecycle-gen in k8s.io/code-generator.
 */

const minorOf = (version) => (version === undefined ? undefined : Number(version.split('.')[1]));

/**
 * @param declaration its `last` is the last minor version that has the kind, if that is not the newest
 * @param last the same of the whole package
 * @returns { introduced, deprecated, removed, replacement }: minor versions; undefined for what has not been decided
 */
export function lifecycleOf(declaration, packageName, last) {
  const introduced = minorOf(declaration.introduced);
  const prerelease = /v\d+(?:alpha|beta)\d+$/.test(packageName);
  const deprecated =
    minorOf(declaration.deprecated) ?? (prerelease && introduced !== undefined ? introduced + 3 : undefined);
  const planned = minorOf(declaration.removed) ?? (deprecated === undefined ? undefined : deprecated + 3);
  // The sources keep some types for years after their removal.
  const until = declaration.last ?? last;
  const removed = until === undefined ? planned : Math.min(until + 1, planned ?? Infinity);
  return { introduced, deprecated, removed, replacement: declaration.replacement };
}

/**
 * The day until which a removed kind stays: a year after the first release without it, as long as Kubernetes supports each
 * release. Undefined for a version without a known date.
 *
 * @param releases minor version → the day of its first release: `{ 37: '2026-08-26' }`
 */
export function keptUntil(removed, releases) {
  const day = releases[removed];
  return day === undefined ? undefined : `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
}

/**
 * Whether a kind is part of the generated API: served by the newest minor version, or removed less than a year before.
 *
 * @param newest `{ minor, date, releases }`: the newest minor version and the day of the release that is read
 */
export function isKept({ removed }, { minor, date, releases }) {
  return removed === undefined || removed > minor || (keptUntil(removed, releases) ?? '') > date;
}

/** Whether there are lists of a kind: reviews and bindings can only be created. */
export function isListed({ onlyVerbs }) {
  return onlyVerbs === undefined || onlyVerbs.includes('list');
}
