/**
 * Which types have a name without their group-version: those of the newest stable version of each group.
 *
 * Where two groups have one name, a kind comes before a part of one, and the core group before others; a name
 * that is still not decided is in the namespaces alone.
 */
import { facts, packageNames } from './model.mjs';
import { exportedNames } from './type-files.mjs';

const isStable = (name) => /\/v\d+$/.test(name);
const numberOf = (name) => Number(/\/v(\d+)$/.exec(name)[1]);

/** @returns group folder → the package of its newest stable version */
export function newestStable() {
  const newest = new Map();
  for (const name of Object.keys(facts.packages)) {
    if (!isStable(name) || name === 'meta/v1') continue;
    const { folder } = packageNames(name);
    if (!newest.has(folder) || numberOf(newest.get(folder)) < numberOf(name)) newest.set(folder, name);
  }
  return newest;
}

/** Kinds before parts, the core group before others. */
function rank(name, type) {
  const { fields } = facts.packages[name].types[type];
  const isKind = fields?.some((field) => field.inline && field.type === 'meta/v1.TypeMeta') === true;
  return (isKind ? 2 : 0) + (name.startsWith('core/') ? 1 : 0);
}

/** @param taken names that the main entry has for something else */
export function bareNamesFile(header, taken) {
  const claims = new Map();
  const stable = Object.keys(facts.packages).filter((name) => isStable(name) && name !== 'meta/v1');
  const newest = new Set(newestStable().values());
  // What only an older stable version has, as autoscaling/v1 has Scale, keeps its name.
  for (const name of [...stable].toSorted((a, b) => Number(newest.has(b)) - Number(newest.has(a)))) {
    for (const type of exportedNames(name)) {
      const others = claims.get(type) ?? [];
      if (others.some((other) => packageNames(other).folder === packageNames(name).folder)) continue;
      claims.set(type, [...others, name]);
    }
  }
  const byPackage = new Map();
  for (const [type, names] of claims) {
    if (taken.has(type)) continue;
    const best = Math.max(...names.map((name) => rank(name, type)));
    const winners = names.filter((name) => rank(name, type) === best);
    if (winners.length > 1) continue;
    byPackage.set(winners[0], [...(byPackage.get(winners[0]) ?? []), type]);
  }
  const lines = [...byPackage]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, types]) =>
        `export type { ${types.toSorted().join(', ')} } from './types/${packageNames(name).file}.js';`,
    );
  return `${header}
/** The types of the newest stable version of each group, by name: \`Pod\`, \`DeploymentSpec\`. See docs/types.md for the rule. */
${lines.join('\n')}
`;
}
