import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

/**
 * The command line, whose arguments the user has just typed; messages that the embedded server copies from the real one;
 * data of the inspector and of the fault proxy.
 */
const quotesWhole = /^(?:cli|apiserver|inspector|testing\/fault-proxy)\//;

/** Messages of a SelectorError, which shortens and escapes them itself. */
const selectors = /^meta\/(?:field-selector|label-parser|label-requirement|label-selector)\.ts$/;

/** Not messages: JSON that is written, and the form in which an object without secrets is printed. */
const notMessages = /\$\{comma\}|this\.toJSON\(\)/;

async function quotes(quote: RegExp, isExempt: (file: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  for (const file of await readdir(sources, { recursive: true })) {
    if (!file.endsWith('.ts') || /\.(test|test-support)\.ts$/.test(file) || isExempt(file)) continue;
    const text = await readFile(join(sources, file), 'utf8');
    for (const line of text.split('\n'))
      if (quote.test(line) && !notMessages.test(line)) found.push(`${file}: ${line.trim()}`);
  }
  return found;
}

test('messages quote a wrong value by shownValue, which shortens it and escapes control characters', async () => {
  const found = await quotes(/got \$\{(?:JSON\.stringify|String)\(/, (file) =>
    /^cli\/|^apiserver\/patch\//.test(file),
  );
  expect(found).toEqual([]);
});

test('no template quotes an external value with JSON.stringify, which does not shorten it or escape everything', async () => {
  const found = await quotes(
    /\$\{JSON\.stringify\(/,
    (file) => quotesWhole.test(file) || selectors.test(file),
  );
  expect(found).toEqual([]);
});
