import type { Store, StoreRegion } from '../../../control/contract.ts'
import type { World } from '../../world.ts'

export interface CartLine {
  readonly productId: number
  readonly variantId: number | null
  readonly quantity: number
}

/** Each region has its own cart: it has one currency (GEN-011). */
export interface CartPlace {
  readonly store: Pick<Store, 'id'>
  readonly region: Pick<StoreRegion, 'id'>
}

export interface Carts {
  readonly visitorOf: (request: Request) => string | null
  /** What is in a visitor's cart. */
  readonly read: (visitor: string | null, place: CartPlace) => readonly CartLine[]
  /** Keeps a cart. Returns the cookie of a visitor who had none yet. */
  readonly write: (visitor: string | null, place: CartPlace, lines: readonly CartLine[]) => string | undefined
}

/** As many visitors as are remembered; who was here least recently is forgotten first. */
const REMEMBERED = 1000

/**
 * The carts of all visitors, in memory: nobody signs in, and an emulator that starts again forgets them. A visitor is known by a random cookie; one that was
 * not given out here is nobody's.
 */
export function createCarts({ id, randomBytes }: Pick<World, 'id' | 'randomBytes'>): Carts {
  // Cookies do not know ports, and two emulators may run side by side.
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

function keyOf({ store, region }: CartPlace): string {
  return `${store.id} ${region.id}`
}
