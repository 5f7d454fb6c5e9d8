import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiServer, FakeClock } from '@kube-informers/testing';
import { describe, expect, test } from 'vitest';
import { Manager } from '../controller/index.js';
import { isUnauthorized } from '../meta/errors.js';
import type { authorizationv1, rbacv1 } from '../resources/types.js';
import { resources } from '../resources/index.js';
import { RestClient } from '../rest/rest-client.js';
import { UndiciTransport } from '../rest/undici-transport.js';
import { waitFor } from '../wait/wait-for.js';
import { Clientset } from './clientset.js';
import { AccessReviews, requireAccess, whoAmI } from './permissions.js';
import { json, wire } from './wire.test-support.js';
import type { Wire } from './wire.test-support.js';

const { coreV1, appsV1, rbacV1 } = resources;

/** A server whose authoriser is this function. */
function authorised(allows: (spec: authorizationv1.SubjectAccessReviewSpec) => boolean): Promise<Wire> {
  return wire((request, response) => {
    const review = JSON.parse(request.body) as authorizationv1.SubjectAccessReview;
    json(response, { ...review, status: { allowed: allows(review.spec), reason: 'by the test' } }, 201);
  });
}

const jane = { user: 'jane', groups: ['dev'] };
const listPods = { verb: 'list', resource: coreV1.pods, namespace: 'shop' };

test('a decision is asked once per user and rule until its time is over', async () => {
  await using server = await authorised(({ user }) => user === 'jane');
  const clock = new FakeClock();
  const reviews = new AccessReviews(new Clientset(server.rest), { clock, ttlMs: 1000 });
  const [first, same] = await Promise.all([reviews.review(jane, listPods), reviews.review(jane, listPods)]);
  expect(first).toEqual({ allowed: true, reason: 'by the test' });
  expect(same).toEqual(first);
  expect((await reviews.review({ user: 'joe' }, listPods)).allowed).toBe(false);
  await reviews.review(jane, { ...listPods, verb: 'delete' });
  await reviews.review(jane, listPods);
  expect(server.requests).toHaveLength(3);
  await clock.advance(1000);
  await reviews.review(jane, listPods);
  expect(server.requests).toHaveLength(4);
});

test('the oldest decision goes first, and clear forgets all', async () => {
  await using server = await authorised(() => true);
  const reviews = new AccessReviews(new Clientset(server.rest), { maxEntries: 1 });
  await reviews.review(jane, listPods);
  await reviews.review({ user: 'joe' }, listPods);
  await reviews.review(jane, listPods);
  expect(server.requests).toHaveLength(3);
  reviews.clear();
  await reviews.review(jane, listPods);
  expect(server.requests).toHaveLength(4);
});

test('requireAccess names everything that is missing in one error', async () => {
  await using server = await authorised(({ resourceAttributes: rule }) => rule?.verb === 'list');
  const clientset = new Clientset(server.rest);
  await expect(
    requireAccess(clientset, [
      { verbs: ['list'], resource: coreV1.configMaps },
      { verbs: ['list', 'watch'], resource: coreV1.pods, namespace: 'shop' },
      { verbs: ['patch'], resource: appsV1.deployments, subresource: 'status' },
    ]),
  ).rejects.toMatchObject({
    code: 'ERR_ACCESS',
    message:
      'the user of this client lacks permissions; bind a Role or ClusterRole with them to it:\n- watch pods in namespace shop\n- patch deployments/status.apps in all namespaces',
    missing: [{ verbs: ['watch'] }, { verbs: ['patch'] }],
  });
  await requireAccess(clientset, [{ verbs: ['list'], resource: coreV1.pods }]);
  expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ kind: 'SelfSubjectAccessReview' });
});

test.each([
  [[{ verbs: 'list', resource: coreV1.pods }], 'verbs of a need must be an array'],
  [[{ verbs: ['list'], resource: 'pods' }], 'resource of a rule must be a descriptor'],
  [[{ verbs: ['List!'], resource: coreV1.pods }], 'verb of a rule must be a verb'],
])('invalid needs %o are refused', async (needs, message) => {
  await using server = await authorised(() => true);
  await expect(requireAccess(new Clientset(server.rest), needs as never)).rejects.toThrow(message);
});

