import { AppError } from '../errors.ts'
import { asError } from '../errors/thrown.ts'
import { longerIfBusy } from '../processes/busyness.ts'
import { platformClosed, rejectClosed, type Timeline } from './timeline.ts'

export interface WaitOptions {
  /** Maximum wait in ms of the machine's clock. Default: 5000, and longer on a busy machine. */
  readonly timeoutMs?: number
}

export interface WaitInput<T> extends WaitOptions {
  /** Returns the first match, or undefined. */
  readonly find: () => T | undefined
  /** Description of what is awaited. */
  readonly what: string
}

const DEFAULT_MS = 5000

/**
 * Resolves with the first match, past or future. Raises `testing.timeout` with the timeline in its
 * message, and `testing.closed`.
 */
export async function waitFor<T>(
  timeline: Timeline,
  { find, what, timeoutMs = Math.round(longerIfBusy(DEFAULT_MS)) }: WaitInput<T>,
): Promise<T> {
  const found = find()
  if (found !== undefined) return found
  rejectClosed(timeline)
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const onClose = () => reject(platformClosed(`${what} had not arrived.`))
  timeline.closed.addEventListener('abort', onClose)
  const end = timeline.watch(() => {
    // A function of the test may decide what matches: its failure is that of the wait, and never that of the platform, which reports the event.
    try {
      const now = find()
      if (now !== undefined) resolve(now)
    } catch (error) {
      reject(asError(error))
    }
  })
  const timer = setTimeout(() => reject(notSeen(timeline, what, timeoutMs)), timeoutMs)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    timeline.closed.removeEventListener('abort', onClose)
    end()
  }
}

function notSeen(timeline: Timeline, what: string, timeoutMs: number): AppError {
  return new AppError('testing.timeout', `${what} did not arrive within ${timeoutMs} ms.\n\n${timeline.text()}\n`)
}
