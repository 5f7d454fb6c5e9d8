import type { TestProject } from 'vitest/node';
import { RealCluster } from '../real-cluster.js';
import { describeServer } from './describe-server.js';

/** The cluster of KUBECONFIG, such as one of kind; without it, the scripts of REALCLUSTER start one with three nodes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['KUBECONFIG'] ?? '';
  const cluster = given === '' ? await RealCluster.start('--controllers', '--nodes=3') : undefined;
  await describeServer(project, cluster?.kubeconfig ?? given);
  return async () => cluster?.[Symbol.asyncDispose]();
}
