import { describe, expect, test } from 'vitest';
import { resourceName } from '../meta/resource.js';
import { Discovery } from './discovery.js';
import { failure, json, wire } from './wire.test-support.js';
import type { SeenRequest } from './wire.test-support.js';
import type { ServerResponse } from 'node:http';

const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

const aggregatedResource = (resource: string, kind: string, more: object = {}) => ({
  resource,
  responseKind: { group: '', version: '', kind },
  scope: 'Namespaced',
  singularResource: kind.toLowerCase(),
  verbs,
  ...more,
});

const coreDocument = {
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  items: [
    {
      metadata: {},
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: [
            aggregatedResource('nodes', 'Node', { scope: 'Cluster', shortNames: ['no'] }),
            aggregatedResource('pods', 'Pod', {
              shortNames: ['po'],
              categories: ['all'],
              subresources: [
                { subresource: 'log', responseKind: { kind: 'Pod' }, verbs: ['get'] },
                { subresource: 'status', responseKind: { kind: 'Pod' }, verbs: ['get', 'patch', 'update'] },
              ],
            }),
          ],
        },
      ],
    },
  ],
};

const groupsDocument = {
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  items: [
    {
      metadata: { name: 'autoscaling' },
      versions: [
        { version: 'v2', freshness: 'Current', resources: [aggregatedResource('scalers', 'Scaler')] },
        { version: 'v1', freshness: 'Current', resources: [aggregatedResource('scalers', 'Scaler')] },
      ],
    },
    {
      metadata: { name: 'metrics.k8s.io' },
      versions: [
        { version: 'v1beta1', freshness: 'Stale', resources: [aggregatedResource('pods', 'PodMetrics')] },
      ],
    },
  ],
};

function serveAggregated(request: SeenRequest, response: ServerResponse): void {
  if (request.url === '/api') json(response, coreDocument);
  else if (request.url === '/apis') json(response, groupsDocument);
  else if (request.url === '/version') json(response, { major: '1', minor: '30', gitVersion: 'v1.30.0' });
  else failure(response, 404, 'NotFound');
}

/** The same server without aggregated discovery; one group-version is down. */
function serveLegacy(request: SeenRequest, response: ServerResponse): void {
  const list = (groupVersion: string, resources: object[]) =>
    json(response, { kind: 'APIResourceList', groupVersion, resources });
  switch (request.url) {
    case '/api':
      return json(response, { kind: 'APIVersions', versions: ['v1'] });
    case '/apis':
      return json(response, {
        kind: 'APIGroupList',
        groups: [
          {
            name: 'autoscaling',
            versions: [
              { groupVersion: 'autoscaling/v1', version: 'v1' },
              { groupVersion: 'autoscaling/v2', version: 'v2' },
            ],
            preferredVersion: { groupVersion: 'autoscaling/v2', version: 'v2' },
          },
          {
            name: 'metrics.k8s.io',
            versions: [{ groupVersion: 'metrics.k8s.io/v1beta1', version: 'v1beta1' }],
            preferredVersion: { groupVersion: 'metrics.k8s.io/v1beta1', version: 'v1beta1' },
          },
        ],
      });
    case '/api/v1':
      return list('v1', [
        { name: 'nodes', singularName: '', namespaced: false, kind: 'Node', verbs, shortNames: ['no'] },
        {
          name: 'pods',
          singularName: '',
          namespaced: true,
          kind: 'Pod',
          verbs,
          shortNames: ['po'],
          categories: ['all'],
        },
        { name: 'pods/log', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] },
        {
          name: 'pods/status',
          singularName: '',
          namespaced: true,
          kind: 'Pod',
          verbs: ['get', 'patch', 'update'],
        },
      ]);
    case '/apis/autoscaling/v1':
    case '/apis/autoscaling/v2':
      return list(request.url.slice(6), [
        { name: 'scalers', singularName: 'scaler', namespaced: true, kind: 'Scaler', verbs },
      ]);
    default:
      return failure(response, 503, 'ServiceUnavailable', 'the metrics server is down');
  }
}

