import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../fake-clock.js';
import { encodeEvent, encodeStatus } from '../apiserver/types/encode-protobuf.js';
import { lineEndsOf, shapeOf } from './body-shape.js';
import type { Shaped } from './body-shape.js';
import { ask, get, proxied, until, Wire } from './fault-proxy.test-support.js';
import { faults } from './fault.js';
import type { Fault } from './fault.js';

const watch = '/api/v1/pods?watch=1';
const lines = ['{"type":"ADDED","n":1}\n', '{"type":"ADDED","n":2}\n', '{"type":"ADDED","n":3}\n'];
const [first = '', second = '', third = ''] = lines;
// The lines as chunks on the wire, 23 bytes each.
const chunks = lines.map((line) => `17\r\n${line}\r\n`);
const status410 =
  '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"too old resource version: 1 (2)","reason":"Expired","code":410}';

/** A watch of three events that stays open, one chunk each. */
function openWatch(options: Parameters<typeof proxied>[1] = {}) {
  return proxied((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const line of lines) response.write(line);
  }, options);
}

/** Waits until data sent earlier has reached the server. */
async function roundTrips(url: string): Promise<void> {
  for (let index = 0; index < 3; index++) {
    using seen = ask(url, '/');
    await until('an answer came', () => seen.status === 200);
  }
}

/** A response with an announced length. */
function wholeAnswer(text: string, options: Parameters<typeof proxied>[1] = {}) {
  return proxied((response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(text) });
    response.end(text);
  }, options);
}

describe('reset', () => {
  test('immediately: RST, and the server receives nothing', async () => {
    await using scene = await openWatch();
    const rule = scene.proxy.inject(faults.reset());
    using wire = new Wire(scene.proxy.url, get(watch));
    await wire.done();
    expect([wire.ended, wire.text]).toEqual(['RST', '']);
    expect(scene.origin.seen).toEqual([]);
    expect([rule.taken, rule.hits]).toEqual([1, 1]);
  });

  test('after 0 bytes: the head, then RST', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.reset({ afterBytes: 0 }));
    using wire = new Wire(scene.proxy.url, get(watch));
    await wire.done();
    expect([wire.ended, wire.body]).toEqual(['RST', '']);
    expect(wire.text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  test('after bytes of the body: exactly these, then RST', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.reset({ afterBytes: 30 }));
    using wire = new Wire(scene.proxy.url, get(watch));
    await wire.done();
    expect([wire.ended, wire.body]).toEqual(['RST', `${chunks[0]}7\r\n${second.slice(0, 7)}\r\n`]);
    await until('the server saw the end', () => scene.origin.last.aborted);
  });

  test('after more bytes than the body has: nothing happens', async () => {
    await using scene = await wholeAnswer('short');
    const rule = scene.proxy.inject(faults.reset({ afterBytes: 6 }));
    const seen = await ask(scene.proxy.url, '/').done();
    expect([seen.body, seen.ended]).toEqual(['short', 'whole']);
    expect([rule.taken, rule.hits]).toEqual([1, 0]);
  });
});

