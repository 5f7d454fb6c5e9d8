// The console's backend on the embedded API server, which enforces roles. `npm run examples`.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get, request as requestOf } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { Clientset, noopLogger, resources, StatusError } from 'kube-informers';
import type { rbacv1 } from 'kube-informers';
import { ApiServer } from '@kube-informers/testing';
import { websiteDefinition } from '../website-operator/definition.js';
import { websites } from '../website-operator/website.js';
import { builtInKinds, ConsoleBackend } from './backend.js';
import { problemOf } from './http.js';
import { TokenOwners } from './token-owners.js';
import { maxConnections } from './viewers.js';

const kinds = { ...builtInKinds, websites };
const program = { authorization: 'Bearer program-token' };
const crowd = Array.from({ length: 50 }, (_, index) => `viewer-${index}`);
const users = {
  'program-token': { name: 'system:serviceaccount:console:console' },
  'jane-token': { name: 'jane' },
  'root-token': { name: 'root', groups: ['system:masters'] },
  ...Object.fromEntries(crowd.map((name) => [`${name}-token`, { name, groups: ['crowd'] }])),
};
const server = await ApiServer.start({ authorizer: 'rbac', users });
const admin = new Clientset({ host: server.url });
const apiGroup = 'rbac.authorization.k8s.io';

/** The connections of the program to the API server. */
const sockets = new Set<Socket>();
let mostSockets = 0;
const counting = createServer((socket) => {
  sockets.add(socket);
  mostSockets = Math.max(mostSockets, sockets.size);
  const upstream = connect(server.port, '127.0.0.1');
  socket.pipe(upstream).pipe(socket);
  for (const [one, other] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    // A reset is not passed on as one: the other side is closed.
    one.on('error', () => undefined);
    one.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  }
});
let backend: ConsoleBackend;

/** Binds the rules to a user or a group, in a namespace or in all. Returns what takes them away. */
async function allow(
  subject: { readonly kind: 'User' | 'Group'; readonly name: string },
  rules: readonly rbacv1.PolicyRule[],
  namespace?: string,
): Promise<() => Promise<unknown>> {
  const rbac = admin.rbacV1();
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  const roles = namespace === undefined ? rbac.clusterRoles() : rbac.roles(namespace);
  const bindings = namespace === undefined ? rbac.clusterRoleBindings() : rbac.roleBindings(namespace);
  const { metadata } = await roles.create({ metadata: { generateName: 'test-' }, rules });
  const name = metadata?.name ?? '';
  const roleRef = { apiGroup, kind, name };
  await bindings.create({ metadata: { name }, roleRef, subjects: [{ apiGroup, ...subject }] });
  return () => bindings.delete(name);
}

const jane = { kind: 'User', name: 'jane' } as const;
const core = (verbs: string[], ...names: string[]): rbacv1.PolicyRule => ({
  verbs,
  apiGroups: [''],
  resources: names,
});
const asJane = { authorization: 'Bearer jane-token' };
const asRoot = { authorization: 'Bearer root-token' };

before(async () => {
  counting.listen(0, '127.0.0.1');
  await once(counting, 'listening');
  await admin.apiextensionsV1().customResourceDefinitions().create(websiteDefinition);
  for (const name of ['shop', 'office']) await admin.coreV1().namespaces().create({ metadata: { name } });
  for (const namespace of ['shop', 'office']) await createPod(namespace, 'web');
  // All that the program needs, and what the custom resource of this test adds.
  await admin.apply(await readFile(new URL('../../console-backend/rbac.yaml', import.meta.url), 'utf8'));
  await allow({ kind: 'User', name: 'system:serviceaccount:console:console' }, [
    { verbs: ['list', 'watch'], apiGroups: ['example.com'], resources: ['websites'] },
  ]);
  await allow(jane, [core(['get', 'list', 'watch'], 'pods')], 'shop');
  await allow({ kind: 'Group', name: 'crowd' }, [core(['list', 'watch'], 'pods')], 'shop');
  backend = await start();
});
after(async () => {
  await backend.stop();
  assert.equal(sockets.size, 0, 'the backend leaves no connection open');
  counting.close();
  await admin.close();
  await server.stop();
});

