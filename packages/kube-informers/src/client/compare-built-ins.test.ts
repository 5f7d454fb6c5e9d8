import { expect, test } from 'vitest';
import { defineResource } from '../meta/resource.js';
import type { ResourceDefinition } from '../meta/resource.js';
import { compareWithBuiltIns } from './compare-built-ins.test-support.js';

const cron: ResourceDefinition = {
  group: 'batch',
  version: 'v1',
  resource: 'crons',
  kind: 'Cron',
  namespaced: true,
  shortNames: ['cr'],
  subresources: ['status', 'scale'],
  verbs: ['get', 'list'],
  categories: ['all'],
};
const builtIns = [defineResource(cron)];

test('fewer verbs and subresources on the server are not a difference', () => {
  const served = defineResource({ ...cron, verbs: ['get'], subresources: [] });
  expect(compareWithBuiltIns([served], builtIns)).toEqual([]);
});

test('resources of only one side are not compared', () => {
  const served = defineResource({ ...cron, version: 'v2', kind: 'Other' });
  expect(compareWithBuiltIns([served], builtIns)).toEqual([]);
});

test.for<[keyof ResourceDefinition, Partial<ResourceDefinition>]>([
  ['kind', { kind: 'CronJob', singular: 'cron' }],
  ['namespaced', { namespaced: false }],
  ['singular', { singular: 'cronjob' }],
  ['shortNames', { shortNames: [] }],
  ['shortNames', { shortNames: ['cr', 'crn'] }],
  ['categories', { categories: [] }],
  ['verbs', { verbs: ['get', 'watch'] }],
  ['subresources', { subresources: ['log'] }],
])('a different %s is a difference: %o', ([field, change]) => {
  const served = defineResource({ ...cron, ...change });
  expect(compareWithBuiltIns([served], builtIns)).toEqual([
    { resource: 'crons.v1.batch', field, builtIn: builtIns[0]?.[field], served: served[field] },
  ]);
});
