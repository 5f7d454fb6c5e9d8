import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resources } from 'kube-informers';
import { newForbidden } from 'kube-informers/internal';
import type { ApiServer } from '../api-server.js';
import { deferred, startWithPods, StreamClient } from './streams.test-support.js';

let server: ApiServer;
beforeEach(async () => {
  server = await startWithPods();
});
afterEach(() => server.stop());

const success = '{"metadata":{},"status":"Success"}';

/** The parsed Status of the error channel. */
const statusOf = (text: string | undefined): unknown => JSON.parse(text ?? '');

test('a command reads stdin until the client ends it, and writes to stdout and stderr', async () => {
  server.onExec(async ({ command, stdin, stdout, stderr }) => {
    stderr.write(command.join(' '));
    for await (const chunk of stdin) stdout.write(chunk);
  });
  const query = 'command=tee&command=-a+b&stdin=true&stdout=true&stderr=true';
  const client = new StreamClient(server, `web/exec?${query}`);
  await client.send(0, 'one \xff\x00 ');
  await client.send(0, 'two');
  await client.send(255, '\x00');
  expect(await client.over).toEqual({
    protocol: 'v5.channel.k8s.io',
    refusal: undefined,
    channels: { 1: 'one \xff\x00 two', 2: 'tee -a b', 3: success },
    code: 1000,
  });
});

test('the session names pod, container and terminal, and a size of the terminal', async () => {
  const seen: unknown[] = [];
  server.onExec(async ({ namespace, pod, container, tty, resizes, stdout, stderr }) => {
    for await (const size of resizes) {
      seen.push({ namespace, pod, container, tty, size });
      stdout.end('out ');
      stderr.end('err');
      return;
    }
  });
  const client = new StreamClient(server, 'two/exec?container=b&command=sh&stdin=true&stdout=true&tty=true');
  await client.send(4, '{"Width":80,"Height":24}\n');
  expect((await client.over).channels).toEqual({ 1: 'out err', 3: success });
  const size = { columns: 80, rows: 24 };
  expect(seen).toEqual([{ namespace: 'default', pod: 'two', container: 'b', tty: true, size }]);
});

test.each([
  ['v5.channel.k8s.io', 'command terminated with exit code 3'],
  ['v4.channel.k8s.io', 'error executing command [sh -c x], exit code 3'],
  ['v4.base64.channel.k8s.io', 'error executing command [sh -c x], exit code 3'],
])('%s: the exit code comes in a Status', async (protocol, words) => {
  server.onExec(({ stdout }) => {
    stdout.write('out');
    return 3;
  });
  const path = 'web/exec?command=sh&command=-c&command=x&stdout=true';
  const { channels, code, protocol: chosen } = await new StreamClient(server, path, [protocol]).over;
  expect([channels[1], code, chosen]).toEqual(['out', 1000, protocol]);
  expect(statusOf(channels[3])).toEqual({
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: ${words}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: '3' }] },
  });
});

test.each(['channel.k8s.io', 'base64.channel.k8s.io', ''])(
  'the older protocol "%s" has a message for a failure and nothing for success',
  async (protocol) => {
    const protocols = protocol === '' ? [] : [protocol];
    server.onExec(({ command }) => (command[0] === 'true' ? 0 : 3));
    const failed = await new StreamClient(server, 'web/exec?command=false&stdout=true', protocols).over;
    const words = 'error executing command [false], exit code 3';
    expect(failed.channels).toEqual({ 1: '', 3: `command terminated with non-zero exit code: ${words}` });
    const done = await new StreamClient(server, 'web/exec?command=true&stdout=true', protocols).over;
    expect(done.channels).toEqual({ 1: '' });
  },
);

