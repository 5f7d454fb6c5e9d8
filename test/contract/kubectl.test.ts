import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { hasKubectl, Kubectl, kubectlSuite } from './kubectl.js';

async function kubeconfigOf(server: ApiServer): Promise<{ folder: string; kubeconfig: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
  const kubeconfig = join(folder, 'config');
  await writeFile(kubeconfig, await server.kubeconfig());
  return { folder, kubeconfig };
}

kubectlSuite('kubectl works with the embedded server like with a real one', async () => {
  const server = await ApiServer.start();
  const { folder, kubeconfig } = await kubeconfigOf(server);
  return {
    kubeconfig,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
});

/** Parts of kube-apiserver that realapi does not have: its own columns, scale, access reviews. */
describe.runIf(hasKubectl)('kubectl works with the embedded server', { timeout: 60_000 }, () => {
  let server: ApiServer | undefined;
  let folder = '';
  let kubectl = new Kubectl('', '');

  beforeEach(async () => {
    server = await ApiServer.start();
    const written = await kubeconfigOf(server);
    folder = written.folder;
    kubectl = new Kubectl(written.kubeconfig, join(folder, 'cache'));
  });

  afterEach(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  test('get -w shows the columns of pods, wait waits for a condition', async () => {
    if (server === undefined) throw new Error('the server did not start');
    await server.create(coreV1.pods, {
      metadata: { name: 'web' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    const watch = kubectl.follow('get pods -w --no-headers');
    try {
      await watch.until('Pending');
      const waited = kubectl.run('wait --for=condition=Ready pod/web --timeout=30s');
      await server.patch(coreV1.pods, 'web', {
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
      });
      expect(await waited).toBe('pod/web condition met');
      await kubectl.run('delete pod web');
      await watch.until('Terminating');
    } finally {
      await watch.end();
    }
    expect(watch.shown()).toMatch(/web +0\/1 +Pending[\s\S]*web +0\/1 +Running[\s\S]*web +0\/1 +Terminating/);
  });

  // kubectl rollout status reads defaults of fields that a client omitted: the strategy and the replicas.
  test.each([
    ['deployment', { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 }],
    [
      'statefulset',
      { replicas: 1, updatedReplicas: 1, readyReplicas: 1, updateRevision: 'a', currentRevision: 'a' },
    ],
    ['daemonset', { desiredNumberScheduled: 1, updatedNumberScheduled: 1, numberAvailable: 1 }],
  ])('rollout status of a %s', async (kind, status) => {
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    const input = JSON.stringify({
      apiVersion: 'apps/v1',
      kind: { deployment: 'Deployment', statefulset: 'StatefulSet', daemonset: 'DaemonSet' }[kind],
      metadata: { name: 'web' },
      spec: { selector: { matchLabels: { app: 'web' } }, template },
    });
    await kubectl.run('apply -f -', { input });
    expect(await kubectl.run(`rollout status ${kind}/web --watch=false`)).toMatch(/^Waiting for /);
    const patch = JSON.stringify({ status: { observedGeneration: 1, ...status } });
    await kubectl.run(`patch ${kind} web --subresource=status --type=merge -p ${patch}`);
    expect(await kubectl.run(`rollout status ${kind}/web --timeout=30s`)).toMatch(
      /successfully rolled out|roll(ing update| out) complete/,
    );
  });

  test('generators, which send protobuf', async () => {
    expect(await kubectl.run('create namespace made')).toBe('namespace/made created');
    const inside = (command: string): Promise<string> => kubectl.run(`${command} --namespace made`);
    expect(await inside('create configmap c --from-literal=a=b')).toBe('configmap/c created');
    expect(await inside('create secret generic s --from-literal=p=q')).toBe('secret/s created');
    expect(await inside('create deployment d --image=nginx --replicas=2')).toBe('deployment.apps/d created');
    expect(await kubectl.run('create job j --image=busybox --namespace made -- echo hi')).toBe(
      'job.batch/j created',
    );
    expect(await inside('create service clusterip svc --tcp=80:8080')).toBe('service/svc created');
    const spec = '{.spec.replicas} {.spec.template.spec.containers[0].image}';
    expect(await inside(`get deploy d -o jsonpath=${spec.replace(' ', '_')}`)).toBe('2_nginx');
    expect(await inside('get secret s -o jsonpath={.data.p}')).toBe('cQ==');
    expect(await inside('get svc svc -o jsonpath={.spec.ports[0].targetPort}')).toBe('8080');
    expect(await inside('get job j -o jsonpath={.spec.template.spec.containers[0].command}')).toBe(
      '["echo","hi"]',
    );
  });

  test('auth: what users may do, by the roles in the server', async () => {
    await using withRoles = await ApiServer.start({ authorizer: 'rbac' });
    const { folder: own, kubeconfig } = await kubeconfigOf(withRoles);
    try {
      const admin = new Kubectl(kubeconfig, join(own, 'cache'));
      await admin.run('create role reader --verb=get,list --resource=pods');
      await admin.run('create rolebinding reader --role=reader --user=jane');
      expect(await admin.run('auth can-i list pods --as=jane')).toBe('yes');
      await expect(admin.run('auth can-i delete pods --as=jane')).rejects.toThrow(/no$/m);
      expect(await admin.run('auth can-i --list --as=jane')).toMatch(/^pods +\[\] +\[\] +\[get list\]$/m);
      expect(await admin.run('auth whoami --as=jane')).toMatch(/Username +jane/);
      await expect(admin.run('get secrets --as=jane')).rejects.toThrow(
        'Error from server (Forbidden): secrets is forbidden: User "jane" cannot list resource "secrets" in API group "" in the namespace "default"',
      );
      expect(await admin.run('get pods --as=jane')).toBe('');
    } finally {
      await rm(own, { recursive: true });
    }
  });

  test('scale, auth can-i, readiness, namespaces, tables', async () => {
    await kubectl.run('create deployment web --image=nginx');
    expect(await kubectl.run('scale deploy web --replicas=3')).toBe('deployment.apps/web scaled');
    expect(await kubectl.run('get deploy web -o jsonpath={.spec.replicas}')).toBe('3');
    await kubectl.run('create configmap a --from-literal=k=v');
    expect(await kubectl.run('get configmaps')).toMatch(/^NAME +DATA +AGE\na +1 +\d+s$/);
    expect(await kubectl.run('auth can-i delete pods')).toBe('yes');
    expect(await kubectl.run('get --raw /readyz')).toBe('ok');
    expect(await kubectl.run('get ns -o name')).toBe(
      'namespace/default\nnamespace/kube-node-lease\nnamespace/kube-public\nnamespace/kube-system',
    );
  });

  /** kubectl speaks WebSocket since 1.31; before, and if told so, SPDY. */
  describe.each([
    ['over WebSockets', {}],
    ['over SPDY', { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: 'false', KUBECTL_PORT_FORWARD_WEBSOCKETS: 'false' }],
  ])('%s', (_title, env) => {
    let commands: readonly string[][] = [];

    beforeEach(async () => {
      if (server === undefined) throw new Error('the server did not start');
      await server.create(coreV1.pods, {
        metadata: { name: 'web' },
        spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
        status: { phase: 'Running' },
      });
      const run: string[][] = [];
      commands = run;
      // The commands of the container are those of this machine, in a folder of their own.
      const root = join(folder, 'root');
      await mkdir(root);
      server.onExec(async ({ command, stdin, stdout, stderr }) => {
        run.push([...command]);
        const [name = '', ...words] = command;
        const child = spawn(name, words, { cwd: root });
        const ended = once(child, 'close') as Promise<[number]>;
        await Promise.all([
          // A command may end before it has read everything.
          pipeline(stdin, child.stdin).catch(() => undefined),
          pipeline(child.stdout, stdout),
          pipeline(child.stderr, stderr),
        ]);
        return (await ended)[0];
      });
    });

    test('exec: output, input, exit codes, errors', async () => {
      expect(await kubectl.run('exec web -- echo hello world', { env })).toBe('hello world');
      expect(await kubectl.run('exec -i web -- tr a-z A-Z', { input: 'from stdin', env })).toBe('FROM STDIN');
      await expect(kubectl.run('exec web -- ls missing', { env })).rejects.toThrow(
        /missing[\s\S]*command terminated with exit code 2/,
      );
      const long = 'x'.repeat(900_000);
      expect(await kubectl.run('exec -i web -- cat', { input: long, env })).toBe(long);
      await expect(kubectl.run('exec nope -- ls', { env })).rejects.toThrow('pods "nope" not found');
      await expect(kubectl.run('exec web -c d -- ls', { env })).rejects.toThrow(
        'container d is not valid for pod web',
      );
      await expect(kubectl.run('attach web', { env })).rejects.toThrow(
        'serve attach with a function, server.onAttach(…)',
      );
    });

    test('cp: to and from the container', async () => {
      const source = join(folder, 'source');
      await mkdir(join(source, 'sub'), { recursive: true });
      await writeFile(join(source, 'sub', 'file'), 'content');
      await kubectl.run(`cp ${source} web:copied`, { env });
      expect(await readFile(join(folder, 'root', 'copied', 'sub', 'file'), 'utf8')).toBe('content');
      await kubectl.run(`cp web:copied ${join(folder, 'back')}`, { env });
      expect(await readFile(join(folder, 'back', 'sub', 'file'), 'utf8')).toBe('content');
      expect(commands.at(-1)?.[0]).toBe('tar');
    });

    test('attach: input and output', async () => {
      server?.onAttach(async ({ stdin, stdout }) => {
        for await (const chunk of stdin) stdout.write(`you said ${String(chunk)}`);
      });
      expect(await kubectl.run('attach -i web', { input: 'hello', env })).toContain('you said hello');
    });

    test('port-forward: several connections over one', async () => {
      server?.onPortForward(async ({ port, stream }) => {
        for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
          stream.end(`${port} got ${String(chunk)}`);
          return;
        }
      });
      const forward = kubectl.follow('port-forward pod/web :80', env);
      try {
        await forward.until('Forwarding from');
        const port = Number(/127\.0\.0\.1:(\d+)/.exec(forward.shown())?.[1]);
        const ask = async (words: string): Promise<string> => {
          const socket = connect(port, '127.0.0.1');
          socket.write(words);
          let text = '';
          for await (const chunk of socket) text += String(chunk);
          return text;
        };
        expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(['80 got a', '80 got b', '80 got c']);
      } finally {
        await forward.end();
      }
    });
  });

  test('logs, with and without following', async () => {
    if (server === undefined) throw new Error('the server did not start');
    await server.create(coreV1.pods, {
      metadata: { name: 'web' },
      spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
    });
    let more: ((line: string) => void) | undefined;
    server.onLog(async function* ({ follow }) {
      yield { time: '2026-01-01T00:00:00Z', text: 'one' };
      yield { time: '2026-01-01T00:00:01Z', text: 'two' };
      if (follow) for (;;) yield await new Promise<string>((resolve) => (more = resolve));
    });
    expect(await kubectl.run('logs web --tail=1 --timestamps')).toBe('2026-01-01T00:00:01.000000000Z two');
    const log = kubectl.follow('logs -f web --tail=1');
    await log.until('two');
    more?.('three');
    await log.until('three');
    await server.delete(coreV1.pods, 'web');
    await log.end();
    expect(log.shown()).toBe('two\nthree\n');
  });
});
