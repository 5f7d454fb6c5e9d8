import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  kubeconfigText,
  memoryFiles,
  pemFixtures,
  rememberingLogger,
  tempDir,
} from './fixtures.test-support.js';
import { buildConfigFromFlags, loadConfig } from './load-config.js';

const serviceAccount = '/var/run/secrets/kubernetes.io/serviceaccount';
const podEnv = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };

function at(server: string, rest: Parameters<typeof kubeconfigText>[0] = {}): string {
  return kubeconfigText({ ...rest, cluster: { server } });
}

async function podFiles(): Promise<Record<string, string>> {
  const { cert } = await pemFixtures();
  return { [`${serviceAccount}/token`]: 'pod-token', [`${serviceAccount}/ca.crt`]: cert };
}

describe('where a kubeconfig is looked for', () => {
  const files = {
    '/explicit': at('https://explicit'),
    '/env': at('https://env'),
    '/home/me/.kube/config': at('https://home'),
  };

  test('the explicit path, then KUBECONFIG, then the home folder, then the pod', async () => {
    const readFile = memoryFiles({ ...files, ...(await podFiles()) });
    const env = { KUBECONFIG: '/env', HOME: '/home/me', ...podEnv };
    expect((await loadConfig({ kubeconfig: '/explicit', env, readFile })).host).toBe('https://explicit');
    expect((await loadConfig({ env, readFile })).host).toBe('https://env');
    expect((await loadConfig({ env: { ...env, KUBECONFIG: '' }, readFile })).host).toBe('https://home');
    expect((await loadConfig({ env: podEnv, homeDir: '/home/you', readFile })).host).toBe(
      'https://10.0.0.1:443',
    );
  });

  test('TestNonExistentCommandLineFile: the error names the file', async () => {
    await expect(
      loadConfig({ kubeconfig: '/nowhere', env: {}, readFile: memoryFiles(files) }),
    ).rejects.toMatchObject({
      name: 'ConfigError',
      code: 'ERR_KUBECONFIG_MISSING',
      message: 'kubeconfig /nowhere does not exist',
    });
  });

  test('TestToleratingMissingFiles, TestDeduplicate: a KUBECONFIG list skips missing, empty and repeated files', async () => {
    const env = { KUBECONFIG: ['/gone', '/env', '', '/env', '/explicit'].join(delimiter) };
    expect((await loadConfig({ env, readFile: memoryFiles(files) })).host).toBe('https://env');
  });

  test('TestWarningMissingFiles: a KUBECONFIG list without an existing file', async () => {
    const logger = rememberingLogger();
    const env = { KUBECONFIG: ['/gone', '/away'].join(delimiter) };
    await expect(loadConfig({ env, logger, readFile: memoryFiles(files) })).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_MISSING',
      message:
        'no kubeconfig found: /gone, /away do not exist (KUBECONFIG) and not running in a pod; expected a kubeconfig in one of these places',
    });
    expect(logger.lines).toMatchObject([{ level: 'warn', fields: { missing: ['/gone', '/away'] } }]);
  });

  test('nothing anywhere', async () => {
    await expect(
      loadConfig({ env: {}, homeDir: '/home/you', readFile: memoryFiles({}) }),
    ).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_MISSING',
      message:
        'no kubeconfig found: /home/you/.kube/config does not exist, KUBECONFIG is not set and not running in a pod; expected a kubeconfig in one of these places',
    });
  });

  test('TestErrorReadingFile: an invalid file in the list is an error', async () => {
    const env = { KUBECONFIG: ['/env', '/broken'].join(delimiter) };
    await expect(
      loadConfig({ env, readFile: memoryFiles({ ...files, '/broken': 'bogus value' }) }),
    ).rejects.toMatchObject({ code: 'ERR_KUBECONFIG_PARSE' });
  });

  test('TestInClusterConfig: an empty kubeconfig falls back to the pod; an invalid one does not', async () => {
    const pod = await podFiles();
    const load = (text: string): Promise<{ host: string }> =>
      loadConfig({ env: { KUBECONFIG: '/k', ...podEnv }, readFile: memoryFiles({ ...pod, '/k': text }) });
    expect((await load('')).host).toBe('https://10.0.0.1:443');
    expect((await load(at('https://x', { currentContext: '' }))).host).toBe('https://10.0.0.1:443');
    await expect(load(at('https://x', { currentContext: 'nope' }))).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_CONTEXT',
    });
    expect((await load(at('https://x'))).host).toBe('https://x');
  });

  test('TestCreateMissingContextNoDefault: no context chosen, outside a pod', async () => {
    const readFile = memoryFiles({ '/k': at('https://x', { currentContext: '' }) });
    await expect(loadConfig({ kubeconfig: '/k', env: {}, readFile })).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_EMPTY',
      message: '/k has no current-context and none was chosen: expected one of "it"',
    });
  });

  test('TestNamespaceOverride: also in a pod', async () => {
    const readFile = memoryFiles(await podFiles());
    const config = await loadConfig({ env: podEnv, homeDir: '/x', readFile, namespace: 'foo' });
    expect(config.namespace).toBe('foo');
  });
});

