import { AppError } from '../errors.ts'
import type { Send } from '../http/wire.ts'
import { hasExited } from '../processes/alive.ts'
import { until } from '../processes/until.ts'
import { readRunFile, type RunFilePath } from './run-file.ts'
import { controlOf } from './running-control.ts'

export interface StopTools {
  readonly paths: RunFilePath
  readonly send: Send
  readonly sleep: (ms: number) => Promise<void>
}

const STOP_MS = 30_000

/**
 * Stops the running emulator and waits until it has exited. Returns its pid, or null if none was
 * running. Raises `emulator.conflict` if it does not exit, or if it belongs to an `app dev`.
 */
export async function stopEmulator({ paths, send, sleep }: StopTools): Promise<number | null> {
  const run = readRunFile(paths)
  if (run === null) return null
  // It runs in the process of `app dev`, and stopping it would stop that too.
  if (run.startedBy === 'app dev') throw partOfDev(run.pid)
  await controlOf(run, send).stop()
  // An emulator removes its run file before it closes its ports and databases.
  const isGone = () => (readRunFile(paths)?.pid !== run.pid && hasExited(run.pid)) || null
  if (await until({ sleep, everyMs: 50, limitMs: STOP_MS }, isGone)) return run.pid
  throw new AppError('emulator.conflict', `The emulator (pid ${run.pid}) is still running after a stop request.`, {
    details: { pid: run.pid },
  })
}

function partOfDev(pid: number): AppError {
  return new AppError('emulator.conflict', `This emulator belongs to \`app dev\` (pid ${pid}) and stops with it.`, {
    suggestions: ['app dev stop'],
    details: { pid },
  })
}
