import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset, StatusError, loadConfig } from 'kube-informers';
import { RestClient } from 'kube-informers/rest';
import {
  kubeconfigText,
  memoryFiles,
  pemFixtures,
  tempDir,
} from '../../packages/kube-informers/src/kubeconfig/fixtures.test-support.js';

const mebibyte = 1024 * 1024;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** How much of an endless response was sent until the reader stopped. */
interface Endless {
  readonly url: string;
  /** Bytes written for each request, compressed or not. */
  readonly written: number[];
  /** Resolves when every request's connection is closed. */
  over(): Promise<void>;
}

/** A server whose responses begin with `head` and continue with `more` for ever. */
async function endless(options: {
  readonly status?: number;
  readonly head?: string;
  readonly more: string | Buffer;
  readonly zipped?: boolean;
}): Promise<Endless> {
  const written: number[] = [];
  const gone: Promise<unknown>[] = [];
  const more = Buffer.from(options.more);
  const chunk = options.zipped === true ? gzipSync(more) : more;
  const server = createServer((_request, response: ServerResponse) => {
    const index = written.push(0) - 1;
    gone.push(once(response, 'close'));
    response.on('error', () => undefined);
    response.writeHead(options.status ?? 200, {
      'content-type': 'application/json',
      ...(options.zipped === true ? { 'content-encoding': 'gzip' } : {}),
    });
    const write = (bytes: Buffer): boolean => {
      written[index] = (written[index] ?? 0) + bytes.length;
      return response.write(bytes);
    };
    const head = Buffer.from(options.head ?? '');
    if (head.length > 0) write(options.zipped === true ? gzipSync(head) : head);
    const feed = (): void => {
      // An upper limit, so that a client without a limit does not exhaust the machine.
      while (!response.destroyed && (written[index] ?? 0) < 400 * mebibyte) if (!write(chunk)) return;
      response.end();
    };
    response.on('drain', feed);
    feed();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    written,
    over: async () => void (await Promise.all(gone)),
  };
}

const zeros = Buffer.alloc(mebibyte, ' ');
// Sent but not yet read: a socket's buffers, at most 4 MiB to send and 32 MiB to receive on Linux (tcp_wmem, tcp_rmem), and ours.
const slack = 40 * mebibyte;

describe('reads an endless response up to its limit and closes the connection', { timeout: 60_000 }, () => {
  test('an object: maxBodyBytes', async () => {
    const server = await endless({ head: '{"kind":"Pod","a":"', more: zeros });
    await using client = new RestClient({ host: server.url });
    const call = { method: 'GET', path: '/api/v1/pods/a', maxBodyBytes: 2 * mebibyte };
    for (const attempt of [() => client.request(call), () => client.raw(call)])
      await expect(attempt()).rejects.toMatchObject({
        code: 'ERR_BODY_SIZE',
        message: `the answer to GET ${server.url}/api/v1/pods/a is longer than the 2097152 bytes allowed`,
      });
    await server.over();
    for (const bytes of server.written) expect(bytes).toBeLessThan(2 * mebibyte + slack);
  });

  test('an object that is a gzip bomb: 64 MiB decompressed', async () => {
    const server = await endless({ head: '{"kind":"Pod","a":"', more: zeros, zipped: true });
    await using client = new Clientset({ host: server.url });
    await expect(client.coreV1().pods('default').get('a')).rejects.toMatchObject({ code: 'ERR_BODY_SIZE' });
    await expect(client.discovery().serverResources()).rejects.toMatchObject({ code: 'ERR_BODY_SIZE' });
    await server.over();
    // A mebibyte of spaces is a kilobyte compressed: far more than 64 of them fit into the sockets' buffers.
    expect(server.written[0]).toBeLessThan(slack);
  });

  test('a list: its envelope and one item, plain and compressed', async () => {
    const start = '{"kind":"PodList","apiVersion":"v1","metadata":{},';
    for (const zipped of [true, false]) {
      const item = await endless({ head: `${start}"items":[{"a":"`, more: zeros, zipped });
      await using client = new Clientset({ host: item.url });
      await expect(client.coreV1().pods().list()).rejects.toMatchObject({
        code: 'ERR_BODY_SIZE',
        message: expect.stringContaining('items[0] is longer than the 67108864 bytes allowed') as string,
      });
      const envelope = await endless({ head: `${start}"a":"`, more: zeros, zipped });
      await using other = new Clientset({ host: envelope.url });
      await expect(other.coreV1().pods().list()).rejects.toMatchObject({
        code: 'ERR_NOT_KUBERNETES',
        message: expect.stringContaining('no items within 16777216 bytes') as string,
      });
      await Promise.all([item.over(), envelope.over()]);
      expect(item.written[0]).toBeLessThan(64 * mebibyte + slack);
      expect(envelope.written[0]).toBeLessThan(16 * mebibyte + slack);
    }
  });

  test('a line of a watch, plain and compressed', async () => {
    for (const zipped of [true, false]) {
      const server = await endless({ head: '{"type":"ADDED","object":{"a":"', more: zeros, zipped });
      await using client = new Clientset({ host: server.url });
      const stream = await client.coreV1().pods().watch();
      await expect(stream.nextBatch()).rejects.toMatchObject({
        code: 'ERR_WATCH_DECODE',
        message: expect.stringContaining('is longer than the 67108864 bytes allowed') as string,
      });
      await server.over();
      expect(server.written[0]).toBeLessThan(64 * mebibyte + slack);
    }
  });

  test('a watch without a reader: the connection is paused', async () => {
    const line = `{"type":"BOOKMARK","object":{"a":"${'b'.repeat(1000)}"}}\n`;
    const server = await endless({ more: line.repeat(1000) });
    await using client = new Clientset({ host: server.url });
    const stream = await client.coreV1().pods().watch();
    expect((await stream.nextBatch())?.length).toBeGreaterThan(0);
    let before = -1;
    // It stops growing: only the buffers are filled.
    for (let turns = 0; turns < 50 || before !== server.written[0]; turns++) {
      before = server.written[0] ?? 0;
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve));
      expect(before).toBeLessThan(4 * slack);
    }
    stream.stop();
    await server.over();
  });

  test('an error body: 1 MiB is read, 2048 characters are shown', async () => {
    for (const zipped of [true, false]) {
      const server = await endless({ status: 500, more: Buffer.alloc(mebibyte, 'x'), zipped });
      await using client = new Clientset({ host: server.url });
      const error: unknown = await client
        .coreV1()
        .pods()
        .list()
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StatusError);
      expect(JSON.stringify((error as StatusError).status).length).toBeLessThan(3 * 2048);
      await server.over();
      expect(server.written[0]).toBeLessThan(mebibyte + slack);
    }
  });

  test('an identity provider: 1 MiB', async () => {
    for (const zipped of [true, false]) {
      const server = await endless({ head: '{"token_endpoint":"', more: zeros, zipped });
      const user = {
        'auth-provider': {
          name: 'oidc',
          config: { 'idp-issuer-url': server.url, 'client-id': 'me', 'refresh-token': 'r' },
        },
      };
      const config = await loadConfig({
        kubeconfig: '/k',
        env: {},
        readFile: memoryFiles({ '/k': kubeconfigText({ user }) }),
      });
      await expect(config.provider?.credentials({})).rejects.toMatchObject({
        code: 'ERR_OIDC_DISCOVERY',
        cause: { code: 'ERR_BODY_SIZE' },
      });
      await server.over();
      expect(server.written[0]).toBeLessThan(mebibyte + slack);
    }
  });

  test('headers', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', x: 'y'.repeat(2_000_000) });
      response.end('{}');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    await using client = new RestClient({
      host: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    });
    await expect(client.raw({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'ERR_HTTP' });
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });
});

