import { expect } from 'vitest';
import { Clientset } from 'kube-informers';
import type { rbacv1, RestConfig } from 'kube-informers';
import { freshNamespace } from './harness.js';
import { rulesOf, userWith } from './users.js';
import type { User } from './users.js';

/** What a program under test has. */
export interface ProgramParts {
  /** With the rights that the test gives. */
  readonly clientset: Clientset;
  readonly user: User;
  readonly admin: Clientset;
  /** A new one. */
  readonly namespace: string;
}

/** A page with a Role, and the program for which the Role is. */
export interface PageProgram {
  readonly page: string;
  readonly kind: 'Role' | 'ClusterRole';
  /** Name of the Role, if the page has several. */
  readonly role?: string;
  /** Rights that the program has besides. */
  readonly also?: readonly rbacv1.PolicyRule[];
  /** Runs it once. Resolves with what it reports when a right is missing, and with undefined if all is done. */
  readonly run: (parts: ProgramParts) => Promise<unknown>;
  /** What it says instead of the 403 of the server, by `verb resource`; undefined if it does without. */
  readonly without?: Readonly<Record<string, RegExp | undefined>>;
}

/** One right fewer: the rules without a verb of a resource, or a resource of a rule. */
function* reduced(
  rules: readonly rbacv1.PolicyRule[],
): Generator<{ verb: string; resource: string; rest: rbacv1.PolicyRule[] }> {
  for (const [index, rule] of rules.entries())
    for (const resource of rule.resources ?? [])
      for (const verb of rule.verbs) {
        const others = rules.filter((_rule, other) => other !== index);
        const verbs = rule.verbs.filter((each) => each !== verb);
        const resources = (rule.resources ?? []).filter((each) => each !== resource);
        const rest = [
          ...others,
          ...(verbs.length === 0 ? [] : [{ ...rule, verbs, resources: [resource] }]),
          ...(resources.length === 0 ? [] : [{ ...rule, resources }]),
        ];
        yield { verb, resource, rest };
      }
}

/** The program works with the rules of its page, and without any one of them it reports which one is missing. */
export async function needsEachRule(
  admin: Clientset,
  config: RestConfig,
  { page, kind, role, also = [], run, without = {} }: PageProgram,
): Promise<void> {
  const rules = await rulesOf(page, kind, role);
  expect(JSON.stringify(rules)).not.toContain('*');
  const user = await userWith(config, await freshNamespace(admin), {});
  const runWith = async (clusterRules: readonly rbacv1.PolicyRule[]): Promise<unknown> => {
    await user.setRights({ clusterRules: [...clusterRules, ...also] });
    await using clientset = new Clientset(user.config);
    return await run({ clientset, user, admin, namespace: await freshNamespace(admin) });
  };
  for (const { verb, resource, rest } of reduced(rules)) {
    const right = `${verb} ${resource}`;
    const named = new RegExp(`cannot ${verb} resource "${resource}"`);
    const expected = right in without ? without[right] : named;
    const reported = await runWith(rest);
    const text = reported instanceof Error ? messagesOf(reported) : reported;
    if (expected === undefined) expect(text, `without ${right}`).toBeUndefined();
    else expect(text, `without ${right}`).toMatch(expected);
  }
  expect(await runWith(rules)).toBeUndefined();
}

/** The message of an error, and those of its causes. */
function messagesOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${messagesOf(error.cause)}` : error.message;
}