async function start(options = {}): Promise<ConsoleBackend> {
  const { port } = counting.address() as AddressInfo;
  const config = { host: `http://127.0.0.1:${port}`, credentials: program };
  const started = await ConsoleBackend.start(config, { kinds, trustedProxies: ['127.0.0.1'], ...options });
  await started.ready();
  return started;
}

async function createPod(namespace: string, name: string): Promise<void> {
  const spec = { nodeName: 'node-1', containers: [{ name: 'app', image: 'app' }] };
  await admin.coreV1().pods(namespace).create({ metadata: { name }, spec });
}

type Headers = Readonly<Record<string, string>>;

async function ask(path: string, headers: Headers, method = 'GET', body?: unknown, of = backend) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
  const url = `http://127.0.0.1:${of.port}${path}`;
  const response = await fetch(url, { method, headers: { ...type, ...headers }, body: text });
  return { status: response.status, text: await response.text() };
}

async function askJson(...args: Parameters<typeof ask>) {
  const { status, text } = await ask(...args);
  return { status, body: JSON.parse(text) as Record<string, unknown> };
}

/** Sends headers as they are, names and values in turn. */
async function askRaw(headers: readonly string[], path = '/api/pods', of = backend) {
  const request = requestOf({ port: of.port, host: '127.0.0.1', path, headers }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return `${response.statusCode} ${text}`;
}

async function names(path: string, headers: Headers): Promise<string[]> {
  const { items } = (await askJson(path, headers)).body as {
    items: { metadata: { namespace?: string; name: string } }[];
  };
  return items.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`).toSorted();
}

/** The events of a stream: `add pods shop/web`. Ends when the backend ends the stream. */
async function* events(
  path: string,
  headers: Headers,
  of = backend,
  onObject: (object: unknown) => void = () => undefined,
): AsyncGenerator<string, void, void> {
  const response = await fetch(`http://127.0.0.1:${of.port}${path}`, { headers });
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const [, type, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
      if (type === undefined) continue;
      const { kind, key, object } = JSON.parse(data ?? '') as Record<string, string>;
      onObject(object);
      yield [type, kind, key].filter((each) => each !== undefined).join(' ');
    }
  }
}

async function next(stream: AsyncIterator<string, void>): Promise<string> {
  const { value } = await stream.next();
  return value ?? 'the end';
}

/** Reads the objects that there are. */
async function synced(stream: AsyncIterator<string, void>): Promise<void> {
  for (let event = await next(stream); event !== 'synced'; event = await next(stream))
    assert.match(event, /^add /);
}

/** A stream of config maps that nobody reads: its response in the backend, as Node publishes it, and on the side of the viewer. */
async function unread(of: ConsoleBackend): Promise<[ServerResponse, IncomingMessage]> {
  const path = '/events?kinds=configmaps';
  let sent: ServerResponse | undefined;
  const onRequest = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    // The API server is in this process, too.
    if (request.url === path) sent = response;
  };
  subscribe('http.server.request.start', onRequest);
  const request = get(`http://127.0.0.1:${of.port}${path}`, { headers: asRoot });
  const [received] = (await once(request, 'response')) as [IncomingMessage];
  unsubscribe('http.server.request.start', onRequest);
  assert.ok(sent);
  return [sent, received];
}

async function createBigMaps(count: number): Promise<void> {
  const data = { padding: 'x'.repeat(256 * 1024) };
  for (let index = 0; index < count; index++)
    await admin
      .coreV1()
      .configMaps('office')
      .create({ metadata: { name: `big-${index}` }, data });
}

