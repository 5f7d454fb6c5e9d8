import { describe, expect, test } from 'vitest';
import { ask, get, proxied, until, Wire } from './fault-proxy.test-support.js';

describe('a proxy without rules', () => {
  test('passes status, headers in their order and case, chunks and trailers', async () => {
    await using scene = await proxied((response) => {
      response.sendDate = false;
      response.writeHead(207, 'Odd But True', [
        'X-One',
        '1',
        'x-two',
        '2',
        'X-One',
        'again',
        'Trailer',
        'X-End',
      ]);
      response.write('first');
      setImmediate(() => {
        response.write(Buffer.from([0, 255, 128]));
        response.addTrailers({ 'X-End': 'now' });
        response.end();
      });
    });
    const seen = await ask(scene.proxy.url, '/anything?a=1').done();
    expect(seen.status).toBe(207);
    expect(seen.headers.slice(0, 8)).toEqual([
      'X-One',
      '1',
      'x-two',
      '2',
      'X-One',
      'again',
      'Trailer',
      'X-End',
    ]);
    expect(seen.chunks).toEqual([Buffer.from('first'), Buffer.from([0, 255, 128])]);
    expect(seen.trailers).toEqual(['X-End', 'now']);
    expect(seen.ended).toBe('whole');
  });

  test('passes the head before the body, and each line as it arrives', async () => {
    await using scene = await proxied((response) => response.flushHeaders());
    using seen = ask(scene.proxy.url, '/api/v1/pods?watch=1');
    await until('the head came', () => seen.status === 200);
    scene.origin.last.response.write('one\n');
    await until('a line came', () => seen.body === 'one\n');
    scene.origin.last.response.write('half of ');
    await until('half a line came', () => seen.body === 'one\nhalf of ');
    expect(scene.proxy.openStreams()).toBe(1);
  });

  test('passes the request unchanged: method, path, headers, body', async () => {
    await using scene = await proxied((response, request) => {
      request.on('end', () => response.end('ok'));
    });
    await ask(scene.proxy.url, '/a%2Fb?x=%20y&z', {
      method: 'PATCH',
      headers: { 'X-Mixed-Case': 'v', 'Content-Type': 'application/json' },
      body: '{"a":1}',
    }).done();
    const { request, body } = scene.origin.last;
    expect([request.method, request.url, body]).toEqual(['PATCH', '/a%2Fb?x=%20y&z', '{"a":1}']);
    expect(request.rawHeaders).toEqual(expect.arrayContaining(['X-Mixed-Case', 'v', 'Content-Length', '7']));
    expect(request.headers.host).toBe(`127.0.0.1:${scene.origin.port}`);
  });

  test("a client's disconnect ends its request", async () => {
    await using scene = await proxied((response) => response.flushHeaders());
    const seen = ask(scene.proxy.url, '/api/v1/pods?watch=1');
    await until('the head came', () => seen.status === 200);
    seen[Symbol.dispose]();
    await until('the server saw the end', () => scene.origin.last.aborted);
    expect(scene.proxy.open).toEqual([]);
  });

  test.each(['FIN', 'RST'] as const)(
    'a server that breaks its response by %s: the client sees the same',
    async (how) => {
      await using scene = await proxied((response) => response.write('part'));
      using wire = new Wire(scene.proxy.url, get('/'));
      await until('the part came', () => wire.body === '4\r\npart\r\n');
      if (how === 'FIN') scene.origin.last.socket.destroy();
      else scene.origin.last.socket.resetAndDestroy();
      await wire.done();
      expect([wire.ended, wire.body]).toEqual([how, '4\r\npart\r\n']);
    },
  );
});
