import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Clientset, resources } from 'kube-informers';
import type { KubernetesObject, Resource } from 'kube-informers';
import { ApiServer } from '../api-server.js';
import type { ApiServerOptions } from '../options.js';
import type { AccessAttributes } from './users.js';

const { coreV1, rbacV1: rbac } = resources;

let server: ApiServer;
afterEach(() => server.stop());

const users: ApiServerOptions['users'] = {
  'jane-token': { name: 'jane', groups: ['dev'] },
  'operator-token': { name: 'system:serviceaccount:shop:operator' },
};

interface Answer {
  readonly code: number;
  readonly message?: string;
  readonly status?: unknown;
}

async function ask(
  path: string,
  token: string | undefined,
  init: { method?: string; body?: object; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}${path}`, {
    method: init.method ?? 'GET',
    headers: { 'Content-Type': 'application/json', ...authorization, ...init.headers },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  const isJson = response.headers.get('content-type') === 'application/json';
  const body = isJson ? await response.json() : { message: await response.text() };
  const { message, status } = body as { message?: string; status?: unknown };
  return { code: response.status, ...(message === undefined ? {} : { message }), status };
}

const create = <T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> =>
  server.create(resource, object);

function bind(
  kind: 'Role' | 'ClusterRole',
  role: string,
  subject: object,
  namespace?: string,
): Promise<unknown> {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name: role };
  const subjects = [{ apiGroup: '', name: '', kind: '', ...subject }];
  const metadata = { name: `${role}-binding`, ...(namespace === undefined ? {} : { namespace }) };
  return namespace === undefined
    ? create(rbac.clusterRoleBindings, { metadata, roleRef, subjects })
    : create(rbac.roleBindings, { metadata, roleRef, subjects });
}

const jane = { kind: 'User', name: 'jane' };

describe('RBAC', () => {
  beforeEach(async () => {
    server = await ApiServer.start({ users, authorizer: 'rbac' });
    await create(coreV1.namespaces, { metadata: { name: 'shop' } });
    await create(rbac.roles, {
      metadata: { name: 'reader', namespace: 'shop' },
      rules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', 'pods/log'] }],
    });
  });

  test('a user without a binding gets the texts of kube-apiserver', async () => {
    const cases: [string, string, string][] = [
      [
        'GET',
        '/api/v1/namespaces/shop/pods',
        'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "shop"',
      ],
      [
        'GET',
        '/api/v1/pods?watch=1',
        'pods is forbidden: User "jane" cannot watch resource "pods" in API group "" at the cluster scope',
      ],
      [
        'DELETE',
        '/apis/apps/v1/namespaces/shop/deployments/web',
        'deployments.apps "web" is forbidden: User "jane" cannot delete resource "deployments" in API group "apps" in the namespace "shop"',
      ],
      [
        'GET',
        '/api/v1/namespaces/shop/pods/web/log',
        'pods "web" is forbidden: User "jane" cannot get resource "pods/log" in API group "" in the namespace "shop"',
      ],
      [
        'GET',
        '/api/v1/namespaces/shop',
        'namespaces "shop" is forbidden: User "jane" cannot get resource "namespaces" in API group "" in the namespace "shop"',
      ],
      ['GET', '/metrics', 'forbidden: User "jane" cannot get path "/metrics"'],
    ];
    for (const [method, path, message] of cases)
      expect(await ask(path, 'jane-token', { method })).toMatchObject({ code: 403, message });
  });

  describe('who may write roles', () => {
    const apiGroup = 'rbac.authorization.k8s.io';
    const inShop = `/apis/${apiGroup}/v1/namespaces/shop`;
    const post = (path: string, body: object): Promise<Answer> =>
      ask(path, 'jane-token', { method: 'POST', body });
    const roleRef = (kind: string, name: string) => ({ apiGroup, kind, name });
    const subjects = [{ kind: 'User', name: 'jane', apiGroup }];
    const allow = (name: string, ...rules: object[]) =>
      create(rbac.roles, { metadata: { name, namespace: 'shop' }, rules: rules as never });

    beforeEach(async () => {
      await bind('Role', 'reader', jane, 'shop');
      const verbs = ['create', 'update', 'patch', 'get'];
      await allow('writer', { verbs, apiGroups: [apiGroup], resources: ['roles', 'rolebindings'] });
      await bind('Role', 'writer', jane, 'shop');
    });

    test('gives only the rights that they have', async () => {
      const rules = [
        { verbs: ['get', 'delete', 'watch'], apiGroups: [''], resources: ['pods', 'secrets'] },
        { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['web'] },
      ];
      expect(await post(`${inShop}/roles`, { metadata: { name: 'more' }, rules })).toMatchObject({
        code: 403,
        message:
          'roles.rbac.authorization.k8s.io "more" is forbidden: user "jane" (groups=["dev" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
          '{APIGroups:[""], Resources:["pods"], Verbs:["delete" "watch"]}\n' +
          '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "delete" "watch"]}',
      });
      const held = [{ verbs: ['get'], apiGroups: [''], resources: ['pods/log'] }];
      expect((await post(`${inShop}/roles`, { metadata: { name: 'less' }, rules: held })).code).toBe(201);
      const binding = {
        metadata: { name: 'me' },
        roleRef: roleRef('ClusterRole', 'cluster-admin'),
        subjects,
      };
      expect(await post(`${inShop}/rolebindings`, binding)).toMatchObject({
        code: 403,
        message: expect.stringContaining(
          '{APIGroups:["*"], Resources:["*"], Verbs:["*"]}\n{NonResourceURLs:["*"], Verbs:["*"]}',
        ) as string,
      });
      expect(
        await post(`${inShop}/rolebindings`, { ...binding, roleRef: roleRef('Role', 'none') }),
      ).toMatchObject({
        code: 404,
        message: 'roles.rbac.authorization.k8s.io "none" not found',
      });
      expect(
        (await post(`${inShop}/rolebindings`, { ...binding, roleRef: roleRef('Role', 'reader') })).code,
      ).toBe(201);
    });

    test('changes nothing in a role with more rights, except what garbage collection needs', async () => {
      await allow('secrets', { verbs: ['get'], apiGroups: [''], resources: ['secrets'] });
      const change = (metadata: object): Promise<Answer> =>
        ask(`${inShop}/roles/secrets`, 'jane-token', {
          method: 'PATCH',
          body: { metadata },
          headers: { 'Content-Type': 'application/merge-patch+json' },
        });
      expect(await change({ labels: { a: 'b' } })).toMatchObject({ code: 403 });
      expect(await change({ finalizers: ['example.com/a'] })).toMatchObject({ code: 200 });
    });

    test('gives any with the verbs escalate and bind', async () => {
      const all = {
        metadata: { name: 'all' },
        rules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
      };
      const binding = {
        metadata: { name: 'me' },
        roleRef: roleRef('ClusterRole', 'cluster-admin'),
        subjects,
      };
      const escalate = { verbs: ['escalate'], apiGroups: [apiGroup], resources: ['roles'] };
      const resourceNames = ['cluster-admin'];
      await allow('more', escalate, {
        verbs: ['bind'],
        apiGroups: [apiGroup],
        resources: ['clusterroles'],
        resourceNames,
      });
      await bind('Role', 'more', jane, 'shop');
      expect((await post(`${inShop}/roles`, all)).code).toBe(201);
      expect((await post(`${inShop}/rolebindings`, binding)).code).toBe(201);
    });

    test('aggregates cluster roles with all rights only', async () => {
      const rule = { verbs: ['create'], apiGroups: [apiGroup], resources: ['clusterroles'] };
      await create(rbac.clusterRoles, { metadata: { name: 'maker' }, rules: [rule] });
      await bind('ClusterRole', 'maker', jane);
      const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] };
      const path = `/apis/${apiGroup}/v1/clusterroles`;
      expect(await post(path, { metadata: { name: 'sum' }, aggregationRule })).toMatchObject({
        code: 403,
        message:
          'clusterroles.rbac.authorization.k8s.io "sum" is forbidden: must have cluster-admin privileges to use the aggregationRule',
      });
      expect((await post(path, { metadata: { name: 'none' }, rules: [] })).code).toBe(201);
    });
  });

  test('a name of a rule is enough for a list or watch that selects it', async () => {
    await create(rbac.roles, {
      metadata: { name: 'one', namespace: 'shop' },
      rules: [{ verbs: ['list', 'watch'], apiGroups: [''], resources: ['pods'], resourceNames: ['web'] }],
    });
    await bind('Role', 'one', jane, 'shop');
    const pods = '/api/v1/namespaces/shop/pods';
    for (const selector of ['metadata.name=web', 'metadata.name==web,status.phase=Running'])
      expect(await ask(`${pods}?fieldSelector=${encodeURIComponent(selector)}`, 'jane-token')).toMatchObject({
        code: 200,
      });
    const watched = await fetch(
      `${server.url}${pods}?fieldSelector=metadata.name%3Dweb&watch=1&timeoutSeconds=1`,
      {
        headers: { Authorization: 'Bearer jane-token' },
      },
    );
    expect([watched.status, await watched.text()]).toEqual([200, '']);
    for (const selector of ['metadata.name=other', 'metadata.name!=web', 'status.phase=Running', 'wrong', ''])
      expect(await ask(`${pods}?fieldSelector=${encodeURIComponent(selector)}`, 'jane-token')).toMatchObject({
        code: 403,
      });
  });

  test('a write that creates the object needs the right to create', async () => {
    const rules = [
      {
        verbs: ['patch', 'update'],
        apiGroups: ['', 'coordination.k8s.io'],
        resources: ['configmaps', 'leases'],
      },
    ];
    await create(rbac.roles, { metadata: { name: 'writer', namespace: 'shop' }, rules });
    await bind('Role', 'writer', jane, 'shop');
    const maps = '/api/v1/namespaces/shop/configmaps';
    const apply = (name: string): Promise<Answer> =>
      ask(`${maps}/${name}?fieldManager=m`, 'jane-token', {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/apply-patch+yaml' },
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: 'b' } },
      });
    expect(await apply('new')).toMatchObject({
      code: 403,
      message:
        'configmaps "new" is forbidden: User "jane" cannot create resource "configmaps" in API group "" in the namespace "shop"',
    });
    await create(coreV1.configMaps, { metadata: { name: 'old', namespace: 'shop' } });
    expect(await apply('old')).toMatchObject({ code: 200 });
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l' }, spec: {} };
    expect(
      await ask('/apis/coordination.k8s.io/v1/namespaces/shop/leases/l', 'jane-token', {
        method: 'PUT',
        body: lease,
      }),
    ).toMatchObject({ code: 403 });
  });

  test('discovery and reviews of oneself are for every user', async () => {
    expect((await ask('/api/v1', 'jane-token')).code).toBe(200);
    expect((await ask('/version', 'jane-token')).code).toBe(200);
    expect((await ask('/api/v1', 'wrong-token')).code).toBe(401);
  });

  test('a RoleBinding is for its namespace, a ClusterRoleBinding for all', async () => {
    await bind('Role', 'reader', jane, 'shop');
    expect((await ask('/api/v1/namespaces/shop/pods', 'jane-token')).code).toBe(200);
    expect((await ask('/api/v1/namespaces/default/pods', 'jane-token')).code).toBe(403);
    expect((await ask('/api/v1/namespaces/shop/pods/web/log', 'jane-token')).code).toBe(404);
    await create(rbac.clusterRoles, {
      metadata: { name: 'nodes' },
      rules: [
        { verbs: ['*'], apiGroups: ['*'], resources: ['nodes'], resourceNames: ['node-1'] },
        { verbs: ['get'], nonResourceURLs: ['/metrics/*'] },
      ],
    });
    await bind('ClusterRole', 'nodes', { kind: 'Group', name: 'dev' });
    expect((await ask('/api/v1/nodes/node-1', 'jane-token')).code).toBe(404);
    expect((await ask('/api/v1/nodes/node-2', 'jane-token')).code).toBe(403);
    expect((await ask('/api/v1/nodes', 'jane-token')).code).toBe(403);
    expect((await ask('/metrics/x', 'jane-token')).code).toBe(404);
  });

  test('a service account, and a ClusterRole in a RoleBinding', async () => {
    await create(rbac.clusterRoles, {
      metadata: { name: 'status-writer' },
      rules: [{ verbs: ['patch'], apiGroups: ['apps'], resources: ['*/status'] }],
    });
    await bind(
      'ClusterRole',
      'status-writer',
      { kind: 'ServiceAccount', name: 'operator', namespace: 'shop' },
      'shop',
    );
    const patch = (path: string): Promise<Answer> =>
      ask(path, 'operator-token', {
        method: 'PATCH',
        body: {},
        headers: { 'Content-Type': 'application/merge-patch+json' },
      });
    expect((await patch('/apis/apps/v1/namespaces/shop/deployments/web/status')).code).toBe(404);
    expect((await patch('/apis/apps/v1/namespaces/shop/deployments/web')).code).toBe(403);
    expect((await patch('/apis/apps/v1/namespaces/default/deployments/web/status')).code).toBe(403);
  });

  test('aggregated roles have the rules of those that they select', async () => {
    await create(rbac.clusterRoles, {
      metadata: { name: 'all-views' },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { view: 'yes' } }] },
      rules: [],
    });
    await bind('ClusterRole', 'all-views', jane);
    expect((await ask('/api/v1/secrets', 'jane-token')).code).toBe(403);
    await create(rbac.clusterRoles, {
      metadata: { name: 'view-secrets', labels: { view: 'yes' } },
      rules: [{ verbs: ['list'], apiGroups: [''], resources: ['secrets'] }],
    });
    expect((await ask('/api/v1/secrets', 'jane-token')).code).toBe(200);
  });

  test('the text names a role that a binding refers to and nobody created', async () => {
    await bind('ClusterRole', 'missing', jane);
    expect((await ask('/api/v1/pods', 'jane-token')).message).toBe(
      'pods is forbidden: User "jane" cannot list resource "pods" in API group "" at the cluster scope: RBAC: clusterrole.rbac.authorization.k8s.io "missing" not found',
    );
  });

  test('exec over a WebSocket, a GET, needs create as well', async () => {
    await create(rbac.roles, {
      metadata: { name: 'exec', namespace: 'shop' },
      rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods/exec'] }],
    });
    await bind('Role', 'exec', jane, 'shop');
    expect((await ask('/api/v1/namespaces/shop/pods/web/exec?command=x', 'jane-token')).message).toContain(
      'User "jane" cannot create resource "pods/exec"',
    );
  });

  test('the administrator acts as another user; others need the verb impersonate', async () => {
    const as = { 'Impersonate-User': 'joe', 'Impersonate-Group': 'dev' };
    expect((await ask('/api/v1/pods', undefined, { headers: as })).message).toContain(
      'User "joe" cannot list',
    );
    expect((await ask('/api/v1/pods', 'jane-token', { headers: as })).message).toBe(
      'users "joe" is forbidden: User "jane" cannot impersonate resource "users" in API group "" at the cluster scope',
    );
    await create(rbac.clusterRoles, {
      metadata: { name: 'impersonator' },
      rules: [{ verbs: ['impersonate'], apiGroups: [''], resources: ['users', 'groups'] }],
    });
    await bind('ClusterRole', 'impersonator', jane);
    expect((await ask('/api/v1/pods', 'jane-token', { headers: as })).message).toContain(
      'User "joe" cannot list',
    );
    const whoAmI = { method: 'POST', body: {}, headers: as };
    const who = await ask('/apis/authentication.k8s.io/v1/selfsubjectreviews', undefined, whoAmI);
    expect(who.status).toEqual({ userInfo: { username: 'joe', groups: ['dev', 'system:authenticated'] } });
    expect((await ask('/api/v1/pods', undefined, { headers: { 'Impersonate-Group': 'dev' } })).code).toBe(
      500,
    );
  });

  test('access reviews are answered from the roles', async () => {
    await bind('Role', 'reader', jane, 'shop');
    const review = (path: string, spec: object, token?: string): Promise<Answer> =>
      ask(`/apis/authorization.k8s.io/v1/${path}`, token, { method: 'POST', body: { spec } });
    const list = { verb: 'list', resource: 'pods', namespace: 'shop' };
    expect(await review('selfsubjectaccessreviews', { resourceAttributes: list }, 'jane-token')).toEqual({
      code: 201,
      status: {
        allowed: true,
        reason: 'RBAC: allowed by RoleBinding "reader-binding/shop" of Role "reader" to User "jane"',
      },
    });
    const inDefault = { resourceAttributes: { ...list, namespace: 'default' } };
    expect((await review('selfsubjectaccessreviews', inDefault, 'jane-token')).status).toEqual({
      allowed: false,
    });
    expect(
      (await review('subjectaccessreviews', { user: 'jane', resourceAttributes: list })).status,
    ).toMatchObject({
      allowed: true,
    });
    expect((await review('subjectaccessreviews', { user: 'joe', resourceAttributes: list })).status).toEqual({
      allowed: false,
    });
    expect(
      (await review('subjectaccessreviews', { user: 'joe', resourceAttributes: list }, 'jane-token')).code,
    ).toBe(403);
    const local = { user: 'jane', resourceAttributes: list };
    expect((await review('namespaces/shop/localsubjectaccessreviews', local)).status).toMatchObject({
      allowed: true,
    });
    expect((await review('namespaces/default/localsubjectaccessreviews', local)).code).toBe(400);
    const rules = (await review('selfsubjectrulesreviews', { namespace: 'shop' }, 'jane-token')).status;
    expect(rules).toMatchObject({
      incomplete: false,
      resourceRules: expect.arrayContaining([
        { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', 'pods/log'] },
      ]),
    });
    expect((await review('subjectaccessreviews', { resourceAttributes: list })).message).toBe(
      'SubjectAccessReview.authorization.k8s.io "" is invalid: spec.user: Invalid value: "": at least one of user or group must be specified',
    );
    expect((await review('selfsubjectaccessreviews', {})).message).toContain(
      'exactly one of nonResourceAttributes or resourceAttributes must be specified',
    );
  });

  test('bindings are stored without the warning that they have no effect', async () => {
    const warnings: string[] = [];
    const clientset = new Clientset({ host: server.url, onWarning: ({ text }) => warnings.push(text) });
    await clientset
      .rbacV1()
      .clusterRoleBindings()
      .create({
        metadata: { name: 'b' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
        subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' }],
      });
    expect(warnings).toEqual([]);
    expect((await ask('/api/v1/pods', 'jane-token')).code).toBe(200);
    await clientset.close();
  });
});

/** Binds a policy for config maps, which shows what `authorizer` says. */
async function showDecision(...texts: readonly string[]): Promise<string> {
  const { validatingAdmissionPolicies, validatingAdmissionPolicyBindings } =
    resources.admissionregistrationV1;
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
  await create(validatingAdmissionPolicies, {
    metadata: { name: 'shown' },
    spec: {
      matchConstraints: { resourceRules: [rule] },
      // Each may cost as much as an expression.
      variables: texts.map((expression, index) => ({ name: `v${index}`, expression })),
      validations: [
        {
          expression: 'false',
          messageExpression: texts.map((_, index) => `variables.v${index}`).join(" + ' ' + "),
        },
      ],
    },
  });
  await create(validatingAdmissionPolicyBindings, {
    metadata: { name: 'shown' },
    spec: { policyName: 'shown', validationActions: ['Deny'] },
  });
  const { message = '' } = await ask('/api/v1/namespaces/default/configmaps', 'jane-token', {
    method: 'POST',
    body: { metadata: { name: 'a' } },
  });
  return message.replace(/.*denied request: /, '');
}

test('an expression asks RBAC about its user and a service account', async () => {
  const rules = [{ verbs: ['create'], apiGroups: [''], resources: ['configmaps'] }];
  server = await ApiServer.start({
    users: { 'jane-token': { name: 'jane', rights: [{ namespace: 'default', rules }] } },
    authorizer: 'rbac',
  });
  const check = (of: string): string => `string(${of}.allowed())`;
  const shown = await showDecision(
    check("authorizer.requestResource.check('create')"),
    check("authorizer.requestResource.check('delete')"),
    check(
      "authorizer.serviceAccount('default', 'a').group('').resource('configmaps').namespace('default').check('create')",
    ),
    check("authorizer.path('/api').check('get')"),
  );
  expect(shown).toBe('true false false true');
});

test.each<[string, ApiServerOptions['authorizer'], string]>([
  [
    'what a function says',
    ({ verb }) => ({ allowed: verb === 'create', reason: 'it is night' }),
    'it is night',
  ],
  [
    'an error, if the function returns a promise',
    ({ verb }) => (verb === 'create' ? true : Promise.reject(new Error('late'))),
    'authorizer returns a promise, for which an expression cannot wait',
  ],
  [
    'an error, if the function throws',
    ({ verb }) => {
      if (verb !== 'create') throw new Error('broken');
      return true;
    },
    'broken',
  ],
])('an expression sees %s', async (_what, authorizer, expected) => {
  server = await ApiServer.start({ users, authorizer });
  const decision = "authorizer.requestResource.check('patch')";
  expect(await showDecision(`${decision}.reason() + ' ' + ${decision}.error()`)).toBe(expected);
});

test('a function decides, with everything that the server knows', async () => {
  const asked: AccessAttributes[] = [];
  server = await ApiServer.start({
    token: 'admin-token',
    users,
    authorizer(attributes) {
      asked.push(attributes);
      return attributes.verb === 'list' || { allowed: false, reason: 'only lists' };
    },
  });
  expect((await ask('/api/v1/namespaces/shop/pods', 'jane-token')).code).toBe(200);
  expect(await ask('/api/v1/namespaces/shop/pods/web/status', 'jane-token')).toMatchObject({
    code: 403,
    message:
      'pods "web" is forbidden: User "jane" cannot get resource "pods/status" in API group "" in the namespace "shop": only lists',
  });
  expect((await ask('/api/v1/namespaces/shop/pods/web', 'admin-token')).code).toBe(404);
  expect((await ask('/api/v1/pods', undefined)).code).toBe(401);
  expect(asked.at(-1)).toEqual({
    user: { name: 'jane', groups: ['dev', 'system:authenticated'], uid: '', extra: {} },
    verb: 'get',
    group: '',
    resource: 'pods',
    subresource: 'status',
    namespace: 'shop',
    name: 'web',
    path: '',
  });
  const rules = await ask('/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', 'admin-token', {
    method: 'POST',
    body: { spec: { namespace: 'shop' } },
  });
  expect(rules.status).toMatchObject({ resourceRules: [{ verbs: ['*'] }] });
});

test('an authoriser that throws is an internal error and allows nothing', async () => {
  server = await ApiServer.start({
    users,
    authorizer: () => {
      throw new Error('broken');
    },
  });
  expect(await ask('/api/v1/pods', 'jane-token')).toMatchObject({
    code: 500,
    message: 'Internal error occurred: broken',
  });
});

test.each([
  [{ authorizer: 'RBAC' }, `authorizer of ApiServer.start must be a function or 'rbac', got "RBAC"`],
  [
    { users: { 'a b': { name: 'x' } } },
    'a token of users of ApiServer.start must be printable ASCII without spaces, and not empty',
  ],
  [{ users: { a: {} } }, /a user of users of ApiServer.start must have the strings name/],
])('%j is refused', async (options, message) => {
  server = await ApiServer.start();
  await expect(ApiServer.start(options as ApiServerOptions)).rejects.toThrow(message);
});
