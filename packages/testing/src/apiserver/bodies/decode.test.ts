import { expect, test } from 'vitest';
import { bodyFormat } from './decode.js';

test('a body is JSON, YAML or protobuf, or has no content type', () => {
  for (const type of [undefined, '', 'application/json', 'application/json; charset=utf-8'])
    expect(bodyFormat(type, false)).toBe('json');
  expect(bodyFormat('application/yaml', true)).toBe('yaml');
  expect(bodyFormat('application/vnd.kubernetes.protobuf', false)).toBe('protobuf');
  expect(() => bodyFormat('text/plain', false)).toThrow(
    /accepted media types include: application\/json, application\/yaml, application\/vnd\.kubernetes\.protobuf$/,
  );
});

test('custom resources have no protobuf', () => {
  expect(() => bodyFormat('application/vnd.kubernetes.protobuf', true)).toThrow(
    /accepted media types include: application\/json, application\/yaml$/,
  );
});
