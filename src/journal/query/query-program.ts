/**
 * A process for one query: SQLite gives no way back before it has an answer, so its own thread runs it here, and this one ends everything when it takes too long or
 * too much. It reads only, so that nothing is lost when it is killed.
 */
import { writeSync } from 'node:fs'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

import type { QueryReply, QueryRequest } from './query-wire.ts'
import { runQuery } from './run-query.ts'

const MOST_MEMORY = 768 * 1024 * 1024
const LOOK_MS = 20

function reply(text: string): void {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break
    }
  }
  // Not `process.exit`, which waits for the thread.
  process.kill(process.pid, 'SIGKILL')
}

async function requestOf(stream: AsyncIterable<Buffer>): Promise<QueryRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as QueryRequest // only our own parent holds the other end
}

if (isMainThread) {
  const request = await requestOf(process.stdin)
  const stop = (what: 'time' | 'memory') => reply(JSON.stringify({ kind: 'limit', what } satisfies QueryReply))
  const worker = new Worker(new URL(import.meta.url), { workerData: request })
  worker.on('message', reply)
  worker.on('error', () => stop('memory'))
  setTimeout(() => stop('time'), request.timeoutMs)
  setInterval(() => process.memoryUsage.rss() > MOST_MEMORY && stop('memory'), LOOK_MS)
  // Ctrl-C reaches the whole process group; the parent says whether this ends.
  process.on('SIGINT', () => {})
} else {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread's port has none.
  parentPort?.postMessage(JSON.stringify(runQuery(workerData as QueryRequest)))
}