describe('cut', () => {
  test.each([
    ['after the head', faults.cut(), ''],
    ['after bytes', faults.cut({ afterBytes: 25 }), `${chunks[0]}2\r\n{"\r\n`],
    ['after lines', faults.cut({ afterLines: 2 }), `${chunks[0]}${chunks[1]}`],
    [
      'in the middle of a line',
      faults.cut({ afterLines: 1, inLine: true }),
      `${chunks[0]}b\r\n{"type":"AD\r\n`,
    ],
    ['in the middle of the first', faults.cut({ afterLines: 0, inLine: true }), `b\r\n{"type":"AD\r\n`],
  ])('%s: FIN without a last chunk', async (_where, fault, expected) => {
    await using scene = await openWatch();
    const rule = scene.proxy.inject(fault);
    using wire = new Wire(scene.proxy.url, get(watch));
    await wire.done();
    expect([wire.ended, wire.body]).toEqual(['FIN', expected]);
    expect(rule.hits).toBe(1);
    await until('the server saw the end', () => scene.origin.last.aborted);
  });

  test('inside a character: its first byte is the last one sent', async () => {
    await using scene = await proxied((response) => {
      response.write('{"a":"plain"}\n');
      response.write('{"a":"grün"}\n');
    });
    scene.proxy.inject(faults.cut({ inCharacter: true }));
    using seen = ask(scene.proxy.url, watch);
    await seen.done();
    expect(seen.bytes).toEqual(Buffer.concat([Buffer.from('{"a":"plain"}\n{"a":"gr'), Buffer.from([0xc3])]));
    expect(seen.ended).toBe('ECONNRESET');
  });

  test('of a body with an announced length: fewer bytes arrive', async () => {
    await using scene = await wholeAnswer('0123456789');
    scene.proxy.inject(faults.cut({ afterBytes: 4 }));
    using wire = new Wire(scene.proxy.url, get('/'));
    await wire.done();
    expect([wire.ended, wire.body]).toEqual(['FIN', '0123']);
    expect(wire.text).toContain('content-length: 10\r\n');
  });

  test('of a line that arrives in pieces: half of the whole', async () => {
    await using scene = await proxied((response) => response.flushHeaders());
    scene.proxy.inject(faults.cut({ afterLines: 0, inLine: true }));
    using seen = ask(scene.proxy.url, watch);
    await until('the server was asked', () => scene.origin.seen.length === 1);
    for (const piece of ['01', '234', '56789\nnext']) {
      scene.origin.last.response.write(piece);
      await until('it went out', () => scene.origin.last.response.writableLength === 0);
    }
    await seen.done();
    expect(seen.body).toBe('01234');
  });
});

describe('stall', () => {
  test('toClient: not even the head, until heal', async () => {
    await using scene = await openWatch();
    const rule = scene.proxy.inject(faults.stall());
    using wire = new Wire(scene.proxy.url, get(watch));
    await until('the server was asked', () => scene.origin.seen.length === 1);
    await rule.hit();
    expect([wire.text, wire.ended]).toEqual(['', undefined]);
    scene.proxy.heal();
    await until('all came', () => wire.body === chunks.join(''));
  });

  test('toClient after bytes: exactly these; heal resumes it', async () => {
    await using scene = await openWatch();
    const rule = scene.proxy.inject(faults.stall({ afterBytes: 10 }));
    using seen = ask(scene.proxy.url, watch);
    await rule.hit();
    await until('ten bytes came', () => seen.bytes.length === 10);
    expect([seen.body, seen.ended]).toEqual([first.slice(0, 10), undefined]);
    scene.proxy.heal();
    await until('the rest came', () => seen.body === lines.join(''));
  });

  test("toClient hides the server's end from the client, but not the client's from the server", async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.stall({ afterBytes: 10 }), { times: 2 });
    using stays = ask(scene.proxy.url, watch);
    await until('bytes came', () => stays.bytes.length === 10);
    scene.origin.last.socket.resetAndDestroy();
    const goes = ask(scene.proxy.url, watch);
    await until('bytes came', () => goes.bytes.length === 10);
    goes[Symbol.dispose]();
    await until('the server saw the end', () => scene.origin.last.aborted);
    expect([stays.bytes.length, stays.ended]).toEqual([10, undefined]);
  });

  test.each(['toServer', 'both'] as const)(
    '%s: the server receives nothing, until heal',
    async (direction) => {
      await using scene = await openWatch();
      const rule = scene.proxy.inject(faults.stall({ direction }));
      using seen = ask(scene.proxy.url, watch);
      await rule.hit();
      expect([scene.origin.seen.length, seen.status, seen.ended]).toEqual([0, undefined, undefined]);
      scene.proxy.heal();
      await until('all came', () => seen.body === lines.join(''));
    },
  );

  test('toServer after bytes of the request: exactly these, until heal', async () => {
    await using scene = await proxied((response, request) => {
      request.on('end', () => response.end('thanks'));
    });
    const rule = scene.proxy.inject(faults.stall({ direction: 'toServer', afterBytes: 3 }));
    using seen = ask(scene.proxy.url, '/api/v1/pods', { method: 'POST', body: '0123456789' });
    await rule.hit();
    await until('bytes came', () => scene.origin.seen[0]?.body.length === 3);
    expect([scene.origin.last.body, scene.origin.last.whole]).toEqual(['012', false]);
    scene.proxy.heal();
    await seen.done();
    expect([scene.origin.last.body, seen.body]).toEqual(['0123456789', 'thanks']);
  });

  test("toServer of an open stream hides the client's end from it, until heal", async () => {
    await using scene = await openWatch();
    const seen = ask(scene.proxy.url, watch);
    await until('all came', () => seen.body === lines.join(''));
    expect(scene.proxy.applyNow(faults.stall({ direction: 'toServer' }))).toBe(1);
    scene.origin.last.response.write('more\n');
    await until('more came', () => seen.body.endsWith('more\n'));
    seen[Symbol.dispose]();
    await until('the proxy saw the end', () => scene.proxy.open.length === 0);
    const [stream] = scene.origin.seen;
    stream?.response.write('never received\n');
    await roundTrips(scene.proxy.url);
    expect(stream?.aborted).toBe(false);
    scene.proxy.heal();
    await until('the server saw the end', () => stream?.aborted === true);
  });
});

