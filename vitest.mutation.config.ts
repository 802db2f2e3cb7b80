import { defineConfig } from 'vitest/config'

/** Only these, where a file's own tests are known: comma-separated paths. */
const only = process.env['SVCAPP_MUTATION_TESTS']

/** The tests that show what src/protocol and src/emulator/api do, and no others: for each mutant those of them run that reach it. */
export default defineConfig({
  test: {
    include: only?.split(',') ?? [
      'test/protocol/**/*.test.ts',
      'test/emulator/api/**/*.test.ts',
      'test/emulator/list-counts.test.ts',
      'test/text/json.test.ts',
    ],
    // These read the sources as text, start a compiler, or take thousands of requests to say what the others say.
    exclude: [
      '**/node_modules/**',
      'test/protocol/sealed.test.ts',
      'test/emulator/api/handlers-compile.test.ts',
      'test/emulator/api/fuzz-openapi.test.ts',
    ],
    expect: { requireAssertions: true },
    // How fast something is says nothing while it is instrumented.
    testNamePattern: /^(?!.*in less than \d+ ms)/,
    env: { SVCAPP_RUNS: '20' },
    testTimeout: 10_000,
  },
})
