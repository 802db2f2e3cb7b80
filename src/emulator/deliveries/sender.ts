import { Readable } from 'node:stream'

import type { Pool } from 'undici'

import { isSuccess } from '../../http/status.ts'
import { readWebAddress } from '../../protocol/web-address.ts'
import { failureWords } from './failure-words.ts'

/** Signed request. */
export interface Outgoing {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

/** Result of an attempt. `error` is null if the delivery was accepted (2xx, B38), otherwise a short text that never contains the app's body. */
export interface Outcome {
  readonly status: number | null
  readonly error: string | null
}

export interface Sender {
  /** Sends a request. Never rejects. A redirect is not followed. With `isCutOff` the connection breaks in the middle of the body. */
  readonly send: (outgoing: Outgoing, how?: { readonly isCutOff: boolean }) => Promise<Outcome>
  /** Aborts attempts in progress and closes the connections. The sender can be used again afterwards. */
  readonly close: () => Promise<void>
}

export interface SenderOptions {
  /** Timeout of one whole attempt, in ms. */
  readonly timeoutMs: number
  /** Maximum number of simultaneous connections to one origin. */
  readonly connections: number
}

/** A response is read to its end so that the connection can be reused, but only up to this size. */
const MAX_ANSWER_BYTES = 64 * 1024

const CUT_OFF = 'A fault closed the connection in the middle of the body.'

const MAX_ORIGINS = 16

/** Sends over kept-alive connections, with a pool per origin (measured: 8 times as fast as fetch). */
export function createSender(options: SenderOptions): Sender {
  const pools = new Map<string, Promise<Pool>>()

  const open = async (origin: string): Promise<Pool> => {
    const { Pool } = await import('undici')
    const { timeoutMs, connections } = options
    return new Pool(origin, { connections, pipelining: 1, allowH2: false, connect: { timeout: timeoutMs } })
  }
  const poolOf = (origin: string): Promise<Pool> => {
    const known = pools.get(origin)
    if (known) return known
    for (const [oldest, pool] of pools) {
      if (pools.size < MAX_ORIGINS) break
      pools.delete(oldest)
      void pool.then((idle) => idle.close())
    }
    const made = open(origin)
    pools.set(origin, made)
    return made
  }
  return {
    send: async (outgoing, { isCutOff } = { isCutOff: false }) => {
      const address = readWebAddress(outgoing.url)
      if (!address.ok) return { status: null, error: 'The webhook_url must use https, or http on this machine.' }
      const { url } = address
      return attempt(await poolOf(url.origin), { url, outgoing, timeoutMs: options.timeoutMs, isCutOff })
    },
    close: async () => {
      const closing = [...pools.values()]
      pools.clear()
      for (const pool of closing) await (await pool).destroy()
    },
  }
}

interface Attempt {
  readonly url: URL
  readonly outgoing: Outgoing
  readonly timeoutMs: number
  readonly isCutOff: boolean
}

/** Sends half of the body, then breaks the connection, so that the announced length never arrives. */
async function* halfOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body.subarray(0, Math.floor(body.byteLength / 2))
  // Wait until the written bytes have left this process.
  await new Promise((resolve) => setTimeout(resolve, 20))
  throw new Error('A fault closed the connection.')
}

function attempt(pool: Pool, { url, outgoing, timeoutMs, isCutOff }: Attempt): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  let status: number | null = null
  let size = 0
  let abort: ((reason: Error) => void) | undefined
  const finish = (outcome: Outcome) => {
    clearTimeout(timer)
    resolve(outcome)
  }
  const timer = setTimeout(() => {
    // A response whose head has arrived counts, however long its body takes.
    finish(status === null ? { status, error: `No response within ${timeoutMs / 1000} s.` } : outcomeOf(status))
    abort?.(new Error('The attempt timed out.'))
  }, timeoutMs)
  timer.unref()
  const length = { 'Content-Length': String(outgoing.body.byteLength) }
  const headers = isCutOff ? { ...outgoing.headers, ...length } : outgoing.headers
  pool.dispatch(
    {
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body: isCutOff ? Readable.from(halfOf(outgoing.body)) : outgoing.body,
    },
    {
      onRequestStart: (controller) => void (abort = (reason) => controller.abort(reason)),
      onResponseStart: (_controller, code) => void (status = code),
      onResponseData: (controller, chunk) => {
        size += chunk.byteLength
        if (size > MAX_ANSWER_BYTES) controller.abort(new Error('The response is too large.'))
      },
      onResponseEnd: () => finish(outcomeOf(status ?? 0)),
      onResponseError: (_controller, error) =>
        finish(status === null ? { status, error: isCutOff ? CUT_OFF : failureWords(error, url) } : outcomeOf(status)),
    },
  )
  return promise
}

function outcomeOf(status: number): Outcome {
  if (isSuccess(status)) return { status, error: null }
  if (status >= 300 && status < 400)
    return { status, error: `The webhook address responded with ${status}, a redirect. Redirects are not followed.` }
  return { status, error: `The webhook address responded with ${status}.` }
}
