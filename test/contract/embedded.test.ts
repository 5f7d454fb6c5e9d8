import { expect, test } from 'vitest';
import { ApiServer } from '../../src/apiserver/index.js';
import { contractSuite } from './contract.js';
import { Api } from './http.js';

contractSuite('the embedded API server keeps the contract', async () => {
  const server = await ApiServer.start({ token: 'contract', freshnessTimeoutMs: 100 });
  return { target: { baseUrl: server.url, token: 'contract' }, stop: () => server.close() };
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
