import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { ApiServer } from '@kube-informers/testing';
import { expect, test } from 'vitest';
import {
  encodeEvent,
  encodeListMessage,
  envelope,
} from '../../../testing/src/apiserver/types/encode-protobuf.js';
import { FieldMask } from '../meta/field-mask.js';
import type { KubernetesObject, ListOptions } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import type { ObjectFormat, ObjectType } from '../meta/wire-format.js';
import { coreV1 } from '../resources/core-v1.js';
import { projectedFormat } from '../wire/json-format.js';
import { network } from './fixtures/server.test-support.js';
import type { Seen } from './fixtures/server.test-support.js';

const { serve, client } = network();
const pods = '/api/v1/namespaces/default/pods';
const podType = { apiVersion: 'v1', kind: 'Pod' };
const protobuf = 'application/vnd.kubernetes.protobuf';

function formatOf(fields: unknown, type: ObjectType = podType): ObjectFormat<KubernetesObject> {
  return projectedFormat(maskOf(fields), type);
}

function maskOf(fields: unknown): FieldMask {
  const mask = FieldMask.of('a test', { fields });
  if (mask === undefined) throw new Error('fields make a mask');
  return mask;
}

async function next<T extends KubernetesObject>(watch: WatchStream<T>): Promise<readonly WatchEvent<T>[]> {
  return (await watch.nextBatch()) ?? [];
}

test('lists and watches of the embedded server are read as protobuf, and are the same as from JSON', async () => {
  await using server = await ApiServer.start();
  const spec = {
    nodeName: 'n',
    containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '1500m' } } }],
  };
  for (const name of ['a', 'b'])
    await server.create(coreV1.pods, {
      metadata: { name, namespace: 'default', labels: { app: 'web' } },
      spec,
    });
  const rest = client({ host: server.url });
  const fields = { metadata: { labels: true }, spec: { containers: { name: true, resources: true } } };
  const format = formatOf(fields);
  const read: string[] = [];
  const counting: ObjectFormat<KubernetesObject> = {
    ...format,
    protobuf: async () => {
      const decoders = await format.protobuf?.();
      if (decoders === undefined) return undefined;
      return {
        isUsable: true,
        takeProblem: () => decoders.takeProblem(),
        refused: (problem) => decoders.refused(problem),
        listDecoder: (options) => (read.push('list'), decoders.listDecoder(options)),
        watchDecoder: (options) => (read.push('watch'), decoders.watchDecoder(options)),
      };
    },
  };
  const json = projectedFormat(maskOf(fields));
  const list = await rest.list({ path: pods, format: counting, query: { limit: 1 } });
  expect(list).toStrictEqual(await rest.list({ path: pods, format: json, query: { limit: 1 } }));
  expect(list).toMatchObject({
    kind: 'PodList',
    items: [{ ...podType, spec: { containers: [{ name: 'c' }] } }],
  });
  const query: ListOptions = {
    sendInitialEvents: true,
    resourceVersionMatch: 'NotOlderThan',
    allowWatchBookmarks: true,
  };
  const events = async (own: ObjectFormat<KubernetesObject>): Promise<unknown[]> => {
    using watch = await rest.watch({ path: pods, query, format: own });
    const found: WatchEvent<KubernetesObject>[] = [];
    while (found.length < 3) found.push(...(await next(watch)));
    return found.map(({ type, object }) => [type, type === 'BOOKMARK' ? object.metadata : object]);
  };
  expect(await events(counting)).toStrictEqual(await events(json));
  expect(read).toEqual(['list', 'watch']);
  const refused = rest.list({ path: pods, format: counting, query: { continue: 'x' } });
  await expect(refused).rejects.toMatchObject({ status: { code: 400, reason: 'BadRequest' } });
});

