import { expect, test } from 'vitest';
import { Clientset, isForbidden, loadConfig, waitFor } from 'kube-informers';
import { streamSuite } from '../contract/streams.js';
import { connect, freshNamespace, hasSmallKubelet } from './harness.js';
import { userWith } from './users.js';

streamSuite(
  'the streams of a real cluster',
  async () => {
    const config = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
    return {
      config,
      addUser: async (namespace, rules) => (await userWith(config, namespace, { rules })).config,
      stop: () => Promise.resolve(),
    };
  },
  { isOnThisMachine: hasSmallKubelet },
);

test('a user needs no more than get and create of pods/exec, and one without is told so', async () => {
  const admin = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
  await using clientset = await connect();
  const namespace = await freshNamespace(clientset);
  await clientset
    .coreV1()
    .pods(namespace)
    .create({
      metadata: { name: 'web' },
      spec: { containers: [{ name: 'app', image: 'busybox', command: ['sh', '-c', 'exec sleep 3600'] }] },
    });
  await waitFor(clientset, 'pods', 'web', 'Ready', { namespace, timeoutMs: 60_000 });
  const user = await userWith(admin, namespace, {});
  await using own = new Clientset(user.config);
  const exec = () =>
    own
      .coreV1()
      .pods(namespace)
      .exec('web', { container: 'app', command: ['echo', 'a b', '', 'c'] });
  const refused: unknown = await exec().catch((error: unknown) => error);
  expect(refused).toSatisfy(isForbidden);
  expect(refused).toMatchObject({
    message: expect.stringContaining('a Role with the verbs get and create of pods/exec') as string,
  });
  await user.setRights({ rules: [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['get', 'create'] }] });
  const { stdout } = await exec();
  expect(stdout.toString()).toBe('a b  c\n');
});
