// Bundles programs of a test, with the sources of the packages that they use, into the folder dist beside them:
//
//     node scripts/bundle-programs.mjs test/soak/soak.ts test/soak/replica.ts
import { basename, dirname, join, resolve } from 'node:path';
import { rmSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { inspectorPage } from './inspector-page.mjs';
import { root } from './packages.mjs';

const programs = process.argv.slice(2).map((program) => resolve(program));
const dist = join(dirname(programs[0]), 'dist');
rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(programs.map((program) => [basename(program, '.ts'), program])),
  platform: 'node',
  plugins: [inspectorPage()],
  // What stands in node_modules, but for helpers of the bundler. Our packages are sources here: tsconfig.json says so.
  external: (id) => /^(?!@oxc-project\/|@?kube-informers\b)[@\w]/.test(id),
  transform: { target: 'es2023' },
  tsconfig: 'tsconfig.json',
  // All packages are one chunk here, so nothing of them is loaded later.
  checks: { pluginTimings: false, ineffectiveDynamicImport: false },
  onLog(level, log) {
    if (level === 'warn') throw new Error(log.message);
  },
});
await bundle.write({
  dir: dist,
  format: 'esm',
  sourcemap: true,
  chunkFileNames: '[name].js',
  codeSplitting: {
    groups: [{ name: (id) => (id.startsWith(join(root, 'packages')) ? 'packages' : null) }],
  },
});
await bundle.close();
