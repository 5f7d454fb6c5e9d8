import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const sources = readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })
  .filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts') && !/\.(test|test-support)\.ts$/.test(entry.name),
  )
  .map((entry) => join(entry.parentPath, entry.name));

/** The lines of the sources that match, but for those of the file `except`. */
function linesWith(pattern: RegExp, except: string): string[] {
  return sources.flatMap((file) => {
    const name = relative(root, file);
    if (name === except) return [];
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => pattern.test(line)).map((line) => `${name}: ${line.trim()}`);
  });
}

// A RangeError or SyntaxError that the engine throws is of the realm of the code that runs.
test('built-in types are recognised by src/util/realm.ts alone: instanceof is false for those of another realm', () => {
  const builtIns =
    'Promise|(?:Aggregate)?Error|DOMException|Map|Set|Date|RegExp|URL|Uint8Array|ArrayBuffer|AbortSignal|AbortController';
  expect(linesWith(new RegExp(`instanceof (?:${builtIns})\\b`), 'src/util/realm.ts')).toEqual([]);
});
