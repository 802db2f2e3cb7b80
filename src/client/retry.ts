import type { Idempotency } from '../catalog/endpoint.ts'
import { AppError, hasCode } from '../errors.ts'
import { changed } from '../errors/changed.ts'
import { isSuccess } from '../http/status.ts'
import type { WireResponse } from '../http/wire.ts'
import { parseJson } from '../text/json.ts'
import { waitToSend, type WaitTools } from './wait.ts'

export interface RetryTools extends WaitTools {
  readonly now: () => Date
  /** From 0 to 1, as from `Math.random`. */
  readonly random: () => number
  /** Retry policy; `full` by default. */
  readonly retries?: Retries
  /** Called before each wait. */
  readonly onWait?: (wait: { readonly ms: number; readonly why: string }) => void
  /** Statuses that are the endpoint's own response: waiting does not help against a 503 that means "not configured". */
  readonly finalStatuses?: readonly number[]
  /** Returns whether a 2xx is truncated, which is as temporary as a 502. */
  readonly isCutOff?: (response: WireResponse) => boolean
}

/**
 * Retry policy of a request. `full` is for programs that can wait (P16, P21). `short` is for a page
 * that a user waits for. `none` is for a caller that repeats the whole job itself.
 */
export type Retries = 'none' | 'short' | 'full'

interface Limits {
  /** Attempts while the platform responds with 429. */
  readonly limitedTries: number
  /** Retries after 502, 503, 504 or an interrupted connection. */
  readonly failedRepeats: number
  /** Total for all attempts. */
  readonly totalMs: number
  readonly backoffMinMs: number
  readonly backoffMaxMs: number
}

const limitsOf: Readonly<Record<Retries, Limits>> = {
  full: {
    limitedTries: 6,
    failedRepeats: 3,
    totalMs: 5 * 60_000,
    backoffMinMs: 1_000,
    backoffMaxMs: 60_000,
  },
  short: { limitedTries: 1, failedRepeats: 2, totalMs: 3_000, backoffMinMs: 200, backoffMaxMs: 800 },
  none: { limitedTries: 1, failedRepeats: 0, totalMs: 0, backoffMinMs: 0, backoffMaxMs: 0 },
}

const transientStatuses: readonly number[] = [502, 503, 504]

/** Parts of a request that may contain an idempotency key. */
export interface KeyLocations {
  readonly query: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, unknown>>
  /** An object, or JSON text. */
  readonly body: unknown
}

/**
 * Returns whether repeating the request is harmless: reads, writes that change nothing when repeated, and writes that
 * contain a documented key, in each row of a bulk write (P21). All others are sent only once: an upload without its hash
 * is stored twice.
 */
export function isRepeatable(idempotency: Idempotency, places: KeyLocations): boolean {
  if (idempotency.kind !== 'key') return idempotency.kind !== 'none'
  // The key of each row is written as `items[].externalRef`.
  const field = idempotency.field.replace(/^items\[\]\./, '')
  if (bears(places.query, field) || bears(places.params, field)) return true
  const body = typeof places.body === 'string' ? parsed(places.body) : places.body
  if (bears(body, field)) return true
  const rows: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'items') : undefined
  return Array.isArray(rows) && rows.length > 0 && rows.every((row) => bears(row, field))
}

function bears(value: unknown, field: string): boolean {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return false
  const key: unknown = Reflect.get(value, field)
  return key !== undefined && key !== null && key !== ''
}

function parsed(text: string): unknown {
  const json = parseJson(text)
  return json.ok ? json.value : null
}

/**
 * Sends once, and retries if that is safe and may help. After a 429 it waits with full jitter between 1 and 60 s or for `Retry-After`, at
 * most 6 attempts in 5 minutes (P16). After a temporary failure it retries at most 3 times (P21). Returns the last response. Raises the
 * error of the last attempt and `cli.interrupted`, with `sent` in its details true even if only an earlier attempt may have been processed.
 */
export async function withRetries(tools: RetryTools, attempt: () => Promise<WireResponse>): Promise<WireResponse> {
  const startedAt = tools.now().getTime()
  const counts = { limited: 0, failed: 0 }
  // After a 429 nothing was done; after a failure the outcome is unknown.
  const reported = (error: unknown) => (counts.failed > 0 && error instanceof AppError ? asSent(error) : error)
  for (;;) {
    const outcome = await attempt().catch((error: unknown) => {
      if (isReset(error)) return error
      throw reported(error)
    })
    const ms = pauseAfter(outcome, counts, tools)
    if (ms === null || tools.now().getTime() - startedAt + ms > limitsOf[tools.retries ?? 'full'].totalMs)
      return answerOf(outcome)
    tools.onWait?.({
      ms,
      why: whyAgain(outcome),
    })
    await waitToSend(tools, ms).catch((error: unknown) => {
      throw reported(error)
    })
  }
}

function asSent(error: AppError): AppError {
  return changed(error, { details: { ...error.details, sent: true } })
}

function whyAgain(outcome: WireResponse | AppError): string {
  if (outcome instanceof AppError) return 'the connection was closed'
  return isSuccess(outcome.status) ? 'the response was truncated' : `the target returned ${outcome.status}`
}

/** An interrupted connection leaves only the error. */
function answerOf(outcome: WireResponse | AppError): WireResponse {
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** Returns the wait before the next attempt in ms; null for no further attempt. */
function pauseAfter(
  outcome: WireResponse | AppError,
  counts: { limited: number; failed: number },
  tools: RetryTools,
): number | null {
  const limits = limitsOf[tools.retries ?? 'full']
  const backoff = (tries: number) => jitter(tries, limits, tools.random)
  if (outcome instanceof AppError) return ++counts.failed > limits.failedRepeats ? null : backoff(counts.failed)
  if (outcome.status === 429) {
    if (++counts.limited >= limits.limitedTries) return null
    return Math.max(retryAfterMs(outcome, tools.now()) ?? 0, backoff(counts.limited))
  }
  if (!isTransient(outcome, tools) || ++counts.failed > limits.failedRepeats) return null
  return Math.max(retryAfterMs(outcome, tools.now()) ?? 0, backoff(counts.failed))
}

function isTransient(response: WireResponse, { finalStatuses = [], isCutOff }: RetryTools): boolean {
  const { status } = response
  if (isSuccess(status)) return isCutOff?.(response) === true
  return transientStatuses.includes(status) && !finalStatuses.includes(status)
}

/** Returns full jitter: a random value between the shortest wait and a maximum that doubles each time. */
function jitter(tries: number, { backoffMinMs, backoffMaxMs }: Limits, random: () => number): number {
  const ceiling = Math.min(backoffMaxMs, backoffMinMs * 2 ** tries)
  return Math.round(backoffMinMs + random() * (ceiling - backoffMinMs))
}

/** Reads `Retry-After` in ms: whole seconds or an HTTP date (RFC 9110 section 10.2.3). Null if it is missing or invalid (`-5`, `abc`). */
export function retryAfterMs({ headers }: Pick<WireResponse, 'headers'>, now: Date): number | null {
  const value = headers['retry-after']?.trim()
  if (value === undefined) return null
  if (/^\d+$/.test(value)) return Number(value) * 1000
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) return null
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

function isReset(error: unknown): error is AppError {
  if (!hasCode(error, 'net.unreachable')) return false
  return error.details['reason'] === 'ECONNRESET' || error.details['reason'] === 'EPIPE'
}
