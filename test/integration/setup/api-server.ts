import type { TestProject } from 'vitest/node';
import { OwnServer } from '../own-server.js';
import { describeServer } from './describe-server.js';

/** Starts the API server that the files of a project share; with KUBECONFIG, that cluster is used. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['KUBECONFIG'] ?? '';
  const server = given === '' ? await OwnServer.start() : undefined;
  await describeServer(project, server?.kubeconfig ?? given);
  return async () => server?.[Symbol.asyncDispose]();
}
