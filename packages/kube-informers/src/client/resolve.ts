import type { Resource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { requireList, requireString, requireStrings } from '../util/require.js';

/** A parsed resource name, such as `deployments.v1.apps`. */
interface Asked {
  readonly name: string;
  /** `undefined`: any group. "" is the core group. */
  readonly group: string | undefined;
  readonly version: string | undefined;
}

/**
 * Finds a resource by a name as kubectl accepts it.
 *
 * For example `pods`, `pod`, `po`, `Pod`, `deploy.apps`, `deployments.v1.apps`, `pods.v1.`, in any case; a group may
 * be abbreviated (`storageclasses.storage`).
 *
 * `resources` is in order of priority: the first match wins. A plural or singular takes precedence over a short name,
 * and both over a kind; an exact group over an abbreviated one.
 */
export function findResource<R extends Resource<KubernetesObject>>(
  resources: readonly R[],
  name: string,
): R | undefined {
  requireString('name of a resource', name);
  requireList('resources of findResource', resources);
  for (const resource of resources) requireStrings('a resource', resource, ['group', 'version', 'resource']);
  const asked = readings(name.toLowerCase());
  for (const { name: part, version, group } of asked) {
    const ofVersion = resources.filter((resource) => version === undefined || resource.version === version);
    const exact = ofVersion.filter((resource) => group === undefined || resource.group === group);
    const found = byNameOrShortName(exact, part);
    if (found !== undefined) return found;
    if (group === undefined || group === '') continue;
    const alike = byNameOrShortName(
      ofVersion.filter((resource) => resource.group.startsWith(group)),
      part,
    );
    if (alike !== undefined) return alike;
  }
  return firstOf(asked, ({ name: kind, version, group }) =>
    resources.find(
      (resource) =>
        resource.kind.toLowerCase() === kind &&
        (version === undefined || resource.version === version) &&
        (group === undefined || resource.group === group),
    ),
  );
}

function byNameOrShortName<R extends Resource<KubernetesObject>>(
  resources: readonly R[],
  name: string,
): R | undefined {
  return (
    resources.find((resource) => resource.resource === name || resource.singular === name) ??
    resources.find((resource) => resource.shortNames.includes(name))
  );
}

function firstOf<A, B>(values: readonly A[], find: (value: A) => B | undefined): B | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the possible interpretations of a name, most likely first (schema.ParseResourceArg). */
function readings(name: string): Asked[] {
  const [first = '', second, ...rest] = name.split('.');
  if (first === '') return [];
  if (second === undefined) return [{ name: first, group: undefined, version: undefined }];
  const readings: Asked[] = [];
  if (rest.length > 0) readings.push({ name: first, version: second, group: rest.join('.') });
  readings.push({ name: first, group: [second, ...rest].join('.'), version: undefined });
  // `pods.v1`, as this library prints it; kubectl requires a dot after it.
  if (rest.length === 0 && /^v\d/.test(second)) readings.push({ name: first, version: second, group: '' });
  return readings;
}

/** Returns up to three names that are likely misspelled as `name`. */
export function nearNames(resources: readonly Resource<KubernetesObject>[], name: string): string[] {
  const wanted = (name.split('.')[0] ?? '').toLowerCase();
  const reach = wanted.length < 6 ? 1 : 2;
  const near = new Map<string, number>();
  for (const resource of resources) {
    const distance = Math.min(
      editDistance(wanted, resource.resource),
      editDistance(wanted, resource.singular),
    );
    const best = near.get(resource.resource) ?? reach;
    if (distance <= best) near.set(resource.resource, distance);
  }
  return [...near]
    .sort((a, b) => a[1] - b[1])
    .slice(0, 3)
    .map(([known]) => known);
}

/** Returns the Levenshtein distance: characters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
