import { type Clientset, type rbacv1 } from 'kube-informers';
import { systemClock } from 'kube-informers/internal';

const pollMs = 10;

/** Waits until the server's authoriser knows a rule that was just written: it reads roles and bindings from its own caches. */
export async function untilAllowed(
  clientset: Clientset,
  user: string,
  namespace: string,
  rule: rbacv1.PolicyRule | undefined,
): Promise<void> {
  const [verb] = rule?.verbs ?? [];
  if (rule === undefined || verb === undefined) return;
  const spec = { user, ...attributesOf(rule, verb, namespace) };
  const reviews = clientset.authorizationV1().subjectAccessReviews();
  for (;;) {
    const { status } = await reviews.create({ spec });
    if (status?.allowed === true) return;
    await systemClock.sleep(pollMs);
  }
}

/** What the rule allows; `*` stands for itself. */
function attributesOf(rule: rbacv1.PolicyRule, verb: string, namespace: string): object {
  const [path] = rule.nonResourceURLs ?? [];
  if (path !== undefined) return { nonResourceAttributes: { verb, path } };
  const [resource = '', subresource = ''] = (rule.resources?.[0] ?? '').split('/');
  const [group = ''] = rule.apiGroups ?? [];
  const [name = ''] = rule.resourceNames ?? [];
  return { resourceAttributes: { verb, group, resource, subresource, namespace, name } };
}
