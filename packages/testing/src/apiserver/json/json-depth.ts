/**
 * Deeper values are rejected, since readers are recursive. The real server's limit is 10,000, far above real objects.
 */
export const maxDepth = 1000;

const problem = `exceeded max depth: more than ${maxDepth} levels are not read`;

/** Most levels of YAML, whose composer runs out of stack at about 800. */
export const maxYamlDepth = 400;

/** The problem with YAML that nests too deeply. */
export const yamlTooDeep = `exceeded max depth: more than ${maxYamlDepth} levels of YAML are not read`;

/** Returns the problem with a value that nests too deeply; undefined if it does not. */
export function depthProblem(value: unknown): string | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= maxDepth; depth++) {
    const next: unknown[] = [];
    for (const part of level) {
      if (typeof part !== 'object' || part === null) continue;
      for (const child of Object.values(part)) if (typeof child === 'object') next.push(child);
    }
    if (next.length === 0) return undefined;
    level = next;
  }
  return problem;
}
