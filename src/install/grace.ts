/** Less than the 4 s after which the process is ended in any case (src/context/signals.ts). */
const GRACE_MS = 3_000

/**
 * Returns a signal that is aborted a little after `interrupted`, so that an exchange in flight can still store its token, because the code cannot be reused.
 */
export function graceAfter(interrupted: AbortSignal, sleep: (ms: number) => Promise<void>): AbortSignal {
  const late = new AbortController()
  const begin = () => void sleep(GRACE_MS).then(() => late.abort(interrupted.reason))
  if (interrupted.aborted) begin()
  else interrupted.addEventListener('abort', begin, { once: true })
  return late.signal
}
