import { dirname } from 'node:path'

import { emulatorLock } from '../../control/run-file.ts'
import { AppError } from '../../errors.ts'
import { takeLock } from '../../storage/exclusive-lock.ts'
import { ensureFolder } from '../../storage/files.ts'

/**
 * Takes the emulator's folder for this process: an exclusive lock of the operating system, which ends with the process however it ends (P14).
 * Returns the release. Raises `emulator.already-running`, naming the process that `runningPid` finds.
 */
export function lockFolder(dir: string, runningPid: () => number | null): () => void {
  // The state folder around it is checked too, because a link there would move everything elsewhere (T20).
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
