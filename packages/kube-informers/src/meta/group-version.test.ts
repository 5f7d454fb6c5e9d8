import { expect, test } from 'vitest';
import { formatGroupKind, formatGroupResource, formatGroupVersion, parseGroupKind } from './group-version.js';
import { parseGroupVersion } from './resource.js';

test('names are formatted as by the API server and Go', () => {
  expect(formatGroupVersion('', 'v1')).toBe('v1');
  expect(formatGroupVersion('apps', 'v1')).toBe('apps/v1');
  expect(formatGroupResource({ group: 'apps', resource: 'deployments' })).toBe('deployments.apps');
  expect(formatGroupResource({ group: '', resource: 'pods' })).toBe('pods');
  expect(formatGroupKind(parseGroupKind('Deployment.apps'))).toBe('Deployment.apps');
  expect(formatGroupKind(parseGroupKind('Pod'))).toBe('Pod');
});

test.each(['', '/', 'apps/', '/v1', 'a/b/c'])('apiVersion %j is rejected', (text) => {
  expect(() => parseGroupVersion(text)).toThrow(expect.objectContaining({ code: 'ERR_RESOURCE' }));
});
