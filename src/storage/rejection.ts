import { accessSync, constants, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_FULL = 13

/** Minimum size of SQLite's own files next to a database. */
const LEAST_BYTES = 64 * 1024

/**
 * Returns the code of a failed disk access, or undefined. A full disk without space for SQLite's
 * own files is an "I/O error" to SQLite.
 */
export function rejectionOf(path: string, error: unknown): string | undefined {
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

/** Returns why the system denies this user a write to the file or its folder; null if it does not. */
export function deniedBy(path: string): string | null {
  try {
    accessSync(dirname(path), constants.W_OK)
    accessSync(path, constants.R_OK | constants.W_OK)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? null
  }
}
