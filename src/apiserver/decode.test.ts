import { expect, test } from 'vitest';
import { requireJson } from './decode.js';

test('a body is JSON, or says nothing of its type', () => {
  for (const type of [undefined, '', 'application/json', 'application/json; charset=utf-8'])
    requireJson(type);
  expect(() => requireJson('text/plain')).toThrow(/accepted media types include: application\/json$/);
});

test('of protobuf, which kubectl sends for typed creates, it says what to use instead', () => {
  expect(() => requireJson('application/vnd.kubernetes.protobuf')).toThrow(
    /no protobuf: kubectl .*create -f, apply/,
  );
});
