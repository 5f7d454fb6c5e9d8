import { describe, expect, test } from 'vitest';
import { isNotFound } from '../meta/errors.js';
import { coreV1 } from '../resources/index.js';
import { ConfigError } from '../util/errors.js';
import { Clientset } from './clientset.js';
import { ResourceClient } from './resource-client.js';
import { failure, json, wire } from './wire.test-support.js';
import type { Wire } from './wire.test-support.js';

const wrong = (value: unknown): never => value as never;

const podSpec = { containers: [{ name: 'c', image: 'i' }] };

describe('invalid calls are rejected before any request', () => {
  const pods = (server: Wire, namespace?: string) =>
    new ResourceClient(server.rest, coreV1.pods, { namespace });
  const nodes = (server: Wire) => new ResourceClient(server.rest, coreV1.nodes);

  test.for<[string, (server: Wire) => Promise<unknown> | ResourceClient<never>, string, string]>([
    [
      'get without a namespace',
      (server) => pods(server).get('a'),
      'ERR_NAMESPACE',
      'get pods "a" needs a namespace: give the client one',
    ],
    [
      'create with no namespace anywhere',
      (server) => pods(server).create({ metadata: { name: 'a' } }),
      'ERR_NAMESPACE',
      'create pods "a" needs a namespace: give the client one or set metadata.namespace',
    ],
    [
      'update with no namespace anywhere',
      (server) => pods(server).update({ metadata: { name: 'a' } }),
      'ERR_NAMESPACE',
      'update pods "a" needs a namespace: give the client one or set metadata.namespace',
    ],
    [
      'deleteCollection of all namespaces',
      (server) => pods(server).deleteCollection(),
      'ERR_NAMESPACE',
      'deletecollection pods needs a namespace: give the client one',
    ],
    [
      'an object in a different namespace',
      (server) => pods(server, 'one').create({ metadata: { name: 'a', namespace: 'two' } }),
      'ERR_NAMESPACE',
      'create pods "a": metadata.namespace is "two", but this client is for namespace "one"',
    ],
    [
      'a cluster-scoped resource in a namespace',
      async (server) => new ResourceClient(server.rest, coreV1.nodes, { namespace: 'one' }),
      'ERR_NAMESPACE',
      'nodes is cluster-scoped: it takes no namespace, got "one"',
    ],
    [
      'a cluster-scoped object with a namespace',
      (server) => nodes(server).create({ metadata: { name: 'n', namespace: 'one' } }),
      'ERR_NAMESPACE',
      'nodes "n" is cluster-scoped: metadata.namespace must be absent, got "one"',
    ],
    [
      'an unpaired surrogate in a name',
      (server) => pods(server, 'one').get('a\ud800'),
      'ERR_NAME',
      String.raw`name must be well-formed Unicode, got "a\ud800"`,
    ],
    ['an empty name', (server) => pods(server, 'one').get(''), 'ERR_NAME', 'get pods needs a name, got ""'],
    [
      'update of an object without a name',
      (server) => pods(server, 'one').update({ metadata: {} }),
      'ERR_NAME',
      'update pods needs a name in metadata.name, got none',
    ],
    [
      'delete with an empty name, which would delete the collection',
      (server) => pods(server, 'one').delete(''),
      'ERR_NAME',
      'delete pods needs a name, got ""',
    ],
    [
      'a key as a name',
      async (server) => pods(server, 'one').get('one/a'),
      'ERR_NAME',
      'name must not be "." or ".." nor contain "/" or "%", got "one/a": give the name alone, and the namespace to the client',
    ],
    [
      'a name that would reach a different object',
      (server) => pods(server, 'one').get('../secrets/s'),
      'ERR_NAME',
      'name must not be "." or ".." nor contain "/" or "%", got "../secrets/s"',
    ],
    [
      'a namespace that would reach a different path',
      async (server) => pods(server, '..'),
      'ERR_NAME',
      'namespace must not be "." or ".." nor contain "/" or "%", got ".."',
    ],
    [
      'a subresource with ".." in its path',
      async (server) => pods(server, 'one').subresource('proxy/../../x').get('a'),
      'ERR_NAME',
      'subresource must not be "." or ".." nor contain "/" or "%", got ".."',
    ],
    [
      'a JSON patch that is not an array',
      (server) => pods(server, 'one').patch('a', { op: 'remove', path: '/x' } as never, { type: 'json' }),
      'ERR_PATCH',
      'body of a json patch of pods "a" must be an array of operations, got object',
    ],
    [
      'a merge patch that is an array',
      (server) => pods(server, 'one').patch('a', [] as never, { type: 'merge' }),
      'ERR_PATCH',
      'body of a merge patch of pods "a" must be an object, got an array: an array of operations has the type \'json\'',
    ],
    [
      'apply without a field manager',
      (server) =>
        pods(server, 'one').apply(
          { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } },
          { fieldManager: '' },
        ),
      'ERR_PATCH',
      'apply of pods "a" needs a fieldManager, got ""',
    ],
    [
      'apply of an object as read from the server',
      (server) =>
        pods(server, 'one').apply(wrong({ metadata: { name: 'a', managedFields: [{ manager: 'm' }] } }), {
          fieldManager: 'tests',
        }),
      'ERR_MANAGED_FIELDS',
      'apply of pods "a": metadata.managedFields must be absent; send only the fields that "tests" owns',
    ],
  ])('%s', async ([, call, code, message]) => {
    await using server = await wire();
    const error: unknown = await (async () => call(server))().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ code, message });
    expect(server.requests).toEqual([]);
  });
});

