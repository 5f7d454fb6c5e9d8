import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import { isForbidden } from '../../packages/kube-informers/src/meta/errors.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { connect, connectReader } from './harness.js';
import { changesNamespaces, everyWay, followsDefinition } from './scopes.js';
import { userWith } from './users.js';

let clientset: Clientset;
let denied: Clientset;
let program: Clientset;

beforeAll(async () => {
  clientset = await connect();
  program = await connectReader(coreV1.configMaps);
  const admin = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
  denied = new Clientset((await userWith(admin, 'default', {})).config);
});

afterAll(async () => {
  await clientset.close();
  await denied.close();
  await program.close();
});

test.each(everyWay)(
  'namespaces are added and removed, one of them forbidden: watch-list $useWatchList, $cacheFormat.id',
  async (way) => {
    await expect(denied.list(coreV1.configMaps, 'default', {})).rejects.toSatisfy(isForbidden);
    await changesNamespaces(clientset, denied, way, program);
  },
);

test.each(everyWay)(
  'a definition is installed and deleted: watch-list $useWatchList, $cacheFormat.id',
  (way) =>
    followsDefinition(clientset, way, async (resource) => {
      const reader = await connectReader(resource);
      onTestFinished(() => reader.close());
      return reader;
    }),
  120_000,
);
