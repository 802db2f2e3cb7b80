import { PassThrough, Readable } from 'node:stream'

import type { Channel } from '../../src/context.ts'

/** Returns a stdin of these lines, which ends after the last one. A function provides its line once the previous line was read. */
export function stdinOf(...lines: readonly (string | (() => Promise<string>))[]): () => Channel {
  async function* read() {
    for (const line of lines) yield `${typeof line === 'string' ? line : await line()}\n`
  }
  return () => ({ input: Readable.from(read()), output: new PassThrough() })
}

/** Sleeps no time, as the budget of a stopped clock needs. A wait for a user, of a minute or more, lasts until its signal. */
export const waitForPerson = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    if (ms < 60_000) resolve()
    if (signal?.aborted === true) reject(new Error('stopped'))
    signal?.addEventListener('abort', () => reject(new Error('stopped')))
  })
