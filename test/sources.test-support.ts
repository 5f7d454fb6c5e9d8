import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** The TypeScript files of the packages, as paths from the root. */
export const packageFiles = readdirSync(join(root, 'packages')).flatMap((name) =>
  readdirSync(join(root, 'packages', name, 'src'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted(),
);

/** Those that are built: no tests. */
export const sourceFiles = packageFiles.filter((file) => !/\.(test|test-support)\.ts$/.test(file));

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The API reports of the packages, as paths from the root. */
export const apiReports = readdirSync(join(root, 'packages')).flatMap((name) =>
  existsSync(join(root, 'packages', name, 'api'))
    ? readdirSync(join(root, 'packages', name, 'api')).map((file) => `packages/${name}/api/${file}`)
    : [],
);