test('a list has what the viewer may list, as the server wrote it', async () => {
  assert.deepEqual(await names('/api/pods', asJane), ['shop/web']);
  assert.deepEqual(await names('/api/pods?namespace=shop', asJane), ['shop/web']);
  assert.deepEqual(await names('/api/pods', asRoot), ['office/web', 'shop/web']);
  assert.deepEqual(await askJson('/api/pods?namespace=office', asJane), {
    status: 403,
    body: { error: 'jane may not list pods in the namespace office' },
  });
  assert.equal((await ask('/api/nodes', asJane)).status, 403);
  const pod = await askJson('/api/pods/web?namespace=shop', asJane);
  assert.deepEqual(pod.body, await admin.coreV1().pods('shop').get('web'));
  assert.equal((await ask('/api/pods/none?namespace=shop', asJane)).status, 404);
});

test('custom resources are kinds like all others', async () => {
  const site = { metadata: { name: 'hello', namespace: 'shop' }, spec: { html: 'hello' } };
  const stream = events('/events?kinds=websites', asRoot);
  assert.equal(await next(stream), 'synced');
  await admin.resource(websites, 'shop').create(site);
  assert.equal(await next(stream), 'add websites shop/hello');
  await stream.return();
  assert.deepEqual(await names('/api/websites', asRoot), ['shop/hello']);
  assert.deepEqual(await names('/api/websites', asJane), []);
});

test('a proxy that is trusted names the user and the groups, another one does not', async () => {
  assert.deepEqual(await names('/api/pods', { 'x-remote-user': 'jane' }), ['shop/web']);
  assert.deepEqual(await names('/api/pods', { 'x-remote-user': 'joe', 'x-remote-group': 'crowd' }), [
    'shop/web',
  ]);
  assert.deepEqual(await names('/api/pods', { 'x-remote-user': 'joe' }), []);
  await using direct = await start({ trustedProxies: ['10.0.0.1'] });
  const response = await fetch(`http://127.0.0.1:${direct.port}/api/pods`, {
    headers: { 'x-remote-user': 'jane' },
  });
  assert.equal(response.status, 401);
  assert.match(await response.text(), /the request does not say who you are: send the header Authorization/);
});

test('a page of another site is refused, also under a DNS name that points here', async () => {
  const local = ['127.0.0.1', 'localhost:8080', '[::1]:80', 'LOCALHOST'];
  await using named = await start({ allowedHosts: ['Console.example.com'] });
  for (const host of [...local, 'console.example.com', 'console.example.com:8443'])
    assert.match(await askRaw(['host', host, 'x-remote-user', 'jane'], '/api/pods', named), /^200 /, host);
  for (const host of ['evil.example:8080', 'console.example.com.evil.example', '10.0.0.1', 'x@127.0.0.1', ''])
    assert.match(
      await askRaw(
        ['host', host, 'x-remote-user', 'root', 'x-remote-group', 'system:masters'],
        '/api/pods',
        named,
      ),
      /^403 .*this console is not called/,
      host,
    );
  assert.match(
    await askRaw(['host', 'localhost', 'x-remote-user', 'jane', 'sec-fetch-site', 'same-origin']),
    /^200 /,
  );
  assert.match(
    await askRaw(['host', 'localhost', 'x-remote-user', 'jane', 'sec-fetch-site', 'cross-site']),
    /^403 .*other web sites/,
  );
});

test('headers that say twice who the viewer is are refused', async () => {
  const twice = [
    ['x-remote-user', 'root', 'x-remote-group', 'system:masters', 'X-Remote-User', 'jane'],
    ['authorization', 'Bearer jane-token', 'authorization', 'Bearer root-token'],
    ['x-remote-user', 'jane', 'host', 'evil.example'],
  ];
  for (const headers of twice)
    assert.match(await askRaw(['host', 'localhost', ...headers]), /^400 .*was sent more than once/);
  // Several groups are no contradiction.
  const groups = ['x-remote-user', 'joe', 'x-remote-group', 'dev', 'x-remote-group', 'crowd'];
  assert.match(await askRaw(['host', 'localhost', ...groups]), /^200 .*"name":"web"/);
});

