/**
 * A process for one query. SQLite returns control only with a result, so a second thread watches time
 * and memory and stops the process if it exceeds them. The process only reads, so a kill loses nothing.
 */
import { writeSync } from 'node:fs'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

import type { QueryReply, QueryRequest } from './query-wire.ts'
import { runQuery } from './run-query.ts'

const MOST_MEMORY = 768 * 1024 * 1024
const LOOK_MS = 20

/** The input of the guard. */
interface Guarded {
  readonly timeoutMs: number
  /** One number, which is 0 until one of the two threads replies. */
  readonly replied: Int32Array
}

/** Only the first reply counts; this process exits after it. */
function reply(replied: Int32Array, text: string): void {
  if (Atomics.compareExchange(replied, 0, 0, 1) !== 0) return
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break
    }
  }
  // `process.exit` would wait for the other thread.
  process.kill(process.pid, 'SIGKILL')
}

async function requestOf(stream: AsyncIterable<Buffer>): Promise<QueryRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as QueryRequest // only our own parent holds the other end
}

if (isMainThread) {
  // Ctrl-C reaches the whole process group; the parent decides whether this process exits.
  process.on('SIGINT', () => {})
  const request = await requestOf(process.stdin)
  const replied = new Int32Array(new SharedArrayBuffer(4))
  const guarded: Guarded = { timeoutMs: request.timeoutMs, replied }
  // Starts while the query runs. Without the guard, nothing would stop a query that runs forever.
  const guard = new Worker(new URL(import.meta.url), { workerData: guarded })
  guard.on('error', () => process.kill(process.pid, 'SIGKILL'))
  reply(replied, JSON.stringify(runQuery(request)))
} else {
  const { timeoutMs, replied } = workerData as Guarded
  const stop = (what: 'time' | 'memory') => reply(replied, JSON.stringify({ kind: 'limit', what } satisfies QueryReply))
  setTimeout(() => stop('time'), timeoutMs)
  setInterval(() => process.memoryUsage.rss() > MOST_MEMORY && stop('memory'), LOOK_MS)
}
