import { yamlDepth } from 'kube-informers/internal';

/**
 * Deeper values are rejected, since readers are recursive. The real server's limit is 10,000, far above real objects.
 */
export const maxDepth = 1000;

const problem = `exceeded max depth: more than ${maxDepth} levels are not read`;

/** The parser of YAML runs out of stack at about 800 levels, and `yamlDepth` may count half of them. */
const maxYamlDepth = 400;

/** The problem with YAML that nests too deeply. */
export const yamlTooDeep = `exceeded max depth: more than ${maxYamlDepth} levels of YAML are not read`;

/** Returns the problem with too deep YAML before it is parsed, which would take very long. */
export function yamlDepthProblem(text: string): string | undefined {
  return yamlDepth(text, maxYamlDepth) > maxYamlDepth ? yamlTooDeep : undefined;
}

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