test('an error of the function is that of the kubelet, and a StatusError is sent as it is', async () => {
  server.onExec(({ command }) => {
    if (command[0] === 'secret') throw newForbidden(resources.coreV1.pods, 'web', 'no');
    throw new Error('exec: "nope": executable file not found in $PATH');
  });
  const run = async (command: string, protocol: string): Promise<unknown> =>
    statusOf(
      (await new StreamClient(server, `web/exec?command=${command}&stdout=true`, [protocol]).over)
        .channels[3],
    );
  const message =
    'Internal error occurred: error executing command in container: exec: "nope": executable file not found in $PATH';
  expect(await run('nope', 'v4.channel.k8s.io')).toMatchObject({
    message,
    reason: 'InternalError',
    code: 500,
  });
  expect(await run('nope', 'v5.channel.k8s.io')).toMatchObject({
    message: `Internal error occurred: ${message}`,
  });
  expect(await run('secret', 'v5.channel.k8s.io')).toMatchObject({ reason: 'Forbidden', code: 403 });
});

test('an exit code that is none is an error that names it', async () => {
  server.onExec(() => 1.5);
  const { channels } = await new StreamClient(server, 'web/exec?command=x&stdout=true').over;
  expect(channels[3]).toContain('onExec must return an exit code from 0 to 255, got 1.5');
});

describe('refusals before the connection is upgraded', () => {
  const refused = async (path: string, protocols?: string[]): Promise<unknown[]> => {
    const { refusal } = await new StreamClient(server, path, protocols).over;
    const body = refusal?.body.startsWith('{') === true ? statusOf(refusal.body) : refusal?.body;
    return [refusal?.status, (body as { message?: string }).message ?? body];
  };

  test('a pod, container or node that does not exist', async () => {
    server.onExec(() => 0);
    expect(await refused('nope/exec?command=x&stdout=true')).toEqual([404, 'pods "nope" not found']);
    expect(await refused('web/exec?command=x&stdout=true&container=d')).toEqual([
      400,
      'container d is not valid for pod web',
    ]);
    expect(await refused('two/exec?command=x&stdout=true')).toEqual([
      400,
      'a container name must be specified for pod two, choose one of: [a b]',
    ]);
    expect(await refused('unbound/exec?command=x&stdout=true')).toEqual([
      400,
      'pod unbound does not have a host assigned',
    ]);
  });

  test('a server without a function, a protocol that nobody speaks, a request without an upgrade', async () => {
    const noFunction = (stream: string, method: string): unknown[] => [
      501,
      `the embedded API server runs no containers: serve ${stream} with a function, server.${method}(…)`,
    ];
    expect(await refused('web/exec?command=x&stdout=true')).toEqual(noFunction('exec', 'onExec'));
    expect(await refused('web/attach?stdout=true')).toEqual(noFunction('attach', 'onAttach'));
    expect(await refused('web/portforward?ports=1')).toEqual(noFunction('portforward', 'onPortForward'));
    server.onExec(() => 0);
    expect(await refused('web/exec?command=x&stdout=true', ['v3.channel.k8s.io'])).toEqual([403, '']);
    const plain = await fetch(`${server.url}/api/v1/namespaces/default/pods/web/exec?command=x&stdout=true`);
    expect([plain.status, await plain.json()]).toMatchObject([400, { message: 'Upgrade request required' }]);
  });

  test('a container that is not running: a kubelet refuses it before, an API server after the upgrade', async () => {
    server.onExec(() => 0);
    const containerStatuses = [{ name: 'c', state: { waiting: { reason: 'ContainerCreating' } } }];
    await server.patch(resources.coreV1.pods, 'web', { status: { containerStatuses } });
    const path = 'web/exec?command=x&stdout=true';
    expect(await refused(path, ['v4.channel.k8s.io'])).toEqual([500, 'container not found ("c")\n']);
    const { channels } = await new StreamClient(server, path).over;
    const message = 'Internal error occurred: unable to upgrade connection: container not found ("c")';
    expect(statusOf(channels[3])).toMatchObject({ message, code: 500 });
  });

  test('a request with an upgrade for another path is answered as without it', async () => {
    const { refusal } = await new StreamClient(server, 'web').over;
    expect(refusal).toMatchObject({ status: 200, body: expect.stringContaining('"name":"web"') });
  });
});

