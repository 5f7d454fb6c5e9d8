import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { kubeconfigText, tempDir } from './fixtures.test-support.js';
import { loadConfig } from './load-config.js';
import type { LoadConfigOptions } from './load-config.js';

const apiVersion = 'client.authentication.k8s.io/v1';
const home = process.cwd();

afterEach(() => {
  process.chdir(home);
});

/** Writes a program that leaves a marker file and returns its folder's name as the token. */
async function plugin(folder: string, name = 'cloud-login', mode = 0o755): Promise<string> {
  const file = join(folder, name);
  const status = JSON.stringify({ kind: 'ExecCredential', apiVersion, status: { token: `from-${folder}` } });
  await mkdir(folder, { recursive: true });
  await writeFile(file, `#!/bin/sh\n: > '${folder}/ran'\necho '${status}'\n`);
  await chmod(file, mode);
  return file;
}

interface Case {
  readonly command?: string;
  readonly path?: string | undefined;
  /** The kubeconfig's `exec.env`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: LoadConfigOptions;
}

/** Returns the token from a kubeconfig's command. */
async function tokenOf({ command = 'cloud-login', path, env = {}, options = {} }: Case): Promise<string> {
  const file = join(await tempDir(), 'config');
  const exec = {
    apiVersion,
    command,
    interactiveMode: 'Never',
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
  };
  await writeFile(file, kubeconfigText({ user: { exec } }));
  const { provider } = await loadConfig({
    ...options,
    kubeconfig: file,
    env: path === undefined ? {} : { PATH: path },
  });
  return (await provider?.credentials({}))?.authorization ?? '';
}

describe('a bare command', () => {
  test.each(['.', 'bin', './bin', '../HERE', '.:/nowhere', ':/nowhere', '/nowhere:', '/nowhere::/other'])(
    'is not run from the working directory when PATH is %j',
    async (path) => {
      const folder = await tempDir();
      await plugin(folder);
      await plugin(join(folder, 'bin'));
      process.chdir(folder);
      const here = path.replace('HERE', folder.split('/').at(-1) ?? '');
      await expect(tokenOf({ path: here })).rejects.toMatchObject({
        name: 'CredentialsError',
        code: 'ERR_EXEC_RELATIVE',
        message: expect.stringMatching(
          /^exec plugin "cloud-login" was found in the working directory, by the entry "[^"]*" of PATH, and is not run/,
        ) as string,
      });
      expect([folder, join(folder, 'bin')].filter((dir) => existsSync(join(dir, 'ran')))).toEqual([]);
    },
  );

  test.each([undefined, ''])('is not run from the working directory when PATH is %j', async (path) => {
    const folder = await tempDir();
    await plugin(folder);
    process.chdir(folder);
    await expect(tokenOf({ path })).rejects.toMatchObject({ code: 'ERR_EXEC_NOT_FOUND' });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test('is run from the first absolute folder of PATH that has it', async () => {
    const [empty, first, second] = [await tempDir(), await tempDir(), await tempDir()];
    await plugin(first);
    await plugin(second);
    const path = [empty, '/nowhere', first, second, '.'].join(delimiter);
    expect(await tokenOf({ path })).toBe(`Bearer from-${first}`);
  });

  test('skips a folder of that name and a file that is not executable', async () => {
    const [withFolder, withFile, good] = [await tempDir(), await tempDir(), await tempDir()];
    await mkdir(join(withFolder, 'cloud-login'));
    await plugin(withFile, 'cloud-login', 0o644);
    await plugin(good);
    expect(await tokenOf({ path: [withFolder, withFile, good].join(delimiter) })).toBe(`Bearer from-${good}`);
  });

  test('is looked up in the PATH of the process, not in that of exec.env', async () => {
    const [own, theirs] = [await tempDir(), await tempDir()];
    await plugin(own);
    await plugin(theirs);
    expect(await tokenOf({ path: own, env: { PATH: theirs } })).toBe(`Bearer from-${own}`);
    await expect(tokenOf({ path: '/nowhere', env: { PATH: theirs } })).rejects.toMatchObject({
      code: 'ERR_EXEC_NOT_FOUND',
    });
    expect(existsSync(join(theirs, 'ran'))).toBe(false);
  });
});

describe('credentialPluginPolicy', () => {
  test('AllowAll runs a plugin, and is the default', async () => {
    const folder = await tempDir();
    const command = await plugin(folder);
    for (const options of [{}, { credentialPluginPolicy: 'AllowAll' }] as const)
      expect(await tokenOf({ command, path: '', options })).toBe(`Bearer from-${folder}`);
  });

  test('DenyAll runs none', async () => {
    const folder = await tempDir();
    const command = await plugin(folder);
    const options = { credentialPluginPolicy: 'DenyAll' } as const;
    await expect(tokenOf({ command, options })).rejects.toMatchObject({
      name: 'CredentialsError',
      code: 'ERR_EXEC_POLICY',
      message: `exec plugin ${JSON.stringify(command)} is not allowed: credentialPluginPolicy is "DenyAll"`,
    });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  // Placeholders in commands: ALLOWED is a folder in PATH, OTHER one that is not.
  test.each([
    { command: 'cloud-login', entry: 'cloud-login', runs: true },
    { command: 'cloud-login', entry: 'ALLOWED/cloud-login', runs: true },
    { command: 'ALLOWED/cloud-login', entry: 'cloud-login', runs: true },
    { command: 'ALLOWED/cloud-login', entry: 'ALLOWED/cloud-login', runs: true },
    { command: 'ALLOWED/../ALLOWED_NAME/cloud-login', entry: 'ALLOWED/cloud-login', runs: true },
    { command: 'OTHER/cloud-login', entry: 'cloud-login', runs: false },
    { command: 'OTHER/cloud-login', entry: 'ALLOWED/cloud-login', runs: false },
    { command: 'cloud-login', entry: 'OTHER/cloud-login', runs: false },
    { command: 'cloud-login', entry: 'cloud', runs: false },
    { command: 'cloud-login', entry: 'CLOUD-LOGIN', runs: false },
    { command: 'cloud-login', entry: '*', runs: false },
  ])('Allowlist with $entry, for the command $command: runs $runs', async ({ command, entry, runs }) => {
    const root = await tempDir();
    const [allowed, other] = [join(root, 'a'), join(root, 'b')];
    await plugin(allowed);
    await plugin(other);
    const placed = (text: string): string =>
      text.replaceAll('ALLOWED_NAME', 'a').replaceAll('ALLOWED', allowed).replaceAll('OTHER', other);
    const attempt = tokenOf({
      command: placed(command),
      path: allowed,
      options: {
        credentialPluginPolicy: 'Allowlist',
        credentialPluginAllowlist: [{ command: '/other/plugin' }, { command: placed(entry) }],
      },
    });
    if (runs) expect(await attempt).toBe(`Bearer from-${allowed}`);
    else await expect(attempt).rejects.toMatchObject({ code: 'ERR_EXEC_POLICY' });
    expect(existsSync(join(other, 'ran'))).toBe(false);
  });

  test.each([
    [{ credentialPluginPolicy: 'Allowlist' }, /^credentialPluginAllowlist must have at least one entry/],
    [
      { credentialPluginPolicy: 'Allowlist', credentialPluginAllowlist: [] },
      /^credentialPluginAllowlist must have at least one entry/,
    ],
    [
      { credentialPluginPolicy: 'Allowlist', credentialPluginAllowlist: [{}] },
      /^credentialPluginAllowlist\[0\]\.command must be a non-empty string, got undefined$/,
    ],
    [
      { credentialPluginPolicy: 'Allowlist', credentialPluginAllowlist: [{ command: 'a' }, 'b'] },
      /^credentialPluginAllowlist\[1\]\.command must be a non-empty string/,
    ],
    [
      { credentialPluginPolicy: 'Allowlist', credentialPluginAllowlist: [{ command: './a' }] },
      /^credentialPluginAllowlist\[0\]\.command must be a normalized path: expected "a", got ".\/a"$/,
    ],
    [
      { credentialPluginAllowlist: [{ command: 'a' }] },
      /^credentialPluginAllowlist must not be set unless credentialPluginPolicy is "Allowlist"/,
    ],
  ])('%j is rejected when the config is loaded', async (options, message) => {
    // JavaScript callers may pass this.
    await expect(tokenOf({ options: options as LoadConfigOptions })).rejects.toMatchObject({
      name: 'ConfigError',
      code: 'ERR_OPTION',
      message: expect.stringMatching(message) as string,
    });
  });
});
