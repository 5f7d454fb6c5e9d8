import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFiles, root, sourceFiles, textOf } from '../sources.test-support.js';

/** Codes of Node and OpenSSL that the sources read but do not throw. */
const notOurs =
  /^ERR_(SSL|STREAM)_|^ERR_(TLS_CERT_ALTNAME_INVALID|MODULE_NOT_FOUND|PACKAGE_PATH_NOT_EXPORTED)$/;

/** Has the type of the codes, which a test writes. */
const typeFile = 'packages/kube-informers/src/util/error-code.ts';

/** Every code in the sources, with its files. */
function codesInSource(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of sourceFiles) {
    if (file === typeFile) continue;
    const text = textOf(file);
    // A code that is thrown is a string of its own; in comments codes are in backticks.
    for (const [, code = ''] of text.matchAll(/'(ERR_[A-Z_]+)'/g)) {
      if (notOurs.test(code)) continue;
      found.set(code, [...(found.get(code) ?? []), file]);
    }
  }
  return found;
}

/** The rows of docs/error-codes.md that begin with a code, or with this word. */
async function rows(heading = '`ERR_'): Promise<string[][]> {
  const text = await readFile(join(root, 'docs/error-codes.md'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `ERR_') || line.startsWith(`| ${heading}`))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

test('docs/error-codes.md lists exactly the codes in the sources, once each', async () => {
  const documented = (await rows()).map(([code = '']) => code.replaceAll('`', ''));
  expect(documented.toSorted()).toEqual([...codesInSource().keys()].toSorted());
});

test('an editor offers exactly the documented codes', async () => {
  // Those of schemas have a type of their own, because that package knows nothing of the others.
  const documented = (await rows()).filter((row) => !row.includes('`SchemaError`'));
  const codes = new Set(documented.map(([code = '']) => code.replaceAll('`', '')));
  const members = [...codes].toSorted().map((code) => `  | '${code}'\n`);
  const type = textOf(typeFile).replace(/(?: {2}\| 'ERR_[A-Z_]+'\n)+/, members.join(''));
  expect(type).toContain(members.join(''));
  await expect(type).toMatchFileSnapshot(join(root, typeFile));
});

test('every row of docs/error-codes.md explains what the code means and what to do', async () => {
  let columns = 0;
  for (const row of await rows('code')) {
    if (row[0] === 'code') columns = row.length;
    expect(row, `as many cells as its table has columns: ${row.join(' | ')}`).toHaveLength(columns);
    expect(
      row.every((cell) => cell.length > 2),
      row.join(' | '),
    ).toBe(true);
  }
});

test('every code in a comment of the sources is also used', async () => {
  const given = new Set(codesInSource().keys());
  for (const file of packageFiles) {
    for (const [, code = ''] of textOf(file).matchAll(/`(ERR_[A-Z_]+)`/g)) {
      expect(given.has(code), `${file} mentions ${code}, which no file uses`).toBe(true);
    }
  }
});
