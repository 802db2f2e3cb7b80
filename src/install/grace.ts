/** Less than the 4 s after which the process is ended in any case (src/context/signals.ts). */
const GRACE_MS = 3_000

/**
 * Aborted a little after `interrupted`: an exchange that is under way may still bring its token home and keep it, because the code cannot be used again.
 */
export function graceAfter(interrupted: AbortSignal, sleep: (ms: number) => Promise<void>): AbortSignal {
  const late = new AbortController()
  const begin = () => void sleep(GRACE_MS).then(() => late.abort(interrupted.reason))
  if (interrupted.aborted) begin()
  else interrupted.addEventListener('abort', begin, { once: true })
  return late.signal
}
