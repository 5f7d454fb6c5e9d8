import { Clientset, consoleLogger, loadConfig } from 'kube-informers';
import { onSignals } from 'kube-informers/controller';
import { websiteOperator } from './operator.js';
import { websiteWebhooks } from './webhooks.js';

// Runs the operator against the cluster of your kubeconfig, or inside a cluster, until SIGTERM or SIGINT.
const clientset = new Clientset(await loadConfig());
const log = (verb: string) => (host: string) => Promise.resolve(console.log(verb, host));
const dns = { publish: log('publish'), withdraw: log('withdraw') };
const namespace = 'default';
const operator = websiteOperator(clientset, dns, {
  election: { namespace, name: 'website-operator' },
  health: { port: 8081 },
  logger: consoleLogger(),
});
operator.add(
  websiteWebhooks(clientset, {
    certificates: {
      secret: { namespace, name: 'website-operator-tls' },
      hosts: [`website-operator.${namespace}.svc`],
      configuration: 'website-operator',
    },
  }),
);
await operator.run({ signal: onSignals().signal });
await clientset.close();
