import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as apiserver from '../../src/apiserver/index.js';
import * as cache from '../../src/cache/index.js';
import * as controller from '../../src/controller/index.js';
import * as inspector from '../../src/inspector/index.js';
import * as metrics from '../../src/metrics/index.js';
import * as main from '../../src/index.js';
import * as rest from '../../src/rest/index.js';
import * as testing from '../../src/testing/index.js';

const script = join(resolve(import.meta.dirname, '../..'), 'scripts/api-report.mjs');

test('api/ lists the public surface as it is, and every type that it mentions can be imported', () => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}, 120_000);

test('the main entry has at most 160 names at run time', () => {
  expect(Object.keys(main).length).toBeLessThanOrEqual(160);
});

test('each runtime name is exported from one entry', () => {
  const owners = new Map<string, string[]>();
  for (const [entry, exported] of Object.entries({
    main,
    cache,
    rest,
    controller,
    inspector,
    metrics,
    apiserver,
    testing,
  }))
    for (const name of Object.keys(exported)) owners.set(name, [...(owners.get(name) ?? []), entry]);
  // As in Go, where cache.Controller and controller-runtime's controller.Controller are different types.
  owners.delete('Controller');
  expect([...owners].filter(([, each]) => each.length > 1)).toEqual([]);
});
