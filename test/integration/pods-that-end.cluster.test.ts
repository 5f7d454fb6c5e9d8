// Logs, commands, copies and forwarded ports of pods that restart, are replaced or are evicted, by users with the Roles of their pages.
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect as connectTcp, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clientset, loadConfig, resources, waitFor } from 'kube-informers';
import type { corev1, DeepReadonly, rbacv1 } from 'kube-informers';
import { faults, FaultProxy } from '@kube-informers/testing';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { connect, freshNamespace, hasSmallKubelet } from './harness.js';
import { rulesOf, userWith } from './users.js';

const limit = { timeoutMs: 60_000 };

let admin: Clientset;
beforeAll(async () => {
  admin = await connect();
});
afterAll(() => admin.close());

/** The pod `web-0` of a StatefulSet, which replaces it, and a program with a page's Role. */
class Web implements AsyncDisposable {
  readonly namespace: string;
  readonly program: Clientset;

  private constructor(namespace: string, program: Clientset) {
    this.namespace = namespace;
    this.program = program;
  }

  static async start(script: string, rules: readonly rbacv1.PolicyRule[]): Promise<Web> {
    const namespace = await freshNamespace(admin);
    const labels = { app: 'web' };
    await admin
      .appsV1()
      .statefulSets(namespace)
      .create({
        metadata: { name: 'web' },
        spec: {
          serviceName: 'web',
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: {
              terminationGracePeriodSeconds: 1,
              containers: [{ name: 'app', image: 'busybox', command: ['sh', '-c', script] }],
            },
          },
        },
      });
    const user = await userWith(await loadConfig({ kubeconfig: process.env['KUBECONFIG'] }), namespace, {
      rules,
    });
    const web = new Web(namespace, new Clientset(user.config));
    await web.ready();
    return web;
  }

  /** With the rights of the program. */
  get pods() {
    return this.program.coreV1().pods(this.namespace);
  }

  async ready(): Promise<void> {
    await waitFor(admin, 'pods', 'web-0', 'Ready', { namespace: this.namespace, ...limit });
  }

  /** Starts a command that does not end by itself. */
  async spawnSleep() {
    const command = ['sh', '-c', 'echo started; exec sleep 600'];
    const running = await this.pods.spawn('web-0', { command, stderr: 'ignore' });
    await new Promise((resolve) => running.stdout?.once('data', resolve));
    return running;
  }

  /** Runs a command that prints a word. */
  async says(word: string): Promise<void> {
    const { stdout } = await this.pods.exec('web-0', { command: ['echo', word] });
    expect(stdout.toString()).toBe(`${word}\n`);
  }

  /** Evicts the pod; resolves when another one of its name is ready. */
  async evict(): Promise<void> {
    const pods = admin.coreV1().pods(this.namespace);
    const { metadata } = await pods.get('web-0');
    await pods.evict('web-0');
    const isOther = (uid: string | undefined): boolean => uid !== undefined && uid !== metadata?.uid;
    await waitFor(admin, 'pods', 'web-0', (pod) => isOther(pod?.metadata?.uid), {
      namespace: this.namespace,
      ...limit,
    });
    await this.ready();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.program.close();
    await admin.coreV1().namespaces().delete(this.namespace);
  }
}

test('a followed log goes on with the next run of its container', async () => {
  await using web = await Web.start(
    'echo one; sleep 2; echo two; exit 1',
    await rulesOf('docs/logs.md', 'Role'),
  );
  const lines: string[] = [];
  for await (const line of web.pods.logs('web-0', { follow: true })) {
    lines.push(line);
    if (lines.length === 4) break;
  }
  expect(lines).toEqual(['one', 'two', 'one', 'two']);
});

test('a command ends with its container, and the next one runs in the next container', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pods-that-end-'));
  const stop = `${hasSmallKubelet ? folder : '/tmp'}/stop`;
  const script = `until [ -e ${stop} ]; do sleep 0.1; done; rm ${stop}; exit 1`;
  await using web = await Web.start(script, await rulesOf('docs/streams.md', 'Role'));
  const command = await web.spawnSleep();
  await web.pods.exec('web-0', { command: ['touch', stop] });
  expect(await command.exit).toMatchObject({ exitCode: 137 });
  const isNext = (pod: DeepReadonly<corev1.Pod> | undefined): boolean =>
    pod?.status?.containerStatuses?.some(({ restartCount, ready }) => restartCount === 1 && ready) === true;
  await waitFor(admin, resources.coreV1.pods, 'web-0', isNext, { namespace: web.namespace, ...limit });
  await web.says('back');
  await rm(folder, { recursive: true });
});

