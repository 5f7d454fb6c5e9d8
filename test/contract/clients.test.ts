import { ApiServer } from '@kube-informers/testing';
import { nightly } from '../nightly.test-support.js';
import { clientSuite } from './clients.js';

clientSuite('other clients work with the embedded server like with a real one', async () => {
  const server = await ApiServer.start();
  return { kubeconfig: await server.kubeconfig(), stop: () => server.stop() };
});

if (nightly)
  clientSuite('other clients work with the embedded server and a token', async () => {
    const server = await ApiServer.start({ token: 'clients' });
    const without = { 'kube-informers/client-node': 'it sends credentials over https only, as client-go' };
    return { kubeconfig: await server.kubeconfig(), without, stop: () => server.stop() };
  });
