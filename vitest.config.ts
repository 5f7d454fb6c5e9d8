import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'bench/test/**/*.test.mjs',
      'test/architecture/**/*.test.ts',
      'test/bad-input/**/*.test.ts',
      'test/conformance/**/*.test.ts',
      'test/client-node-issues/**/*.test.ts',
      'test/contract/**/*.test.ts',
      'test/faults/**/*.test.ts',
      'test/fuzz/**/*.test.ts',
      'test/security/**/*.test.ts',
      'test/size/**/*.test.ts',
      'test/soak/**/*.test.ts',
      'test/types/**/*.test.ts',
      'test/peer-failures/**/*.test.ts',
    ],
    // A rejection that nobody owns is a defect of this library, not noise: the run fails on it.
    dangerouslyIgnoreUnhandledErrors: false,
    setupFiles: ['test/leak-check.setup.ts'],
    testTimeout: 20_000,
  },
});