test('a command ends with its evicted pod, and the next one runs in the pod that replaces it', async () => {
  await using web = await Web.start('exec sleep 3600', await rulesOf('docs/streams.md', 'Role'));
  const command = await web.spawnSleep();
  const [ended] = await Promise.all([command.exit, web.evict()]);
  expect(ended).toMatchObject({ exitCode: 137 });
  await web.says('another');
});

test('a copy stops with its evicted pod, leaves no part of a file, and is made from the pod that replaces it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pods-that-end-'));
  // Containers of the small kubelet have the files of this machine.
  const path = `${hasSmallKubelet ? folder : '/tmp'}/large`;
  const script = `head -c 20000000 /dev/zero >${path}.part; mv ${path}.part ${path}; exec sleep 3600`;
  await using web = await Web.start(script, await rulesOf('docs/streams.md', 'Role'));
  await using proxy = await FaultProxy.start({ target: web.program.restClient.config });
  await using through = new Clientset(proxy.config);
  const target = join(folder, 'copies', 'large');
  await mkdir(join(folder, 'copies'));
  const isWritten = { command: ['sh', '-c', `until [ -e ${path} ]; do sleep 0.1; done`] };
  await web.pods.exec('web-0', isWritten);
  const stall = proxy.inject(faults.stall({ afterBytes: 1_000_000 }), { path: /\/exec$/ });
  const copy = through.coreV1().pods(web.namespace).copyFrom('web-0', path, target);
  const failed = copy.then(() => undefined).catch((error: unknown) => error);
  await stall.hit();
  await web.evict();
  proxy.heal();
  expect(await failed).toMatchObject({
    code: expect.stringMatching(/^ERR_(COPY|SOCKET_CUT|EXEC_EXIT)$/) as string,
  });
  expect(await readdir(join(folder, 'copies'))).toEqual([]);
  await web.pods.exec('web-0', isWritten);
  expect(await web.pods.copyFrom('web-0', path, target)).toMatchObject({ files: 1, bytes: 20_000_000 });
  await rm(folder, { recursive: true });
});

// The server is a program of this machine.
test.runIf(hasSmallKubelet)(
  'a forwarded port stays, and reaches the pod that replaces an evicted one',
  async () => {
    const [pods, exec] = await rulesOf('docs/streams.md', 'Role');
    if (pods === undefined || exec === undefined) throw new Error('the page has two rules');
    const remote = await freePort();
    const echo = `require("node:net").createServer((socket) => socket.pipe(socket)).listen(${remote}, "127.0.0.1")`;
    const rules = [pods, { ...exec, resources: ['pods/portforward'] }];
    await using web = await Web.start(`exec node -e '${echo}'`, rules);
    const errors: Error[] = [];
    const onError = (error: Error): void => void errors.push(error);
    await using forward = await web.pods.portForward('web-0', { ports: [{ remote }], onError });
    const { local = 0 } = forward.ports[0] ?? {};
    const [first] = await reached(local);
    const ended = once(first, 'close');
    await web.evict();
    await ended;
    // A connection that nobody accepts yet is reset, and each is reported.
    errors.length = 0;
    const [second, resets] = await reached(local);
    expect(errors).toHaveLength(resets);
    second.destroy();
  },
);

/** Connects until a server echoes; resolves with the connection, and how many were reset before. */
async function reached(port: number): Promise<[Socket, number]> {
  for (let resets = 0; ; resets++) {
    const socket = connectTcp(port, '127.0.0.1');
    socket.write('hello');
    const answer = await once(socket, 'data').catch((error: unknown) => error);
    if (!(answer instanceof Error)) {
      expect(String(answer)).toBe('hello');
      // The end of the pod may reset it.
      socket.on('error', () => undefined);
      return [socket, resets];
    }
    expect(answer).toMatchObject({ code: 'ECONNRESET' });
    await systemClock.sleep(50);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
