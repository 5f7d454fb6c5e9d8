import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Clientset } from '../../kube-informers/src/client/clientset.js';
import { loadConfig } from '../../kube-informers/src/kubeconfig/load-config.js';
import { ApiServer } from '@kube-informers/testing';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { TemporaryFolder, finish, start } from './cli.test-support.js';
import { podLog } from './workload-streams.js';

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

test('serve writes a kubeconfig readable by its owner only, and removes it at the end', async () => {
  await using folder = await TemporaryFolder.create();
  const file = folder.file('config');
  const serve = start(['serve', '--kubeconfig-out', file]);
  await serve.out.until('Press Ctrl-C to stop');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await using clientset = new Clientset(await loadConfig({ kubeconfig: file, env: {} }));
  const namespaces = await clientset.coreV1().namespaces().list();
  expect(namespaces.items.map((namespace) => namespace.metadata?.name)).toContain('default');
  expect(serve.out.text).toContain(`  export KUBECONFIG=${file}\n  kubectl get`);

  serve.interrupt();
  expect(await serve.exitCode).toBe(0);
  expect(await exists(file)).toBe(false);
  expect(serve.err.text).toBe('');
});

test('serve --workload simulates a small cluster until Ctrl-C', async () => {
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

describe('a kubeconfig that serve did not write', () => {
  test('is neither overwritten nor removed', async () => {
    await using folder = await TemporaryFolder.create();
    // A kubeconfig from an embedded server counts too: serve overwrites only its own files.
    await using server = await ApiServer.start();
    const file = await folder.write('config', await server.kubeconfig());
    const serve = await finish(['serve', '--kubeconfig-out', file]);
    expect(serve.exitCode).toBe(2);
    expect(serve.err).toBe(
      `error: --kubeconfig-out ${file} exists and was not written by kube-informers; name another file\n`,
    );
    expect(await readFile(file, 'utf8')).toBe(await server.kubeconfig());
  });

  test('is kept if it replaced the one that serve wrote', async () => {
    await using folder = await TemporaryFolder.create();
    const file = folder.file('config');
    const serve = start(['serve', '--kubeconfig-out', file]);
    await serve.out.until('Press Ctrl-C to stop');
    await writeFile(file, 'somebody else’s');
    serve.interrupt();
    expect(await serve.exitCode).toBe(0);
    expect(await readFile(file, 'utf8')).toBe('somebody else’s');
  });
});

test('a kubeconfig that an earlier serve left behind is replaced, with the right permissions', async () => {
  await using folder = await TemporaryFolder.create();
  const file = folder.file('config');
  const first = start(['serve', '--kubeconfig-out', file]);
  await first.out.until('Press Ctrl-C to stop');
  const left = await readFile(file, 'utf8');
  first.interrupt();
  await first.exitCode;
  await writeFile(file, left, { mode: 0o644 });

  const second = start(['serve', '--kubeconfig-out', file]);
  await second.out.until('Press Ctrl-C to stop');
  expect(await readFile(file, 'utf8')).not.toBe(left);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  second.interrupt();
  expect(await second.exitCode).toBe(0);
});

test('an unwritable path is a usage error, and leaves nothing open', async () => {
  await using folder = await TemporaryFolder.create();
  const file = folder.file('no/such/folder/config');
  const serve = await finish(['serve', '--kubeconfig-out', file]);
  expect(serve.exitCode).toBe(2);
  expect(serve.err).toBe(`error: --kubeconfig-out ${file} cannot be used: no such file or directory\n`);
});

test.each(['http', '-1', '65536', '80.5', '', '0x50', '1e3'])(
  '--port %j is rejected with the expected range',
  async (port) => {
    const serve = await finish(['serve', `--port=${port}`]);
    expect(serve.exitCode).toBe(2);
    expect(serve.err).toBe(
      `error: --port must be a whole number from 0 to 65535, got ${JSON.stringify(port)}\n`,
    );
  },
);

test('a port in use is reported in one line, with exit code 1', async () => {
  await using folder = await TemporaryFolder.create();
  await using server = await ApiServer.start();
  const file = folder.file('config');
  const serve = await finish(['serve', '--port', String(server.port), '--kubeconfig-out', file]);
  expect(serve.exitCode).toBe(1);
  expect(serve.err).toBe(
    `error: cannot listen on 127.0.0.1, port ${server.port}: EADDRINUSE, another program is listening there; choose another --port\n`,
  );
  expect(await exists(file)).toBe(false);
});

test('an address of another machine is reported in one line, with exit code 1', async () => {
  await using folder = await TemporaryFolder.create();
  // TEST-NET-1 (RFC 5737): never assigned.
  const serve = await finish(['serve', '--host', '192.0.2.1', '--kubeconfig-out', folder.file('config')]);
  expect(serve.exitCode).toBe(1);
  expect(serve.err).toBe(
    'error: cannot listen on 192.0.2.1, port 0: EADDRNOTAVAIL, this machine has no such address; choose another --host\n',
  );
});

test('an address reachable from outside causes a warning', async () => {
  await using folder = await TemporaryFolder.create();
  const serve = start(['serve', '--host', '0.0.0.0', '--kubeconfig-out', folder.file('config')]);
  await serve.out.until('Press Ctrl-C to stop');
  expect(serve.out.text).toContain('Anyone who can reach this address has full access');
  serve.interrupt();
  expect(await serve.exitCode).toBe(0);
});

test('pods of serve --workload have a log, a few commands and ports', async () => {
  await using folder = await TemporaryFolder.create();
  const file = folder.file('config');
  const serve = start(['serve', '--workload', '--kubeconfig-out', file]);
  await serve.out.until(/rolls out/);
  await using clientset = new Clientset(await loadConfig({ kubeconfig: file, env: {} }));
  const pods = clientset.coreV1().pods('backend');
  const name = (await pods.list()).items[0]?.metadata?.name ?? '';
  const output = async (command: string[], stdin = ''): Promise<string> =>
    String((await pods.exec(name, { command, stdin })).stdout);
  const lines: string[] = [];
  for await (const line of pods.logs(name)) lines.push(line);
  expect(lines[0]).toBe(`search started in pod ${name}`);
  expect(await output(['echo', 'a', 'b'])).toBe('a b\n');
  expect(await output(['cat'], 'typed')).toBe('typed');
  expect(await output(['env'])).toContain(`HOSTNAME=${name}\n`);
  await expect(pods.exec(name, { command: ['cat', '/x'] })).rejects.toThrow('No such file or directory');
  await expect(pods.exec(name, { command: ['sh'] })).rejects.toThrow(
    'simulated pods have cat, date, echo, env, hostname',
  );
  const attached = await pods.attach(name, { stderr: 'ignore' });
  let line = '';
  for await (const chunk of attached.stdout ?? []) {
    line = String(chunk);
    break;
  }
  expect(line).toMatch(/^GET \/items\/\d+ 200 \d+ms\n$/);
  attached.close();
  await attached.exit;
  await using forward = await pods.portForward(name, { ports: [{ remote: 80 }] });
  const url = `http://127.0.0.1:${forward.ports[0]?.local}/healthz`;
  expect(await (await fetch(url, { headers: { connection: 'close' } })).text()).toBe(
    `${name}:80 GET /healthz\n`,
  );
  serve.interrupt();
  expect(await serve.exitCode).toBe(0);
});

test('the log of a simulated pod has a line each second, the same whenever it is asked for', async () => {
  const clock = new FakeClock();
  const startedMs = clock.now();
  const ended = new AbortController();
  const session = { namespace: 'shop', pod: 'web', container: 'app', previous: false, signal: ended.signal };
  const followed = podLog({ ...session, follow: true }, startedMs, clock);
  const lines: unknown[] = [(await followed.next()).value];
  for (let second = 1; second < 3; second++) {
    const next = followed.next();
    await clock.advance(1000);
    lines.push((await next).value);
  }
  await followed.return(undefined);
  expect(lines).toMatchObject([
    { text: 'app started in pod web' },
    { text: 'GET /items/7 200 16ms' },
    { text: 'GET /items/14 200 29ms' },
  ]);
  const again: unknown[] = [];
  for await (const line of podLog({ ...session, follow: false }, startedMs, clock)) again.push(line);
  expect(again).toEqual(lines);
});
