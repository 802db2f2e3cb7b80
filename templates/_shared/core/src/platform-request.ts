import { PlatformError } from './platform-error.ts'
import { currentTrace } from './trace.ts'

export type Json = string | number | boolean | null | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [name: string]: Json | undefined
}

export type RequestFacts = RequestInit & { readonly headers: Readonly<Record<string, string>> }

/** One request in the trace of what asked for it, and its body as JSON; null for a body that is not JSON. Throws `PlatformError`. */
export async function request(url: URL, init: RequestFacts): Promise<Json> {
  const noAnswer = () => {
    // The cause may quote the request; nothing of it goes further.
    throw new PlatformError(0, 'No answer from the platform.')
  }
  // Edge runtimes know no `error` here: a redirect that is not followed is an answer that is not ok.
  const headers = { ...init.headers, ...currentTrace() }
  const response = await fetch(url, { ...init, headers, redirect: 'manual' }).catch(noAnswer)
  const body = parse(await response.text().catch(noAnswer))
  if (response.ok) return body
  const { message } = fieldsOf(body)
  const words = typeof message === 'string' ? message : `The platform answered ${response.status}.`
  const isRedirect = response.status >= 300 && response.status < 400
  throw new PlatformError(isRedirect ? 0 : response.status, words, secondsIn(response.headers.get('retry-after')))
}

/** The fields of an object; none for anything else. */
export function fieldsOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

/** Whole seconds; null for none, and for a date, which the platform does not send. */
function secondsIn(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text.trim()) ? Number(text) : null
}

type Reviver = (key: string, value: Json, context: { source?: string }) => Json

const amounts = new Set(['grandTotal'])

/** JSON with amounts kept as the digits that arrived. */
function parse(text: string): Json {
  const keepAmounts: Reviver = (key, value, { source }) =>
    amounts.has(key) && typeof value === 'number' ? (source ?? String(value)) : value
  try {
    // The third argument of a reviver is newer than its type.
    return (JSON.parse as (text: string, reviver: Reviver) => Json)(text, keepAmounts)
  } catch {
    return null
  }
}
