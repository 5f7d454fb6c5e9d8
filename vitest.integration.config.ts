import { defineConfig } from 'vitest/config';

/** Tests against the cluster that KUBECONFIG names: whatever is in it may be thrown away. */
export default defineConfig({
  test: {
    setupFiles: ['test/leak-check.setup.ts'],
    include: ['test/integration/**/*.integration.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One cluster, one suite at a time: they count requests and restart the server.
    fileParallelism: false,
  },
});
