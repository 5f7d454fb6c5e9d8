// Whoever reaches the port of webhooks may send anything.
import { nightly } from '../nightly.test-support.js';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { noopLogger } from '../../packages/kube-informers/src/util/logger.js';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { HookServer, defaultLimits } from '../../packages/kube-informers/src/webhook/hook-server.js';
import type { HookLimits } from '../../packages/kube-informers/src/webhook/hook-server.js';
import { Webhooks } from '../../packages/kube-informers/src/webhook/webhooks.js';
import {
  ask,
  certificates,
  conversionReview,
  pair,
  patchIn,
  review,
  website,
  websites,
} from '../../packages/kube-informers/src/webhook/webhooks.test-support.js';
import type { Website } from '../../packages/kube-informers/src/webhook/webhooks.test-support.js';

const created = review({ object: website({ replicas: 3 }) });
const allowing = (): Webhooks => new Webhooks({ certificates }).validate(websites, () => undefined);

/** A server with smaller limits, its port, and how many requests it has answered. */
async function serveWith(
  limits: Partial<HookLimits>,
): Promise<{ port: number; answered: () => number; close: () => Promise<void> }> {
  let answered = 0;
  const webhooks = allowing();
  const server = new HookServer({
    answer: (request) => {
      answered++;
      return webhooks.answer(request);
    },
    limits: { ...defaultLimits, ...limits },
    clock: systemClock,
    logger: noopLogger,
  });
  const port = await server.listen({ port: 0, host: '127.0.0.1' }, pair);
  return { port, answered: () => answered, close: () => server.close() };
}

async function open(port: number): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, ca: pair.ca });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
}

/** All that a socket receives until it is closed. */
async function received(socket: TLSSocket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  if (!socket.closed) await once(socket, 'close');
  return text;
}

function head(length: number | 'chunked', path = '/validate'): string {
  const framing = length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  return `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`;
}

