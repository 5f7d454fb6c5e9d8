import { goQuote } from 'kube-informers/internal';

/** A rule of a role. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** Rights that only cluster-admin has: an aggregation rule can gather anything. */
export const fullAuthority: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: [] },
  { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['*'] },
];

/** Returns the rights of `rules` that no single rule of `owned` covers, each with one verb and one object. */
export function uncovered(owned: readonly PolicyRule[], rules: readonly PolicyRule[]): PolicyRule[] {
  return rules.flatMap(singleRules).filter((rule) => !owned.some((owner) => ownerCovers(owner, rule)));
}

/** Describes rights as the server's 403, those of the same object together: `{APIGroups:[""], Resources:["pods"], Verbs:["get"]}`. */
export function describeRules(rules: readonly PolicyRule[]): string {
  const verbs = new Map<string, string[]>();
  for (const rule of rules) {
    const fields: [string, readonly string[]][] = [
      ['APIGroups', rule.apiGroups],
      ['Resources', rule.resources],
      ['NonResourceURLs', rule.nonResourceURLs],
      ['ResourceNames', rule.resourceNames],
    ];
    const shown = fields
      .filter(([, texts]) => texts.length > 0)
      .map(([name, texts]) => `${name}:${quoted(texts)}`);
    const object = shown.join(', ');
    verbs.set(object, [...(verbs.get(object) ?? []), ...rule.verbs]);
  }
  return Array.from(verbs, ([object, all]) => `{${object}, Verbs:${quoted([...new Set(all)])}}`)
    .toSorted()
    .join('\n');
}

const quoted = (texts: readonly string[]): string => `[${texts.map(goQuote).join(' ')}]`;

function singleRules({
  verbs,
  apiGroups,
  resources,
  resourceNames,
  nonResourceURLs,
}: PolicyRule): PolicyRule[] {
  const names = resourceNames.length === 0 ? [[]] : resourceNames.map((name) => [name]);
  const single = (
    verb: string,
    group: string[],
    resource: string[],
    name: string[],
    url: string[],
  ): PolicyRule => ({
    verbs: [verb],
    apiGroups: group,
    resources: resource,
    resourceNames: name,
    nonResourceURLs: url,
  });
  return verbs.flatMap((verb) => [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) => names.map((name) => single(verb, [group], [resource], name, []))),
    ),
    ...nonResourceURLs.map((url) => single(verb, [], [], [], [url])),
  ]);
}

/** component-helpers' ruleCovers. */
function ownerCovers(owner: PolicyRule, rule: PolicyRule): boolean {
  const has = (list: readonly string[], texts: readonly string[]): boolean =>
    list.includes('*') || texts.every((text) => list.includes(text));
  const hasResource = (resource: string): boolean => {
    const [, subresource] = resource.split(/\/(.*)/s);
    return (
      has(owner.resources, [resource]) ||
      (subresource !== undefined && owner.resources.includes(`*/${subresource}`))
    );
  };
  const hasUrl = (url: string): boolean =>
    owner.nonResourceURLs.some(
      (own) => own === url || (own.endsWith('*') && url.startsWith(own.replace(/(?<!\*)\*+$/, ''))),
    );
  return (
    has(owner.verbs, rule.verbs) &&
    has(owner.apiGroups, rule.apiGroups) &&
    rule.resources.every(hasResource) &&
    rule.nonResourceURLs.every(hasUrl) &&
    (owner.resourceNames.length === 0 ||
      (rule.resourceNames.length > 0 &&
        rule.resourceNames.every((name) => owner.resourceNames.includes(name))))
  );
}
