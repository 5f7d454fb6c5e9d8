import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { families } from './families.js';

const file = join(resolve(import.meta.dirname, '../../../..'), 'docs/metrics.md');

test('docs/metrics.md lists every metric with its labels and meaning', async () => {
  const rows = families.map(
    ({ name, type, labels, help }) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
  );
  const table = ['| name | type | labels | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const page = readFileSync(file, 'utf8').replace(
    /(<!-- Written by [^\n]* -->\n)[^]*(\n<!-- end of the table -->)/,
    (_all, begin: string, end: string) => `${begin}\n<!-- prettier-ignore -->\n${table}\n${end}`,
  );
  expect(page).toContain(table);
  await expect(page).toMatchFileSnapshot(file);
});

test('every metric has a unique name, by the rules of Prometheus', () => {
  const names = families.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, type, labels } of families) {
    expect(name).toMatch(/^[a-z][a-z_]*$/);
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    expect(new Set(labels).size, name).toBe(labels.length);
    expect(labels, name).not.toContain('le');
  }
});

// k8s.io/component-base/metrics/prometheus/restclient/metrics.go: all that it defines, with their labels.
test.each<[name: string, ...labels: string[]]>([
  ['rest_client_request_duration_seconds', 'verb', 'host'],
  ['rest_client_dns_resolution_duration_seconds', 'host'],
  ['rest_client_request_size_bytes', 'verb', 'host'],
  ['rest_client_response_size_bytes', 'verb', 'host'],
  ['rest_client_rate_limiter_duration_seconds', 'verb', 'host'],
  ['rest_client_requests_total', 'code', 'method', 'host'],
  ['rest_client_request_retries_total', 'code', 'verb', 'host'],
  ['rest_client_exec_plugin_ttl_seconds'],
  ['rest_client_exec_plugin_certificate_rotation_age'],
  ['rest_client_exec_plugin_call_total', 'code', 'call_status'],
  ['rest_client_exec_plugin_policy_call_total', 'allowed', 'denied'],
])("client-go's %s is here with its labels, or the page lists it as missing", (name, ...labels) => {
  const here = families.find((family) => family.name === name);
  if (here !== undefined) expect(here.labels.toSorted()).toEqual(labels.toSorted());
  else expect(readFileSync(file, 'utf8').split('<!-- Written by')[0]).toContain(`\`${name}\``);
});

test('every rest_client metric is one of client-go', () => {
  expect(families.map(({ name }) => name).filter((name) => name.startsWith('rest_client_'))).toEqual([
    'rest_client_requests_total',
    'rest_client_request_retries_total',
    'rest_client_request_duration_seconds',
    'rest_client_rate_limiter_duration_seconds',
    'rest_client_exec_plugin_call_total',
  ]);
});
