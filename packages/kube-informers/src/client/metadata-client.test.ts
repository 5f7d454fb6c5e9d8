import { describe, expect, test } from 'vitest';
import type { Resource } from '../meta/resource.js';
import type { PartialObjectMetadata } from '../meta/types.js';
import { coreV1 } from '../resources/index.js';
import { MetadataClient, metadataOf } from './metadata-client.js';
import { json, wire } from './wire.test-support.js';

const target = { group: 'group', version: 'v1', resource: 'resource' };
const acceptObject = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
const acceptList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
const partial = {
  apiVersion: 'meta.k8s.io/v1',
  kind: 'PartialObjectMetadata',
  metadata: { name: 'name', namespace: 'ns' },
};
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'name', namespace: 'ns' },
  spec: { containers: [] },
};

describe.each([
  { server: 'supports partial objects', object: partial },
  { server: 'does not support partial objects', object: pod },
])('a server that $server', ({ object }) => {
  test('TestClient: GET is able to convert a JSON object to PartialObjectMetadata', async () => {
    await using server = await wire((_request, response) => json(response, object));
    const client = new MetadataClient(server.rest).resource(target, 'ns');
    expect(await client.get('name')).toEqual(partial);
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      url: '/apis/group/v1/namespaces/ns/resource/name',
      headers: { accept: acceptObject },
    });
  });

  test('TestClient: LIST is able to convert a JSON object to PartialObjectMetadata', async () => {
    await using server = await wire((_request, response) =>
      json(response, {
        kind: 'List',
        apiVersion: 'v1',
        metadata: { resourceVersion: '253' },
        items: [object],
      }),
    );
    const list = await new MetadataClient(server.rest).resource(target, 'ns').list({ limit: 1 });
    expect(list.metadata).toEqual({ resourceVersion: '253' });
    expect(list.items).toEqual([partial]);
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      url: '/apis/group/v1/namespaces/ns/resource?limit=1',
      headers: { accept: acceptList },
    });
  });

  test('watch delivers metadata only', async () => {
    const bookmark = { ...object, metadata: { resourceVersion: '7' } };
    const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', code: 410 };
    await using server = await wire((_request, response) => {
      for (const event of [
        { type: 'ADDED', object },
        { type: 'BOOKMARK', object: bookmark },
        { type: 'ERROR', object: status },
      ]) {
        response.write(`${JSON.stringify(event)}\n`);
      }
      response.end();
    });
    const events = [];
    for await (const event of await new MetadataClient(server.rest).resource(target).watch())
      events.push(event);
    expect(events).toEqual([
      { type: 'ADDED', object: partial },
      { type: 'BOOKMARK', object: { ...partial, metadata: { resourceVersion: '7' } } },
      { type: 'ERROR', object: status },
    ]);
    expect(server.requests[0]).toMatchObject({
      url: '/apis/group/v1/resource?watch=true',
      headers: { accept: acceptObject },
    });
  });

  test('patch resolves with metadata', async () => {
    await using server = await wire((_request, response) => json(response, object));
    const client = new MetadataClient(server.rest).resource(target, 'ns');
    const body = { metadata: { labels: { a: 'b' } } };
    expect(await client.patch('name', body, { type: 'merge' })).toEqual(partial);
    expect(server.requests[0]).toMatchObject({
      method: 'PATCH',
      url: '/apis/group/v1/namespaces/ns/resource/name',
      headers: { accept: acceptObject, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify(body),
    });
  });

  test('delete resolves with metadata, deleteCollection with a list of it', async () => {
    await using server = await wire((request, response) =>
      json(
        response,
        request.url.endsWith('/name')
          ? object
          : { apiVersion: 'v1', kind: 'List', metadata: {}, items: [object] },
      ),
    );
    const client = new MetadataClient(server.rest).resource(target, 'ns');
    expect(await client.delete('name')).toEqual(partial);
    expect(await client.deleteCollection()).toMatchObject({ items: [partial] });
  });
});

test('TestClient: Delete: a Status stays a Status', async () => {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' };
  await using server = await wire((_request, response) => json(response, status));
  const client = new MetadataClient(server.rest).resource(target, 'ns');
  expect(await client.delete('name', { preconditions: { uid: 'u' } })).toEqual(status);
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    preconditions: { uid: 'u' },
  });
});

test('TestClient: GET fails if the answer has no metadata', async () => {
  await using server = await wire((_request, response) => json(response, { apiVersion: 'v1', kind: 'Pod' }));
  const client = new MetadataClient(server.rest).resource(target, 'ns');
  await expect(client.get('name')).rejects.toMatchObject({
    code: 'ERR_NOT_KUBERNETES',
    message: 'an object with metadata is expected, got one with apiVersion, kind',
  });
});

test('leaving a watch closes its connection', async () => {
  let closed: Promise<void> | undefined;
  await using server = await wire((_request, response) => {
    closed = new Promise((resolve) => response.on('close', resolve));
    response.write(`${JSON.stringify({ type: 'ADDED', object: partial })}\n`);
  });
  for await (const event of await new MetadataClient(server.rest).resource(target).watch()) {
    if (event.type === 'ADDED') break;
  }
  await closed;
});

test('an event without metadata ends a watch after the preceding events and closes its connection', async () => {
  let closed: Promise<void> | undefined;
  await using server = await wire((_request, response) => {
    closed = new Promise((resolve) => response.on('close', resolve));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(
      [pod, { kind: 'Pod' }].map((object) => `${JSON.stringify({ type: 'ADDED', object })}\n`).join(''),
    );
  });
  const watch = await new MetadataClient(server.rest).resource(target).watch();
  expect(await watch.nextBatch()).toEqual([{ type: 'ADDED', object: partial }]);
  await expect(watch.nextBatch()).rejects.toMatchObject({ code: 'ERR_NOT_KUBERNETES' });
  await closed;
  expect(await watch.nextBatch()).toBeUndefined();
});

test('informers list and watch by descriptor', async () => {
  await using server = await wire((request, response) => {
    if (request.url.includes('watch')) response.end();
    else json(response, { apiVersion: 'v1', kind: 'PodList', metadata: {}, items: [pod] });
  });
  const client = new MetadataClient(server.rest);
  const pods: Resource<PartialObjectMetadata> = metadataOf(coreV1.pods);
  expect((await client.list(pods, 'ns', { limit: 5 })).items).toEqual([partial]);
  (await client.watch(pods, '', { resourceVersion: '3' })).stop();
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/api/v1/namespaces/ns/pods?limit=5',
    '/api/v1/pods?resourceVersion=3&watch=true',
  ]);
});
