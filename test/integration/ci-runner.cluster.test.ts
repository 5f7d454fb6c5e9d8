import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Clientset, isForbidden, loadConfig } from 'kube-informers';
import { containerState, playCluster } from '../../examples/ci-runner/cluster-parts.js';
import { runBuild } from '../../examples/ci-runner/runner.js';
import type { Build, BuildOptions } from '../../examples/ci-runner/runner.js';
import { connect, freshNamespace } from './harness.js';

/** The CI runner of examples/, whose own test runs on the embedded server. Commands run on the machine of the API server. */
class Builds implements AsyncDisposable {
  readonly clientset: Clientset;
  readonly namespace: string;
  readonly folder: string;
  readonly #stop = new AbortController();
  readonly #cluster: Promise<void>;

  constructor(clientset: Clientset, namespace: string, folder: string) {
    this.clientset = clientset;
    this.namespace = namespace;
    this.folder = folder;
    this.#cluster = playCluster(clientset, namespace, this.#stop.signal);
  }

  static async start(): Promise<Builds> {
    const clientset = await connect();
    const folder = await mkdtemp(join(tmpdir(), 'ci-runner-'));
    await mkdir(join(folder, 'source'));
    await writeFile(join(folder, 'source', 'names.txt'), 'pear\napple\n');
    return new Builds(clientset, await freshNamespace(clientset), folder);
  }

  async run(steps: Build['steps'], options: Partial<Build & BuildOptions> = {}, as = this.clientset) {
    const { namespace, folder } = this;
    const output = new PassThrough();
    const [source, workspace] = [join(folder, 'source'), join(folder, 'workspace')];
    const build = { namespace, image: 'busybox', source, workspace, steps, ...options };
    const result = await runBuild(as, build, { output, onLog: () => undefined, ...options });
    output.end();
    return { ...result, output: (await output.toArray()).join('') };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#cluster;
    await this.clientset.close();
    await rm(this.folder, { recursive: true });
  }
}

test('a build copies the source in, runs its steps, copies the artifacts out and leaves nothing', async () => {
  await using builds = await Builds.start();
  const { clientset, namespace, folder } = builds;
  const sort = `cd ${join(folder, 'workspace')} && sort names.txt >sorted.txt && echo sorted`;
  const artifacts = { from: join(folder, 'workspace', 'sorted.txt'), to: join(folder, 'sorted.txt') };
  const steps = [
    ['sh', '-c', sort],
    ['sh', '-c', 'exit 3'],
  ];
  const result = await builds.run(steps, { artifacts });
  expect(result).toMatchObject({ exitCodes: [0, 3], output: 'sorted\n' });
  expect(await readFile(artifacts.to, 'utf8')).toBe('apple\npear\n');
  expect((await clientset.batchV1().jobs(namespace).list()).items).toEqual([]);
  expect((await clientset.coreV1().pods(namespace).list()).items).toEqual([]);
  await expect(builds.run([['no-such-program']])).rejects.toMatchObject({ code: 'ERR_EXEC_COMMAND' });
});

test('a pod that ends meanwhile is the reason of the error, and so is the signal', async () => {
  await using builds = await Builds.start();
  const { clientset, namespace } = builds;
  const pods = clientset.coreV1().pods(namespace);
  const begin = [['sh', '-c', 'echo begin; exec sleep 60']];
  const killed = new PassThrough();
  const failed = builds.run(begin, { output: killed }).catch((error: unknown) => error);
  await new Promise((resolve) => killed.once('data', resolve));
  const name = (await pods.list()).items[0]?.metadata?.name ?? '';
  const status = containerState({ terminated: { exitCode: 137, reason: 'OOMKilled' } });
  await pods.patch(name, { status }, { type: 'merge', subresource: 'status' });
  expect(await failed).toMatchObject({
    message: expect.stringMatching(/has ended during the build: OOMKilled with exit code 137/) as string,
  });
  const abort = new AbortController();
  const output = new PassThrough();
  const cancelled = builds.run(begin, { output, signal: abort.signal }).catch((error: unknown) => error);
  await new Promise((resolve) => output.once('data', resolve));
  abort.abort(new Error('cancelled'));
  expect(await cancelled).toMatchObject({ message: 'cancelled' });
  expect((await clientset.batchV1().jobs(namespace).list()).items).toEqual([]);
});

test('a user without rights is told so', async () => {
  await using builds = await Builds.start();
  const kubeconfig = process.env['KUBECONFIG'];
  await using denied = new Clientset(await loadConfig({ kubeconfig, context: 'realapi-denied' }));
  expect(await builds.run([], {}, denied).catch((error: unknown) => error)).toSatisfy(isForbidden);
});
