import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts'));

/** The names that a file exports as functions which declare tests: `listContract`, `shardingSuite`. */
function declared(ending: 'Contract' | 'Suite'): string[] {
  return files.flatMap((name) =>
    [...read(name).matchAll(/^export function (\w+)\(/gm)].flatMap(([, found = '']) =>
      found.endsWith(ending) ? [found] : [],
    ),
  );
}

describe('every part of the contract is run', () => {
  test('by the common suite', () => {
    const suites = files.filter((name) => !name.endsWith('.test.ts')).map(read);
    const used = (name: string): boolean => suites.some((source) => source.includes(`${name}(use)`));
    expect(declared('Contract').length).toBeGreaterThan(15);
    expect(declared('Contract').filter((name) => !used(name))).toEqual([]);
  });

  test.each([
    ['the embedded one', '.'],
    ['a real one', '../integration'],
  ])('by both servers: %s', (_server, folder) => {
    const tests = readdirSync(join(import.meta.dirname, folder)).filter((name) => name.endsWith('.test.ts'));
    const source = tests.map((name) => read(join(folder, name))).join('\n');
    expect(declared('Suite').length).toBeGreaterThan(6);
    const run = (suite: string): boolean => new RegExp(`^ *${suite}\\(\\s*'`, 'm').test(source);
    expect(declared('Suite').filter((suite) => !run(suite))).toEqual([]);
  });
});
