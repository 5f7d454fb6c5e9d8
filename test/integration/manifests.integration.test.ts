// clientset.apply on the server of KUBECONFIG: new kinds, dry runs, what counts as a change.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { readManifests } from '../../packages/kube-informers/src/client/manifests/manifests.js';
import { defineResource } from '../../packages/kube-informers/src/meta/resource.js';
import type { Resource } from '../../packages/kube-informers/src/meta/resource.js';
import { waitFor } from '../../packages/kube-informers/src/wait/wait-for.js';
import { apiextensionsV1, coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { connect, connectAs, connectReader, freshNamespace } from './harness.js';
import { forKinds, rulesOf } from './users.js';

const exec = promisify(execFile);
const maxBuffer = 64 * 1024 * 1024;

let clientset: Clientset;
beforeAll(async () => {
  clientset = await connect();
});
afterAll(() => clientset.close());

let counter = 0;

/** A program that may do with these kinds what the page says. */
const connectDeployer = async (...kinds: readonly Resource[]): Promise<Clientset> =>
  connectAs(forKinds(await rulesOf('docs/manifests.md', 'ClusterRole'), kinds));

function manifests(): { text: string; namespace: string; kinds: Resource[] } {
  const id = `${Date.now().toString(36)}${counter++}`;
  const namespace = `it-manifests-${id}`;
  const text = `
apiVersion: ${id}.example.com/v1
kind: Order
metadata: { name: first, namespace: ${namespace} }
spec: { items: 3 }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: ${namespace} }
data: { colour: red }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: orders.${id}.example.com }
spec:
  group: ${id}.example.com
  scope: Namespaced
  names: { plural: orders, kind: Order }
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: { spec: { type: object, properties: { items: { type: integer } } } }
---
apiVersion: v1
kind: Namespace
metadata: { name: ${namespace} }
`;
  const orders = defineResource({
    group: `${id}.example.com`,
    version: 'v1',
    resource: 'orders',
    kind: 'Order',
    namespaced: true,
  });
  const { customResourceDefinitions } = apiextensionsV1;
  return {
    text,
    namespace,
    kinds: [coreV1.namespaces, coreV1.configMaps, customResourceDefinitions, orders],
  };
}

const outcomes = (
  results: readonly { outcome: string; resource?: { resource: string } | undefined }[],
): string[] => results.map(({ outcome, resource }) => `${outcome} ${resource?.resource}`);

test('apply creates a namespace, a kind and its objects, then changes only what differs', async () => {
  const { text, namespace, kinds } = manifests();
  await using program = await connectDeployer(...kinds);
  expect(outcomes(await program.apply(text))).toEqual([
    'created namespaces',
    'created customresourcedefinitions',
    'created orders',
    'created configmaps',
  ]);
  const changed = text.replace('red', 'green');
  const results = await program.apply(changed, { dryRun: true });
  expect(outcomes(results)).toEqual([
    'unchanged namespaces',
    'unchanged customresourcedefinitions',
    'unchanged orders',
    'configured configmaps',
  ]);
  expect(results.at(-1)).toMatchObject({ changes: [{ path: 'data.colour', before: 'red', after: 'green' }] });
  expect(outcomes(await program.apply(changed)).at(-1)).toBe('configured configmaps');
  expect((await clientset.coreV1().configMaps(namespace).get('settings')).data).toEqual({ colour: 'green' });
});

test('apply reports a refused field, another manager and an unknown field of each object', async () => {
  const { text, namespace } = manifests();
  await clientset.apply(text, { fieldManager: 'other' });
  await using program = await connectDeployer(coreV1.configMaps);
  const results = await program.apply(
    [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'settings', namespace },
        data: { colour: 'blue' },
      },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', namespace }, daat: {} },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace } },
    ] as object[],
    { onFailure: 'collect' },
  );
  expect(results.map((result) => (result.outcome === 'failed' ? result.reason : result.outcome))).toEqual([
    expect.stringMatching(/"other".*; force: true takes the fields over$/s),
    expect.stringContaining('daat'),
    'created',
  ]);
});

test('waitFor sees a condition, a value and a deletion, and its error has the state and the events', async () => {
  const namespace = await freshNamespace(clientset);
  const pods = clientset.coreV1().pods(namespace);
  const labels = { app: 'web' };
  const options = { namespace, timeoutMs: 20_000 };
  await pods.create({
    metadata: { name: 'web', labels },
    // No scheduler takes it, so no kubelet writes its status.
    spec: { containers: [{ name: 'app', image: 'app' }], schedulingGates: [{ name: 'example.com/wait' }] },
  });
  await using program = await connectReader(coreV1.pods, coreV1.events);
  const late = waitFor(program, 'pods', 'web', 'Ready', { namespace, timeoutMs: 2000 });
  await expect(late).rejects.toMatchObject({
    code: 'ERR_WAIT_TIMEOUT',
    message: expect.stringMatching(/last state: phase "Pending".*no events$/) as string,
  });
  const waiting = [
    waitFor(program, 'pods', { labelSelector: 'app=web' }, 'Ready', options),
    waitFor(program, 'pods', 'web', 'jsonpath={.status.phase}=Running', options),
  ];
  const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
  await pods.patch('web', { status }, { type: 'merge', subresource: 'status' });
  await Promise.all(waiting);
  const gone = waitFor(program, 'pods', 'web', 'delete', options);
  await pods.delete('web', { gracePeriodSeconds: 0 });
  expect(await gone).toBeUndefined();
});

