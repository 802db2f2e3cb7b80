import { PassThrough } from 'node:stream'

import type { Context } from '../../context.ts'
import { mcpServer, type ServerOptions } from './mcp-server.ts'
import { followPending } from './pending.ts'
import { serveStdio, StdioServerTransport } from './sdk.ts'

/** The longest message that is read: more than the largest argument, so that the client hears what is wrong with its argument. */
const MOST_BYTES = 32 * 1024 * 1024

/** How long the requests that came before the end of stdin may take to be answered, in ms. */
const ANSWER_MS = 30_000

/** How long running calls may take to end after the client is gone, in ms. */
const END_MS = 3000

/** Serves one client over the channel until it disconnects or `interrupted` is aborted. Opens no port (T37). */
export async function serveMcp(
  { channel, interrupted, terminal, sleep }: Pick<Context, 'channel' | 'interrupted' | 'terminal' | 'sleep'>,
  options: Omit<ServerOptions, 'gone' | 'track'>,
): Promise<void> {
  const { input, output } = channel()
  const gone = new AbortController()
  // The SDK answers nothing any more once its own input has ended.
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
    // What came with the end goes through `held` first.
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

/** What the SDK's schemas find wrong with a message fills pages, and says no more than this. */
function inOneLine(error: Error): string {
  if ('issues' in error) return 'The input is not a JSON-RPC 2.0 message and was ignored.'
  return error.message.split('\n', 1)[0] ?? ''
}
