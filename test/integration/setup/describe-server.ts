import type { TestProject } from 'vitest/node';
import { Clientset, loadConfig } from 'kube-informers';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The kubeconfig file of the server that the files of a project share; undefined where each starts its own. */
    readonly kubeconfig: string | undefined;
    /** Its minor version, or the one that it emulates. */
    readonly serverMinor: number;
    /** Whether its pods run on the kubelet of realcluster: their commands run on this machine. */
    readonly hasSmallKubelet: boolean;
  }
}

/** Tells the tests of a project which server they share. */
export async function describeServer({ provide }: TestProject, kubeconfig: string): Promise<void> {
  await using clientset = new Clientset(await loadConfig({ kubeconfig }));
  const text = await clientset.restClient.raw({ method: 'GET', path: '/version' });
  const { minor, emulationMinor = minor } = JSON.parse(Buffer.from(text).toString()) as {
    readonly minor: string;
    readonly emulationMinor?: string;
  };
  const { items } = await clientset.coreV1().nodes().list();
  provide('kubeconfig', kubeconfig);
  // Some add a sign: `34+`.
  provide('serverMinor', Number.parseInt(emulationMinor, 10));
  provide(
    'hasSmallKubelet',
    items.some(({ status }) => status?.nodeInfo?.osImage === 'realcluster'),
  );
}
