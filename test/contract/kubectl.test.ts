import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiServer } from '../../src/apiserver/index.js';
import { appsV1, coreV1 } from '../../src/resources/index.js';

const installed = spawnSync('kubectl', ['version', '--client']).status === 0;

const deployment = (image: string): string =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image }] } },
    },
  });

/** People will point kubectl at it: what they type must work. Runs where kubectl is installed. */
describe.runIf(installed)('kubectl works with the embedded server', { timeout: 60_000 }, () => {
  let server: ApiServer | undefined;
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
    server = await ApiServer.start();
    await writeFile(join(folder, 'config'), server.kubeconfig());
  });

  afterEach(async () => {
    await server?.close();
    await rm(folder, { recursive: true });
  });

  const options = (): string[] => [
    '--kubeconfig',
    join(folder, 'config'),
    '--cache-dir',
    join(folder, 'cache'),
  ];

  function kubectl(command: string, input = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = execFile('kubectl', [...options(), ...command.split(' ')], (error, stdout, stderr) => {
        if (error === null) resolve(stdout.trim());
        else reject(new Error(`kubectl ${command}: ${stderr}`));
      });
      child.stdin?.end(input);
    });
  }

  function use(): ApiServer {
    if (server === undefined) throw new Error('the server did not start');
    return server;
  }

  test('create, get, label, annotate, delete', async () => {
    const map = JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a' },
      data: { k: 'v' },
    });
    expect(await kubectl('create -f -', map)).toBe('configmap/a created');
    await expect(kubectl('create -f -', map)).rejects.toThrow('configmaps "a" already exists');
    expect(await kubectl('get cm a -o jsonpath={.data.k}')).toBe('v');
    expect(await kubectl('get configmaps')).toMatch(/^NAME +DATA +AGE\na +1 +\d+s$/);
    expect(await kubectl('label cm a x=y')).toBe('configmap/a labeled');
    expect(await kubectl('annotate cm a q=r')).toBe('configmap/a annotated');
    expect(await kubectl('get cm -l x=y -o name')).toBe('configmap/a');
    expect(await kubectl('delete cm a')).toBe('configmap "a" deleted');
    await expect(kubectl('get cm a')).rejects.toThrow('configmaps "a" not found');
  });

  test('apply, by the client and by the server, patch and scale', async () => {
    expect(await kubectl('apply -f -', deployment('nginx:1'))).toBe('deployment.apps/web created');
    expect(await kubectl('apply -f -', deployment('nginx:1'))).toBe('deployment.apps/web unchanged');
    expect(await kubectl('apply -f -', deployment('nginx:2'))).toBe('deployment.apps/web configured');
    expect(await kubectl('scale deploy web --replicas=3')).toBe('deployment.apps/web scaled');
    expect(await kubectl('set image deploy/web c=nginx:3')).toBe('deployment.apps/web image updated');
    expect(await kubectl('patch deploy web -p {"spec":{"paused":true}}')).toBe('deployment.apps/web patched');
    await expect(kubectl('apply --server-side -f -', deployment('nginx:4'))).rejects.toThrow(/conflict/);
    expect(await kubectl('apply --server-side --force-conflicts -f -', deployment('nginx:4'))).toBe(
      'deployment.apps/web serverside-applied',
    );
    expect(use().get(appsV1.deployments, 'web')).toMatchObject({
      spec: { replicas: 3, paused: true, template: { spec: { containers: [{ image: 'nginx:4' }] } } },
    });
  });

  test('get -w shows what happens, wait waits for it', async () => {
    const api = use();
    await api.create(coreV1.pods, {
      metadata: { name: 'web' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    const watch = spawn('kubectl', [...options(), 'get', 'pods', '-w', '--no-headers'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let shown = '';
    const until = (word: string): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (shown.includes(word)) resolve();
        };
        watch.stdout.on('data', look);
        look();
      });
    watch.stdout.on('data', (part: Buffer) => {
      shown += part.toString('utf8');
    });
    const ended = new Promise<void>((resolve) => watch.on('close', () => resolve()));
    await until('Pending');
    const waited = kubectl('wait --for=condition=Ready pod/web --timeout=30s');
    await api.patch(coreV1.pods, 'web', {
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    });
    expect(await waited).toBe('pod/web condition met');
    await kubectl('delete pod web');
    await until('Terminating');
    watch.kill();
    await ended;
    expect(shown).toMatch(/web +0\/1 +Pending[\s\S]*web +0\/1 +Running[\s\S]*web +0\/1 +Terminating/);
  });

  test('generators, which send protobuf', async () => {
    expect(await kubectl('create namespace made')).toBe('namespace/made created');
    const inside = (command: string): Promise<string> => kubectl(`-n made ${command}`);
    expect(await inside('create configmap c --from-literal=a=b')).toBe('configmap/c created');
    expect(await inside('create secret generic s --from-literal=p=q')).toBe('secret/s created');
    expect(await inside('create deployment d --image=nginx --replicas=2')).toBe('deployment.apps/d created');
    expect(await inside('create job j --image=busybox -- echo hi')).toBe('job.batch/j created');
    expect(await inside('create service clusterip svc --tcp=80:8080')).toBe('service/svc created');
    const spec = '{.spec.replicas} {.spec.template.spec.containers[0].image}';
    expect(await inside(`get deploy d -o jsonpath=${spec.replace(' ', '_')}`)).toBe('2_nginx');
    expect(await inside('get secret s -o jsonpath={.data.p}')).toBe('cQ==');
    expect(await inside('get svc svc -o jsonpath={.spec.ports[0].targetPort}')).toBe('8080');
    expect(await inside('get job j -o jsonpath={.spec.template.spec.containers[0].command}')).toBe(
      '["echo","hi"]',
    );
  });

  test('patch in three ways, edit, diff, wait, explain, can-i', async () => {
    const map = JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a' },
      data: { k: 'v' },
    });
    await kubectl('apply -f -', map);
    expect(await kubectl('patch cm a --type=json -p [{"op":"add","path":"/data/j","value":"1"}]')).toMatch(
      /patched$/,
    );
    expect(await kubectl('patch cm a --type=merge -p {"data":{"m":"1"}}')).toMatch(/patched$/);
    expect(await kubectl('patch cm a -p {"data":{"s":"1"}}')).toMatch(/patched$/);
    expect(await kubectl('wait --for=jsonpath={.data.s}=1 cm/a --timeout=30s')).toMatch(/condition met$/);
    expect(await kubectl('diff -f -', map)).toBe('');
    expect(await kubectl('get cm a -o yaml')).toMatch(/^apiVersion: v1\ndata:\n {2}j: "1"\n/);
    expect(await kubectl('describe cm a')).toMatch(/^Name: +a\nNamespace: +default/);
    expect(await kubectl('auth can-i delete pods')).toBe('yes');
    expect(await kubectl('explain deployment.spec.replicas')).toMatch(/FIELD: replicas <integer>/);
    await expect(kubectl('apply -f -', map.replace('"data"', '"datas"'))).rejects.toThrow(
      'strict decoding error: unknown field "datas"',
    );
    expect(await kubectl('delete cm a')).toBe('configmap "a" deleted');
    expect(await kubectl('wait --for=delete cm/a --timeout=30s')).toBe('');
  });

  test('custom resources, discovery and namespaces', async () => {
    const definition = JSON.stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'backups.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'backups', kind: 'Backup', shortNames: ['bk'] },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    });
    await kubectl('apply -f -', definition);
    expect(await kubectl('wait --for=condition=Established crd/backups.example.com --timeout=30s')).toMatch(
      /condition met$/,
    );
    await kubectl(
      'apply -f -',
      JSON.stringify({
        apiVersion: 'example.com/v1',
        kind: 'Backup',
        metadata: { name: 'b' },
        spec: { a: 1 },
      }),
    );
    expect(await kubectl('get bk -o name')).toBe('backup.example.com/b');
    expect(await kubectl('api-resources --api-group=example.com --no-headers')).toMatch(
      /^backups +bk +example\.com\/v1 +true +Backup$/,
    );
    expect(await kubectl('get --raw /readyz')).toBe('ok');
    expect(await kubectl('get ns -o name')).toBe(
      'namespace/default\nnamespace/kube-node-lease\nnamespace/kube-public\nnamespace/kube-system',
    );
    expect(await kubectl('delete crd backups.example.com')).toMatch(/deleted$/);
  });
});
