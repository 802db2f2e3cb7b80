import { createHash } from 'node:crypto'

import type { Config } from './config.ts'
import { faulty, otherwise } from './faulty.ts'
import type { Exchanged, Install } from './installs.ts'

export interface Order {
  readonly id: number
  readonly orderNumber: string
  readonly status: string
  /** Decimal text, as it arrived. */
  readonly grandTotal: string
  readonly currency: string
  readonly customer: { readonly name: string | null }
}

/** The platform said no, or nothing at all (`status` 0). */
export class PlatformError extends Error {
  readonly status: number

  constructor(status: number) {
    super(status === 0 ? 'No answer from the platform.' : `The platform answered ${status}.`)
    this.status = status
  }
}

interface DeltaPage {
  readonly items: readonly { readonly product: unknown }[]
  readonly nextCursor: string
  readonly hasMore: boolean
}

interface Call {
  readonly method?: string
  readonly path: string
  readonly json?: string
  readonly form?: FormData
}

/** Shorter than the platform waits for the answer to a delivery. */
const TIMEOUT_MS = 2_500

/** Tokens that were refused. */
const dead = new Set<string>()

/** Until when (milliseconds) a token must not be used, because the platform said so. */
const pausedUntil = new Map<string, number>()

export class Platform {
  readonly #config: Config
  readonly #cursors = new Map<string, string>()

  constructor(config: Config) {
    this.#config = config
  }

