import { AppError } from '../errors.ts'

export interface WaitTools {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly signal?: AbortSignal
}

/** Waits before a request. Raises `cli.interrupted` if `signal` is aborted meanwhile, with `sent` false in its details, because nothing is in flight. */
export async function waitToSend({ sleep, signal }: WaitTools, ms: number): Promise<void> {
  try {
    await sleep(ms, signal)
  } catch (error) {
    if (signal?.aborted !== true) throw error
    throw new AppError('cli.interrupted', 'Stopped while waiting to send.', { details: { sent: false } })
  }
}