test('a viewer has a limit of streams, logs and commands, and others have theirs', async () => {
  await using limited = await start({ maxStreams: 2 });
  server.onLog(async function* ({ signal }) {
    yield { time: '2026-01-01T00:00:00Z', text: 'started' };
    if (!signal.aborted) await once(signal, 'abort');
  });
  const path = '/events?kinds=pods&namespace=shop';
  const stream = events(path, asRoot, limited);
  await synced(stream);
  const leave = new AbortController();
  const log = await fetch(`http://127.0.0.1:${limited.port}/api/pods/web/log?namespace=shop&follow=true`, {
    headers: asRoot,
    signal: leave.signal,
  });
  assert.equal(log.status, 200);
  const exec = ['/api/pods/web/exec?namespace=shop', asRoot, 'POST', { command: ['date'] }, limited] as const;
  const refused = [await askJson(path, asRoot, 'GET', undefined, limited), await askJson(...exec)];
  for (const { status, body } of refused) {
    assert.equal(status, 429);
    assert.match(
      String(body['error']),
      /^root has too many streams, logs and commands open: the most are 2$/,
    );
  }
  // A list is over soon.
  assert.equal((await ask('/api/pods', asRoot, 'GET', undefined, limited)).status, 200);
  const other = events(path, asJane, limited);
  await synced(other);
  leave.abort();
  server.onExec(() => 0);
  let { status } = await ask(...exec);
  // Until the backend has noticed that the viewer of the log has left.
  while (status === 429) ({ status } = await ask(...exec));
  assert.equal(status, 200);
  await stream.return();
  await other.return();
});

test('an address has a limit of refused tokens, unless it is a proxy that speaks for many', async () => {
  const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
  await using limited = await start({ trustedProxies: [], maxRefusedTokens: 2 });
  const statusOf = async (token: string): Promise<number> =>
    (await ask('/api/pods', bearer(token), 'GET', undefined, limited)).status;
  assert.equal(await statusOf('jane-token'), 200);
  const statuses: number[] = [];
  for (const token of ['a', 'b', 'c', 'a', 'jane-token', 'root-token']) statuses.push(await statusOf(token));
  // The owner of a token that was accepted works on.
  assert.deepEqual(statuses, [401, 401, 429, 401, 200, 429]);
  await using proxied = await start({ maxRefusedTokens: 0 });
  assert.equal((await ask('/api/pods', bearer('d'), 'GET', undefined, proxied)).status, 401);
});

test('requests with the same token share a question, and a refused one is not asked about for 10 s', async () => {
  let nowMs = 0;
  const asked: string[] = [];
  const valid = new Set(['good', 'old']);
  const owners = new TokenOwners({ maxRefused: 3, now: () => nowMs });
  const at = { sender: '10.0.0.9' as string | undefined };
  const outcome = async (token: string, { sender } = at): Promise<unknown> => {
    const ask = async (): Promise<{ user: string }> => {
      asked.push(token);
      await Promise.resolve();
      if (token === 'broken') throw new Error('connection refused');
      if (!valid.has(token)) throw new StatusError({ code: 401, reason: 'Unauthorized' });
      return { user: token };
    };
    try {
      return (await owners.ownerOf(token, sender, ask)).user;
    } catch (error) {
      return problemOf(error).statusCode;
    }
  };
  assert.equal(await outcome('old'), 'old');
  const many = await Promise.all(Array.from({ length: 100 }, () => outcome('guess')));
  assert.deepEqual(new Set(many), new Set([401]));
  assert.equal(await outcome('guess'), 401);
  assert.deepEqual(asked, ['old', 'guess']);
  // What failed otherwise says nothing of the token, and is asked again.
  for (let times = 0; times < 5; times++) assert.equal(await outcome('broken'), 502);
  assert.deepEqual(
    await Promise.all(['a', 'b', 'c', 'good'].map((token) => outcome(token))),
    [401, 401, 429, 429],
  );
  assert.equal(await outcome('old'), 'old');
  assert.equal(await outcome('good', { sender: '10.0.0.8' }), 'good');
  assert.equal(await outcome('d', { sender: undefined }), 401);
  nowMs = 10_000;
  // A token may have become valid.
  valid.add('guess');
  valid.delete('old');
  asked.length = 0;
  assert.equal(await outcome('guess'), 'guess');
  assert.deepEqual([await outcome('old'), await outcome('old')], [401, 401]);
  assert.deepEqual(asked, ['guess', 'old']);
});

