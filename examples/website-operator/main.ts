import { Clientset, consoleLogger, loadConfig } from 'kube-informers';
import { onSignals } from 'kube-informers/controller';
import { websiteOperator } from './operator.js';

// Runs the operator against the cluster of your kubeconfig, or inside a cluster, until SIGTERM or SIGINT.
const clientset = new Clientset(await loadConfig());
const log = (verb: string) => (host: string) => Promise.resolve(console.log(verb, host));
const dns = { publish: log('publish'), withdraw: log('withdraw') };
const election = { namespace: 'default', name: 'website-operator' };
const operator = websiteOperator(clientset, dns, {
  election,
  health: { port: 8081 },
  logger: consoleLogger(),
});
await operator.run({ signal: onSignals().signal });
await clientset.close();
