// The pages whose programs need pods that run: see page-roles.integration.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig, waitFor } from 'kube-informers';
import type { RestConfig } from 'kube-informers';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { connect, freshNamespace } from './harness.js';
import { needsEachRule } from './page-roles.js';
import type { PageProgram, ProgramParts } from './page-roles.js';

let config: RestConfig;
let admin: Clientset;
let shop: string;

beforeAll(async () => {
  config = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
  admin = await connect();
  shop = await freshNamespace(admin);
  await startPod('web');
});

afterAll(async () => {
  await admin.coreV1().namespaces().delete(shop);
  await admin.close();
});

/** Starts a pod of two containers, of which the second one is the default. */
async function startPod(name: string): Promise<void> {
  const container = (of: string) => ({
    name: of,
    image: 'busybox',
    command: ['sh', '-c', `echo ${name} ${of}; exec sleep 3600`],
    env: [{ name: 'CONTAINER', value: of }],
  });
  const annotations = { 'kubectl.kubernetes.io/default-container': 'app' };
  await admin
    .coreV1()
    .pods(shop)
    .create({
      metadata: { name, labels: { app: 'web' }, annotations },
      spec: { terminationGracePeriodSeconds: 1, containers: ['proxy', 'app'].map(container) },
    });
  await waitFor(admin, 'pods', name, 'Ready', { namespace: shop, timeoutMs: 60_000 });
}

async function follows({ clientset, namespace }: ProgramParts): Promise<unknown> {
  const lines = clientset
    .coreV1()
    .pods(shop)
    .allLogs({ labelSelector: 'app=web', containers: ['app'] }, { follow: true });
  // One that starts later is seen by watch.
  const later = namespace;
  try {
    for await (const { pod, line } of lines) {
      expect(line).toBe(`${pod} app`);
      if (pod === 'web') await startPod(later);
      if (pod === later) break;
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

async function executes({ clientset }: ProgramParts): Promise<unknown> {
  const pods = clientset.coreV1().pods(shop);
  try {
    for await (const { metadata } of pods.items({ fieldSelector: 'metadata.name=web' })) {
      const { stdout } = await pods.exec(metadata?.name ?? '', { command: ['sh', '-c', 'echo $CONTAINER'] });
      expect(stdout.toString()).toBe('app\n');
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

const programs: readonly PageProgram[] = [
  // Without `get` the end of a log is found in another way.
  { page: 'docs/logs.md', kind: 'Role', run: follows, without: { 'get pods': undefined } },
  {
    page: 'docs/streams.md',
    kind: 'Role',
    run: executes,
    without: {
      'get pods': /a container name must be specified for pod web, choose one of: \[proxy app\]/,
      'get pods/exec': /a Role with the verbs get and create of pods\/exec/,
      'create pods/exec': /a Role with the verbs get and create of pods\/exec/,
    },
  },
];

test.each(programs)(
  'the program of $page works with its $kind, and reports each right that is missing',
  (program) => needsEachRule(admin, config, program),
);
