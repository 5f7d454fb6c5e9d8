import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultIn } from './table.js';

const here = import.meta.dirname;

/**
 * The behaviours that client-go's own tests pin: section → Go test → rows of its table, where each has a line of its own.
 * Names are those of the Go tests of kubernetes/client-go 32ce75a7d and kubernetes/apimachinery eed236ce; a behaviour that Go
 * spreads over many tests has a short description instead. Sections above 100 are about controllers, with tests of
 * kubernetes-sigs/controller-runtime 86a0d40e as well; section 122 has those of kube-rs, JOSDK and kopf. A name that begins
 * with "fact: " is a behaviour of the source that no test there pins.
 */
interface Section {
  readonly number: number;
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly rows?: readonly string[] }[];
}

/** A behaviour that client-go's tests pin, the tests here that cover it, and how this library differs. */
interface Row {
  readonly section: number;
  readonly name: string;
  /** The row of the Go test's table; absent when the test has none. */
  readonly row?: string;
  /** `path › describe › title`, with the path relative to this folder. */
  readonly tests: readonly string[];
  readonly note?: string;
}

const factPrefix = 'fact: ';

const read = (name: string): unknown => JSON.parse(readFileSync(join(here, name), 'utf8'));
// The tests below check the content of both.
const sections = read('behaviours.json') as readonly Section[];
const rows = read('coverage.json') as readonly Row[];

function named({ section, name, row }: Pick<Row, 'section' | 'name' | 'row'>): string {
  return row === undefined ? `${section} ${name}` : `${section} ${name}: ${row}`;
}

function faultOf(reference: string): string | undefined {
  const [path = '', ...title] = reference.split(' › ');
  return faultIn(here, /^(src|test)\/.*\.test\.ts$/, { path, title });
}

describe('behaviours.json', () => {
  test('has every section', () => {
    const controllers = Array.from({ length: 22 }, (_, index) => 101 + index);
    expect(sections.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13].concat(controllers),
    );
  });

  test('has the facts of every section about controllers', () => {
    // What is known of these comes from tests alone.
    const without = new Set([108, 118, 122]);
    const missing = sections
      .filter(({ number, lines }) => number > 100 && !lines.some(({ name }) => name.startsWith(factPrefix)))
      .map(({ number }) => number);
    expect(new Set(missing)).toEqual(without);
  });
});

describe('coverage.json', () => {
  test('has exactly one row for every behaviour that client-go pins', () => {
    const wanted = sections.flatMap(({ number, lines }) =>
      lines.flatMap(({ name, rows: own = [undefined] }) =>
        own.map((row) => named({ section: number, name, ...(row === undefined ? {} : { row }) })),
      ),
    );
    const present = rows.map(named);
    expect(wanted.filter((line) => !present.includes(line))).toEqual([]);
    expect(present).toEqual([...new Set(present)]);
  });

  test('has no row for an unknown Go test', () => {
    const known = new Set(
      sections.flatMap(({ number, lines }) => lines.map(({ name }) => `${number} ${name}`)),
    );
    expect(rows.filter(({ section, name }) => !known.has(`${section} ${name}`)).map(named)).toEqual([]);
  });

  test('gives a reason where a behaviour has no test', () => {
    expect(rows.filter(({ tests, note = '' }) => tests.length === 0 && note.length < 20).map(named)).toEqual(
      [],
    );
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

  test('names every test file of this folder', () => {
    const paths = new Set(rows.flatMap(({ tests }) => tests.map((reference) => reference.split(' › ')[0])));
    const files = readdirSync(here, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts') && entry.name !== 'readme.test.ts')
      .map((entry) => relative(here, join(entry.parentPath, entry.name)));
    expect(files.filter((file) => !paths.has(file))).toEqual([]);
  });

  test.each([
    ['no-such.test.ts › x', 'test/conformance/no-such.test.ts does not exist'],
    ['table.ts › x', 'test/conformance/table.ts is not a test file'],
    ['../architecture/names.test.ts › the table', 'test/architecture/names.test.ts has no test "the table"'],
    ['../architecture/names.test.ts › the table of names has rows', undefined],
  ])('the reference "%s": %s', (reference, fault) => {
    expect(faultOf(reference)).toBe(fault);
  });
});

/** README.md: how much of each Go file is covered, and every difference. */
function page(): string {
  const facts = rows.filter(({ name }) => name.startsWith(factPrefix)).length;
  const summary = sections.map(({ number, title }) => {
    const own = rows.filter(({ section }) => section === number);
    const tests = new Set(own.flatMap((row) => row.tests));
    return `- **${number}. ${title}**: ${own.length} behaviours, ${tests.size} tests`;
  });
  const notes = [...new Set(rows.flatMap(({ note }) => note ?? []))].map((note) => {
    const of = rows.filter((row) => row.note === note);
    return `- ${[...new Set(of.map(({ name }) => `\`${name}\``))].join(', ')}: ${note}`;
  });
  return `# Conformance with client-go

<!-- Written by npx vitest run test/conformance/readme.test.ts --update from behaviours.json and coverage.json. -->

This folder tests that the library behaves as client-go does, and its controllers as those of controller-runtime.
\`behaviours.json\` lists ${rows.length - facts} behaviours that their own tests pin, with some of kube-rs, JOSDK and kopf, and ${facts}
facts that no test there pins. \`coverage.json\` links each to the tests that cover it here, or gives the reason if no test does.
Find the test of a behaviour by the name of its Go test:

\`\`\`sh
grep TestReflectorFullListIfExpired test/conformance/coverage.json
npx vitest run test/conformance/reflector
\`\`\`

\`readme.test.ts\` fails when a behaviour has no line in \`coverage.json\`, when a line names a test that does not exist or is
skipped, and when a line has neither a test nor a reason.

${summary.join('\n')}

## Differences and remarks

${notes.join('\n')}
`;
}

test('README.md is the page of these lists', async () => {
  await expect(page()).toMatchFileSnapshot('README.md');
});
