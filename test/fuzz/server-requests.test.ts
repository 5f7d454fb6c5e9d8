import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { mutate, mutations } from './mutate.test-support.js';
import { runs } from '../nightly.test-support.js';

let server: ApiServer;
const failures: unknown[] = [];

beforeAll(async () => {
  const ignore = (): void => undefined;
  server = await ApiServer.start({
    freshnessTimeoutMs: 1,
    minRequestTimeoutSeconds: 0.001,
    requestLogLimit: 100,
    logger: { debug: ignore, info: ignore, warn: ignore, error: (fields) => void failures.push(fields) },
  });
  await server.create(coreV1.configMaps, { metadata: { name: 'x', namespace: 'default' }, data: { a: '1' } });
  await server.create(coreV1.services, {
    metadata: { name: 's', namespace: 'default' },
    spec: { ports: [{ name: 'a', port: 1 }] },
  });
});

afterAll(async () => {
  await server.stop();
});

/** Sends these bytes, in pieces, then no more; resolves with everything that came back, once the connection is closed. */
async function send(
  bytes: Uint8Array,
  cutAt: number,
  options: { readonly end?: boolean } = {},
): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1');
  // A watch that was made a long one: its head came, and that is enough. A request without any answer is a hang.
  let enough: NodeJS.Timeout | undefined;
  const hang = setTimeout(() => {
    answer = 'HANG';
    socket.destroy();
  }, 100_000);
  socket.on('data', (part: string) => {
    clearTimeout(hang);
    answer += part;
    enough ??= setTimeout(() => socket.destroy(), 150);
  });
  // The server may close before everything was written: what it answered is what counts.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  const place = bytes.length === 0 ? 0 : cutAt % bytes.length;
  socket.write(bytes.subarray(0, place));
  socket.write(bytes.subarray(place));
  // An end at once would take the answer with it: Node's server closes its half too. A request that lacks a part is ended.
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  if (options.end ?? true) socket.end();
  await closed;
  clearTimeout(hang);
  clearTimeout(enough);
  return answer;
}

/**
 * Every answer is HTTP, and none is a failure inside: those have the reason InternalError and a line in the log. A real
 * server answers some bad patches with a 500 that has no reason, and so does this one.
 */
function check(answer: string): void {
  expect(answer).not.toMatch(/^HTTP\/1\.1 50[1-9]|InternalError|\bat .*\.[tj]s:\d+/m);
  if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 ([1-4]\d\d|500) /);
  expect(failures).toEqual([]);
}

const objectPath = '/api/v1/namespaces/default/configmaps/x';
const request = (method: string, path: string, body = '', type = 'application/json'): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
  (body === ''
    ? '\r\n'
    : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
const chunked = (body: string): string =>
  `POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
  `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const good = [
  request(
    'GET',
    '/api/v1/namespaces/default/configmaps?limit=1&labelSelector=a%3Db,c%20in%20(d)&fieldSelector=metadata.name%3Dx',
  ),
  request(
    'GET',
    `${objectPath}?watch=true&timeoutSeconds=1&resourceVersion=0`.replace(
      'timeoutSeconds=1',
      'timeoutSeconds=0',
    ),
  ),
  request('GET', '/apis/apps/v1/deployments?continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MX0&limit=500'),
  request(
    'POST',
    '/api/v1/namespaces/default/configmaps',
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"g-"},"data":{"k":"é"}}',
  ),
  request(
    'PUT',
    objectPath,
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{"b":"2"}}',
  ),
  request('PATCH', objectPath, '{"data":{"c":"3","a":null}}', 'application/merge-patch+json'),
  request(
    'PATCH',
    objectPath,
    '[{"op":"add","path":"/data/d.e","value":"4"},{"op":"test","path":"/kind","value":"ConfigMap"}]',
    'application/json-patch+json',
  ),
  request(
    'PATCH',
    '/api/v1/namespaces/default/services/s',
    '{"spec":{"ports":[{"port":2,"name":"b"},{"$patch":"delete","port":1}]}}',
    'application/strategic-merge-patch+json',
  ),
  request(
    'PATCH',
    `${objectPath}?fieldManager=m&force=true`,
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {e: "5"}\n',
    'application/apply-patch+yaml',
  ),
  request(
    'DELETE',
    '/api/v1/namespaces/default/configmaps/none',
    '{"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"u"}}',
  ),
  request(
    'POST',
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All',
    '{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"as.b.c"},"spec":{"group":"b.c","names":{"plural":"as","kind":"A"},"scope":"Namespaced","versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"string","pattern":"^a+$"}}}}}]}}',
  ),
  chunked('{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"h-"}}'),
] as const;