describe('drop', () => {
  test("toClient: the server's data and its end are lost; heal does not restore them", async () => {
    await using scene = await openWatch();
    using seen = ask(scene.proxy.url, watch);
    await until('all came', () => seen.body === lines.join(''));
    scene.proxy.applyNow(faults.drop({ direction: 'toClient' }));
    const [stream] = scene.origin.seen;
    stream?.response.write('lost\n');
    await roundTrips(scene.proxy.url);
    scene.proxy.heal();
    stream?.response.end('lost too\n');
    await roundTrips(scene.proxy.url);
    await until('only the watch is open', () => scene.proxy.open.length === 1);
    expect([seen.body, seen.ended]).toEqual([lines.join(''), undefined]);
  });

  test('toClient: after a drop that lost nothing, later data passes', async () => {
    await using scene = await openWatch();
    using seen = ask(scene.proxy.url, watch);
    await until('all came', () => seen.body === lines.join(''));
    scene.proxy.applyNow(faults.drop({ direction: 'toClient' }));
    scene.proxy.heal();
    scene.origin.last.response.write('later\n');
    await until('it came', () => seen.body.endsWith('later\n'));
  });

  test('toServer: the client sends everything, and nothing arrives', async () => {
    await using scene = await openWatch();
    const rule = scene.proxy.inject(faults.drop({ direction: 'toServer' }));
    const size = 4_000_000;
    using wire = new Wire(
      scene.proxy.url,
      `POST /api/v1/pods HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`,
    );
    await rule.hit();
    // More than the buffers hold: it is discarded.
    let gone = false;
    wire.socket.write('x'.repeat(size), () => (gone = true));
    await until('the body went out', () => gone);
    expect([scene.origin.seen.length, wire.text, wire.ended]).toEqual([0, '', undefined]);
  });

  test('both', async () => {
    await using scene = await openWatch();
    const seen = ask(scene.proxy.url, watch);
    await until('all came', () => seen.body === lines.join(''));
    scene.proxy.applyNow(faults.drop({ direction: 'both' }));
    scene.origin.last.response.write('lost\n');
    await until('it went out', () => scene.origin.last.response.writableLength === 0);
    seen[Symbol.dispose]();
    await until('the proxy saw the end', () => scene.proxy.open.length === 0);
    await roundTrips(scene.proxy.url);
    expect([seen.body, scene.origin.seen[0]?.aborted]).toEqual([lines.join(''), false]);
  });
});