test('a stream begins with the objects, goes on with changes, and has only what the viewer may watch', async () => {
  const stream = events('/events?kinds=pods,nodes', asJane);
  assert.deepEqual([await next(stream), await next(stream)], ['add pods shop/web', 'synced']);
  const pods = admin.coreV1().pods('shop');
  await createPod('office', 'secret');
  await admin
    .coreV1()
    .nodes()
    .create({ metadata: { name: 'node-1' } });
  await createPod('shop', 'cache');
  assert.equal(await next(stream), 'add pods shop/cache');
  await pods.patch('cache', { metadata: { labels: { a: 'b' } } }, { type: 'merge' });
  assert.equal(await next(stream), 'update pods shop/cache');
  await pods.delete('cache', { gracePeriodSeconds: 0 });
  assert.equal(await next(stream), 'delete pods shop/cache');
  await stream.return();
  const office = events('/events?kinds=pods&namespace=office', asRoot);
  assert.deepEqual([await next(office), await next(office), await next(office)].toSorted(), [
    'add pods office/secret',
    'add pods office/web',
    'synced',
  ]);
  await office.return();
});

test('rights that are taken away end the stream, and the next one lacks the objects', async () => {
  await using strict = await start({ reviewTtlMs: 0 });
  const take = await allow({ kind: 'User', name: 'guest' }, [core(['list', 'watch'], 'configmaps')], 'shop');
  const asGuest = { 'x-remote-user': 'guest' };
  const stream = events('/events?kinds=configmaps', asGuest, strict);
  assert.equal(await next(stream), 'synced');
  const maps = admin.coreV1().configMaps('shop');
  await maps.create({ metadata: { name: 'a' } });
  assert.equal(await next(stream), 'add configmaps shop/a');
  await take();
  await maps.create({ metadata: { name: 'b' } });
  assert.equal(await next(stream), 'the end');
  const again = events('/events?kinds=configmaps', asGuest, strict);
  assert.equal(await next(again), 'synced');
  await again.return();
  await maps.deleteCollection();
});

