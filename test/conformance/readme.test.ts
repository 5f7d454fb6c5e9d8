import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sections } from './behaviours.js';
import { cellsOf, faultIn, referencesOf } from './table.js';
import type { Reference } from './table.js';

const here = dirname(fileURLToPath(import.meta.url));

interface Row {
  readonly section: number;
  readonly name: string;
  /** The row of the Go test's table; '' when the line has none. */
  readonly row: string;
  readonly tests: readonly Reference[];
  readonly note: string;
}

function rowOf(section: number, line: string): Row {
  const [label = '', tests = '', note = '', ...rest] = cellsOf(line);
  const match = /^`([^`]+)`(?:: (`+)(.+)\2)?$/.exec(label);
  if (match === null || rest.length > 0)
    throw new Error(
      `section ${section}: expected "| \`name\`: \`row\` | [file](path) \`title\` | note |", got ${line}`,
    );
  return {
    section,
    name: match[1] ?? '',
    row: (match[3] ?? '').trim(),
    tests: referencesOf(tests),
    note,
  };
}

function rowsOf(markdown: string): Row[] {
  return markdown.split(/^## /m).flatMap((part) => {
    const section = Number.parseInt(part, 10);
    const lines = part.split('\n').filter((line) => line.startsWith('|'));
    return lines.slice(2).map((line) => rowOf(section, line));
  });
}

const rows = rowsOf(readFileSync(join(here, 'README.md'), 'utf8'));

function named({ section, name, row }: Pick<Row, 'section' | 'name' | 'row'>): string {
  return row === '' ? `${section} ${name}` : `${section} ${name}: ${row}`;
}

const faultOf = (reference: Reference): string | undefined =>
  faultIn(here, /^(src|test)\/.*\.test\.ts$/, reference);

describe('the conformance table', () => {
  test('has a row for every line that client-go pins', () => {
    const present = new Set(rows.map(named));
    const missing = sections.flatMap(({ number, lines }) =>
      lines
        .flatMap(({ name, rows: own = [''] }) => own.map((row) => ({ section: number, name, row })))
        .map(named)
        .filter((line) => !present.has(line)),
    );
    expect(missing).toEqual([]);
  });

  test('has no row for a line that nobody knows', () => {
    const known = new Set(
      sections.flatMap(({ number, lines }) => lines.map(({ name }) => `${number} ${name}`)),
    );
    expect(rows.filter(({ section, name }) => !known.has(`${section} ${name}`)).map(named)).toEqual([]);
  });

  test('gives a reason where a line has no test', () => {
    expect(rows.filter(({ tests, note }) => tests.length === 0 && note === '').map(named)).toEqual([]);
  });

  test('names only tests that exist and run', () => {
    const wrong = rows.flatMap((row) =>
      row.tests.flatMap((reference) => {
        const fault = faultOf(reference);
        return fault === undefined ? [] : [`${named(row)}: ${fault}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('names every file of this room', () => {
    const named = new Set(rows.flatMap(({ tests }) => tests.map(({ path }) => join(here, path))));
    const files = readdirSync(here, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts') && entry.name !== 'readme.test.ts')
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.filter((file) => !named.has(file)).map((file) => relative(here, file))).toEqual([]);
  });

  test('every section of the list has its table', () => {
    const headings = [...readFileSync(join(here, 'README.md'), 'utf8').matchAll(/^## (\d+)\. (.*)$/gm)];
    expect(headings.map(([, number, title]) => `${number} ${title}`)).toEqual(
      sections.map(({ number, title }) => `${number} ${title}`),
    );
  });
});

describe('what is read of a row', () => {
  test('name, row, tests and note; an escaped bar is a bar', () => {
    const line =
      '| `TestA`: `b c` | [x.test.ts](../x.test.ts) `one › two` <br> [y.test.ts](y.test.ts) `a \\| b` | why |';
    expect(rowOf(4, line)).toEqual({
      section: 4,
      name: 'TestA',
      row: 'b c',
      tests: [
        { path: '../x.test.ts', title: ['one', 'two'] },
        { path: 'y.test.ts', title: ['a | b'] },
      ],
      note: 'why',
    });
  });

  test.each(['| TestA | | why |', '| `TestA` | x.test.ts one | |', '| `TestA` | | why | more |'])(
    'refuses %s',
    (line) => {
      expect(() => rowOf(4, line)).toThrow(/expected/);
    },
  );

  test.each([
    [{ path: 'no-such.test.ts', title: ['x'] }, 'test/conformance/no-such.test.ts does not exist'],
    [{ path: 'behaviours.ts', title: ['x'] }, 'test/conformance/behaviours.ts is no test file'],
    [
      { path: '../architecture/names.test.ts', title: ['the table'] },
      'test/architecture/names.test.ts has no test "the table"',
    ],
    [{ path: '../architecture/names.test.ts', title: ['the table of names has rows'] }, undefined],
  ])('%j: %s', (reference, fault) => {
    expect(faultOf(reference)).toBe(fault);
  });
});