describe('files and programs', () => {
  test('an exec plugin with endless output is stopped after 1 MiB', async () => {
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: [
        '-e',
        "const s = 'x'.repeat(65536); const f = () => { while (process.stdout.write(s)); process.stdout.once('drain', f); }; f();",
      ],
      interactiveMode: 'Never',
    };
    const config = await loadConfig({
      kubeconfig: '/k',
      env: process.env,
      readFile: memoryFiles({ '/k': kubeconfigText({ user: { exec } }) }),
    });
    await expect(config.provider?.credentials({})).rejects.toMatchObject({
      code: 'ERR_EXEC_OUTPUT',
      message: expect.stringContaining('more than 1048576 bytes') as string,
    });
  });

  // Skipped on Windows: it has no /dev/zero to read from.
  test.skipIf(process.platform === 'win32')('endless files are refused after 10 MiB', async () => {
    const folder = await tempDir();
    const file = join(folder, 'config');
    await expect(loadConfig({ kubeconfig: '/dev/zero' })).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_READ',
      message: 'kubeconfig /dev/zero is larger than 10485760 bytes, expected a file of at most that',
    });
    const { cert } = await pemFixtures();
    await writeFile(join(folder, 'cert'), cert);
    for (const [user, cluster, code] of [
      [{ tokenFile: '/dev/zero' }, {}, 'ERR_TOKEN_FILE'],
      [{ 'client-certificate': 'cert', 'client-key': '/dev/zero' }, {}, 'ERR_KUBECONFIG_FILE'],
      [{}, { 'certificate-authority': '/dev/zero' }, 'ERR_KUBECONFIG_FILE'],
    ] as const) {
      await writeFile(file, kubeconfigText({ user, cluster }));
      await expect(loadConfig({ kubeconfig: file, env: {} })).rejects.toMatchObject({
        code,
        message: expect.stringContaining('/dev/zero is larger than 10485760 bytes') as string,
      });
    }
    await using client = new RestClient({ host: 'https://127.0.0.1:1', tls: { ca: { file: '/dev/zero' } } });
    await expect(client.list({ path: '/api/v1/pods' })).rejects.toMatchObject({ code: 'ERR_TLS_CONFIG' });
  });
});

