import { defineConfig } from 'vitest/config';
import { inspectorPage } from './scripts/inspector-page.mjs';
import { sourceAliases } from './scripts/packages.mjs';

/** Tests against the cluster that KUBECONFIG names: whatever is in it may be thrown away. */
export default defineConfig({
  plugins: [inspectorPage()],
  resolve: { alias: sourceAliases },
  test: {
    setupFiles: ['test/leak-check.setup.ts'],
    include: ['test/integration/**/*.integration.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One cluster, one suite at a time: they count requests and restart the server.
    fileParallelism: false,
  },
});