describe('with time', () => {
  test('delay: head and body, by exactly this time', async () => {
    const clock = new FakeClock();
    await using scene = await wholeAnswer('late', { clock });
    const rule = scene.proxy.inject(faults.delay(1_500));
    using seen = ask(scene.proxy.url, '/');
    await rule.hit();
    await clock.advance(1_499);
    expect([seen.status, clock.nextTimerMs]).toEqual([undefined, 1]);
    await clock.advance(1);
    await seen.done();
    expect([seen.body, seen.ended, clock.pendingTimers]).toEqual(['late', 'whole', 0]);
  });

  test('bandwidth: this many bytes per second', async () => {
    const clock = new FakeClock();
    await using scene = await wholeAnswer('x'.repeat(500), { clock });
    const rule = scene.proxy.inject(faults.bandwidth(100));
    using seen = ask(scene.proxy.url, '/');
    await rule.hit();
    await until('it began', () => seen.bytes.length > 0);
    for (let second = 1; second < 5; second++) {
      await clock.advance(1_000);
      // The first piece, of 50 ms, is sent immediately.
      await until('a second’s bytes came', () => seen.bytes.length === second * 100 + 5);
    }
    await clock.advance(949);
    expect(seen.bytes.length).toBeLessThan(500);
    await clock.advance(51);
    await seen.done();
    expect([seen.body, seen.ended]).toEqual(['x'.repeat(500), 'whole']);
  });

  test('endAfter: a proper end of an open watch', async () => {
    const clock = new FakeClock();
    await using scene = await openWatch({ clock });
    const rule = scene.proxy.inject(faults.endAfter(30));
    using wire = new Wire(scene.proxy.url, get(watch));
    await until('all came', () => wire.body === chunks.join(''));
    await clock.advance(29);
    expect([rule.hits, wire.body]).toEqual([0, chunks.join('')]);
    await clock.advance(1);
    await until('the last chunk came', () => wire.body === `${chunks.join('')}0\r\n\r\n`);
    expect([rule.hits, wire.ended]).toEqual([1, undefined]);
    await until('the server saw the end', () => scene.origin.last.aborted);
    // The connection is still usable.
    wire.socket.write(get(watch));
    await until('another answer came', () => wire.text.split('HTTP/1.1 200').length === 3);
  });
});

describe('end', () => {
  test.each([
    [faults.end(), ''],
    [faults.end({ afterLines: 2 }), first + second],
  ])('$name: a proper end', async (fault, expected) => {
    await using scene = await openWatch();
    const rule = scene.proxy.inject(fault);
    const seen = await ask(scene.proxy.url, watch).done();
    expect([seen.body, seen.ended, rule.hits]).toEqual([expected, 'whole', 1]);
    await until('the server saw the end', () => scene.origin.last.aborted);
  });

  test('of a body with an announced length: the length is no longer announced', async () => {
    await using scene = await wholeAnswer('one\ntwo\n');
    scene.proxy.inject(faults.end({ afterLines: 1 }));
    const seen = await ask(scene.proxy.url, '/').done();
    expect([seen.body, seen.ended, seen.header('content-length')]).toEqual(['one\n', 'whole', undefined]);
  });
});

