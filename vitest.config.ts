import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

const long = process.env['SVCAPP_LONG'] === '1'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    expect: { requireAssertions: true },
    sequence: { shuffle: true },
    // Vitest leaves one core free, which on two is half of them; many tests wait for processes of their own.
    maxWorkers: Math.max(2, availableParallelism()),
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Many tests run the program a dozen times; on a machine with other work each start may take a second.
    testTimeout: long ? 600_000 : 30_000,
    hookTimeout: 30_000,
    slowTestThreshold: 500,
    // Real processes, ports and browsers on a build machine that others use too: what fails there once is tried once more, and reported as such.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      // Runs in a browser; test/e2e/browser-inspector.test.ts is what tests it.
      exclude: ['src/inspector/page/**'],
      thresholds: { lines: 90, branches: 85 },
    },
  },
})