describe.each([
  { form: 'aggregated', serve: serveAggregated, requests: 2 },
  { form: 'legacy', serve: serveLegacy, requests: 6 },
])('$form discovery', ({ form, serve, requests }) => {
  // The REST client retries a refused request if the server asks for it; this server never does.
  test('returns what the server serves, in order of priority', async () => {
    await using server = await wire(serve);
    const { groups, resources } = await new Discovery(server.rest).serverResources();
    expect(groups.filter(({ name }) => name !== 'metrics.k8s.io')).toEqual([
      { name: '', versions: ['v1'], preferredVersion: 'v1' },
      { name: 'autoscaling', versions: ['v2', 'v1'], preferredVersion: 'v2' },
    ]);
    expect(resources.map(resourceName)).toEqual([
      'nodes.v1',
      'pods.v1',
      'scalers.v2.autoscaling',
      'scalers.v1.autoscaling',
    ]);
    expect(resources[0]).toMatchObject({ kind: 'Node', namespaced: false, subresources: [], categories: [] });
    expect(resources[1]).toEqual({
      group: '',
      version: 'v1',
      apiVersion: 'v1',
      resource: 'pods',
      kind: 'Pod',
      singular: 'pod',
      namespaced: true,
      shortNames: ['po'],
      subresources: ['log', 'status'],
      verbs,
      categories: ['all'],
    });
  });

  test('an unavailable group-version is reported and does not affect the others', async () => {
    await using server = await wire(serve);
    const discovery = new Discovery(server.rest);
    const { failures } = await discovery.serverResources();
    expect(failures.map(({ apiVersion }) => apiVersion)).toEqual(['metrics.k8s.io/v1beta1']);
    await expect(discovery.resourcesOf('metrics.k8s.io/v1beta1')).rejects.toThrow(
      form === 'legacy' ? 'the metrics server is down' : 'discovery of metrics.k8s.io/v1beta1 is stale',
    );
    expect((await discovery.resourcesOf('v1')).map(resourceName)).toEqual(['nodes.v1', 'pods.v1']);
    expect(await discovery.resourcesOf('none/v1')).toEqual([]);
  });

  test('is requested once for concurrent callers, until it is invalidated', async () => {
    await using server = await wire(serve);
    const discovery = new Discovery(server.rest);
    const [pods, scaler] = await Promise.all([discovery.resolve('po'), discovery.resolve('Scaler')]);
    expect(pods).toMatchObject({ resource: 'pods', version: 'v1' });
    expect(scaler).toMatchObject({ group: 'autoscaling', version: 'v2' });
    await discovery.groups();
    expect(server.requests).toHaveLength(requests);
    discovery.invalidate();
    await discovery.groups();
    expect(server.requests).toHaveLength(2 * requests);
  });
});

test('aggregated discovery is requested by Accept header, the newest version first', async () => {
  await using server = await wire(serveAggregated);
  await new Discovery(server.rest).serverResources();
  for (const { headers } of server.requests) {
    expect(headers.accept).toBe(
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,' +
        'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,' +
        'application/json',
    );
  }
});

test('TestDiscoveryToleratesMissingCoreGroup: an aggregated API server without a core group is not a failure', async () => {
  await using server = await wire((request, response) => {
    if (request.url === '/api') failure(response, 404, 'NotFound');
    else serveAggregated(request, response);
  });
  const { groups } = await new Discovery(server.rest).serverResources();
  expect(groups.map(({ name }) => name)).toEqual(['autoscaling']);
});

test('TestDiscoveryFailsWhenNonCoreGroupsMissing', async () => {
  await using server = await wire((request, response) => {
    if (request.url === '/apis') failure(response, 404, 'NotFound', 'no groups here');
    else serveAggregated(request, response);
  });
  await expect(new Discovery(server.rest).groups()).rejects.toThrow('no groups here');
});

test('TestRESTMapper: resources of non-preferred versions are found, in order', async () => {
  await using server = await wire((request, response) => {
    if (request.url === '/api') return failure(response, 404, 'NotFound');
    const resources = (...kinds: string[]) =>
      kinds.map((kind) => aggregatedResource(kind.toLowerCase(), kind, { singularResource: '' }));
    const versions = [
      { version: 'v1', freshness: 'Current', resources: resources('Broccoli') },
      { version: 'v2beta1', freshness: 'Current', resources: resources('Broccoli', 'Pea') },
      { version: 'v2alpha1', freshness: 'Current', resources: resources('Broccoli', 'Pea') },
    ];
    return json(response, {
      kind: 'APIGroupDiscoveryList',
      items: [{ metadata: { name: 'unpreferred' }, versions }],
    });
  });
  const discovery = new Discovery(server.rest);
  expect((await discovery.resolve('broccoli')).version).toBe('v1');
  expect((await discovery.resolve('pea')).version).toBe('v2beta1');
  expect((await discovery.resolve('pea.v2alpha1.unpreferred')).version).toBe('v2alpha1');
});

test('an invalid entry is a separate failure', async () => {
  await using server = await wire((request, response) => {
    if (request.url === '/api') failure(response, 404, 'NotFound');
    else {
      const entries = [aggregatedResource('good', 'Good'), aggregatedResource('Bad Name', 'Bad')];
      json(response, {
        kind: 'APIGroupDiscoveryList',
        items: [{ metadata: { name: 'example.com' }, versions: [{ version: 'v1', resources: entries }] }],
      });
    }
  });
  const { resources, failures } = await new Discovery(server.rest).serverResources();
  expect(resources.map(resourceName)).toEqual(['good.v1.example.com']);
  expect(failures).toMatchObject([{ apiVersion: 'example.com/v1', error: { code: 'ERR_RESOURCE' } }]);
});

