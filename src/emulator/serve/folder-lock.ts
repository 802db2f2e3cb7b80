import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { AppError } from '../../errors.ts'
import { ensureFolder, ensurePrivateFile } from '../../storage/files.ts'

/**
 * Takes the emulator's folder for this process: an exclusive lock of the operating system, which ends with the process however it ends (P14).
 * Returns the release. Raises `emulator.already-running`, naming the process that `runningPid` finds.
 */
export function lockFolder(dir: string, runningPid: () => number | null): () => void {
  const path = join(dir, 'lock.db')
  // The state folder around it is checked too, because a link there would move all of it elsewhere (T20).
  ensureFolder(dirname(dir))
  ensurePrivateFile(path)
  const lock = new DatabaseSync(path)
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    const pid = runningPid()
    const who = pid === null ? 'Another emulator is just starting or stopping' : `An emulator runs already (pid ${pid})`
    throw new AppError('emulator.already-running', `${who} on ${dir}.`, {
      cause,
      suggestions: ['app emulator status', 'app emulator stop'],
      details: { pid },
    })
  }
  return () => lock.close()
}

/** Whether a process has taken the emulator's folder. The pid in its run file may by now belong to another program; the lock cannot. */
export function isFolderLocked(dir: string): boolean {
  const path = join(dir, 'lock.db')
  if (!existsSync(path)) return false
  const lock = new DatabaseSync(path)
  try {
    // Reading is what an exclusive lock forbids.
    lock.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_schema')
    return false
  } catch {
    return true
  } finally {
    lock.close()
  }
}
