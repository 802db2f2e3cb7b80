import { PassThrough } from 'node:stream'

import type { Context } from '../../context.ts'
import { mcpServer, type ServerOptions } from './mcp-server.ts'
import { followPending } from './pending.ts'
import { serveStdio, StdioServerTransport } from './sdk.ts'

/** Maximum size of a message: larger than the largest argument, so that the client receives an error about its argument. */
const MOST_BYTES = 32 * 1024 * 1024

/** Timeout in ms for responding to requests that arrived before the end of stdin. */
const ANSWER_MS = 30_000

/** Timeout in ms for running calls after the client has disconnected. */
const END_MS = 3000

/** Serves one client over the channel until it disconnects or `interrupted` is aborted. Opens no port (T37). */
export async function serveMcp(
  { channel, interrupted, terminal, sleep }: Pick<Context, 'channel' | 'interrupted' | 'terminal' | 'sleep'>,
  options: Omit<ServerOptions, 'gone' | 'track'>,
): Promise<void> {
  const { input, output } = channel()
  const gone = new AbortController()
  // The SDK stops responding once its own input has ended.
  const held = input.pipe(new PassThrough(), { end: false })
  const transport = new StdioServerTransport(held, output, { maxBufferSize: MOST_BYTES })
  const running = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>) => {
    running.add(work)
    void work.finally(() => running.delete(work))
  }
  const ended = new Promise<void>((resolve) => {
    interrupted.addEventListener('abort', () => resolve(), { once: true })
    if (interrupted.aborted) resolve()
    // Data that arrived with the end passes through `held` first.
    const over = () => setImmediate(() => void Promise.race([answered(), sleep(ANSWER_MS)]).then(() => resolve()))
    input.once('end', over).once('close', over).once('error', over)
    output.once('close', resolve)
  })
  const handle = serveStdio(() => mcpServer({ ...options, track, gone: gone.signal }), {
    transport,
    onerror: (error) => terminal.note(`MCP: ${inOneLine(error)}`),
  })
  const answered = followPending(transport)
  await ended
  input.unpipe(held).pause()
  gone.abort('The client disconnected.')
  await handle.close()
  await Promise.race([Promise.allSettled(running), sleep(END_MS)])
}

/** The details of the SDK's schema errors fill pages, and add nothing to this line. */
function inOneLine(error: Error): string {
  if ('issues' in error) return 'The input is not a JSON-RPC 2.0 message and was ignored.'
  return error.message.split('\n', 1)[0] ?? ''
}
