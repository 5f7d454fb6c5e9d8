import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { Clientset } from 'kube-informers';
import { RealApiServer } from '@kube-informers/testing';

const exec = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const program = join(import.meta.dirname, 'programs/dist/keeping-server.js');

beforeAll(() =>
  exec(process.execPath, ['scripts/bundle-programs.mjs', 'test/integration/programs/keeping-server.ts'], {
    cwd: root,
  }),
);

/** The processes that were started with this folder. */
async function processesOf(folder: string): Promise<string[]> {
  const { stdout } = await exec('ps', ['-eo', 'args', '-ww'], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\n').filter((line) => line.includes(folder));
}

test.each([
  ['SIGKILL', 'SIGKILL'],
  ['SIGTERM', 'SIGTERM'],
  ['Ctrl-C', 'SIGINT'],
  ['an uncaught error', 'throw'],
  ['the end of its worker thread', 'worker'],
  ['stop and the end of the program', 'stop'],
] as const)('after %s no process and no folder is left', async (_name, how) => {
  const child = spawn(process.execPath, [program, how], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  try {
    const [folder] = (await once(createInterface(child.stdout), 'line')) as [string];
    if (how.startsWith('SIG')) {
      // Three; one that is starting another process is seen twice for a moment.
      expect((await processesOf(folder)).length).toBeGreaterThanOrEqual(3);
      child.kill(how as NodeJS.Signals);
    }
    if (how !== 'worker') await exited;
    await expect
      .poll(async () => [existsSync(folder), await processesOf(folder)], { timeout: 20_000 })
      .toEqual([false, []]);
    if (how === 'worker') expect(child.exitCode).toBeNull();
    if (how === 'stop') expect(child.exitCode).toBe(0);
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
});

test('flags are passed on, and one replaces that of the same name', async () => {
  await using server = await RealApiServer.start({
    flags: ['--anonymous-auth=false', '--authorization-mode=AlwaysAllow'],
  });
  await using anonymous = new Clientset({ ...server.config, credentials: undefined });
  await expect(anonymous.coreV1().pods('default').list()).rejects.toMatchObject({ statusCode: 401 });
  const user = await server.addAccount({ name: 'nobody' });
  await using clientset = new Clientset(user.config);
  expect((await clientset.coreV1().secrets('kube-system').list()).items).toEqual([]);
});

test('a flag that the server does not know is an error with its log', async () => {
  await expect(RealApiServer.start({ flags: ['--no-such-flag=1'] })).rejects.toMatchObject({
    code: 'ERR_SERVER_START',
    message: expect.stringMatching(
      /did not start: kube-apiserver ended[^]*unknown flag: --no-such-flag/,
    ) as string,
  });
});