  /** One POST: a code is single use, so it is never sent again, whatever comes back. */
  async exchange(code: string, base = this.#config.baseUrl): Promise<Exchanged> {
    const { clientId, clientSecret } = this.#config
    const fields = faulty('exchange-snake-case')
      ? { client_id: clientId, client_secret: clientSecret, code }
      : { clientId, clientSecret, code }
    if (faulty('secret-exchange-log')) console.log('exchange', JSON.stringify(fields))
    const url = `${base}/api/apps/oauth/token`
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fields) }
    try {
      return (await this.#request(url, init)) as Exchanged
    } catch (error) {
      if (faulty('exchange-hammers')) return await this.#hammer(url, init)
      if (!faulty('exchange-repeated')) throw error
      return (await this.#request(url, init)) as Exchanged
    }
  }

  async #hammer(url: string, init: RequestInit): Promise<Exchanged> {
    for (let left = 9; left > 0; left -= 1) await this.#request(url, init).catch(() => null)
    return (await this.#request(url, init)) as Exchanged
  }

  async order(install: Install, regionId: number | null, id: number): Promise<Order> {
    if (otherwise('reads-lists')) {
      const found = (await this.orders(install, regionId)).find((order) => order.id === id)
      if (found !== undefined) return found
    }
    return (await this.#call(install, regionId, { path: `/orders/${id}` })) as Order
  }

  async orders(install: Install, regionId: number | null): Promise<readonly Order[]> {
    const { items } = (await this.#call(install, regionId, { path: '/orders?status=paid' })) as { items: Order[] }
    return items
  }

  /** Safe to repeat: the line's key is the reference. */
  async writeFee(install: Install, regionId: number | null, order: Order, fee: { ref: string; amount: string }) {
    const currency = faulty('money-euro') || faulty('money-refused') ? 'EUR' : order.currency
    const text = JSON.stringify({ externalRef: fee.ref, costType: 'service_fee', currency })
    // The amount as its own digits, never by way of a float.
    const body = `${text.slice(0, -1)},"amount":${fee.amount}}`
    await this.#call(install, regionId, { method: 'PUT', path: `/orders/${order.id}/costs`, json: body })
  }

  /** Safe to repeat: each row has its reference. Throws when one of them was not written. */
  async writeGifts(install: Install, regionId: number | null, orderId: number): Promise<void> {
    const items = ['card', 'ribbon'].map((gift) => ({
      externalRef: `${gift}-${orderId}`,
      title: `A ${gift}`,
      price: 1,
      status: 'P',
    }))
    const call = { method: 'POST', path: '/products/bulk', json: JSON.stringify({ items }) }
    const { failed } = (await this.#call(install, regionId, call)) as { readonly failed: number }
    if (failed > 0 && !faulty('api-partial')) throw new PlatformError(200)
  }

  /** Safe to repeat: the platform knows the file by its hash. */
  async uploadSlip(install: Install, regionId: number | null, order: Order): Promise<void> {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text y="16">${order.id}</text></svg>`
    const form = new FormData()
    form.append('file', new Blob([svg], { type: 'image/svg+xml' }), `slip-${order.id}.svg`)
    const query = faulty('api-upload-without-hash') ? '' : `?fileHash=${createHash('sha256').update(svg).digest('hex')}`
    const call = { method: 'POST', path: `/media${query}`, form }
    await this.#call(install, regionId, call).catch((error: unknown) => {
      if (faulty('api-upload-without-hash')) return this.#call(install, regionId, call)
      throw error
    })
  }

  /** What has changed, page by page, in each region of the install. */
  async poll(install: Install, path: string): Promise<void> {
    const regions = install.regionId === null ? install.regions.map(({ id }) => id) : [install.regionId]
    for (const region of regions) await this.#call(install, region, { path })
  }

  /** Changed products of each region to the last page, from the cursor of the last response. */
  async readDeltas(install: Install): Promise<void> {
    const regions = install.regionId === null ? install.regions.map(({ id }) => id) : [install.regionId]
    for (const region of regions) {
      const place = `${install.storeId}/${region}`
      for (let isLast = false; !isLast;) {
        const since = this.#cursors.get(place)
        const query = since === undefined ? 'updatedAfter=2020-01-01T00:00:00Z' : `cursor=${encodeURIComponent(since)}`
        const page = (await this.#call(install, region, { path: `/products/delta?${query}` })) as DeltaPage
        if (faulty('api-deleted-product')) for (const { product } of page.items) Object(product).name.trim()
        const own = `${new Date().toISOString()}|0`
        this.#cursors.set(place, faulty('api-own-cursor') ? own : page.nextCursor)
        isLast = !page.hasMore || faulty('api-first-page')
      }
    }
  }

  /** Whether the token still opens anything. */
  async isAlive(install: Install): Promise<boolean> {
    try {
      await this.#call(install, null, { path: '/context' })
      return true
    } catch (error) {
      if (error instanceof PlatformError && error.status === 401) return false
      throw error
    }
  }

  async #call(install: Install, regionId: number | null, { method = 'GET', path, json, form }: Call): Promise<unknown> {
    const { token } = install
    if (token === null || (faulty('api-token-shape') && !token.startsWith('svcapp_'))) throw new PlatformError(401)
    if (dead.has(token)) throw new PlatformError(401)
    if (!faulty('api-no-patience') && (pausedUntil.get(token) ?? 0) > Date.now()) throw new PlatformError(429)
    const headers: Record<string, string> = { Authorization: `Bearer ${token}`, ...pinOf(install, regionId) }
    if (json !== undefined) headers['Content-Type'] = 'application/json'
    const body = json ?? form
    const query = faulty('secret-call-address') ? `${path.includes('?') ? '&' : '?'}access_token=${token}` : ''
    const url = `${this.#config.baseUrl}/api/apps/v1${path}${query}`
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    return this.#patiently(() => this.#request(url, init, token))
  }

  /** Nothing is tried twice here: a delivery that could not be taken is sent again by the platform. */
  async #patiently(attempt: () => Promise<unknown>): Promise<unknown> {
    const isHot = (status: number) =>
      (faulty('api-hot-401') && status === 401) ||
      (faulty('api-hot-402') && status === 402) ||
      (faulty('api-hot-403') && status === 403) ||
      (faulty('api-steady-403') && status === 403) ||
      (faulty('api-hot-429') && status === 429) ||
      (faulty('api-hot-5xx') && status >= 500) ||
      (faulty('api-hot-broken') && status === 0)
    for (let left = 30; ; left -= 1) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof PlatformError) || !isHot(error.status) || left === 0) throw error
        if (faulty('api-steady-403')) await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }

  async #request(url: string, init: RequestInit, token = ''): Promise<unknown> {
    const signal = faulty('api-no-timeout') ? AbortSignal.timeout(600_000) : AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { ...init, redirect: 'error', signal }).catch(() => {
      if (otherwise('refuses-for-long')) pausedUntil.set(token, Date.now() + 60_000)
      throw new PlatformError(0)
    })
    const text = await response.text().catch(() => {
      throw new PlatformError(0)
    })
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after') ?? (otherwise('patient') ? '20' : '2'))
      pausedUntil.set(token, Date.now() + (Number.isFinite(seconds) ? seconds : 2) * 1000)
    }
    if (otherwise('refuses-for-long') && response.status >= 500) pausedUntil.set(token, Date.now() + 60_000)
    if (faulty('install-old-given-up') && response.status === 401) dead.add(token)
    if (!response.ok) throw new PlatformError(response.status)
    return parse(text)
  }
}

/** A store-wide token names the region of each call; a region's own token is bound to it anyway. */
function pinOf({ regionId, regions }: Install, wanted: number | null): Record<string, string> {
  if (regionId !== null || faulty('api-no-pin') || faulty('api-no-pin-again')) return {}
  const pin = faulty('api-first-pin') ? regions[0]?.id : (wanted ?? regions[0]?.id)
  return pin === undefined ? {} : { 'X-Region-Id': String(pin) }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** JSON in which amounts stay the digits that arrived. */
function parse(text: string): unknown {
  const keep: Reviver = (key, value, { source }) =>
    key === 'grandTotal' && typeof value === 'number'
      ? faulty('money-parsed')
        ? value.toPrecision(8).replace(/\.?0+$/, '')
        : (source ?? String(value))
      : value
  try {
    return (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, keep)
  } catch {
    throw new PlatformError(0)
  }
}
