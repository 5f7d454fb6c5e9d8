import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cellsOf, faultIn, referencesOf } from '../conformance/table.js';

const here = dirname(fileURLToPath(import.meta.url));
const read = (name: string): string => readFileSync(join(here, name), 'utf8');
const table = read('README.md');

const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (what|-+) /.test(line))
  .map((line) => {
    const [what = '', tests = '', note = '', ...rest] = cellsOf(line);
    if (what === '' || rest.length > 0) throw new Error(`expected "| what | tests | note |", got ${line}`);
    return { what, tests: referencesOf(tests), note };
  });

const files = readdirSync(here).filter((name) => name.endsWith('.ts'));

/** The names that a file exports as functions which declare tests: `listContract`, `shardingSuite`. */
function declared(ending: 'Contract' | 'Suite'): string[] {
  return files.flatMap((name) =>
    [...read(name).matchAll(/^export function (\w+)\(/gm)].flatMap(([, found = '']) =>
      found.endsWith(ending) ? [found] : [],
    ),
  );
}

describe('the table of the contract', () => {
  test('has a row for each refusal that clients must know', () => {
    const refusals = rows
      .map(({ what }) => /^(4\d\d)\b/.exec(what)?.[1])
      .filter((code) => code !== undefined);
    const wanted = ['400', '401', '403', '404', '405', '406', '409', '410', '413', '415', '422', '429'];
    expect(refusals).toEqual(wanted);
  });

  test('has no duplicate row', () => {
    const all = rows.map(({ what }) => what);
    expect(all).toEqual([...new Set(all)]);
    expect(rows.length).toBeGreaterThan(70);
  });

  test('gives a reason where there is no test', () => {
    expect(rows.filter(({ tests, note }) => tests.length === 0 && note === '')).toEqual([]);
  });

  test('names only tests that exist and run', () => {
    const wrong = rows.flatMap(({ what, tests }) =>
      tests.flatMap((reference) => {
        const fault = faultIn(
          here,
          /^(test\/contract\/[\w-]+(\.test)?|src\/apiserver\/.*\.test)\.ts$/,
          reference,
        );
        return fault === undefined ? [] : [`${what}: ${fault}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('names every test of this folder', () => {
    const named = new Set(
      rows.flatMap(({ tests }) => tests.map(({ path, title }) => `${path} ${title.at(-1) ?? ''}`)),
    );
    const missing = files
      .filter((name) => name !== 'readme.test.ts')
      .flatMap((name) =>
        [...read(name).matchAll(/^ +(?:test(?:\.each\(.*\))?|\]\))\(\s*(['"`])(.*?)\1,/gm)].flatMap(
          ([, , title = '']) => (named.has(`${name} ${title}`) ? [] : [`${name}: ${title}`]),
        ),
      );
    expect(missing).toEqual([]);
  });
});

describe('every part of the contract is run', () => {
  test('by the common suite', () => {
    const suites = files.filter((name) => !name.endsWith('.test.ts')).map(read);
    const used = (name: string): boolean => suites.some((source) => source.includes(`${name}(use)`));
    expect(declared('Contract').length).toBeGreaterThan(15);
    expect(declared('Contract').filter((name) => !used(name))).toEqual([]);
  });

  test.each([
    ['the embedded one', ['embedded.test.ts', 'kubectl.test.ts', 'clients.test.ts']],
    ['a real one', ['../integration/contract.integration.test.ts']],
  ])('by both servers: %s', (_server, names) => {
    const source = names.map(read).join('\n');
    expect(declared('Suite').length).toBeGreaterThan(6);
    expect(declared('Suite').filter((suite) => !source.includes(`${suite}('`))).toEqual([]);
  });
});
