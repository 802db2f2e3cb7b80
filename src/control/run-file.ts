import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { pageKeyOf } from '../http/page-key.ts'
import { isAlive } from '../processes/alive.ts'
import { isLocked } from '../storage/exclusive-lock.ts'
import { unwritable, writeFileAtomic } from '../storage/files.ts'
import type { RunFile } from './contract.ts'

/** Where the run file is; `StatePaths` of project/ has it. */
export interface RunFilePath {
  readonly runFile: string
}

/** The lock that an emulator has on its folder as long as it runs. */
export function emulatorLock(emulatorDir: string): string {
  return join(emulatorDir, 'lock.db')
}

/**
 * What the running emulator left of itself, so that other commands of the same user find it. Null when there is none, when it is not readable as one,
 * or when its process is gone: `kill -9` leaves the file behind, and its number may be another program's by now. Raises `storage.unwritable` where no folder for
 * it can be, as where SVCAPP_HOME is a file.
 */
export function readRunFile(place: RunFilePath): RunFile | null {
  const found = parseRunFile(readText(place.runFile))
  if (found === null || !isRunning(place, found)) return null
  // An emulator removes the file of a killed one once it has the lock, so what was read before the lock was seen may be of that one.
  return parseRunFile(readText(place.runFile))
}

function isRunning({ runFile }: RunFilePath, { pid }: RunFile): boolean {
  if (!isAlive(pid)) return false
  const lock = emulatorLock(dirname(runFile))
  return !existsSync(lock) || isLocked(lock)
}

/** What opens the emulator while it runs, to mask it wherever it appears: the token of the control interface and the key of the pages. */
export function controlTokenOf(paths: RunFilePath): string[] {
  const run = readRunFile(paths)
  return run === null ? [] : [run.controlToken, pageKeyOf(run.controlToken)]
}

/** The process of a run file that was left behind; null when there is none, or when it lives. */
export function abandonedRunFile(place: RunFilePath): { readonly pid: number | null } | null {
  const found = parseRunFile(readText(place.runFile))
  return found !== null && !isRunning(place, found) ? { pid: found.pid } : null
}

/** Written whole or not at all, for this user only (0600): it holds the control token. */
export function writeRunFile({ runFile }: RunFilePath, content: RunFile): void {
  writeFileAtomic({ path: runFile, content: `${JSON.stringify(content)}\n` })
}

/** Removes what a killed emulator left, for the holder of the folder's lock. */
export function removeLeftRunFile({ runFile }: RunFilePath): void {
  rmSync(runFile, { force: true })
}

/** Removes the run file if it is still that of `pid`. */
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
