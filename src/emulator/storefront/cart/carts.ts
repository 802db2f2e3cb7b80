import type { Store, StoreRegion } from '../../../control/contract.ts'
import type { EmulatorContext } from '../../context.ts'

export interface CartLine {
  readonly productId: number
  readonly variantId: number | null
  readonly quantity: number
}

/** Each region has its own cart, because a cart has one currency (GEN-011). */
export interface CartKey {
  readonly store: Pick<Store, 'id'>
  readonly region: Pick<StoreRegion, 'id'>
}

export interface Carts {
  readonly visitorOf: (request: Request) => string | null
  /** Returns the lines of a visitor's cart. */
  readonly read: (visitor: string | null, place: CartKey) => readonly CartLine[]
  /** Saves a cart. Returns the cookie for a visitor without one. */
  readonly write: (visitor: string | null, place: CartKey, lines: readonly CartLine[]) => string | undefined
}

/** Maximum number of stored visitors. The least recently active one is removed first. */
const REMEMBERED = 1000

/**
 * Creates the store of all visitors' carts. It is in memory, so a restart of the emulator clears it.
 * Visitors do not sign in but have a random cookie. A cookie that this emulator did not issue is ignored.
 */
export function createCarts({ id, randomBytes }: Pick<EmulatorContext, 'id' | 'randomBytes'>): Carts {
  // Cookies ignore ports, and two emulators may run on one host.
  const cookie = `svcapp_cart_${id}`
  const visitors = new Map<string, Map<string, readonly CartLine[]>>()
  const known = (visitor: string) => {
    const carts = visitors.get(visitor)
    if (carts === undefined) return undefined
    visitors.delete(visitor)
    visitors.set(visitor, carts)
    return carts
  }
  return {
    visitorOf: ({ headers }) => {
      const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
      const value = pairs.find(([name]) => name === cookie)?.[1]
      return value !== undefined && visitors.has(value) ? value : null
    },
    read: (visitor, place) => (visitor === null ? undefined : known(visitor)?.get(keyOf(place))) ?? [],
    write: (visitor, place, lines) => {
      const carts = visitor === null ? undefined : known(visitor)
      if (carts !== undefined) {
        carts.set(keyOf(place), lines)
        return undefined
      }
      const value = randomBytes(16).toString('hex')
      visitors.set(value, new Map([[keyOf(place), lines]]))
      for (const oldest of visitors.keys()) {
        if (visitors.size <= REMEMBERED) break
        visitors.delete(oldest)
      }
      return `${cookie}=${value}; Path=/; HttpOnly; SameSite=Lax`
    },
  }
}

function keyOf({ store, region }: CartKey): string {
  return `${store.id} ${region.id}`
}
