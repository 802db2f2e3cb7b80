export interface Polling {
  /** Pauses for so many ms. Rejects if the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Pause between two looks, in ms. */
  readonly everyMs: number
  /** Total of all pauses, in ms. */
  readonly limitMs: number
  readonly signal?: AbortSignal
}

/**
 * Calls `look` until it returns a value other than null, and returns that; null if the last look, after
 * `limitMs`, finds nothing. Rejects with the errors of `look` and `sleep`.
 */
export async function until<T>(
  { sleep, everyMs, limitMs, signal }: Polling,
  look: () => T | null | Promise<T | null>,
): Promise<T | null> {
  for (let waitedMs = 0; ; waitedMs += everyMs) {
    const found = await look()
    if (found !== null || waitedMs >= limitMs) return found
    await sleep(everyMs, signal)
  }
}
