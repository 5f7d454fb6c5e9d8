import { expect, test } from 'vitest';
import { sourceFiles, textOf } from '../sources.test-support.js';

/**
 * The command line, whose arguments the user has just typed; messages that the embedded server and the schemas copy from the real
 * server; data of the inspector and of the fault proxy.
 */
const quotesWhole =
  /^packages\/(?:cli|inspector|schema\/src\/(?:cel|definitions|structural|values)|testing\/src\/(?:apiserver|fault-proxy))\//;

/** Messages of a SelectorError, which shortens and escapes them itself. */
const selectors = /\/meta\/(?:field-selector|label-parser|label-requirement|label-selector)\.ts$/;

/** Not messages: JSON that is written, and the form in which an object without secrets is printed. */
const notMessages = /\$\{comma\}|this\.toJSON\(\)/;

function quotes(quote: RegExp, isExempt: (file: string) => boolean): string[] {
  const found: string[] = [];
  for (const file of sourceFiles) {
    if (isExempt(file)) continue;
    for (const line of textOf(file).split('\n'))
      if (quote.test(line) && !notMessages.test(line)) found.push(`${file}: ${line.trim()}`);
  }
  return found;
}

test('messages quote a wrong value by shownValue, which shortens it and escapes control characters', () => {
  const found = quotes(/got \$\{(?:JSON\.stringify|String)\(/, (file) =>
    /^packages\/cli\/src\/(?!codegen\/)|\/apiserver\/patch\//.test(file),
  );
  expect(found).toEqual([]);
});

test('no template quotes an external value with JSON.stringify, which does not shorten it or escape everything', () => {
  const found = quotes(/\$\{JSON\.stringify\(/, (file) => quotesWhole.test(file) || selectors.test(file));
  expect(found).toEqual([]);
});
