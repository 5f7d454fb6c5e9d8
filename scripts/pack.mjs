// Packs every package as it is published, after `npm run build`, and prints the sizes:
//
//     node scripts/pack.mjs FOLDER
//
// A tarball has the licence, and a README: the library the one of this repository, with the guide that it links to. Once a package.json
// has a "repository", its links and pictures lead there: npm would look for them in the folder of the package.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packages, root } from './packages.mjs';

const target = resolve(process.argv[2]);
mkdirSync(target, { recursive: true });
for (const { name, folder, manifest } of packages) {
  const stage = mkdtempSync(join(tmpdir(), 'kube-informers-pack-'));
  const isLibrary = name === 'kube-informers';
  for (const each of ['package.json', 'dist'])
    cpSync(join(folder, each), join(stage, each), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  const readme = readFileSync(join(isLibrary ? root : folder, 'README.md'), 'utf8');
  writeFileSync(join(stage, 'README.md'), withAbsoluteLinks(readme, manifest));
  if (isLibrary)
    for (const page of readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md')))
      cpSync(join(root, 'docs', page), join(stage, 'docs', page));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target];
  const [{ filename, files, size, unpackedSize }] = JSON.parse(
    execFileSync('npm', args, { cwd: stage, encoding: 'utf8', maxBuffer: 1 << 24 }),
  );
  rmSync(stage, { recursive: true });
  const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
  console.log(`${filename}: ${files.length} files, ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)}`);
}

function withAbsoluteLinks(readme, { repository, version }) {
  if (repository === undefined) return readme;
  const site = (repository.url ?? repository).replace(/^git\+/, '').replace(/\.git$/, '');
  return readme
    .replaceAll(/(?<=!\[[^\]]*\]\(|\bsrc="|\bsrcset=")(?=docs\/)/g, `${site}/raw/v${version}/`)
    .replaceAll(/(?<=\]\()(?=docs\/|LICENSE)/g, `${site}/blob/v${version}/`);
}