test('a resource without tables, a mask that keeps most, and an Accept of the caller are JSON', async () => {
  const answer = { kind: 'GadgetList', apiVersion: 'example.com/v1', metadata: {}, items: [] };
  const server = await serve((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  const rest = client({ host: server.url });
  const path = '/apis/example.com/v1/gadgets';
  await rest.list({
    path,
    format: formatOf({ spec: true }, { apiVersion: 'example.com/v1', kind: 'Gadget' }),
  });
  const mask = FieldMask.of('a test', { exclude: { spec: true } });
  if (mask === undefined) throw new Error('exclude makes a mask');
  await rest.list({ path, format: projectedFormat(mask, podType) });
  await rest.list({ path, format: formatOf({ spec: true, status: true }) });
  await rest.list({ path, format: formatOf({ spec: true }), accept: 'application/json;x=y' });
  // A server, or a proxy, may answer with JSON all the same.
  await rest.list({ path, format: formatOf({ spec: true }) });
  expect(server.seen.map(({ headers }) => headers.accept)).toEqual([
    'application/json',
    'application/json',
    'application/json',
    'application/json;x=y',
    `${protobuf}, application/json`,
  ]);
});

/** A pod whose status has a field that no table knows. */
const newer = envelope(
  { apiVersion: 'v1', kind: 'PodList' },
  encodeListMessage({ resourceVersion: '5' }, [Buffer.from([0x1a, 3, 0xfa, 7, 0])]),
);

function answerNewer(request: Seen, response: ServerResponse): void {
  const wantsProtobuf = request.headers.accept?.startsWith(protobuf) === true;
  response.setHeader('content-type', wantsProtobuf ? protobuf : 'application/json');
  if (!wantsProtobuf) {
    response.end(
      JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [{ status: { news: '' } }] }),
    );
  } else if (request.url.includes('watch=true')) {
    response.setHeader('content-type', `${protobuf};stream=watch`);
    response.end(encodeEvent('ADDED', envelope(podType, Buffer.from([0x1a, 3, 0xfa, 7, 0]))));
  } else response.end(newer);
}

test('after an unknown field the resource is read as JSON, which is logged once', async () => {
  const server = await serve(answerNewer);
  const { warnings, logger } = warningsOnly();
  const rest = client({ host: server.url }, { logger });
  const format = formatOf({ status: true });
  for (let round = 0; round < 2; round++)
    expect((await rest.list({ path: pods, format })).items).toMatchObject([{ status: { news: '' } }]);
  expect(server.seen.map(({ headers }) => headers.accept?.split(',')[0])).toEqual([
    protobuf,
    'application/json',
    'application/json',
  ]);
  expect(warnings).toEqual([{ path: pods, problem: 'field 127 of core/v1.PodStatus is unknown' }]);
  expect((await rest.list({ path: pods, format: formatOf({ status: { phase: true } }) })).items).toHaveLength(
    1,
  );
  const watched = formatOf({ status: true });
  using watch = await rest.watch({ path: pods, format: watched });
  await expect(next(watch)).rejects.toMatchObject({ code: 'ERR_WATCH_DECODE' });
  expect(await watched.protobuf?.()).toBeUndefined();
  expect(warnings).toHaveLength(2);
});

/** A logger that keeps the fields of warnings. */
function warningsOnly() {
  const warnings: unknown[] = [];
  const ignored = (): void => undefined;
  const warn = (fields: unknown): void => void warnings.push(fields);
  return { warnings, logger: { debug: ignored, info: ignored, error: ignored, warn } };
}

test.each([406, 415])('after %i the resource is read as JSON, which is logged once', async (status) => {
  const server = await serve((request, response) => {
    response.statusCode = request.headers.accept?.startsWith(protobuf) === true ? status : 200;
    response.setHeader('content-type', 'application/json');
    const isWatch = request.url.includes('watch=true');
    const pod = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } };
    if (response.statusCode !== 200) response.end('{"message":"no such type"}');
    else if (isWatch) response.end(`${JSON.stringify({ type: 'ADDED', object: pod })}\n`);
    else response.end(JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [pod] }));
  });
  const { warnings, logger } = warningsOnly();
  const rest = client({ host: server.url }, { logger });
  const format = formatOf({ status: { phase: true } });
  expect((await rest.list({ path: pods, format })).items).toHaveLength(1);
  expect((await rest.list({ path: pods, format })).items).toHaveLength(1);
  expect(server.seen).toHaveLength(3);
  expect(warnings).toEqual([{ path: pods, problem: `the server answered ${status}` }]);
  const watched = formatOf({ status: { phase: true } });
  await expect(rest.watch({ path: pods, format: watched })).rejects.toMatchObject({ statusCode: status });
  using watch = await rest.watch({ path: pods, format: watched });
  expect(await next(watch)).toMatchObject([{ type: 'ADDED' }]);
  expect(warnings).toHaveLength(2);
});

