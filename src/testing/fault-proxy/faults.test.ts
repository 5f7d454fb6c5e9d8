import { describe, expect, test } from 'vitest';
import { ask, get, proxied, until, Wire } from './fault-proxy.test-support.js';
import { faults } from './fault.js';

const watch = '/api/v1/pods?watch=1';
const lines = ['{"type":"ADDED","n":1}\n', '{"type":"ADDED","n":2}\n', '{"type":"ADDED","n":3}\n'];

/** A watch of three events that stays open. */
function openWatch() {
  return proxied((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const line of lines) response.write(line);
  });
}

describe('reset', () => {
  test('at once: RST, and the server hears nothing', async () => {
    await using scene = await openWatch();
    const rule = scene.proxy.inject(faults.reset());
    using wire = new Wire(scene.proxy.url, get(watch));
    await wire.done();
    expect([wire.ended, wire.text]).toEqual(['RST', '']);
    expect(scene.origin.seen).toEqual([]);
    expect([rule.taken, rule.hits]).toEqual([1, 1]);
  });

  test('after bytes of the body: exactly these, then RST', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.reset({ afterBytes: 30 }));
    using wire = new Wire(scene.proxy.url, get(watch));
    await wire.done();
    expect(wire.ended).toBe('RST');
    expect(wire.body).toBe(`17\r\n${lines[0]}\r\n7\r\n${lines[1]?.slice(0, 7)}\r\n`);
    await until('the server saw the end', () => scene.origin.last.aborted);
  });
});

describe('cut', () => {
  test('in a line: whole lines, half of the next, FIN without a last chunk', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.cut({ afterLines: 1, inLine: true }));
    using wire = new Wire(scene.proxy.url, get(watch));
    await wire.done();
    expect([wire.ended, wire.body]).toEqual(['FIN', `17\r\n${lines[0]}\r\nb\r\n{"type":"AD\r\n`]);
  });
});

describe('stall', () => {
  test('toClient after bytes: nothing more, nothing closed; heal lets it go on', async () => {
    await using scene = await openWatch();
    const rule = scene.proxy.inject(faults.stall({ afterBytes: 10 }));
    using seen = ask(scene.proxy.url, watch);
    await rule.hit();
    await until('ten bytes came', () => seen.bytes.length === 10);
    scene.proxy.heal();
    await until('the rest came', () => seen.body === lines.join(''));
  });
});

describe('answer', () => {
  test('429 with Retry-After, in place of the server', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.answer(429, { retryAfterSeconds: 3 }));
    const seen = await ask(scene.proxy.url, watch).done();
    expect([seen.status, seen.header('retry-after')]).toEqual([429, '3']);
    expect(JSON.parse(seen.body)).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'too many requests, please try again later',
      reason: 'TooManyRequests',
      details: { retryAfterSeconds: 3 },
      code: 429,
    });
    expect(scene.origin.seen).toEqual([]);
  });
});

describe('errorEvent', () => {
  test('after a line, then a proper end', async () => {
    await using scene = await openWatch();
    scene.proxy.inject(faults.errorEvent(410, { afterLines: 1 }));
    const seen = await ask(scene.proxy.url, watch).done();
    expect(seen.ended).toBe('whole');
    expect(seen.body).toBe(
      `${lines[0]}{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"too old resource version: 1 (2)","reason":"Expired","code":410}}\n`,
    );
  });
});
