import { PlatformError } from './platform-error.ts'
import { fieldsOf, type Json } from './platform-request.ts'

export interface Region {
  readonly id: number
  readonly code: string
  readonly currency: string
}

/** The answer of the token exchange. Fields that this app does not use are left out. */
export interface Exchanged {
  readonly accessToken: string
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  readonly scopes: readonly string[]
  /** Of a store-wide install; empty for one region. */
  readonly regions: readonly Region[]
  readonly storeName: string
}

export interface Order {
  readonly id: number
  readonly orderNumber: string
  readonly status: string
  /** Decimal text, as it arrived: amounts never become floating-point numbers. */
  readonly grandTotal: string
  readonly currency: string
}

/** In snake_case, unlike all other answers. */
export function readExchanged(value: Json): Exchanged {
  const answer = fieldsOf(value)
  const { access_token, store_id, region_id, scopes } = answer
  if (typeof access_token !== 'string' || typeof store_id !== 'number' || !Number.isSafeInteger(store_id)) {
    throw new PlatformError(0, 'The answer of the platform holds no token.')
  }
  return {
    accessToken: access_token,
    appKey: textOf(answer['app_key']),
    storeId: store_id,
    regionId: typeof region_id === 'number' && Number.isSafeInteger(region_id) ? region_id : null,
    scopes: Array.isArray(scopes) ? scopes.map(textOf) : [],
    regions: readRegions(answer),
    storeName: textOf(answer['store_name']),
  }
}

/** Throws `PlatformError` for anything that is no order. */
export function readOrder(value: Json): Order {
  const { id, orderNumber, status, grandTotal, currency } = fieldsOf(value)
  if (typeof id !== 'number' || typeof currency !== 'string') {
    throw new PlatformError(0, 'The answer of the platform is not an order.')
  }
  return {
    id,
    orderNumber: textOf(orderNumber ?? id),
    status: textOf(status),
    grandTotal: textOf(grandTotal ?? '0'),
    currency,
  }
}

/** The rows of a list. */
export function readOrders(value: Json): Order[] {
  const { items } = fieldsOf(value)
  return Array.isArray(items) ? items.map(readOrder) : []
}

/** The regions of an answer: of the exchange, or of the context, which calls the currency otherwise. */
export function readRegions(value: Json): Region[] {
  const { regions } = fieldsOf(value)
  return Array.isArray(regions) ? regions.map(readRegion) : []
}

function readRegion(value: Json): Region {
  const { id, code, currency, currencyCode } = fieldsOf(value)
  return { id: Number(id), code: textOf(code ?? id), currency: textOf(currency ?? currencyCode) }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