describe('answer', () => {
  test.each([
    [400, 'BadRequest', 'the request was rejected by a fault proxy', undefined],
    [401, 'Unauthorized', 'Unauthorized', undefined],
    [
      403,
      'Forbidden',
      'forbidden: User "system:anonymous" cannot do this: rejected by a fault proxy',
      undefined,
    ],
    [404, 'NotFound', 'the server could not find the requested resource', undefined],
    [410, 'Expired', 'too old resource version: 1 (2)', undefined],
    [429, 'TooManyRequests', 'too many requests, please try again later', undefined],
    [
      500,
      'InternalError',
      'Internal error occurred: injected by a fault proxy',
      { causes: [{ message: 'injected by a fault proxy' }] },
    ],
    [503, 'ServiceUnavailable', 'the server is currently unable to handle the request', undefined],
    [504, 'Timeout', 'Timeout: request did not complete within the allotted timeout', undefined],
    [418, undefined, 'a fault proxy answers 418', undefined],
  ])("%i: its Status, instead of the server's response", async (status, reason, message, details) => {
    await using scene = await openWatch();
    const rule = scene.proxy.inject(faults.answer(status));
    const seen = await ask(scene.proxy.url, watch).done();
    expect([seen.status, seen.header('content-type'), seen.header('retry-after')]).toEqual([
      status,
      'application/json',
      undefined,
    ]);
    expect(JSON.parse(seen.body)).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
      code: status,
    });
    expect([scene.origin.seen.length, rule.hits]).toEqual([0, 1]);
    expect(scene.proxy.requests).toMatchObject([{ status, fault: `answer ${status}`, open: false }]);
  });

  test('429 with Retry-After, in the header and in the Status', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.answer(429, { retryAfterSeconds: 3 }));
    const seen = await ask(scene.proxy.url, watch).done();
    expect(seen.header('retry-after')).toBe('3');
    expect(JSON.parse(seen.body)).toMatchObject({ details: { retryAfterSeconds: 3 } });
  });

  test('502: HTML', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.answer(502));
    const seen = await ask(scene.proxy.url, watch).done();
    expect([seen.status, seen.header('content-type')]).toEqual([502, 'text/html']);
    expect(seen.body).toMatch(/^<html>[^]*502 Bad Gateway[^]*<\/html>\r\n$/);
  });

  test('a custom body, to a POST whose body is read', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.answer(200, { body: '[]', contentType: 'application/x' }));
    const seen = await ask(scene.proxy.url, '/', { method: 'POST', body: 'x'.repeat(1_000_000) }).done();
    expect([seen.status, seen.body, seen.header('content-type')]).toEqual([200, '[]', 'application/x']);
  });

  test('a custom reason and message', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.answer(500, { reason: 'ServerTimeout', message: 'later' }));
    const seen = await ask(scene.proxy.url, watch).done();
    expect(JSON.parse(seen.body)).toMatchObject({ reason: 'ServerTimeout', message: 'later' });
  });

  test('204 has no body', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.answer(204));
    const seen = await ask(scene.proxy.url, watch).done();
    expect([seen.status, seen.body, seen.header('content-length')]).toEqual([204, '', undefined]);
  });
});

describe('errorEvent', () => {
  test('before the first line, then a proper end', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.errorEvent(410));
    const seen = await ask(scene.proxy.url, watch).done();
    expect([seen.status, seen.ended, seen.body]).toEqual([
      200,
      'whole',
      `{"type":"ERROR","object":${status410}}\n`,
    ]);
  });

  test('before the first line of a watch that has no lines', async () => {
    await using scene = await proxied((response) => response.flushHeaders());
    scene.proxy.inject(faults.errorEvent(410));
    const seen = await ask(scene.proxy.url, watch).done();
    expect(seen.body).toBe(`{"type":"ERROR","object":${status410}}\n`);
  });

  test('after lines, with a reason and seconds', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(
      faults.errorEvent(500, {
        reason: 'StorageReadError',
        message: 'no',
        retryAfterSeconds: 2,
        afterLines: 2,
      }),
    );
    const seen = await ask(scene.proxy.url, watch).done();
    expect(seen.body.startsWith(first + second)).toBe(true);
    expect(JSON.parse(seen.body.slice(first.length + second.length))).toEqual({
      type: 'ERROR',
      object: {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'no',
        reason: 'StorageReadError',
        details: { causes: [{ message: 'injected by a fault proxy' }], retryAfterSeconds: 2 },
        code: 500,
      },
    });
  });

  test('does not affect lists and rejected watches', async () => {
    await using scene = await proxied((response, request) => {
      response.statusCode = request.url?.includes('watch') === true ? 403 : 200;
      response.end('said\n');
    });
    const rule = scene.proxy.inject(faults.errorEvent(410), { times: Infinity });
    expect((await ask(scene.proxy.url, '/api/v1/pods').done()).body).toBe('said\n');
    expect(rule.taken).toBe(0);
    expect((await ask(scene.proxy.url, watch).done()).body).toBe('said\n');
    expect([rule.taken, rule.hits]).toEqual([1, 0]);
  });
});

