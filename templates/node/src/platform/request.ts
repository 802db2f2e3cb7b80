import { setTimeout as sleep } from 'node:timers/promises'

import { currentTrace } from '../trace.ts'
import { PlatformError } from './platform-error.ts'

/** A read may be made again when there was no answer, or the platform was in trouble. A write never is: it may have taken effect. */
export async function withRetries<T>(read: () => Promise<T>, againAfterMs: readonly number[]): Promise<T> {
  for (const waitMs of againAfterMs) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof PlatformError) || (error.status !== 0 && error.status < 500)) throw error
      await sleep(waitMs)
    }
  }
  return read()
}

export type RequestFacts = RequestInit & { readonly headers: Readonly<Record<string, string>> }

/** One request, in the trace of what asked for it. */
export async function request(url: URL, init: RequestFacts): Promise<unknown> {
  const noAnswer = () => {
    // The cause may quote the request; nothing of it goes further.
    throw new PlatformError(0, 'No answer from the platform.')
  }
  const headers = { ...init.headers, ...currentTrace() }
  const response = await fetch(url, { ...init, headers, redirect: 'error' }).catch(noAnswer)
  const text = await response.text().catch(noAnswer)
  const body = parse(text)
  if (response.ok) return body
  const { message } = asRecord(body)
  throw new PlatformError(
    response.status,
    typeof message === 'string' ? message : `The platform answered ${response.status}.`,
    secondsIn(response.headers.get('retry-after')),
  )
}

/** Whole seconds; null for none, and for a date, which the platform does not send. */
function secondsIn(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text.trim()) ? Number(text) : null
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

const amounts = new Set(['grandTotal'])

/** JSON with amounts kept as the digits that arrived. */
function parse(text: string): unknown {
  const keepAmounts: Reviver = (key, value, { source }) =>
    amounts.has(key) && typeof value === 'number' ? (source ?? String(value)) : value
  try {
    // The third argument of a reviver is newer than its type.
    return (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, keepAmounts)
  } catch {
    return null
  }
}

/** The fields of an object; none for anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  // An object of any shape reads as a record of unknown values.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
