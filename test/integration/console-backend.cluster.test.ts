import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig, waitFor } from 'kube-informers';
import type { Clientset, rbacv1, RestConfig } from 'kube-informers';
import { ConsoleBackend } from '../../examples/console-backend/backend.js';
import { connect, freshNamespace, hasSmallKubelet } from './harness.js';
import { rulesOf, userWith } from './users.js';
import type { User } from './users.js';

// The console's backend of examples/, whose own test runs on the embedded server: its rights are those of its manifest, and RBAC
// decides what its viewers see.

const core = (verbs: string[], ...names: string[]): rbacv1.PolicyRule => ({
  verbs,
  apiGroups: [''],
  resources: names,
});
const viewing = [
  core(['get', 'list', 'watch', 'delete'], 'pods'),
  core(['get'], 'pods/log'),
  core(['get', 'create'], 'pods/exec'),
];

let admin: RestConfig;
let clientset: Clientset;

beforeAll(async () => {
  admin = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
  clientset = await connect();
});

afterAll(() => clientset.close());

/** A console with the rights of its manifest. */
async function startConsole(): Promise<ConsoleBackend> {
  const clusterRules = await rulesOf('examples/console-backend/rbac.yaml', 'ClusterRole');
  const program = await userWith(admin, await freshNamespace(clientset), { clusterRules });
  const backend = await ConsoleBackend.start(program.config, {
    trustedProxies: ['127.0.0.1'],
    reviewTtlMs: 0,
  });
  await backend.ready();
  return backend;
}

const tokenOf = ({ config }: User): string => config.credentials?.authorization ?? '';

type Ask = (path: string, token: string, init?: RequestInit) => Promise<Response>;

/** How to ask a console with a token. */
function askerOf(backend: ConsoleBackend): Ask {
  return (path, token, init = {}) => {
    const headers = { 'content-type': 'application/json', authorization: token };
    return fetch(`http://127.0.0.1:${backend.port}${path}`, { headers, ...init });
  };
}

/** The names of the objects in a list, or the error. */
async function names(response: Response): Promise<string[]> {
  const { items, error } = (await response.json()) as {
    readonly items?: { metadata: { name: string } }[];
    readonly error?: string;
  };
  return items?.map(({ metadata }) => metadata.name) ?? [`error: ${error}`];
}

/** The events of a stream: `add web`. */
async function* events(response: Response): AsyncGenerator<string, void, void> {
  const lines = createInterface(Readable.fromWeb(response.body as never));
  let type = '';
  for await (const line of lines) {
    if (line.startsWith('event: ')) type = line.slice(7);
    if (!line.startsWith('data: ')) continue;
    const { key } = JSON.parse(line.slice(6)) as { key?: string };
    yield key === undefined ? type : `${type} ${key.split('/')[1]}`;
  }
}

const spec = {
  terminationGracePeriodSeconds: 1,
  containers: [
    { name: 'app', image: 'busybox', command: ['sh', '-c', 'echo one; echo two; exec sleep 3600'] },
  ],
};

test('viewers see and do what their roles let them, until these are taken away', async () => {
  await using backend = await startConsole();
  const ask = askerOf(backend);
  const namespace = await freshNamespace(clientset);
  const viewer = await userWith(admin, namespace, { rules: viewing }, 'viewer');
  const stranger = await userWith(admin, namespace, {});
  const token = tokenOf(viewer);
  const stream = events(await ask(`/events?kinds=pods&namespace=${namespace}`, token));
  const next = async (): Promise<unknown> => (await stream.next()).value;
  /** The node and the scheduler write, too. */
  const nextBut = async (...passed: string[]): Promise<unknown> => {
    let event = await next();
    while (passed.includes(String(event))) event = await next();
    return event;
  };
  expect(await next()).toBe('synced');
  const pods = clientset.coreV1().pods(namespace);
  await pods.create({ metadata: { name: 'web' }, spec });
  expect(await next()).toBe('add web');
  expect(await next()).toBe('update web');
  await waitFor(clientset, 'pods', 'web', 'Ready', { namespace, timeoutMs: 60_000 });

  const list = `/api/pods?namespace=${namespace}`;
  expect(await names(await ask(list, token))).toEqual(['web']);
  const apiGroup = 'rbac.authorization.k8s.io';
  await clientset
    .rbacV1()
    .roleBindings(namespace)
    .create({
      metadata: { name: 'jane' },
      roleRef: { apiGroup, kind: 'Role', name: 'viewer' },
      subjects: [{ apiGroup, kind: 'User', name: 'jane' }],
    });
  const headers = { 'x-remote-user': 'jane' };
  await expect.poll(async () => names(await ask(list, '', { headers }))).toEqual(['web']);
  const account = await ask(list, '', { headers: { 'x-remote-user': viewer.name } });
  expect(await account.text()).toContain('cannot impersonate resource \\"serviceaccounts\\"');
  const log = await ask(`/api/pods/web/log?namespace=${namespace}`, token);
  expect(await log.text()).toBe('one\ntwo\n');
  const command = { method: 'POST', body: JSON.stringify({ command: ['echo', 'hello'] }) };
  const exec = await ask(`/api/pods/web/exec?namespace=${namespace}`, token, command);
  expect(await exec.json()).toEqual({ exitCode: 0, stdout: 'hello\n', stderr: '' });

  const path = `/api/pods/web?namespace=${namespace}`;
  const refused = await ask(path, tokenOf(stranger), { method: 'DELETE' });
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('cannot delete')]);
  const unknown = await ask(path, 'Bearer other', { method: 'DELETE' });
  expect([unknown.status, await unknown.text()]).toEqual([401, expect.stringContaining('Unauthorized')]);
  expect((await ask(path, token, { method: 'DELETE' })).status).toBe(200);
  expect(await nextBut('update web')).toBe('delete web');

  await viewer.setRights({});
  await pods.create({ metadata: { name: 'secret' }, spec });
  expect(await next()).toBeUndefined();
  const none = await ask(list, token);
  expect([none.status, await none.text()]).toEqual([403, expect.stringContaining(`may not list pods`)]);
});

test('a viewer with a token does not get the rights of the client certificate of the program', async () => {
  const namespace = await freshNamespace(clientset);
  const stranger = await userWith(admin, namespace, {});
  const list = `/api/pods?namespace=${namespace}`;
  // The kubeconfig of realcluster has a context with a certificate; that of kind has no other.
  const context = hasSmallKubelet ? 'realapi-cert' : undefined;
  const certified = await loadConfig({ kubeconfig: process.env['KUBECONFIG'], context });
  expect(certified.tls?.cert).toBeDefined();
  await using privileged = await ConsoleBackend.start(certified);
  await privileged.ready();
  const response = await askerOf(privileged)(list, tokenOf(stranger));
  expect([response.status, await response.text()]).toEqual([
    403,
    expect.stringContaining(`${stranger.name} may not list pods`),
  ]);
});
