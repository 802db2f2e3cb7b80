import { AppError } from '../errors.ts'

/** SQLITE_BUSY, and SQLITE_PROTOCOL: a lost race for the lock of a WAL. */
const busy: readonly number[] = [5, 15]

/** Returns whether another process has the lock. */
export function isBusy(error: unknown): boolean {
  // node:sqlite sets SQLite's result code there; its low byte is the plain code.
  return busy.includes(Number((error as { errcode?: unknown } | null)?.errcode) & 0xff)
}

/** How long another process may keep a database locked, in ms. */
const LOCKED_MS = 30_000

/** Pause after an attempt that SQLite ends immediately, as when several processes begin a WAL, in ms. */
const PAUSE_MS = 20

/** Opens a database as soon as no other process has locked it. Raises `storage.busy` after `limitMs`, and what `open` raises. */
export function whenFree<T>(path: string, open: () => T, limitMs = LOCKED_MS): T {
  const startedAt = performance.now()
  for (;;) {
    try {
      return open()
    } catch (cause) {
      if (!isBusy(cause)) throw cause
      if (performance.now() - startedAt >= limitMs) throw lockedDatabase(path, cause)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

function lockedDatabase(path: string, cause: unknown): AppError {
  return new AppError('storage.busy', `Another process keeps ${path} locked.`, {
    cause,
    suggestions: ['Wait until the other program finishes, or stop it. Then run the command again.'],
  })
}
