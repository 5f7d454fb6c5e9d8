import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** The rows `| client-go | \`name here\` | \`file\` |` of ARCHITECTURE.md. */
const rows = [...text.matchAll(/^\|[^|]+\| `([A-Za-z]+)` *\| `(src\/[^`]+\.ts)` *\|$/gm)].map((match) => ({
  name: match[1] ?? '',
  file: match[2] ?? '',
}));

test('the table of names has rows', () => {
  expect(rows.length).toBeGreaterThan(40);
});

test.each(rows)('$name is exported by $file', ({ name, file }) => {
  expect(existsSync(join(root, file))).toBe(true);
  const source = readFileSync(join(root, file), 'utf8');
  expect(source).toMatch(
    new RegExp(`export (abstract |async )?(class|function|const|interface|type) ${name}\\b`),
  );
});
