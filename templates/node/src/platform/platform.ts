import type { Config } from '../config.ts'
import { readExchanged, readOrder, readRegions, type Exchanged, type Order, type Region } from './answers.ts'
import type { Pauses } from './pauses.ts'
import { PlatformError } from './platform-error.ts'
import { asRecord, request, withRetries } from './request.ts'

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
  /** All regions that the token opens now; a store may have opened or closed one since the install. */
  readonly regions: (token: string) => Promise<Region[]>
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
    regions: async (token) => readRegions(await get({ token, pin: null }, 'context')) ?? [],
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
