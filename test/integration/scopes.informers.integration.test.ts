import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import { isForbidden } from '../../packages/kube-informers/src/meta/errors.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { connect } from './harness.js';
import { changesNamespaces, everyWay, followsDefinition } from './scopes.js';
import { userWith } from './users.js';

let clientset: Clientset;
let denied: Clientset;

beforeAll(async () => {
  clientset = await connect();
  const admin = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
  denied = new Clientset((await userWith(admin, 'default', {})).config);
});

afterAll(async () => {
  await clientset.close();
  await denied.close();
});

test.each(everyWay)(
  'namespaces are added and removed, one of them forbidden: $queue, watch-list $useWatchList, compact $compact',
  async (way) => {
    await expect(denied.list(coreV1.configMaps, 'default', {})).rejects.toSatisfy(isForbidden);
    await changesNamespaces(clientset, denied, way);
  },
);

test.each(everyWay)(
  'a definition is installed and deleted: $queue, watch-list $useWatchList, compact $compact',
  (way) => followsDefinition(clientset, way),
  120_000,
);
