import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { inspectorPage } from './scripts/inspector-page.mjs';
import { sourceAliases } from './scripts/packages.mjs';

/** Count the server's requests, measure time, or load the machine: one at a time. */
const alone = ['test/integration/{contract,fault-matrix,slow-link}.integration.test.ts'];

interface Files {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** Starts the server that all files of the project share; without it each starts its own. */
  readonly setup?: 'api-server' | 'cluster';
  readonly maxWorkers: number;
  /** Projects run one after the other. */
  readonly order: number;
}

function project(
  name: string,
  { include, exclude = [], setup, maxWorkers, order }: Files,
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [...include],
      exclude: [...exclude],
      globalSetup: setup === undefined ? [] : [`test/integration/setup/${setup}.ts`],
      maxWorkers,
      // No module keeps state; to import everything anew for each file took minutes.
      isolate: false,
      sequence: { groupOrder: order },
    },
  };
}

/**
 * Tests against real servers. A file's name says what it needs: `*.integration.test.ts` an API server and etcd,
 * `*.cluster.test.ts` also the controllers, the scheduler and a kubelet, `*.nightly.test.ts` a cluster of its own and minutes.
 * CONTRIBUTING.md says which servers are used.
 */
export default defineConfig({
  plugins: [inspectorPage()],
  resolve: { alias: sourceAliases },
  test: {
    setupFiles: ['test/integration/setup/kubeconfig.ts', 'test/leak-check.setup.ts'],
    // Servers that are stopped and started again take a minute on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    projects: [
      project('api-server', {
        include: ['test/integration/**/*.integration.test.ts'],
        exclude: alone,
        setup: 'api-server',
        maxWorkers: 2,
        order: 0,
      }),
      project('cluster', {
        include: ['test/integration/**/*.cluster.test.ts'],
        setup: 'cluster',
        maxWorkers: 2,
        order: 1,
      }),
      project('alone', { include: alone, setup: 'api-server', maxWorkers: 1, order: 2 }),
      project('nightly', { include: ['test/integration/**/*.nightly.test.ts'], maxWorkers: 1, order: 3 }),
    ],
  },
});
