import { expect, test } from 'vitest';
import { coreV1 } from '../../../kube-informers/src/resources/index.js';
import { ApiServer } from './api-server.js';

test('lists and watches objects created in process, and leaves no socket behind', async () => {
  const server = await ApiServer.start();
  const pod = { metadata: { name: 'web' }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  const created = await server.create(coreV1.pods, pod);
  expect(created.metadata?.namespace).toBe('default');

  const list = await fetch(`${server.url}/api/v1/pods`);
  expect(await list.json()).toMatchObject({ kind: 'PodList', items: [{ metadata: { name: 'web' } }] });

  const watch = await fetch(`${server.url}/api/v1/pods?watch=true&resourceVersion=${server.resourceVersion}`);
  const text = watch.text();
  await server.patch(coreV1.pods, 'web', { status: { phase: 'Running' } });
  await server.delete(coreV1.pods, 'web');
  await server.stop();
  const types = (await text)
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(types).toEqual(['MODIFIED', 'MODIFIED', 'DELETED']);
});

test('in-process objects have their keys in the order in which a client parses them', async () => {
  const server = await ApiServer.start();
  const configMap = { metadata: { annotations: { b: '1', a: '2' }, name: 'a' }, data: { z: '1', y: '2' } };
  const created = await server.create(coreV1.configMaps, configMap);
  const answer = await fetch(`${server.url}/api/v1/namespaces/default/configmaps/a`);
  const text = (await answer.text()).trimEnd();
  expect(JSON.stringify(created)).toBe(text);
  expect(JSON.stringify(await server.get(coreV1.configMaps, 'a', { namespace: 'default' }))).toBe(text);
  expect(text).toContain('"data":{"y":"2","z":"1"}');
  await server.stop();
});