test('a command ends with 137 when its pod is deleted or its container terminates', async () => {
  const reasons: unknown[] = [];
  server.onExec(({ stdout, signal }) => {
    stdout.write('begun');
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reasons.push((signal.reason as Error).message);
        reject(signal.reason as Error);
      });
    });
  });
  const one = new StreamClient(server, 'web/exec?command=x&stdout=true');
  const other = new StreamClient(server, 'two/exec?command=x&stdout=true&container=b');
  await Promise.all([one.until(1, 'begun'), other.until(1, 'begun')]);
  await server.delete(resources.coreV1.pods, 'web');
  expect((await one.over).channels[3]).toContain('exit code 137');
  const containerStatuses = [{ name: 'b', state: { terminated: { exitCode: 0 } } }];
  await server.patch(resources.coreV1.pods, 'two', { status: { containerStatuses } });
  expect((await other.over).channels[3]).toContain('exit code 137');
  expect(reasons).toEqual([
    'container c of pod default/web has ended',
    'container b of pod default/two has ended',
  ]);
});

test('a client that leaves aborts the signal, ends stdin and is not written to', async () => {
  const gone = deferred<unknown>();
  server.onExec(async ({ stdin, stdout, signal }) => {
    stdout.write('begun');
    for await (const _chunk of stdin);
    stdout.write('unheard');
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    gone.resolve((signal.reason as Error).message);
  });
  const client = new StreamClient(server, 'web/exec?command=x&stdin=true&stdout=true');
  await client.until(1, 'begun');
  client.socket.terminate();
  expect(await gone.promise).toBe('the client disconnected');
});

test('a server that stops ends its streams', async () => {
  server.onExec(({ stdout }) => {
    stdout.write('begun');
    return new Promise<never>(() => undefined);
  });
  const client = new StreamClient(server, 'web/exec?command=x&stdout=true');
  await client.until(1, 'begun');
  await server.stop();
  expect((await client.over).code).toBe(1006);
});

test('a slow reader on either side stops the other', async () => {
  let written = 0;
  const wait = deferred<void>();
  server.onExec(async ({ stdin, stdout }) => {
    await wait.promise;
    let read = 0;
    for await (const chunk of stdin) read += (chunk as Buffer).length;
    stdout.write(String(read));
  });
  const client = new StreamClient(server, 'web/exec?command=x&stdin=true&stdout=true');
  await client.opened;
  const bytes = 64 * 1024 * 1024;
  const piece = Buffer.alloc(64 * 1024);
  for (let sent = 0; sent < bytes; sent += piece.length - 1)
    client.socket.send(piece, (error) => (written += error === undefined ? piece.length : 0));
  // What does not fit into the buffers of the sockets waits at the client.
  for (let before = -1; before !== written;) {
    before = written;
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  }
  expect(written).toBeLessThan(bytes / 2);
  wait.resolve();
  await client.send(255, '\x00');
  const { channels } = await client.over;
  expect(Number(channels[1])).toBeGreaterThanOrEqual(bytes);
});

test('attach reaches its function; messages for channels that are not open are ignored', async () => {
  server.onAttach(async ({ container, stdin, stdout }) => {
    for await (const chunk of stdin) stdout.write(`${container}: ${String(chunk)}`);
  });
  const client = new StreamClient(server, 'web/attach?stdin=true&stdout=true');
  await client.send(9, 'nobody');
  await client.send(1, 'nobody');
  await client.send(0, 'hello');
  await client.until(1, 'c: hello');
  await client.send(255, '\x00');
  expect(await client.over).toMatchObject({ channels: { 1: 'c: hello', 3: success }, code: 1000 });
});
