import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

/** Messages of the command line, and those that the embedded server copies from the real one. */
const quotesWhole = /^cli\/|^apiserver\/patch\//;

test('messages quote a wrong value by shownValue, which shortens it and escapes control characters', async () => {
  const found: string[] = [];
  for (const file of await readdir(sources, { recursive: true })) {
    if (!file.endsWith('.ts') || /\.(test|test-support)\.ts$/.test(file) || quotesWhole.test(file)) continue;
    const text = await readFile(join(sources, file), 'utf8');
    for (const [quote] of text.matchAll(/got \$\{(?:JSON\.stringify|String)\(.*/g))
      found.push(`${file}: ${quote}`);
  }
  expect(found).toEqual([]);
});
