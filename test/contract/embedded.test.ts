import { expect, test } from 'vitest';
import { ApiServer } from '../../src/apiserver/index.js';
import { contractSuite } from './contract.js';
import { compactionSuite, initializingSuite, restartSuite } from './history.js';
import { Api } from './http.js';
import { noWatchListSuite } from './no-watch-list.js';
import { shardingSuite } from './sharding.js';

contractSuite('the embedded API server keeps the contract', async () => {
  const server = await ApiServer.start({
    token: 'contract',
    freshnessTimeoutMs: 100,
    watchBufferBytes: 16 * 1024 * 1024,
  });
  return { target: { baseUrl: server.url, token: 'contract' }, stop: () => server.close() };
});

compactionSuite('the embedded API server forgets as the real one does', async () => {
  const server = await ApiServer.start();
  return {
    target: { baseUrl: server.url },
    compact: () => Promise.resolve(server.compact()),
    stop: () => server.close(),
  };
});

restartSuite('the embedded API server starts again as the real one does', async () => {
  const server = await ApiServer.start();
  return { target: { baseUrl: server.url }, restart: () => server.restart(), stop: () => server.close() };
});

initializingSuite('the embedded API server fills its caches as the real one does', async () => {
  const server = await ApiServer.start();
  return {
    target: { baseUrl: server.url },
    restart: () => server.restart({ initializingMs: 60_000 }),
    stop: () => server.close(),
  };
});

noWatchListSuite('the embedded API server without watch-list refuses as the real one does', async () => {
  const server = await ApiServer.start({ watchList: false });
  return { target: { baseUrl: server.url }, stop: () => server.close() };
});

shardingSuite('the embedded API server cuts shards as the real one does', async () => {
  const server = await ApiServer.start({ shardedListAndWatch: true });
  return { target: { baseUrl: server.url }, stop: () => server.close() };
});

test('a wrong token, or none, is unauthorized', async () => {
  await using server = await ApiServer.start({ token: 'right' });
  for (const token of [undefined, 'wrong']) {
    const answer = await new Api({ baseUrl: server.url, token }).get('/api/v1/pods');
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Unauthorized',
      reason: 'Unauthorized',
      code: 401,
    });
  }
  expect((await new Api({ baseUrl: server.url, token: 'right' }).get('/readyz')).status).toBe(200);
});
