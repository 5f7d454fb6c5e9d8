import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Reads the tables of README files in test folders, and checks the tests that they name. */

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** A test that a table names as `[shown](path) \`describe › title\``. */
export interface Reference {
  /** Relative to the folder of the table. */
  readonly path: string;
  readonly title: readonly string[];
}

/** The cells of a table's line; a bar after a backslash is part of a cell. */
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

/** The tests of a cell, separated by `<br>`. */
export function referencesOf(cell: string): Reference[] {
  return cell === '' ? [] : cell.split('<br>').map((text) => referenceOf(text.trim()));
}

/** Whether the source contains the words as one whole string literal, with any quotes. */
function holds(source: string, words: string): boolean {
  return [`'`, `"`, '`'].some((quote) =>
    source.includes(quote + words.replaceAll(quote, `\\${quote}`) + quote),
  );
}

/**
 * What is wrong with a reference from the folder `here`; undefined when it names a test that runs, in a file whose path from
 * the top of the repository matches `files`.
 */
export function faultIn(here: string, files: RegExp, { path, title }: Reference): string | undefined {
  const file = resolve(here, path);
  const shown = relative(root, file);
  if (!files.test(shown)) return `${shown} is not a test file`;
  if (!existsSync(file)) return `${shown} does not exist`;
  const source = readFileSync(file, 'utf8');
  if (/\b(?:test|it|describe)\.(?:skip|todo|only|fails)\b/.test(source)) return `${shown} skips tests`;
  const missing = title.find((part) => !holds(source, part));
  return missing === undefined ? undefined : `${shown} has no test "${missing}"`;
}
