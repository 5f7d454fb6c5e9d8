/** The part of a kind that patterns are compared with. */
export interface NamedResource {
  readonly resource: string;
  readonly group: string;
}

/** Selects resources by name. */
export interface NameMatcher {
  matches(this: void, named: NamedResource): boolean;
  /** The patterns that nothing has matched so far. */
  unmatched(this: void): string[];
}

/**
 * Selects resources by `backups.example.com` or `example.com/backups`, those of the core group by `pods`; `*` stands for
 * any letters.
 *
 * Without patterns all resources match.
 */
export function nameMatcher(patterns: readonly string[]): NameMatcher {
  const open = new Set(patterns);
  return {
    matches: ({ resource, group }) => {
      let found = patterns.length === 0;
      for (const pattern of patterns) {
        if (!namesOf({ resource, group }).some((name) => isLike(name, pattern))) continue;
        open.delete(pattern);
        found = true;
      }
      return found;
    },
    unmatched: () => [...open],
  };
}

function namesOf({ resource, group }: NamedResource): string[] {
  const names = [`${resource}.${group}`, `${group}/${resource}`];
  return group === '' ? [resource, ...names] : names;
}

/** Compares part by part: a pattern with many `*` takes no longer than its length times that of the text. */
function isLike(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (others.length === 0) return text === pattern;
  if (!text.startsWith(first)) return false;
  const last = others.pop() ?? '';
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return text.length - from >= last.length && text.endsWith(last);
}
