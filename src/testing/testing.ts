import { openPlatform } from './open-platform.ts'
import type { PlatformOptions } from './options.ts'
import type { Platform } from './platform.ts'
/**
 * The platform for an app's own tests: `import { startPlatform } from 'svcapp/testing'`. It runs in
 * the process of the tests, with any runner: vitest, node:test or Playwright.
 */
import { testFinder } from './runners/current-test.ts'

export { AppError } from '../errors.ts'
export type * from './calls.ts'
export type * from './clock.ts'
export type * from './control.ts'
export type * from './events.ts'
export type * from './runners/follow-test.ts'
export type * from './options.ts'
export type * from './platform.ts'
export type * from './timeline.ts'
export type * from './shapes.ts'
export type * from './start-app.ts'
export type * from './runners/test-context.ts'

/**
 * Starts an in-memory emulator for tests in this process, on free ports, so that several can run in
 * parallel and leave no data behind. Raises `project.*` for an invalid app.toml, and
 * `emulator.bad-registration` for an app that the platform would reject.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const { env, execPath: nodePath, pid } = process
  const findTest = await testFinder((name) => process.getBuiltinModule(name))
  return openPlatform(options, { cwd: process.cwd(), env, nodePath, pid, findTest })
}
