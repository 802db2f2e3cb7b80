import type { AppError } from '../errors.ts'
import { outputLost } from '../terminal/output-lost.ts'
import type { Output } from '../terminal/terminal.ts'

/** One press of Ctrl-C may arrive twice: from the terminal, and forwarded by `npm run` or by bin/run.js. Within this time it counts once. */
const ONE_PRESS_MS = 200

/** Whoever has not ended by now after the first signal is ended. */
const GRACE_MS = 4_000

const INTERRUPTED_EXIT = 130

let controller: AbortController | undefined

/** Installs the handlers at the first call: a command that never asks is ended by the signal itself. */
export function interruptedSignal(): AbortSignal {
  if (controller !== undefined) return controller.signal
  controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interrupt(name))
  return controller.signal
}

let firstAt: number | undefined

function interrupt(reason: string | AppError): void {
  if (firstAt !== undefined) {
    if (performance.now() - firstAt > ONE_PRESS_MS) process.exit(INTERRUPTED_EXIT)
    return
  }
  firstAt = performance.now()
  setTimeout(() => process.exit(INTERRUPTED_EXIT), GRACE_MS).unref()
  controller?.abort(reason)
}

/**
 * stdout that ends in silence when its reader goes away (`app … | head`): what is written afterwards is dropped, and the work is interrupted as if by
 * a signal, or simply ended when it cannot be. What cannot be written for another reason (no space) interrupts the work too, or lets it end when it cannot
 * be interrupted; main.ts tells of it at the end (`lostOutput`).
 */
export function standardOutput(): Output {
  const { stdout } = process
  if (isWatched) return stdout
  isWatched = true
  // Before oclif's own listener, which throws whatever is not EPIPE.
  stdout.prependListener('error', (error: NodeJS.ErrnoException) => {
    const isReaderGone = error.code === 'EPIPE'
    if (isReaderGone && controller === undefined) process.exit(process.exitCode)
    const failure = outputLost(error)
    if (!isReaderGone) lost = failure
    // Each further write fails likewise, which is no second press of Ctrl-C.
    if (controller?.signal.aborted === false) interrupt(isReaderGone ? 'SIGPIPE' : failure)
  })
  return stdout
}

let isWatched = false

/** Why the last write to stdout that failed did so; null when none did, or only the reader went away. */
export function lostOutput(): AppError | null {
  return lost
}

let lost: AppError | null = null
