import { describe, expect, test } from 'vitest';
import { ConfigError } from '../util/errors.js';
import {
  formatGroupKind,
  formatGroupResource,
  formatGroupVersion,
  groupVersionKind,
  groupVersionKindOf,
  parseGroupKind,
  parseGroupResource,
  parseKindArg,
  parseResourceArg,
} from './group-version.js';
import { parseGroupVersion } from './resource.js';

describe('a resource name from a user', () => {
  test.each([
    ['pods', undefined, { group: '', resource: 'pods' }],
    ['deployments.apps', undefined, { group: 'apps', resource: 'deployments' }],
    [
      'deployments.v1.apps',
      { group: 'apps', version: 'v1', resource: 'deployments' },
      { group: 'v1.apps', resource: 'deployments' },
    ],
    ['pods.v1.', { group: '', version: 'v1', resource: 'pods' }, { group: 'v1.', resource: 'pods' }],
    [
      'leases.coordination.k8s.io',
      { group: 'k8s.io', version: 'coordination', resource: 'leases' },
      { group: 'coordination.k8s.io', resource: 'leases' },
    ],
    ['pods..', undefined, { group: '.', resource: 'pods' }],
  ])('%s', (text, groupVersionResource, groupResource) => {
    expect(parseResourceArg(text)).toEqual({ groupVersionResource, groupResource });
  });

  test.each(['', '.apps', '..'])('%j is not a resource name', (text) => {
    expect(() => parseResourceArg(text)).toThrow(ConfigError);
    expect(() => parseResourceArg(text)).toThrow(
      `resource is missing in ${JSON.stringify(text)}, expected RESOURCE, RESOURCE.GROUP or RESOURCE.VERSION.GROUP`,
    );
    expect(() => parseResourceArg(text)).toThrow(expect.objectContaining({ code: 'ERR_RESOURCE' }));
  });

  test('a kind too', () => {
    expect(parseKindArg('Deployment.v1.apps')).toEqual({
      groupVersionKind: { group: 'apps', version: 'v1', kind: 'Deployment' },
      groupKind: { group: 'v1.apps', kind: 'Deployment' },
    });
    expect(parseKindArg('Pod').groupVersionKind).toBeUndefined();
    expect(() => parseKindArg('.apps')).toThrow('kind is missing in ".apps"');
  });
});

test('names are formatted as by the API server and Go', () => {
  expect(formatGroupVersion('', 'v1')).toBe('v1');
  expect(formatGroupVersion('apps', 'v1')).toBe('apps/v1');
  expect(formatGroupResource(parseGroupResource('deployments.apps'))).toBe('deployments.apps');
  expect(formatGroupResource(parseGroupResource('pods'))).toBe('pods');
  expect(formatGroupKind(parseGroupKind('Deployment.apps'))).toBe('Deployment.apps');
  expect(formatGroupKind(parseGroupKind('Pod'))).toBe('Pod');
});

test("returns an object's kind, or undefined", () => {
  expect(groupVersionKindOf({ apiVersion: 'apps/v1', kind: 'Deployment' })).toEqual({
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
  });
  expect(groupVersionKindOf({ kind: 'Pod' })).toBeUndefined();
  expect(groupVersionKindOf({ apiVersion: 'v1' })).toBeUndefined();
  expect(groupVersionKind('v1', 'Pod')).toEqual({ group: '', version: 'v1', kind: 'Pod' });
  expect(() => groupVersionKind('a/b/c', 'Pod')).toThrow('apiVersion must be VERSION or GROUP/VERSION');
});

test.each(['', '/', 'apps/', '/v1', 'a/b/c'])('apiVersion %j is rejected', (text) => {
  expect(() => parseGroupVersion(text)).toThrow(expect.objectContaining({ code: 'ERR_RESOURCE' }));
});
