// What the types of the Kubernetes API cost a program that imports them: time and memory of tsc, and what it has to read. A
// program of one line, with the types of this package, of kubernetes-types and of client-node.
//
//     npm run build && node bench/types.mjs [runs, default 5]
//
// Installs the packages from npm into a folder of its own, and prints the medians as a table.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packages } from '../scripts/packages.mjs';

const root = resolve(import.meta.dirname, '..');
const library = packages.find(({ name }) => name === 'kube-informers');
const runs = Number(process.argv[2] ?? 5);
const programs = {
  'no types': 'export const name = (pod: { name: string }) => pod.name;',
  'kube-informers, Pod': "import type { Pod } from 'kube-informers';",
  'kube-informers, informer':
    "import { SharedInformerFactory } from 'kube-informers';\n" +
    'export const pods = (factory: SharedInformerFactory) => factory.core().v1().pods().lister().list();',
  'kubernetes-types 1.30.0, Pod': "import type { Pod } from 'kubernetes-types/core/v1.js';",
  'client-node 2.0.1, V1Pod': "import type { V1Pod as Pod } from '@kubernetes/client-node';",
};
const use = "\nexport const name = (pod: Pod): string => pod.metadata?.name ?? '';\n";

const folder = mkdtempSync(join(tmpdir(), 'kube-informers-types-'));
const run = (command, args, cwd = folder) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
try {
  run('node', ['scripts/pack.mjs', folder], root);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const dependencies = [
    `./kube-informers-${library.manifest.version}.tgz`,
    'kubernetes-types@1.30.0',
    '@kubernetes/client-node@2.0.1',
    '@types/node@24',
  ];
  run('npm', ['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', ...dependencies]);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');

  /** Figures of one compilation; the programs take turns, so that a busy moment does not hit only one. */
  const figures = Object.keys(programs).map(() => []);
  for (let turn = 0; turn <= runs; turn++) {
    for (const [index, [name, text]] of Object.entries(programs).entries()) {
      const project = join(folder, `program-${index}`);
      mkdirSync(project, { recursive: true });
      writeFileSync(join(project, 'main.ts'), name.includes('Pod') ? text + use : text);
      writeFileSync(
        join(project, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            target: 'es2023',
            module: 'nodenext',
            types: ['node'],
            strict: true,
            noEmit: true,
            skipLibCheck: true,
          },
          files: ['main.ts'],
        }),
      );
      const said = run(process.execPath, [tsc, '-p', project, '--extendedDiagnostics']);
      const read = (label) => Number(new RegExp(`^${label}: +([\\d.]+)`, 'm').exec(said)?.[1]);
      // The first turn fills the file cache.
      if (turn === 0) continue;
      figures[index].push({
        seconds: read('Total time'),
        megabytes: read('Memory used') / 1024,
        files: read('Files'),
        lines: read('Lines'),
        types: read('Types'),
      });
    }
  }

  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const rows = Object.keys(programs).map((name, index) => [
    name,
    ...['seconds', 'megabytes', 'files', 'lines', 'types'].map((key) =>
      median(figures[index].map((figure) => figure[key])),
    ),
  ]);
  const [, baseSeconds] = rows[0];
  console.log('| program | s | × no types | MB | files | lines | types |');
  console.log('| --- | --: | --: | --: | --: | --: | --: |');
  for (const [name, seconds, megabytes, files, lines, types] of rows)
    console.log(
      `| ${name} | ${seconds.toFixed(2)} | ${(seconds / baseSeconds).toFixed(1)} | ${Math.round(megabytes)} | ${files} | ${lines} | ${types} |`,
    );
} finally {
  rmSync(folder, { recursive: true });
}
