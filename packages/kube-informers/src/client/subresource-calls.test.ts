import { ApiServer, FakeClock } from '@kube-informers/testing';
import { describe, expect, test } from 'vitest';
import { isTooManyRequests } from '../meta/errors.js';
import { appsV1, coreV1 } from '../resources/index.js';
import { Clientset, DynamicClient } from './clientset.js';
import { failure, json, wire } from './wire.test-support.js';
import type { Wire } from './wire.test-support.js';

const wrong = (value: unknown): never => value as never;
const podsOf = (server: Wire) => new Clientset(server.rest).coreV1().pods('shop');
const inShop = '/api/v1/namespaces/shop';

/** Returns everything that an iterable gives. */
async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const value of values) seen.push(value);
  return seen;
}

/** Sends `chunks` one by one; the response stays open if `end` is false. */
async function logServer(chunks: readonly string[], end = true): Promise<Wire> {
  return wire((request, response) => {
    if (!request.url.includes('/log')) {
      failure(response, 403, 'Forbidden', 'pods cannot be read');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain' });
    for (const chunk of chunks) response.write(chunk);
    if (end) response.end();
  });
}

describe('requests', () => {
  const calls: readonly [string, (server: Wire) => Promise<unknown>, string, unknown][] = [
    [
      'evict',
      (server) => podsOf(server).evict('web', { gracePeriodSeconds: 3, preconditions: { uid: 'u' } }),
      `POST ${inShop}/pods/web/eviction`,
      {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'web' },
        deleteOptions: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          gracePeriodSeconds: 3,
          preconditions: { uid: 'u' },
        },
      },
    ],
    [
      'bind',
      (server) => podsOf(server).bind('web', 'node-1', { dryRun: true, preconditions: { uid: 'u' } }),
      `POST ${inShop}/pods/web/binding?dryRun=All`,
      {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: 'web', uid: 'u' },
        target: { apiVersion: 'v1', kind: 'Node', name: 'node-1' },
      },
    ],
    [
      'getScale',
      (server) => new Clientset(server.rest).appsV1().deployments('shop').getScale('web'),
      'GET /apis/apps/v1/namespaces/shop/deployments/web/scale',
      undefined,
    ],
    [
      'updateScale',
      (server) =>
        new Clientset(server.rest)
          .appsV1()
          .deployments('shop')
          .updateScale('web', { metadata: { name: 'web' }, spec: { replicas: 2 } }),
      'PUT /apis/apps/v1/namespaces/shop/deployments/web/scale',
      {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'web' },
        spec: { replicas: 2 },
      },
    ],
    [
      'scale',
      (server) => new Clientset(server.rest).appsV1().deployments('shop').scale('web', 0),
      'PATCH /apis/apps/v1/namespaces/shop/deployments/web/scale',
      { spec: { replicas: 0 } },
    ],
    [
      'createToken',
      (server) =>
        new Clientset(server.rest).coreV1().serviceAccounts('shop').createToken('app', {
          expirationSeconds: 600,
        }),
      `POST ${inShop}/serviceaccounts/app/token`,
      {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { audiences: [], expirationSeconds: 600 },
      },
    ],
  ];
  test.each(calls)('%s', async (_name, call, request, body) => {
    await using server = await wire();
    expect(await call(server)).toMatchObject({ kind: 'Answer' });
    const [seen] = server.requests;
    expect(`${seen?.method} ${seen?.url}`).toBe(request);
    if (body === undefined) expect(seen?.body).toBe('');
    else expect(JSON.parse(seen?.body ?? '')).toEqual(body);
  });

  test('logs sends every option that the API has', async () => {
    await using server = await logServer([]);
    const options = {
      container: 'app',
      follow: false,
      previous: true,
      sinceSeconds: 60,
      timestamps: true,
      tailLines: 0,
      limitBytes: 1,
      insecureSkipTLSVerifyBackend: true,
      stream: 'Stderr',
    } as const;
    expect(await all(podsOf(server).logs('web', options))).toEqual([]);
    expect(await all(podsOf(server).logs('web', { sinceTime: '2026-01-01T00:00:00Z' }))).toEqual([]);
    expect(server.requests.map(({ url }) => url)).toEqual([
      `${inShop}/pods/web/log?container=app&previous=true&sinceSeconds=60&timestamps=true&tailLines=0&limitBytes=1&insecureSkipTLSVerifyBackend=true&stream=Stderr`,
      `${inShop}/pods/web/log?sinceTime=2026-01-01T00%3A00%3A00Z`,
    ]);
  });
});

test('an eviction that a budget refuses is not sent again', async () => {
  await using server = await wire((_request, response) => failure(response, 429, 'TooManyRequests'));
  const error: unknown = await podsOf(server)
    .evict('web')
    .catch((thrown: unknown) => thrown);
  expect(isTooManyRequests(error)).toBe(true);
  expect(server.requests).toHaveLength(1);
});

