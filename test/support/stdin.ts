import { PassThrough, Readable } from 'node:stream'

import type { Channel } from '../../src/context.ts'

/** A stdin of these lines, which ends after the last one; a function is asked for its line when the line before it was read. */
export function stdinOf(...lines: readonly (string | (() => Promise<string>))[]): () => Channel {
  async function* read() {
    for (const line of lines) yield `${typeof line === 'string' ? line : await line()}\n`
  }
  return () => ({ input: Readable.from(read()), output: new PassThrough() })
}

/** Waits until the signal, as the real one does. */
export const forever = (_ms: number, signal?: AbortSignal) =>
  new Promise<void>((_, reject) => {
    if (signal?.aborted === true) reject(new Error('stopped'))
    signal?.addEventListener('abort', () => reject(new Error('stopped')))
  })
