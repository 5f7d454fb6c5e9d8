import { createServer as createNetServer } from 'node:net';
import { Agent } from 'node:http';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../fake-clock.js';
import { leakCheck } from '../leak-check.js';
import { ask, get, Origin, proxied, until, Wire } from './fault-proxy.test-support.js';
import { FaultProxy } from './fault-proxy.js';
import { faults } from './fault.js';

const watch = '/api/v1/pods?watch=1';

function openWatch(options: Parameters<typeof proxied>[1] = {}) {
  return proxied((response) => response.write('{}\n'), options);
}

describe('applyNow', () => {
  test('applies to matching open requests, and returns their number', async () => {
    await using scene = await openWatch();
    using watched = ask(scene.proxy.url, watch);
    using other = ask(scene.proxy.url, '/api/v1/nodes?watch=1');
    await until('both came', () => scene.proxy.openStreams() === 2);
    expect(scene.proxy.openStreams('watchList', 'list')).toBe(0);
    expect(scene.proxy.applyNow(faults.reset(), { verbs: ['list'] })).toBe(0);
    expect(scene.proxy.applyNow(faults.reset(), { path: 'pods' })).toBe(1);
    await watched.done();
    expect([watched.ended, watched.body, other.ended]).toEqual(['ECONNRESET', '{}\n', undefined]);
    expect(scene.proxy.requests.map(({ fault, open }) => [fault, open])).toEqual([
      ['reset', false],
      [undefined, true],
    ]);
    expect(scene.proxy.open.map(({ path }) => path)).toEqual(['/api/v1/nodes']);
  });

  test.each([
    [faults.cut(), 'ECONNRESET', '{}\n'],
    [faults.end(), 'whole', '{}\n'],
    [
      faults.errorEvent(503, { message: 'm' }),
      'whole',
      '{}\n{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"m","reason":"ServiceUnavailable","code":503}}\n',
    ],
  ])('$name: immediately, also on an idle or stalled stream', async (fault, ended, body) => {
    await using scene = await openWatch();
    using idle = ask(scene.proxy.url, watch);
    using stalled = ask(scene.proxy.url, watch);
    await until('both came', () => idle.body === '{}\n' && stalled.body === '{}\n');
    expect(scene.proxy.applyNow(faults.stall(), { where: ({ number }) => number === 2 })).toBe(1);
    expect(scene.proxy.applyNow(fault)).toBe(2);
    for (const seen of [idle, stalled]) {
      await seen.done();
      expect([seen.ended, seen.body]).toEqual([ended, body]);
    }
  });

  test('bytes and lines count from now; a partially sent line does not count', async () => {
    await using scene = await proxied((response) => response.write('1\n2\nha'));
    using seen = ask(scene.proxy.url, watch);
    await until('it came', () => seen.body === '1\n2\nha');
    expect(scene.proxy.applyNow(faults.end({ afterLines: 1 }))).toBe(1);
    scene.origin.last.response.write('lf\n4\n5\n');
    await seen.done();
    expect([seen.ended, seen.body]).toEqual(['whole', '1\n2\nhalf\n4\n']);
  });

  test('corrupts the next line; endAfter counts from now; bandwidth from the next byte', async () => {
    const clock = new FakeClock();
    await using scene = await openWatch({ clock });
    using seen = ask(scene.proxy.url, watch);
    await until('it came', () => seen.body === '{}\n');
    scene.proxy.applyNow(faults.corrupt());
    scene.origin.last.response.write('{}\n{}\n');
    await until('two lines came', () => seen.bytes.length === 9);
    expect([seen.body.slice(3, 6), seen.body.slice(6)]).toEqual([expect.not.stringContaining('{'), '{}\n']);
    scene.proxy.applyNow(faults.bandwidth(20));
    scene.origin.last.response.write('12');
    await until('a byte came', () => seen.body.endsWith('1'));
    await clock.advance(49);
    expect(seen.body.endsWith('1')).toBe(true);
    await clock.advance(1);
    await until('another came', () => seen.body.endsWith('12'));
    scene.proxy.applyNow(faults.endAfter(10));
    await clock.advance(10);
    await seen.done();
    expect([seen.ended, clock.pendingTimers]).toEqual(['whole', 0]);
  });

  test('skips impossible faults: text in a compressed body, an early end of one with a length', async () => {
    await using scene = await proxied((response, request) => {
      if (request.url === '/zipped') response.setHeader('content-encoding', 'gzip');
      else response.setHeader('content-length', 100);
      response.write('x');
    });
    using zipped = ask(scene.proxy.url, '/zipped');
    using sized = ask(scene.proxy.url, '/sized');
    await until('both came', () => zipped.bytes.length === 1 && sized.bytes.length === 1);
    expect(scene.proxy.applyNow(faults.corrupt(), { path: 'zipped' })).toBe(0);
    expect(scene.proxy.applyNow(faults.endAfter(5), { path: 'sized' })).toBe(0);
    expect(scene.proxy.applyNow(faults.errorEvent(410))).toBe(0);
    expect(scene.proxy.requests.map(({ fault }) => fault)).toEqual([undefined, undefined]);
  });
});

