import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SharedInformerFactory, waitFor } from 'kube-informers';
import type { Clientset } from 'kube-informers';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { connect, freshNamespace } from './harness.js';
import { RealCluster } from './real-cluster.js';

let cluster: RealCluster;
let clientset: Clientset;

beforeAll(async () => {
  cluster = await RealCluster.start(
    '--controllers',
    '--nodes=3',
    // 300 s otherwise.
    '--default-not-ready-toleration-seconds=5',
    '--default-unreachable-toleration-seconds=5',
  );
  clientset = await connect(cluster.kubeconfig);
});

afterAll(async () => {
  await clientset.close();
  await cluster[Symbol.asyncDispose]();
});

/** Cuts a node off: it sends no status and answers nobody until this is disposed. */
async function lost(node: string): Promise<AsyncDisposable> {
  const file = join(cluster.state, 'kubelet', `${node}.down`);
  await writeFile(file, '');
  return { [Symbol.asyncDispose]: () => rm(file) };
}

test(
  'a pod of a lost node is marked, replaced on another node, and removed when its node is back',
  { timeout: 300_000 },
  async () => {
    const namespace = await freshNamespace(clientset);
    const labels = { app: 'web' };
    const containers = [{ name: 'app', image: 'busybox', command: ['sh', '-c', 'exec sleep 3600'] }];
    await clientset
      .appsV1()
      .deployments(namespace)
      .create({
        metadata: { name: 'web' },
        spec: {
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers } },
        },
      });
    await waitFor(clientset, 'deployments', 'web', 'Available', { namespace, timeoutMs: 60_000 });

    await using factory = new SharedInformerFactory(clientset, { namespace });
    const informer = factory.core().v1().pods().informer();
    factory.start();
    await factory.waitForCacheSync();
    const [first] = informer.indexer.list();
    const node = first?.spec?.nodeName ?? '';
    const stateOfFirst = (): string => {
      const pod = informer.indexer.list().find(({ metadata }) => metadata?.uid === first?.metadata?.uid);
      if (pod === undefined) return 'gone';
      return pod.metadata?.deletionTimestamp === undefined ? 'there' : 'marked';
    };
    const others = (): (string | undefined)[] =>
      informer.indexer
        .list()
        .filter(
          ({ metadata, status }) => metadata?.uid !== first?.metadata?.uid && status?.phase === 'Running',
        )
        .map(({ spec }) => spec?.nodeName);
    {
      await using _lost = await lost(node);
      while (stateOfFirst() !== 'marked') await systemClock.sleep(100);
      while (others().length === 0) await systemClock.sleep(100);
      expect(others()).toEqual([expect.not.stringMatching(node)]);
      // Nobody can confirm that its containers have ended.
      expect(stateOfFirst()).toBe('marked');
    }
    while (stateOfFirst() !== 'gone') await systemClock.sleep(100);
    expect(others()).toHaveLength(1);
  },
);
