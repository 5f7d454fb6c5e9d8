import { expect, test } from 'vitest';
import { Clientset, isForbidden, loadConfig } from 'kube-informers';
import { streamSuite } from '../contract/streams.js';
import { connect, freshNamespace } from './harness.js';

streamSuite('the streams of the real API server', async () => ({
  config: await loadConfig({ kubeconfig: process.env['KUBECONFIG'] }),
  stop: () => Promise.resolve(),
}));

test('uses the credentials of the kubeconfig; a user without rights is told what to ask for', async () => {
  const kubeconfig = process.env['KUBECONFIG'];
  await using clientset = await connect();
  const namespace = await freshNamespace(clientset);
  await clientset
    .coreV1()
    .pods(namespace)
    .create({
      metadata: { name: 'web' },
      spec: { nodeName: 'node-1', containers: [{ name: 'app', image: 'app' }] },
    });
  await using denied = new Clientset(await loadConfig({ kubeconfig, context: 'realapi-denied' }));
  const refused: unknown = await denied
    .coreV1()
    .pods(namespace)
    .exec('web', { command: ['true'] })
    .catch((error: unknown) => error);
  expect(refused).toSatisfy(isForbidden);
  expect(refused).toMatchObject({
    message: expect.stringContaining('a Role with the verbs get and create of pods/exec') as string,
  });
  await using certificate = new Clientset(await loadConfig({ kubeconfig, context: 'realapi-cert' }));
  const { stdout } = await certificate
    .coreV1()
    .pods(namespace)
    .exec('web', { container: 'app', command: ['echo', 'a b', '', 'c'] });
  expect(stdout.toString()).toBe('a b  c\n');
});