test("an object's namespace is used if the client has none", async () => {
  await using server = await wire();
  const pods = new ResourceClient(server.rest, coreV1.pods);
  await pods.create({ metadata: { name: 'a', namespace: 'one' }, spec: podSpec });
  await pods.update({ metadata: { name: 'a', namespace: 'two' }, spec: podSpec });
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/v1/namespaces/one/pods',
    'PUT /api/v1/namespaces/two/pods/a',
  ]);
});

test('lists and watches without a namespace, or with "", cover all namespaces', async () => {
  await using server = await wire((request, response) => {
    if (request.url.includes('watch')) response.end();
    else json(response, { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] });
  });
  const pods = new ResourceClient(server.rest, coreV1.pods, { namespace: 'one' });
  await pods.namespace('').list();
  await pods.namespace(undefined).list();
  (await pods.namespace('').watch()).stop();
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/api/v1/pods',
    '/api/v1/pods',
    '/api/v1/pods?watch=true',
  ]);
});

describe('a failure rejects with the call and the Status of the server', () => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } } as const;
  const spec = { spec: { replicas: 1 } };
  test.for<[string, (client: Clientset) => Promise<unknown> | AsyncGenerator<unknown>]>([
    ['get pods one/a', (client) => client.coreV1().pods('one').get('a')],
    ['get nodes a', (client) => client.coreV1().nodes().get('a')],
    ['get pods/log one/a', (client) => client.coreV1().pods('one').logs('a')],
    ['get deployments.apps/scale one/a', (client) => client.appsV1().deployments('one').getScale('a')],
    [
      'get pods/exec one/a',
      (client) =>
        client
          .coreV1()
          .pods('one')
          .exec('a', { command: ['ls'] }),
    ],
    ['list pods in one', (client) => client.coreV1().pods('one').list()],
    ['list pods', (client) => client.coreV1().pods().list()],
    ['watch pods in one', (client) => client.coreV1().pods('one').watch()],
    ['create configmaps one/a', (client) => client.coreV1().configMaps('one').create(object)],
    [
      'create configmaps in one',
      (client) =>
        client
          .coreV1()
          .configMaps('one')
          .create({ metadata: { generateName: 'a-' } }),
    ],
    [
      'update deployments.apps/status one/a',
      (client) => client.appsV1().deployments('one').updateStatus(wrong(object)),
    ],
    [
      'patch deployments.apps one/a',
      (client) => client.appsV1().deployments('one').patch('a', spec, { type: 'merge' }),
    ],
    [
      'apply configmaps one/a',
      (client) => client.coreV1().configMaps('one').apply(object, { fieldManager: 'me' }),
    ],
    ['delete pods one/a', (client) => client.coreV1().pods('one').delete('a')],
    ['deleteCollection pods in one', (client) => client.coreV1().pods('one').deleteCollection()],
    ['GET /version', (client) => client.discovery().serverVersion()],
  ])('%s', async ([call, run]) => {
    await using server = await wire((_request, response) =>
      failure(response, 404, 'NotFound', 'pods "a" not found'),
    );
    await using client = new Clientset({ host: server.host });
    const ran = run(client);
    const error: unknown = await ('next' in ran ? ran.next() : ran).catch((thrown: unknown) => thrown);
    expect(isNotFound(error)).toBe(true);
    expect(error).toMatchObject({
      message: `${call}: pods "a" not found`,
      call,
      problem: 'pods "a" not found',
      status: { message: 'pods "a" not found' },
    });
  });
});

test("a list's items have apiVersion and kind, although the server omits them", async () => {
  await using server = await wire((_request, response) =>
    json(response, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [{ metadata: { name: 'a' } }] }),
  );
  const { items } = await new ResourceClient(server.rest, coreV1.pods).list();
  expect(items).toEqual([{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }]);
});

