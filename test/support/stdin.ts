import { PassThrough, Readable } from 'node:stream'

import type { Channel } from '../../src/context.ts'

/** A stdin of these lines, which ends after the last one; a function is asked for its line when the line before it was read. */
export function stdinOf(...lines: readonly (string | (() => Promise<string>))[]): () => Channel {
  async function* read() {
    for (const line of lines) yield `${typeof line === 'string' ? line : await line()}\n`
  }
  return () => ({ input: Readable.from(read()), output: new PassThrough() })
}

/** A sleep that ends at once, as the budget of a standing clock needs; a wait for a person, of a minute or more, lasts until its signal. */
export const waitForPerson = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    if (ms < 60_000) resolve()
    if (signal?.aborted === true) reject(new Error('stopped'))
    signal?.addEventListener('abort', () => reject(new Error('stopped')))
  })
