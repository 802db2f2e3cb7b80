import type { AppError } from '../errors.ts'
import { outputLost } from '../terminal/output/output-lost.ts'
import type { Output } from '../terminal/output/output.ts'
import { isStdoutTerminal } from '../terminal/output/stdout-terminal.ts'

/** One press of Ctrl-C may arrive twice: from the terminal, and forwarded by `npm run` or by bin/run.js. Within this time it counts once. */
const ONE_PRESS_MS = 200

/** Time after the first signal until the process is forced to exit, on an idle machine: on a busy one, cleanup takes longer. */
const GRACE_MS = 4_000

const INTERRUPTED_EXIT = 130

let controller: AbortController | undefined

/** Installs the handlers at the first call: a signal ends a command that never calls it. */
export function interruptedSignal(): AbortSignal {
  if (controller !== undefined) return controller.signal
  controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interrupt(name))
  return controller.signal
}

let firstAt: number | undefined
let isFirstTurn = true

function interrupt(reason: string | AppError): void {
  if (firstAt !== undefined) {
    // Signals handled in the same turn arrived together, even if the process stalled between them.
    if (!isFirstTurn && performance.now() - firstAt > ONE_PRESS_MS) process.exit(INTERRUPTED_EXIT)
    return
  }
  firstAt = performance.now()
  setImmediate(() => (isFirstTurn = false))
  void endLater()
  controller?.abort(reason)
}

async function endLater(): Promise<void> {
  const { afterRunning, longerIfBusy } = await import('../processes/busyness.ts')
  afterRunning(longerIfBusy(GRACE_MS), () => process.exit(INTERRUPTED_EXIT)).unref()
}

/**
 * Returns stdout that ends silently when its reader closes (`app … | head`): later writes are dropped, and the command is
 * interrupted as if by a signal, or exits if it cannot be. A write that fails for another reason (no space) interrupts the
 * command too, or lets it finish if it cannot be interrupted; main.ts reports it at the end (`lostOutput`).
 *
 * Writes directly into a file or pipe, as synchronously as Node's own stream does (not for Windows' pipes), because opening
 * that costs a tenth of a bare start.
 */
export function standardOutput(): Output {
  return output
}

const output: Output = {
  get isTTY() {
    return isStdoutTerminal()
  },
  get columns() {
    return isStdoutTerminal() ? standardStream().columns : undefined
  },
  write(chunk, taken) {
    const rest = isStreamNeeded() ? chunk : writeDirectly(chunk)
    if (rest instanceof Error) {
      // Immediately, because callers that wait for the output check in the same turn of the event loop whether some was lost.
      loseOutput(rest)
      taken?.(rest)
    } else if (rest.length > 0 || isOpen) return standardStream().write(rest, taken)
    else taken?.()
    return true
  },
}

let isOpen = false

/** Returns Node's stream, with the same error handling. */
export function standardStream(): NodeJS.WriteStream {
  const { stdout } = process
  // Before oclif's own listener, which throws any error but EPIPE.
  if (!isOpen) stdout.prependListener('error', loseOutput)
  isOpen = true
  return stdout
}

/** Resolves when no output is pending: Node's stream is slow on some systems, and `process.exit` would truncate it. */
export function flushStandardOutput(): Promise<void> {
  return new Promise((resolve) => {
    // After one turn, because a failed write is known only then.
    if (!isOpen || process.stdout.writableLength === 0) setImmediate(resolve)
    else process.stdout.write('', () => resolve())
  })
}

function isStreamNeeded(): boolean {
  return isOpen || process.platform === 'win32' || isStdoutTerminal()
}

/** Returns what a full non-blocking pipe did not accept, or why writing failed. */
function writeDirectly(chunk: string | Uint8Array): Uint8Array | NodeJS.ErrnoException {
  const { writeSync } = process.getBuiltinModule('node:fs')
  let rest = Buffer.from(chunk)
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest))
  } catch (error) {
    // node:fs raises nothing else.
    const failure = error as NodeJS.ErrnoException
    if (failure.code !== 'EAGAIN') return failure
  }
  return rest
}

function loseOutput(error: NodeJS.ErrnoException): void {
  const isReaderGone = error.code === 'EPIPE'
  if (isReaderGone && controller === undefined) process.exit(process.exitCode)
  const failure = outputLost(error)
  if (!isReaderGone) lost = failure
  // Each further write fails in the same way, which is not a second press of Ctrl-C.
  if (controller?.signal.aborted === false) interrupt(isReaderGone ? 'SIGPIPE' : failure)
}

/** Returns why the last failed write to stdout failed; null without one, or if only the reader closed. */
export function lostOutput(): AppError | null {
  return lost
}

let lost: AppError | null = null