describe('logs', () => {
  test('yields lines as they arrive, and closes the connection when the loop is left', async () => {
    let onClose: () => void;
    const closed = new Promise<void>((resolve) => (onClose = resolve));
    await using server = await wire((request, response) => {
      if (!request.url.includes('/log')) {
        failure(response, 403, 'Forbidden', 'pods cannot be read');
        return;
      }
      response.on('close', () => onClose());
      response.write('one\ntw');
      response.write('o\nthr');
    });
    const seen: string[] = [];
    for await (const line of podsOf(server).logs('web', { follow: true })) {
      seen.push(line);
      if (line === 'two') break;
    }
    expect(seen).toEqual(['one', 'two']);
    await closed;
  });

  test('rejects with the reason of an abort, before the response, between lines and while it waits', async () => {
    const reason = new Error('enough');
    await using server = await logServer(['one\n'], false);
    const pods = podsOf(server);
    await expect(pods.logs('web', { signal: AbortSignal.abort(reason) }).next()).rejects.toBe(reason);
    for (const waits of [false, true]) {
      const controller = new AbortController();
      const log = pods.logs('web', { follow: true, signal: controller.signal });
      expect(await log.next()).toEqual({ value: 'one', done: false });
      const next = waits ? log.next() : undefined;
      controller.abort(reason);
      await expect(next ?? log.next()).rejects.toBe(reason);
    }
  });

  test('a connection that is cut is an error, after the lines before', async () => {
    await using server = await wire((_request, response) => {
      response.write('one\ntw', () => response.socket?.destroy());
    });
    const log = podsOf(server).logs('web');
    expect(await log.next()).toEqual({ value: 'one', done: false });
    await expect(log.next()).rejects.toMatchObject({
      code: 'ERR_BODY_CUT',
      message: expect.stringContaining(`GET ${server.host}${inShop}/pods/web/log was cut: `) as unknown,
    });
  });

  test('closing the client ends it', async () => {
    await using server = await logServer(['one\n'], false);
    const log = podsOf(server).logs('web', { follow: true });
    await log.next();
    const ended = expect(log.next()).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    await server.rest.close();
    await ended;
  });

  test('a refusal is a StatusError', async () => {
    await using server = await wire((_request, response) =>
      failure(response, 404, 'NotFound', 'no such pod'),
    );
    await expect(podsOf(server).logs('web').next()).rejects.toThrow('no such pod');
  });

  test('a user who may not read the logs of a selector is told which verb is missing', async () => {
    const refusal =
      'pods "web" is forbidden: User "jane" cannot get resource "pods/log" in API group "" in the namespace "shop"';
    const pod = {
      metadata: { name: 'web', namespace: 'shop', uid: 'a' },
      spec: { nodeName: 'node-1', containers: [{ name: 'app' }] },
    };
    await using server = await wire((request, response) => {
      if (request.url.includes('/log')) failure(response, 403, 'Forbidden', refusal);
      else if (request.url.endsWith('/web')) json(response, { kind: 'Pod', apiVersion: 'v1', ...pod });
      else if (request.url.includes('watch='))
        response.writeHead(200, { 'content-type': 'application/json' });
      else json(response, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [pod] });
    });
    for (const follow of [false, true])
      await expect(all(podsOf(server).allLogs({}, { follow }))).rejects.toThrow(
        `${refusal}; the user of this client needs a Role with the verbs get of pods/log`,
      );
  });

  test.each([
    ['leaves out a pod that was deleted after the list', undefined],
    ['rejects if the node does not find a log', [{ reason: 'UnexpectedServerResponse', message: 'no file' }]],
  ])('allLogs without follow %s', async (_what, causes) => {
    const podNamed = (name: string) => ({
      metadata: { name, namespace: 'shop', uid: name },
      spec: { nodeName: 'node-1', containers: [{ name: 'app' }] },
    });
    await using server = await wire((request, response) => {
      if (request.url.includes('/gone/log')) {
        response.writeHead(404, { 'content-type': 'application/json' });
        const details = { name: 'gone', kind: 'pods', causes };
        const message = 'pods "gone" not found';
        response.end(
          JSON.stringify({
            kind: 'Status',
            status: 'Failure',
            reason: 'NotFound',
            code: 404,
            message,
            details,
          }),
        );
      } else if (request.url.includes('/log')) response.end('hello\n');
      else
        json(response, {
          kind: 'PodList',
          apiVersion: 'v1',
          metadata: {},
          items: ['a', 'gone', 'z'].map(podNamed),
        });
    });
    const read = all(podsOf(server).allLogs({}));
    if (causes === undefined) expect((await read).map(({ pod }) => pod)).toEqual(['a', 'z']);
    else await expect(read).rejects.toMatchObject({ code: 'ERR_STATUS', call: 'get pods/log shop/gone' });
  });

  test('reads only as much as the loop consumes', async () => {
    const line = `${'x'.repeat(1023)}\n`;
    let written = 0;
    await using server = await wire((_request, response) => {
      const write = (): void => {
        while (written < 64 * 1024 * 1024 && !response.destroyed) {
          written += line.length;
          if (!response.write(line)) return;
        }
      };
      response.on('drain', write);
      write();
    });
    const log = podsOf(server).logs('web');
    await log.next();
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    const before = written;
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    // The buffers of both sockets; loopback has some MiB.
    expect(before).toBeLessThan(32 * 1024 * 1024);
    expect(written).toBeLessThan(32 * 1024 * 1024);
    await log.return();
  });
});

