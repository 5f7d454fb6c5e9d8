import { expect, test } from 'vitest';
import { Clientset, isForbidden, resources } from 'kube-informers';
import { RealApiServer } from '@kube-informers/testing';

const { coreV1 } = resources;
const pod = { metadata: { name: 'web' }, spec: { containers: [{ name: 'nginx', image: 'nginx' }] } };

test('a real server keeps its objects, port and users when it is stopped, killed and started again', async () => {
  await using server = await RealApiServer.start();
  const { url } = server;
  const created = await server.create(coreV1.pods, { ...pod, status: { phase: 'Running' } });
  expect(created.status?.phase).toBe('Running');
  const viewer = await server.addAccount({
    name: 'viewer',
    rights: [{ namespace: 'default', rules: [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }] }],
  });
  await using clientset = new Clientset(viewer.config);
  expect((await clientset.coreV1().pods('default').list()).items).toHaveLength(1);
  await expect(clientset.coreV1().pods('kube-system').list()).rejects.toSatisfy(isForbidden);

  await server.stop();
  await server.start();
  expect((await server.get(coreV1.pods, 'web'))?.metadata?.uid).toBe(created.metadata?.uid);
  await server.kill();
  await server.start();
  expect((await clientset.coreV1().pods('default').list()).items).toHaveLength(1);
  expect(server.url).toBe(url);
  await server.delete(coreV1.pods, 'web');
  expect(await server.get(coreV1.pods, 'web')).toBeUndefined();
});
