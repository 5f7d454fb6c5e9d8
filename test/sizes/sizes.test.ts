import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { constantsIn, constantsOfSource, root } from './constants.js';
import type { Constant } from './constants.js';
import { noSizes } from './no-sizes.js';
import { beyond } from './thresholds.js';

const characters = new Set(
  'quote backslash slash comma colon openBracket closeBracket openBrace closeBrace tab newline carriageReturn space'.split(
    ' ',
  ),
);

/** Recognised by their names, so that the table need not list them. */
function needsNoEntry({ file, name, value }: Constant): boolean {
  const time = /(Ms|Seconds)$/.test(name);
  const status = name === 'code' && value >= 200 && value < 600;
  const character = characters.has(name) && value < 128;
  // Offsets, codes and flags, which the kernels and their callers share.
  const code = file.endsWith('.as') && name === name.toUpperCase();
  return time || status || character || code;
}

const listed = [...beyond, ...noSizes].flatMap(({ of }) =>
  Object.entries(of).flatMap(([file, values]) =>
    Object.entries(values).map(([name, value]) => ({ file, name, value })),
  ),
);

const line = ({ file, name, value }: Constant): string => `${file}: ${name} = ${value}`;

describe('every named number in the code', () => {
  test('is in thresholds.ts or no-sizes.ts with its value, once, and nothing else is', () => {
    const found = constantsOfSource().filter((constant) => !needsNoEntry(constant));
    expect(found.length).toBeGreaterThan(100);
    expect(listed.map(line).toSorted()).toEqual(found.map(line).toSorted());
  });

  test('is found in every notation', () => {
    const text = [
      'const a = 1_000;',
      'export const b = 64 * 1024;',
      'export const c: u32 = (1 << 22) - 1;',
      'const d = 2 ** 31 - 1;',
      'const e =\n  0.7;',
      'const f = 0x0a;',
      'const g = -(2 ** 31);',
      'const h = 3.4e38;',
      'const i: usize = tableAt + 4;',
      "const j = 'x1';",
      '  const k = 1;',
    ].join('\n');
    const values = [1000, 65_536, 2 ** 22 - 1, 2 ** 31 - 1, 0.7, 10, -(2 ** 31), 3.4e38];
    const expected = values.map((value, at) => ({ file: 'x.ts', name: 'abcdefgh'[at], value }));
    expect(constantsIn('x.ts', text)).toEqual(expected);
  });

  test('is found as a default of an option or a parameter, and as a size that is passed on', () => {
    const text = [
      'const { a = 1_000, other = 1 } = options;',
      'function f(b = 2 ** 4, c: number = 0.5): void {}',
      'new Pool(options.d ?? 64);',
      "const set = positive('e', options.e, 64 * 1024);",
      'request({ maxF: 512 * 1024, port: 80 });',
      'const again = options.d ?? 64;',
      '/** const { g = 5 } = options; */',
      'if (width <= 80 && (x ??= 7)) count += 2;',
    ].join('\n');
    const expected = { a: 1000, b: 16, d: 64, e: 65_536, maxF: 524_288 };
    expect(Object.fromEntries(constantsIn('x.ts', text).map(({ name, value }) => [name, value]))).toEqual(
      expected,
    );
    expect(constantsIn('x.ts', text)).toHaveLength(5);
  });
});

test('every test listed as exceeding a threshold exists', () => {
  const missing = beyond.filter(({ test: [file, title] }) => {
    const path = join(root, file);
    const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return !source.includes(`'${title}'`) && !source.includes(`"${title}"`);
  });
  expect(missing.map((row) => row.test)).toEqual([]);
});
