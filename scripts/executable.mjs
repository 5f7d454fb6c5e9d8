// The command as one executable file, with Bun in it, for machines without Node; after `npm run build`:
//
//     npm run executable -- [FILE]     FILE is ./kube-informers by default
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from './packages.mjs';

const bunVersion = '1.4.5';
const platform = process.platform === 'win32' ? 'windows' : process.platform;
const bun = `@oven/bun-${platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`;
const file = resolve(process.argv[2] ?? 'kube-informers');
const folder = mkdtempSync(join(tmpdir(), 'kube-informers-bun-'));
try {
  const npm = platform === 'windows' ? 'npm.cmd' : 'npm';
  const install = ['install', '--no-save', '--ignore-scripts', '--prefix', folder, `${bun}@${bunVersion}`];
  execFileSync(npm, install, { stdio: ['ignore', 'ignore', 'inherit'], shell: platform === 'windows' });
  const binary = join(folder, 'node_modules', bun, 'bin', platform === 'windows' ? 'bun.exe' : 'bun');
  const main = join(root, 'packages/cli/dist/main.js');
  execFileSync(binary, ['build', '--compile', '--minify', main, '--outfile', file], { stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