test('exec, logs, scale, restart and delete go with the rights of the viewer', async () => {
  server.onExec(({ command, stdout, stderr }) => {
    stdout.write(`${command.join(' ')}\n`);
    stderr.write('careful\n');
    return command[0] === 'false' ? 1 : 0;
  });
  server.onLog(async function* ({ signal, follow }) {
    yield { time: '2026-01-01T00:00:00Z', text: 'started' };
    if (follow) await once(signal, 'abort');
  });
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app' }] } };
  const web = {
    metadata: { name: 'web' },
    spec: { replicas: 1, selector: { matchLabels: labels }, template },
  };
  await admin.appsV1().deployments('shop').create(web);
  const calls = [
    ['/api/pods/web/log?namespace=shop', 'GET', undefined, 'get resource "pods/log"'],
    ['/api/pods/web/exec?namespace=shop', 'POST', { command: ['date'] }, 'resource "pods/exec"'],
    ['/api/deployments/web/scale?namespace=shop', 'POST', { replicas: 3 }, 'resource "deployments/scale"'],
    ['/api/deployments/web/restart?namespace=shop', 'POST', {}, 'patch resource "deployments"'],
    ['/api/pods/web?namespace=shop', 'DELETE', undefined, 'delete resource "pods"'],
  ] as const;
  for (const [path, method, body, lacks] of calls) {
    const refused = await askJson(path, asJane, method, body);
    assert.equal(refused.status, 403);
    assert.match(String(refused.body['error']), new RegExp(`User "jane" cannot .*${lacks}`));
  }
  const [log, command, scale, restart, remove] = calls;
  assert.deepEqual(await ask(log[0], asRoot), { status: 200, text: 'started\n' });
  const ended = { exitCode: 0, stdout: 'date\n', stderr: 'careful\n' };
  assert.deepEqual(await askJson(command[0], asRoot, 'POST', command[2]), { status: 200, body: ended });
  const failed = await askJson(command[0], asRoot, 'POST', { command: ['false'] });
  assert.equal(failed.body['exitCode'], 1);
  for (const [path, method, body] of [scale, restart, remove])
    assert.equal((await ask(path, asRoot, method, body)).status, 200);
  const { spec } = await admin.appsV1().deployments('shop').get('web');
  assert.equal(spec?.replicas, 3);
  assert.ok(spec.template.metadata?.annotations?.['kubectl.kubernetes.io/restartedAt']);
  await createPod('shop', 'web');
});

test('a log that is followed ends in the cluster when the viewer leaves', async () => {
  const ended = new Promise<void>((resolve) => {
    server.onLog(async function* ({ signal }) {
      signal.addEventListener('abort', () => resolve());
      yield { time: '2026-01-01T00:00:00Z', text: 'started' };
      if (!signal.aborted) await once(signal, 'abort');
    });
  });
  const leave = new AbortController();
  const url = `http://127.0.0.1:${backend.port}/api/pods/web/log?namespace=shop&follow=true`;
  const response = await fetch(url, { headers: asRoot, signal: leave.signal });
  const reader = response.body?.getReader();
  assert.equal(String(Buffer.from((await reader?.read())?.value ?? [])), 'started\n');
  leave.abort();
  await ended;
});