describe('sizes and times', () => {
  test('a body that says that it has 100 MB is refused by its head', async () => {
    const { port, answered, close } = await serveWith({});
    const socket = await open(port);
    socket.write(head(100_000_000));
    expect(await received(socket)).toMatch(
      /^HTTP\/1.1 413 [^]*connection: close[^]*an AdmissionReview may have at most 12582912 bytes/i,
    );
    await close();
    expect(answered()).toBe(0);
  });

  test('a body without an end is refused at the limit', async () => {
    const { port, answered, close } = await serveWith({ admissionBytes: 100_000 });
    const socket = await open(port);
    const all = received(socket);
    socket.write(head('chunked'));
    const chunk = `${(10_000).toString(16)}\r\n${' '.repeat(10_000)}\r\n`;
    for (let sent = 0; sent < 20 && !socket.closed; sent++) socket.write(chunk);
    expect(await all).toMatch(/^HTTP\/1.1 413 /);
    await close();
    expect(answered()).toBe(0);
  });

  test('bodies that arrive slowly are cut off, also before their head, and do not keep the server from stopping', async () => {
    const { port, answered, close } = await serveWith({ arrivalMs: 100 });
    const texts = ['', 'POST /validate HTTP/1.1\r\nhost:', `${head(1000)}{"a"`];
    const sockets = await Promise.all(texts.map(() => open(port)));
    const all = sockets.map(received);
    texts.forEach((text, index) => sockets[index]?.write(text));
    for (const text of await Promise.all(all)) expect(text).toMatch(/^(HTTP\/1.1 408 |$)/);
    await close();
    expect(answered()).toBe(0);
  });

  test('bodies of many requests have one limit, and room is free again when they have gone', async () => {
    const { port, close } = await serveWith({ allBytes: 100_000 });
    const [first, second, third] = await Promise.all([open(port), open(port), open(port)]);
    first.write(`${head(90_001)}${' '.repeat(90_000)}`);
    // Received whole, by a server that reads both sockets in turn.
    await new Promise((resolve) => setImmediate(resolve));
    const refused = received(second);
    second.write(`${head(90_001)}${' '.repeat(90_000)}`);
    const both = await Promise.race([refused, received(first)]);
    expect(both).toMatch(/^HTTP\/1.1 429 [^]*retry-after: 1/i);
    first.destroy();
    second.destroy();
    for (const socket of [first, second]) if (!socket.closed) await once(socket, 'close');
    third.write(`${head(created.length)}${created.toString()}`);
    const [answer] = (await once(third, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
    third.destroy();
    await close();
  });

  test('a large request whose response is not read makes room for others', async () => {
    const webhooks = allowing();
    const large = ' '.repeat(32 * 1024 * 1024);
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const server = new HookServer({
      // The response of a conversion is about as large as its request.
      answer: async (request) => {
        if (request.kind !== 'convert') return webhooks.answer(request);
        begin();
        return { code: 200, text: large };
      },
      limits: { ...defaultLimits, allBytes: 100_000 },
      clock: systemClock,
      logger: noopLogger,
    });
    const port = await server.listen({ port: 0, host: '127.0.0.1' }, pair);
    const silent = await open(port);
    silent.pause().write(`${head(100_000, '/convert')}${' '.repeat(100_000)}`);
    await begun;
    const other = await open(port);
    other.write(`${head(created.length)}${created.toString()}`);
    const [answer] = (await once(other, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
    other.destroy();
    const all = received(silent);
    silent.resume();
    expect((await all).length).toBeLessThan(large.length);
    await server.close();
  });

  test('requests that are pipelined and given up take no room afterwards, and do not keep the server from stopping', async () => {
    const webhooks = allowing();
    const length = created.length;
    let calls = 0;
    const server = new HookServer({
      // The first one is answered never, so the responses of the others wait for their turn.
      answer: (request) => (++calls === 1 ? new Promise(() => undefined) : webhooks.answer(request)),
      limits: { ...defaultLimits, allBytes: 25 * length },
      clock: systemClock,
      logger: noopLogger,
    });
    const port = await server.listen({ port: 0, host: '127.0.0.1' }, pair);
    const first = await open(port);
    first.write(`${head(length)}${created.toString()}`.repeat(20));
    while (calls < 20) await new Promise((resolve) => setImmediate(resolve));
    first.destroy();
    await once(first, 'close');
    // Until the server has seen that, there is no room.
    for (let status = ''; !status.startsWith('HTTP/1.1 200 ');) {
      const second = await open(port);
      second.write(`${head(10 * length)}${created.toString()}${' '.repeat(9 * length)}`);
      const [answer] = (await once(second, 'data')) as [Buffer];
      status = answer.toString();
      expect(status).toMatch(/^HTTP\/1.1 (200|429) /);
      second.destroy();
    }
    await server.close();
  });

  test('the connection that was answered least recently makes room for another one', async () => {
    const { port, close } = await serveWith({ maxConnections: 3 });
    const ask = async (socket: TLSSocket): Promise<void> => {
      socket.write(`${head(created.length)}${created.toString()}`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
    };
    const [first, silent, second] = [await open(port), await open(port), await open(port)];
    await ask(first);
    await ask(second);
    await ask(first);
    for (const leaving of [silent, second]) {
      const closed = once(leaving, 'close');
      await ask(await open(port));
      await closed;
    }
    await ask(first);
    await close();
  });

  test('a connection that comes while all are being answered is served, and ends another with its response', async () => {
    const webhooks = allowing();
    const held: (() => void)[] = [];
    const server = new HookServer({
      answer: async (request) => {
        await new Promise<void>((resolve) => held.push(resolve));
        return webhooks.answer(request);
      },
      limits: { ...defaultLimits, maxConnections: 2 },
      clock: systemClock,
      logger: noopLogger,
    });
    const port = await server.listen({ port: 0, host: '127.0.0.1' }, pair);
    const sockets: TLSSocket[] = [];
    while (sockets.length < 3) {
      const socket = await open(port);
      socket.write(`${head(created.length)}${created.toString()}`);
      sockets.push(socket);
      while (held.length < sockets.length) await new Promise((resolve) => setImmediate(resolve));
    }
    const first = received(sockets[0] as TLSSocket);
    held[0]?.();
    expect(await first).toMatch(/^HTTP\/1.1 200 [^]*connection: close/i);
    for (const [index, socket] of sockets.slice(1).entries()) {
      const data = once(socket, 'data');
      held[index + 1]?.();
      expect(String(await data)).toMatch(/^HTTP\/1.1 200 /);
      socket.destroy();
    }
    await server.close();
  });

  test('many connections, silent, idle, slow or pipelined, keep no request out', async () => {
    const { port, close } = await serveWith({ arrivalMs: 3_600_000 });
    const review = `${head(created.length)}${created.toString()}`;
    const half = `${head(1_000_000)}${' '.repeat(500_000)}`;
    let refused = 0;
    const attackers: Socket[] = [];
    const attack = async (count: number, text: string | undefined): Promise<void> => {
      const opened = Array.from({ length: count }, () => {
        const address = { host: '127.0.0.1', port };
        const socket = text === undefined ? connectTcp(address) : connect({ ...address, ca: pair.ca });
        socket.on('error', () => undefined);
        // A client that is still sending may be reset before it has read the 429.
        for (const event of ['data', 'close']) socket.on(event, () => (refused += text === half ? 1 : 0));
        attackers.push(socket);
        return new Promise<void>((resolve) => {
          socket.once('close', () => resolve());
          socket.once(text === undefined ? 'connect' : 'secureConnect', () => {
            if (text !== undefined) socket.write(text);
            resolve();
          });
        });
      });
      await Promise.all(opened);
    };
    // 1,500 connections by day, 3,000 at night; the server keeps 1,000.
    const many = nightly ? 300 : 150;
    // At most 300 at once: beyond its backlog of 511 the kernel forgets connections, and their clients do not learn it.
    for (let batch = 0; batch < (nightly ? 5 : 2); batch++) await attack(300, undefined);
    await attack(many, '');
    await attack(many, 'POST /validate HTTP/1.1\r\nhost:');
    await attack(many, review);
    await attack(many, review.repeat(10));
    // 150 MB, more than the server holds.
    await attack(300, half);
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    while (refused === 0 || attackers.filter(({ closed }) => !closed).length > 1000) await turn();
    const socket = await open(port);
    socket.write(review);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
    for (const each of [socket, ...attackers]) each.destroy();
    await close();
  });

  test('what is no TLS, or no HTTP, ends only its connection', async () => {
    const { port, close } = await serveWith({});
    const [broken, other] = await Promise.all([open(port), open(port)]);
    const all = received(broken);
    broken.write('\u0000\u0001 GET / \r\n\r\n');
    expect(await all).toMatch(/^HTTP\/1.1 400 /);
    other.write(`${head(created.length)}${created.toString()}`);
    const [answer] = (await once(other, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
    other.destroy();
    await close();
  });
});

describe('reviews', () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  const withSpec = (text: string): Buffer => Buffer.from(created.toString().replace('{"replicas":3}', text));

  test('an object of any depth is checked, changed and converted', async () => {
    const webhooks = allowing()
      .mutate(websites, ({ object }) => ({ ...object, metadata: { ...object.metadata, labels: { a: 'b' } } }))
      .convert(websites, { v2: { up: ({ spec }: Website) => ({ spec }), down: ({ spec }) => ({ spec }) } });
    const body = withSpec(deep);
    expect((await ask(webhooks, 'validate', body)).response.allowed).toBe(true);
    expect(patchIn(await ask(webhooks, 'mutate', body))).toEqual([
      { op: 'add', path: '/metadata/labels', value: { a: 'b' } },
    ]);
    const object = `{"apiVersion":"example.com/v1","kind":"Website","metadata":{"name":"a"},"spec":${deep}}`;
    const conversion = conversionReview('example.com/v2', [])
      .toString()
      .replace('"objects":[]', `"objects":[${object}]`);
    const { code, text } = await webhooks.answer({
      kind: 'convert',
      body: Buffer.from(conversion),
      timeoutMs: 30_000,
      signal: new AbortController().signal,
    });
    expect([code, text.includes(deep)]).toEqual([200, true]);
  });

  test('names of prototypes are names like others', async () => {
    const webhooks = allowing().mutate(websites, ({ object }) => ({
      ...object,
      spec: JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as Website['spec'],
    }));
    const answer = await ask(webhooks, 'mutate', withSpec('{"__proto__":{"a":1},"toString":2}'));
    expect(JSON.stringify(patchIn(answer))).toBe(
      '[{"op":"remove","path":"/spec/__proto__/a"},{"op":"add","path":"/spec/__proto__/polluted","value":true},{"op":"remove","path":"/spec/toString"},{"op":"add","path":"/spec/constructor","value":1}]',
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      const resource = { group: name, version: name, resource: name };
      expect(await ask(webhooks, 'validate', review({ resource, subResource: name }))).toMatchObject({
        code: 400,
      });
      const converted = conversionReview(`${name}/v1`, [{ apiVersion: 'a/v1', kind: name }]);
      expect(await ask(webhooks, 'convert', converted)).toMatchObject({ code: 400 });
      // An inherited member is not one of the request.
      const inherited = Buffer.from(
        `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"${name}":1}}`,
      );
      expect(await ask(webhooks, 'validate', inherited)).toMatchObject({
        code: 400,
        message: 'request.uid is missing',
      });
    }
  });

  test.each([[null], [5], [''], [{}], [['u']], [true]])(
    'a uid that is %j is refused, and another uid is answered as it is',
    async (uid) => {
      expect(await ask(allowing(), 'validate', review({ uid }))).toMatchObject({ code: 400 });
      const odd = '\u0000"\\\u2028…'.repeat(100);
      expect(
        (await ask(allowing(), 'validate', review({ uid: odd, object: website({}) }))).response.uid,
      ).toBe(odd);
    },
  );

  test.each([
    ['userInfo', []],
    ['userInfo', { groups: [1] }],
    ['userInfo', { extra: { a: 'b' } }],
    ['resource', 'pods'],
    ['kind', null],
    ['operation', 'create'],
    ['object', 'text'],
    ['object', { apiVersion: 1 }],
    ['object', { apiVersion: 'v1', kind: 'Pod', metadata: [] }],
    ['dryRun', 'false'],
    ['options', []],
    ['subResource', {}],
  ])('%s of %j is refused by its name', async (name, value) => {
    const { code, message } = await ask(
      allowing(),
      'validate',
      review({ object: website({}), [name]: value }),
    );
    expect(code).toBe(400);
    expect(message).toContain(`request.${name}`);
  });

  test('a refusal quotes nothing of an object', async () => {
    const secret = 'c2VjcmV0';
    const bodies = [
      `{"apiVersion":"admission.k8s.io/v1","data":"${secret}"`,
      `{"apiVersion":"${secret}${secret}${secret}","kind":"AdmissionReview"}`,
      `["${secret}"]`,
      created
        .toString()
        .replace('{"replicas":3}', `{"token":"${secret}"}`)
        .replace('"kind":"Website","metadata"', '"kind":7,"metadata"'),
    ];
    for (const body of bodies) {
      const { code, message } = await ask(allowing(), 'validate', Buffer.from(body));
      expect([code, message]).toEqual([400, expect.not.stringContaining(secret)]);
    }
  });
});
