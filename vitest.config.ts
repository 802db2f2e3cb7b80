import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

const long = process.env['SVCAPP_LONG'] === '1'

/**
 * Rooms whose tests keep to themselves: everything in memory, in folders of their own or over loopback, and nothing that lasts in the process. Their files
 * share one worker, which saves half a second a file. Elsewhere signals are handled, processes end and the environment changes: a worker for each file.
 */
const shared = [
  'catalog,client,command,commands,control,emulator,call,errors,http,inspector,install,journal,main,processes,project,protocol',
  'scripts,sdk,storage,tasks,terminal,text,views,webhooks',
].flatMap((rooms) => rooms.split(',').map((room) => `test/${room}/**/*.test.ts`))

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'in one worker', include: shared, isolate: false } },
      {
        extends: true,
        test: { name: 'worker by worker', include: ['test/**/*.test.ts'], exclude: ['**/node_modules/**', ...shared] },
      },
    ],
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
