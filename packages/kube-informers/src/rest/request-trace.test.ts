import { expect, test, vi } from 'vitest';
import { eventually } from '../client-node/eventually.test-support.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { createResourceClient } from '../client/subresource-calls.js';
import { ResourceClient } from '../client/resource-client.js';
import { appsV1 } from '../resources/apps-v1.js';
import { coreV1 } from '../resources/core-v1.js';
import { TraceChannel } from '../util/trace-channel.js';
import { ended, observe } from '../util/trace-channel.test-support.js';
import type { RestConfig } from './config.js';
import { json, network } from './fixtures/server.test-support.js';
import type { RestClient } from './rest-client.js';

const { serve, client } = network();
const pods = '/api/v1/namespaces/default/pods';
const podsTarget = {
  group: '',
  version: 'v1',
  resource: 'pods',
  namespace: 'default',
  name: '',
  subresource: '',
};
const podsOf = (rest: RestClient) => new ResourceClient(rest, coreV1.pods, { namespace: 'shop' });

test.each<[string, (rest: RestClient) => Promise<unknown>, object]>([
  ['list', (rest) => podsOf(rest).list(), { verb: 'list', resource: 'pods', namespace: 'shop', group: '' }],
  ['watch', (rest) => podsOf(rest).watch(), { verb: 'watch', resource: 'pods', namespace: 'shop' }],
  ['get', (rest) => podsOf(rest).get('web'), { verb: 'get', resource: 'pods' }],
  ['create', (rest) => podsOf(rest).create({ metadata: { name: 'web' } }), { verb: 'create' }],
  ['patch', (rest) => podsOf(rest).patch('web', {}, { type: 'merge' }), { verb: 'patch' }],
  ['delete', (rest) => podsOf(rest).delete('web'), { verb: 'delete' }],
  ['deletecollection', (rest) => podsOf(rest).deleteCollection(), { verb: 'deletecollection' }],
  [
    'an update of a status',
    (rest) =>
      createResourceClient(rest, appsV1.deployments, { namespace: 'x' }).updateStatus({
        metadata: { name: 'a' },
      }),
    { verb: 'update', resource: 'deployments/status', group: 'apps', namespace: 'x' },
  ],
  [
    'a subresource of several segments',
    (rest) => podsOf(rest).subresource('proxy/metrics').get('web'),
    { verb: 'get', resource: 'pods/proxy' },
  ],
  [
    'the status of a namespace',
    (rest) => new ResourceClient(rest, coreV1.namespaces).subresource('status').get('shop'),
    { verb: 'get', resource: 'namespaces/status', namespace: '' },
  ],
  [
    'a request without a target',
    (rest) => rest.raw({ method: 'GET', path: '/readyz' }),
    { verb: 'get', resource: '', namespace: '', group: '' },
  ],
  ['another method', (rest) => rest.raw({ method: 'HEAD', path: '/readyz' }), { verb: 'head', resource: '' }],
])('names %s', async (_what, call, expected) => {
  const requests = observe('request');
  const server = await serve((_request, response) => json(response, { kind: 'Pod' }));
  await call(client({ host: server.url })).catch(() => undefined);
  expect(ended(requests)).toMatchObject([expected]);
});

test('publishes a request with its status code, but neither query, headers nor body', async () => {
  const requests = observe('request');
  const server = await serve((_request, response) => json(response, { kind: 'Status', code: 404 }, 404));
  const config: RestConfig = { host: server.url, credentials: { authorization: 'Bearer abcdefgh' } };
  await client(config)
    .request({
      method: 'POST',
      path: pods,
      target: podsTarget,
      query: { fieldManager: 'me' },
      body: { kind: 'Pod' },
    })
    .catch(() => undefined);
  const message = {
    method: 'POST',
    url: `${server.url}${pods}`,
    verb: 'create',
    group: '',
    resource: 'pods',
    namespace: 'default',
  };
  expect(requests).toEqual([
    ['start', { ...message, attempts: 0 }],
    ['end', { ...message, attempts: 0 }],
    ['asyncStart', { ...message, attempts: 1, statusCode: 404 }],
    ['asyncEnd', { ...message, attempts: 1, statusCode: 404 }],
  ]);
});

test('counts the attempts of one request', async () => {
  const requests = observe('request');
  const clock = new FakeClock();
  let count = 0;
  const server = await serve((_request, response) => {
    if (++count === 2) return json(response, { kind: 'Pod' });
    response.writeHead(503, { 'retry-after': '1' }).end();
  });
  const pending = client({ host: server.url }, { clock }).request({ method: 'GET', path: `${pods}/a` });
  await eventually(() => expect(clock.pendingTimers).toBeGreaterThan(0));
  await settle();
  await clock.advance(1000);
  await pending;
  expect(ended(requests)).toMatchObject([{ attempts: 2, statusCode: 200 }]);
});

test('publishes the error of a request without a response, and the reason of an abort', async () => {
  const requests = observe('request');
  const server = await serve(() => undefined);
  const one = client({ host: server.url }, { maxRetries: 0 });
  const controller = new AbortController();
  const reason = new Error('enough');
  const pending = one.request({ method: 'GET', path: pods, signal: controller.signal });
  await eventually(() => expect(server.seen).toHaveLength(1));
  controller.abort(reason);
  await expect(pending).rejects.toThrow(reason);
  await server.close();
  await one.request({ method: 'GET', path: pods }).catch(() => undefined);
  expect(ended(requests)).toMatchObject([
    { attempts: 1, error: reason },
    { attempts: 1, error: { code: 'ERR_CONNECTION_REFUSED' } },
  ]);
});

test('creates no message without a subscriber', async () => {
  const operation = vi.spyOn(TraceChannel.prototype, 'operation');
  const server = await serve((_request, response) => json(response, { kind: 'Pod' }));
  await client({ host: server.url }).request({ method: 'GET', path: `${pods}/a` });
  expect(operation).not.toHaveBeenCalled();
  operation.mockRestore();
});
