import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
// The file's own fields; nothing else is read of them.
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
};

test('the program that connects to the reader’s cluster is examples/twenty-lines.ts, to the letter', () => {
  const shown = /this is `examples\/twenty-lines\.ts`:\n\n```ts\n([\s\S]*?)```\n/.exec(readme)?.[1];
  expect(shown).toBe(readFileSync(join(root, 'examples/twenty-lines.ts'), 'utf8'));
});

test('that program is about twenty lines', () => {
  const lines = readFileSync(join(root, 'examples/twenty-lines.ts'), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(24);
});

test('every npm script that README names exists', () => {
  const named = [...readme.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  expect(named).toEqual(expect.arrayContaining(['start', 'test', 'examples', 'test:integration']));
  for (const script of named) expect(Object.keys(manifest.scripts)).toContain(script);
});

test('every command and entry of the package that README names exists', () => {
  const commands = [...readme.matchAll(/^(?:npx|node) ([\w./-]+) (\w+)/gm)];
  expect(commands.length).toBeGreaterThan(0);
  const main = readFileSync(join(root, 'src/cli/run.ts'), 'utf8');
  for (const [, bin = '', command = ''] of commands) {
    // The installed name, or the file that it stands for.
    const names = Object.entries(manifest.bin).flatMap(([name, file]) => [name, file.replace(/^\.\//, '')]);
    expect(names).toContain(bin);
    expect(main).toContain(`.command('${command}`);
  }
  const entries = [...readme.matchAll(/`kube-informers\/(\w+)`/g)];
  expect(entries.length).toBeGreaterThan(0);
  for (const [, entry = ''] of entries) expect(Object.keys(manifest.exports)).toContain(`./${entry}`);
});
