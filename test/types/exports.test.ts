import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as clientNode from 'kube-informers/client-node';
import * as cache from 'kube-informers/cache';
import * as compact from 'kube-informers/compact';
import * as controller from 'kube-informers/controller';
import * as inspector from '@kube-informers/inspector';
import * as schema from '@kube-informers/schema';
import * as metrics from 'kube-informers/metrics';
import * as main from 'kube-informers';
import * as rest from 'kube-informers/rest';
import * as sharding from 'kube-informers/sharding';
import * as testing from '@kube-informers/testing';
import * as watch from 'kube-informers/watch';
import * as webhook from 'kube-informers/webhook';

const script = join(resolve(import.meta.dirname, '../..'), 'scripts/api-report.mjs');

test('api/ lists the public surface as it is', () => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}, 120_000);

test('the main entry has at most 95 names at run time', () => {
  expect(Object.keys(main).length).toBeLessThanOrEqual(95);
});

test('each runtime name is exported from one entry', () => {
  const owners = new Map<string, string[]>();
  for (const [entry, exported] of Object.entries({
    main,
    cache,
    rest,
    clientNode,
    compact,
    controller,
    inspector,
    schema,
    metrics,
    sharding,
    watch,
    webhook,
    testing,
  }))
    for (const name of Object.keys(exported)) owners.set(name, [...(owners.get(name) ?? []), entry]);
  // client-node's name, in the entry that stands in for client-node.
  owners.delete('ListWatch');
  expect([...owners].filter(([, each]) => each.length > 1)).toEqual([]);
});
