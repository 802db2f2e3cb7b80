import { createBudget } from './budget.ts'
import type { Config } from './config.ts'
import {
  readExchanged,
  readOrder,
  readOrders,
  readRegions,
  type Exchanged,
  type Order,
  type Region,
} from './platform-answers.ts'
import { PlatformError } from './platform-error.ts'
import { request } from './platform-request.ts'

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
  readonly orders: (access: Access, status?: string) => Promise<readonly Order[]>
  /** All regions that the token opens now; a store may have opened or closed one since the install. */
  readonly regions: (token: string) => Promise<readonly Region[]>
  /** Whether the token still opens anything. Asked without a region: one that is closed says nothing about the token. */
  readonly isAlive: (token: string) => Promise<boolean>
}

/** For a call with all its tries, in ms: shorter than the platform waits for the answer to a delivery. */
const READ_MS = 3500
const EXCHANGE_MS = 15_000

/** How long to wait before each further try of a read, in ms. */
const AGAIN_AFTER_MS = [200, 600]

/** The calls that this app makes. All of them throw `PlatformError`; none follows a redirect, so no secret reaches another origin. */
export function createPlatform({
  baseUrl,
  clientId,
  clientSecret,
}: Pick<Config, 'baseUrl' | 'clientId' | 'clientSecret'>): Platform {
  const root = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`
  const budget = createBudget()
  const get = ({ token, pin }: Access, path: string) => {
    const headers = { Authorization: `Bearer ${token}`, ...(pin === null ? {} : { 'X-Region-Id': String(pin) }) }
    const init = { headers, signal: AbortSignal.timeout(READ_MS) }
    return withRetries(() => budget.spend(token, () => request(new URL(`api/apps/v1/${path}`, root), init)))
  }
  return {
    exchange: async (code) => {
      const answer = await request(new URL('api/apps/oauth/token', root), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ clientId, clientSecret, code }),
        signal: AbortSignal.timeout(EXCHANGE_MS),
      })
      return readExchanged(answer)
    },
    order: async (access, id) => readOrder(await get(access, `orders/${id}`)),
    orders: async (access, status) =>
      readOrders(await get(access, status === undefined ? 'orders' : `orders?status=${encodeURIComponent(status)}`)),
    regions: async (token) => readRegions(await get({ token, pin: null }, 'context')),
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
async function withRetries<T>(read: () => Promise<T>): Promise<T> {
  for (const waitMs of AGAIN_AFTER_MS) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof PlatformError) || (error.status !== 0 && error.status < 500)) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  return read()
}
