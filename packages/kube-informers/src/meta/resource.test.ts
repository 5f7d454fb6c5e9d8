import { describe, expect, expectTypeOf, test } from 'vitest';
import { ConfigError } from '../util/errors.js';
import { allVerbs, defineResource, parseGroupVersion, resourceName } from './resource.js';
import type { ObjectOf, ResourceDefinition } from './resource.js';
import type { KubernetesObject } from './types.js';

interface Backup extends KubernetesObject {
  spec: { schedule: string };
}

const definition: ResourceDefinition = {
  group: 'example.com',
  version: 'v1beta1',
  resource: 'backups',
  kind: 'Backup',
  namespaced: true,
};

describe('defineResource', () => {
  test('fills in the defaults of most resources', () => {
    expect(defineResource<Backup>(definition)).toEqual({
      ...definition,
      apiVersion: 'example.com/v1beta1',
      singular: 'backup',
      shortNames: [],
      subresources: [],
      verbs: allVerbs,
      categories: [],
    });
  });

  test('keeps given values', () => {
    const given = {
      singular: 'bak',
      shortNames: ['bk'],
      subresources: ['status'],
      verbs: ['get'],
      categories: ['all'],
    };
    expect(defineResource({ ...definition, ...given })).toMatchObject(given);
    expect(defineResource({ ...definition, group: '' }).apiVersion).toBe('v1beta1');
  });

  test('carries its object type', () => {
    const backups = defineResource<Backup>(definition);
    expectTypeOf<ObjectOf<typeof backups>>().toEqualTypeOf<Backup>();
  });

  test.each<[string, unknown]>([
    ['version', ''],
    ['version', 'V1'],
    ['resource', 'Backups'],
    ['resource', 'a/b'],
    ['resource', undefined],
    ['kind', ''],
    ['kind', 'my kind'],
    ['group', 'Example.com'],
    ['group', 'a/b'],
    ['namespaced', 'yes'],
    ['namespaced', undefined],
  ])('rejects %s %j, naming both', (field, value) => {
    // An untyped caller may pass any value.
    const wrong = { ...definition, [field]: value } as ResourceDefinition;
    expect(() => defineResource(wrong)).toThrow(ConfigError);
    expect(() => defineResource(wrong)).toThrow(expect.objectContaining({ code: 'ERR_RESOURCE' }));
    expect(() => defineResource(wrong)).toThrow(field);
  });
});

test('an apiVersion is VERSION or GROUP/VERSION', () => {
  expect(parseGroupVersion('v1')).toEqual({ group: '', version: 'v1' });
  expect(parseGroupVersion('apps/v1')).toEqual({ group: 'apps', version: 'v1' });
});

test('resourceName is unique for each group, version and resource', () => {
  expect(resourceName({ group: '', version: 'v1', resource: 'pods' })).toBe('pods.v1');
  expect(resourceName({ group: 'apps', version: 'v1', resource: 'deployments' })).toBe('deployments.v1.apps');
});
