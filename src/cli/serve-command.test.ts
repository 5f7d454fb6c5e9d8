import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Clientset } from '../client/clientset.js';
import { loadConfig } from '../kubeconfig/load-config.js';
import { ApiServer } from '../apiserver/index.js';
import { TemporaryFolder, finish, start } from './cli.test-support.js';

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

test('serve writes a kubeconfig that only its owner can read, serves, and removes it at the end', async () => {
  await using folder = await TemporaryFolder.create();
  const file = folder.file('config');
  const serve = start(['serve', '--kubeconfig-out', file]);
  await serve.out.until('Ctrl-C ends it');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await using clientset = new Clientset(await loadConfig({ kubeconfig: file, env: {} }));
  const namespaces = await clientset.coreV1().namespaces().list();
  expect(namespaces.items.map((namespace) => namespace.metadata?.name)).toContain('default');
  expect(serve.out.text).toContain(`KUBECONFIG=${file} kubectl get`);

  serve.interrupt();
  expect(await serve.exitCode).toBe(0);
  expect(await exists(file)).toBe(false);
  expect(serve.err.text).toBe('');
});

test('serve --workload lets a small cluster live until Ctrl-C', async () => {
  await using folder = await TemporaryFolder.create();
  const file = folder.file('config');
  const serve = start(['serve', '--workload', '--kubeconfig-out', file]);
  await serve.out.until(/rolls out/);
  await using clientset = new Clientset(await loadConfig({ kubeconfig: file, env: {} }));
  const pods = await clientset.coreV1().pods().list();
  expect(pods.items.length).toBeGreaterThanOrEqual(7);
  serve.interrupt();
  expect(await serve.exitCode).toBe(0);
  expect(serve.err.text).toBe('');
});

describe('the kubeconfig of somebody else', () => {
  test('is neither overwritten nor removed', async () => {
    await using folder = await TemporaryFolder.create();
    // Also one that an embedded server gave: only what serve itself wrote is serve's.
    await using server = await ApiServer.start();
    const file = await folder.write('config', server.kubeconfig());
    const serve = await finish(['serve', '--kubeconfig-out', file]);
    expect(serve.exitCode).toBe(2);
    expect(serve.err).toBe(
      `error: --kubeconfig-out ${file} exists and was not written by kube-informers; name another file\n`,
    );
    expect(await readFile(file, 'utf8')).toBe(server.kubeconfig());
  });

  test('is left alone when it took the place of ours', async () => {
    await using folder = await TemporaryFolder.create();
    const file = folder.file('config');
    const serve = start(['serve', '--kubeconfig-out', file]);
    await serve.out.until('Ctrl-C ends it');
    await writeFile(file, 'somebody else’s');
    serve.interrupt();
    expect(await serve.exitCode).toBe(0);
    expect(await readFile(file, 'utf8')).toBe('somebody else’s');
  });
});

test('a kubeconfig that an earlier serve left behind is taken over, with the right permissions', async () => {
  await using folder = await TemporaryFolder.create();
  const file = folder.file('config');
  const first = start(['serve', '--kubeconfig-out', file]);
  await first.out.until('Ctrl-C ends it');
  const left = await readFile(file, 'utf8');
  first.interrupt();
  await first.exitCode;
  await writeFile(file, left, { mode: 0o644 });

  const second = start(['serve', '--kubeconfig-out', file]);
  await second.out.until('Ctrl-C ends it');
  expect(await readFile(file, 'utf8')).not.toBe(left);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  second.interrupt();
  expect(await second.exitCode).toBe(0);
});

test('a place that cannot be written to is a usage error, and nothing stays open', async () => {
  await using folder = await TemporaryFolder.create();
  const file = folder.file('no/such/folder/config');
  const serve = await finish(['serve', '--kubeconfig-out', file]);
  expect(serve.exitCode).toBe(2);
  expect(serve.err).toBe(`error: --kubeconfig-out ${file} cannot be used: ENOENT\n`);
});

test.each(['http', '-1', '65536', '80.5', '', '0x50', '1e3'])(
  '--port %j is refused, naming what was expected',
  async (port) => {
    const serve = await finish(['serve', `--port=${port}`]);
    expect(serve.exitCode).toBe(2);
    expect(serve.err).toBe(
      `error: --port must be a whole number from 0 to 65535, got ${JSON.stringify(port)}\n`,
    );
  },
);

test('a port that is taken is one line and exit code 1', async () => {
  await using folder = await TemporaryFolder.create();
  await using server = await ApiServer.start();
  const file = folder.file('config');
  const serve = await finish(['serve', '--port', String(server.port), '--kubeconfig-out', file]);
  expect(serve.exitCode).toBe(1);
  expect(serve.err).toBe(
    `error: cannot listen on 127.0.0.1, port ${server.port}: EADDRINUSE, another program listens there; name another --port\n`,
  );
  expect(await exists(file)).toBe(false);
});

test('an address that this machine does not have is one line and exit code 1', async () => {
  await using folder = await TemporaryFolder.create();
  // TEST-NET-1 (RFC 5737): nobody's.
  const serve = await finish(['serve', '--host', '192.0.2.1', '--kubeconfig-out', folder.file('config')]);
  expect(serve.exitCode).toBe(1);
  expect(serve.err).toBe(
    'error: cannot listen on 192.0.2.1, port 0: EADDRNOTAVAIL, this machine has no such address; name another --host\n',
  );
});

test('an address that others reach comes with a warning', async () => {
  await using folder = await TemporaryFolder.create();
  const serve = start(['serve', '--host', '0.0.0.0', '--kubeconfig-out', folder.file('config')]);
  await serve.out.until('Ctrl-C ends it');
  expect(serve.out.text).toContain('Whoever reaches this address can do everything');
  serve.interrupt();
  expect(await serve.exitCode).toBe(0);
});
