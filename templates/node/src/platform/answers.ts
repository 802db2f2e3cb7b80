import { PlatformError } from './platform-error.ts'
import { asRecord } from './request.ts'

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

/** Throws `PlatformError` for anything that is no order. */
export function readOrder(value: unknown): Order {
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

/** The token that a code was traded for. Throws `PlatformError` where there is none. */
export function readExchanged(value: unknown): Exchanged {
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
    regions: readRegions(answer),
    store_name: String(answer['store_name'] ?? ''),
    store_domain: String(answer['store_domain'] ?? ''),
  }
}

/** The regions of an answer: of the exchange, or of the context, which calls the currency otherwise. */
export function readRegions(value: unknown): Region[] | null {
  const { regions } = asRecord(value)
  return Array.isArray(regions) ? regions.map(readRegion) : null
}

function readRegion(value: unknown): Region {
  const { id, code, currency, currencyCode } = asRecord(value)
  return { id: Number(id), code: String(code ?? id), currency: String(currency ?? currencyCode ?? '') }
}
