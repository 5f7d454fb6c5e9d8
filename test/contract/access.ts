import { expect, test } from 'vitest';
import type { Context } from './contract.js';

const unauthorized = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'Unauthorized',
  reason: 'Unauthorized',
  code: 401,
};

/** A request without valid credentials gets only 401, at every path and with every method. */
export function accessContract(use: () => Context): void {
  const maps = (): string => `/api/v1/namespaces/${use().namespace}/configmaps`;

  test.each([
    ['no token', undefined],
    ['a wrong token', 'Bearer wrong'],
    ['an empty token', 'Bearer '],
    ['another scheme', 'Basic d3Jvbmc6d3Jvbmc='],
  ])('%s is unauthorized, at every path', async (_what, authorization) => {
    const { anonymous, namespace } = use();
    const headers = authorization === undefined ? undefined : { authorization };
    for (const path of [
      maps(),
      `${maps()}/none`,
      `${maps()}?watch=true`,
      '/api',
      '/openapi/v3',
      '/version',
      '/readyz',
      '/nowhere',
      `/api/v1/namespaces/${namespace}`,
    ]) {
      const { status, json } = await anonymous.get(path, headers);
      expect([path, status, json]).toEqual([path, 401, unauthorized]);
    }
  });

  test('refuses writes without a token', async () => {
    const { api, anonymous } = use();
    const refused = await anonymous.post(maps(), { metadata: { name: 'stranger' } });
    expect([refused.status, refused.json]).toEqual([401, unauthorized]);
    expect((await anonymous.delete(maps())).status).toBe(401);
    expect((await api.get(`${maps()}/stranger`)).status).toBe(404);
  });
}
