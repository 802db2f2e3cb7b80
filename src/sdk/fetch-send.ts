import { checkTarget } from '../client/origin.ts'
import { redirected } from '../client/redirected.ts'
import { AppError } from '../errors.ts'
import type { Send, WireRequest } from '../http/wire.ts'
import type { Fetch } from './options.ts'

/** For request and response together. */
const TIMEOUT_MS = 30_000

/**
 * Creates a transport over a given `fetch`, such as a test's or one with its own proxy. Like the built-in transport, it
 * follows no redirect (R8) and sends no clear text off loopback (T31). Raises `net.*` and `cli.interrupted`.
 */
export function createFetchSend(fetch: Fetch, env: Readonly<Record<string, string | undefined>>): Send {
  return async (request) => {
    checkTarget(request.url, env)
    const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS)
    const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
    try {
      const response = await fetch(request.url, { ...buildInit(request), signal })
      const body = new Uint8Array(await response.arrayBuffer())
      const answer = { status: response.status, headers: Object.fromEntries(response.headers), body }
      if (answer.status >= 300 && answer.status < 400) throw redirected(request, answer)
      return answer
    } catch (error) {
      throw error instanceof AppError ? error : lost(request, { timeout, error })
    }
  }
}

function buildInit({ method, headers, body }: WireRequest): RequestInit {
  const init: RequestInit = { method, headers: { ...headers }, redirect: 'manual' }
  // Copies into an ArrayBuffer, the only kind that the web's type accepts.
  if (body !== undefined) init.body = typeof body === 'string' ? body : new Uint8Array(body)
  return init
}

/** It is unknown how much of the request was sent, so it counts as sent. */
function lost({ method, url, signal }: WireRequest, facts: { timeout: AbortSignal; error: unknown }): AppError {
  const what = `${method} ${url.pathname}`
  const details = { sent: true }
  if (signal?.aborted === true)
    return new AppError('cli.interrupted', `Stopped while waiting for ${url.host}.`, { details })
  if (facts.timeout.aborted) {
    return new AppError('net.timeout', `No response from ${url.host} to ${what} in time.`, { details })
  }
  const reason = describeReason(facts.error)
  return new AppError('net.unreachable', `No connection to ${url.host} for ${what} (${reason}).`, {
    details: { ...details, reason },
  })
}

/** Returns the reason from the `cause`, where `fetch` hides it. */
function describeReason(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'unknown'
}
