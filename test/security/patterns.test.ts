import { describe, expect, test } from 'vitest';
import { someOf } from '../nightly.test-support.js';
import { root, sourceFiles } from '../sources.test-support.js';
import {
  hardText,
  hardTexts,
  patternsIn,
  searching,
  slowest,
  worseThanLinear,
} from './patterns.test-support.js';
import type { SourcePattern } from './patterns.test-support.js';

const literals = patternsIn(root, sourceFiles);

// A few repeats, for patterns that take exponential time; then enough to detect quadratic time.
const lengths = [24, 2048, 8192];
const megabyte = 1024 * 1024;

function named({ source, flags }: Omit<SourcePattern, 'file'>): string {
  return `/${source}/${flags}`;
}

const distinct = [...new Map(literals.map((pattern) => [named(pattern), pattern])).values()];

describe('the regular expressions of src', () => {
  test('are found', () => {
    expect(sourceFiles.length).toBeGreaterThan(200);
    expect(distinct.length).toBeGreaterThan(150);
  });

  test.each(distinct.map((pattern, row) => [named(pattern), pattern, row] as const))(
    '%s takes linear time',
    { timeout: 180_000 },
    (_name, pattern, row) => {
      const texts = someOf(hardTexts(pattern), row, 4);
      const search = searching(pattern);
      expect({ file: pattern.file, worst: worseThanLinear(search, texts, lengths) }).toEqual({
        file: pattern.file,
        worst: undefined,
      });
      const worst = slowest(search, texts, 2048);
      if (worst !== undefined) search(hardText(worst, megabyte));
    },
  );
});

describe('the search for worst-case inputs', () => {
  // Patterns that were once in src, and one from the textbooks.
  test.each([
    String.raw`/\/+$/`,
    String.raw`/\/\/.*@|^(?!\w+:\/\/).*@/s`,
    String.raw`/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g`,
    String.raw`/<title[^>]*>([^<]*)/i`,
    String.raw`/\s*[\r\n]+\s*/g`,
    String.raw`/\.(?![^[]*\])/`,
    String.raw`/(\d+) bytes$/`,
    String.raw`/^(a+)+$/`,
    String.raw`/^(?:a|a)*b$/`,
    String.raw`/x.*y.*z/`,
  ])('finds one for %s', { timeout: 180_000 }, (text) => {
    const end = text.lastIndexOf('/');
    const pattern = { file: '', source: text.slice(1, end), flags: text.slice(end + 1) };
    // The longest, because a fast machine takes less than the shortest time that counts for the others.
    expect(worseThanLinear(searching(pattern), hardTexts(pattern), [...lengths, 32_768])).toBeDefined();
  });
});
