import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { inspectorPage } from './scripts/inspector-page.mjs';
import { sourceAliases } from './scripts/packages.mjs';

/**
 * Run one after the other in one process: no module here keeps state, and to start a process and import everything anew
 * for each of these files took longer than most of them.
 */
const sharing = [
  'packages/*/src/**/*.test.ts',
  'test/bad-input/**/*.test.ts',
  'test/conformance/**/*.test.ts',
  'test/scenarios/**/*.test.ts',
  'test/security/**/*.test.ts',
];

/** Looks at the memory of its process, fills it, counts the work done in it, or uses kernels that are compiled once in it. */
const alone = [
  'packages/kube-informers/src/compact/**/*.test.ts',
  'packages/kube-informers/src/wire/**/*.test.ts',
  'test/scenarios/informers/many-objects.test.ts',
  'test/security/work.test.ts',
];

export default defineConfig({
  plugins: [inspectorPage()],
  resolve: { alias: sourceAliases },
  test: {
    // Vitest leaves one core unused, which is half of two.
    maxWorkers: availableParallelism(),
    // An unhandled rejection is a defect of this library, not noise: the run fails on it.
    dangerouslyIgnoreUnhandledErrors: false,
    setupFiles: ['test/leak-check.setup.ts'],
    // Property tests at large sizes take seconds; on a busy machine many times as long.
    testTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sharing',
          include: sharing,
          exclude: [...configDefaults.exclude, ...alone],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: [
            ...alone,
            'bench/test/**/*.test.mjs',
            'test/architecture/**/*.test.ts',
            'test/contract/**/*.test.ts',
            'test/differential/**/*.test.ts',
            'test/faults/**/*.test.ts',
            'test/fuzz/**/*.test.ts',
            'test/inspector/**/*.test.ts',
            'test/package/**/*.test.ts',
            'test/soak/**/*.test.ts',
            'test/types/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
