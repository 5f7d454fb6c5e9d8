import type { metav1, rbacv1 } from 'kube-informers';
import { type OptionNames, requireKnownOptions, requireList, requireText } from 'kube-informers/internal';

/** What a user may do in one namespace, or in the whole cluster. */
export interface UserRights {
  /** Namespace of the Role that is made of the rules. Default: a ClusterRole, for the whole cluster. */
  readonly namespace?: string | undefined;
  /** Rules as in a Role: `{ verbs: ['list', 'watch'], apiGroups: [''], resources: ['pods'] }`. */
  readonly rules: readonly rbacv1.PolicyRule[];
}

const userRightsNames: OptionNames<UserRights> = { namespace: requireText, rules: requireList };

/** Checks that a value is a list of rights. */
export function requireRights(what: string, value: unknown): void {
  requireList(what, value);
  for (const rights of value as readonly unknown[]) {
    requireKnownOptions(`an entry of ${what}`, rights, userRightsNames);
    requireList(`rules of an entry of ${what}`, (rights as Partial<UserRights>).rules);
  }
}

/** A role and its binding for one user, with the same name. */
export interface RoleAndBinding {
  /** "" for a ClusterRole. */
  readonly namespace: string;
  readonly role: { readonly metadata: metav1.ObjectMeta; readonly rules: rbacv1.PolicyRule[] };
  readonly binding: Pick<rbacv1.RoleBinding, 'metadata' | 'roleRef' | 'subjects'>;
}

/** Returns what gives a user its rights: for each namespace one Role with its binding, and a ClusterRole for the others. */
export function rolesOf(
  name: string,
  subject: rbacv1.Subject,
  rights: readonly UserRights[],
): RoleAndBinding[] {
  const byNamespace = new Map<string, rbacv1.PolicyRule[]>();
  for (const { namespace = '', rules } of rights) {
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), ...rules]);
  }
  return Array.from(byNamespace, ([namespace, rules]) => {
    const metadata = namespace === '' ? { name } : { name, namespace };
    const kind = namespace === '' ? 'ClusterRole' : 'Role';
    return {
      namespace,
      role: { metadata, rules },
      binding: {
        metadata,
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
        subjects: [subject],
      },
    };
  });
}
