import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { parseArgs } from 'node:util';
import { Clientset, loadConfig, readManifests, resources } from 'kube-informers';
import type { rbacv1, RestConfig } from 'kube-informers';
import { ApiServer } from '@kube-informers/testing';

/** The cluster that an example runs against, and the example's own namespace in it. */
export interface Cluster extends AsyncDisposable {
  /** Of the program: a user with no more than the Role of the example. */
  readonly config: RestConfig;
  readonly clientset: Clientset;
  /** Of an administrator, who prepares and changes what the program sees. */
  readonly admin: Clientset;
  readonly namespace: string;
  /** Where the API server reaches webhooks of this process. */
  readonly address: string;
  /** Gives the program its Role in one more namespace. */
  allow(namespace: string): Promise<void>;
}

/**
 * The cluster that `--kubeconfig FILE` or KUBECONFIG names; without either, an API server in this process. The program's rights are
 * the Role of this name in `manifest`, and the ClusterRole if there is one. All is deleted at the end.
 */
export async function openCluster(name: string, manifest = 'rbac.yaml'): Promise<Cluster> {
  const { values } = parseArgs({ options: { kubeconfig: { type: 'string' } } });
  const kubeconfig = values.kubeconfig ?? process.env['KUBECONFIG'];
  const server = kubeconfig === undefined ? await ApiServer.start({ authorizer: 'rbac' }) : undefined;
  const ofAdmin = server === undefined ? await loadConfig({ kubeconfig }) : { host: server.url };
  const admin = new Clientset(ofAdmin);
  const namespaces = admin.resource(resources.coreV1.namespaces);
  const { metadata } = await namespaces.create({ metadata: { generateName: 'example-' } });
  const namespace = metadata?.name ?? '';
  // A program in a cluster has the token of a service account.
  const config: RestConfig = { ...ofAdmin, impersonate: { userName: name } };
  const clientset = new Clientset(config);
  const text = await readFile(new URL(`../${manifest}`, import.meta.url), 'utf8');
  const given: object[] = [];
  const allow = async (where: string): Promise<void> => {
    for (const { kind = '', metadata: of, rules } of await readManifests(text)) {
      if (!kind.endsWith('Role') || of?.name !== name) continue;
      const roles = rolesFor(name, where, kind, rules as rbacv1.PolicyRule[]); // the rules of a Role
      await admin.apply(roles);
      given.push(...roles);
      // The authorizer sees roles a moment after they were written.
      for (const rule of rules as rbacv1.PolicyRule[]) while (!(await isAllowed(clientset, where, rule)));
    }
  };
  await allow(namespace);
  say(`using ${server === undefined ? config.host : 'the embedded API server'}, namespace ${namespace}`);
  return {
    config,
    clientset,
    admin,
    namespace,
    address: server === undefined ? ownAddress() : '127.0.0.1',
    allow,
    async [Symbol.asyncDispose]() {
      await clientset.close();
      await admin.delete(given);
      await namespaces.delete(namespace);
      await admin.close();
      await server?.[Symbol.asyncDispose]();
    },
  };
}

/** An address of this machine that an API server in a container of it reaches, too. */
export function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flat();
  return addresses.find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.1';
}

/** A role with these rules, and its binding to a user. */
function rolesFor(userName: string, namespace: string, kind: string, rules: rbacv1.PolicyRule[]): object[] {
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  // A namespace is used once, so its name tells roles of the whole cluster apart.
  const metadata = { name: namespace, ...(kind === 'Role' ? { namespace } : {}) };
  const roleRef = { apiGroup, kind, name: namespace };
  const subjects = [{ apiGroup, kind: 'User', name: userName }];
  return [
    { apiVersion, kind, metadata, rules },
    { apiVersion, kind: `${kind}Binding`, metadata, roleRef, subjects },
  ];
}

/** Whether the first right of a rule has effect. */
async function isAllowed(clientset: Clientset, namespace: string, rule: rbacv1.PolicyRule): Promise<boolean> {
  const [resource, subresource] = rule.resources?.[0]?.split('/') ?? [];
  const [verb, group, name] = [rule.verbs[0], rule.apiGroups?.[0], rule.resourceNames?.[0]];
  const attributes = { namespace, verb, group, resource, subresource, name };
  const { status } = await clientset
    .authorizationV1()
    .selfSubjectAccessReviews()
    .create({ spec: { resourceAttributes: attributes } });
  return status?.allowed === true;
}

/** A pod that would run anywhere; on a node when one is given. */
export function podNamed(name: string, labels: Record<string, string> = {}, nodeName?: string) {
  const containers = [{ name: 'pause', image: 'registry.k8s.io/pause:3.10' }];
  return {
    metadata: { name, labels },
    spec: { containers, ...(nodeName === undefined ? {} : { nodeName }) },
  };
}

/** One line for the reader. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
