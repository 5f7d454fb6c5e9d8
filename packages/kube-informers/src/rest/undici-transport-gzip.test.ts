import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settle } from '../../../testing/src/fake-clock.js';
import { network, text } from './fixtures/server.test-support.js';
import { GunzipBody } from './response-handler.js';
import { TransportError } from '../util/errors.js';

// A fixed seed, so that every run has the same cases.

const { serve, serveRaw, transport } = network();
const zipped = { 'content-encoding': 'gzip' };
const source = { pause() {}, resume() {}, destroy() {}, abandon() {} };

describe('a zipped answer', () => {
  test('is unzipped', async () => {
    const server = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip');
      response.writeHead(200, zipped);
      response.end(gzipSync('x'.repeat(1_000_000)));
    });
    const response = await transport().send({ method: 'GET', url: server.url, headers: {} });
    expect(await text(response.body)).toBe('x'.repeat(1_000_000));
  });

  test('of many members, as of a watch-list: each is delivered before the next arrives', async () => {
    let stream: ServerResponse | undefined;
    const server = await serve((_request, response) => {
      response.writeHead(200, zipped);
      response.flushHeaders();
      stream = response;
    });
    const response = await transport().send({ method: 'GET', url: server.url, headers: {}, streaming: true });
    const reader = response.body[Symbol.asyncIterator]();
    for (const line of ['one\n', 'two\n', 'three\n']) {
      stream?.write(gzipSync(line));
      const { value } = await reader.next();
      expect(Buffer.from(value ?? []).toString()).toBe(line);
    }
    stream?.end();
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  test('that is not gzip: ERR_TRANSPORT, and the connection is closed', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, zipped);
      response.write('{"kind":"PodList"}');
    });
    const response = await transport().send({ method: 'GET', url: server.url, headers: {} });
    await expect(text(response.body)).rejects.toMatchObject({
      code: 'ERR_TRANSPORT',
      message: expect.stringContaining(`127.0.0.1:${server.port}`) as unknown,
    });
    await server.drained();
  });

  test('that is corrupt later on: delivers the valid part, then an error', async () => {
    let stream: ServerResponse | undefined;
    const server = await serve((_request, response) => {
      response.writeHead(200, zipped);
      response.write(gzipSync('good'));
      stream = response;
    });
    const response = await transport().send({ method: 'GET', url: server.url, headers: {} });
    const reader = response.body[Symbol.asyncIterator]();
    expect(Buffer.from((await reader.next()).value ?? []).toString()).toBe('good');
    stream?.end('bad bad bad');
    await expect(reader.next()).rejects.toMatchObject({ code: 'ERR_TRANSPORT' });
  });

  test('that is truncated, cleanly or not: ERR_BODY_CUT after the valid part', async () => {
    const whole = gzipSync('first'.repeat(10));
    const cut = whole.subarray(0, whole.length - 4);
    for (const head of [`content-length: ${cut.length}`, `content-length: ${whole.length}`]) {
      const server = await serveRaw((socket) =>
        socket.once('data', () => {
          socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n${head}\r\n\r\n`);
          socket.end(cut);
        }),
      );
      const response = await transport().send({ method: 'GET', url: server.url, headers: {} });
      // The connection has ended before anybody reads.
      await server.drained();
      await settle(50);
      const got: Uint8Array[] = [];
      await expect(async () => {
        for await (const chunk of response.body) got.push(chunk);
      }).rejects.toMatchObject({ code: 'ERR_BODY_CUT' });
      expect(Buffer.concat(got).toString()).toBe('first'.repeat(10));
    }
  });

  test('can be destroyed while it is read', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, zipped);
      response.write(gzipSync('x'.repeat(100_000)));
    });
    const response = await transport().send({ method: 'GET', url: server.url, headers: {} });
    const reader = response.body[Symbol.asyncIterator]();
    await reader.next();
    const next = reader.next();
    response.destroy();
    expect((await next).done).toBe(true);
    await server.drained();
  });

  test('of any members, split anywhere, gives the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 50 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 30 }),
        async (members, sizes) => {
          const bytes = Buffer.concat(members.map((member) => gzipSync(member)));
          const gunzip = new GunzipBody(source, 'server');
          let start = 0;
          for (const size of sizes) {
            gunzip.push(bytes.subarray(start, start + size));
            start += size;
          }
          gunzip.push(bytes.subarray(start));
          gunzip.end();
          expect(await text(gunzip.queue)).toBe(members.join(''));
        },
      ),
      { numRuns: 50 },
    );
  });

  test('garbage ends in a TransportError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1 }), async (bytes) => {
        const gunzip = new GunzipBody(source, 'server');
        gunzip.push(bytes);
        gunzip.end();
        await expect(text(gunzip.queue)).rejects.toBeInstanceOf(TransportError);
      }),
      { numRuns: 50 },
    );
  });
});
