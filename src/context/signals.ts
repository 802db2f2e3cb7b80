import type { AppError } from '../errors.ts'
import { outputLost } from '../terminal/output/output-lost.ts'
import type { Output } from '../terminal/output/output.ts'
import { isStdoutTerminal } from '../terminal/output/stdout-terminal.ts'

/** One press of Ctrl-C may arrive twice: from the terminal, and forwarded by `npm run` or by bin/run.js. Within this time it counts once. */
const ONE_PRESS_MS = 200

/** How long after the first signal the process is ended if it has not ended itself, on an idle machine: on a busy one tidying up takes longer. */
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
  void endLater()
  controller?.abort(reason)
}

async function endLater(): Promise<void> {
  const { longerIfBusy } = await import('../processes/busyness.ts')
  setTimeout(() => process.exit(INTERRUPTED_EXIT), longerIfBusy(GRACE_MS)).unref()
}

/**
 * stdout that ends in silence when its reader goes away (`app … | head`): what is written afterwards is dropped, and the work is interrupted as if by
 * a signal, or simply ended when it cannot be. What cannot be written for another reason (no space) interrupts the work too, or lets it end when it cannot
 * be interrupted; main.ts tells of it at the end (`lostOutput`).
 *
 * Into a file or pipe it writes by itself, as synchronously as Node's own stream does there (Windows' pipes are none), since opening that costs a tenth of a
 * bare start.
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
      // At once, because callers that wait for the output check in the same turn of the event loop whether some of it was lost.
      loseOutput(rest)
      taken?.(rest)
    } else if (rest.length > 0 || isOpen) return standardStream().write(rest, taken)
    else taken?.()
    return true
  },
}

let isOpen = false

/** Node's stream, with the same watch over it. */
export function standardStream(): NodeJS.WriteStream {
  const { stdout } = process
  // Before oclif's own listener, which throws whatever is not EPIPE.
  if (!isOpen) stdout.prependListener('error', loseOutput)
  isOpen = true
  return stdout
}

/** Resolves when nothing waits to be written: Node's stream takes its time on some systems, and `process.exit` would cut it off. */
export function flushStandardOutput(): Promise<void> {
  return new Promise((resolve) => {
    // One turn: what could not be written is known only then.
    if (!isOpen || process.stdout.writableLength === 0) setImmediate(resolve)
    else process.stdout.write('', () => resolve())
  })
}

function isStreamNeeded(): boolean {
  return isOpen || process.platform === 'win32' || isStdoutTerminal()
}

/** What a pipe that does not block had no space for, or why nothing can be written. */
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

/** Why the last write to stdout that failed did so; null when none did, or only the reader went away. */
export function lostOutput(): AppError | null {
  return lost
}

let lost: AppError | null = null
