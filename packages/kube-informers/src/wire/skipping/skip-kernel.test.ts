import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernelBytes } from './kernel-bytes.js';
import { SkipKernel } from './skip-kernel.js';

const build = (await import('../../../../../scripts/build-kernel.mjs' as string)) as {
  readonly kernels: readonly string[];
  compileKernel(kernel: string): Promise<Buffer>;
};

const kernel = SkipKernel.load();

function loaded(text: string, start = 0, end?: number): SkipKernel {
  const bytes = Buffer.from(text);
  if (kernel?.take(bytes, start, end ?? bytes.length) !== true) throw new Error('no kernel');
  return kernel;
}

test('the bytes are compiled from the sources', async () => {
  const folder = build.kernels.find((path) => path.endsWith('wire/skipping'));
  const compiled = await build.compileKernel(folder ?? '');
  expect(inflateRawSync(Buffer.from(kernelBytes, 'base64')).equals(compiled)).toBe(true);
});

test('skips any object or list, wherever it begins, and none that is cut off', () => {
  const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(value, fc.nat(40), fc.constantFrom('', ',1', '}', '"]}'), (json, before, after) => {
      const text = JSON.stringify(json);
      const length = Buffer.byteLength(text);
      expect(loaded(`${' '.repeat(before)}${text}${after}`, before).skip(before)).toBe(before + length);
      for (let end = 1; end < length; end++) expect(loaded(text + after, 0, end).skip(0)).toBe(-1);
    }),
    { seed: 20_261_127, numRuns: 100 },
  );
});

test('refuses a text longer than 512 KiB', () => {
  expect(kernel?.take(Buffer.alloc(512 * 1024 + 1), 0, 512 * 1024 + 1)).toBe(false);
});
