import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments, stringify } from 'yaml';
import { Clientset } from 'kube-informers';
import type { rbacv1, Resource, RestConfig } from 'kube-informers';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';

/** What a program may do: in one namespace, in all, or both. */
export interface Rights {
  /** Rules of a Role in the namespace of the user. */
  readonly rules?: readonly rbacv1.PolicyRule[];
  /** Rules of a ClusterRole. */
  readonly clusterRules?: readonly rbacv1.PolicyRule[];
}

/** A user with rights that can be taken away. */
export interface User {
  readonly config: RestConfig;
  /** `system:serviceaccount:NAMESPACE:NAME`. */
  readonly name: string;
  /** Gives the user other rights instead of those it has; resolves when the server decides by them. */
  setRights(rights: Rights): Promise<void>;
}

let users = 0;

/**
 * A program as it runs in production: the token of a service account of the namespace, with no more rights than those given.
 * `admin` is the configuration of a user who may give them. Works on every server with RBAC.
 */
export async function userWith(
  admin: RestConfig,
  namespace: string,
  rights: Rights,
  name = `user-${process.pid}-${users++}`,
): Promise<User> {
  await using clientset = new Clientset(admin);
  await clientset.coreV1().serviceAccounts(namespace).create({ metadata: { name } });
  const { status } = await clientset.coreV1().serviceAccounts(namespace).createToken(name);
  const config: RestConfig = {
    host: admin.host,
    tls: { ca: admin.tls?.ca, insecureSkipVerify: admin.tls?.insecureSkipVerify },
    credentials: { authorization: `Bearer ${status?.token}` },
  };
  await using fresh = new Clientset(config);
  const ofEveryone = await decidedFor(fresh, namespace);
  const bound = new Set<'Role' | 'ClusterRole'>();
  const user: User = {
    config,
    name: `system:serviceaccount:${namespace}:${name}`,
    async setRights({ rules = [], clusterRules = [] }) {
      await using writer = new Clientset(admin);
      const subject = { kind: 'ServiceAccount', name, namespace };
      const write = async (
        kind: 'Role' | 'ClusterRole',
        given: readonly rbacv1.PolicyRule[],
      ): Promise<void> => {
        if (given.length === 0 && !bound.has(kind)) return;
        // Cluster roles have no namespace that could tell them apart.
        const own = kind === 'Role' ? name : `${namespace}-${name}`;
        const apiGroup = 'rbac.authorization.k8s.io';
        const apiVersion = `${apiGroup}/v1`;
        const metadata = { name: own, ...(kind === 'Role' ? { namespace } : {}) };
        const roleRef = { apiGroup, kind, name: own };
        await writer.apply([
          { apiVersion, kind, metadata, rules: given },
          { apiVersion, kind: `${kind}Binding`, metadata, roleRef, subjects: [subject] },
        ] as object[]);
        bound.add(kind);
      };
      await write('Role', rules);
      await write('ClusterRole', clusterRules);
      // The authorizer sees roles a moment after they were written.
      const wanted = new Set([...ofEveryone, ...wordsOf([...rules, ...clusterRules])]);
      await using reader = new Clientset(config);
      while (!isDeepStrictEqual(await decidedFor(reader, namespace), wanted)) await systemClock.sleep(20);
    },
  };
  await user.setRights(rights);
  return user;
}

/** Writes a kubeconfig file of a user for the server of the kubeconfig file `given`. */
export async function writeKubeconfig(file: string, given: string, { config }: User): Promise<void> {
  const [document] = parseAllDocuments(await readFile(given, 'utf8'));
  // A kubeconfig that loadConfig has read.
  const kubeconfig = document?.toJS() as {
    readonly contexts: { name: string; context: { cluster: string } }[];
    readonly 'current-context': string;
  };
  const current = kubeconfig.contexts.find(({ name }) => name === kubeconfig['current-context']);
  const token = config.credentials?.authorization?.replace('Bearer ', '');
  const own = {
    ...kubeconfig,
    users: [{ name: 'program', user: { token } }],
    contexts: [{ name: 'program', context: { cluster: current?.context.cluster, user: 'program' } }],
    'current-context': 'program',
  };
  await writeFile(file, stringify(own), { mode: 0o600 });
}

/** A page's rules for the kind of its example, for other kinds. */
export function forKinds(
  rules: readonly rbacv1.PolicyRule[],
  kinds: readonly Resource[],
): rbacv1.PolicyRule[] {
  return rules.flatMap(({ verbs }) =>
    kinds.map(({ group, resource }) => ({ apiGroups: [group], resources: [resource], verbs })),
  );
}

/** Each rule in words: `get apps/deployments web`. */
function wordsOf(rules: readonly rbacv1.PolicyRule[]): Set<string> {
  const words = rules.flatMap(({ verbs, apiGroups, resources, resourceNames }) =>
    verbs.flatMap((verb) =>
      (apiGroups ?? []).flatMap((group) =>
        (resources ?? []).flatMap((resource) =>
          (resourceNames ?? ['']).map((name) => `${verb} ${group}/${resource} ${name}`),
        ),
      ),
    ),
  );
  return new Set(words);
}

/** What the authorizer knows of the rights of a user. */
async function decidedFor(clientset: Clientset, namespace: string): Promise<Set<string>> {
  const { status } = await clientset
    .authorizationV1()
    .selfSubjectRulesReviews()
    .create({ spec: { namespace } });
  return wordsOf(status?.resourceRules ?? []);
}

/**
 * The rules of a Role or ClusterRole in a manifest, or in a YAML block of a page, so that a test and what users read cannot
 * differ. `name` chooses one of several.
 */
export async function rulesOf(
  file: string,
  kind: 'Role' | 'ClusterRole',
  name?: string,
): Promise<rbacv1.PolicyRule[]> {
  const text = await readFile(file, 'utf8');
  const sources = file.endsWith('.md')
    ? [...text.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, block]) => block ?? '')
    : [text];
  const found = sources
    .flatMap((source) => parseAllDocuments(source))
    .map((document) => document.toJS() as rbacv1.Role | null) // a manifest of the repository
    .filter((object) => object?.kind === kind && (name === undefined || object.metadata?.name === name));
  const [role, second] = found;
  if (role?.rules === undefined || role.rules === null)
    throw new Error(`${file} has no ${kind}${name === undefined ? '' : ` ${name}`}`);
  if (second !== undefined) throw new Error(`${file} has ${found.length} of ${kind}: name one`);
  return role.rules;
}
