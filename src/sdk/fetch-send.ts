import { checkTarget } from '../client/origin.ts'
import { redirected } from '../client/redirected.ts'
import { AppError } from '../errors.ts'
import type { Send, WireRequest } from '../http/wire.ts'
import type { Fetch } from './options.ts'

/** For request and answer together. */
const TIMEOUT_MS = 30_000

/**
 * A transport over a `fetch` that was handed in: a test's, or one with its own proxy. As the built-in transport, it follows no redirect (R8) and sends
 * nothing in clear off loopback (T31). Raises `net.*` and `cli.interrupted`.
 */
export function createFetchSend(fetch: Fetch, env: Readonly<Record<string, string | undefined>>): Send {
  return async (request) => {
    checkTarget(request.url, env)
    const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS)
    const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
    try {
      const response = await fetch(request.url, { ...initOf(request), signal })
      const body = new Uint8Array(await response.arrayBuffer())
      const answer = { status: response.status, headers: Object.fromEntries(response.headers), body }
      if (answer.status >= 300 && answer.status < 400) throw redirected(request, answer)
      return answer
    } catch (error) {
      throw error instanceof AppError ? error : lost(request, { timeout, error })
    }
  }
}

function initOf({ method, headers, body }: WireRequest): RequestInit {
  const init: RequestInit = { method, headers: { ...headers }, redirect: 'manual' }
  // A copy whose buffer is an ArrayBuffer, which is the one kind that the web's type takes.
  if (body !== undefined) init.body = typeof body === 'string' ? body : new Uint8Array(body)
  return init
}

/** Nobody knows how far the request came, so it counts as sent. */
function lost({ method, url, signal }: WireRequest, facts: { timeout: AbortSignal; error: unknown }): AppError {
  const what = `${method} ${url.pathname}`
  const details = { sent: true }
  if (signal?.aborted === true)
    return new AppError('cli.interrupted', `Stopped while waiting for ${url.host}.`, { details })
  if (facts.timeout.aborted) {
    return new AppError('net.timeout', `No response from ${url.host} to ${what} in time.`, { details })
  }
  const reason = reasonOf(facts.error)
  return new AppError('net.unreachable', `No connection to ${url.host} for ${what} (${reason}).`, {
    details: { ...details, reason },
  })
}

/** `fetch` hides the reason one level down. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'unknown'
}