describe('corrupt', () => {
  test('one line is no longer valid JSON, but has the same length; the others are unchanged', async () => {
    await using scene = await openWatch();
    const rule = scene.proxy.inject(faults.corrupt({ afterLines: 1 }));
    using seen = ask(scene.proxy.url, watch);
    await until('all came', () => seen.bytes.length === lines.join('').length);
    const came = seen.body.split('\n');
    expect([came[0], came[2], came[3]]).toEqual([first.trimEnd(), third.trimEnd(), '']);
    const line = came[1] ?? '';
    expect(line).not.toContain(second.slice(0, 8));
    expect(line.slice(8)).toBe(second.trimEnd().slice(8));
    expect(() => JSON.parse(line) as unknown).toThrow(SyntaxError);
    expect(rule.hits).toBe(1);
  });

  test('a line that arrives in pieces, and one shorter than the replacement', async () => {
    await using scene = await proxied((response) => {
      response.write('{');
      response.write('}\n{}\n');
    });
    scene.proxy.inject(faults.corrupt());
    using seen = ask(scene.proxy.url, watch);
    await until('all came', () => seen.bytes.length === 6);
    expect(seen.body.slice(2)).toBe('\n{}\n');
    expect(seen.body.slice(0, 2)).not.toMatch(/[{}]/);
  });
});

describe('a watch in protobuf', () => {
  const contentType = 'application/vnd.kubernetes.protobuf;stream=watch';
  // 0x0a is a line end only in text.
  const frames = ['one\n', 'two\n\n', 'three'].map((content) =>
    Buffer.concat([Buffer.from([0, 0, 0, content.length]), Buffer.from(content)]),
  );
  const [one = Buffer.alloc(0), two = Buffer.alloc(0)] = frames;
  const gone = encodeEvent('ERROR', encodeStatus(JSON.parse(status410) as object));

  /** What a fault lets pass of the frames, which come in pieces of this size. */
  function shaped(fault: Fault, size: number): Shaped & { readonly bytes: Buffer } {
    const sent = lineEndsOf(contentType);
    const shape = shapeOf(fault, sent, contentType, () => 0.5);
    const all = Buffer.concat(frames);
    const passed: Buffer[] = [];
    let last: Shaped = { pass: [] };
    let happened = false;
    for (let at = 0; at < all.length && last.ending === undefined; at += size) {
      const piece = all.subarray(at, at + size);
      last = last.done === true || shape === undefined ? { ...last, pass: [piece] } : shape.take(piece);
      happened ||= last.happened === true;
      passed.push(...last.pass);
    }
    return { ...last, happened, bytes: Buffer.concat(passed) };
  }

  test.each([1, 3, 5, 100])('its events are the lines of a fault, in pieces of %i bytes', (size) => {
    expect(shaped(faults.cut({ afterLines: 1 }), size)).toMatchObject({ bytes: one, ending: 'cut' });
    expect(shaped(faults.end({ afterLines: 2 }), size).bytes).toEqual(Buffer.concat([one, two]));
    const { bytes } = shaped(faults.cut({ afterLines: 1, inLine: true }), size);
    expect(bytes).toEqual(Buffer.concat([one, two.subarray(0, 5)]));
    expect(shaped(faults.errorEvent(410, { afterLines: 1 }), size)).toMatchObject({
      bytes: Buffer.concat([one, gone]),
      ending: 'end',
    });
    const corrupt = shaped(faults.corrupt({ afterLines: 1 }), size);
    expect(corrupt.happened).toBe(true);
    const garbage = Buffer.concat([two.subarray(0, 4), Buffer.alloc(5, 4)]);
    expect(corrupt.bytes).toEqual(Buffer.concat([one, garbage, ...frames.slice(2)]));
  });

  test('a fault of the open watch begins with the next event', async () => {
    await using scene = await proxied((response) => {
      response.writeHead(200, { 'content-type': contentType });
      response.write(Buffer.concat([one, two.subarray(0, 6)]));
    });
    using seen = ask(scene.proxy.url, watch);
    await until('a part came', () => seen.bytes.length === one.length + 6);
    expect(scene.proxy.applyNow(faults.errorEvent(410))).toBe(1);
    scene.origin.last.response.write(Buffer.concat([two.subarray(6), one]));
    await seen.done();
    expect(seen.bytes).toEqual(Buffer.concat([one, two, gone]));
  });

  test('a list is one line', async () => {
    await using scene = await proxied((response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.kubernetes.protobuf' });
      response.end('k8s\0\nbcdefgh');
    });
    scene.proxy.inject(faults.corrupt());
    const seen = await ask(scene.proxy.url, '/api/v1/pods').done();
    expect(seen.bytes.subarray(8).toString()).toBe('efgh');
    expect(seen.bytes.subarray(0, 8).every((byte) => byte > 0 && byte < 8)).toBe(true);
  });
});

