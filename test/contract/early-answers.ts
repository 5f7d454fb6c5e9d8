import { expect, test } from 'vitest';
import { configMaps } from './contract.js';
import type { Context } from './contract.js';

/** What happens to a connection when a response is sent before the request's body was read. */
export function earlyAnswerContract(use: () => Context): void {
  const kib = 1024;
  const limit = 3 * kib * kib;

  /** The status of each response to a request followed by another, and whether the first one closes the connection. */
  async function statuses(head: string, body: string): Promise<unknown[]> {
    const { api } = use();
    const next = `GET /version HTTP/1.1\r\nHost: x\r\n${api.authorization}Connection: close\r\n\r\n`;
    const answered = await api.raw(head + body + next);
    const heads = [...answered.matchAll(/HTTP\/1\.1 (\d{3}) [\s\S]*?\r\n\r\n/g)];
    return [...heads.map(([, status]) => Number(status)), /connection: close/i.test(heads[0]?.[0] ?? '')];
  }

  const sized = (size: number): { header: string; body: string } => ({
    header: `Content-Length: ${size}`,
    body: 'x'.repeat(size),
  });
  const chunked = (size: number): { header: string; body: string } => ({
    header: 'Transfer-Encoding: chunked',
    body: `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`,
  });

  const refusals: readonly (readonly [number, string, string, (maps: string) => string])[] = [
    [401, 'POST', 'Authorization: Bearer wrong', (maps) => maps],
    [404, 'POST', '', () => '/api/v1/nothing'],
    [405, 'PUT', '', (maps) => maps],
    [415, 'POST', 'Content-Type: text/plain', (maps) => maps],
    [400, 'POST', '', (maps) => `${maps}?timeout=x`],
    [200, 'GET', '', () => '/api'],
  ];

  function headOf([code, method, header, path]: (typeof refusals)[number], length: string): string {
    const { api, namespace } = use();
    const lines = [`${method} ${path(configMaps(namespace))} HTTP/1.1`, 'Host: x', header, length];
    const authorization = code === 401 ? '' : api.authorization;
    return `${lines.filter((line) => line !== '').join('\r\n')}\r\n${authorization}\r\n`;
  }

  test.each(refusals)('an early %i to a %s leaves the connection usable: %s', async (...refusal) => {
    for (const { header, body } of [sized(10), sized(200 * kib), chunked(10)]) {
      expect(await statuses(headOf(refusal, header), body)).toEqual([refusal[0], 200, false]);
    }
  });

  test.each(refusals)(
    'an early %i to a %s closes the connection when a large part of the body is left: %s',
    async (...refusal) => {
      for (const { header, body } of [sized(kib * kib), chunked(kib * kib)]) {
        expect(await statuses(headOf(refusal, header), body)).toEqual([refusal[0], true]);
      }
    },
  );

  test('a slightly too large body leaves the connection usable, a larger one closes it', async () => {
    const post = [413, 'POST', 'Content-Type: application/json', (maps: string) => maps] as const;
    for (const form of [sized, chunked]) {
      for (const excess of [1, 100 * kib]) {
        const { header, body } = form(limit + excess);
        expect(await statuses(headOf(post, header), body)).toEqual([413, 200, false]);
      }
      const { header, body } = form(limit + 300 * kib);
      expect(await statuses(headOf(post, header), body)).toEqual([413, true]);
    }
  });
}
