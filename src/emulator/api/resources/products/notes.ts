import type { World } from '../../../world.ts'
import type { Caller } from '../../identify.ts'

/** What an accepted write did differently from what its sender may expect (P1). */
export type Note = keyof typeof words

const words = {
  'stock-ignored': 'stockQuantity is the initial stock only: it was ignored on an update (B23).',
  'stock-of-variants': 'stockQuantity beside variants was ignored: each variant has its own stock.',
  'stock-nowhere': 'The initial stock was ignored: the store has no default warehouse.',
  'no-price': 'The product came into the region without a price: it is 0 until a price is written.',
  'no-volume': 'One or two of the three dimensions: no volume is computed, the box is chosen by weight alone.',
  'sku-shared': 'Another product of the store has the same SKU.',
  'unknown-field': 'A field that the documents do not show was ignored (N13, N22).',
} as const

export interface Noted {
  readonly productId: number
  readonly notes: readonly Note[]
}

/** At most this many products are named in an entry. */
const SHOWN = 20

/** Writes the notes of one request to the emulator's log: one entry for each kind, whatever the number of rows. */
export function logNotes(world: World, caller: Caller, rows: readonly Noted[]): void {
  // The keys of `words` are all the notes there are.
  for (const note of Object.keys(words) as Note[]) {
    const ids = rows.filter(({ notes }) => notes.includes(note)).map(({ productId }) => productId)
    if (ids.length === 0) continue
    world.log({
      level: 'warn',
      code: `product.${note}`,
      message: words[note],
      details: { appKey: caller.appKey, storeId: caller.storeId, products: ids.length, ids: ids.slice(0, SHOWN) },
    })
  }
}