test.each<[what: string, answer: { status?: number; type?: string; body: string | Buffer }, problem: RegExp]>(
  [
    [
      'refuses the type with its own page',
      { status: 403, type: 'text/html', body: '<html>blocked</html>' },
      /answered 403/,
    ],
    [
      'answers 400 to the type',
      { status: 400, type: 'text/plain', body: 'unknown media type' },
      /answered 400/,
    ],
    [
      'replaces the type',
      { type: 'application/octet-stream', body: Buffer.from('k8s\0') },
      /application\/octet-stream/,
    ],
    ['drops the type', { body: Buffer.from('k8s\0') }, /.*/],
    ['mislabels the type', { type: 'application/json', body: Buffer.from('k8s\0') }, /.*/],
  ],
)('behind a proxy that %s, the resource is read as JSON', async (_what, { status, type, body }, problem) => {
  const server = await serve((request, response) => {
    if (request.headers.accept?.startsWith(protobuf) === true) {
      response.statusCode = status ?? 200;
      if (type !== undefined) response.setHeader('content-type', type);
      response.end(body);
      return;
    }
    const pod = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [pod] }));
  });
  const { warnings, logger } = warningsOnly();
  const rest = client({ host: server.url }, { logger });
  const format = formatOf({ status: { phase: true } });
  for (let call = 0; call < 2; call++)
    expect((await rest.list({ path: pods, format })).items).toHaveLength(1);
  expect(server.seen).toHaveLength(3);
  expect(warnings).toEqual([{ path: pods, problem: expect.stringMatching(problem) as string }]);
});

test('an answer of the API server to the request itself leaves protobuf on', async () => {
  const refusal = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    message: 'pods is forbidden',
    reason: 'Forbidden',
    code: 403,
  };
  const server = await serve((_request, response) => {
    response.statusCode = 403;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(refusal));
  });
  const rest = client({ host: server.url });
  const format = formatOf({ status: { phase: true } });
  for (let call = 0; call < 2; call++)
    await expect(rest.list({ path: pods, format })).rejects.toMatchObject({ statusCode: 403 });
  expect(server.seen.map(({ headers }) => headers.accept?.startsWith(protobuf))).toEqual([true, true]);
});

test.each([true, false])('zipped or not, disableCompression %s', async (disableCompression) => {
  const metadata = field(1, Buffer.concat([field(1, 'a'), field(12, field(1, 'note'))]));
  const items = Array.from({ length: 2000 }, () => metadata);
  const body = envelope({ apiVersion: 'v1', kind: 'PodList' }, encodeListMessage({}, items));
  const server = await serve((request, response) => {
    const isZipped = request.headers['accept-encoding'] === 'gzip';
    response.setHeader('content-type', protobuf);
    if (isZipped) response.setHeader('content-encoding', 'gzip');
    const sent = isZipped ? gzipSync(body) : body;
    // In pieces that end anywhere.
    for (let at = 0; at < sent.length; at += 97) response.write(sent.subarray(at, at + 97));
    response.end();
  });
  const rest = client({ host: server.url, disableCompression });
  const format = formatOf({ metadata: { labels: true } });
  const list = await rest.list({ path: pods, format });
  expect(server.seen[0]?.headers['accept-encoding']).toBe(disableCompression ? 'identity' : 'gzip');
  expect(list.items).toHaveLength(items.length);
  expect(list.items[1999]).toMatchObject({ ...podType, metadata: { name: 'a' } });
});

/** A field with bytes, of fewer than 128. */
function field(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
}
