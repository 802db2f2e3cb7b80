import { attributeTextTables } from './store/attribute-texts.ts'
import { catalogueTables } from './store/catalogue.ts'
import { categoryTables } from './store/categories.ts'
import { listCounts } from './store/counts.ts'
import { firstTables } from './store/first.ts'
import { inventoryTables } from './store/inventory.ts'
import { mediaTables } from './store/media.ts'
import { reconciliationTables } from './store/reconciliation.ts'
import { storefrontTables } from './store/storefront.ts'

/**
 * One store's own database (APP-020). Times are Unix ms on the emulator's clock; money and stock are decimal text, as they arrived.
 * `events` is the outbox: a row is committed together with what caused it, and fanned out to the registry's delivery queue afterwards,
 * so that `kill -9` between the two loses nothing.
 */
export const storeMigrations: readonly string[] = [
  firstTables,
  catalogueTables,
  categoryTables,
  reconciliationTables,
  listCounts,
  storefrontTables,
  attributeTextTables,
  mediaTables,
  inventoryTables,
]
