import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

import { memoryFolder } from './test/support/machine/memory-folder.ts'
import { LongestFirst } from './test/support/processes/longest-first.ts'
import { MissingPrograms } from './test/support/processes/missing-programs.ts'
import { PromiseReport } from './test/support/processes/promise-report.ts'

const long = process.env['SVCAPP_LONG'] === '1'
/**
 * Milliseconds until a test counts as hung. Only how soon a hang is reported depends on it: on one
 * busy core a test may take ten times as long as on an idle machine.
 */
const HANG_MS = 600_000
// Everything random in a long run follows from one number, which its report contains.
if (long) process.env['SVCAPP_SEED'] ??= String(Date.now() % 2 ** 31)
const cores = Math.max(2, availableParallelism())

// A folder that is already set wins. Workers and their child processes inherit it.
const folder = process.env['TMPDIR'] ?? memoryFolder()
if (folder !== undefined) process.env['TMPDIR'] = folder
// Caches stripped and compiled sources for all processes that run them. Coverage counts only newly compiled code.
if (folder !== undefined && !process.argv.some((word) => word.startsWith('--coverage')))
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compile-cache')

// A short-lived compiler needs no garbage collection. The TypeScript compiler is written in Go and spends a quarter of its time on it.
process.env['GOGC'] ??= 'off'
process.env['GOMEMLIMIT'] ??= '1GiB'

/** Tests that start the program, browsers or other processes. They test the published package, built once for all of them. */
const withProcesses = [
  'test/{bin,context,credentials,dev,e2e,templates,tunnel}/**/*.test.ts',
  'test/**/{kill,crash,*-kill,*-crash}.test.ts',
  'test/call/csv-rows-process.test.ts',
  'test/check/faulty-app*.test.ts',
  'test/commands/completion.test.ts',
  'test/commands/doctor/doctor.test.ts',
  'test/commands/promised-output.test.ts',
  'test/commands/test/matrix.test.ts',
  'test/commands/webhook/listen.test.ts',
  'test/emulator/{serve,storefront}.test.ts',
  'test/gateway/{fuzz,other-user,soak}.test.ts',
  'test/journal/many-processes.test.ts',
  'test/kit/postgres/postgres.test.ts',
  'test/processes/watchdog.test.ts',
  'test/project/installs.test.ts',
  'test/scaffold/upgrade/**/*.test.ts',
  'test/scripts/{agents-run,generate}.test.ts',
  'test/scripts/third-party/**/*.test.ts',
  'test/sdk/package.test.ts',
  'test/storage/unwritable.test.ts',
  'test/tasks/doctor/machine.test.ts',
  'test/terminal/prompts.test.ts',
]

/**
 * Tests with processes in `npm test`: for each module the cases that prove it works outside of
 * memory. All others are in the project `more`, so a new file needs no entry.
 */
const core = [
  'test/bin/run.test.ts',
  'test/check/faulty-app-status.test.ts',
  'test/commands/{completion,promised-output}.test.ts',
  'test/commands/doctor/doctor.test.ts',
  'test/context/**/*.test.ts',
  'test/credentials/{keychain,keychain-process,policy}.test.ts',
  'test/dev/{dev-loop,inspector,lock}.test.ts',
  'test/e2e/{full-disk,main-job,missing}.test.ts',
  'test/e2e/call/raw-path.test.ts',
  'test/e2e/emulator/browser-portal-road.test.ts',
  'test/e2e/inspector/browser-inspector-calls.test.ts',
  'test/e2e/install/live-target.test.ts',
  'test/e2e/webhooks/trigger.test.ts',
  'test/emulator/{serve,storefront}.test.ts',
  'test/gateway/other-user.test.ts',
  'test/journal/many-processes.test.ts',
  'test/kit/postgres/postgres.test.ts',
  'test/processes/watchdog.test.ts',
  'test/project/installs.test.ts',
  'test/scripts/third-party/**/*.test.ts',
  'test/storage/unwritable.test.ts',
  'test/tasks/doctor/machine.test.ts',
  'test/templates/upgrade.test.ts',
  'test/terminal/prompts.test.ts',
]

/** Settings shared by the projects with processes. */
const processes = {
  globalSetup: 'test/support/processes/build-package.ts',
  // Loads the imports, the emulator and the browser client, once per worker instead of once per file.
  isolate: false,
  // Most of these tests wait for child processes.
  maxWorkers: cores + 4,
  expect: { poll: { timeout: HANG_MS / 4 } },
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...withProcesses],
          globalSetup: 'test/support/processes/build-kit.ts',
          // These tests work in memory, in their own folders or over loopback, and leave nothing in the process. Sharing a worker saves half a second per file.
          isolate: false,
          // One more than the number of cores, because some tests wait for a retry or a limit.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { ...processes, name: 'core', include: core, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          ...processes,
          name: 'more',
          include: withProcesses,
          exclude: ['**/node_modules/**', ...core],
          sequence: { groupOrder: 2 },
        },
      },
    ],
    expect: { requireAssertions: true, poll: { timeout: HANG_MS / 4 } },
    sequence: {
      shuffle: { tests: true },
      sequencer: LongestFirst,
      ...(long ? { seed: Number(process.env['SVCAPP_SEED']) } : {}),
    },
    setupFiles: long ? ['test/support/machine/long-seed.ts'] : [],
    // Each concurrent test starts an app and an emulator. More of them together only wait for each other.
    maxConcurrency: 2,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    testTimeout: long ? 6 * HANG_MS : HANG_MS,
    hookTimeout: HANG_MS,
    slowTestThreshold: 500,
    reporters: ['default', new MissingPrograms(), ...(long ? [new PromiseReport()] : [])],
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      // Runs in a browser, where test/e2e/inspector/browser-inspector.test.ts tests it.
      exclude: ['src/inspector/page/**'],
      thresholds: { lines: 90, branches: 85 },
    },
  },
})
