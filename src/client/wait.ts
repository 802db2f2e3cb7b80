import { AppError } from '../errors.ts'

export interface WaitTools {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly signal?: AbortSignal
}

/** Waits before a request, with `details.sent` false because nothing is in flight. Raises `cli.interrupted` if `signal` is aborted meanwhile. */
export async function waitToSend({ sleep, signal }: WaitTools, ms: number): Promise<void> {
  try {
    await sleep(ms, signal)
  } catch (error) {
    if (signal?.aborted !== true) throw error
    throw new AppError('cli.interrupted', 'Stopped while waiting to send.', { details: { sent: false } })
  }
}
