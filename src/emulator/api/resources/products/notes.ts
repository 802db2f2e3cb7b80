import type { EmulatorContext } from '../../../context.ts'
import type { Caller } from '../../identify.ts'

/** Difference between an accepted write and what its sender may expect (P1). */
export type Note = keyof typeof words

const words = {
  'stock-ignored': 'stockQuantity was ignored. It sets only the initial stock of a new product (B23).',
  'stock-of-variants': 'stockQuantity was ignored, because each variant has its own stock.',
  'stock-nowhere': 'The initial stock was ignored, because the store has no default warehouse.',
  'no-price': 'The product was added to the region without a price. Its price is 0 until you set one.',
  'no-volume':
    'Only one or two of the three dimensions are set. No volume is computed, and the weight alone selects the box.',
  'sku-shared': 'Another product in the store has the same SKU.',
  'unknown-field': 'An undocumented field was ignored (N13, N22).',
} as const

export interface Noted {
  readonly productId: number
  readonly notes: readonly Note[]
}

/** Maximum number of products in one entry. */
const SHOWN = 20

/** Logs the notes of one request in the emulator: one entry for each kind, regardless of the number of rows. */
export function logNotes(context: EmulatorContext, caller: Caller, rows: readonly Noted[]): void {
  // `words` has a key for every note.
  for (const note of Object.keys(words) as Note[]) {
    const ids = rows.filter(({ notes }) => notes.includes(note)).map(({ productId }) => productId)
    if (ids.length === 0) continue
    context.log({
      level: 'warn',
      code: `product.${note}`,
      message: words[note],
      details: { appKey: caller.appKey, storeId: caller.storeId, products: ids.length, ids: ids.slice(0, SHOWN) },
    })
  }
}
