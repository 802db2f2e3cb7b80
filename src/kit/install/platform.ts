import { AppError } from '../../errors.ts'
import { isSuccess } from '../../http/status.ts'
import { utf8 } from '../../http/utf8.ts'
import type { Send } from '../../http/wire.ts'
import { isObject, parseJson, type JsonObject } from '../../text/json.ts'
import type { Region } from './install.ts'

/** What the token exchange returns. */
export interface Exchanged {
  readonly accessToken: string
  /** App key. Empty if the response has none. */
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  readonly scopes: readonly string[]
  /** Regions of a store-wide install. */
  readonly regions: readonly Region[]
  readonly storeName: string
  readonly storeDomain: string
}

/** API calls of the library. */
export interface Platform {
  /**
   * Exchanges a code for a token with exactly one POST, because a code works only once. Throws
   * `ExchangeError`.
   */
  exchange(code: string): Promise<Exchanged>
  /**
   * Current regions of a token, or null if the platform rejects the token. Throws an `AppError` if
   * the request fails.
   */
  regions(token: string): Promise<readonly Region[] | null>
}

/** A failed exchange. `status` is 0 without a usable response. */
export class ExchangeError extends Error {
  readonly status: number
  /** Retry-After of the response. */
  readonly retryAfter: string | undefined

  constructor(status: number, retryAfter?: string) {
    super(`The token exchange failed (${status}).`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

const EXCHANGE_MS = 15_000
const CONTEXT_MS = 3_000

export interface PlatformTools {
  readonly send: Send
  readonly config: () => { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string }
}

export function createPlatform({ send, config }: PlatformTools): Platform {
  const address = (path: string) => new URL(path, `${config().baseUrl.replace(/\/$/, '')}/`)
  return {
    async exchange(code) {
      const { clientId, clientSecret } = config()
      const response = await send({
        method: 'POST',
        url: address('api/apps/oauth/token'),
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ clientId, clientSecret, code }),
        timeoutMs: EXCHANGE_MS,
      }).catch((error: unknown) => {
        if (error instanceof AppError) throw new ExchangeError(0)
        throw error
      })
      if (!isSuccess(response.status)) throw new ExchangeError(response.status, response.headers['retry-after'])
      return readExchanged(fieldsIn(response.body))
    },
    async regions(token) {
      const url = address('api/apps/v1/context')
      const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
      const { status, body } = await send({ method: 'GET', url, headers, timeoutMs: CONTEXT_MS })
      if (status === 401) return null
      if (isSuccess(status)) return readRegions(fieldsIn(body))
      throw new AppError('api.error', `The platform responded to context.get with ${status}.`, { details: { status } })
    },
  }
}

function fieldsIn(body: Uint8Array): JsonObject {
  const parsed = parseJson(utf8(body))
  return parsed.ok && isObject(parsed.value) ? parsed.value : {}
}

/** Reads the exchange response, in snake_case unlike all other responses. */
function readExchanged(answer: JsonObject): Exchanged {
  const { access_token, store_id, region_id, scopes } = answer
  if (typeof access_token !== 'string' || typeof store_id !== 'number' || !Number.isSafeInteger(store_id)) {
    throw new ExchangeError(0)
  }
  return {
    accessToken: access_token,
    appKey: textOf(answer['app_key']),
    storeId: store_id,
    regionId: typeof region_id === 'number' && Number.isSafeInteger(region_id) ? region_id : null,
    scopes: Array.isArray(scopes) ? scopes.map(textOf) : [],
    regions: readRegions(answer),
    storeName: textOf(answer['store_name']),
    storeDomain: textOf(answer['store_domain']),
  }
}

/** Reads the regions of the exchange, or of the context, which spells the currency differently. */
function readRegions({ regions }: JsonObject): Region[] {
  return Array.isArray(regions) ? regions.filter(isObject).map(readRegion) : []
}

function readRegion({ id, code, currency, currencyCode }: JsonObject): Region {
  return { id: Number(id), code: textOf(code ?? id), currency: textOf(currency ?? currencyCode) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
