import { Clientset, loadConfig } from 'kube-informers';
import { onSignals } from 'kube-informers/controller';
import { websiteOperator } from './operator.js';

// Runs the operator against the cluster of your kubeconfig, or inside a cluster, until SIGTERM or SIGINT.
const clientset = new Clientset(await loadConfig());
const dns = {
  publish: (host: string) => Promise.resolve(console.log(`publish ${host}`)),
  withdraw: (host: string) => Promise.resolve(console.log(`withdraw ${host}`)),
};
const operator = websiteOperator(clientset, dns, {
  election: { namespace: 'default', name: 'website-operator' },
  health: { port: 8081 },
  logger: console,
});
await operator.run({ signal: onSignals().signal });
await clientset.close();
