import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Clientset, isForbidden, isNotFound, loadConfig } from 'kube-informers';
import { runBuild } from '../../examples/ci-runner/runner.js';
import type { Build, BuildOptions } from '../../examples/ci-runner/runner.js';
import { connect, freshNamespace, hasSmallKubelet } from './harness.js';
import { rulesOf, userWith } from './users.js';
import type { User } from './users.js';

/**
 * The CI runner of examples/, whose own test runs on the embedded server, with a real Job, scheduler and kubelet, and with the
 * rights of its manifest.
 */
class Builds implements AsyncDisposable {
  /** Of an administrator, for what the test looks at. */
  readonly clientset: Clientset;
  readonly #runner: Clientset;
  readonly user: User;
  readonly namespace: string;
  /** On this machine. */
  readonly folder: string;
  /** In the container: a small kubelet's containers share the files of this machine. */
  readonly workspace: string;

  private constructor(clientset: Clientset, user: User, namespace: string, folder: string) {
    this.clientset = clientset;
    this.user = user;
    this.#runner = new Clientset(user.config);
    this.namespace = namespace;
    this.folder = folder;
    this.workspace = hasSmallKubelet ? join(folder, 'workspace') : '/tmp/workspace';
  }

  static async start(): Promise<Builds> {
    const clientset = await connect();
    const folder = await mkdtemp(join(tmpdir(), 'ci-runner-'));
    await mkdir(join(folder, 'source'));
    await writeFile(join(folder, 'source', 'names.txt'), 'pear\napple\n');
    const namespace = await freshNamespace(clientset);
    const admin = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
    const user = await userWith(admin, namespace, { rules: await rulesOf(manifest, 'Role') });
    return new Builds(clientset, user, namespace, folder);
  }

  async run(steps: Build['steps'], options: Partial<Build & BuildOptions> = {}) {
    const { namespace, folder, workspace } = this;
    const output = new PassThrough();
    const source = join(folder, 'source');
    const build = { namespace, image: 'busybox', source, workspace, steps, ...options };
    const result = await runBuild(this.#runner, build, { output, onLog: () => undefined, ...options });
    output.end();
    return { ...result, output: (await output.toArray()).join('') };
  }

  /** Resolves when the garbage collector has deleted all that builds had. */
  async nothingIsLeft(): Promise<void> {
    const { clientset, namespace } = this;
    expect((await clientset.batchV1().jobs(namespace).list()).items).toEqual([]);
    const left = async (): Promise<number> =>
      (await clientset.coreV1().pods(namespace).list()).items.length +
      (await clientset.coreV1().secrets(namespace).list()).items.length;
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#runner.close();
    await this.clientset.close();
    await rm(this.folder, { recursive: true });
  }
}

const manifest = 'examples/ci-runner/rbac.yaml';

const begin = [['sh', '-c', 'echo begin; exec sleep 60']];

/** Starts a build, and resolves with its error to come once its step has begun. */
async function begun(
  builds: Builds,
  options: Partial<BuildOptions> = {},
): Promise<{ failed: Promise<unknown> }> {
  const output = new PassThrough();
  const failed = builds.run(begin, { output, ...options }).catch((error: unknown) => error);
  await Promise.race([failed, new Promise((resolve) => output.once('data', resolve))]);
  return { failed };
}

test('a build copies the source in, runs its steps, copies the artifacts out and leaves nothing', async () => {
  await using builds = await Builds.start();
  const { folder, workspace } = builds;
  const sort = `cd ${workspace} && sort names.txt >sorted.txt && echo sorted`;
  const artifacts = { from: join(workspace, 'sorted.txt'), to: join(folder, 'sorted.txt') };
  const steps = [
    ['sh', '-c', sort],
    ['sh', '-c', 'exit 3'],
  ];
  const result = await builds.run(steps, { artifacts, secrets: { TOKEN: 't' } });
  expect(result).toMatchObject({ exitCodes: [0, 3], output: 'sorted\n' });
  expect(await readFile(artifacts.to, 'utf8')).toBe('apple\npear\n');
  await expect(builds.run([['no-such-program']])).rejects.toMatchObject({ code: 'ERR_EXEC_COMMAND' });
  await builds.nothingIsLeft();
});

test('a pod that ends meanwhile is the reason of the error', async () => {
  await using builds = await Builds.start();
  const pods = builds.clientset.coreV1().pods(builds.namespace);
  const { failed } = await begun(builds);
  const name = (await pods.list()).items[0]?.metadata?.name ?? '';
  await pods.patch(name, { spec: { activeDeadlineSeconds: 1 } }, { type: 'merge' });
  expect(await failed).toMatchObject({
    message: expect.stringMatching(/has ended during the build: DeadlineExceeded/) as string,
  });
  const deleted = await begun(builds);
  const other = (await pods.list()).items.find(({ status }) => status?.phase === 'Running');
  await pods.delete(other?.metadata?.name ?? '', { gracePeriodSeconds: 0 });
  expect(await deleted.failed).toMatchObject({
    message: expect.stringMatching(/has ended during the build: it was deleted/) as string,
  });
  await builds.nothingIsLeft();
});

test('a build whose Job the cluster has deleted meanwhile fails with the reason, not with its clean-up', async () => {
  await using builds = await Builds.start();
  const { clientset, namespace } = builds;
  const { failed } = await begun(builds);
  const job = (await clientset.batchV1().jobs(namespace).list()).items[0]?.metadata?.name ?? '';
  await clientset.batchV1().jobs(namespace).delete(job, { propagationPolicy: 'Background' });
  const pods = clientset.coreV1().pods(namespace);
  const [pod] = (await pods.list()).items;
  // The garbage collector may have deleted it.
  await pods.delete(pod?.metadata?.name ?? '', { gracePeriodSeconds: 0 }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
  expect(await failed).toMatchObject({ message: expect.stringContaining('it was deleted') as string });
  await builds.nothingIsLeft();
});

test('the signal ends a build, which still cleans up', async () => {
  await using builds = await Builds.start();
  const abort = new AbortController();
  const { failed } = await begun(builds, { signal: abort.signal });
  abort.abort(new Error('cancelled'));
  expect(await failed).toMatchObject({ message: 'cancelled' });
  await builds.nothingIsLeft();
});

test('each rule of the manifest is needed, and the error of a build without it names the right', async () => {
  await using builds = await Builds.start();
  const rules = await rulesOf(manifest, 'Role');
  const without = async (resource: string): Promise<unknown> => {
    await builds.user.setRights({ rules: rules.filter(({ resources }) => !resources?.includes(resource)) });
    return builds.run([['true']], { startTimeoutMs: 20_000 }).catch((error: unknown) => error);
  };
  for (const [resource, message] of [
    ['jobs', /cannot create resource "jobs"/],
    ['secrets', /cannot create resource "secrets"/],
    ['pods', /cannot list resource "pods"/],
    ['pods/exec', /"pods\/exec"/],
  ] as const) {
    const error = await without(resource);
    expect(isForbidden(error) || isForbidden((error as Error).cause), resource).toBe(true);
    expect(String(error), resource).toMatch(message);
  }
  // A log that cannot be read is no reason to stop a build, and is said.
  await builds.user.setRights({ rules: rules.filter(({ resources }) => !resources?.includes('pods/log')) });
  const log: string[] = [];
  const { exitCodes } = await builds.run([['true']], { onLog: (line) => log.push(line) });
  expect(exitCodes).toEqual([0]);
  expect(log).toEqual([expect.stringContaining('the log cannot be read')]);
});
