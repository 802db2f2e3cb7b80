import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { pageKeyOf } from '../http/page-key.ts'
import { isAlive } from '../processes/alive.ts'
import { isLocked } from '../storage/exclusive-lock.ts'
import { unwritable, writeFileAtomic } from '../storage/files.ts'
import type { RunFile } from './contract.ts'

/** Path of the run file; `StatePaths` of project/ has it. */
export interface RunFilePath {
  readonly runFile: string
}

/** Returns the path of the lock that a running emulator has on its folder. */
export function emulatorLock(emulatorDir: string): string {
  return join(emulatorDir, 'lock.db')
}

/**
 * Reads the run file, which lets other commands of the same user find the emulator. Null if it is missing,
 * invalid, or its process has exited: `kill -9` leaves the file behind, and another program may have its pid
 * by now. Raises `storage.unwritable` if its folder cannot exist, for example because SVCAPP_HOME is a file.
 */
export function readRunFile(place: RunFilePath): RunFile | null {
  const found = parseRunFile(readText(place.runFile))
  if (found === null || !isRunning(place, found)) return null
  // An emulator removes a killed one's file once it has the lock, so a file that was read before the lock was seen may be the killed one's.
  return parseRunFile(readText(place.runFile))
}

function isRunning({ runFile }: RunFilePath, { pid }: RunFile): boolean {
  if (!isAlive(pid)) return false
  const lock = emulatorLock(dirname(runFile))
  return !existsSync(lock) || isLocked(lock)
}

/** Returns the secrets that open the running emulator, to mask them in all output: the control interface's token and the pages' key. */
export function controlTokenOf(paths: RunFilePath): string[] {
  const run = readRunFile(paths)
  return run === null ? [] : [run.controlToken, pageKeyOf(run.controlToken)]
}

/** Returns the process of a run file that was left behind; null if there is no file or the process is running. */
export function abandonedRunFile(place: RunFilePath): { readonly pid: number | null } | null {
  const found = parseRunFile(readText(place.runFile))
  return found !== null && !isRunning(place, found) ? { pid: found.pid } : null
}

/** Writes the file atomically, for this user only (0600): it contains the control token. */
export function writeRunFile({ runFile }: RunFilePath, content: RunFile): void {
  writeFileAtomic({ path: runFile, content: `${JSON.stringify(content)}\n` })
}

/** Removes the run file of a killed emulator. The caller must have the folder's lock. */
export function removeLeftRunFile({ runFile }: RunFilePath): void {
  rmSync(runFile, { force: true })
}

/** Removes the run file if it still belongs to `pid`. */
export function removeRunFile({ runFile }: RunFilePath, pid: number): void {
  if (parseRunFile(readText(runFile))?.pid === pid) rmSync(runFile, { force: true })
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw unwritable(path, error)
  }
}

function parseRunFile(text: string): RunFile | null {
  try {
    const value = JSON.parse(text) as RunFile | null
    return value !== null && isWhole(value) ? value : null
  } catch {
    return null
  }
}

function isWhole({ id, controlToken, startedAt, pid, urls }: Partial<RunFile>): boolean {
  const texts: unknown[] = [id, controlToken, startedAt, urls?.api, urls?.admin, urls?.portal, urls?.storefront]
  return Number.isSafeInteger(pid) && texts.every((text) => typeof text === 'string')
}
