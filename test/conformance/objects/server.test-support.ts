import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../../../packages/kube-informers/src/client/clientset.js';

/** Runs a test with a client of an embedded API server of its own. */
export async function onServer(
  run: (clientset: Clientset, server: ApiServer) => Promise<void>,
): Promise<void> {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url, proxyUrl: '' });
  await run(clientset, server);
}
