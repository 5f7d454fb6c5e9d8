import { SharedInformerFactory } from 'kube-informers';
import type { ApplyConfiguration, appsv1, Clientset, corev1, DeepReadonly } from 'kube-informers';
import {
  Controller,
  generationChanged,
  isConditionTrue,
  Manager,
  runFinalizers,
  setCondition,
  setControllerReference,
} from 'kube-informers/controller';
import type { ManagerOptions } from 'kube-informers/controller';
import { websites } from './website.js';
import type { Website } from './website.js';

type Site = DeepReadonly<Website>;

const finalizer = 'example.com/dns';

/** What the operator manages outside the cluster. A host belongs to one owner: `publish` rejects for another one. */
export interface Dns {
  publish(host: string, owner: string): Promise<void>;
  /** Does nothing for a host that the owner does not have. */
  withdraw(host: string, owner: string): Promise<void>;
}

/** An operator that gives each Website a ConfigMap with its page, a Deployment that serves it, and a DNS record. */
export function websiteOperator(clientset: Clientset, dns: Dns, options: ManagerOptions = {}): Manager {
  const factory = new SharedInformerFactory(clientset);
  const controller = new Controller<Website>('website', {
    for: { informer: factory.forResource(websites), predicate: generationChanged },
    owns: [factory.apps().v1().deployments(), factory.core().v1().configMaps()],
    concurrency: 4,
    clock: options.clock,
    async reconcile({ object: site, namespace, name, client, events }) {
      if (site === undefined) return;
      const host = `${name}.example.com`;
      const owner = site.metadata?.uid ?? '';
      const { deleting } = await runFinalizers(client, site, {
        [finalizer]: () => dns.withdraw(host, owner),
      });
      if (deleting) return;
      await dns.publish(host, owner);
      await client.apply(pageOf(site));
      const conditions = conditionsOf(site, await client.apply<appsv1.Deployment>(deploymentOf(site)));
      if (conditions === site.status?.conditions) return;
      const metadata = { namespace, name };
      const status = { observedGeneration: site.metadata?.generation, conditions: [...conditions] };
      await client.applyStatus<Website>({ apiVersion: 'example.com/v1', kind: 'Website', metadata, status });
      if (isConditionTrue(conditions, 'Ready')) events.normal('Published', `the page is online at ${host}`);
    },
  });
  return new Manager(clientset, { factory, controllers: [controller], ...options });
}

function namesOf(site: Site) {
  return { name: `website-${site.metadata?.name}`, namespace: site.metadata?.namespace ?? '' };
}

function pageOf(site: Site) {
  return setControllerReference<ApplyConfiguration<corev1.ConfigMap>>(site, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: namesOf(site),
    data: { 'index.html': site.spec.html },
  });
}

function deploymentOf(site: Site) {
  const labels = { website: site.metadata?.name ?? '' };
  const { name } = namesOf(site);
  const volumeMounts = [{ name: 'page', mountPath: '/usr/share/nginx/html' }];
  const container = { name: 'web', image: 'nginx:1.29', volumeMounts };
  return setControllerReference<ApplyConfiguration<appsv1.Deployment>>(site, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: namesOf(site),
    spec: {
      replicas: site.spec.replicas ?? 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [container], volumes: [{ name: 'page', configMap: { name } }] },
      },
    },
  });
}

/** Ready as soon as all pods are available. Returns the array of the status if nothing has changed. */
function conditionsOf({ metadata, spec, status }: Site, deployment: DeepReadonly<appsv1.Deployment>) {
  const available = deployment.status?.availableReplicas ?? 0;
  const wanted = spec.replicas ?? 1;
  return setCondition(status?.conditions ?? [], {
    type: 'Ready',
    status: available >= wanted ? 'True' : 'False',
    reason: available >= wanted ? 'Available' : 'Waiting',
    message: `${available} of ${wanted} pods are available`,
    observedGeneration: metadata?.generation,
  });
}