test('many users share the sockets of one transport, by impersonation or by token', async () => {
  const sockets = new Set<unknown>();
  const users: string[] = [];
  const server = createServer((request, response) => {
    sockets.add(request.socket);
    users.push(String(request.headers['impersonate-user'] ?? request.headers.authorization));
    json(response, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  {
    await using transport = new UndiciTransport({});
    for (let number = 0; number < 50; number++) {
      const credentials =
        number % 2 === 0
          ? { impersonate: { userName: `user-${number}` } }
          : { credentials: { authorization: `Bearer token-${number}` } };
      const clientset = new Clientset(new RestClient({ host, ...credentials }, { transport }));
      await clientset.coreV1().configMaps('shop').get('a');
    }
  }
  await new Promise((resolve) => server.close(resolve));
  expect(users.slice(0, 2)).toEqual(['user-0', 'Bearer token-1']);
  expect(new Set(users).size).toBe(50);
  // A second one if a request starts before the pool has the socket of the last one back.
  expect(sockets.size).toBeLessThanOrEqual(3);
});

/** A server that enforces its roles: jane may list and watch pods in shop, and ask what others may do. */
async function withRoles(): Promise<ApiServer> {
  const server = await ApiServer.start({ authorizer: 'rbac', users: { 'jane-token': { name: 'jane' } } });
  const subjects = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' }];
  const ref = (kind: string, name: string): rbacv1.RoleRef => ({
    apiGroup: 'rbac.authorization.k8s.io',
    kind,
    name,
  });
  await server.create(coreV1.namespaces, { metadata: { name: 'shop' } });
  await server.create(rbacV1.roles, {
    metadata: { name: 'pods', namespace: 'shop' },
    rules: [{ verbs: ['list', 'watch'], apiGroups: [''], resources: ['pods'] }],
  });
  await server.create(rbacV1.roleBindings, {
    metadata: { name: 'jane', namespace: 'shop' },
    roleRef: ref('Role', 'pods'),
    subjects,
  });
  await server.create(rbacV1.clusterRoles, {
    metadata: { name: 'reviews' },
    rules: [{ verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'] }],
  });
  await server.create(rbacV1.clusterRoleBindings, {
    metadata: { name: 'reviews' },
    roleRef: ref('ClusterRole', 'reviews'),
    subjects,
  });
  return server;
}

describe('on a server that enforces its roles', () => {
  const jane = { credentials: { authorization: 'Bearer jane-token' } };

  test('a refused call says which verbs of which resource a role must have', async () => {
    await using server = await withRoles();
    await using clientset = new Clientset({ host: server.url, ...jane });
    const pods = clientset.coreV1().pods('other');
    const all = async (lines: AsyncIterable<unknown>): Promise<void> => {
      for await (const _line of lines) continue;
    };
    const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: other }\n';
    for (const [call, needs] of [
      [() => all(pods.logs('web')), 'get of pods/log'],
      [() => all(pods.logs('web', { follow: true })), 'get of pods/log'],
      [() => all(pods.allLogs({})), 'list and watch of pods'],
      [() => all(pods.allLogs({}, { follow: true })), 'list and watch of pods'],
      [() => pods.exec('web', { command: ['ls'] }), 'get and create of pods/exec'],
      [() => pods.portForward('web', { ports: [{ remote: 80 }] }), 'get and create of pods/portforward'],
      [() => waitFor(clientset, 'pods', 'web', 'Ready', { namespace: 'other' }), 'list and watch of pods'],
    ] as const)
      await expect(call()).rejects.toThrow(
        new RegExp(`User "jane" cannot .*; the user of this client needs a Role with the verbs ${needs}`),
      );
    await expect(clientset.apply(configMap)).rejects.toThrow(
      /User "jane" cannot patch .*needs a Role with the verbs patch and create of configmaps$/,
    );
    await expect(clientset.delete(configMap)).rejects.toThrow(
      /User "jane" cannot delete .*needs a Role with the verbs delete of configmaps$/,
    );
  });

  test('reviews say what the server then does', async () => {
    await using server = await withRoles();
    await using admin = new Clientset({ host: server.url });
    await using client = new Clientset({ host: server.url, ...jane });
    const mine = new AccessReviews(client);
    expect(await mine.review('self', listPods)).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by RoleBinding "jane/shop" of Role "pods" to User "jane"',
    });
    await client.coreV1().pods('shop').list();
    const elsewhere = { ...listPods, namespace: 'default' };
    expect((await mine.review('self', elsewhere)).allowed).toBe(false);
    // A session without a user.
    await expect(mine.review(undefined as never, listPods)).rejects.toThrow(
      /^user of a review takes an object/,
    );
    await expect(client.coreV1().pods('default').list()).rejects.toThrow(
      'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "default"',
    );
    // The administrator asks about jane; jane, who may review, about others.
    expect((await new AccessReviews(admin).review({ user: 'jane' }, listPods)).allowed).toBe(true);
    expect((await mine.review({ user: 'joe' }, listPods)).allowed).toBe(false);
  });

  test('whoAmI names the user of a token, or the one who is impersonated, for a review by another', async () => {
    await using server = await withRoles();
    await using admin = new Clientset({ host: server.url });
    await using client = new Clientset({ host: server.url, ...jane });
    const impersonate = { userName: 'joe', groups: ['dev'] };
    await using joe = new Clientset({ host: server.url, impersonate });
    await using nobody = new Clientset({ host: server.url, credentials: { authorization: 'Bearer old' } });
    expect(await whoAmI(client)).toEqual({ user: 'jane', groups: ['system:authenticated'] });
    expect(await whoAmI(joe)).toEqual({ user: 'joe', groups: ['dev', 'system:authenticated'] });
    await expect(whoAmI(nobody)).rejects.toSatisfy(isUnauthorized);
    const reviews = new AccessReviews(admin);
    expect((await reviews.review(await whoAmI(client), listPods)).allowed).toBe(true);
    expect((await reviews.review(await whoAmI(joe), listPods)).allowed).toBe(false);
  });

  test('one transport acts as many users', async () => {
    await using server = await withRoles();
    await using transport = new UndiciTransport({});
    const as = (userName: string): Clientset =>
      new Clientset(new RestClient({ host: server.url, impersonate: { userName } }, { transport }));
    await as('jane').coreV1().pods('shop').list();
    await expect(as('joe').coreV1().pods('shop').list()).rejects.toThrow('User "joe" cannot list');
  });

  test('a Manager names the permissions that its user lacks, and starts with them', async () => {
    await using server = await withRoles();
    await using client = new Clientset({ host: server.url, ...jane });
    const stop = new AbortController();
    const run = (verbs: readonly string[]): Promise<void> =>
      new Manager(client, {
        needs: [{ verbs, resource: coreV1.pods, namespace: 'shop' }],
        runnables: [{ name: 'ends at once', run: async () => stop.abort() }],
      }).run({ signal: stop.signal });
    await expect(run(['list', 'delete'])).rejects.toMatchObject({
      code: 'ERR_ACCESS',
      message: expect.stringContaining('- delete pods in namespace shop'),
    });
    expect(stop.signal.aborted).toBe(false);
    await run(['list', 'watch']);
    expect(stop.signal.aborted).toBe(true);
  });
});