describe('real files', () => {
  test("relative paths are resolved against their file's folder", async () => {
    const dir = await tempDir();
    await mkdir(join(dir, '.kube', 'tokens'), { recursive: true });
    await writeFile(join(dir, '.kube', 'tokens', 'mine'), 't');
    await writeFile(join(dir, '.kube', 'config'), kubeconfigText({ user: { tokenFile: 'tokens/mine' } }));
    const config = await loadConfig({ env: {}, homeDir: dir });
    expect(await config.provider?.credentials({})).toEqual({ authorization: 'Bearer t' });
  });

  test('TestErrorReadingNonFile: a folder', async () => {
    const dir = await tempDir();
    await expect(loadConfig({ kubeconfig: dir, env: {} })).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_READ',
      message: `kubeconfig ${dir} is a directory, expected a file`,
    });
  });

  test('an endless file', async () => {
    await expect(loadConfig({ kubeconfig: '/dev/zero', env: {} })).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_READ',
      message: 'kubeconfig /dev/zero is larger than 10485760 bytes, expected a file of at most that',
    });
  });
});

describe('buildConfigFromFlags', () => {
  test('a master URL alone needs no kubeconfig, and reads none', async () => {
    const options = { env: { KUBECONFIG: '/env', HOME: '/home/me' }, readFile: memoryFiles({}) };
    expect(await buildConfigFromFlags('172.27.32.110:8080', '', options)).toMatchObject({
      host: 'http://172.27.32.110:8080',
      namespace: 'default',
    });
  });

  test('a master URL replaces the server in the kubeconfig', async () => {
    const readFile = memoryFiles({ '/k': at('https://x', { user: { token: 't' } }) });
    expect(await buildConfigFromFlags('https://y', '/k', { readFile })).toMatchObject({
      host: 'https://y',
      credentials: { authorization: 'Bearer t' },
    });
    expect(await buildConfigFromFlags('', '/k', { readFile })).toMatchObject({ host: 'https://x' });
  });

  test('both empty: the pod, with a warning; outside a pod an error', async () => {
    const logger = rememberingLogger();
    const readFile = memoryFiles(await podFiles());
    expect((await buildConfigFromFlags('', '', { env: podEnv, readFile, logger })).host).toBe(
      'https://10.0.0.1:443',
    );
    expect(logger.lines.map((line) => line.level)).toEqual(['warn']);
    await expect(buildConfigFromFlags('', '', { env: {}, readFile })).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_EMPTY',
      message:
        'neither a kubeconfig nor a master URL was given, and not running in a pod: expected KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT to be set',
    });
  });

  test('a missing kubeconfig', async () => {
    await expect(buildConfigFromFlags('', '/nowhere', { readFile: memoryFiles({}) })).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_MISSING',
    });
  });
});

describe('byte order marks', () => {
  const encodings: readonly [string, (text: string) => Buffer][] = [
    ['UTF-8', (text) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 LE', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 BE', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ];

  test.each(encodings)('%s: in the kubeconfig, its files and its base64 fields', async (_name, encode) => {
    const dir = await tempDir();
    const { cert, key } = await pemFixtures();
    await writeFile(join(dir, 'token'), encode('secret\n'));
    await writeFile(join(dir, 'client.crt'), encode(cert));
    await writeFile(join(dir, 'client.key'), encode(key));
    const text = kubeconfigText({
      cluster: { 'certificate-authority-data': encode(cert).toString('base64') },
      user: { tokenFile: 'token', 'client-certificate': 'client.crt', 'client-key': 'client.key' },
    });
    await writeFile(join(dir, 'config'), encode(text));
    const config = await loadConfig({ kubeconfig: join(dir, 'config'), env: {} });
    expect(config.tls?.ca).toEqual({ data: cert });
    expect(await config.provider?.credentials({})).toEqual({ authorization: 'Bearer secret' });
  });

  test.each(encodings)('%s: in the output of an exec plugin', async (_name, encode) => {
    const dir = await tempDir();
    const apiVersion = 'client.authentication.k8s.io/v1';
    const output = JSON.stringify({ kind: 'ExecCredential', apiVersion, status: { token: 'secret' } });
    const script = `process.stdout.write(Buffer.from('${encode(output).toString('base64')}', 'base64'))`;
    const exec = { apiVersion, interactiveMode: 'Never', command: process.execPath, args: ['-e', script] };
    await writeFile(join(dir, 'config'), kubeconfigText({ user: { exec } }));
    const { provider } = await loadConfig({ kubeconfig: join(dir, 'config') });
    expect(await provider?.credentials({})).toEqual({ authorization: 'Bearer secret' });
  });
});
