import { expect, test } from 'vitest';
import { sourceFiles, textOf } from '../sources.test-support.js';

/** The lines of the sources that match, but for those of the file `except`. */
function linesWith(pattern: RegExp, except: string): string[] {
  return sourceFiles
    .filter((file) => file !== except)
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
}

// A RangeError or SyntaxError that the engine throws is of the realm of the code that runs.
test('built-in types are recognised by util/type-checks.ts alone: instanceof is false for those of another realm', () => {
  const builtIns =
    'Promise|(?:Aggregate)?Error|DOMException|Map|Set|Date|RegExp|URL|Uint8Array|ArrayBuffer|AbortSignal|AbortController';
  expect(
    linesWith(new RegExp(`instanceof (?:${builtIns})\\b`), 'packages/kube-informers/src/util/type-checks.ts'),
  ).toEqual([]);
});
