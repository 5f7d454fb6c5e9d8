import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { protobufOf } from '../../../../../test/contract/encode.js';
import { Api } from '../../../../../test/contract/http.js';
import type { Json } from '../../../../../test/contract/http.js';
import { appsV1 } from '../../../../kube-informers/src/resources/index.js';
import { statusOfProtobuf } from '../../../../kube-informers/src/wire/protobuf/protobuf-format.js';
import { ApiServer } from '../api-server.js';

const formats: readonly (readonly [string, (object: Json) => string | Buffer])[] = [
  ['application/json', (object) => JSON.stringify(object)],
  ['application/yaml', (object) => stringify(object, { version: '1.1' })],
  // Go's YAML decoder reads UTF-16 with a byte order mark.
  ['application/yaml', (object) => Buffer.from(`\uFEFF${stringify(object)}`, 'utf16le')],
  ['application/vnd.kubernetes.protobuf', protobufOf],
];

// Endpoints where kube-apiserver accepts bodies, but the contract's test server does not.

test.each(formats)('a Deployment is scaled by %s', async (type, write) => {
  await using server = await ApiServer.start();
  const selector = { matchLabels: { a: 'b' } };
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  await server.create(appsV1.deployments, {
    metadata: { name: 'd' },
    spec: { replicas: 1, selector, template },
  });
  const api = new Api({ baseUrl: server.url });
  const path = '/apis/apps/v1/namespaces/default/deployments/d';
  const scale = {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'd' },
    spec: { replicas: 4 },
  };
  const answer = await api.call('PUT', `${path}/scale`, {
    body: write(scale),
    headers: { 'content-type': type },
  });
  expect([answer.status, answer.json]).toMatchObject([
    200,
    { kind: 'Scale', spec: { replicas: 4 }, status: { replicas: 0, selector: 'a=b' } },
  ]);
  expect(await server.get(appsV1.deployments, 'd')).toMatchObject({
    spec: { replicas: 4 },
    metadata: { generation: 2 },
  });
});

test.each(formats)('an access review is read as %s', async (type, write) => {
  await using server = await ApiServer.start();
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
  };
  const answer = await new Api({ baseUrl: server.url }).call(
    'POST',
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    { body: write(review), headers: { 'content-type': type } },
  );
  expect([answer.status, answer.json]).toMatchObject([201, { spec: review.spec, status: { allowed: true } }]);
});

test('a Scale is not sent to a client that accepts only protobuf', async () => {
  await using server = await ApiServer.start();
  const path = '/apis/apps/v1/namespaces/default/deployments/d/scale';
  const answer = await new Api({ baseUrl: server.url }).get(path, {
    accept: 'application/vnd.kubernetes.protobuf',
  });
  expect([answer.status, statusOfProtobuf(answer.bytes)?.reason]).toEqual([406, 'NotAcceptable']);
});

// Fixed bytes: protobufOf encodes with the server's own table of types and would repeat its mistakes.
const definitionBytes = [
  'azhzAAozChdhcGlleHRlbnNpb25zLms4cy5pby92MRIYQ3VzdG9tUmVzb3VyY2VEZWZpbml0aW9uEmwKFgoUdGhpbmdzLmYuZXhh',
  'bXBsZS5jb20SUgoNZi5leGFtcGxlLmNvbRoPCgZ0aGluZ3MiBVRoaW5nIgpOYW1lc3BhY2VkOiQKAnYxEAEYASIaChgqBm9iamVj',
  'dOoBDQoBYRIIKgZzdHJpbmc=',
].join('');

test('a CustomResourceDefinition in protobuf keeps its schema', async () => {
  await using server = await ApiServer.start();
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const answer = await new Api({ baseUrl: server.url }).call('POST', path, {
    body: Buffer.from(definitionBytes, 'base64'),
    headers: { 'content-type': 'application/vnd.kubernetes.protobuf' },
  });
  const openAPIV3Schema = { type: 'object', properties: { a: { type: 'string' } } };
  expect([answer.status, answer.json]).toMatchObject([
    201,
    { spec: { versions: [{ schema: { openAPIV3Schema } }] } },
  ]);
});
