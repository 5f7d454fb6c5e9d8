import { existsSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from 'kube-informers';
import {
  kubeconfigText,
  pemFixtures,
  rememberingLogger,
  tempDir,
} from '../../packages/kube-informers/src/kubeconfig/fixtures.test-support.js';

const apiVersion = 'client.authentication.k8s.io/v1';

describe('an exec plugin', () => {
  test('gets its arguments unchanged, without a shell', async () => {
    const folder = await tempDir();
    const mark = join(folder, 'touched');
    const args = [
      `$(touch ${mark})`,
      `\`touch ${mark}\``,
      `; touch ${mark}`,
      `| touch ${mark}`,
      `> ${mark}`,
      '*',
      '$HOME',
      '%PATH%',
      "'",
      '"',
      '',
    ];
    const script = `console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: '${apiVersion}',
      status: { token: Buffer.from(JSON.stringify(process.argv.slice(1))).toString('base64') } }))`;
    const file = join(folder, 'config');
    const exec = {
      apiVersion,
      command: process.execPath,
      args: ['-e', script, '--', ...args],
      interactiveMode: 'Never',
    };
    await writeFile(file, kubeconfigText({ user: { exec } }));
    const { provider } = await loadConfig({ kubeconfig: file, env: process.env });
    const { authorization = '' } = (await provider?.credentials({})) ?? {};
    expect(JSON.parse(Buffer.from(authorization.replace('Bearer ', ''), 'base64').toString())).toEqual(args);
    expect(existsSync(mark)).toBe(false);
  });

  test.each(['plugin; touch MARK', '$(touch MARK)', 'plugin `touch MARK`', '/bin/sh -c "touch MARK"'])(
    'a command is a file name, not a shell command line: %s',
    async (line) => {
      const folder = await tempDir();
      const mark = join(folder, 'touched');
      const file = join(folder, 'config');
      const exec = { apiVersion, command: line.replace('MARK', mark), interactiveMode: 'Never' };
      await writeFile(file, kubeconfigText({ user: { exec } }));
      const { provider } = await loadConfig({ kubeconfig: file, env: process.env });
      await expect(provider?.credentials({})).rejects.toMatchObject({ code: 'ERR_EXEC_NOT_FOUND' });
      expect(existsSync(mark)).toBe(false);
    },
  );

  test('loading a kubeconfig runs nothing', async () => {
    const folder = await tempDir();
    const mark = join(folder, 'touched');
    const file = join(folder, 'config');
    const exec = { apiVersion, command: 'touch', args: [mark], interactiveMode: 'Never' };
    await writeFile(file, kubeconfigText({ user: { exec } }));
    await loadConfig({ kubeconfig: file, env: process.env });
    expect(existsSync(mark)).toBe(false);
  });
});

/** A folder with a kubeconfig in `inside`, and files beside and above it. */
async function folders(user: object, cluster: object = {}): Promise<{ root: string; file: string }> {
  const { cert, key } = await pemFixtures();
  const root = await tempDir();
  await mkdir(join(root, 'inside/deeper'), { recursive: true });
  for (const place of ['.', 'inside', 'inside/deeper']) {
    await writeFile(join(root, place, 'client.crt'), cert);
    await writeFile(join(root, place, 'client.key'), key);
    await writeFile(join(root, place, 'token'), 'a-token');
    await writeFile(join(root, place, 'plugin'), '#!/bin/sh\n');
    await chmod(join(root, place, 'plugin'), 0o755);
  }
  await symlink(join(root, 'token'), join(root, 'inside/linked-token'));
  await symlink(join(root, 'inside/deeper/token'), join(root, 'inside/near-token'));
  await symlink(root, join(root, 'inside/up'));
  const file = join(root, 'inside/config');
  await writeFile(file, kubeconfigText({ user, cluster }));
  return { root, file };
}

describe('a relative path of a kubeconfig is resolved from its folder', () => {
  test.each<[string, object, object]>([
    ['certificate and key', { 'client-certificate': 'client.crt', 'client-key': './deeper/client.key' }, {}],
    ['with .. that stays inside', { tokenFile: 'deeper/../token' }, {}],
    ['by a link that stays inside', { tokenFile: 'near-token' }, {}],
    ['authority', {}, { 'certificate-authority': 'deeper/client.crt' }],
    [
      'a command that is looked up in PATH',
      { exec: { apiVersion, command: 'plugin', interactiveMode: 'Never' } },
      {},
    ],
    ['a command of its folder', { exec: { apiVersion, command: './plugin', interactiveMode: 'Never' } }, {}],
  ])('%s: is accepted without a warning', async (_what, user, cluster) => {
    const { file } = await folders(user, cluster);
    const logger = rememberingLogger();
    await loadConfig({ kubeconfig: file, env: {}, logger, outsidePaths: 'refuse' });
    expect(logger.lines).toEqual([]);
  });

  const outside: [string, object, object, string, string, string][] = [
    [
      'key',
      { 'client-certificate': 'client.crt', 'client-key': '../client.key' },
      {},
      'client-key',
      '../client.key',
      'client.key',
    ],
    ['token', { tokenFile: 'deeper/../../token' }, {}, 'tokenFile', 'deeper/../../token', 'token'],
    ['token, by a link', { tokenFile: 'linked-token' }, {}, 'tokenFile', 'linked-token', 'token'],
    ['token, by a link of a folder', { tokenFile: 'up/token' }, {}, 'tokenFile', 'up/token', 'token'],
    [
      'authority',
      {},
      { 'certificate-authority': '../client.crt' },
      'certificate-authority',
      '../client.crt',
      'client.crt',
    ],
    [
      'command',
      { exec: { apiVersion, command: '../plugin', interactiveMode: 'Never' } },
      {},
      'exec.command',
      '../plugin',
      'plugin',
    ],
  ];
  test.each(outside)(
    '%s that leads out: is logged or refused',
    async (_what, user, cluster, field, path, target) => {
      const { root, file } = await folders(user, cluster);
      const logger = rememberingLogger();
      await loadConfig({ kubeconfig: file, env: {}, logger });
      expect(logger.lines).toEqual([
        {
          level: 'warn',
          fields: { file, field, path, leadsTo: join(root, target) },
          message: 'a relative path in the kubeconfig leads outside its folder',
        },
      ]);
      await expect(loadConfig({ kubeconfig: file, env: {}, outsidePaths: 'refuse' })).rejects.toMatchObject({
        code: 'ERR_KUBECONFIG_OUTSIDE',
        message: `${field} ${JSON.stringify(path)} in ${file} leads out of its folder, to ${join(root, target)}; expected a path inside it, or an absolute one`,
      });
    },
  );

  test('absolute paths are used as they are', async () => {
    const { root } = await folders({});
    const user = { tokenFile: join(root, 'token') };
    const { file } = await folders(user);
    const logger = rememberingLogger();
    await loadConfig({ kubeconfig: file, env: {}, logger, outsidePaths: 'refuse' });
    expect(logger.lines).toEqual([]);
  });

  test('a kubeconfig that is a link may have its files beside the link or beside its target', async () => {
    const { root, file } = await folders({ tokenFile: 'token' });
    await mkdir(join(root, 'home'));
    await symlink(file, join(root, 'home/config'));
    await symlink(join(root, 'inside/token'), join(root, 'home/token'));
    const logger = rememberingLogger();
    await loadConfig({ kubeconfig: join(root, 'home/config'), env: {}, logger, outsidePaths: 'refuse' });
    expect(logger.lines).toEqual([]);
  });

  test('refuses values other than warn and refuse', async () => {
    const { file } = await folders({});
    await expect(
      loadConfig({ kubeconfig: file, env: {}, outsidePaths: 'ignore' as 'warn' }),
    ).rejects.toMatchObject({
      code: 'ERR_OPTION',
      message: 'outsidePaths of loadConfig must be warn or refuse, got "ignore"',
    });
  });
});

test('credentials for an http server are not sent, and that is logged', async () => {
  const folder = await tempDir();
  const file = join(folder, 'config');
  await writeFile(
    file,
    kubeconfigText({ user: { token: 'a-token' }, cluster: { server: 'http://example.com' } }),
  );
  const logger = rememberingLogger();
  const config = await loadConfig({ kubeconfig: file, env: {}, logger });
  expect([config.credentials, config.provider]).toEqual([undefined, undefined]);
  expect(logger.lines).toMatchObject(
    [{ level: 'warn', fields: { server: 'http://example.com', user: 'it' }, message: /https only/ }].map(
      (line) => ({ ...line, message: expect.stringMatching(line.message) as string }),
    ),
  );
});
