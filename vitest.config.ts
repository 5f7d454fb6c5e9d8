import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';
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
  'test/contract/**/*.test.ts',
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

/**
 * Take long, and are not part of `npm test`: random sequences against a model, thousands of objects, hostile servers with
 * their timeouts, programs of several parts against a server, other programs and commands, and generated code.
 */
const long = [
  '**/*.{property,model}.test.ts',
  '**/*-model.test.ts',
  '**/*-on-server.test.ts',
  '**/{large-inputs,long-lists,*-sizes}.test.ts',
  'packages/cli/src/codegen/**/*.test.ts',
  'packages/cli/src/{completion,deep-objects,demo-command,process-terminal,serve-command,types-command}.test.ts',
  'packages/kube-informers/src/{kubeconfig/exec-plugin,resources/resources}.test.ts',
  'packages/testing/src/real/*.test.ts',
  'test/contract/{clients,embedded,kubectl,streams-embedded,tables}.test.ts',
  'test/scenarios/informers/{credentials,silence}.test.ts',
  'test/security/**/*.test.ts',
  'test/{architecture,differential,fuzz,package,soak,types}/**/*.test.ts',
];

interface Files {
  readonly include: string[];
  readonly exclude?: string[];
  readonly isolate?: boolean;
}

function project(
  name: string,
  { include, exclude = [], isolate = true }: Files,
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: { name, include, exclude: [...configDefaults.exclude, ...exclude], isolate },
  };
}

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
      project('unit', { include: sharing, exclude: [...alone, ...long], isolate: false }),
      // `npm test` runs those above, `npm run test:rest` those below.
      project('long', { include: long, exclude: alone, isolate: false }),
      project('alone', { include: alone }),
      project('suites', { include: ['bench/test/**/*.test.mjs', 'test/inspector/**/*.test.ts'] }),
      // `npm run test:client-go`; skipped with its reason where Go is not installed.
      project('client-go', { include: ['test/client-go/**/*.test.ts'] }),
      // Also `npm run faults`, which prints their tables.
      project('faults', { include: ['test/faults/**/*.test.ts'] }),
    ],
  },
});
