import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { families } from './families.js';

const file = join(resolve(import.meta.dirname, '../..'), 'docs/metrics.md');

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

test('every metric has a name of its own, by the rules of Prometheus', () => {
  const names = families.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, type, labels } of families) {
    expect(name).toMatch(/^[a-z][a-z_]*$/);
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    expect(new Set(labels).size, name).toBe(labels.length);
    expect(labels, name).not.toContain('le');
  }
});