describe('the embedded server', () => {
  /** The server's response to these bytes, followed by `more` for ever, and how many bytes were sent. */
  async function flood(port: number, head: string, more: string): Promise<{ answer: string; sent: number }> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    let sent = 0;
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      answer += part;
      socket.destroy();
    });
    // The server closes while this still writes: that error is expected, and the response comes first.
    socket.on('error', () => undefined);
    const closed = once(socket, 'close').catch(() => undefined);
    socket.write(head);
    const feed = (): void => {
      while (!socket.destroyed && socket.writable && sent < 100 * mebibyte) {
        sent += more.length;
        if (!socket.write(more)) return;
      }
    };
    socket.on('drain', feed);
    feed();
    await closed;
    return { answer, sent };
  }

  test('endless request lines, headers and bodies are cut off', async () => {
    await using server = await ApiServer.start();
    const x = 'x'.repeat(8192);
    const line = await flood(server.port, 'GET /', x);
    expect(line.answer).toMatch(/^HTTP\/1\.1 (431|400|414) /);
    expect(line.sent).toBeLessThan(slack);
    const headers = await flood(server.port, 'GET / HTTP/1.1\r\nHost: x\r\n', `${x.slice(0, 1000)}: y\r\n`);
    expect(headers.answer).toMatch(/^HTTP\/1\.1 (431|400) /);
    expect(headers.sent).toBeLessThan(slack);
    const post = 'POST /api/v1/namespaces HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const chunked = await flood(server.port, `${post}Transfer-Encoding: chunked\r\n\r\n`, `2000\r\n${x}\r\n`);
    expect(chunked.answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(chunked.sent).toBeLessThan(3 * mebibyte + slack);
    const sized = await flood(server.port, `${post}Content-Length: 999999999\r\n\r\n`, x);
    expect(sized.answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(sized.sent).toBeLessThan(slack);
  });
});
