import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { worstHealth } from '../../packages/kube-informers/src/cache/reflector/reflector-status.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Every document of the repository. */
function documentsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(\..*|node_modules|dist|api)$/.test(entry.name) ? [] : documentsIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** The text without inline code, which contains no links. */
const prose = (text: string): string => text.replaceAll(/`[^`\n]*`/g, '');

const documents = documentsIn(root).map((path) => ({
  path: relative(root, path),
  folder: dirname(path),
  text: readFileSync(path, 'utf8'),
}));

function scriptsOf(folder: string): readonly string[] {
  // A package's own.
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    scripts: object;
  };
  return Object.keys(manifest.scripts);
}

test('every link in a document leads to a file', () => {
  const links = documents.flatMap(({ path, folder, text }) =>
    [...prose(text).matchAll(/\]\(([^)\s#]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target))
      .map((target) => ({ path, target, there: existsSync(join(folder, target)) })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ there }) => !there)).toEqual([]);
});

test('the table of health has each of its members, and metrics that exist', () => {
  const text = readFileSync(join(root, 'docs/health.md'), 'utf8');
  const table = text.slice(
    text.indexOf('## Members of health'),
    text.indexOf('## What the informer is doing'),
  );
  const rows = Array.from(table.matchAll(/^\| `(\w+)`.*\| (?:`(\w+)`)? +\|$/gm), ([, member, metric]) => ({
    member,
    metric,
  }));
  const versions = { serverResourceVersion: '', resourceVersion: '', hasSynced: false };
  expect(new Set(rows.map(({ member }) => member))).toEqual(new Set(Object.keys(worstHealth([], versions))));
  const metrics = readFileSync(join(root, 'docs/metrics.md'), 'utf8');
  for (const { metric } of rows) if (metric !== undefined) expect(metrics).toContain(`\`${metric}\``);
});

test('every file of the repository that a document names exists', () => {
  const files = documents.flatMap(({ path, folder, text }) =>
    [...text.matchAll(/`((?:\.ci|bench|docs|examples|packages|scripts|test)\/[\w./-]*)`/g)].map(
      ([, file = '']) => ({ path, file, there: [root, folder].some((from) => existsSync(join(from, file))) }),
    ),
  );
  expect(files.length).toBeGreaterThan(50);
  // What is built is in no clone.
  const kept = files.filter(({ file }) => !file.split('/').includes('dist'));
  expect(kept.filter(({ there }) => !there)).toEqual([]);
});

test('every npm script that a document names exists', () => {
  const known = { '': scriptsOf(''), bench: scriptsOf('bench') };
  const scripts = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run (--prefix bench )?([\w:]+)/g)].map(([, prefix, script = '']) => ({
      path,
      script,
      there: known[prefix === undefined ? '' : 'bench'].includes(script),
    })),
  );
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter(({ there }) => !there)).toEqual([]);
});
