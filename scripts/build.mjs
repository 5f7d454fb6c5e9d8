// Builds every package into its dist: JavaScript and declarations.
//
//     node scripts/build.mjs [FOLDER]
//
// With FOLDER it writes JavaScript alone, into FOLDER/node_modules, so that programs in FOLDER import that build.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { bundle } from './bundle.mjs';
import { packages, root } from './packages.mjs';

const elsewhere = process.argv[2];

for (const each of packages) {
  const target = elsewhere === undefined ? each.folder : resolve(elsewhere, 'node_modules', each.name);
  rmSync(join(target, 'dist'), { recursive: true, force: true });
  await bundle(each, join(target, 'dist'));
  if (elsewhere !== undefined) {
    mkdirSync(target, { recursive: true });
    copyFileSync(join(each.folder, 'package.json'), join(target, 'package.json'));
  }
}

if (elsewhere === undefined) {
  const types = join(root, 'node_modules/.cache/declarations');
  rmSync(types, { recursive: true, force: true });
  run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', types);
  for (const { folder, entries } of packages) {
    const modules = entries.filter(({ specifier }) => specifier !== undefined);
    if (modules.length === 0) continue;
    const names = modules.map(({ output }) => output.replace('dist/', ''));
    const own = join(types, relative(join(root, 'packages'), folder), 'src');
    run('scripts/bundle-declarations.mjs', own, join(folder, 'dist'), ...names);
  }
}

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
