// Deletes the declarations in dist that no public entry leads to: those of the insides, which most of the files are.
import { readFileSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const entries = Object.values(exports).flatMap(({ types }) => (types ? [types.replace('./dist/', '')] : []));

const needed = new Set();
const waiting = entries.map((entry) => join(dist, entry));
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (needed.has(file)) continue;
  needed.add(file);
  for (const [, target] of readFileSync(file, 'utf8').matchAll(
    /(?:\bfrom |\bimport\(|\bimport )['"](\.[^'"]+)\.js['"]/g,
  ))
    waiting.push(`${resolve(dirname(file), target)}.d.ts`);
}

for (const entry of readdirSync(dist, { withFileTypes: true, recursive: true })) {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && file.endsWith('.d.ts') && !needed.has(file)) rmSync(file);
}
const folders = readdirSync(dist, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join(entry.parentPath, entry.name));
// The longest path first: a folder within another empties before it.
for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
