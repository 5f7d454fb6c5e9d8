import type { TestProject } from 'vitest/node';
import { OwnServer } from '../own-server.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The kubeconfig file of the server that the files of a project share; undefined where each starts its own. */
    readonly kubeconfig: string | undefined;
    /** Whether its pods run on the kubelet of realcluster: their commands run on this machine. */
    readonly hasSmallKubelet: boolean;
  }
}

/** Starts the API server that the files of a project share; with KUBECONFIG, that cluster is used. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  provide('hasSmallKubelet', false);
  const given = process.env['KUBECONFIG'] ?? '';
  if (given !== '') {
    provide('kubeconfig', given);
    return () => Promise.resolve();
  }
  const server = await OwnServer.start();
  provide('kubeconfig', server.kubeconfig);
  return () => server[Symbol.asyncDispose]();
}
