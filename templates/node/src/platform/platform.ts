import { setTimeout as sleep } from 'node:timers/promises'

import type { Config } from '../config.ts'
import { currentTrace } from '../trace.ts'
import type { Pauses } from './pauses.ts'
import { PlatformError } from './platform-error.ts'

export interface Region {
  readonly id: number
  readonly code: string
  readonly currency: string
}

/** The answer of the token exchange: in snake_case, unlike all others. Fields that this app does not use are left out. */
export interface Exchanged {
  readonly access_token: string
  readonly scopes: readonly string[]
  readonly app_key: string
  readonly store_id: number
  readonly region_id: number | null
  readonly install_scope: string
  readonly regions: readonly Region[] | null
  readonly store_name: string
  readonly store_domain: string
}

export interface Order {
  readonly id: number
  readonly orderNumber: string
  readonly status: string
  /** Decimal text, as it arrived: amounts never become floating-point numbers. */
  readonly grandTotal: string
  readonly currency: string
}

/** A token and the region of one request. The pin is for store-wide tokens; with a region's own token it would be ignored. */
export interface Access {
  readonly token: string
  readonly pin: number | null
}

export interface Platform {
  /** Trades the code for a token: exactly one POST, because a code is single use. */
  readonly exchange: (code: string) => Promise<Exchanged>
  readonly order: (access: Access, id: number) => Promise<Order>
  /** The newest orders of the region, at most 20. */
  readonly orders: (access: Access, status?: string) => Promise<Order[]>
  /** What a list has to say to the store owner; null for nothing. Needs products.read. */
  readonly hint: (access: Access, list: 'shipping-profiles' | 'shipping-packages') => Promise<string | null>
  /** An address of a generated picture, for `images` of a product. The same key gives the same picture. Needs products.write; 503 without a generator. */
  readonly generateImage: (
    access: Access,
    wanted: { readonly prompt: string; readonly fileHash: string },
  ) => Promise<string>
  /** Whether the token still opens anything. Asked without a region: one that is closed says nothing about the token. */
  readonly isAlive: (token: string) => Promise<boolean>
}

/** For a read with all its tries, in ms. */
const READ_TIMEOUT_MS = 3_000

/** How long to wait before each further try of a read that a person waits for, in ms. */
export const AGAIN_AFTER_MS = [200, 600]

/** In ms. A code is sent once, and a picture takes its time. */
const WRITE_TIMEOUT_MS = 15_000

export interface PlatformTools {
  readonly pauses: Pauses
  /** The waits before each further try of a read, in ms; none for jobs, which the queue tries again. */
  readonly againAfterMs: readonly number[]
}

/** The calls that this app makes. All of them throw `PlatformError`; none follows a redirect, so no secret reaches another origin. */
export function createPlatform(
  { baseUrl, clientId, clientSecret }: Pick<Config, 'baseUrl' | 'clientId' | 'clientSecret'>,
  { pauses, againAfterMs }: PlatformTools,
): Platform {
  const root = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`
  const headersOf = ({ token, pin }: Access) => ({
    Authorization: `Bearer ${token}`,
    ...(pin === null ? {} : { 'X-Region-Id': String(pin) }),
  })
  const get = (access: Access, path: string) => {
    const init = { headers: headersOf(access), signal: AbortSignal.timeout(READ_TIMEOUT_MS) }
    const read = () => pauses.call(access.token, () => request(new URL(`api/apps/v1/${path}`, root), init))
    return withRetries(read, againAfterMs)
  }
  return {
    exchange: async (code) => {
      const answer = await request(new URL('api/apps/oauth/token', root), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ clientId, clientSecret, code }),
        signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
      })
      return readExchanged(answer)
    },
    order: async (access, id) => readOrder(await get(access, `orders/${id}`)),
    orders: async (access, status) => {
      const query = status === undefined ? '' : `?status=${encodeURIComponent(status)}`
      const { items } = asRecord(await get(access, `orders${query}`))
      return Array.isArray(items) ? items.map(readOrder) : []
    },
    hint: async (access, list) => {
      const { hint } = asRecord(await get(access, list))
      return typeof hint === 'string' && hint.trim() !== '' ? hint : null
    },
    generateImage: async (access, { prompt, fileHash }) => {
      const { url } = asRecord(
        await pauses.call(access.token, () =>
          request(new URL('api/apps/v1/media/generate', root), {
            method: 'POST',
            headers: { ...headersOf(access), 'Content-Type': 'application/json' },
            body: JSON.stringify({ prompt, fileHash }),
            signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
          }),
        ),
      )
      if (typeof url !== 'string') throw new PlatformError(0, 'The platform answered without an address.')
      return url
    },
    isAlive: async (token) => {
      try {
        await get({ token, pin: null }, 'context')
        return true
      } catch (error) {
        if (error instanceof PlatformError && error.status === 401) return false
        throw error
      }
    },
  }
}

/** A read may be made again when there was no answer, or the platform was in trouble. A write never is: it may have taken effect. */
async function withRetries<T>(read: () => Promise<T>, againAfterMs: readonly number[]): Promise<T> {
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

type RequestFacts = RequestInit & { readonly headers: Readonly<Record<string, string>> }

/** One request, in the trace of what asked for it. */
async function request(url: URL, init: RequestFacts): Promise<unknown> {
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

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  // An object of any shape reads as a record of unknown values.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function readOrder(value: unknown): Order {
  const { id, orderNumber, status, grandTotal, currency } = asRecord(value)
  if (typeof id !== 'number' || typeof currency !== 'string') {
    throw new PlatformError(0, 'The answer of the platform is not an order.')
  }
  return {
    id,
    orderNumber: String(orderNumber ?? id),
    status: String(status ?? ''),
    grandTotal: String(grandTotal ?? '0'),
    currency,
  }
}

function readExchanged(value: unknown): Exchanged {
  const answer = asRecord(value)
  const { access_token, store_id, region_id } = answer
  if (typeof access_token !== 'string' || !Number.isSafeInteger(store_id)) {
    throw new PlatformError(0, 'The answer of the platform holds no token.')
  }
  return {
    access_token,
    store_id: Number(store_id),
    region_id: Number.isSafeInteger(region_id) ? Number(region_id) : null,
    app_key: String(answer['app_key'] ?? ''),
    install_scope: answer['install_scope'] === 'store' ? 'store' : 'region',
    scopes: Array.isArray(answer['scopes']) ? answer['scopes'].map(String) : [],
    regions: Array.isArray(answer['regions']) ? answer['regions'].map(readRegion) : null,
    store_name: String(answer['store_name'] ?? ''),
    store_domain: String(answer['store_domain'] ?? ''),
  }
}

function readRegion(value: unknown): Region {
  const { id, code, currency } = asRecord(value)
  return { id: Number(id), code: String(code ?? id), currency: String(currency ?? '') }
}
