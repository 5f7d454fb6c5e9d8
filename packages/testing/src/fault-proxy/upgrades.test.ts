import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { resources } from 'kube-informers';
import { ApiServer } from '../apiserver/api-server.js';
import { FakeClock } from '../fake-clock.js';
import { FaultProxy } from './fault-proxy.js';
import { faults } from './fault.js';
import { until } from './fault-proxy.test-support.js';

let server: ApiServer;
let proxy: FaultProxy;
let clock: FakeClock;

beforeEach(async () => {
  clock = new FakeClock();
  server = await ApiServer.start();
  proxy = await FaultProxy.start({ target: { host: server.url }, clock });
  await server.create(resources.coreV1.pods, {
    metadata: { name: 'web', namespace: 'default' },
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
  });
  server.onExec(async ({ stdin, stdout, signal }) => {
    for await (const chunk of stdin) stdout.write(`echo ${String(chunk)}`);
    if (signal.aborted) left.push((signal.reason as Error).message);
  });
  left = [];
});
afterEach(async () => {
  await proxy.stop();
  await server.stop();
});

/** Why commands ended without the client's end of input. */
let left: string[] = [];

class Client {
  readonly socket: WebSocket;
  /** What came over stdout. */
  text = '';
  status = 0;
  code: number | undefined;
  error: string | undefined;
  readonly opened: Promise<void>;

  constructor() {
    const path = '/api/v1/namespaces/default/pods/web/exec?command=x&stdin=true&stdout=true';
    this.socket = new WebSocket(`${proxy.url.replace('http', 'ws')}${path}`, 'v5.channel.k8s.io');
    this.opened = new Promise((resolve) => this.socket.on('open', resolve));
    this.socket.on('message', (data: Buffer) => {
      if (data[0] === 1) this.text += data.subarray(1).toString();
    });
    this.socket.on('unexpected-response', (_request, response) => {
      this.status = response.statusCode ?? 0;
      response.resume();
    });
    this.socket.on('error', (error: NodeJS.ErrnoException) => (this.error = error.code ?? error.message));
    this.socket.on('close', (code) => (this.code = code));
  }

  say(words: string): void {
    this.socket.send(Buffer.concat([Buffer.of(0), Buffer.from(words)]));
  }

  async hears(words: string): Promise<void> {
    await until(words, () => this.text === words);
  }

  async closes(): Promise<number | undefined> {
    await until('the close', () => this.code !== undefined);
    return this.code;
  }
}

test('an upgrade passes, with its bytes in both directions and its end', async () => {
  const client = new Client();
  await client.opened;
  client.say('one');
  await client.hears('echo one');
  expect(proxy.open.map(({ verb, status }) => [verb, status])).toEqual([['get', 101]]);
  expect(proxy.openStreams('get')).toBe(1);
  client.socket.send(Buffer.of(255, 0));
  expect(await client.closes()).toBe(1000);
  await until('the request is over', () => proxy.open.length === 0);
});

test('a refused upgrade passes as a response, and a client that leaves is noticed by the server', async () => {
  await server.delete(resources.coreV1.pods, 'web');
  const refused = new Client();
  await until('the response', () => refused.status === 404);
  await server.create(resources.coreV1.pods, {
    metadata: { name: 'web', namespace: 'default' },
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
  });
  const client = new Client();
  await client.opened;
  client.say('one');
  await client.hears('echo one');
  client.socket.terminate();
  await until('the server notices', () => left.length === 1);
});

test('a server that breaks the connection breaks that of the client', async () => {
  const client = new Client();
  await client.opened;
  server.resetConnections();
  expect(await client.closes()).toBe(1006);
});

describe('faults', () => {
  test('answer: a response instead of the upgrade', async () => {
    proxy.inject(faults.answer(503));
    const client = new Client();
    await until('the response', () => client.status === 503);
    expect(server.requestCount('get')).toBe(0);
  });

  test('reset: before the upgrade, and after bytes of it', async () => {
    proxy.inject(faults.reset());
    const before = new Client();
    await before.closes();
    expect(before.error).toMatch(/ECONNRESET|hang up/);
    const rule = proxy.inject(faults.reset({ afterBytes: 10 }));
    const after = new Client();
    await after.opened;
    after.say('one two three');
    expect(await after.closes()).toBe(1006);
    expect(rule.hits).toBe(1);
    await until('the server notices', () => left.length === 1);
  });

  test('cut: now, in an open stream', async () => {
    const client = new Client();
    await client.opened;
    client.say('one');
    await client.hears('echo one');
    expect(proxy.applyNow(faults.cut(), { path: '/exec' })).toBe(1);
    expect(await client.closes()).toBe(1006);
    await until('the server notices', () => left.length === 1);
  });

  test('delay: the upgrade comes later', async () => {
    const rule = proxy.inject(faults.delay(5000));
    const client = new Client();
    await rule.hit();
    expect(client.socket.readyState).toBe(WebSocket.CONNECTING);
    await clock.advance(5000);
    await client.opened;
  });

  test.each(['toClient', 'toServer', 'both'] as const)('stall %s: heal goes on', async (direction) => {
    const client = new Client();
    await client.opened;
    client.say('one');
    await client.hears('echo one');
    expect(proxy.applyNow(faults.stall({ direction }))).toBe(1);
    client.say(' two');
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(client.text).toBe('echo one');
    proxy.heal();
    await client.hears('echo oneecho  two');
  });

  test('drop toServer: what the client says is lost', async () => {
    const client = new Client();
    await client.opened;
    proxy.applyNow(faults.drop({ direction: 'toServer' }));
    client.say('lost');
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(client.text).toBe('');
  });

  test('endAfter: the connection ends after a time', async () => {
    proxy.inject(faults.endAfter(1000));
    const client = new Client();
    await client.opened;
    await clock.advance(1000);
    expect(await client.closes()).toBe(1006);
  });

  test('faults of lines pass an upgrade unchanged', async () => {
    const rule = proxy.inject(faults.corrupt());
    const client = new Client();
    await client.opened;
    client.say('one');
    await client.hears('echo one');
    expect([rule.taken, rule.hits]).toEqual([1, 0]);
    expect(proxy.applyNow(faults.end())).toBe(0);
  });
});
