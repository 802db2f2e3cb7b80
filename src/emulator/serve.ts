import type { Server } from 'node:http'

import type { EmulatorUrls, RunFile } from '../control/contract.ts'
import { readRunFile, removeLeftRunFile, removeRunFile, writeRunFile } from '../control/run-file.ts'
import { AppError } from '../errors.ts'
import { defined } from '../text/defined.ts'
import { createEmulator, type Emulator } from './app.ts'
import { lockFolder } from './files/folder-lock.ts'
import { closeSites, nowhere, openSites } from './serve/sites.ts'

export interface ServeOptions {
  /** The emulator's folder and its run file, as in `StatePaths` of project/. */
  readonly paths: { readonly emulatorDir: string; readonly runFile: string }
  /** The first of four consecutive ports (api, admin, portal, storefront); 0 picks four free ones. Defaults to 4800. */
  readonly port?: number
  /** Keeps stores and registry only in memory; by default everything is in files. */
  readonly isInMemory?: boolean
  /** Bind address from the environment. Only loopback is ever bound, and a wildcard is rejected (T9). */
  readonly host?: string | undefined
  readonly now: () => Date
  readonly randomBytes?: (size: number) => Buffer
  readonly version: string
  readonly pid: number
  /** For the run file. */
  readonly startedBy?: RunFile['startedBy']
}

export interface RunningEmulator {
  readonly emulator: Emulator
  readonly urls: EmulatorUrls
  readonly runFile: RunFile
  /** Resolves when a control request asks the emulator to stop. */
  readonly stopRequested: Promise<void>
  /** Stops listening, closes connections and databases, and removes the run file. */
  readonly close: () => Promise<void>
}

const DEFAULT_PORT = 4800

/**
 * Serves the emulator on four loopback ports. Raises `emulator.already-running`, `emulator.port-taken`,
 * `emulator.bad-request` for a wildcard address, and `storage.*`. On an error, everything opened so far is closed.
 */
export async function serveEmulator(options: ServeOptions): Promise<RunningEmulator> {
  rejectWildcard(options.host)
  const { paths, now, version, pid, port = DEFAULT_PORT, isInMemory = false } = options
  const unlock = lockFolder(paths.emulatorDir, () => readRunFile(paths)?.pid ?? null)
  removeLeftRunFile(paths)
  const closers: (() => Promise<void> | void)[] = [unlock]
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  try {
    const stop = Promise.withResolvers<void>()
    const urls = nowhere()
    const emulator = createEmulator({
      dir: isInMemory ? ':memory:' : paths.emulatorDir,
      now,
      version,
      pid,
      urls: () => urls,
      onStop: () => stop.resolve(),
      ...defined({ randomBytes: options.randomBytes }),
    })
    closers.push(() => emulator.close())
    const servers: Server[] = []
    closers.push(() => closeSites(servers))
    await openSites({ emulator, urls }, { port, servers })
    const { context, controlToken, startedAt } = emulator
    const runFile: RunFile = {
      id: context.id,
      pid,
      urls: { ...urls },
      controlToken,
      startedAt: startedAt.toISOString(),
      ...defined({ startedBy: options.startedBy }),
    }
    writeRunFile(paths, runFile)
    closers.push(() => removeRunFile(paths, pid))
    return { emulator, urls: runFile.urls, runFile, stopRequested: stop.promise, close }
  } catch (error) {
    await close()
    throw error
  }
}

const wildcards = /^(0+(\.0+){0,3}|0x0+|\[?::(0{0,4})?\]?|\[?(0{1,4}:){7}0{1,4}\]?|\*)$/i

function rejectWildcard(host: string | undefined): void {
  if (host === undefined || !wildcards.test(host.trim())) return
  throw new AppError('emulator.bad-request', `The emulator listens on this machine only, not on ${host}.`, {
    suggestions: ['Unset the environment variable HOST.'],
  })
}