test('bad requests are answered with 4xx and a text', async () => {
  const exec = '/api/pods/web/exec?namespace=shop';
  const cases: [string, Headers, string, unknown, number, RegExp][] = [
    ['/api/pods', {}, 'GET', undefined, 401, /does not say who you are/],
    ['/api/pods', { authorization: 'Basic amFuZQ==' }, 'GET', undefined, 401, /Authorization: Bearer TOKEN/],
    ['/api/pods', { authorization: 'Bearer old' }, 'GET', undefined, 401, /Unauthorized/],
    ['/api/secrets', asRoot, 'GET', undefined, 404, /unknown kind "secrets": there are pods, services/],
    ['/events?kinds=pods,cats', asRoot, 'GET', undefined, 404, /unknown kind "cats"/],
    [
      '/api/pods?namespace=Shop',
      asRoot,
      'GET',
      undefined,
      400,
      /namespace must be a name such as shop, got "Shop"/,
    ],
    ['/api/pods/web', asRoot, 'GET', undefined, 400, /needs a namespace/],
    ['/api/pods/web', asRoot, 'DELETE', undefined, 400, /the namespace is missing/],
    ['/api/pods/%2e%2e%2fsecrets', asRoot, 'GET', undefined, 400, /must consist of names/],
    ['/api/%E0%A4%A', asRoot, 'GET', undefined, 400, /cannot be read/],
    ['/', asRoot, 'GET', undefined, 404, /there is no GET \//],
    ['/api/pods', asRoot, 'PUT', {}, 404, /there is no PUT \/api\/pods/],
    [exec, asRoot, 'POST', '{', 400, /the body must be JSON/],
    [exec, asRoot, 'POST', {}, 400, /command/],
    [exec, asRoot, 'POST', 'null', 400, /command/],
    [exec, { ...asRoot, 'content-type': 'text/plain' }, 'POST', '{}', 415, /application\/json/],
    [exec, asRoot, 'POST', { command: ['x'.repeat(100_000)] }, 413, /at most 65536 bytes/],
    [exec, asRoot, 'POST', { command: ['date'], container: 'none' }, 422, /none/],
    ['/api/deployments/web/scale?namespace=shop', asRoot, 'POST', { replicas: 'many' }, 400, /replicas/],
    ['/api/pods/none/log?namespace=shop', asRoot, 'GET', undefined, 404, /pods "none" not found/],
  ];
  for (const [path, headers, method, body, status, text] of cases) {
    const answer = await askJson(path, headers, method, body);
    assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    assert.match(String(answer.body['error']), text);
  }
});

test('100 viewers at once, half by token and half by impersonation, share a bounded number of connections', async () => {
  const viewers = crowd.flatMap((name): Headers[] => [
    { authorization: `Bearer ${name}-token` },
    { 'x-remote-user': `proxied-${name}`, 'x-remote-group': 'crowd' },
  ]);
  const before = sockets.size;
  mostSockets = before;
  const streams = viewers.map((headers) => events('/events?kinds=pods', headers));
  const lists = viewers.map((headers) => names('/api/pods', headers));
  for (const list of await Promise.all(lists)) assert.deepEqual(list, ['shop/web']);
  for (const stream of streams)
    assert.deepEqual([await next(stream), await next(stream)], ['add pods shop/web', 'synced']);
  await admin
    .coreV1()
    .pods('shop')
    .patch('web', { metadata: { labels: { c: 'd' } } }, { type: 'merge' });
  for (const stream of streams) assert.equal(await next(stream), 'update pods shop/web');
  // One watch for each kind; the rest is for requests.
  const watches = Object.keys(kinds).length;
  assert.equal(server.openWatches, watches);
  console.log(`${viewers.length} viewers: at most ${mostSockets} connections, ${watches} of them watches`);
  assert.ok(mostSockets <= watches + 2 * maxConnections, `${mostSockets} connections`);
  for (const stream of streams) await stream.return();
});

test('what waits for a viewer who does not read is bounded, and is the newest state', async () => {
  const maps = admin.coreV1().configMaps('shop');
  const padding = 'x'.repeat(256 * 1024);
  await maps.create({ metadata: { name: 'big' }, data: { version: '0', padding } });
  const [slow, reader] = await unread(backend);
  const fast = events('/events?kinds=configmaps', asRoot);
  await synced(fast);

  // Far more than the buffers of the operating system hold.
  const updates = 100;
  let mostBytes = 0;
  for (let version = 1; version <= updates; version++) {
    await maps.patch('big', { data: { version: String(version) } }, { type: 'merge' });
    assert.equal(await next(fast), 'update configmaps shop/big');
    mostBytes = Math.max(mostBytes, slow.writableLength);
  }
  await fast.return();
  assert.ok(mostBytes < 2 * padding.length, `${mostBytes} bytes wait`);

  let text = '';
  let count = 0;
  for await (const chunk of reader) {
    text += String(chunk);
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    count += parts.length;
    if (parts.some((part) => part.includes(`"version":"${updates}"`))) break;
  }
  console.log(`${updates} updates: ${count} were sent, at most ${mostBytes} bytes waited in the process`);
  assert.ok(count < updates);
  await maps.delete('big');
});

test('a stop ends all streams, also that of a viewer who does not read', async () => {
  await createBigMaps(40);
  const stopping = await start();
  const [, slow] = await unread(stopping);
  const stream = events('/events?kinds=pods', asRoot, stopping);
  await synced(stream);
  const cut = once(slow, 'error');
  // The grace is for other requests.
  await stopping.stop(3_600_000);
  assert.equal(await next(stream), 'the end');
  slow.resume();
  assert.match(String(await cut), /aborted/);
  await admin.coreV1().configMaps('office').deleteCollection();
});

test('a stop waits for the requests under way', async () => {
  const stopping = await start();
  const release = new AbortController();
  const started = new Promise<void>((resolve) => {
    server.onExec(async () => {
      resolve();
      await once(release.signal, 'abort');
      return 0;
    });
  });
  const path = '/api/pods/web/exec?namespace=shop';
  const answer = ask(path, asRoot, 'POST', { command: ['date'] }, stopping);
  await started;
  const stopped = stopping.stop(3_600_000);
  release.abort();
  assert.equal((await answer).status, 200);
  await stopped;
});

test('a stream ends after its longest time, so that the browser shows its token again', async () => {
  await using short = await start({ maxStreamMs: 1 });
  const stream = events('/events?kinds=jobs', asRoot, short);
  for await (const event of stream) assert.equal(event, 'synced');
  // And nobody has to read it.
  await createBigMaps(40);
  await using patient = await start({ maxStreamMs: 500 });
  const [sent, received] = await unread(patient);
  const cut = once(received, 'error');
  await once(sent, 'close');
  received.resume();
  assert.match(String(await cut), /aborted/);
  await admin.coreV1().configMaps('office').deleteCollection();
});

test('a kind that the program may not list is answered with the reason, and all others are there', async () => {
  const { port } = counting.address() as AddressInfo;
  const config = { host: `http://127.0.0.1:${port}`, credentials: program };
  const { pods, services } = builtInKinds;
  const limited = { pods, services, secrets: resources.coreV1.secrets };
  await using lacking = await ConsoleBackend.start(config, { kinds: limited, logger: noopLogger });
  const answers = async (kind: string, wanted: RegExp): Promise<void> => {
    const url = `http://127.0.0.1:${lacking.port}/api/${kind}`;
    let text = 'the first list is on its way';
    while (text.includes('the first list is on its way'))
      text = await (await fetch(url, { headers: asRoot })).text();
    assert.match(text, wanted);
  };
  await answers(
    'secrets',
    /secrets cannot be shown yet: .*User \\"system:serviceaccount:console:console\\" cannot list resource \\"secrets\\"/,
  );
  await answers('pods', /"name":"web"/);
});

test('a viewer who breaks the connection anywhere harms nobody', async () => {
  const paths = [
    '/events',
    '/api/pods',
    '/api/pods/web/log?namespace=shop&follow=true',
    '/events?kinds=configmaps',
  ];
  for (const path of paths) {
    for (const bytes of [1, 30, 1000]) {
      const socket = connect(backend.port, '127.0.0.1');
      const head = `GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer root-token\r\n\r\n`;
      socket.write(head.slice(0, bytes));
      if (bytes > head.length) await once(socket, 'data');
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
  }
  const body = connect(backend.port, '127.0.0.1');
  body.write(
    'POST /api/pods/web/exec?namespace=shop HTTP/1.1\r\nhost: a\r\nauthorization: Bearer root-token\r\n' +
      'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"comm',
  );
  body.resetAndDestroy();
  await once(body, 'close');
  assert.deepEqual(await names('/api/pods', asJane), ['shop/web']);
});

test('a signal ends the program, its streams and its watches', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-'));
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, await server.kubeconfig());
  const main = new URL('main.js', import.meta.url).pathname;
  const child = spawn(process.execPath, [main, '--port', '0'], {
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let url = '';
  for await (const line of createInterface(child.stdout)) {
    url = /^console at (\S+)$/.exec(line)?.[1] ?? '';
    if (url !== '') break;
  }
  const port = Number(new URL(url).port);
  const stream = events('/events?kinds=pods&namespace=shop', asRoot, { port } as ConsoleBackend);
  await synced(stream);
  child.kill('SIGTERM');
  assert.equal(await next(stream), 'the end');
  assert.deepEqual(await exited, [0, null]);
  await rm(folder, { recursive: true });
});
