import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How the tables of README files in the rooms of tests are read, and held to the tests that they name. */

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** A test that a table names: `[shown](path) \`describe › title\``. */
export interface Reference {
  /** From the folder of the table. */
  readonly path: string;
  readonly title: readonly string[];
}

/** Cells are parted by bars that no backslash goes before. */
export function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function referenceOf(text: string): Reference {
  const match = /^\[[^\]]+\]\(([^)]+)\)\s+(`+)(.+)\2$/.exec(text);
  if (match === null) throw new Error(`expected "[file](path) \`title\`", got "${text}"`);
  return { path: match[1] ?? '', title: (match[3] ?? '').trim().split(' › ') };
}

/** The tests of a cell, parted by `<br>`. */
export function referencesOf(cell: string): Reference[] {
  return cell === '' ? [] : cell.split('<br>').map((text) => referenceOf(text.trim()));
}

/** Whether the words stand in the source as one whole string, whatever its quotes. */
function holds(source: string, words: string): boolean {
  return [`'`, `"`, '`'].some((quote) =>
    source.includes(quote + words.replaceAll(quote, `\\${quote}`) + quote),
  );
}

/**
 * What is wrong with a reference in a table of the folder `here`; undefined when it names a test that runs, in a file whose
 * path from the top of the repository is as `files` has it.
 */
export function faultIn(here: string, files: RegExp, { path, title }: Reference): string | undefined {
  const file = resolve(here, path);
  const shown = relative(root, file);
  if (!files.test(shown)) return `${shown} is no test file`;
  if (!existsSync(file)) return `${shown} does not exist`;
  const source = readFileSync(file, 'utf8');
  if (/\b(?:test|it|describe)\.(?:skip|todo|only|fails)\b/.test(source)) return `${shown} skips tests`;
  const missing = title.find((part) => !holds(source, part));
  return missing === undefined ? undefined : `${shown} has no test "${missing}"`;
}
