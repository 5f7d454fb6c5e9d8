// The packages of this workspace and their entries, as their package.json files say.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** In the order in which they depend on each other. */
export const packages = ['kube-informers', 'schema', 'testing', 'inspector', 'cli'].map((name) => {
  const folder = join(root, 'packages', name);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name: manifest.name, folder, manifest, entries: entriesOf(folder, manifest) };
});

/**
 * What a package exports, and the command that it has: `specifier` is what a program imports, `output` the file in the
 * package without its extension, such as `dist/cache/index`, and `source` the file that it is built from.
 */
function entriesOf(folder, { name, exports, bin = {} }) {
  const modules = Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([path, target]) => ({ specifier: path.replace('.', name), file: target.default }));
  const commands = Object.values(bin).map((file) => ({ specifier: undefined, file }));
  return [...modules, ...commands].map(({ specifier, file }) => {
    const output = file.replace(/^\.\//, '').replace(/\.js$/, '');
    return { specifier, output, source: join(folder, output.replace('dist/', 'src/') + '.ts') };
  });
}

/** For vitest: the names of the packages mean their sources, so nothing has to be built before it is tested. */
export const sourceAliases = packages.flatMap(({ entries }) =>
  entries
    .filter(({ specifier }) => specifier !== undefined)
    .map(({ specifier, source }) => ({ find: new RegExp(`^${specifier}$`), replacement: source })),
);