describe('compressed bodies', () => {
  const textFaults: Fault[] = [
    faults.cut({ afterLines: 1 }),
    faults.cut({ inCharacter: true }),
    faults.end({ afterLines: 1 }),
    faults.errorEvent(410),
    faults.corrupt(),
  ];
  const zipped = gzipSync(lines.join(''));

  test.each(textFaults)('$name requests a readable body', async (fault) => {
    await using scene = await openWatch();
    scene.proxy.inject(fault);
    using seen = ask(scene.proxy.url, watch, {
      headers: {
        'Accept-Encoding': 'gzip, br',
        Accept: 'application/cbor, application/vnd.kubernetes.protobuf, application/json',
      },
    });
    await until('an answer came', () => seen.status === 200);
    const { headers } = scene.origin.last.request;
    expect([headers['accept-encoding'], headers.accept]).toEqual([
      'identity',
      'application/vnd.kubernetes.protobuf, application/json',
    ]);
  });

  test('otherwise the Accept headers and the bytes pass unchanged', async () => {
    await using scene = await proxied((response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(zipped);
    });
    scene.proxy.inject(faults.reset({ afterBytes: 1_000_000 }));
    const list = '/api/v1/pods';
    const seen = await ask(scene.proxy.url, list, { headers: { 'Accept-Encoding': 'gzip' } }).done();
    expect(seen.bytes).toEqual(zipped);
    expect(scene.origin.last.request.headers['accept-encoding']).toBe('gzip');
  });

  test.each(['watch=1', 'watch=1&sendInitialEvents=true'])(
    'an open %s of a server that compresses is cut between its lines',
    async (query) => {
      await using scene = await proxied((response, request) => {
        const gzips = request.headers['accept-encoding'] !== 'identity';
        if (gzips) response.setHeader('Content-Encoding', 'gzip');
        response.write(gzips ? zipped : lines.join(''));
      });
      using seen = ask(scene.proxy.url, `/api/v1/pods?${query}`, {
        headers: { 'Accept-Encoding': 'gzip, deflate', Accept: 'application/cbor, application/json' },
      });
      await until('the lines came', () => seen.body === lines.join(''));
      expect(scene.origin.last.request.headers.accept).toBe('application/cbor, application/json');
      expect(scene.proxy.applyNow(faults.end({ afterLines: 1 }))).toBe(1);
      scene.origin.last.response.write('one\ntwo\n');
      await until('the watch ended', () => seen.ended === 'whole');
      expect(seen.body).toBe(`${lines.join('')}one\n`);
    },
  );

  test('a server that compresses anyway is unaffected', async () => {
    await using scene = await proxied((response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(zipped);
    });
    const rule = scene.proxy.inject(faults.corrupt());
    const seen = await ask(scene.proxy.url, watch).done();
    expect(seen.bytes).toEqual(zipped);
    expect([rule.taken, rule.hits]).toEqual([1, 0]);
  });

  test('cut after bytes counts compressed bytes', async () => {
    await using scene = await proxied((response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(zipped);
    });
    scene.proxy.inject(faults.cut({ afterBytes: 10 }));
    const seen = await ask(scene.proxy.url, watch).done();
    expect(seen.bytes).toEqual(zipped.subarray(0, 10));
  });
});

test('a success has the given body, or a Status that says Success', async () => {
  await using scene = await proxied((response) => response.end('never asked'));
  const body = JSON.stringify({ kind: 'ConfigMap', metadata: { name: 'lost' } });
  scene.proxy.inject(faults.answer(201, { body }));
  scene.proxy.inject(faults.answer(200));
  const created = await fetch(scene.proxy.url, { method: 'POST', body: '{}' });
  expect([created.status, await created.text()]).toEqual([201, body]);
  expect(await (await fetch(scene.proxy.url)).json()).toMatchObject({ status: 'Success', code: 200 });
  expect(scene.origin.seen).toEqual([]);
});
