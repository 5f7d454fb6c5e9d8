import { resources, waitFor } from 'kube-informers';
import { openCluster, say } from '../cluster.js';
import { websiteOperator } from './operator.js';
import { websiteDefinition } from './definition.js';
import { websites } from './website.js';

await using cluster = await openCluster('website-operator', 'website-operator/deploy/rbac.yaml');
const { admin, clientset, namespace } = cluster;
await admin.apply([websiteDefinition]);

// Two replicas of the operator; one leads, the other takes over.
const hosts = new Set<string>();
const dns = {
  publish: (host: string) => Promise.resolve(void hosts.add(host)),
  withdraw: (host: string) => Promise.resolve(void hosts.delete(host)),
};
const replicas = ['one', 'two'].map((identity) => {
  const stop = new AbortController();
  const operator = websiteOperator(clientset, dns, {
    election: {
      namespace,
      name: 'website-operator',
      identity,
      leaseDurationMs: 3000,
      renewDeadlineMs: 2000,
      retryPeriodMs: 500,
      onNewLeader: (leader) => say(`${identity} sees the leader ${leader}`),
    },
  });
  return { operator, stop, ended: operator.run({ signal: stop.signal }) };
});

const sites = admin.resource(websites, namespace);
const deployments = admin.resource(resources.appsV1.deployments, namespace);
await sites.create({ metadata: { name: 'hello' }, spec: { html: '<h1>Hello</h1>', replicas: 2 } });
await isApplied(1);
say(`the deployment has ${(await deployments.get('website-hello')).spec?.replicas} replicas`);

// The leader stops; the other replica goes on where it was.
const leader = replicas.find(({ operator }) => operator.isLeading);
leader?.stop.abort();
await leader?.ended;
await sites.patch('hello', { spec: { replicas: 3 } }, { type: 'merge' });
await isApplied(2);
say(`the deployment has ${(await deployments.get('website-hello')).spec?.replicas} replicas`);

await sites.delete('hello');
await waitFor(admin, websites, 'hello', 'delete', { namespace });
say(`DNS records left: ${hosts.size}`);
for (const { stop, ended } of replicas) {
  stop.abort();
  await ended;
}
await admin.delete([websiteDefinition]);
await waitFor(admin, resources.apiextensionsV1.customResourceDefinitions, 'websites.example.com', 'delete');

async function isApplied(generation: number): Promise<void> {
  await waitFor(admin, websites, 'hello', (site) => site?.status?.observedGeneration === generation, {
    namespace,
  });
  say(`generation ${generation} is applied`);
}
