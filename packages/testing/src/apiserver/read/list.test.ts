import { expect, test } from 'vitest';
import { Api, at, names, text } from '../../../../../test/contract/http.js';
import { coreV1 } from '../../../../kube-informers/src/resources/index.js';
import { FakeClock } from '../../fake-clock.js';
import { ApiServer } from '../api-server.js';

const maps = '/api/v1/namespaces/default/configmaps';

async function five(server: ApiServer): Promise<Api> {
  for (const name of ['c1', 'c2', 'c3', 'c4', 'c5']) {
    await server.create(coreV1.configMaps, { metadata: { name, namespace: 'default' } });
  }
  return new Api({ baseUrl: server.url });
}

test('a continue token from before a compaction is expired, and offers an inconsistent continuation', async () => {
  await using server = await ApiServer.start();
  const api = await five(server);
  const first = await api.get(`${maps}?limit=2`);
  await server.delete(coreV1.configMaps, 'c3');
  await server.compact();
  const expired = await api.get(`${maps}?limit=2&continue=${text(first.json, 'metadata.continue')}`);
  expect(expired.status).toBe(410);
  expect(expired.json).toMatchObject({
    reason: 'Expired',
    message:
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
  });
  const token = text(expired.json, 'metadata.continue');
  expect(JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))).toMatchObject({
    v: 'meta.k8s.io/v1',
    rv: -1,
  });
  const rest = await api.get(`${maps}?limit=5&continue=${token}`);
  expect(names(rest.json)).toEqual(['c4', 'c5']);
  expect(at(rest.json, 'metadata.resourceVersion')).toBe(server.resourceVersion);
});

test('an Exact list from before a compaction is expired', async () => {
  await using server = await ApiServer.start();
  const api = await five(server);
  const version = server.resourceVersion;
  await server.delete(coreV1.configMaps, 'c3');
  await server.compact();
  const { status, json } = await api.get(`${maps}?resourceVersion=${version}&resourceVersionMatch=Exact`);
  expect([status, json['reason'], json['message']]).toEqual([
    410,
    'Expired',
    'The resourceVersion for the provided list is too old.',
  ]);
});

test('compact accepts a version; an unknown one is rejected', async () => {
  await using server = await ApiServer.start();
  const api = await five(server);
  const version = server.resourceVersion;
  await server.delete(coreV1.configMaps, 'c3');
  await server.compact(version);
  expect((await api.get(`${maps}?resourceVersion=${version}&resourceVersionMatch=Exact`)).status).toBe(200);
  for (const wrong of ['999', 'x', '-1']) {
    await expect(server.compact(wrong)).rejects.toThrow(/compact takes a resourceVersion up to \d+, got/);
  }
});

test('history expires by age', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock, historyMs: 60_000 });
  const api = await five(server);
  const version = server.resourceVersion;
  await clock.advance(80_000);
  await server.delete(coreV1.configMaps, 'c5');
  expect((await api.get(`${maps}?resourceVersion=${version}&resourceVersionMatch=Exact`)).status).toBe(200);
  expect(
    (await api.get(`${maps}?resourceVersion=${Number(version) - 1}&resourceVersionMatch=Exact`)).status,
  ).toBe(410);
});

test('history is limited in number', async () => {
  await using server = await ApiServer.start({ historyLimit: 4 });
  const api = await five(server);
  const version = Number(server.resourceVersion);
  for (let index = 0; index < 10; index++) {
    await server.patch(coreV1.configMaps, 'c1', { data: { index: String(index) } }, { namespace: 'default' });
  }
  expect((await api.get(`${maps}?resourceVersion=${version}&resourceVersionMatch=Exact`)).status).toBe(410);
  expect((await api.get(`${maps}?resourceVersion=${version + 8}&resourceVersionMatch=Exact`)).status).toBe(
    200,
  );
});

test('a long list is complete, in pages and compressed', { timeout: 60_000 }, async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const count = 20_000;
  const data = { text: 'x'.repeat(500) };
  for (let index = 0; index < count; index++) {
    await server.create(coreV1.configMaps, { metadata: { name: `m${index}`, namespace: 'default' }, data });
  }
  const whole = await api.get(maps);
  expect(names(whole.json)).toHaveLength(count);
  expect(whole.bytes.length).toBeGreaterThan(10_000_000);
  const zipped = await api.get(maps, { 'accept-encoding': 'gzip' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  let token = '';
  const seen: string[] = [];
  do {
    const page = await api.get(`${maps}?limit=5000&continue=${token}`);
    seen.push(...names(page.json));
    token = text(page.json, 'metadata.continue');
  } while (token !== '');
  expect(seen).toEqual(names(whole.json));
});
