import type { Schema } from '../../storage/database.ts'
import { checkpointTables } from './checkpoints.ts'
import { adminIndexes } from './store/admin-indexes.ts'
import { attributeTables } from './store/attributes.ts'
import { categoryTables } from './store/categories.ts'
import { countTables } from './store/counts.ts'
import { inventoryTables } from './store/inventory.ts'
import { mediaTables } from './store/media.ts'
import { orderTables } from './store/orders.ts'
import { productTables } from './store/products.ts'
import { reconciliationTables } from './store/reconciliation.ts'
import { shippingTables } from './store/shipping.ts'
import { storefrontTables } from './store/storefront.ts'
import { taxTables } from './store/taxes.ts'

/**
 * Database of one store (APP-020). Times are Unix ms on the emulator's clock. Money and stock are decimal
 * text, as received. `events` is the outbox: a row is committed together with its cause, and fanned out
 * to the registry's delivery queue afterwards, so that `kill -9` between the two loses nothing.
 */
export const storeSchema: Schema = {
  first: 11,
  migrations: [
    [
      categoryTables,
      productTables,
      attributeTables,
      inventoryTables,
      taxTables,
      shippingTables,
      orderTables,
      reconciliationTables,
      storefrontTables,
      mediaTables,
      countTables,
      adminIndexes,
      checkpointTables,
    ].join(''),
    // The last operation that changed other databases too (undo/last-step.ts).
    'CREATE TABLE last_step (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, changeset BLOB NOT NULL) STRICT',
  ],
}
