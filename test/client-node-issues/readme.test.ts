import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const here = dirname(fileURLToPath(import.meta.url));

/** The rows of README.md that begin with an item's number: item, issues, and the tests named. */
const rows = [
  ...readFileSync(join(here, 'README.md'), 'utf8').matchAll(/^\| (\d+) +\|([^|]*)\|[^|]*\|(.*)\|$/gm),
].map(([, item, issues = '', tests = '']) => ({
  item: Number(item),
  issues: [...issues.matchAll(/#\d+/g)].map(String),
  tests: [...tests.matchAll(/\[\w+\]\((\w+\.test\.ts)\) `([^`]+)`/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  })),
  text: tests.trim(),
}));

/** Every test of this folder that is named after an issue, with its file. */
const named = readdirSync(here)
  .filter((file) => file.endsWith('.test.ts') && file !== 'readme.test.ts')
  .flatMap((file) =>
    [...readFileSync(join(here, file), 'utf8').matchAll(/'(client-node #\d+: [^'\n]+)'/g)].map(
      ([, title = '']) => ({
        file,
        title,
      }),
    ),
  );

test('every item of the list, 1 to 30, has a row', () => {
  expect(rows.map(({ item }) => item)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});

test('every test that a row names exists, and every test is named by a row', () => {
  const inRows = rows.flatMap(({ tests }) => tests.map(({ file, title }) => `${file} ${title}`));
  expect(inRows.length).toBeGreaterThan(35);
  expect(inRows.toSorted((a, b) => a.localeCompare(b))).toEqual(
    named.map(({ file, title }) => `${file} ${title}`).toSorted((a, b) => a.localeCompare(b)),
  );
});

test('every issue of a row has a test that carries its number, or the row explains why there is no test', () => {
  for (const { item, issues, tests, text } of rows) {
    if (tests.length === 0) {
      expect(text.length, `row ${item}`).toBeGreaterThan(40);
      continue;
    }
    // A pull request in the row of an issue needs no test of its own.
    const missing = issues.filter((issue) => !tests.some(({ title }) => title.includes(`${issue}:`)));
    expect(missing, `row ${item}`).toEqual(issues.includes('#505') ? ['#505'] : []);
  }
});
