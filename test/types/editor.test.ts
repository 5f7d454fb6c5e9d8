import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('an editor offers the fields of an object in fields and exclude, and shows what is kept', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'editor.mjs'), join(import.meta.dirname, 'editor-program.ts')],
    { encoding: 'utf8' },
  );
  expect(stdout + stderr).toBe('');
});