test.each<[string, string, (server: Wire) => Promise<unknown>]>([
  [
    'ERR_RESOURCE',
    'deployments.apps "web" has no subresource "log": its descriptor has scale, status',
    (server) => new DynamicClient(server.rest).resource(appsV1.deployments, 'a').logs('web').next(),
  ],
  [
    'ERR_RESOURCE',
    'configmaps "a" has no subresource "scale": its descriptor has none',
    (server) => new DynamicClient(server.rest).resource(coreV1.configMaps, 'a').scale('a', 1),
  ],
  [
    'ERR_NAME',
    'log of pods needs a name, got none',
    (server) => podsOf(server).logs(wrong(undefined)).next(),
  ],
  ['ERR_NAME', 'log of pods needs a name, got ""', (server) => podsOf(server).logs('').next()],
  ['ERR_NAME', 'eviction of pods needs a name, got ""', (server) => podsOf(server).evict('')],
  ['ERR_NAME', 'log of pods needs a name, got 5', (server) => podsOf(server).logs(wrong(5)).next()],
  [
    'ERR_OPTION',
    'replicas of scale of deployments.apps "web" must be a whole number of 0 or more, got "5"',
    (server) => new Clientset(server.rest).appsV1().deployments('a').scale('web', wrong('5')),
  ],
  [
    'ERR_NAMESPACE',
    'create pods "web" needs a namespace: give the client one',
    (server) => new Clientset(server.rest).coreV1().pods().evict('web'),
  ],
  [
    'ERR_OPTION',
    'unknown option "tail" of log of pods "web": did you mean tailLines?',
    (server) =>
      podsOf(server)
        .logs('web', wrong({ tail: 3 }))
        .next(),
  ],
  [
    'ERR_OPTION',
    'log of pods "web" takes sinceSeconds or sinceTime, got both',
    (server) => podsOf(server).logs('web', { sinceSeconds: 1, sinceTime: '2026-01-01T00:00:00Z' }).next(),
  ],
  [
    'ERR_OPTION',
    'gracePeriodSeconds of eviction of pods "web" must be a whole number, got 0.5',
    (server) => podsOf(server).evict('web', { gracePeriodSeconds: 0.5 }),
  ],
  [
    'ERR_NAME',
    'node of binding of pods "web" must be a non-empty string, got ""',
    (server) => podsOf(server).bind('web', ''),
  ],
  [
    'ERR_OPTION',
    'replicas of scale of deployments.apps "web" must be a whole number of 0 or more, got 1.5',
    (server) => new Clientset(server.rest).appsV1().deployments('a').scale('web', 1.5),
  ],
  [
    'ERR_OPTION',
    'scale of deployments.apps "web" takes an object, got number',
    (server) => new Clientset(server.rest).appsV1().deployments('a').updateScale('web', wrong(3)),
  ],
])('%s: %s', async (code, message, call) => {
  await using server = await wire((_request, response) => json(response, {}));
  const error: unknown = await (async () => call(server))().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code, message: expect.stringContaining(message) as unknown });
  expect(server.requests).toEqual([]);
});

test('restart twice at the same time restarts twice', async () => {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url });
  const deployments = clientset.appsV1().deployments('default');
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app' }] } };
  await deployments.create({
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: labels }, template },
  });
  const clock = new FakeClock();
  const values = [0.1, 0.2].values();
  const random = (): number => values.next().value ?? 0;
  expect((await deployments.restart('web', { clock, random })).metadata?.generation).toBe(2);
  expect((await deployments.restart('web', { clock, random })).metadata?.generation).toBe(3);
});

test('restart sets the time in the pod template, and refuses a resource without one', async () => {
  await using server = await wire((_request, response) =>
    json(response, { kind: 'Deployment', metadata: { name: 'web' } }),
  );
  const clientset = new Clientset(server.rest);
  const clock = new FakeClock(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
  const random = (): number => 0.000042;
  await clientset.appsV1().deployments('shop').restart('web', { clock, random });
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    spec: {
      template: {
        metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': '2026-01-02T03:04:05.678000042Z' } },
      },
    },
  });
  const pods = new DynamicClient(server.rest).resource(coreV1.pods, 'shop');
  await expect(pods.restart('web')).rejects.toThrow(
    'restart pods "web": only deployments.apps, statefulsets.apps and daemonsets.apps can be restarted',
  );
});