/** Applies a text as `kubectl apply --prune --applyset` does, and resolves with what it prints. */
async function kubectlApply(namespace: string, applySet: string, text: string): Promise<string> {
  const args = ['apply', '--prune', `--applyset=${applySet}`, '--server-side', '-n', namespace, '-f', '-'];
  const running = exec('kubectl', args, { env: { ...process.env, KUBECTL_APPLYSET: 'true' } });
  running.child.stdin?.end(text);
  const { stdout } = await running;
  return stdout;
}

test("kubectl and apply prune each other's sets, and refuse one of another tool", async () => {
  const namespace = await freshNamespace(clientset);
  const settings = (...names: string[]): string =>
    names.map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`).join('---\n');
  const prune = { applySet: 'configmaps/web', tooling: 'kubectl/v1.32.0' };
  const rules = forKinds(await rulesOf('docs/manifests.md', 'ClusterRole'), [coreV1.configMaps]);
  // To find what is to be pruned.
  await using program = await connectAs(rules.map((rule) => ({ ...rule, verbs: [...rule.verbs, 'list'] })));
  await program.apply(settings('a', 'b'), { namespace, prune });
  expect(await kubectlApply(namespace, 'configmaps/web', settings('b', 'c'))).toContain('configmap/a pruned');
  expect(outcomes(await program.apply(settings('c'), { namespace, prune }))).toEqual([
    'unchanged configmaps',
    'pruned configmaps',
  ]);
  const { items } = await clientset
    .coreV1()
    .configMaps(namespace)
    .list({ labelSelector: 'applyset.kubernetes.io/part-of' });
  expect(items.map(({ metadata }) => metadata?.name)).toEqual(['c']);
  const own = { applySet: 'configmaps/own' };
  await program.apply(settings('d'), { namespace, prune: own });
  await expect(kubectlApply(namespace, 'configmaps/own', settings('e'))).rejects.toThrow(
    'managed by tooling "kube-informers" instead of "kubectl"',
  );
  expect(outcomes(await program.delete(settings('c', 'd'), { namespace }))).toEqual([
    'deleted configmaps',
    'deleted configmaps',
  ]);
});

/** Runs kubectl with a text as its input; resolves with its exit code and what it prints. */
async function kubectl(args: readonly string[], text = ''): Promise<{ code: number; out: string }> {
  const running = exec('kubectl', args, { maxBuffer });
  running.child.stdin?.end(text);
  return running.then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      out: stdout + stderr,
    }),
  );
}

const web = (replicas: number, ...env: readonly string[]): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { app: web, tier: t${env.length} } }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
      - name: app
        image: app
        env: [${env.map((name) => `{ name: ${name}, value: x }`).join(', ')}]
`;

test('values of YAML are those of kubectl', async () => {
  const scalar = fc.stringMatching(/^[-+.0-9a-fxobOXB_eEynYN~]{1,8}$/);
  const words = [
    'yes',
    'off',
    'No',
    'True',
    'null',
    'NULL',
    '2001-12-14',
    '1:30',
    '! 5',
    '!!float 5',
    '!x 5',
  ];
  const maps = ['{yes: 1}', '{0x10: 1}', '{1.5: 1}', '{010: 1}', '!!set {x}', '!!omap [a: 1]'];
  const samples = fc
    .sample(scalar, { numRuns: 1000, seed: 1 })
    .filter((text) => !/^-$|^-?\.(nan|inf)$/i.test(text));
  const ours: unknown[] = [];
  const documents: string[] = [];
  for (const text of [...words, ...maps, ...samples]) {
    const document = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a${documents.length} }\nvalue: ${text}\n`;
    const [object] = await readManifests(document);
    documents.push(document);
    ours.push(toNumbers(object?.['value']));
  }
  const args = ['create', '--dry-run=client', '--validate=false', '-o', 'json', '-f', '-'];
  const { code, out } = await kubectl(args, documents.join('---\n'));
  expect({ code, out: code === 0 ? '' : out }).toEqual({ code: 0, out: '' });
  const theirs = await readManifests(out);
  expect(theirs.map((object, index) => ({ [documents[index] ?? '']: toNumbers(object['value']) }))).toEqual(
    ours.map((value, index) => ({ [documents[index] ?? '']: value })),
  );
});

const toNumbers = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : (value ?? null));

test('kubectl diff finds no difference after apply, and the same one as a dry run before', async () => {
  const namespace = await freshNamespace(clientset);
  const diff = ['diff', '--server-side', '--field-manager=kube-informers', '-n', namespace, '-f', '-'];
  await clientset.apply(web(1, 'A', 'B'), { namespace });
  expect(await kubectl(diff, web(1, 'A', 'B'))).toEqual({ code: 0, out: '' });
  expect(outcomes(await clientset.apply(web(1, 'A', 'B'), { namespace }))).toEqual(['unchanged deployments']);
  const [dry] = await clientset.apply(web(2, 'A'), { namespace, dryRun: true });
  expect(dry?.changes?.map(({ path }) => path)).toEqual([
    'metadata.labels.tier',
    'spec.replicas',
    'spec.template.spec.containers[0].env',
  ]);
  const { code, out } = await kubectl(diff, web(2, 'A'));
  expect(code).toBe(1);
  expect(out.match(/^[-+] +[a-z].*/gm)?.map((line) => line.replace(/ +/g, ' ').slice(0, 10))).toEqual(
    expect.arrayContaining(['- tier: t2', '+ tier: t1', '- replicas', '+ replicas']),
  );
  await clientset.apply(web(2, 'A'), { namespace });
  expect(await kubectl(diff, web(2, 'A'))).toEqual({ code: 0, out: '' });
});

test('after kubectl apply, apply removes what kubectl apply --server-side removes', async () => {
  const [ours, theirs] = [await freshNamespace(clientset), await freshNamespace(clientset)];
  for (const namespace of [ours, theirs])
    expect((await kubectl(['apply', '-n', namespace, '-f', '-'], web(1, 'A', 'B'))).code).toBe(0);
  const [dry] = await clientset.apply(web(2, 'A'), { namespace: ours, dryRun: true });
  expect(dry?.outcome).toBe('configured');
  expect(dry?.changes?.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['spec.replicas', 'spec.template.spec.containers[0].env[1]']),
  );
  const [result] = await clientset.apply(web(2, 'A'), { namespace: ours });
  expect(result?.outcome).toBe('configured');
  const serverSide = ['apply', '--server-side', '--force-conflicts', '-n', theirs, '-f', '-'];
  expect((await kubectl(serverSide, web(2, 'A'))).code).toBe(0);
  const [one, other] = await Promise.all(
    [ours, theirs].map((namespace) => clientset.appsV1().deployments(namespace).get('web')),
  );
  expect(one?.spec).toEqual(other?.spec);
  expect(one?.metadata?.labels).toEqual(other?.metadata?.labels);
  expect(one?.metadata?.managedFields?.map(({ manager }) => manager)).toEqual(['kube-informers']);
  expect(outcomes(await clientset.apply(web(2, 'A'), { namespace: ours }))).toEqual([
    'unchanged deployments',
  ]);
});

test('a kind that is away stays in the set for kubectl as well, and both prune when it is back', async () => {
  const { text, namespace } = manifests();
  const prune = { applySet: 'configmaps/web', tooling: 'kubectl/v1.37.0' };
  const [, id = ''] = /apiVersion: (\w+)\.example/.exec(text) ?? [];
  const documents = text.split('---');
  const definition = documents.filter((document) => /kind: (Custom|Namespace)/.test(document)).join('---');
  const settings = documents.find((document) => document.includes('kind: ConfigMap')) ?? '';
  const order = documents.find((document) => document.includes('kind: Order')) ?? '';
  await clientset.apply(definition);
  await clientset.apply([settings, order].join('---'), { namespace, prune });
  const name = `orders.${id}.example.com`;
  const definitions = clientset.apiextensionsV1().customResourceDefinitions();
  const served = (value: boolean): Promise<unknown> =>
    definitions.patch(name, [{ op: 'replace', path: '/spec/versions/0/served', value }], { type: 'json' });
  await served(false);
  // As after the start of an API server that does not know the kind yet.
  await vi.waitFor(
    async () => {
      clientset.discovery().invalidate();
      const groups = await clientset.discovery().groups();
      expect(groups.map(({ name: group }) => group)).not.toContain(`${id}.example.com`);
    },
    { timeout: 60_000 },
  );
  await expect(clientset.apply(settings, { namespace, prune })).rejects.toMatchObject({
    code: 'ERR_MANIFESTS',
    message: expect.stringContaining(`what the set has of Order.${id}.example.com was not pruned`) as string,
  });
  await expect(kubectlApply(namespace, 'configmaps/web', settings)).rejects.toThrow('could not find mapping');
  await served(true);
  await clientset.apply(definition);
  expect(outcomes(await clientset.apply(settings, { namespace, prune }))).toEqual([
    'unchanged configmaps',
    'pruned orders',
  ]);
});

test('each restart changes the pod template', async () => {
  const namespace = await freshNamespace(clientset);
  const deployments = clientset.appsV1().deployments(namespace);
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app' }] } };
  await deployments.create({
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: labels }, template },
  });
  const { metadata, spec } = await deployments.restart('web');
  expect(metadata?.generation).toBe(2);
  expect(spec?.template.metadata?.annotations?.['kubectl.kubernetes.io/restartedAt']).toMatch(
    /^[\d-]+T[\d:]+\.\d{9}Z$/,
  );
  expect((await deployments.restart('web')).metadata?.generation).toBe(3);
});
