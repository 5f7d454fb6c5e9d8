import type { TestProject } from 'vitest/node';
import { OwnServer } from '../own-server.js';
import { describeServer } from './describe-server.js';

/** Starts the API server that the files of a project share; with KUBECONFIG, that cluster is used. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['KUBECONFIG'] ?? '';
  // The contract expects 401 without credentials, and kube-apiserver lets anonymous users in by default.
  const server = given === '' ? await OwnServer.start('--anonymous-auth=false') : undefined;
  await describeServer(project, server?.kubeconfig ?? given);
  return async () => server?.[Symbol.asyncDispose]();
}
