import fc from 'fast-check';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { Api } from '../../../../../test/contract/http.js';
import { coreV1 } from '../../../../kube-informers/src/resources/index.js';
import { ApiServer } from '../api-server.js';
import { decodeContinue, encodeContinue } from '../read/continue-token.js';
import { jsonSyntaxProblem } from '../json/json-syntax.js';
import { runs } from '../../../../../test/nightly.test-support.js';

// A fixed seed, so that every run has the same cases.

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];
const words = [
  'api',
  'apis',
  'v1',
  'apps',
  'namespaces',
  'default',
  'pods',
  'configmaps',
  'deployments',
  'x',
  'status',
  'watch',
  '',
  '..',
  '%2e',
  '%',
  '%zz',
  '__proto__',
  'constructor',
];
const parameters = [
  'watch',
  'limit',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
  'labelSelector',
  'fieldSelector',
  'sendInitialEvents',
  'timeoutSeconds',
  'dryRun',
  'fieldManager',
  'force',
  'includeObject',
  'pretty',
  'propagationPolicy',
];
const values = [
  '',
  '0',
  '1',
  '-1',
  '1e9',
  '99999999999999999999',
  'true',
  'Exact',
  'NotOlderThan',
  'All',
  'a=b',
  'a in (',
  '!',
  'metadata.name=x',
  '\0',
  'é',
  'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiIvLi4vIn0',
];
const media = [
  'application/json',
  'application/merge-patch+json',
  'application/json-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'text/plain',
  '',
];

const body = fc.oneof(
  fc.json(),
  fc.string(),
  fc.constantFrom(
    '{"metadata":{"name":"x"}}',
    '{"metadata":{"name":"x","labels":[]}}',
    '{"metadata":{"name":"x","managedFields":[{"fieldsV1":{"f:a":5,"k:{":{}}}]}}',
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{"__proto__":"a"}}',
    '{"__proto__":{"a":1},"metadata":{"name":"x","finalizers":[5]}}',
    '{"spec":{"containers":[null,5,{"name":{}}]},"metadata":{"name":"x"}}',
    '[{"op":"add","path":"/metadata/labels/__proto__","value":{}},{"op":"move","from":"/","path":"/a/b"}]',
    '[{"op":"test","path":"","value":null},{"op":"remove","path":""}]',
    '{"$patch":"weird","spec":{"containers":[{"$patch":"delete"}]},"$retainKeys":[5]}',
  ),
);

test('no request crashes the server or causes an internal error', { timeout: 60_000 }, async () => {
  const failures: unknown[] = [];
  const ignore = (): void => undefined;
  const error = (fields: Readonly<Record<string, unknown>>): void => void failures.push(fields);
  await using server = await ApiServer.start({
    freshnessTimeoutMs: 1,
    minRequestTimeoutSeconds: 0.001,
    logger: { debug: ignore, info: ignore, warn: ignore, error },
  });
  await server.create(coreV1.configMaps, {
    metadata: { name: 'x', namespace: 'default' },
    data: { a: '1' },
  });
  const api = new Api({ baseUrl: server.url });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...methods),
      fc.oneof(
        fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((parts) => `/${parts.join('/')}`),
        fc.constantFrom(
          '/api/v1/namespaces/default/configmaps/x',
          '/api/v1/namespaces/default/configmaps',
          '/api/v1/namespaces/default/pods',
          '/api/v1/pods',
        ),
      ),
      fc.array(
        fc.tuple(
          fc.constantFrom(...parameters),
          fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 12 })),
        ),
        { maxLength: 3 },
      ),
      fc.constantFrom(...media),
      body,
      async (method, path, query, type, text) => {
        const search = new URLSearchParams([...query, ['timeoutSeconds', '0']]).toString();
        const payload = method === 'GET' || method === 'HEAD' ? {} : { body: text };
        const answer = await api.call(method, `${path}?${search}`, {
          ...payload,
          headers: { 'content-type': type },
        });
        expect(answer.status).toBeGreaterThanOrEqual(200);
        expect(answer.json['reason']).not.toBe('InternalError');
      },
    ),
    { numRuns: runs(600) },
  );
  expect(failures).toEqual([]);
  expect((await api.get('/readyz')).text).toBe('ok');
  expect(Object.prototype).not.toHaveProperty('a');
});

test.each([
  'rubbish\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  `GET / HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
  '\0\0\0\0',
])('rejects invalid requests: %j', async (bytes) => {
  await using server = await ApiServer.start();
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(bytes);
  let answer = '';
  socket.setEncoding('latin1');
  for await (const part of socket as AsyncIterable<string>) answer += part;
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect((await new Api({ baseUrl: server.url }).get('/readyz')).text).toBe('ok');
});

test('a client that disconnects within its body does not affect others', async () => {
  await using server = await ApiServer.start();
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST /api/v1/namespaces HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"metadata"');
  const left = new Promise<void>((resolve) => {
    server.intercept(({ method }) => {
      if (method === 'POST') resolve();
      return undefined;
    });
  });
  await left;
  socket.destroy();
  expect((await new Api({ baseUrl: server.url }).get('/readyz')).text).toBe('ok');
});

test('an endless body is cut at 3 MiB', async () => {
  await using server = await ApiServer.start();
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'POST /api/v1/namespaces HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const feed = (): void => {
    while (!socket.destroyed && socket.writable && socket.write(chunk));
  };
  socket.on('drain', feed);
  let answer = '';
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    answer += part;
    if (answer.includes('"code":413')) socket.destroy();
  });
  // The server closes while this is still writing: the error is expected, and the response comes first.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  feed();
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('a continue token round-trips, and nothing else is accepted as one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1 }),
      fc.stringMatching(/^[a-z0-9.-]{1,10}(\/[a-z0-9-]{1,10})?$/),
      (revision, key) => {
        fc.pre(!key.split('/').some((part) => part === '.' || part === '..'));
        expect(decodeContinue(encodeContinue({ revision, start: `/${key}\0` }))).toEqual({
          revision,
          start: `${key}\0`,
        });
      },
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.json().map((text) => Buffer.from(text).toString('base64url')),
      ),
      (text) => {
        expect(() => decodeContinue(text)).toThrow(/^invalid continue token: continue key is not valid/);
      },
    ),
  );
});

test('every invalid JSON text gets a message, however deep', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((text) => text.slice(0, -1)),
      ),
      (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false; // the case under test
        }
        fc.pre(!valid);
        expect(jsonSyntaxProblem(text)).toMatch(/^(invalid character '.+' |unexpected end of JSON input$)/su);
      },
    ),
    { numRuns: runs(2000) },
  );
  expect(jsonSyntaxProblem('['.repeat(100_000))).toBe('unexpected end of JSON input');
  expect(jsonSyntaxProblem('{"a":tru}')).toBe("invalid character '}' in literal true (expecting 'e')");
  expect(jsonSyntaxProblem('{"a":"\n"}')).toBe("invalid character '\\n' in string literal");
  expect(jsonSyntaxProblem('{"a":"\\x"}')).toBe("invalid character 'x' in string escape code");
});
