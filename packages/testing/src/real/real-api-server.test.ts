import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiServer } from '../apiserver/api-server.js';
import { startServer } from '../start-server.js';
import { RealApiServer } from './real-api-server.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kube-informers-test-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Installs programs that only pretend: an etcd that runs, and a kube-apiserver that notes its arguments and then does this. */
async function install(apiServer: string): Promise<void> {
  const scripts = {
    etcd: 'exec sleep 1000',
    'kube-apiserver': `echo "$@" >> ${folder}/calls; ${apiServer}`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
}

/** The arguments of each start of kube-apiserver. */
async function calls(): Promise<string[][]> {
  const text = await readFile(join(folder, 'calls'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
}

function valueOf(flags: readonly string[] | undefined, name: string): string {
  return flags?.find((flag) => flag.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

test('without programs the error names the folder and how to install them', async () => {
  vi.stubEnv('KUBEBUILDER_ASSETS', folder);
  await expect(RealApiServer.start()).rejects.toMatchObject({
    code: 'ERR_ASSETS',
    message: expect.stringContaining(`no program kube-apiserver in ${folder} (KUBEBUILDER_ASSETS)`) as string,
  });
  vi.stubEnv('KUBEBUILDER_ASSETS', '');
  await expect(RealApiServer.start({ apiServer: '/bin/true' })).rejects.toMatchObject({
    message: expect.stringMatching(
      /no program etcd in \/usr\/local\/kubebuilder\/bin \(KUBEBUILDER_ASSETS is not set\); .*setup-envtest use/,
    ) as string,
  });
});

test('a server that ends is an error with the last lines of its log, and leaves nothing', async () => {
  await install('echo one problem >&2; exit 1');
  await expect(RealApiServer.start({ assets: folder })).rejects.toMatchObject({
    name: 'ServerStartError',
    code: 'ERR_SERVER_START',
    message: expect.stringMatching(
      /did not start: kube-apiserver ended\n\nkube-apiserver.log ends with:\none problem\n\netcd.log ends/,
    ) as string,
  });
  const [flags, ...others] = await calls();
  expect(others).toEqual([]);
  const state = join(valueOf(flags, '--cert-dir'), '..');
  expect(state).toContain('kube-informers-');
  expect(existsSync(state)).toBe(false);
});

test('a server whose port was taken is started again, in another folder on other ports', async () => {
  await install('echo listen tcp 127.0.0.1:1: bind: address already in use; exit 1');
  await expect(RealApiServer.start({ assets: folder })).rejects.toThrow('address already in use');
  const all = await calls();
  expect(all).toHaveLength(5);
  expect(new Set(all.map((flags) => valueOf(flags, '--cert-dir'))).size).toBe(5);
});

test('a server that does not become ready in time is ended', async () => {
  await install('exec sleep 1000');
  await expect(RealApiServer.start({ assets: folder, startTimeoutMs: 300 })).rejects.toThrow(
    'the API server did not start: kube-apiserver is not ready after 300 ms',
  );
});

test('another program, and flags that replace those of the same name', async () => {
  await install('exit 1');
  const other = join(folder, 'bin');
  await mkdir(other);
  await writeFile(join(other, 'other'), `#!/bin/sh\necho "$@" >> ${folder}/calls\nexit 1\n`);
  await chmod(join(other, 'other'), 0o755);
  const flags = ['--authorization-config=/a.yaml', '--allow-privileged=false', '--v=4'];
  await expect(
    RealApiServer.start({ assets: folder, apiServer: join(other, 'other'), flags, port: 12345 }),
  ).rejects.toThrow('did not start');
  const [passed = []] = await calls();
  expect(passed.slice(-3)).toEqual(flags);
  expect(passed.filter((flag) => flag.startsWith('--allow-privileged'))).toEqual([
    '--allow-privileged=false',
  ]);
  expect(valueOf(passed, '--authorization-mode')).toBe('');
  expect(valueOf(passed, '--secure-port')).toBe('12345');
});

test.each([
  [
    { flags: ['v=4'] },
    'a flag of flags of RealApiServer.start must be a string such as --name=value, got "v=4"',
  ],
  [
    { flags: ['--secure-port=1'] },
    'a flag of flags of RealApiServer.start must not be --secure-port, which the server sets',
  ],
  [{ users: { '': { name: 'x' } } }, 'a token of users of RealApiServer.start must be printable ASCII'],
  [
    { users: { t: { name: 'x', rights: [{ rules: 1 }] } } },
    'rules of an entry of rights of a user of users of RealApiServer.start must be',
  ],
  [
    { users: { t: { name: 'x', extra: {} } } },
    'unknown option "extra" of a user of users of RealApiServer.start',
  ],
  [{ flag: [] }, 'unknown option "flag" of RealApiServer.start: did you mean flags?'],
])('%j is rejected with a description', async (options, message) => {
  await expect(RealApiServer.start(options as object)).rejects.toMatchObject({
    code: 'ERR_OPTION',
    message: expect.stringContaining(message) as string,
  });
});

test('startServer takes the embedded server with RBAC, unless its variable says real', async () => {
  vi.stubEnv('KUBE_INFORMERS_TEST_SERVER', '');
  vi.stubEnv('KUBEBUILDER_ASSETS', folder);
  await using server = await startServer({ users: { t: { name: 'jane', rights: [] } } });
  expect(server).toBeInstanceOf(ApiServer);
  vi.stubEnv('KUBE_INFORMERS_TEST_SERVER', 'real');
  await expect(startServer()).rejects.toMatchObject({ code: 'ERR_ASSETS' });
  vi.stubEnv('KUBE_INFORMERS_TEST_SERVER', 'kind');
  await expect(startServer()).rejects.toThrow('must be real or embedded, got "kind"');
  await expect(startServer({ user: {} } as object)).rejects.toThrow('did you mean users?');
});

test('rights without RBAC are an error of the embedded server', async () => {
  const rights = [{ rules: [] }];
  const message = "rights of a user need the option authorizer: 'rbac' of ApiServer.start";
  await expect(ApiServer.start({ users: { t: { name: 'jane', rights } } })).rejects.toThrow(message);
  await using server = await ApiServer.start();
  await expect(server.addAccount({ name: 'x', rights })).rejects.toThrow(message);
});