test('a parent that exists only for its subresources is left out', async () => {
  await using server = await wire((request, response) => {
    if (request.url === '/api') failure(response, 404, 'NotFound');
    else {
      const entries = [{ resource: 'ghosts', responseKind: null, scope: 'Namespaced', verbs: null }];
      json(response, {
        kind: 'APIGroupDiscoveryList',
        items: [{ metadata: { name: 'example.com' }, versions: [{ version: 'v1', resources: entries }] }],
      });
    }
  });
  expect(await new Discovery(server.rest).serverResources()).toMatchObject({ resources: [], failures: [] });
});

test('a refused connection is the error, and the next call tries again', async () => {
  let refuse = true;
  await using server = await wire((request, response) => {
    if (refuse) failure(response, 403, 'Forbidden', 'no');
    else serveAggregated(request, response);
  });
  const discovery = new Discovery(server.rest);
  await expect(discovery.resolve('pods')).rejects.toMatchObject({ code: 'ERR_STATUS', problem: 'no' });
  refuse = false;
  await expect(discovery.resolve('pods')).resolves.toMatchObject({ kind: 'Pod' });
});

test('rejects a response that is not a discovery document', async () => {
  await using server = await wire((_request, response) =>
    json(response, { apiVersion: 'v1', kind: 'PodList', metadata: {}, items: [] }),
  );
  await expect(new Discovery(server.rest).serverResources()).rejects.toMatchObject({
    code: 'ERR_NOT_KUBERNETES',
  });
});

test('the version is requested each time', async () => {
  await using server = await wire(serveAggregated);
  const discovery = new Discovery(server.rest);
  expect(await discovery.serverVersion()).toMatchObject({ minor: '30', gitVersion: 'v1.30.0' });
  await discovery.serverVersion();
  expect(server.requests).toHaveLength(2);
});

describe('an unknown resource', () => {
  test('is reported with unavailable groups and similar names', async () => {
    await using server = await wire(serveAggregated);
    await expect(new Discovery(server.rest).resolve('podz')).rejects.toMatchObject({
      name: 'ConfigError',
      code: 'ERR_UNKNOWN_RESOURCE',
      message:
        'the server has no resource type "podz" (not known: metrics.k8s.io/v1beta1); did you mean pods?',
    });
    await expect(new Discovery(server.rest).resolveKind('apps/v1', 'Deployment')).rejects.toMatchObject({
      code: 'ERR_UNKNOWN_RESOURCE',
      message:
        'the server has no resource type kind "Deployment" in "apps/v1" (not known: metrics.k8s.io/v1beta1)',
    });
  });

  test('is a word with two letters swapped', async () => {
    await using server = await wire(serveAggregated);
    await expect(new Discovery(server.rest).resolve('pdos')).rejects.toThrow('; did you mean pods?');
  });

  test('is looked up again if the result was cached: a CRD may be new', async () => {
    let items = groupsDocument.items;
    await using server = await wire((request, response) => {
      if (request.url === '/api') json(response, coreDocument);
      else json(response, { ...groupsDocument, items });
    });
    const discovery = new Discovery(server.rest);
    await expect(discovery.resolve('crontabs')).rejects.toMatchObject({ code: 'ERR_UNKNOWN_RESOURCE' });
    expect(server.requests).toHaveLength(2); // The result was fresh: no second discovery.
    items = [
      ...items,
      {
        metadata: { name: 'example.com' },
        versions: [
          { version: 'v1', freshness: 'Current', resources: [aggregatedResource('crontabs', 'CronTab')] },
        ],
      },
    ];
    expect(await discovery.resolve('crontabs')).toMatchObject({ group: 'example.com' });
    expect(await discovery.resolveKind('example.com/v1', 'CronTab')).toMatchObject({ resource: 'crontabs' });
    expect(server.requests).toHaveLength(4);
  });
});

describe('a caller that gives up', () => {
  test('does not affect the others; the requests end with the last caller', async () => {
    const closed: Promise<void>[] = [];
    let bothCame = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (bothCame = resolve));
    await using server = await wire((_request, response) => {
      closed.push(new Promise((resolve) => response.on('close', resolve)));
      if (closed.length === 2) bothCame();
    });
    const discovery = new Discovery(server.rest);
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [first, second].map(({ signal }) =>
      discovery.groups({ signal }).catch((reason: unknown) => reason),
    );
    await waiting;
    first.abort(new Error('first'));
    expect(await calls[0]).toEqual(new Error('first'));
    second.abort(new Error('second'));
    expect(await calls[1]).toEqual(new Error('second'));
    await Promise.all(closed);
    expect(server.requests).toHaveLength(2);
  });

  test('before the start sends no request', async () => {
    await using server = await wire(serveAggregated);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(new Discovery(server.rest).groups({ signal })).rejects.toThrow('enough');
    expect(server.requests).toEqual([]);
  });
});
