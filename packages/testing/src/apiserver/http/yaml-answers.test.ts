import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ApiServer } from '../api-server.js';

// What the answers to built-in kinds are is compared with a real server in test/contract/negotiation.ts.

test('custom objects are YAML with their exact integers, and a watch of them is not', async () => {
  await using server = await ApiServer.start();
  const post = async (path: string, body: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(server.url + path, { method: 'POST', headers, body });
    await response.text();
    return response.status;
  };
  const get = async (path: string, accept: string): Promise<string> =>
    (await fetch(server.url + path, { headers: { accept } })).text();
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const definition = {
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
  expect(
    await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', JSON.stringify(definition)),
  ).toBe(201);
  const things = '/apis/example.com/v1/namespaces/default/things';
  const thing =
    '{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"},"big":9007199254740993,"yes":true,"1":["0x1",null,1.5]}';
  expect(await post(things, thing)).toBe(201);
  for (const accept of ['application/yaml', 'application/vnd.kubernetes.protobuf, application/yaml']) {
    const text = await get(`${things}/a`, accept);
    expect(text).toContain('\nbig: 9007199254740993\n');
    expect(parse(text, { version: '1.1' })).toEqual(JSON.parse(await get(`${things}/a`, 'application/json')));
  }
  expect(parse(await get(`${things}?watch=1`, 'application/yaml'))).toMatchObject({
    code: 406,
    message: 'only the following media types are accepted: application/json;stream=watch',
  });
});
