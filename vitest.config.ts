import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

import { memoryFolder } from './test/support/memory-folder.ts'
import { LongestFirst } from './test/support/processes/longest-first.ts'

const long = process.env['SVCAPP_LONG'] === '1'
const cores = Math.max(2, availableParallelism())

// Whoever names a folder keeps it. Workers, and all that they start, take it over from here.
const folder = process.env['TMPDIR'] ?? memoryFolder()
if (folder !== undefined) process.env['TMPDIR'] = folder
// A program that runs the sources strips their types and compiles them once for all that do. Coverage counts only what is compiled anew.
if (folder !== undefined && !process.argv.some((word) => word.startsWith('--coverage')))
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compile-cache')

// A compiler that ends after a second need not tidy its memory up to there: the one of TypeScript is written in Go, and a quarter of its time goes into that.
process.env['GOGC'] ??= 'off'
process.env['GOMEMLIMIT'] ??= '1GiB'

/** Tests that start the program, browsers or other processes. They run what ships: the package, built once for all of them. */
const withProcesses = [
  'test/{bin,context,credentials,dev,e2e,templates,tunnel}/**/*.test.ts',
  'test/check/careless-*.test.ts',
  'test/**/{kill,crash,*-kill,*-crash}.test.ts',
  'test/commands/completion.test.ts',
  'test/commands/doctor/doctor.test.ts',
  'test/commands/promised-output.test.ts',
  'test/check/careless.test.ts',
  'test/commands/test/matrix.test.ts',
  'test/commands/webhook/listen.test.ts',
  'test/emulator/{serve,storefront}.test.ts',
  'test/gateway/{fuzz,other-user}.test.ts',
  'test/journal/many-processes.test.ts',
  'test/project/installs.test.ts',
  'test/scripts/agents-run.test.ts',
  'test/sdk/package.test.ts',
  'test/storage/unwritable.test.ts',
  'test/tasks/doctor/machine.test.ts',
  'test/terminal/prompts.test.ts',
]

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...withProcesses],
          // Everything in memory, in folders of their own or over loopback, and nothing that lasts in the process: files share a worker, which saves half a second each.
          isolate: false,
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: withProcesses,
          globalSetup: 'test/support/processes/build-package.ts',
          // What they import, the emulator and the client of the browser, is loaded once a worker and not once a file.
          isolate: false,
          // They mostly wait for what they have started.
          maxWorkers: cores + 4,
          testTimeout: long ? 600_000 : 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 20_000 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // A second is little for a browser on a busy machine.
    expect: { requireAssertions: true, poll: { timeout: 5_000 } },
    sequence: { shuffle: { tests: true }, sequencer: LongestFirst },
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
      // Runs in a browser; test/e2e/inspector/browser-inspector.test.ts is what tests it.
      exclude: ['src/inspector/page/**'],
      thresholds: { lines: 90, branches: 85 },
    },
  },
})