describe('refuse', () => {
  test('connections are refused, open requests continue; then the same port is open again', async () => {
    await using scene = await openWatch();
    using open = ask(scene.proxy.url, watch);
    await until('it came', () => open.body === '{}\n');
    const { url } = scene.proxy;
    const refusal = scene.proxy.refuse();
    using refused = await ask(url, watch).done();
    expect(refused.ended).toBe('ECONNREFUSED');
    scene.origin.last.response.end('more\n');
    await open.done();
    expect([open.body, open.ended]).toEqual(['{}\nmore\n', 'whole']);
    await refusal.remove();
    using again = ask(url, watch);
    await until('it came', () => again.body === '{}\n');
    expect(scene.proxy.url).toBe(url);
  });

  test('a kept connection cannot be reused', async () => {
    await using scene = await proxied((response) => response.end('ok'));
    using wire = new Wire(scene.proxy.url, get('/'));
    await until('it came', () => wire.text.endsWith('0\r\n\r\n') || wire.text.endsWith('ok'));
    using _refusal = scene.proxy.refuse();
    await wire.done();
    expect(wire.ended).toBe('FIN');
    expect(scene.origin.seen.length).toBe(1);
  });

  test('a busy connection is closed after its response', async () => {
    await using scene = await openWatch();
    using wire = new Wire(scene.proxy.url, get(watch));
    await until('it came', () => wire.body === '3\r\n{}\n\r\n');
    using _refusal = scene.proxy.refuse();
    scene.origin.last.response.end('more\n');
    await wire.done();
    expect([wire.ended, wire.body]).toEqual(['FIN', '3\r\n{}\n\r\n5\r\nmore\n\r\n0\r\n\r\n']);
  });

  test('a pipelined request is not served either', async () => {
    await using scene = await openWatch();
    using wire = new Wire(scene.proxy.url, get(watch));
    await until('it came', () => wire.body === '3\r\n{}\n\r\n');
    using _refusal = scene.proxy.refuse();
    wire.socket.write(get('/'));
    await wire.done();
    expect([wire.ended, scene.origin.seen.length]).toEqual(['RST', 1]);
  });

  test('two refusals: ports stay closed until both end', async () => {
    await using scene = await proxied((response) => response.end('ok'));
    const refusals = [scene.proxy.refuse(), scene.proxy.refuse()];
    await refusals[0]?.remove();
    await refusals[0]?.remove();
    expect((await ask(scene.proxy.url, '/').done()).ended).toBe('ECONNREFUSED');
    await refusals[1]?.remove();
    expect((await ask(scene.proxy.url, '/').done()).body).toBe('ok');
  });

  test('refused again while the port is opening: it stays closed', async () => {
    await using scene = await proxied((response) => response.end('ok'));
    const opening = scene.proxy.refuse().remove();
    const refusal = scene.proxy.refuse();
    await opening;
    expect((await ask(scene.proxy.url, '/').done()).ended).toBe('ECONNREFUSED');
    await refusal.remove();
    expect((await ask(scene.proxy.url, '/').done()).body).toBe('ok');
  });

  test('if the port is in use, end and stop reject', async () => {
    await using scene = await proxied((response) => response.end('ok'));
    const proxy = await FaultProxy.start({ target: { host: scene.origin.url } });
    const refusal = proxy.refuse();
    const thief = createNetServer();
    await new Promise<void>((resolve) => {
      thief.listen(Number(new URL(proxy.url).port), '127.0.0.1', resolve);
    });
    await expect(refusal.remove()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(proxy.stop()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await new Promise((resolve) => thief.close(resolve));
  });
});

describe('switchTo', () => {
  test('cuts open connections, and sends later requests to the new server', async () => {
    await using other = await Origin.start((response) => response.end('other'));
    await using scene = await openWatch();
    using open = ask(scene.proxy.url, watch);
    await until('it came', () => open.body === '{}\n');
    scene.proxy.applyNow(faults.stall({ direction: 'both' }));
    scene.proxy.switchTo({ host: other.url });
    await open.done();
    expect(open.ended).toBe('ECONNRESET');
    await until('the old server saw the end', () => scene.origin.last.aborted);
    expect((await ask(scene.proxy.url, watch).done()).body).toBe('other');
  });

  test('keepOpen: open requests continue with the old server, also on a kept connection', async () => {
    await using other = await Origin.start((response) => response.end('other'));
    await using scene = await proxied((response, request) => {
      if (request.url === '/whole') response.end('old');
      else response.write('{}\n');
    });
    using kept = new Wire(scene.proxy.url, get('/whole'));
    await until('it came', () => kept.text.includes('old'));
    using open = ask(scene.proxy.url, watch);
    await until('it came', () => open.body === '{}\n');
    scene.proxy.switchTo({ host: other.url }, { keepOpen: true });
    scene.origin.last.response.write('more\n');
    await until('more came', () => open.body === '{}\nmore\n');
    kept.socket.write(get('/whole'));
    await until('it came', () => kept.text.includes('other'));
    kept.socket.write(get('/whole'));
    await until('it came again', () => kept.text.split('other').length === 3 || kept.ended !== undefined);
    expect(kept.ended).toBeUndefined();
  });

  test('an invalid config is rejected, and nothing changes', async () => {
    await using scene = await proxied((response) => response.end('ok'));
    expect(() => scene.proxy.switchTo({ host: 'x' })).toThrow(/^host of the target must be/);
    expect((await ask(scene.proxy.url, '/').done()).body).toBe('ok');
  });
});

describe('connections', () => {
  test('one server connection per client connection, with the same lifetime and end', async () => {
    await using scene = await proxied((response) => response.end('ok'));
    using wire = new Wire(scene.proxy.url, get('/'));
    await until('it came', () => wire.text.includes('ok'));
    wire.socket.write(get('/'));
    await until('it came again', () => wire.text.split('ok').length === 3);
    expect(scene.origin.seen.map(({ socket }) => socket)).toEqual([
      scene.origin.last.socket,
      scene.origin.last.socket,
    ]);
    scene.origin.last.socket.destroy();
    await wire.done();
    expect(wire.ended).toBe('FIN');
    using second = new Wire(scene.proxy.url, get('/'));
    await until('it came', () => second.text.includes('ok'));
    second.socket.destroy();
    await until('the server’s is closed too', () => scene.origin.sockets.size === 0);
  });

  test('Connection: close from the server is respected', async () => {
    await using scene = await proxied((response) => {
      response.setHeader('Connection', 'close');
      response.end('ok');
    });
    using wire = new Wire(scene.proxy.url, get('/'));
    await wire.done();
    expect([wire.ended, wire.text.includes('Connection: close')]).toEqual(['FIN', true]);
  });

  test('no server is listening: RST, and the request has the reason', async () => {
    await using scene = await openWatch();
    scene.proxy.switchTo({ host: `http://127.0.0.1:${await closedPort()}` });
    using wire = new Wire(scene.proxy.url, get(watch));
    await wire.done();
    expect(wire.ended).toBe('RST');
    expect(scene.proxy.requests).toMatchObject([
      { status: undefined, open: false, failure: expect.stringContaining('ECONNREFUSED') as string },
    ]);
  });

  test('a response before the end of the request body; the connection stays usable', async () => {
    await using scene = await proxied((response, request) => {
      if (request.method === 'POST') response.writeHead(413).end('too much');
      else response.end('ok');
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = ask(scene.proxy.url, '/', { method: 'POST', agent, body: 'x'.repeat(3_000_000) });
    await until('an answer came', () => post.status === 413);
    await post.done();
    const seen = await ask(scene.proxy.url, '/', { agent }).done();
    expect(seen.body).toBe('ok');
    agent.destroy();
  });

  test('a slow reader slows down the server, and nothing accumulates in between', async () => {
    const piece = Buffer.alloc(64 * 1024, 'x');
    let sent = 0;
    await using scene = await proxied((response) => {
      const more = (): void => {
        do sent += piece.length;
        while (response.write(piece));
      };
      response.on('drain', more);
      more();
    });
    using slow = new Wire(scene.proxy.url, get('/'));
    slow.socket.pause();
    // Until the buffers of four sockets are full and nothing moves for some turns of the loop.
    let before = 0;
    let quiet = 0;
    await until('the server waits', () => {
      quiet = sent === before && sent > 0 ? quiet + 1 : 0;
      before = sent;
      return quiet === 500;
    });
    expect(sent).toBeLessThan(50_000_000);
    slow.socket.destroy();
    await until('the server saw the end', () => scene.origin.last.aborted);
  });

  test('hundreds of requests, each with its fault or without', async () => {
    await using scene = await proxied((response, request) => response.end(request.url));
    scene.proxy.inject(faults.reset(), { path: /^\/\d+0$/, times: Infinity });
    scene.proxy.inject(faults.answer(503), { path: /^\/\d+1$/, times: Infinity });
    scene.proxy.inject(faults.cut(), { path: /^\/\d+2$/, times: Infinity });
    for (let index = 0; index < 200; index++) scene.proxy.inject(faults.answer(500), { path: '/never' });
    const all = await Promise.all(
      Array.from({ length: 250 }, (_, index) => ask(scene.proxy.url, `/1${index}`).done()),
    );
    for (const [index, seen] of all.entries()) {
      const digit = index % 10;
      if (digit === 0 || digit === 2) expect(seen.ended).toBe('ECONNRESET');
      else expect([seen.status, seen.ended]).toEqual([digit === 1 ? 503 : 200, 'whole']);
      if (digit > 2) expect(seen.body).toBe(`/1${index}`);
    }
    await until('nothing is open', () => scene.proxy.open.length === 0);
  });

  test('garbage instead of a request: 400, and the proxy keeps working', async () => {
    await using scene = await proxied((response) => response.end('ok'));
    using wire = new Wire(scene.proxy.url, 'what is this\r\n\r\n');
    await wire.done();
    expect(wire.text).toMatch(/^HTTP\/1\.1 400 /);
    expect((await ask(scene.proxy.url, '/').done()).body).toBe('ok');
  });

  test('garbage instead of a response: the connection breaks, and the request has the reason', async () => {
    const server = createNetServer((socket) => {
      socket.on('error', () => undefined);
      socket.resume();
      socket.end('what is this\r\n\r\n');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address() as { port: number };
    const proxy = await FaultProxy.start({ target: { host: `http://127.0.0.1:${address.port}` } });
    expect((await ask(proxy.url, '/').done()).ended).toBe('ECONNRESET');
    expect(proxy.requests[0]?.failure).toMatch(/^Parse Error/);
    await proxy.stop();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('requests', () => {
  test('records requests, times and responses', async () => {
    const clock = new FakeClock(5_000);
    await using scene = await proxied((response) => response.writeHead(404).end(), { clock });
    await ask(scene.proxy.url, '/api/v1/pods?limit=5&continue=x').done();
    await clock.advance(10);
    scene.proxy.inject(faults.answer(503));
    await ask(scene.proxy.url, '/readyz', { method: 'POST' }).done();
    await until('both are over', () => scene.proxy.open.length === 0);
    expect(scene.proxy.requests.map(({ query, ...rest }) => ({ ...rest, query: String(query) }))).toEqual([
      {
        number: 1,
        at: 5_000,
        verb: 'list',
        method: 'GET',
        path: '/api/v1/pods',
        query: 'limit=5&continue=x',
        fault: undefined,
        status: 404,
        failure: undefined,
        open: false,
      },
      {
        number: 2,
        at: 5_010,
        verb: 'other',
        method: 'POST',
        path: '/readyz',
        query: '',
        fault: 'answer 503',
        status: 503,
        failure: undefined,
        open: false,
      },
    ]);
    scene.proxy.clearRequests();
    await ask(scene.proxy.url, '/').done();
    expect(scene.proxy.requests.map(({ number }) => number)).toEqual([3]);
  });

  test('keeps only as many as configured', async () => {
    await using scene = await proxied((response) => response.end(), { requestLogLimit: 3 });
    for (let index = 0; index < 7; index++) await ask(scene.proxy.url, '/').done();
    expect(scene.proxy.requests.map(({ number }) => number)).toEqual([5, 6, 7]);
  });
});

describe('stop', () => {
  test('ends stalled, delayed and dropped requests, and leaves nothing', async () => {
    const clock = new FakeClock();
    await using origin = await Origin.start((response) => response.write('12345\n'));
    const check = leakCheck();
    const proxy = await FaultProxy.start({ target: { host: origin.url }, clock });
    const held = [
      faults.stall({ direction: 'both' }),
      faults.stall({ direction: 'toServer' }),
      faults.stall({ afterBytes: 2 }),
      faults.drop({ direction: 'both' }),
      faults.drop({ direction: 'toClient' }),
      faults.delay(1_000),
      faults.bandwidth(1),
      faults.endAfter(1_000),
    ];
    const rules = held.map((fault, index) => proxy.inject(fault, { path: `/${index}` }));
    const seen = held.map((_fault, index) => ask(proxy.url, `/${index}`));
    await until('all came', () => rules.every(({ taken }) => taken === 1) && origin.seen.length === 5);
    // A request whose client has gone, hidden from the server.
    const gone = ask(proxy.url, '/gone');
    await until('it came', () => gone.body === '12345\n');
    proxy.applyNow(faults.stall({ direction: 'toServer' }), { path: 'gone' });
    gone[Symbol.dispose]();
    const refusal = proxy.refuse();
    await proxy.stop();
    for (const each of seen) await each.done();
    expect(clock.pendingTimers).toBe(0);
    expect([proxy.open, proxy.openStreams()]).toEqual([[], 0]);
    await until('the server saw them end', () => origin.sockets.size === 0);
    await check.assertNone();
    await refusal.remove();
    await proxy.stop();
    await check.assertNone();
    for (const late of [() => proxy.refuse(), () => proxy.inject(faults.reset())])
      expect(late).toThrow(expect.objectContaining({ code: 'ERR_CLOSED' }) as Error);
  });
});

/** Returns a port of this machine without a server. */
async function closedPort(): Promise<number> {
  const origin = await Origin.start(() => undefined);
  const { port } = origin;
  await origin[Symbol.asyncDispose]();
  return port;
}
