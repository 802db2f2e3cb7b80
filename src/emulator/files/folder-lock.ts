import { dirname } from 'node:path'

import { emulatorLock } from '../../control/run-file.ts'
import { AppError } from '../../errors.ts'
import { takeLock } from '../../storage/exclusive-lock.ts'
import { ensureFolder } from '../../storage/files.ts'

/**
 * Locks the emulator's folder for this process: an exclusive operating system lock, which is released however the process
 * ends (P14). Returns the release function. Raises `emulator.already-running` with the process that `runningPid` finds.
 */
export function lockFolder(dir: string, runningPid: () => number | null): () => void {
  // The parent state folder is checked too, because a link there would redirect everything (T20).
  ensureFolder(dirname(dir))
  const release = takeLock(emulatorLock(dir))
  if (release !== null) return release
  const pid = runningPid()
  const who = pid === null ? 'Another emulator is starting or stopping' : `An emulator is already running (pid ${pid})`
  throw new AppError('emulator.already-running', `${who} in ${dir}.`, {
    suggestions: ['app emulator status', 'app emulator stop'],
    details: { pid },
  })
}
