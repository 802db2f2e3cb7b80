import { accessSync, constants, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_FULL = 13

/** SQLite's own files beside a database begin with as much. */
const LEAST_BYTES = 64 * 1024

/** What the disk refuses, by the system's name for it; undefined for any other trouble. A full disk on which SQLite's own files do not fit is an "I/O error" to it. */
export function refusalOf(path: string, error: unknown): string | undefined {
  const code = Number((error as { errcode?: unknown }).errcode) & 0xff
  if (code === SQLITE_READONLY) return deniedBy(path) ?? 'EACCES'
  return code === SQLITE_FULL || (code === SQLITE_IOERR && isFull(dirname(path))) ? 'ENOSPC' : undefined
}

export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < LEAST_BYTES
  } catch {
    return false
  }
}

/** Why the system lets this user not write the file or its folder; null when it does. */
export function deniedBy(path: string): string | null {
  try {
    accessSync(dirname(path), constants.W_OK)
    accessSync(path, constants.R_OK | constants.W_OK)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? null
  }
}
