import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { Clientset, waitFor } from 'kube-informers';
import { hasKubectl } from '../contract/kubectl.js';
import { connect, freshNamespace } from './harness.js';
import { rulesOf, userWith } from './users.js';

const names = ['db-0', 'db-1'];
const limit = { timeoutMs: 60_000 };

async function restart(clientset: Clientset, namespace: string): Promise<void> {
  await clientset.appsV1().statefulSets(namespace).restart('db');
  await waitFor(clientset, 'statefulsets', 'db', 'rollout', { namespace, ...limit });
}

async function evict(clientset: Clientset, namespace: string): Promise<void> {
  const pods = clientset.coreV1().pods(namespace);
  for (const name of names) {
    const { metadata } = await pods.get(name);
    await pods.evict(name);
    const isNext = (uid: string | undefined): boolean => uid !== undefined && uid !== metadata?.uid;
    await waitFor(clientset, 'pods', name, (pod) => isNext(pod?.metadata?.uid), { namespace, ...limit });
    await waitFor(clientset, 'pods', name, 'Ready', { namespace, ...limit });
  }
}

test.runIf(hasKubectl).each([
  ['a StatefulSet that is restarted', restart],
  ['a StatefulSet whose pods are evicted', evict],
])(
  'the logs of %s are the lines that kubectl shows of each of its pods',
  { timeout: 120_000 },
  async (_title, replace) => {
    await using clientset = await connect();
    const namespace = await freshNamespace(clientset);
    const rules = await rulesOf('docs/logs.md', 'Role');
    const user = await userWith(clientset.restClient.config, namespace, { rules });
    await using program = new Clientset(user.config);
    const script = 'i=0; while i=$((i+1)); do echo "$$ line $i"; sleep 0.05; done';
    await clientset
      .appsV1()
      .statefulSets(namespace)
      .create({
        metadata: { name: 'db' },
        spec: {
          serviceName: 'db',
          replicas: 2,
          podManagementPolicy: 'Parallel',
          selector: { matchLabels: { app: 'db' } },
          template: {
            metadata: { labels: { app: 'db' } },
            spec: {
              terminationGracePeriodSeconds: 1,
              containers: [{ name: 'app', image: 'busybox', command: ['sh', '-c', script] }],
            },
          },
        },
      });
    await waitFor(clientset, 'statefulsets', 'db', 'rollout', { namespace, ...limit });
    const kubectl = async (...args: readonly string[]): Promise<string[]> => {
      const { stdout } = await promisify(execFile)(
        'kubectl',
        ['-n', namespace, 'logs', '--timestamps', ...args],
        {
          maxBuffer: 64 * 1024 * 1024,
        },
      );
      return stdout.split('\n').filter((line) => line !== '');
    };
    const pods = clientset.coreV1().pods(namespace);
    // kubectl follows the first pods to their end.
    const before = names.map((name) => kubectl('-f', name));
    const seen = new Map(names.map((name): [string, string[]] => [name, []]));
    const notices: unknown[] = [];
    const firstUids = new Set((await pods.list()).items.map(({ metadata }) => metadata?.uid));
    let replacing: Promise<void> | undefined;
    let isReplaced = false;
    let linesAtEnd = Infinity;
    let count = 0;
    for await (const { pod, line } of program
      .coreV1()
      .pods(namespace)
      .allLogs(
        { labelSelector: 'app=db' },
        { follow: true, timestamps: true, onNotice: (notice) => void notices.push(notice) },
      )) {
      seen.get(pod)?.push(line);
      count++;
      if (count === 40) replacing = replace(clientset, namespace).then(() => void (isReplaced = true));
      if (isReplaced && linesAtEnd === Infinity) linesAtEnd = count + 60;
      if (count >= linesAtEnd) break;
    }
    await replacing;
    expect((await pods.list()).items.filter(({ metadata }) => firstUids.has(metadata?.uid))).toEqual([]);
    for (const [index, name] of names.entries()) {
      const own = seen.get(name) ?? [];
      const old = (await before[index]) ?? [];
      const current = (await kubectl(name)).slice(0, own.length - old.length);
      expect(current.length).toBeGreaterThan(10);
      expect(own).toEqual([...old, ...current]);
    }
    expect(notices).toEqual([]);
  },
);
