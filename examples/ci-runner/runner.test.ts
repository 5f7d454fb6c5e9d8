// A CI runner on the embedded API server: functions of the test run the commands and write the log. `npm run examples`.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { Clientset, isForbidden } from 'kube-informers';
import type { corev1 } from 'kube-informers';
import { ApiServer } from '@kube-informers/testing';
import { containerState, playCluster } from './cluster-parts.js';
import { runBuild } from './runner.js';
import type { Build, BuildOptions } from './runner.js';

const namespace = 'builds';
const users = {
  guest: { name: 'guest' },
  'runner-token': { name: 'system:serviceaccount:builds:runner' },
};
const server = await ApiServer.start({ authorizer: 'rbac', users });
const clientset = new Clientset({ host: server.url });
/** With the rights of the manifest. */
const runner = new Clientset({ host: server.url, credentials: { authorization: 'Bearer runner-token' } });
const pods = clientset.coreV1().pods(namespace);
const stop = new AbortController();
let start = containerState({ running: {} });
let folder = '';
let cluster: Promise<void>;

// What the kubelet and the container runtime do: commands run on this machine, the container's own process writes two lines.
server.onExec(async ({ command: [program = '', ...args], stdin, stdout, stderr, signal }) => {
  const child = spawn(program, args, { cwd: folder, signal, killSignal: 'SIGKILL' });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', (error) => {
      if (!signal.aborted)
        reject(new Error(`exec: "${program}": executable file not found in $PATH`, { cause: error }));
    });
    child.on('close', (code) => resolve(code ?? 137));
  });
  // A command may end before it has read its input.
  const input = pipeline(stdin, child.stdin).catch(() => undefined);
  child.stdout.pipe(stdout, { end: false });
  child.stderr.pipe(stderr, { end: false });
  const code = await ended;
  stdin.destroy();
  await input;
  return code;
});
server.onLog(async function* ({ signal }) {
  yield { time: '2026-01-01T00:00:00Z', text: 'started' };
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
});

before(async () => {
  await clientset.apply(await readFile(new URL('../../ci-runner/rbac.yaml', import.meta.url), 'utf8'));
  folder = await mkdtemp(join(tmpdir(), 'ci-runner-'));
  await mkdir(join(folder, 'source'));
  await writeFile(join(folder, 'source', 'names.txt'), 'pear\napple\n');
  cluster = playCluster(clientset, namespace, stop.signal, () => start);
});
after(async () => {
  stop.abort();
  await cluster;
  await runner.close();
  await clientset.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Runs steps in a container that can see the folder of the test, and returns what there was to see. */
async function build(steps: Build['steps'], options: Partial<Build & BuildOptions> = {}, as = runner) {
  const output = new PassThrough();
  const log: string[] = [];
  const workspace = join(folder, 'workspace');
  const given = { namespace, image: 'busybox', source: join(folder, 'source'), workspace, steps, ...options };
  const result = await runBuild(as, given, { output, onLog: (line) => log.push(line), ...options });
  output.end();
  return { ...result, log, output: (await output.toArray()).join('') };
}

/** The Job is gone when the build is over; the cluster deletes what it owned. */
async function assertNothingIsLeft(): Promise<void> {
  assert.deepEqual((await clientset.batchV1().jobs(namespace).list()).items, []);
}

/** Resolves with the output of the first step that has written some. */
async function firstOutput(output: PassThrough): Promise<void> {
  await new Promise((resolve) => output.once('data', resolve));
}

test('a build copies the source in, runs its steps, copies the artifacts out and leaves nothing', async () => {
  const to = join(folder, 'sorted.txt');
  const from = join(folder, 'workspace', 'sorted.txt');
  const sort = `cd ${join(folder, 'workspace')} && sort names.txt >sorted.txt && echo sorted`;
  const result = await build([['sh', '-c', sort], ['true']], {
    artifacts: { from, to },
    secrets: { TOKEN: 't' },
  });
  assert.deepEqual(result.exitCodes, [0, 0]);
  assert.equal(result.output, 'sorted\n');
  assert.equal(await readFile(to, 'utf8'), 'apple\npear\n');
  assert.equal(result.artifacts?.files, 1);
  assert.deepEqual(result.log, ['started']);
  await assertNothingIsLeft();
  assert.deepEqual((await pods.list()).items, []);
});

test('the first step that fails is the last one', async () => {
  const { exitCodes, output } = await build([['true'], ['sh', '-c', 'echo no >&2; exit 3'], ['true']]);
  assert.deepEqual([exitCodes, output], [[0, 3], 'no\n']);
});

test('an image that cannot be pulled fails at once', async () => {
  const waiting = { reason: 'ImagePullBackOff', message: 'back-off pulling image "busybox"' };
  start = containerState({ waiting });
  await assert.rejects(build([]), /the image busybox cannot be pulled: ImagePullBackOff: back-off pulling/);
  start = containerState({ running: {} });
  await assertNothingIsLeft();
});

test('a command that cannot run, and a file that is not there, are named', async () => {
  await assert.rejects(build([['no-such-program']]), {
    code: 'ERR_EXEC_COMMAND',
    message: /no-such-program/,
  });
  const artifacts = { from: join(folder, 'none'), to: join(folder, 'out') };
  await assert.rejects(build([], { artifacts }), { code: 'ERR_COPY', message: /none/ });
  await assertNothingIsLeft();
});

test('a pod that ends meanwhile is the reason of the error', async () => {
  const output = new PassThrough();
  const failed = assert.rejects(
    build([['sh', '-c', 'echo begin; exec sleep 60']], { output }),
    /the pod build-.* has ended during the build: OOMKilled with exit code 137/,
  );
  await firstOutput(output);
  const [pod] = (await pods.list()).items;
  const status: corev1.PodStatus = containerState({ terminated: { exitCode: 137, reason: 'OOMKilled' } });
  await pods.patch(pod?.metadata?.name ?? '', { status }, { type: 'merge', subresource: 'status' });
  await failed;
  await assertNothingIsLeft();
});

test('the signal ends a build, which still cleans up', async () => {
  const abort = new AbortController();
  const output = new PassThrough();
  const failed = assert.rejects(
    build([['sh', '-c', 'echo begin; exec sleep 60']], { output, signal: abort.signal }),
    /cancelled/,
  );
  await firstOutput(output);
  abort.abort(new Error('cancelled'));
  await failed;
  await assertNothingIsLeft();
});

test('a user without rights is told what to ask for', async () => {
  await using guest = new Clientset({ host: server.url, credentials: { authorization: 'Bearer guest' } });
  await assert.rejects(
    build([], {}, guest),
    (error: Error) => isForbidden(error) && /cannot create resource "jobs"/.test(error.message),
  );
});
