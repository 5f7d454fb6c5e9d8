import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import { isForbidden } from '../../packages/kube-informers/src/meta/errors.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { connect } from './harness.js';
import { RealApi, realApiFolder } from './real-api.js';
import { changesNamespaces, everyWay, followsDefinition } from './scopes.js';

let clientset: Clientset;
let denied: Clientset | undefined;
let server: RealApi | undefined;

beforeAll(async () => {
  if (realApiFolder !== undefined) server = await RealApi.start();
  clientset = await connect(server?.kubeconfig);
  if (server === undefined) return;
  denied = new Clientset(await loadConfig({ kubeconfig: server.kubeconfig, context: 'realapi-denied' }));
});

afterAll(async () => {
  await clientset.close();
  await denied?.close();
  await server?.[Symbol.asyncDispose]();
});

// A user without any rights is one of the contexts of the folder's clusters.
test.skipIf(realApiFolder === undefined).each(everyWay)(
  'namespaces are added and removed, one of them forbidden: $queue, watch-list $useWatchList, compact $compact',
  async (way) => {
    if (denied === undefined) throw new Error('no user without rights');
    await expect(denied.list(coreV1.configMaps, 'default', {})).rejects.toSatisfy(isForbidden);
    await changesNamespaces(clientset, denied, way);
  },
);

test.each(everyWay)(
  'a definition is installed and deleted: $queue, watch-list $useWatchList, compact $compact',
  (way) => followsDefinition(clientset, way),
  120_000,
);