describe('the embedded server', { timeout: 180_000 }, () => {
  test('the good requests are good', async () => {
    for (const text of good) {
      const answer = await send(Buffer.from(text), text.length - 1, { end: false });
      expect(answer, text).toMatch(/^HTTP\/1\.1 (20[01]|40[04])/);
    }
  });

  test('a valid request with changed bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...good), mutations, fc.nat(2000), async (text, changes, cutAt) => {
        check(await send(mutate(text, changes), cutAt));
      }),
      { numRuns: runs(3000), endOnFailure: true, seed: 1 },
    );
  });

  test('any change of a body, with the right length', async () => {
    const withBodies = good.filter((text) => text.includes('Content-Length'));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...withBodies), mutations, async (text, changes) => {
        const end = text.indexOf('\r\n\r\n') + 4;
        const body = mutate(text.slice(end), changes);
        const head = text.slice(0, end).replace(/Content-Length: \d+/, `Content-Length: ${body.length}`);
        check(await send(Buffer.concat([Buffer.from(head), body]), end));
      }),
      { numRuns: runs(3000), endOnFailure: true, seed: 2 },
    );
  });

  test('garbage for a request line, headers, chunks and targets', async () => {
    const line = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .array(
          fc.constantFrom(
            'GET', 'POST', 'PATCH', 'BREW', ' ', '/', '/api/v1/', '%', '%00', '%ff%fe', '%2e%2e%2f', '?', '&', '=', '#', ';', ' HTTP/1.1', ' HTTP/1.0', 'HTTP/9', '\r\n', '\n',
            '\r', ':', 'Host: x', 'Host: x\r\nHost: y', 'Content-Length: 5', 'Content-Length: -1', 'Content-Length: 99999999999999999999', 'Transfer-Encoding: chunked',
            'Transfer-Encoding: gzip', 'Expect: 100-continue', 'Upgrade: websocket\r\nConnection: upgrade', 'Accept: ;;;q=,', 'Content-Type: application/json;charset=', 'Content-Encoding: gzip',
            'ffffffffffffffff\r\n', '5\r\nabc', '0\r\n\r\n', '\0', 'é', 'x'.repeat(5000), 'http://evil/', '*', 'watch=1', 'timeoutSeconds=0',
          ), // prettier-ignore
          { maxLength: 25 },
        )
        .map((parts) => Buffer.from(parts.join(''))),
    );
    await fc.assert(
      fc.asyncProperty(line, fc.nat(2000), async (bytes, cutAt) => {
        check(await send(bytes, cutAt));
      }),
      { numRuns: runs(3000), endOnFailure: true, seed: 3 },
    );
  });

  test('huge and nested bodies, and patches that want to grow', async () => {
    const deep = 100_000;
    const bodies: [string, string, string][] = [
      ['POST', 'application/json', `{"metadata":{"generateName":"d-"},"data":${'['.repeat(deep)}`],
      ['POST', 'application/json', `{"metadata":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`],
      ['POST', 'application/yaml', '{a: '.repeat(1000)],
      [
        'POST',
        'application/yaml',
        `a: &a [x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`}, *${i === 0 ? 'a' : `b${i - 1}`}]`).join('\n')}`,
      ],
      ['PATCH', 'application/merge-patch+json', `${'{"data":'.repeat(deep)}1${'}'.repeat(deep)}`],
      [
        'PATCH',
        'application/json-patch+json',
        JSON.stringify(Array.from({ length: 11_000 }, () => ({ op: 'add', path: '/data/a', value: 'x' }))),
      ],
      [
        'PATCH',
        'application/json-patch+json',
        JSON.stringify([
          { op: 'add', path: '/a', value: ['x'] },
          ...Array.from({ length: 40 }, () => ({ op: 'copy', from: '/a', path: '/a/-' })),
        ]),
      ],
      [
        'PATCH',
        'application/json-patch+json',
        JSON.stringify([{ op: 'add', path: `/data${'/a'.repeat(deep)}`, value: 1 }]),
      ],
      ['PATCH', 'application/strategic-merge-patch+json', `${'{"spec":'.repeat(deep)}1${'}'.repeat(deep)}`],
      ['PATCH', 'application/apply-patch+yaml', '['.repeat(1000)],
    ];
    for (const [method, type, body] of bodies) {
      const path =
        method === 'POST' ? '/api/v1/namespaces/default/configmaps' : `${objectPath}?fieldManager=m`;
      const answer = await send(Buffer.from(request(method, path, body, type)), 1000, { end: false });
      expect(answer, body.slice(0, 60)).toMatch(/^HTTP\/1\.1 4\d\d /);
      check(answer);
    }
  });

  test('after all this it still serves, has had no internal error, and holds nothing', async () => {
    expect(await send(Buffer.from(request('GET', '/readyz')), 3, { end: false })).toMatch(
      /^HTTP\/1\.1 200 .*ok$/s,
    );
    expect(failures).toEqual([]);
    expect(server.requests.length).toBeLessThanOrEqual(200);
    expect(Object.prototype).not.toHaveProperty('a');
  });
});
