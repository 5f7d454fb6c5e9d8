import { expect, test, vi } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { TraceChannel } from '../util/trace-channel.js';
import { ended, observe } from '../util/trace-channel.test-support.js';
import type { RestConfig } from './config.js';
import { json, network } from './fixtures/server.test-support.js';
import { Redactor } from './redactor.js';
import { requestTrace } from './request-trace.js';

const { serve, client } = network();
const pods = '/api/v1/namespaces/default/pods';

test.each<[string, string, object]>([
  ['GET', '/api/v1/pods', { verb: 'list', resource: 'pods', namespace: '' }],
  ['GET', '/api/v1/pods?watch=true&limit=1', { verb: 'watch', resource: 'pods' }],
  ['GET', '/api/v1/pods?watch=1', { verb: 'watch' }],
  ['GET', '/api/v1/pods?labelSelector=watch%3Dtrue', { verb: 'list' }],
  ['GET', `${pods}/web/log`, { verb: 'get', resource: 'pods/log', namespace: 'default', group: '' }],
  ['POST', pods, { verb: 'create' }],
  [
    'PUT',
    '/apis/apps/v1/namespaces/x/deployments/a/status',
    { verb: 'update', resource: 'deployments/status', group: 'apps' },
  ],
  ['PATCH', `${pods}/web`, { verb: 'patch', resource: 'pods' }],
  ['DELETE', `${pods}/web`, { verb: 'delete' }],
  ['DELETE', pods, { verb: 'deletecollection' }],
  ['GET', '/readyz', { verb: 'get', resource: '', namespace: '', group: '' }],
  ['HEAD', `${pods}/web`, { verb: 'head' }],
])('names %s %s', (method, target, expected) => {
  const [path = ''] = target.split('?');
  const name = { method, path, url: `https://host${path}` };
  const message = requestTrace(name, `https://host${target}`, new Redactor({ host: 'https://host' }));
  expect(message).toMatchObject({ method, url: `https://host${path}`, attempts: 0, ...expected });
});

test('publishes a request with its status code, but neither query, headers nor body', async () => {
  const requests = observe('request');
  const server = await serve((_request, response) => json(response, { kind: 'Status', code: 404 }, 404));
  const config: RestConfig = { host: server.url, credentials: { authorization: 'Bearer abcdefgh' } };
  await client(config)
    .request({ method: 'POST', path: pods, query: { fieldManager: 'me' }, body: { kind: 'Pod' } })
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
  await vi.waitFor(() => expect(clock.pendingTimers).toBeGreaterThan(0));
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
  await vi.waitFor(() => expect(server.seen).toHaveLength(1));
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