describe('paging', () => {
  const pages = (request: { url: string }) => {
    const query = new URL(request.url, 'http://x').searchParams;
    const token = Number(query.get('continue') ?? '0');
    const limit = Number(query.get('limit') ?? '3');
    const names = ['a', 'b', 'c'].slice(token, token + limit);
    const more = token + limit < 3 ? { continue: String(token + limit) } : {};
    return {
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '9', ...more },
      items: names.map((name) => ({ metadata: { name } })),
    };
  };

  test('pages are fetched one by one, the token without the resourceVersion', async () => {
    await using server = await wire((request, response) => json(response, pages(request)));
    const client = new ResourceClient(server.rest, coreV1.pods);
    const seen: number[] = [];
    const options = { limit: 2, resourceVersion: '9', resourceVersionMatch: 'Exact', labelSelector: 'app=a' };
    for await (const page of client.pages(options)) {
      seen.push(page.items.length);
      expect(server.requests).toHaveLength(seen.length);
    }
    expect(seen).toEqual([2, 1]);
    expect(
      server.requests.map(({ url }) => Object.fromEntries(new URL(url, server.host).searchParams)),
    ).toEqual([
      { limit: '2', resourceVersion: '9', resourceVersionMatch: 'Exact', labelSelector: 'app=a' },
      { limit: '2', continue: '2', labelSelector: 'app=a' },
    ]);
  });

  test('leaving the loop fetches no further page', async () => {
    await using server = await wire((request, response) => json(response, pages(request)));
    for await (const pod of new ResourceClient(server.rest, coreV1.pods).items({ limit: 1 })) {
      if (pod.metadata?.name === 'b') break;
    }
    expect(server.requests).toHaveLength(2);
  });

  test('listAll joins the pages, 500 objects each', async () => {
    await using server = await wire((request, response) =>
      json(response, pages({ url: request.url.replace('500', '2') })),
    );
    const list = await new ResourceClient(server.rest, coreV1.pods).listAll();
    expect(list.items.map((pod) => pod.metadata?.name)).toEqual(['a', 'b', 'c']);
    expect(list.metadata).toEqual({ resourceVersion: '9' });
    expect(server.requests.map(({ url }) => new URL(url, server.host).searchParams.get('limit'))).toEqual([
      '500',
      '500',
    ]);
  });
});

describe('watch', () => {
  const line = (name: string) =>
    `${JSON.stringify({ type: 'ADDED', object: { apiVersion: 'v1', kind: 'Pod', metadata: { name } } })}\n`;

  test('leaving the loop closes the connection', async () => {
    let closed: Promise<void> | undefined;
    await using server = await wire((_request, response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(line('a') + line('b'));
    });
    const names: (string | undefined)[] = [];
    for await (const event of await new ResourceClient(server.rest, coreV1.pods).watch()) {
      if (event.type === 'ADDED') names.push(event.object.metadata?.name);
      if (names.length === 2) break;
    }
    expect(names).toEqual(['a', 'b']);
    await closed;
  });

  test('an aborted signal closes the connection', async () => {
    let closed: Promise<void> | undefined;
    await using server = await wire((_request, response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(line('a'));
    });
    const controller = new AbortController();
    const stream = await new ResourceClient(server.rest, coreV1.pods).watch({ signal: controller.signal });
    expect(await stream.nextBatch()).toHaveLength(1);
    const next = stream.nextBatch().catch((reason: unknown) => reason);
    controller.abort(new Error('enough'));
    await next;
    await closed;
    stream.stop();
  });
});

test('every call passes on its signal', async () => {
  await using server = await wire(() => undefined);
  const pods = new Clientset(server.rest).coreV1().pods('one');
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: podSpec } as const;
  const reason = new Error('enough');
  const signal = AbortSignal.abort(reason);
  const calls = [
    pods.get('a', { signal }),
    pods.list({ signal }),
    pods.listAll({ signal }),
    pods.watch({ signal }),
    pods.create(pod, { signal }),
    pods.update(pod, { signal }),
    pods.updateStatus(pod, { signal }),
    pods.patch('a', {}, { type: 'merge', signal }),
    pods.apply(pod, { fieldManager: 'tests', signal }),
    pods.delete('a', { signal }),
    pods.deleteCollection({ signal }),
    pods.subresource('eviction').get('a', { signal }),
    pods.subresource('eviction').create('a', {}, { signal }),
    pods.subresource('eviction').update('a', {}, { signal }),
    pods.subresource('eviction').patch('a', {}, { type: 'merge', signal }),
  ];
  for (const result of await Promise.allSettled(calls)) {
    expect(result).toEqual({ status: 'rejected', reason });
  }
});
