import type { TestProject } from 'vitest/node';
import { Clientset, loadConfig } from 'kube-informers';
import { RealCluster } from '../real-cluster.js';

/** The cluster of KUBECONFIG, such as one of kind; without it, the scripts of REALCLUSTER start one with three nodes. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env['KUBECONFIG'] ?? '';
  const cluster = given === '' ? await RealCluster.start('--controllers', '--nodes=3') : undefined;
  const kubeconfig = cluster?.kubeconfig ?? given;
  provide('kubeconfig', kubeconfig);
  await using clientset = new Clientset(await loadConfig({ kubeconfig }));
  const { items } = await clientset.coreV1().nodes().list();
  provide(
    'hasSmallKubelet',
    items.some(({ status }) => status?.nodeInfo?.osImage === 'realcluster'),
  );
  return async () => cluster?.[Symbol.asyncDispose]();
}
