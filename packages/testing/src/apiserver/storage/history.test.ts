import { expect, test } from 'vitest';
import { Api, at, names, text } from '../../../../../test/contract/http.js';
import { coreV1 } from '../../../../kube-informers/src/resources/index.js';
import { FakeClock } from '../../fake-clock.js';
import { ApiServer } from '../api-server.js';

const maps = '/api/v1/namespaces/default/configmaps';

test('a history can start at any resourceVersion; earlier ones are expired', async () => {
  await using server = await ApiServer.start({ initialResourceVersion: '1000000' });
  const api = new Api({ baseUrl: server.url });
  const created = await server.create(coreV1.configMaps, { metadata: { name: 'a', namespace: 'default' } });
  // After the four namespaces that every server starts with.
  expect([created.metadata?.resourceVersion, server.resourceVersion]).toEqual(['1000005', '1000005']);
  const list = await api.get(maps);
  expect([text(list.json, 'metadata.resourceVersion'), names(list.json)]).toEqual(['1000005', ['a']]);
  const before = await api.get(`${maps}?resourceVersion=999999&resourceVersionMatch=Exact`);
  expect([before.status, before.json['reason']]).toEqual([410, 'Expired']);
  const watch = await api.watch(`${maps}?watch=true&resourceVersion=999999`);
  expect(at((await watch.rest())[0], 'object.reason')).toBe('Expired');
  const since = await api.watch(`${maps}?watch=true&resourceVersion=1000000`);
  expect(at(await since.next(), 'object.metadata.name')).toBe('a');
  since.close();
});

test('two servers with different histories present a resourceVersion that goes back', async () => {
  await using ahead = await ApiServer.start({ initialResourceVersion: '5000' });
  await using behind = await ApiServer.start({ freshnessTimeoutMs: 1 });
  const version = ahead.resourceVersion;
  expect(Number(version)).toBeGreaterThan(Number(behind.resourceVersion));
  const answer = await new Api({ baseUrl: behind.url }).get(`${maps}?resourceVersion=${version}`);
  expect([answer.status, at(answer.json, 'details.causes.0.reason')]).toEqual([
    504,
    'ResourceVersionTooLarge',
  ]);
});

test('while the caches initialize requests get 429, except those served from etcd', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock });
  await server.create(coreV1.configMaps, { metadata: { name: 'a', namespace: 'default' } });
  await server.create(coreV1.configMaps, { metadata: { name: 'b', namespace: 'default' } });
  await server.stop();
  await server.start({ initializingMs: 30_000 });
  const api = new Api({ baseUrl: server.url });
  const watchList = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
  for (const query of [
    '',
    '?resourceVersion=0',
    '?limit=5&labelSelector=x',
    `?${watchList}`,
    '?watch=true',
  ]) {
    const { status, headers, json } = await api.get(maps + query);
    expect([query, status, headers['retry-after']]).toEqual([query, 429, '1']);
    expect(json).toMatchObject({ reason: 'TooManyRequests', message: 'storage is (re)initializing' });
  }
  const page = await api.get(`${maps}?limit=1`);
  expect([page.status, names(page.json)]).toEqual([200, ['a']]);
  const rest = await api.get(`${maps}?limit=1&continue=${text(page.json, 'metadata.continue')}`);
  expect(names(rest.json)).toEqual(['b']);
  expect((await api.get(`${maps}/a?resourceVersion=0`)).status).toBe(200);
  await clock.advance(25_000);
  // The longer it takes, the longer the delay.
  expect((await api.get(maps)).headers['retry-after']).toBe('4');
  await clock.advance(5000);
  expect(names((await api.get(maps)).json)).toEqual(['a', 'b']);
  await expect(server.start({ initializingMs: -1 })).rejects.toMatchObject({ code: 'ERR_OPTION' });
});

test.each(['0', '01', '-1', '1e3', '', '4503599627370497', 7])(
  'initialResourceVersion %j is rejected',
  async (value) => {
    // JavaScript callers are not type-checked.
    const options = { initialResourceVersion: value as string };
    await expect(ApiServer.start(options)).rejects.toMatchObject({
      code: 'ERR_OPTION',
      message: `initialResourceVersion of ApiServer.start must be a string of digits from "1" to "4503599627370496", got ${JSON.stringify(value)}`,
    });
  },
);
