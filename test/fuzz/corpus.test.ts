import { expect, test } from 'vitest';
import { readCorpus } from './corpus.js';
import { openTarget, targetNames } from './targets/index.js';

test.each(targetNames)('%s: its seeds and what once went wrong', { timeout: 120_000 }, async (name) => {
  const target = await openTarget(name);
  try {
    for (const seed of target.seeds) await target.run(seed);
    for (const { file, bytes } of readCorpus(name)) {
      await expect(
        Promise.resolve(bytes).then((input) => target.run(input)),
        file,
      ).resolves.toBeUndefined();
    }
  } finally {
    await target.close?.();
  }
});
