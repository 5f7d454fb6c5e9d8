import { parseArgs } from 'node:util';
import { Clientset, resources, loadConfig } from 'kube-informers';
import type { RestConfig } from 'kube-informers';
import { ApiServer } from '@kube-informers/testing';

/** The cluster that an example runs against, and the example's own namespace in it. */
export interface Cluster extends AsyncDisposable {
  readonly config: RestConfig;
  readonly clientset: Clientset;
  readonly namespace: string;
}

/**
 * The cluster that `--kubeconfig FILE` or KUBECONFIG names; without either, an API server in this process. The
 * namespace is deleted at the end.
 */
export async function openCluster(): Promise<Cluster> {
  const { values } = parseArgs({ options: { kubeconfig: { type: 'string' } } });
  const kubeconfig = values.kubeconfig ?? process.env['KUBECONFIG'];
  const server = kubeconfig === undefined ? await ApiServer.start() : undefined;
  const config = server === undefined ? await loadConfig({ kubeconfig }) : { host: server.url };
  const clientset = new Clientset(config);
  const { metadata } = await clientset
    .resource(resources.coreV1.namespaces)
    .create({ metadata: { generateName: 'example-' } });
  const namespace = metadata?.name ?? '';
  say(`using ${server === undefined ? config.host : 'the embedded API server'}, namespace ${namespace}`);
  return {
    config,
    clientset,
    namespace,
    async [Symbol.asyncDispose]() {
      await clientset.resource(resources.coreV1.namespaces).delete(namespace);
      await clientset.close();
      await server?.[Symbol.asyncDispose]();
    },
  };
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
